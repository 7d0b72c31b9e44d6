/* state.h - what the server's own files share. Not for others. */
#ifndef DDZ_SERVICE_STATE_H
#define DDZ_SERVICE_STATE_H

#include "service/access.h"
#include "service/clock.h"
#include "service/conns.h"
#include "service/guess.h"
#include "service/lane.h"
#include "service/listener.h"
#include "service/log.h"
#include "service/metrics.h"
#include "service/pool.h"
#include "service/server.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

/* PEM; NULL: no TLS. */
struct tls {
  char *cert, *key;
};

/* A thread that speaks HTTP: a daemon of the library with its connections. */
struct poller {
  struct server *server;
  struct lane lane;
  struct MHD_Daemon *daemon;
  atomic_uint connections; /* given to it and not closed yet */
  bool awake;              /* its thread has been here */
};

struct server {
  struct server_setup setup;
  struct options options; /* threads and workers resolved */
  const struct app *app;
  uint64_t started_us;

  struct poller *pollers;
  struct tally **tallies; /* theirs */
  unsigned poller_count;
  unsigned turn; /* the poller that is asked first when a connection comes in; the listener's */

  struct access *access;
  struct peers proxies;
  struct pool *pool;
  struct conns *conns;
  struct log *log;
  struct process *process;
  struct route_names names;
  uint64_t time_us[METRICS_ROUTES_MAX]; /* for an answer, by route */
  struct guess guess;
  struct listener *listener;
  char *late, *large; /* whole answers for connections that are cut; with TLS there are none */

  atomic_bool draining; /* /ready says 503, answers say Connection: close */
  atomic_bool expired;  /* every deadline has passed */
  char id_prefix[12];   /* of request ids, new with each start */
  bool layout_known;    /* strict.h */
  bool serving;         /* from the start of the listener on */
  bool drained;
};

/* Monotonic microseconds, or the end of time once the server has expired. */
uint64_t server_now_us(void *self);

/* Requests between request line and last byte of the answer. */
size_t server_active(const struct server *server);

/* http.c: read what the options name, if TLS is wanted. False: `error` says why. Wipe it in any case. */
bool tls_read(struct tls *tls, const struct options *options, char *error, size_t room);
void tls_wipe(struct tls *tls);

/* http.c: start the library on every poller. False: `error` says why; http_stop is due. */
bool http_start(struct server *server, const struct tls *tls, char *error, size_t room);
void http_stop(struct server *server);

/* http.c: the poller with the fewest connections takes another one (listener_take of the server). */
void http_take(void *self, int fd, const struct sockaddr *address, socklen_t length);

/* routes.c: the server's own routes. False: none of them has this path. `answer` gets status, text and type;
 * its text is NULL when memory was short. */
bool routes_answer(struct server *server, const char *method, const char *path, struct app_answer *answer);

#endif
