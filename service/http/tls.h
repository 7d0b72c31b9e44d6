/* tls.h - certificate and key as texts, kept in memory only during the start. */
#ifndef DDZ_SERVICE_TLS_H
#define DDZ_SERVICE_TLS_H

#include "service/ops/options.h"

#include <stdbool.h>

/* PEM; NULL: no TLS. */
struct tls {
  char *cert, *key;
};

/* Read what the options name, if TLS is wanted. False: `error` says why. Wipe it in any case. */
bool tls_read(struct tls *tls, const struct options *options, char *error, size_t room);
void tls_wipe(struct tls *tls);

#endif
