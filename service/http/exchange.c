#include "service/http/exchange.h"

#include <stdlib.h>

#define KEEP_BYTES 16384u /* a body buffer up to this size is kept for the connection's next request */

struct exchange *exchange_new(struct desk *desk, struct MHD_Connection *connection, int fd,
                              const struct sockaddr *address) {
  struct exchange *x = calloc(1, sizeof *x);
  if (!x) return NULL;
  x->desk = desk;
  x->connection = connection;
  if (conns_add(desk->conns, &x->conn, fd, address)) return x;
  free(x);
  return NULL;
}

void exchange_free(struct exchange *x) {
  conns_remove(x->desk->conns, &x->conn);
  free(x->body);
  free(x);
}

/* One that no other request of this service has; the client's own takes its place. */
static void make_id(struct exchange *x) {
  struct log_line line;
  line.length = 0;
  log_line_raw(&line, x->desk->id_prefix);
  log_line_raw(&line, x->lane->name);
  log_line_raw(&line, "-");
  log_line_number(&line, ++x->lane->requests);
  memcpy(x->id, line.text, line.length);
  x->id[line.length] = '\0';
}

static size_t body_limit_of(struct exchange *x) {
  const bool known = strict_path(&x->now.head, x->path, sizeof x->path);
  return x->desk->body_limit * (known ? ddz_api_body_times(x->path) : 1);
}

bool exchange_begin(struct exchange *x, struct lane *lane, const char *target) {
  struct request *now = &x->now;
  now->began_us = now->now_us = clock_us();
  x->lane = lane;
  if (!conn_enter(&x->conn, CONN_READING, now->began_us)) return false;
  strict_target(&now->head, target);
  now->head.body_limit = body_limit_of(x);
  now->active = true;
  make_id(x);
  lane_add_active(lane, 1);
  return true;
}

void exchange_reset(struct exchange *x) {
  int busy = DDZ_STOP_BUSY;
  memset(&x->now, 0, sizeof x->now);
  atomic_compare_exchange_strong(&x->conn.stop, &busy, DDZ_STOP_NOT);
  if (x->room <= KEEP_BYTES) return;
  free(x->body);
  x->body = NULL;
  x->room = 0;
}

bool exchange_make_room(struct exchange *x, size_t bytes) {
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

struct client *exchange_client(struct exchange *x) {
  if (x->now.forwarded && !x->conn.account && !x->conn.speaks_for)
    conns_speak_for(x->desk->conns, &x->conn, &x->now.client);
  return conn_client(&x->conn);
}

uint64_t exchange_deadline(const struct exchange *x) {
  const uint64_t route_us = x->desk->time_us[x->now.route];
  const uint64_t own_us = x->now.tenant ? atomic_load(&x->now.tenant->ms) * 1000u : 0;
  return x->now.began_us + (own_us && own_us < route_us ? own_us : route_us);
}
