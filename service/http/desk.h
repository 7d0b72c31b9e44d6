/* desk.h - what all exchanges of a server share: its parts and its settings, constant while it runs.
 *
 * The server fills it before the first connection and keeps it until the last has gone. */
#ifndef DDZ_SERVICE_DESK_H
#define DDZ_SERVICE_DESK_H

#include "service/app.h"
#include "service/http/access.h"
#include "service/http/bound.h"
#include "service/http/conns.h"
#include "service/http/console.h"
#include "service/ops/log.h"
#include "service/ops/metrics.h"
#include "service/work/guess.h"
#include "service/work/pool.h"

#include <stdatomic.h>

enum {
  DESK_BODY = 64 * 1024, /* larger bodies share a bound */
  DESK_OPEN = 40 * 1024  /* larger ones are parsed by a worker; this many take a poller 2 ms at most */
};

struct desk {
  const struct app *app;
  struct access *access;
  const struct console *console; /* files for browsers, or NULL */
  struct conns *conns;
  struct pool *pool;
  struct bound *outbox; /* answers that are not sent yet */
  struct bound *inbox;  /* bodies above DESK_BODY */
  struct log *log;
  const struct route_names *names;
  struct guess *guess;
  const uint64_t *time_us; /* for an answer, by route */
  size_t body_limit;       /* bytes of a request's body, where the application takes no longer ones */
  bool log_bodies;
  const char *id_prefix;       /* of request ids, new with each start */
  const char *large;           /* whole answer for a body that is cut; "": nothing can be said */
  const atomic_bool *draining; /* answers say Connection: close */
  /* Monotonic microseconds, or the end of time when the server must stop. */
  uint64_t (*now_us)(void *self);
  void *now_self;
  /* Routes that the server answers by itself. False: none of them has this path. `answer` gets status, text
   * and type; its text is NULL when memory was short. */
  bool (*own)(void *self, const char *method, const char *path, struct app_answer *answer);
  void *own_self;
};

#endif
