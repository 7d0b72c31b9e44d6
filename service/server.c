#include "service/sandbox.h"
#include "service/state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define OUT_OF_MEMORY "There is not enough memory, or there are too many threads."

uint64_t server_now_us(void *self) {
  struct server *server = self;
  return atomic_load_explicit(&server->expired, memory_order_relaxed) ? CLOCK_NEVER_US : clock_us();
}

unsigned server_port(const struct server *server) { return listener_port(server->listener); }
struct log *server_log(const struct server *server) {
  return server->log;
}

size_t server_active(const struct server *server) {
  size_t active = 0;
  for (unsigned i = 0; i < server->poller_count; i++) active += atomic_load(&server->pollers[i].lane.active);
  return active;
}

/* --- start --- */

static unsigned cores(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1u : n > 256 ? 256u : (unsigned)n;
}

/* Descriptors for every connection and what else is open; as many as we may have. */
static void raise_descriptors(const struct server *server) {
  struct rlimit files;
  rlim_t want = (rlim_t)server->options.connections + 128;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= want) return;
  files.rlim_cur = files.rlim_max < want ? files.rlim_max : want;
  setrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_cur < want)
    log_event(server->log, LOG_ERROR, "few_descriptors", "\"limit\":%llu,\"wanted\":%llu",
              (unsigned long long)files.rlim_cur, (unsigned long long)want);
}

static void name_routes(struct server *server) {
  const char *method, *path;
  route_names_init(&server->names);
  for (size_t i = 0; server->app->route_at(server->app->self, i, &method, &path); i++)
    route_names_add(&server->names, path);
  for (size_t i = 0; server_route_at(i, &method, &path); i++) route_names_add(&server->names, path);
}

/* One "/route=ms" of the option; false when it is none. */
static bool read_deadline(struct server *server, const char *text, size_t length) {
  char path[128], *end;
  size_t name = strcspn(text, "=");
  if (name >= length || name >= sizeof path) return false;
  memcpy(path, text, name);
  path[name] = '\0';
  size_t route = route_names_find(&server->names, path);
  unsigned long ms = text[name + 1] >= '0' && text[name + 1] <= '9' ? strtoul(text + name + 1, &end, 10) : 0;
  if (route == 0 || ms < 1 || ms > 3600000 || end != text + length) return false;
  server->time_us[route] = ms * 1000u;
  return true;
}

static bool read_deadlines(struct server *server, char *error, size_t room) {
  for (size_t i = 0; i < METRICS_ROUTES_MAX; i++)
    server->time_us[i] = (uint64_t)server->options.answer_ms * 1000u;
  for (const char *at = server->options.deadlines; *at;) {
    size_t length = strcspn(at, ",");
    if (!read_deadline(server, at, length)) {
      snprintf(error, room, "deadlines wants /route=ms,/route=ms with routes of this service, not \"%.*s\".",
               (int)length, at);
      return false;
    }
    at += length + (at[length] == ',');
  }
  return true;
}

/* A whole HTTP answer around a problem object. */
static char *raw_answer(const struct app *app, int status, const char *reason, const char *code,
                        const char *detail) {
  char *body = app->problem(status, code, detail), *whole = NULL;
  if (body &&
      asprintf(&whole,
               "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
               status, reason, app->problem_type, strlen(body), body) < 0)
    whole = NULL;
  free(body);
  return whole;
}

static bool start_pollers(struct server *server) {
  struct app_host host = {.self = server, .now_us = server_now_us, .spread = NULL};
  unsigned count = (unsigned)server->options.threads;
  server->pollers = calloc(count, sizeof *server->pollers);
  server->tallies = calloc(count, sizeof(struct tally *));
  if (!server->pollers || !server->tallies) return false;
  server->poller_count = count;
  for (unsigned i = 0; i < count; i++) {
    struct lane *lane = &server->pollers[i].lane;
    server->pollers[i].server = server;
    server->tallies[i] = lane->tally = tally_new();
    if (!server->tallies[i]) return false;
    if (!lane_open(lane, "poller", i, server->app, &host, server->log)) return false;
  }
  return true;
}

/* With TLS nothing can be said past the library. */
static bool prepare_last_words(struct server *server) {
  if (server->options.tls_cert[0]) {
    server->late = strdup("");
    server->large = strdup("");
  } else {
    server->late = raw_answer(server->app, 408, "Request Timeout", "request_timeout",
                              "The request did not arrive in the time this service allows.");
    server->large = raw_answer(server->app, 413, "Content Too Large", "body_too_large",
                               "The body is larger than this service accepts.");
  }
  return server->late && server->large;
}

static bool start_parts(struct server *server, const struct tls *tls, char *error, size_t room) {
  const struct options *options = &server->options;
  struct conns_setup conns = {.limit = (size_t)options->connections,
                              .per_address = (size_t)options->per_address,
                              .idle_ms = (uint64_t)options->idle_s * 1000u,
                              .upload_ms = (uint64_t)options->upload_ms,
                              .proxies = &server->proxies,
                              .late = server->late};
  struct pool_setup pool = {.workers = (unsigned)options->workers,
                            .queue = (size_t)options->queue,
                            .share = (size_t)(options->queue * options->queue_share + 99) / 100,
                            .wait_us = (uint64_t)options->queue_ms * 1000u,
                            .app = server->app,
                            .log = server->log,
                            .clock_self = server,
                            .clock = server_now_us};
  snprintf(error, room, OUT_OF_MEMORY);
  server->conns = conns_new(&conns);
  server->pool = server->conns ? pool_new(&pool) : NULL;
  if (!server->pool || !start_pollers(server) || !http_start(server, tls, error, room)) return false;
  snprintf(error, room, OUT_OF_MEMORY);
  server->serving = listener_start(server->listener, http_take, server);
  return server->serving;
}

/* All that opens files and sockets. */
static bool start_outside(struct server *server, struct tls *tls, char *error, size_t room) {
  const struct options *options = &server->options;
  if (!peers_read(&server->proxies, options->proxies)) {
    snprintf(error, room, "proxies wants addresses or networks, separated by commas, not \"%s\".",
             options->proxies);
    return false;
  }
  if (!read_deadlines(server, error, room) || !tls_read(tls, options, error, room)) return false;
  server->access = access_new(options->tokens, options->cors, error, room);
  if (!server->access) return false;
  char port[16];
  snprintf(port, sizeof port, "%ld", options->port);
  server->listener = listener_open(options->listen, port, error, room);
  if (!server->listener) return false;
  snprintf(error, room, OUT_OF_MEMORY);
  server->process = process_open();
  return server->process && prepare_last_words(server);
}

enum { SANDBOX_AUTO, SANDBOX_ON, SANDBOX_OFF };

static bool confines(const struct server *server) {
  return server->setup.confine && server->options.sandbox != SANDBOX_OFF;
}

static bool confine_files(const struct server *server) {
  const char *const *reread = server->setup.reread;
  size_t count = 0;
  while (reread && reread[count]) count++;
  return confines(server) && sandbox_files(reread, count);
}

static bool start_inside(struct server *server, const struct tls *tls, char *error, size_t room) {
  bool files = confine_files(server); /* before the first thread, which is the log's */
  server->log = log_new(server->setup.log_fd, (enum log_level)server->options.log_level);
  if (!server->log) return false;
  raise_descriptors(server);
  if (!start_parts(server, tls, error, room)) return false;
  bool calls = confines(server) && sandbox_calls(); /* after the last */
  if (server->setup.confine && server->options.sandbox == SANDBOX_ON && !(files && calls)) {
    snprintf(error, room, "This system or this build cannot give up %s; see --sandbox.",
             files ? "system calls" : "files");
    return false;
  }
  log_event(server->log, LOG_NOTICE, "listening",
            "\"address\":\"%s\",\"port\":%u,\"threads\":%ld,\"workers\":%ld,\"tls\":%s,\"tokens\":%s,"
            "\"sandbox\":\"%s\"",
            server->options.listen, server_port(server), server->options.threads, server->options.workers,
            tls->cert ? "true" : "false", access_is_open(server->access) ? "false" : "true",
            files && calls ? "files, calls"
            : files        ? "files"
            : calls        ? "calls"
                           : "none");
  return true;
}

static struct server *server_new(const struct server_setup *setup) {
  struct server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->setup = *setup;
  server->options = *setup->options;
  if (server->options.threads == 0) server->options.threads = cores();
  if (server->options.workers == 0) server->options.workers = cores();
  server->app = setup->app;
  server->started_us = clock_us();
  snprintf(server->id_prefix, sizeof server->id_prefix, "%08x-",
           (unsigned)((uint64_t)time(NULL) * 2654435761u) ^ (unsigned)getpid());
  name_routes(server);
  return server;
}

struct server *server_start(const struct server_setup *setup, char *error, size_t room) {
  struct tls tls = {NULL, NULL};
  snprintf(error, room, OUT_OF_MEMORY);
  struct server *server = server_new(setup);
  if (!server) return NULL;
  bool good = start_outside(server, &tls, error, room) && start_inside(server, &tls, error, room);
  tls_wipe(&tls);
  if (good) {
    error[0] = '\0';
    return server;
  }
  server_free(server);
  return NULL;
}

bool server_reload_tokens(struct server *server, char *error, size_t room) {
  return access_reload(server->access, error, room);
}

/* --- end --- */

static void sleep_ms(long ms) {
  struct timespec time = {ms / 1000, ms % 1000 * 1000000L};
  nanosleep(&time, NULL);
}

/* Until no request is active, at most `ms`. Asked again and again: this happens once in a server's life. */
static void await_quiet(struct server *server, uint64_t ms) {
  uint64_t until_ms = clock_ms() + ms;
  while (server_active(server) && clock_ms() < until_ms) sleep_ms(5);
}

void server_drain(struct server *server) {
  if (server->drained) return;
  server->drained = true;
  log_event(server->log, LOG_NOTICE, "draining", "\"active\":%zu", server_active(server));
  atomic_store(&server->draining, true);
  if (server->serving && server->options.drain_ms) sleep_ms(server->options.drain_ms);
  listener_stop(server->listener);
  await_quiet(server, (uint64_t)server->options.grace_s * 1000u);
  size_t unfinished = server_active(server);
  atomic_store(&server->expired, true);
  if (server->pool) pool_stop(server->pool); /* every suspended connection is resumed after this */
  await_quiet(server, 1000);                 /* and its answer written, before the library stops */
  http_stop(server);
  log_event(server->log, LOG_NOTICE, "stopped", "\"unfinished\":%zu", unfinished);
}

void server_free(struct server *server) {
  if (!server) return;
  if (server->log) server_drain(server);
  listener_close(server->listener);
  pool_free(server->pool);
  conns_free(server->conns);
  access_free(server->access);
  for (unsigned i = 0; i < server->poller_count; i++) {
    lane_close(&server->pollers[i].lane);
    tally_free(server->tallies[i]);
  }
  process_close(server->process);
  log_free(server->log);
  free(server->pollers);
  free(server->tallies);
  free(server->late);
  free(server->large);
  free(server);
}
