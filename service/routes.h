/* routes.h - what the server answers by itself: /health, /ready, /metrics, /openapi.yaml and
 * /openapi.json. */
#ifndef DDZ_SERVICE_ROUTES_H
#define DDZ_SERVICE_ROUTES_H

#include "service/app.h"
#include "service/http/access.h"
#include "service/http/bound.h"
#include "service/http/conns.h"
#include "service/http/poller.h"
#include "service/ops/log.h"
#include "service/ops/metrics.h"
#include "service/work/pool.h"

/* What they report. Filled before the first request; stays the caller's. */
struct routes {
  const char *name, *version; /* of the program */
  const char *openapi;        /* NULL: no such route */
  size_t openapi_length;
  const char *openapi_json; /* the same as JSON; NULL: no such route */
  size_t openapi_json_length;
  uint64_t started_us;
  const atomic_bool *draining;
  const struct app *app;
  const struct route_names *names;
  struct pollers *pollers;
  struct pool *pool;
  struct conns *conns;
  struct access *access;
  const struct bound *outbox;
  struct log *log;
  struct process *process;
};

/* desk.h's `own`, of a struct routes. */
bool routes_answer(void *self, const char *method, const char *path, struct app_answer *answer);

/* Path `i`; NULL past the end. All are asked by GET. */
const char *routes_path(size_t i);

#endif
