#include "service/http/tls.h"

#include "service/ops/file.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>

bool tls_read(struct tls *tls, const struct options *options, char *error, size_t room) {
  if (!options->tls_cert[0] && !options->tls_key[0]) return true;
  if (!options->tls_cert[0] || !options->tls_key[0]) {
    snprintf(error, room, "tls-cert and tls-key go together.");
    return false;
  }
  if (MHD_is_feature_supported(MHD_FEATURE_TLS) != MHD_YES) {
    snprintf(error, room, "The HTTP library here was built without TLS; put a proxy in front.");
    return false;
  }
  tls->cert = file_read(options->tls_cert, NULL, error, room);
  tls->key = tls->cert ? file_read(options->tls_key, NULL, error, room) : NULL;
  return tls->key != NULL;
}

void tls_wipe(struct tls *tls) {
  if (tls->key) explicit_bzero(tls->key, strlen(tls->key));
  free(tls->key);
  free(tls->cert);
  *tls = (struct tls){NULL, NULL};
}
