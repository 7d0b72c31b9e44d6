/* routes.h - what the server answers by itself: /health, /ready, /metrics, and the pages it was given. */
#ifndef DDZ_SERVICE_ROUTES_H
#define DDZ_SERVICE_ROUTES_H

#include "service/http/poller.h"

/* What they report. Filled before the first request; stays the caller's. */
struct routes {
  const char *name, *version;   /* of the program */
  const struct app_page *pages; /* a path of NULL ends them; NULL: none */
  struct desk *desk;
  struct pollers *pollers;
  struct process *process;
  uint64_t started_us;
};

/* desk.h's `own`, of a struct routes. */
bool routes_answer(void *self, const char *method, const char *path, const struct tenant *tenant,
                   struct app_answer *answer);

/* Path `i`; NULL past the end. All are asked by GET. */
const char *routes_path(const struct app_page *pages, size_t i);

#endif
