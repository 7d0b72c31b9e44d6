/* http.c - requests in and answers out, on the pollers.
 *
 * What the library does to us, and in which order, per request:
 *
 *   on_target   the request line is there            exchange begins, phase READING
 *   on_request  the head is there                    check it; an answer given here closes the connection
 *   on_request  a piece of the body, 0..n times      keep it
 *   on_request  the request is whole                 dispatch: answer, or suspend and hand to a worker
 *   on_request  after a worker has resumed us        answer
 *   on_done     the answer is out, or all is lost    count, log, clean up
 *
 * All of it on one poller, the connection's own; only between suspend and resume an exchange belongs to a
 * worker. It is suspended before the job is published, because the worker may resume it at once. */
#include "service/file.h"
#include "service/slice.h"
#include "service/state.h"
#include "service/strict.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define POOL_BYTES 16384u /* the library's memory of one connection: head, and pieces of the body */
#define HEAD_BYTES 8192u  /* largest request head; the library itself gives up at about POOL_BYTES */
#define KEEP_BYTES 16384u /* a body buffer up to this size is kept for the connection's next request */

enum stage { STAGE_HEAD, STAGE_BODY, STAGE_WORKER, STAGE_ANSWERED };

struct exchange {
  struct conn conn; /* lives as long as the connection; the rest is reset for each request */
  struct server *server;
  struct MHD_Connection *connection;
  struct lane *lane; /* its poller's */
  char *body;
  size_t room; /* bytes of body */

  enum stage stage;
  bool active, opened;
  size_t length;             /* of the body so far; may exceed the limit, then the excess is not kept */
  int status;                /* answered, 0: not yet */
  size_t sent;               /* bytes of the answer's body */
  uint64_t began_us, now_us; /* now: when the clock was last read for this request */
  uint64_t published_us, queue_us, compute_us;
  bool forwarded;         /* by a proxy of ours, for: */
  struct in6_addr client; /* this one */
  struct strict_head head;
  struct app_answer answer;
  size_t route;     /* its index, once opened */
  unsigned retry_s; /* for Retry-After */
  struct job job;
  bool end_of_reset; /* what follows keeps its bytes; id starts empty */
  char id[80];
  char path[256];
  max_align_t call[]; /* app->call_size bytes */
};

/* --- answers --- */

static bool add_field(struct MHD_Response *response, const char *name, const char *value) {
  return MHD_add_response_header(response, name, value) == MHD_YES;
}

/* For web pages of other origins, where those are let in. */
static bool add_origin_fields(const struct exchange *x, struct MHD_Response *response, const char *allow) {
  const struct access *access = x->server->access;
  if (!access_knows_origins(access)) return true;
  const char *origin = access_origin(access, x->head.origin);
  bool whole = add_field(response, "Vary", "Origin");
  if (!origin) return whole;
  whole &= add_field(response, "Access-Control-Allow-Origin", origin);
  if (x->head.preflight && allow) {
    whole &= add_field(response, "Access-Control-Allow-Methods", allow);
    whole &= add_field(response, "Access-Control-Allow-Headers",
                       "Authorization, Content-Type, X-Game, X-Request-Id");
    whole &= add_field(response, "Access-Control-Max-Age", "600");
  } else {
    whole &= add_field(response, "Access-Control-Expose-Headers", "Retry-After, X-Request-Id");
  }
  return whole;
}

/* False: memory is short; an answer that lacks a field says something else. */
static bool add_fields(const struct exchange *x, struct MHD_Response *response) {
  const struct app_answer *answer = &x->answer;
  char allow[64] = "";
  bool whole = true;
  if (answer->content_type && answer->status != 204)
    whole &= add_field(response, "Content-Type", answer->content_type);
  if (answer->allow) {
    snprintf(allow, sizeof allow, "%s, OPTIONS", answer->allow);
    whole &= add_field(response, "Allow", allow);
  }
  if (answer->status == 503 || answer->status == 429) {
    char seconds[16];
    snprintf(seconds, sizeof seconds, "%u", x->retry_s ? x->retry_s : 1);
    whole &= add_field(response, "Retry-After", seconds);
  }
  if (answer->status == 401)
    whole &= add_field(response, "WWW-Authenticate",
                       x->head.authorization ? "Bearer error=\"invalid_token\"" : "Bearer");
  whole &= add_field(response, "X-Request-Id", x->id);
  if (atomic_load_explicit(&x->server->draining, memory_order_relaxed))
    whole &= add_field(response, "Connection", "close");
  return whole & add_origin_fields(x, response, allow[0] ? allow : NULL);
}

static enum MHD_Result queue_answer(struct exchange *x) {
  struct app_answer *answer = &x->answer;
  char *text = answer->text;
  if (!text) return MHD_NO; /* memory is short: close */
  answer->text = NULL;      /* the library's from here on */
  struct MHD_Response *response =
      MHD_create_response_from_buffer(answer->length, text, MHD_RESPMEM_MUST_FREE);
  if (!response) {
    free(text);
    return MHD_NO;
  }
  bool open = add_fields(x, response) && conn_enter(&x->conn, CONN_WRITING, x->now_us);
  enum MHD_Result result =
      open ? MHD_queue_response(x->connection, (unsigned)answer->status, response) : MHD_NO;
  MHD_destroy_response(response);
  x->stage = STAGE_ANSWERED;
  x->status = result == MHD_YES ? answer->status : x->status;
  x->sent = answer->length;
  return result;
}

/* `code` is static text. */
static enum MHD_Result queue_problem(struct exchange *x, int status, const char *code, const char *detail) {
  x->answer.code = code;
  free(x->answer.text);
  x->answer.text = x->server->app->problem(status, code, detail);
  x->answer.length = x->answer.text ? strlen(x->answer.text) : 0;
  x->answer.content_type = x->server->app->problem_type;
  x->answer.status = status;
  return queue_answer(x);
}

/* --- a whole request --- */

static uint64_t deadline_of(const struct exchange *x) { return x->began_us + x->server->time_us[x->route]; }

static struct exchange *exchange_of_job(struct job *job) {
  return (struct exchange *)(void *)((char *)job - offsetof(struct exchange, job));
}

static void run_in_worker(struct job *job, struct lane *lane) {
  struct exchange *x = exchange_of_job(job);
  struct server *server = x->server;
  uint64_t deadline_us = deadline_of(x), start_us = clock_us();
  bool left = atomic_load_explicit(&x->conn.left, memory_order_relaxed);
  x->queue_us = start_us - x->published_us;
  x->now_us = start_us;
  if (!left && server_now_us(server) < deadline_us) {
    server->app->run(lane->state, x->call, deadline_us, &x->answer);
    lane_publish(lane);
    x->now_us = clock_us();
    x->compute_us = x->now_us - start_us;
    if (x->answer.status < 400) guess_learn(&server->guess, x->route, x->answer.size, x->compute_us);
  } /* else nobody waits any more: no status, which the poller turns into a 503 */
}

static void give_back(struct job *job) {
  struct exchange *x = exchange_of_job(job);
  MHD_resume_connection(x->connection); /* the poller may free x from here on */
}

static enum MHD_Result refuse_job(struct exchange *x, enum pool_verdict verdict, uint64_t wait_us) {
  static const struct strict_refusal refusals[POOL_VERDICTS] = {
      [POOL_FULL] = {503, "queue_full", "All workers are busy and the queue is full; try again in a moment."},
      [POOL_SHARE] = {429, "too_many_requests",
                      "This address has as many long requests waiting as one may; wait for their answers."},
      [POOL_SLOW] = {503, "queue_full",
                     "All workers are busy and it would take too long until one is free; try again later."},
      [POOL_ENDING] = {503, "shutting_down", "This service is ending; ask another."}};
  const struct strict_refusal *refusal = &refusals[verdict];
  x->retry_s = wait_us < 60000000 ? (unsigned)((wait_us + 999999) / 1000000) : 60;
  return queue_problem(x, refusal->status, refusal->code, refusal->detail);
}

/* Experience, but no more than the request itself allows. */
static uint64_t expected_us(const struct exchange *x) {
  uint64_t guess = guess_us(&x->server->guess, x->route, x->answer.size), most = x->answer.at_most_us;
  return most && most < guess ? most : guess;
}

/* What the pool wants to know of a job before it judges it. */
static void introduce(struct exchange *x) {
  uint64_t deadline_us = deadline_of(x);
  if (x->forwarded && !x->conn.speaks_for) conns_speak_for(x->server->conns, &x->conn, &x->client);
  x->job.client = conn_client(&x->conn);
  x->job.patience_us = deadline_us > x->now_us ? deadline_us - x->now_us : 0;
}

/* Refused before its body is parsed, which costs more than all the rest of a refusal? Only where every body
 * is for the workers. */
static bool refuse_unread(struct exchange *x, const char *method, enum MHD_Result *result) {
  struct server *server = x->server;
  uint64_t wait_us;
  if (!server->app->always_long || strcmp(method, "POST") != 0) return false;
  if (!server->app->always_long(server->app->self, x->path)) return false;
  x->route = route_names_find(&server->names, x->path);
  introduce(x);
  enum pool_verdict verdict = pool_foresee(server->pool, &x->job, &wait_us);
  if (verdict == POOL_ROOM) return false;
  x->answer.route = server->names.path[x->route];
  *result = refuse_job(x, verdict, wait_us);
  return true;
}

static enum MHD_Result hand_over(struct exchange *x) {
  uint64_t wait_us;
  x->job.run = run_in_worker;
  x->job.done = give_back;
  introduce(x);
  x->job.expected_us = expected_us(x);
  x->job.forsaken = &x->conn.left;
  enum pool_verdict verdict = pool_reserve(x->server->pool, &x->job, &wait_us);
  if (verdict != POOL_ROOM) return refuse_job(x, verdict, wait_us);
  x->stage = STAGE_WORKER;
  x->published_us = clock_us();
  MHD_suspend_connection(x->connection);
  pool_publish(x->server->pool, &x->job);
  return MHD_YES;
}

static enum MHD_Result run_here(struct exchange *x) {
  struct server *server = x->server;
  uint64_t start_us = x->now_us;
  server->app->run(x->lane->state, x->call, deadline_of(x), &x->answer);
  lane_publish(x->lane);
  x->now_us = clock_us();
  x->compute_us = x->now_us - start_us;
  return queue_answer(x);
}

/* OPTIONS: what the path allows, as its 405 would say; nothing for a path that is not there. */
static enum MHD_Result answer_options(struct exchange *x) {
  struct app_answer *answer = &x->answer;
  if (strcmp(x->path, "*") == 0) answer->allow = "GET, HEAD, POST";
  if (answer->status == 404 && !answer->allow) return queue_answer(x);
  free(answer->text);
  answer->text = malloc(1);
  answer->length = 0;
  answer->status = 204;
  return queue_answer(x);
}

static enum MHD_Result dispatch(struct exchange *x) {
  struct server *server = x->server;
  const char *method = strcmp(x->head.method, "HEAD") == 0 ? "GET" : x->head.method;
  struct app_answer *answer = &x->answer;
  if (x->length > x->head.body_limit)
    return queue_problem(x, 413, "body_too_large", "The body is larger than this service accepts.");
  if (!strict_path(&x->head, x->path, sizeof x->path))
    return queue_problem(x, 400, "bad_request", "The request target is not a path this service can read.");
  enum MHD_Result refused;
  if (refuse_unread(x, method, &refused)) return refused;
  if (!routes_answer(server, method, x->path, answer)) {
    struct app_request request = {.method = method,
                                  .path = x->path,
                                  .content_type = x->head.content_type,
                                  .body = x->length ? x->body : "",
                                  .length = x->length,
                                  .arrived_us = x->now_us};
    x->opened = true;
    server->app->open(server->app->self, x->call, &request, answer);
  }
  if (strcmp(method, "OPTIONS") == 0) return answer_options(x);
  if (answer->status) return queue_answer(x);
  x->route = route_names_find(&server->names, answer->route);
  return answer->cost == APP_LONG ? hand_over(x) : run_here(x);
}

/* --- the pieces of a request --- */

static enum MHD_Result refuse(struct exchange *x, const struct strict_refusal *refusal) {
  x->head.method =
      refusal->status == 413 ? x->head.method : "-"; /* what a broken head says is not for the log */
  return queue_problem(x, refusal->status, refusal->code, refusal->detail);
}

/* Probes must get through without a token, and browsers ask what is allowed without one. */
static bool may_ask(struct exchange *x) {
  if (access_is_open(x->server->access) || strcmp(x->head.method, "OPTIONS") == 0) return true;
  if (access_grants(x->server->access, x->head.authorization)) return true;
  return strict_path(&x->head, x->path, sizeof x->path) &&
         (strcmp(x->path, "/health") == 0 || strcmp(x->path, "/ready") == 0);
}

static enum MHD_Result take_head(struct exchange *x, const char *method, const char *version) {
  x->stage = STAGE_BODY;
  x->head.method = method;
  x->head.version = version;
  const struct strict_refusal *refusal = strict_check(&x->head, x->connection);
  if (x->head.request_id) memcpy(x->id, x->head.request_id, strlen(x->head.request_id) + 1);
  if (refusal) return refuse(x, refusal);
  x->forwarded = x->conn.proxied && x->head.forwarded &&
                 peer_forwarded(x->head.forwarded, x->head.forwarded_length, &x->client);
  if (x->conn.standing == CONN_ADDRESS_FULL)
    return queue_problem(x, 429, "too_many_connections",
                         "This address has too many connections open; reuse them.");
  if (x->conn.standing == CONN_SERVER_FULL)
    return queue_problem(x, 503, "too_many_connections",
                         "This service has too many connections open; try again later.");
  if (!may_ask(x))
    return queue_problem(x, 401, "unauthorized", "Send Authorization: Bearer with a token of this service.");
  return MHD_YES;
}

static bool make_room(struct exchange *x, size_t need) {
  if (need <= x->room) return true;
  size_t room = x->head.content_length > need ? (size_t)x->head.content_length : need + need / 2;
  if (room < 1024) room = 1024;
  char *body = realloc(x->body, room);
  if (!body) return false;
  x->body = body;
  x->room = room;
  return true;
}

/* A chunked body shows its size only as it comes. What is over the limit is read on for a while, so that the
 * client hears the 413; then the connection is cut. */
static enum MHD_Result take_body(struct exchange *x, const char *piece, size_t *size) {
  size_t total = x->length + *size;
  if (total > x->head.body_limit) {
    if (total > 4 * x->head.body_limit) {
      x->status = 413;
      conn_cut(&x->conn, x->server->large);
      return MHD_NO;
    }
  } else {
    if (!make_room(x, total)) return MHD_NO;
    memcpy(x->body + x->length, piece, *size);
  }
  x->length = total;
  *size = 0;
  return MHD_YES;
}

static enum MHD_Result resumed(struct exchange *x) {
  if (atomic_load_explicit(&x->conn.left, memory_order_relaxed)) return MHD_NO;
  if (x->answer.status) return queue_answer(x);
  return queue_problem(x, 503, "too_late",
                       "No worker was free before the time for this answer was over; try again.");
}

static enum MHD_Result on_request(void *self, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *piece, size_t *size,
                                  void **context) {
  struct exchange *x = *context;
  (void)self;
  (void)connection;
  (void)url; /* cut at a NUL; we go by the target */
  if (!x || conn_was_cut(&x->conn)) return MHD_NO;
  switch (x->stage) {
  case STAGE_HEAD:
    return take_head(x, method, version);
  case STAGE_BODY:
    if (*size) return take_body(x, piece, size);
    x->now_us = clock_us();
    return conn_enter(&x->conn, CONN_BUSY, x->now_us) ? dispatch(x) : MHD_NO;
  case STAGE_WORKER:
    return resumed(x);
  case STAGE_ANSWERED:
    break;
  }
  return MHD_YES;
}

/* --- beginning and end --- */

static struct exchange *exchange_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/* Ready for the connection's next request. */
static void reset(struct exchange *x) {
  size_t from = offsetof(struct exchange, stage);
  memset((char *)x + from, 0, offsetof(struct exchange, end_of_reset) - from);
  x->id[0] = '\0';
  if (x->room > KEEP_BYTES) {
    free(x->body);
    x->body = NULL;
    x->room = 0;
  }
}

/* The lane's own thread alone writes it. */
static void add_active(struct lane *lane, size_t by) {
  size_t active = atomic_load_explicit(&lane->active, memory_order_relaxed);
  atomic_store_explicit(&lane->active, active + by, memory_order_release);
}

/* One that no other request of this service has; the client's own takes its place. */
static void make_id(struct exchange *x) {
  struct log_line line;
  line.length = 0;
  log_line_raw(&line, x->server->id_prefix);
  log_line_raw(&line, x->lane->name);
  log_line_raw(&line, "-");
  log_line_number(&line, ++x->lane->requests);
  memcpy(x->id, line.text, line.length);
  x->id[line.length] = '\0';
}

static void *on_target(void *self, const char *target, struct MHD_Connection *connection) {
  struct poller *poller = self;
  struct server *server = poller->server;
  struct exchange *x = exchange_of(connection);
  if (!x) return NULL;
  x->began_us = x->now_us = clock_us();
  x->lane = &poller->lane;
  if (!conn_enter(&x->conn, CONN_READING, x->began_us)) return NULL;
  strict_target(&x->head, target);
  x->head.body_limit = (size_t)server->options.body_kib * 1024u;
  x->head.header_limit = HEAD_BYTES;
  x->head.layout_known = server->layout_known;
  x->active = true;
  make_id(x);
  add_active(x->lane, 1);
  return x;
}

static void log_field(struct log_line *line, const char *name, uint64_t value) {
  log_line_raw(line, name);
  log_line_number(line, value);
}

static void log_client(struct log_line *line, const struct exchange *x) {
  char text[INET6_ADDRSTRLEN];
  if (x->forwarded) peer_write(&x->client, text);
  log_line_raw(line, x->forwarded ? text : x->conn.client);
}

static void log_notes(struct log_line *line, const struct app_answer *answer) {
  if (answer->code) {
    log_line_raw(line, ",\"code\":\"");
    log_line_raw(line, answer->code);
    log_line_raw(line, "\"");
  }
  for (size_t i = 0; i < answer->note_count; i++) {
    const struct app_note *note = &answer->notes[i];
    log_line_raw(line, ",");
    log_line_string(line, note->name);
    log_line_raw(line, ":");
    if (note->text)
      log_line_string(line, note->text);
    else
      log_line_number(line, note->number);
  }
}

static void log_body(struct log_line *line, const struct exchange *x) {
  log_line_raw(line, ",\"body\":");
  log_line_text(line, x->body, x->length, sizeof line->text - line->length - 8);
}

static void log_request(struct exchange *x, uint64_t total_us) {
  struct log_line line;
  line.length = 0;
  log_line_raw(&line, "{\"time\":\"");
  log_line_raw(&line, log_stamp_now(&x->lane->stamp));
  log_line_raw(&line, "\",\"level\":\"info\",\"id\":\"");
  log_line_raw(&line, x->id);
  log_line_raw(&line, "\",\"client\":\"");
  log_client(&line, x);
  log_line_raw(&line, "\",\"method\":");
  log_line_string(&line, x->head.method ? x->head.method : "-");
  log_line_raw(&line, ",\"route\":\"");
  log_line_raw(&line, x->answer.route ? x->answer.route : "other");
  log_field(&line, "\",\"status\":", (uint64_t)x->status);
  log_field(&line, ",\"in\":", x->head.head_bytes + x->length);
  log_field(&line, ",\"out\":", x->sent);
  log_field(&line, ",\"queue_us\":", x->queue_us);
  log_field(&line, ",\"compute_us\":", x->compute_us);
  log_field(&line, ",\"total_us\":", total_us);
  if (x->answer.engine) {
    log_line_raw(&line, ",\"engine\":\"");
    log_line_raw(&line, x->answer.engine);
    log_field(&line, "\",\"nodes\":", x->answer.nodes);
  }
  log_notes(&line, &x->answer);
  if (x->server->options.log_bodies && x->length && x->length <= x->head.body_limit) log_body(&line, x);
  log_line_raw(&line, "}\n");
  log_append(x->lane->log, line.text, line.length);
}

static void on_done(void *self, struct MHD_Connection *connection, void **context,
                    enum MHD_RequestTerminationCode code) {
  struct poller *poller = self;
  struct server *server = poller->server;
  struct exchange *x = *context;
  (void)connection;
  (void)code;
  if (!x || !x->active) return;
  uint64_t now_us = clock_us();
  if (!x->status && x->stage <= STAGE_BODY && conn_was_late(&x->conn)) x->status = 408;
  struct tally_entry entry = {.route = route_names_find(&server->names, x->answer.route),
                              .status = x->status,
                              .duration_us = now_us - x->began_us,
                              .queued = x->compute_us && x->published_us,
                              .queue_us = x->queue_us,
                              .compute_us = x->compute_us,
                              .received = x->head.head_bytes + x->length,
                              .sent = x->sent};
  tally_add(x->lane->tally, &entry);
  if (log_level_of(server->log) >= LOG_INFO) log_request(x, now_us - x->began_us);
  conns_speak_for_itself(server->conns, &x->conn);
  if (x->opened) server->app->close(x->call);
  free(x->answer.text);
  reset(x);
  conn_enter(&x->conn, CONN_OPEN, now_us);
  *context = NULL;
  add_active(x->lane, (size_t)-1);
}

static void on_connection(void *self, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode code) {
  struct poller *poller = self;
  struct server *server = poller->server;
  if (!poller->awake) slice_short();
  poller->awake = true;
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
    struct exchange *x = *context;
    atomic_fetch_sub(&poller->connections, 1);
    if (!x) return;
    conns_remove(server->conns, &x->conn);
    free(x->body);
    free(x);
    *context = NULL;
    return;
  }
  /* The second question may be answered in the place of the first. */
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  int fd = info ? info->connect_fd : -1;
  info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  struct exchange *x = fd >= 0 && info ? calloc(1, sizeof *x + server->app->call_size) : NULL;
  if (!x) return; /* its requests are refused by on_request */
  x->server = server;
  x->connection = connection;
  if (!conns_add(server->conns, &x->conn, fd, info->client_addr)) {
    free(x);
    return;
  }
  *context = x;
}

/* The target stays as it came (strict_path); the library must leave it alone. */
static size_t on_unescape(void *self, struct MHD_Connection *connection, char *text) {
  (void)self;
  (void)connection;
  return strlen(text);
}

static void on_complaint(void *self, const char *format, va_list arguments) {
  struct poller *poller = self;
  char text[200];
  vsnprintf(text, sizeof text, format, arguments);
  size_t length = strlen(text);
  if (length && text[length - 1] == '\n') text[length - 1] = '\0';
  log_say(poller->server->log, LOG_INFO, "http", "message", text, NULL);
}

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
  tls->cert = file_read(options->tls_cert, error, room);
  tls->key = tls->cert ? file_read(options->tls_key, error, room) : NULL;
  return tls->key != NULL;
}

void tls_wipe(struct tls *tls) {
  if (tls->key) explicit_bzero(tls->key, strlen(tls->key));
  free(tls->key);
  free(tls->cert);
  *tls = (struct tls){NULL, NULL};
}

static void start_daemon(struct poller *poller, const struct tls *tls) {
  static char protocols[] = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";
  const struct server *server = poller->server;
  /* At its limit the library closes connections without a word. Ours (conns.h) must come first on every
   * poller, however unevenly they share. */
  const unsigned limit = (unsigned)server->options.connections + 256u;
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME |
                   MHD_USE_ITC | MHD_USE_ERROR_LOG;
  struct MHD_OptionItem more[4];
  size_t count = 0;
  if (tls->cert) {
    flags |= MHD_USE_TLS;
    more[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_CERT, 0, tls->cert};
    more[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_KEY, 0, tls->key};
    more[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_PRIORITIES, 0, protocols};
  }
  more[count] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
  poller->daemon = MHD_start_daemon(flags, 0, NULL, NULL, on_request, poller,                        //
                                    MHD_OPTION_EXTERNAL_LOGGER, on_complaint, poller,                //
                                    MHD_OPTION_CONNECTION_LIMIT, limit,                              //
                                    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL_BYTES,          //
                                    MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)server->options.idle_s, //
                                    MHD_OPTION_STRICT_FOR_CLIENT, server->layout_known ? 0 : 1,      //
                                    MHD_OPTION_URI_LOG_CALLBACK, on_target, poller,                  //
                                    MHD_OPTION_UNESCAPE_CALLBACK, on_unescape, poller,               //
                                    MHD_OPTION_NOTIFY_COMPLETED, on_done, poller,                    //
                                    MHD_OPTION_NOTIFY_CONNECTION, on_connection, poller, MHD_OPTION_ARRAY,
                                    more, MHD_OPTION_END);
}

bool http_start(struct server *server, const struct tls *tls, char *error, size_t room) {
  server->layout_known = strict_layout_known();
  for (unsigned i = 0; i < server->poller_count; i++) {
    start_daemon(&server->pollers[i], tls);
    if (server->pollers[i].daemon) continue;
    snprintf(error, room, "The HTTP library does not start%s; the log may say why.",
             tls->cert ? " with this certificate and key" : "");
    return false;
  }
  return true;
}

void http_stop(struct server *server) {
  for (unsigned i = 0; i < server->poller_count; i++) {
    if (server->pollers[i].daemon) MHD_stop_daemon(server->pollers[i].daemon);
    server->pollers[i].daemon = NULL;
  }
}

/* The one with the fewest connections; of equal ones each in turn. */
static struct poller *least_busy(struct server *server) {
  struct poller *best = NULL;
  unsigned least = UINT_MAX, first = server->turn++;
  for (unsigned i = 0; i < server->poller_count; i++) {
    struct poller *poller = &server->pollers[(first + i) % server->poller_count];
    const unsigned connections = atomic_load(&poller->connections);
    if (connections < least) best = poller, least = connections;
  }
  return best;
}

void http_take(void *self, int fd, const struct sockaddr *address, socklen_t length) {
  struct server *server = self;
  if (!conns_admit(server->conns, fd, address)) {
    close(fd);
    return;
  }
  struct poller *poller = least_busy(server);
  atomic_fetch_add(&poller->connections, 1);
  if (MHD_add_connection(poller->daemon, fd, address, length) == MHD_YES) return;
  atomic_fetch_sub(&poller->connections, 1); /* the library has closed it */
  conns_forget(server->conns, fd);
}
