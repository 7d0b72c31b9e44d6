#include "service/server.h"

#include "service/http/poller.h"
#include "service/ops/file.h"
#include "service/ops/sandbox.h"

#include <stdlib.h>
#include <sys/resource.h>

#define OUT_OF_MEMORY "There is not enough memory, or there are too many threads."

enum { OUTBOX_SMALL = 4096, INBOX_BYTES = 64 << 20 /* or one body */ };

struct server {
  struct options options; /* threads and workers resolved */
  struct desk desk;
  bool serving; /* connections are taken */
  bool drained;
  size_t reserve; /* connections beyond the limit, to answer them so */
};

unsigned server_port(const struct server *server) { return pollers_port(server->desk.pollers); }

/* --- start --- */

/* Descriptors: each poller has up to POLLER_FILES; OTHER_FILES are the log, the listener, what /metrics and
 * SIGHUP read, what we were started with. */
enum { POLLER_FILES = 3, OTHER_FILES = 32, RESERVE = 64, LEAST = 8 };

/* As many as there may be: where they are too few for the connections, these become fewer. False: not even a
 * handful is left. */
static bool share_descriptors(struct server *server) {
  struct rlimit files;
  const rlim_t own = OTHER_FILES + POLLER_FILES * (rlim_t)server->options.threads;
  const rlim_t want = own + (rlim_t)server->options.connections + RESERVE;
  server->reserve = RESERVE;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= want) return true;
  files.rlim_cur = files.rlim_max < want ? files.rlim_max : want;
  setrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_cur >= want) return true;
  if (files.rlim_cur < own + 2 * LEAST) return false;
  const rlim_t left = files.rlim_cur - own;
  server->reserve = left < 8 * RESERVE ? (size_t)left / 8 : RESERVE;
  server->options.connections = (long)(left - server->reserve);
  struct log_line line = log_event(LOG_WARNING, "few_descriptors");
  log_count(&line, "limit", files.rlim_cur);
  log_count(&line, "wanted", want);
  ddz_write_int(&line.out, "connections", server->options.connections);
  log_end(&line, server->desk.log);
  return true;
}

static bool read_deadlines(struct server *server, char *error, size_t room) {
  struct desk *desk = &server->desk;
  for (size_t i = 0; i < METRICS_ROUTES_MAX; i++)
    desk->time_us[i] = (uint64_t)server->options.answer_ms * 1000u;
  for (const char *at = server->options.deadlines; *at;) {
    const size_t length = strcspn(at, ","), name = strcspn(at, "=");
    char path[128];
    long ms;
    snprintf(path, sizeof path, "%.*s", (int)name, at);
    const size_t route = name < length ? route_names_find(&desk->names, path) : 0;
    if (route == 0 || !file_number(at + name + 1, length - name - 1, 1, 3600000, &ms)) {
      snprintf(error, room, "deadlines wants /route=ms,/route=ms with routes of this service, not \"%.*s\".",
               (int)length, at);
      return false;
    }
    desk->time_us[route] = (uint64_t)ms * 1000u;
    at += length + (at[length] == ',');
  }
  return true;
}

/* A whole HTTP answer around a problem object. */
static char *raw_answer(const char *reason, const char *code, const char *detail) {
  int status;
  char *body = ddz_api_problem_text(code, detail, &status), *whole = NULL;
  if (body &&
      asprintf(
          &whole,
          "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nX-Content-Type-Options: nosniff\r\nContent-Length: %zu\r\n"
          "Connection: close\r\n\r\n%s",
          status, reason, DDZ_API_PROBLEM_TYPE, strlen(body), body) < 0)
    whole = NULL;
  free(body);
  return whole;
}

/* With TLS nothing can be said past the library. */
static bool prepare_last_words(struct server *server) {
  static const struct {
    const char *reason, *code, *detail; /* the reason: with what stands below it */
  } words[RAW_ANSWERS] = {
      [RAW_LATE] = {"Request Timeout", "request_timeout",
                    "The request did not arrive in the time this service allows."},
      [RAW_LARGE] = {"Content Too Large", "body_too_large", "The body is larger than this service accepts."},
      [RAW_FULL] = {"Service Unavailable\r\nRetry-After: 1", "connections_full",
                    "This service has too many connections open; try again later."},
      [RAW_CROWD] = {"Too Many Requests\r\nRetry-After: 1", "too_many_connections",
                     "This address has too many connections open; reuse them."},
  };
  bool whole = true;
  for (size_t i = 0; i < RAW_ANSWERS; i++) {
    char **raw = &server->desk.raw[i];
    *raw = server->options.tls_cert[0] ? strdup("")
                                       : raw_answer(words[i].reason, words[i].code, words[i].detail);
    whole &= *raw != NULL;
  }
  return whole;
}

/* The desk's settings; its parts come as they start. */
static void furnish_desk(struct server *server, const struct server_setup *setup) {
  const struct options *options = &server->options;
  struct desk *desk = &server->desk;
  desk->body_limit = (size_t)options->body_kib * 1024u;
  const size_t largest = desk->body_limit * DDZ_API_BODY_TIMES;
  desk->lanes = (struct lane_setup){.memory = {.memo_bytes = (size_t)options->memo_mib << 20,
                                               .answer_bytes = (size_t)options->answer_kib << 10,
                                               .batch_bytes = (size_t)options->batch_kib << 10},
                                    .model = setup->model};
  desk->console = setup->console;
  desk->outbox = (struct bound){.most = (size_t)options->unsent_mib << 20, .small = OUTBOX_SMALL};
  desk->inbox = (struct bound){.most = largest > INBOX_BYTES ? largest : INBOX_BYTES};
  desk->log_bodies = options->log_bodies;
  snprintf(desk->id_prefix, sizeof desk->id_prefix, "%08x-",
           (unsigned)((uint64_t)time(NULL) * 2654435761u) ^ (unsigned)getpid());
  desk->name = setup->name;
  desk->version = setup->version;
  desk->started_us = clock_us();
}

/* All that opens files and sockets. */
static bool start_outside(struct server *server, char *error, size_t room) {
  const struct options *options = &server->options;
  struct desk *desk = &server->desk;
  struct in6_addr address;
  if (!peers_read(&desk->proxies, options->proxies)) {
    snprintf(error, room, "proxies wants addresses or networks, separated by commas, not \"%s\".",
             options->proxies);
    return false;
  }
  if (!read_deadlines(server, error, room)) return false;
  desk->pollers = pollers_new(desk, options, error, room);
  if (!desk->pollers) return false;
  const bool local =
      peer_read(options->listen, strlen(options->listen), &address) && peer_is_loopback(&address);
  desk->access = access_new(options->tokens, (unsigned)options->instances, options->cors,
                            options->hosts[0] || local ? options->hosts : "*", error, room);
  if (!desk->access) return false;
  if (!pollers_listen(desk->pollers, error, room)) return false;
  snprintf(error, room, OUT_OF_MEMORY);
  desk->process = process_open();
  return desk->process && prepare_last_words(server);
}

enum { SANDBOX_AUTO, SANDBOX_ON, SANDBOX_OFF };

/* False: memory is short, and nobody learns the port. */
static bool say_listening(const struct server *server, const char *given_up) {
  const struct options *options = &server->options;
  struct log_line line = log_event(LOG_NOTICE, "listening");
  log_text(&line, "address", options->listen, strlen(options->listen));
  log_count(&line, "port", server_port(server));
  ddz_write_int(&line.out, "threads", options->threads);
  ddz_write_int(&line.out, "workers", options->workers);
  ddz_write_bool(&line.out, "tls", options->tls_cert[0] != '\0');
  ddz_write_bool(&line.out, "tokens", !access_is_open(server->desk.access));
  ddz_write_string(&line.out, "sandbox", given_up);
  return log_end(&line, server->desk.log);
}

static void say_model(const struct server *server, const struct server_setup *setup) {
  struct log_line line = log_event(LOG_NOTICE, setup->model ? "model" : "no_model");
  if (setup->model) {
    char checksum[24];
    snprintf(checksum, sizeof checksum, "%016llx", (unsigned long long)ddz_api_model_checksum(setup->model));
    log_text(&line, "file", setup->model_path, strlen(setup->model_path));
    log_text(&line, "name", ddz_api_model_name(setup->model), strlen(ddz_api_model_name(setup->model)));
    ddz_write_string(&line.out, "checksum", checksum);
  }
  log_end(&line, server->desk.log);
}

static bool start_inside(struct server *server, const struct server_setup *setup, char *error, size_t room) {
  struct desk *desk = &server->desk;
  const bool confine = setup->confine && server->options.sandbox != SANDBOX_OFF;
  const bool files = confine && sandbox_files(setup->reread); /* before the first thread, the log's */
  desk->log = log_new(setup->log_fd, (enum log_level)server->options.log_level);
  if (!desk->log) return false;
  if (!share_descriptors(server)) {
    snprintf(error, room, "This process may open too few files for its threads; raise ulimit -n.");
    return false;
  }
  desk->conns = conns_new(&server->options, server->reserve, &desk->proxies, desk->raw[RAW_LATE]);
  desk->pool = desk->conns ? pool_new(&server->options, &desk->lanes) : NULL;
  server->serving = desk->pool && pollers_start(desk->pollers, error, room);
  if (!server->serving) return false;
  const bool calls = confine && sandbox_calls(); /* after the last */
  if (setup->confine && server->options.sandbox == SANDBOX_ON && !(files && calls)) {
    snprintf(error, room, "This system or this build cannot give up %s; see --sandbox.",
             files ? "system calls" : "files");
    return false;
  }
  snprintf(error, room, OUT_OF_MEMORY);
  say_model(server, setup);
  return say_listening(server, files && calls ? "files, calls" : files ? "files" : calls ? "calls" : "none");
}

struct server *server_start(const struct server_setup *setup, char *error, size_t room) {
  snprintf(error, room, OUT_OF_MEMORY);
  struct server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->options = *setup->options;
  const unsigned cores = cores_here("");
  if (server->options.threads == 0) server->options.threads = cores;
  if (server->options.workers == 0) server->options.workers = cores;
  furnish_desk(server, setup);
  desk_name_routes(&server->desk);
  if (start_outside(server, error, room) && start_inside(server, setup, error, room)) {
    error[0] = '\0';
    return server;
  }
  server_free(server);
  return NULL;
}

static void say_reloaded(struct server *server, const char *what, bool good, const char *error) {
  struct log_line line = log_event(good ? LOG_NOTICE : LOG_ERROR, good ? "reloaded" : "reload_failed");
  ddz_write_string(&line.out, "what", what);
  if (!good) log_text(&line, "error", error, strlen(error));
  log_end(&line, server->desk.log);
  atomic_fetch_add(&server->desk.reloads_failed, !good);
}

bool server_reload(struct server *server, const struct options *fresh, char *error, size_t room) {
  atomic_fetch_add(&server->desk.reloads, 1);
  if (!fresh) {
    say_reloaded(server, "options", false, error);
    return false;
  }
  log_level_set(server->desk.log, (enum log_level)fresh->log_level);
  say_reloaded(server, "log-level", true, "");
  const bool good = access_reload(server->desk.access, (unsigned)fresh->instances, error, room);
  say_reloaded(server, "tokens", good, error);
  return good;
}

bool server_watch(struct server *server) { return pollers_watch(server->desk.pollers); }

/* --- end --- */

/* Until no request is active, at most `ms`. Asked again and again: this happens once in a server's life. */
static void await_quiet(struct server *server, uint64_t ms) {
  uint64_t until_ms = clock_ms() + ms;
  while (pollers_active(server->desk.pollers) && clock_ms() < until_ms) usleep(5000);
}

static void say_count(struct server *server, const char *event, const char *name, size_t count) {
  struct log_line line = log_event(LOG_NOTICE, event);
  log_count(&line, name, count);
  log_end(&line, server->desk.log);
}

/* Once engines have been told: all threads that answer requests. What does not look when it is told is left
 * alone. */
static bool end_work(struct server *server) {
  struct pool *pool = server->desk.pool;
  if (pool && !pool_stop(pool, POOL_LAST_MS)) return false; /* else every suspended connection is resumed */
  await_quiet(server, 1000); /* and its answer written, before the library stops */
  if (!pollers_return(server->desk.pollers, POOL_LAST_MS)) return false;
  pollers_stop(server->desk.pollers);
  return true;
}

bool server_drain(struct server *server) {
  if (server->drained) return true;
  atomic_store(&server->desk.draining, true);
  say_count(server, "draining", "active", pollers_active(server->desk.pollers));
  if (server->serving) usleep((useconds_t)server->options.drain_ms * 1000);
  pollers_refuse(server->desk.pollers);
  await_quiet(server, (uint64_t)server->options.grace_s * 1000u);
  size_t unfinished = pollers_active(server->desk.pollers);
  atomic_store(&server->desk.lanes.expired, true);
  server->drained = end_work(server);
  say_count(server, server->drained ? "stopped" : "abandoned", "unfinished", unfinished);
  return server->drained;
}

void server_free(struct server *server) {
  if (!server) return;
  while (server->desk.log && !server_drain(server)) {
  }
  pool_free(server->desk.pool);
  pollers_free(server->desk.pollers);
  conns_free(server->desk.conns);
  access_free(server->desk.access);
  process_close(server->desk.process);
  log_free(server->desk.log);
  for (size_t i = 0; i < RAW_ANSWERS; i++) free(server->desk.raw[i]);
  free(server);
}
