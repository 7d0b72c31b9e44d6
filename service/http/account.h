/* account.h - what is recorded when a request is over: counters, and a line of the log. */
#ifndef DDZ_SERVICE_ACCOUNT_H
#define DDZ_SERVICE_ACCOUNT_H

#include "service/http/exchange.h"

/* On its poller, once, before it is reset. */
void account_request(struct exchange *x, uint64_t now_us);

#endif
