#include "service/http/conns.h"

#include "service/ops/thread.h"

#include <linux/tcp.h>
#include <stdlib.h>

/* A phase and when it began, as one word. */
static uint_fast64_t word_of(enum conn_phase phase, uint64_t since_ms) { return since_ms * 8 + phase; }
static enum conn_phase phase_of(uint_fast64_t word) { return (enum conn_phase)(word % 8); }
static uint64_t since_of(uint_fast64_t word) { return word / 8; }

/* States of the kernel's TCP; its header and the C library's do not go together. */
enum { STATE_CLOSE = 7, STATE_CLOSE_WAIT = 8, STATE_LAST_ACK = 9 };

#define LOOK_AFTER_MS 1000 /* of waiting: is the client still there? */
#define SETTLED_MS 20      /* of a kernel's clock that counts by 10: what comes later is a next request's */

struct conn_address {
  LIST_ENTRY(conn_address) link; /* of its bucket */
  struct in6_addr key;           /* peer_network */
  size_t count;                  /* connections */
  size_t lent;                   /* requests that a proxy passes on */
  struct client client;          /* the pool's */
};

struct conns {
  size_t reserve, per_address; /* per_address: 0, any number */
  uint64_t idle_ms, upload_ms;
  const struct peers *proxies;
  const char *late;
  pthread_t warden;
  bool started;
  pthread_mutex_t mutex; /* guards all below */
  pthread_cond_t wake;
  bool stopping;
  LIST_HEAD(open_conns, conn) open;
  LIST_HEAD(coming_conns, conn) coming; /* admitted, and not open yet; few: a poller opens them at once */
  LIST_HEAD(bucket, conn_address) buckets[1024];
  struct conns_view view;
};

/* --- addresses; the mutex is held --- */

/* The entry of an address, a new one if need be; NULL: no memory. */
static struct conn_address *address_at(struct conns *conns, const struct in6_addr *address) {
  const struct in6_addr key = peer_network(address);
  struct conn_address *at;
  uint32_t hash = 2166136261u; /* FNV-1a */
  for (size_t i = 0; i < sizeof key.s6_addr; i++) hash = (hash ^ key.s6_addr[i]) * 16777619u;
  struct bucket *bucket = &conns->buckets[hash % (sizeof conns->buckets / sizeof *bucket)];
  for (at = LIST_FIRST(bucket); at; at = LIST_NEXT(at, link))
    if (memcmp(&at->key, &key, sizeof key) == 0) return at;
  at = calloc(1, sizeof *at);
  if (!at) return NULL;
  at->key = key;
  LIST_INSERT_HEAD(bucket, at, link);
  return at;
}

static void address_drop(struct conn_address *address) {
  if (address->count || address->lent) return;
  LIST_REMOVE(address, link);
  free(address);
}

/* --- opening and closing --- */

/* The mutex is held, here and in the next three. */
static void uncount(struct conns *conns, struct conn_address *address) {
  conns->view.open--;
  address->count--;
  address_drop(address);
}

/* NULL: none with this descriptor is coming. */
static struct conn *take(struct conns *conns, int fd) {
  struct conn *conn = LIST_FIRST(&conns->coming);
  while (conn && conn->fd != fd) conn = LIST_NEXT(conn, link);
  if (conn) LIST_REMOVE(conn, link);
  return conn;
}

static void forget(struct conns *conns, int fd) {
  struct conn *conn = take(conns, fd);
  if (conn) uncount(conns, conn->address);
  free(conn);
}

/* Judge one that is not counted yet. Is it let in, if only to be told that it is too many? */
static bool is_let_in(struct conns *conns, struct conn *conn, const struct in6_addr *key) {
  const bool alone = conns->per_address && !peers_have(conns->proxies, key); /* a proxy's are many clients' */
  const size_t open = conns->view.open, limit = conns->view.limit, count = conn->address->count,
               most = alone ? conns->per_address : SIZE_MAX - conns->reserve;
  if (open >= limit)
    conn->standing = CONN_SERVER_FULL;
  else if (count >= most)
    conn->standing = CONN_ADDRESS_FULL;
  conns->view.server_full += conn->standing == CONN_SERVER_FULL;
  conns->view.address_full += conn->standing == CONN_ADDRESS_FULL;
  return open < limit + conns->reserve && count < most + conns->reserve;
}

bool conns_admit(struct conns *conns, struct conn *conn, int fd, const struct sockaddr *address) {
  const struct in6_addr key = peer_of(address);
  peer_write(&key, conn->client);
  conn->conns = conns;
  conn->fd = fd;
  conn->proxied = peers_have(conns->proxies, &key);
  pthread_mutex_lock(&conns->mutex);
  forget(conns, fd);
  conn->address = address_at(conns, &key);
  const bool good = conn->address && is_let_in(conns, conn, &key);
  if (good) {
    LIST_INSERT_HEAD(&conns->coming, conn, link);
    conn->address->count++;
    conns->view.open++;
  } else if (conn->address) {
    address_drop(conn->address);
  }
  pthread_mutex_unlock(&conns->mutex);
  return good;
}

struct conn *conns_open(struct conns *conns, int fd) {
  pthread_mutex_lock(&conns->mutex);
  struct conn *conn = take(conns, fd);
  if (conn) {
    atomic_store(&conn->phase, word_of(CONN_BEGUN, clock_ms()));
    LIST_INSERT_HEAD(&conns->open, conn, link);
    conns->view.accepted++;
  }
  pthread_mutex_unlock(&conns->mutex);
  return conn;
}

void conns_speak_for(struct conns *conns, struct conn *conn, const struct in6_addr *key) {
  pthread_mutex_lock(&conns->mutex);
  conn->speaks_for = address_at(conns, key);
  if (conn->speaks_for) conn->speaks_for->lent++;
  pthread_mutex_unlock(&conns->mutex);
}

void conns_speak_for_itself(struct conns *conns, struct conn *conn) {
  if (!conn->speaks_for) return;
  pthread_mutex_lock(&conns->mutex);
  conn->speaks_for->lent--;
  address_drop(conn->speaks_for);
  pthread_mutex_unlock(&conns->mutex);
  conn->speaks_for = NULL;
}

void conns_remove(struct conns *conns, struct conn *conn) {
  pthread_mutex_lock(&conns->mutex);
  LIST_REMOVE(conn, link);
  uncount(conns, conn->address);
  pthread_mutex_unlock(&conns->mutex);
}

/* --- phases --- */

bool conn_enter(struct conn *conn, enum conn_phase phase, uint64_t now_us) {
  const uint_fast64_t next = word_of(phase, now_us / 1000u);
  uint_fast64_t now = atomic_load(&conn->phase);
  do {
    if (conn_was_cut(conn)) return false;
  } while (!atomic_compare_exchange_weak(&conn->phase, &now, next));
  return true;
}

/* The library shuts the connection when it hears of the cut; what the warden says has to be out by then. */
bool conn_was_cut(const struct conn *conn) {
  if (phase_of(atomic_load(&conn->phase)) < CONN_CUT) return false;
  pthread_mutex_lock(&conn->conns->mutex);
  pthread_mutex_unlock(&conn->conns->mutex);
  return true;
}

bool conn_was_late(const struct conn *conn) { return phase_of(atomic_load(&conn->phase)) == CONN_CUT; }

struct client *conn_client(const struct conn *conn) {
  if (conn->account) return conn->account;
  return conn->speaks_for ? &conn->speaks_for->client : &conn->address->client;
}

/* The connection's poller sees the end and closes. */
static void hang_up(int fd, const char *text) {
  if (text[0]) send(fd, text, strlen(text), MSG_DONTWAIT | MSG_NOSIGNAL);
  shutdown(fd, SHUT_RDWR);
}

void conn_cut(struct conn *conn, const char *text) {
  if (conn_enter(conn, CONN_CUT, clock_us())) hang_up(conn->fd, text);
}

/* --- the warden --- */

/* For the client to send. */
static bool waits(enum conn_phase phase) {
  return phase == CONN_OPEN || phase == CONN_BEGUN || phase == CONN_READING;
}

/* The time this phase may last; 0: any time. */
static uint64_t limit_ms(const struct conns *conns, enum conn_phase phase) {
  if (phase == CONN_OPEN || phase == CONN_WRITING) return conns->idle_ms;
  return waits(phase) ? conns->upload_ms : 0;
}

/* 1: something has come and is not read yet; 0: the other side has ended, with nothing left to read. */
static ssize_t peek(int fd) {
  char byte;
  return recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
}

/* All zero where the kernel does not say. */
static struct tcp_info ask_kernel(int fd) {
  struct tcp_info info = {.tcpi_state = 0};
  socklen_t length = sizeof info;
  if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) info.tcpi_state = 0;
  return info;
}

/* The same, whatever is left to read: a goodbye of TLS, or a next request. Only the kernel knows; where it
 * does not say, what can be read decides. */
static bool has_left(int fd) {
  struct tcp_info info = ask_kernel(fd);
  return info.tcpi_state == STATE_CLOSE_WAIT || info.tcpi_state == STATE_CLOSE ||
         info.tcpi_state == STATE_LAST_ACK || peek(fd) == 0;
}

/* OPEN becomes BEGUN from when the last bytes came, which are the first that were seen. */
static void see_beginning(struct conn *conn, uint_fast64_t seen, uint64_t now_ms) {
  const uint64_t since_ms = since_of(seen);
  if (now_ms <= since_ms + SETTLED_MS) return;
  struct tcp_info info = ask_kernel(conn->fd);
  if (!info.tcpi_bytes_received || info.tcpi_last_data_recv >= now_ms - since_ms - SETTLED_MS) return;
  atomic_compare_exchange_strong(&conn->phase, &seen, word_of(CONN_BEGUN, now_ms - info.tcpi_last_data_recv));
}

/* What has come and is not read yet is our own delay: the process stood still, or has no processor. */
static void watch_one(struct conns *conns, struct conn *conn, uint64_t now_ms) {
  uint_fast64_t seen = atomic_load(&conn->phase);
  const enum conn_phase phase = phase_of(seen);
  if (phase == CONN_BUSY && now_ms >= since_of(seen) + LOOK_AFTER_MS && has_left(conn->fd))
    atomic_store_explicit(&conn->stop, DDZ_STOP_LEFT, memory_order_relaxed);
  uint64_t limit = limit_ms(conns, phase), since_ms = since_of(seen);
  bool late = limit && now_ms >= since_ms + limit && !(waits(phase) && peek(conn->fd) > 0);
  bool gone = !late && waits(phase) && now_ms >= since_ms + LOOK_AFTER_MS && peek(conn->fd) == 0;
  if (!late && !gone) {
    if (phase == CONN_OPEN) see_beginning(conn, seen, now_ms);
    return;
  }
  uint_fast64_t next = word_of(late ? CONN_CUT : CONN_GONE, now_ms);
  if (!atomic_compare_exchange_strong(&conn->phase, &seen, next)) return; /* it moved on */
  conns->view.cut += late;
  const bool has_sent_part =
      phase == CONN_READING || (phase == CONN_BEGUN && ask_kernel(conn->fd).tcpi_bytes_received);
  hang_up(conn->fd, late && has_sent_part ? conns->late : "");
}

/* Often enough that a limit is kept to an eighth or so, seldom enough to cost nothing. Who wakes late was
 * stopped, and so were the pollers: they come first. */
static void *watch(void *self) {
  struct conns *conns = self;
  const uint64_t shortest = conns->upload_ms < conns->idle_ms ? conns->upload_ms : conns->idle_ms,
                 tick = shortest < 200    ? 25
                        : shortest > 4000 ? 500
                                          : shortest / 8;
  pthread_mutex_lock(&conns->mutex);
  while (!conns->stopping) {
    const struct timespec until = clock_at_us(clock_us() + tick * 1000u);
    const uint64_t late_ms = clock_ms() + 2 * tick;
    pthread_cond_timedwait(&conns->wake, &conns->mutex, &until);
    uint64_t now_ms = clock_ms();
    for (struct conn *conn = now_ms < late_ms ? LIST_FIRST(&conns->open) : NULL; conn;
         conn = LIST_NEXT(conn, link))
      watch_one(conns, conn, now_ms);
    pthread_mutex_unlock(&conns->mutex);
    heap_settle();
    pthread_mutex_lock(&conns->mutex);
  }
  pthread_mutex_unlock(&conns->mutex);
  return NULL;
}

struct conns *conns_new(const struct options *options, size_t reserve, const struct peers *proxies,
                        const char *late) {
  struct conns *conns = calloc(1, sizeof *conns);
  if (!conns) return NULL;
  conns->reserve = reserve;
  conns->per_address = (size_t)options->per_address;
  conns->idle_ms = (uint64_t)options->idle_s * 1000u;
  conns->upload_ms = (uint64_t)options->upload_ms;
  conns->proxies = proxies;
  conns->late = late;
  conns->view.limit = (size_t)options->connections;
  pthread_mutex_init(&conns->mutex, NULL);
  clock_cond_init(&conns->wake);
  conns->started = thread_start(&conns->warden, watch, conns) == 0;
  if (conns->started) {
    pthread_setname_np(conns->warden, "warden");
    return conns;
  }
  conns_free(conns);
  return NULL;
}

void conns_free(struct conns *conns) {
  if (!conns) return;
  pthread_mutex_lock(&conns->mutex);
  conns->stopping = true;
  pthread_cond_signal(&conns->wake);
  pthread_mutex_unlock(&conns->mutex);
  if (conns->started) pthread_join(conns->warden, NULL);
  while (!LIST_EMPTY(&conns->coming)) forget(conns, LIST_FIRST(&conns->coming)->fd);
  pthread_mutex_destroy(&conns->mutex);
  pthread_cond_destroy(&conns->wake);
  free(conns);
}

struct conns_view conns_look(struct conns *conns) {
  pthread_mutex_lock(&conns->mutex);
  struct conns_view view = conns->view;
  pthread_mutex_unlock(&conns->mutex);
  return view;
}
