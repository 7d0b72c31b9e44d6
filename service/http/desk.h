/* desk.h - what all exchanges of a server share: its parts and its settings, constant while it runs.
 *
 * The server fills it before the first connection and keeps it until the last has gone. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "service/http/access.h"
#include "service/http/conns.h"
#include "service/http/console.h"
#include "service/ops/thread.h"
#include "service/work/pool.h"

/* ---- a budget of bytes ---- */

/* All clients share it; one holds at most what it leaves free.
 *
 * So the first who takes all it may has half, the next a quarter, the k-th 1/2^k. The answers that are not
 * sent yet: without a bound, clients that ask and never read would fill it. And the large bodies that come
 * in. Small ones are always let in: the problem that says "no room" is one of them, and the number of
 * connections bounds them. Any thread. */

struct bound {
  atomic_size_t bytes;
  size_t most, small; /* bytes */
};

static inline void bound_give(struct bound *bound, atomic_size_t *mine, size_t bytes) {
  atomic_fetch_sub_explicit(mine, bytes, memory_order_relaxed);
  atomic_fetch_sub_explicit(&bound->bytes, bytes, memory_order_relaxed);
}

/* For a client that holds `mine`. False, and nothing is taken: it would hold more than stays free for others.
 */
static inline bool bound_take(struct bound *bound, atomic_size_t *mine, size_t bytes) {
  size_t before = atomic_fetch_add_explicit(&bound->bytes, bytes, memory_order_relaxed);
  size_t held = atomic_fetch_add_explicit(mine, bytes, memory_order_relaxed) + bytes;
  if (bytes <= bound->small || before + held <= bound->most) return true;
  bound_give(bound, mine, bytes);
  return false;
}

enum {
  DESK_BODY = 64 * 1024, /* larger bodies share a bound */
  DESK_OPEN = 40 * 1024  /* larger ones are parsed by a worker; this many take a poller 2 ms at most */
};

/* Whole answers for connections that are cut, or not opened. */
enum raw_answer { RAW_LATE, RAW_LARGE, RAW_FULL, RAW_CROWD, RAW_ANSWERS };

struct desk {
  struct lane_setup lanes;
  const struct console *console; /* files for browsers, or NULL */
  struct access *access;
  struct peers proxies; /* ours */
  struct conns *conns;
  struct pool *pool;
  struct pollers *pollers;
  struct log *log;
  struct route_names names;
  struct guess guess;
  struct bound outbox, inbox;           /* answers that are not sent yet; bodies above DESK_BODY */
  uint64_t time_us[METRICS_ROUTES_MAX]; /* for an answer, by route */
  size_t body_limit;                    /* bytes of a body, times ddz_api_body_times */
  bool log_bodies;
  char id_prefix[12];     /* of request ids, new with each start */
  char *raw[RAW_ANSWERS]; /* "": nothing can be said */
  atomic_bool draining;   /* /ready says 503, answers say Connection: close */
  /* for /metrics */
  const char *name, *version; /* of the program */
  atomic_uint reloads, reloads_failed;
  struct process *process;
  struct tally *tallies; /* of all pollers */
  uint64_t started_us;
};

/* Name all routes: the api's, the server's own, the console. */
void desk_name_routes(struct desk *desk);
