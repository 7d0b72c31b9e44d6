#include "service/http/exchange.h"

#include <stdlib.h>
#include <strings.h>

/* --- a connection, and the line of a request --- */

#define KEEP_BYTES 16384u /* a body buffer up to this size is kept for the connection's next request */

/* One that no other request of this service has; the client's own takes its place. */
static void make_id(struct exchange *x) {
  char digits[24] = "", *first = &digits[sizeof digits - 1]; /* printf takes too long here */
  for (uint64_t n = ++x->lane->requests; n; n /= 10) *--first = (char)('0' + n % 10);
  stpcpy(stpcpy(stpcpy(stpcpy(x->id, x->desk->id_prefix), x->lane->name), "-"), first);
}

/* On the lane's own thread. */
static void add_active(struct lane *lane, size_t by) {
  const size_t active = atomic_load_explicit(&lane->active, memory_order_relaxed);
  atomic_store_explicit(&lane->active, active + by, memory_order_release);
}

bool exchange_begin(struct exchange *x, struct lane *lane, const char *target) {
  struct request *now = &x->now;
  now->began_us = now->now_us = clock_us();
  x->lane = lane;
  if (!conn_enter(&x->conn, CONN_READING, now->began_us)) return false;
  strict_target(&now->head, target);
  if (!strict_path(&now->head, x->path, sizeof x->path)) x->path[0] = '\0';
  now->head.body_limit = x->desk->body_limit * ddz_api_body_times(x->path);
  now->active = true;
  make_id(x);
  add_active(lane, 1);
  return true;
}

struct client *exchange_client(struct exchange *x) {
  if (x->now.forwarded && !x->conn.account && !x->conn.speaks_for)
    conns_speak_for(x->desk->conns, &x->conn, &x->now.client);
  return conn_client(&x->conn);
}

/* --- the head --- */

/* Probes must get through without a token, browsers ask what is allowed without one, and the console asks its
 * user for one. */
static bool is_for_all(struct exchange *x) {
  return access_is_open(x->desk->access) || strcmp(x->now.head.method, "OPTIONS") == 0 || x->now.file ||
         strcmp(x->path, "/health") == 0 || strcmp(x->path, "/ready") == 0;
}

/* Find the account of its token. Its rate is judged when the request is whole: a refusal here would close. */
static enum MHD_Result enter(struct exchange *x) {
  struct request *now = &x->now;
  now->tenant = access_grants(x->desk->access, now->head.authorization);
  if (!now->tenant)
    return reply_problem(x, "unauthorized", "Send Authorization: Bearer with a token of this service.");
  x->conn.account = &now->tenant->client;
  return MHD_YES;
}

/* For whom a proxy of ours asks: the last in the chain that is no proxy of ours. */
static bool find_client(struct exchange *x) {
  const struct strict_head *head = &x->now.head;
  enum peer_step step = PEER_OURS;
  for (size_t i = head->forwarded_count; i-- > 0 && step == PEER_OURS;)
    step =
        peer_forwarded(head->forwarded[i].text, head->forwarded[i].length, &x->desk->proxies, &x->now.client);
  return step != PEER_UNKNOWN && head->forwarded_count > 0;
}

/* Any page may let its visitors send a form, or bytes without a type, wherever it likes; application/json
 * only where that is allowed (--cors). So nothing else is taken from pages of elsewhere, whatever the body
 * is. */
static bool is_foreign_form(const struct exchange *x) {
  const struct strict_head *head = &x->now.head;
  const char *type = head->content_type;
  const bool is_json = type && strncasecmp(type, "application/json", 16) == 0 && strchr("; \t", type[16]);
  return strict_foreign(head) && strcmp(head->method, "POST") == 0 && !is_json &&
         !access_origin(x->desk->access, head->origin);
}

/* Bytes over the limit that are read and thrown away: few clients look for an answer before their body is
 * sent, and what they have not sent when the connection closes takes the answer with it. */
enum { READ_ON = 8 << 20 };

static enum MHD_Result take_head(struct exchange *x, const char *method, const char *version) {
  struct request *now = &x->now;
  struct strict_head *head = &now->head;
  now->stage = STAGE_BODY;
  head->method = method;
  head->version = version;
  const struct strict_refusal *refusal = strict_check(head, x->connection);
  if (head->request_id) memcpy(x->id, head->request_id, strlen(head->request_id) + 1);
  if (refusal) {
    head->method = "-"; /* what a broken head says is not for the log */
    return reply_problem(x, refusal->code, refusal->detail);
  }
  now->file = console_find(x->desk->console, x->path);
  now->route = route_names_find(&x->desk->names, now->file ? CONSOLE_ROUTE : x->path);
  if (!access_host(x->desk->access, head->host))
    return reply_problem(x, "wrong_host",
                         "Host is none of this service's names; the option --hosts lists more.");
  now->crowded = head->content_length > head->body_limit;
  if (now->crowded && head->content_length - head->body_limit > (head->expect ? 0 : READ_ON))
    return reply_too_large(x);
  now->forwarded = x->conn.proxied && find_client(x);
  if (x->conn.standing == CONN_ADDRESS_FULL)
    return reply_problem(x, "too_many_connections",
                         "This address has too many connections open; reuse them.");
  if (x->conn.standing == CONN_SERVER_FULL)
    return reply_problem(x, "connections_full",
                         "This service has too many connections open; try again later.");
  if (is_foreign_form(x))
    return reply_problem(x, "unsupported_media_type", "Web pages of other origins send application/json.");
  return is_for_all(x) ? MHD_YES : enter(x);
}

/* --- the body --- */

/* Large bodies share a bound, by the length that is announced; of chunks the most that there may be. */
static bool has_room(struct exchange *x, size_t total) {
  struct request *now = &x->now;
  const size_t announced = (size_t)now->head.content_length;
  const size_t most = announced ? announced : now->head.body_limit;
  if ((announced ? announced : total) <= DESK_BODY || now->taken > 0) return true;
  now->taker = exchange_client(x);
  if (bound_take(&x->desk->inbox, &now->taker->unread, most)) now->taken = most;
  return now->taken > 0;
}

/* False: memory is short. */
static bool make_room(struct exchange *x, size_t bytes) {
  const uint64_t announced = x->now.head.content_length;
  if (bytes <= x->room) return true;
  size_t room = announced > bytes ? (size_t)announced : bytes + bytes / 2;
  if (room < 1024) room = 1024;
  char *body = realloc(x->body, room);
  if (!body) return false;
  x->body = body;
  x->room = room;
  return true;
}

/* A chunked body shows its size only as it comes. */
static enum MHD_Result take_body(struct exchange *x, const char *piece, size_t *size) {
  struct request *now = &x->now;
  const size_t total = now->length + *size, limit = now->head.body_limit;
  if (total > limit + READ_ON) {
    now->status = 413;
    conn_cut(&x->conn, x->desk->raw[RAW_LARGE]);
    return MHD_NO;
  }
  now->crowded = now->crowded || (total <= limit && !has_room(x, total));
  if (total <= limit && !now->crowded) {
    if (!make_room(x, total)) return MHD_NO;
    memcpy(x->body + now->length, piece, *size);
  }
  now->length = total;
  *size = 0;
  return MHD_YES;
}

enum MHD_Result intake_step(struct exchange *x, const char *method, const char *version, const char *piece,
                            size_t *size) {
  if (conn_was_cut(&x->conn)) return MHD_NO;
  switch (x->now.stage) {
  case STAGE_HEAD:
    return take_head(x, method, version);
  case STAGE_BODY:
    if (*size) return take_body(x, piece, size);
    x->now.api.span.arrived_us = x->now.now_us = clock_us();
    return conn_enter(&x->conn, CONN_BUSY, x->now.now_us) ? dispatch(x) : MHD_NO;
  case STAGE_ROUND:
    return dispatch_round(x);
  case STAGE_OPENING:
    return dispatch_opened(x);
  case STAGE_WORKER:
    return dispatch_resumed(x);
  case STAGE_ANSWERED:
    break;
  }
  return x->now.status ? MHD_YES : MHD_NO;
}

/* --- the end: counters, and a line of the log --- */

static void add_notes(struct log_line *line, const struct ddz_answer *answer) {
  if (answer->code) ddz_write_string(&line->out, "code", answer->code);
  for (size_t i = 0; i < answer->notes.count; i++) {
    const struct ddz_api_note *note = &answer->notes.note[i];
    if (note->text)
      ddz_write_string(&line->out, note->name, note->text);
    else
      log_count(line, note->name, note->number);
  }
}

static void log_request(struct exchange *x, uint64_t total_us) {
  const struct request *now = &x->now;
  const char *method = now->head.method ? now->head.method : "-";
  char client[INET6_ADDRSTRLEN];
  if (now->forwarded) peer_write(&now->client, client);
  struct log_line line = log_begin(&x->lane->stamp, LOG_INFO);
  ddz_write_string(&line.out, "id", x->id);
  ddz_write_string(&line.out, "client", now->forwarded ? client : x->conn.client);
  if (now->tenant && now->tenant->name[0]) ddz_write_string(&line.out, "name", now->tenant->name);
  if (now->head.traceparent) ddz_write_string(&line.out, "traceparent", now->head.traceparent);
  log_text(&line, "method", method, strlen(method));
  ddz_write_string(&line.out, "route", x->desk->names.path[now->route]);
  ddz_write_int(&line.out, "status", now->status);
  log_count(&line, "in", now->head.head_bytes + now->length);
  log_count(&line, "out", now->sent);
  log_count(&line, "queue_us", now->queue_us);
  log_count(&line, "compute_us", now->compute_us);
  log_count(&line, "total_us", total_us);
  if (now->api.answer.engine) {
    ddz_write_string(&line.out, "engine", now->api.answer.engine);
    log_count(&line, "nodes", now->api.answer.nodes);
  }
  add_notes(&line, &now->api.answer);
  if (x->desk->log_bodies && now->length && now->length <= now->head.body_limit)
    log_text(&line, "body", x->body, now->length);
  log_end(&line, x->desk->log);
}

static void count_request(struct exchange *x, uint64_t total_us) {
  const struct request *now = &x->now;
  const struct tally_entry entry = {.route = now->route,
                                    .status = now->status,
                                    .duration_us = total_us,
                                    .queued = now->compute_us && now->handed_us,
                                    .queue_us = now->queue_us,
                                    .compute_us = now->compute_us,
                                    .received = now->head.head_bytes + now->length,
                                    .sent = now->sent,
                                    .answer = &now->api.answer};
  tally_add(x->lane->tally, &entry);
  if (!now->tenant) return;
  atomic_fetch_add(&now->tenant->used[TENANT_REQUESTS], 1);
  atomic_fetch_add(&now->tenant->used[TENANT_COMPUTE], now->compute_us + now->helped_us);
}

void intake_end(struct exchange *x) {
  struct request *now = &x->now;
  if (!now->active) return;
  uint64_t now_us = clock_us();
  int busy = DDZ_STOP_BUSY;
  if (!now->status && now->stage <= STAGE_BODY && conn_was_late(&x->conn)) now->status = 408;
  if (now->stage <= STAGE_BODY) now->route = 0; /* how long it took says nothing of the route */
  if (now->stage == STAGE_ROUND) dispatch_forget(x);
  count_request(x, now_us - now->began_us);
  if (log_level_of(x->desk->log) >= LOG_INFO) log_request(x, now_us - now->began_us);
  if (now->holder) bound_give(&x->desk->outbox, &now->holder->unsent, now->held);
  if (now->taken) bound_give(&x->desk->inbox, &now->taker->unread, now->taken);
  conns_speak_for_itself(x->desk->conns, &x->conn);
  x->conn.account = NULL;
  tenant_release(now->tenant);
  ddz_api_close(&now->api);
  heap_freed(now->held + now->taken);
  memset(now, 0, sizeof *now);
  atomic_compare_exchange_strong(&x->conn.stop, &busy, DDZ_STOP_NOT);
  if (x->room > KEEP_BYTES) {
    free(x->body);
    x->body = NULL;
    x->room = 0;
  }
  conn_enter(&x->conn, CONN_OPEN, now_us);
  add_active(x->lane, (size_t)-1);
}
