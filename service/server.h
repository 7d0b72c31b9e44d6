/* server.h - the api behind HTTP/1.1: pollers, workers, limits, metrics, log, orderly end.
 *
 * Threads: the listener, pollers, workers, the warden (README.md), and one that writes the log. */
#pragma once

#include "api/api.h"
#include "service/ops/options.h"

struct server;
struct console;

struct server_setup {
  const struct options *options;
  const struct ddz_api_model *model; /* the trained net; NULL: none */
  const char *model_path;            /* its file, for the log */
  const char *name, *version;        /* for /metrics and the log */
  const struct console *console;     /* files for browsers (http/console.h); NULL: none */
  int log_fd;
  /* Give up what a running server does not need (sandbox.h), as the options say: only for a process that does
   * nothing else. `reread`: files that it will read again, NULL ends the list. */
  bool confine;
  const char *const *reread;
};

/* Start serving, and log that it does, and where. NULL: `error` says why, in one sentence. `setup` and the
 * texts in it are copied by pointer and must outlive the server, options excepted. */
struct server *server_start(const struct server_setup *setup, char *error, size_t room);

/* The port that is really bound. */
unsigned server_port(const struct server *server);

/* Take over the log's level from the options as they read now, and read the tokens' file again; any thread.
 * What fails leaves all as it was; it is logged and counted. `fresh` NULL: the options could not be read, and
 * `error` says why. False: `error` says why not all was read. */
bool server_reload(struct server *server, const struct options *fresh, char *error, size_t room);

/* Once a second, on one thread: do all pollers get on? False, and /health says so, while one has been in the
 * same call at ten looks. */
bool server_watch(struct server *server);

/* End in good order: /ready says 503; for drain-ms new connections are still taken; then no more, and
 * accepted requests finish, at most for grace-s; then engines are told that time is up. Blocks until all is
 * done. False: some work does not end even then, after POOL_LAST_MS; the log says `abandoned`, and all that
 * is left to do is to end the process. */
bool server_drain(struct server *server);

/* Drains if that has not been done, however long it takes. NULL is allowed. */
void server_free(struct server *server);
