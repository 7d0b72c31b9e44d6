/* routes.h - what the server answers by itself: /health, /ready, /metrics, and the description of the api. */
#ifndef DDZ_SERVICE_ROUTES_H
#define DDZ_SERVICE_ROUTES_H

#include "service/http/poller.h"

/* Counted by the program when it reads files again. */
struct reloads {
  atomic_uint all, failed;
};

/* What they report. Filled before the first request; stays the caller's. */
struct routes {
  const char *name, *version;    /* of the program */
  const struct reloads *reloads; /* NULL: none */
  struct desk *desk;
  struct pollers *pollers;
  struct process *process;
  uint64_t started_us;
};

/* desk.h's `own`, of a struct routes. */
bool routes_answer(void *self, const char *method, const char *path, const struct tenant *tenant,
                   struct ddz_api_call *call);

/* Path `i`; NULL past the end. All are asked by GET. */
const char *routes_path(size_t i);

#endif
