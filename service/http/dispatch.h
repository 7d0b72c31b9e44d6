/* dispatch.h - who answers a request that is whole: the server, the api here, or a worker.
 *
 * A long one is suspended before its job is published, because the worker may resume it at once. From then on
 * it is the worker's, until it is resumed. A large body is parsed by a worker, too, as a job of its own; then
 * the request goes on as others do. What the poller has no time for in this round is suspended, too,
 * and one of those resumed at once, which tells us when the library's next round is there. */
#ifndef DDZ_SERVICE_DISPATCH_H
#define DDZ_SERVICE_DISPATCH_H

#include "service/http/exchange.h"

/* On the connection's poller. MHD_NO: the library closes the connection. */
enum MHD_Result dispatch(struct exchange *x);

/* A worker has opened it, and it has been resumed. */
enum MHD_Result dispatch_opened(struct exchange *x);

/* A worker is done with it, and it has been resumed: answer. */
enum MHD_Result dispatch_resumed(struct exchange *x);

/* It waited for a round of its poller, and has been resumed: a new one begins, with it. */
enum MHD_Result dispatch_round(struct exchange *x);

/* It waited for a round, and its connection has ended. */
void dispatch_forget(struct exchange *x);

#endif
