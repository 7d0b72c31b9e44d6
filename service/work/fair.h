/* fair.h - who waits for a worker, which work runs next, and which ends early: the rule of README.md, without
 * threads and clocks.
 *
 * An entry is the place of a job in the queue. Each client has a line of entries, and the clients form a
 * ring:
 *
 *   ring -> A: a1 a2 a3     served a1, b1, c1, a2, c2, a3 (see fair_next)
 *           B: b1
 *           C: c1 c2
 *
 * So a client with one entry waits for at most one job of each other client, however many they have.
 *
 * Work is brief when its own limit, or what was counted before it runs, holds it to FAIR_BRIEF_US; else it is
 * slow. Work is due when its own time is over while it waits: then it is to answer at once with what is
 * there.
 *
 *   threads at work              who may begin
 *   fewer than workers           anybody
 *   fewer than workers + 2       a client that has no thread; what is due
 *   any number, beside them      two that are due; or, while there is none, one brief work of a client that
 *                                has at most one thread. This is express work, and not counted here
 *
 * A token may have fewer threads (`workers` of its client); what is due begins all the same.
 *
 * Where slow work of a client without a thread waits all the same, other work ends after its time slice;
 * after five where it is limited in nodes alone, so that its answer depends on the request alone. Where work
 * of a client waits that has a time of its own, the client's running work that has one, too, ends after its
 * part of it: n of them at the same time on k threads get about k/n of their time each.
 *
 * Pure: the caller keeps the memory, the lock and the clock. Entries and clients are members of what they
 * belong to. Zeroed memory is an empty queue and a client with nothing waiting. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/ops/options.h"

#define FAIR_BRIEF_US 100000u
#define FAIR_NEVER UINT64_MAX
enum {
  FAIR_SLOW_SPARE = 2, /* threads beside the workers that may have slow work */
  FAIR_EXPRESS = 2,    /* and those for express work */
  FAIR_SPARE = FAIR_SLOW_SPARE + FAIR_EXPRESS,
  FAIR_THREADS_MAX = OPTIONS_THREADS_MAX + FAIR_SPARE,
  FAIR_NODES_SLICES = 5 /* of work limited in nodes alone */
};
#define FAIR_PART_US 20000u /* the least part of its own time */

struct client;

struct entry {
  struct entry *next;
  struct client *client;
  bool brief;       /* as above */
  uint64_t due_us;  /* when its own time is over: it is to answer then with what is there; 0: it has none */
  atomic_int *stop; /* by which the caller makes it end early (enum ddz_stop_word) */
  /* of the first entry of a client that waits for a poller (rounds.h) */
  struct entry *line_last, *line_next; /* its last one; the first one of another client */
};

struct client {
  struct client *next;           /* in the ring */
  struct entry *first;           /* NULL: nothing waits */
  size_t held;                   /* jobs in the queue or on their way into it */
  uint64_t held_us;              /* expected of them */
  unsigned running;              /* threads that are at work for it */
  atomic_uint_fast64_t place_us; /* among those who wait for a poller (rounds.h) */
  atomic_size_t unsent, unread;  /* bytes of its answers and bodies (http/desk.h) */
  const atomic_uint *workers;    /* the most that may be, 0: any number; NULL: likewise (http/access.h) */
};

/* What a thread does. */
struct fair_work {
  struct entry *entry; /* NULL: nothing */
  uint64_t began_us;
  bool stopped; /* its time slice, or its part of its own time, is over: set by fair_over */
  bool express; /* set by fair_begin */
};

struct fair {
  unsigned workers;    /* at least 1 */
  uint64_t slice_us;   /* a time slice: how long work runs at least while a client without a thread waits */
  struct client *ring; /* who waits; who comes next first, NULL: nobody */
  struct fair_work work[FAIR_THREADS_MAX]; /* of workers + FAIR_SPARE threads */
  unsigned busy;                           /* threads at work, */
  unsigned express;                        /* and of them with express work */
};

/* The time slice of work; `timed`: it has a time of its own. */
static inline uint64_t fair_slice_us(const struct fair *fair, bool timed) {
  return (timed ? 1 : FAIR_NODES_SLICES) * fair->slice_us;
}

/* To the end of its client's line. */
void fair_push(struct fair *fair, struct entry *entry);

/* Take one out of its line; its client goes to the end of the ring or leaves it. */
void fair_take(struct fair *fair, struct entry *entry);

/* May a free thread take such work of this client now? */
bool fair_may(const struct fair *fair, const struct client *client, bool brief);

/* What a free thread takes: of the clients with the fewest busy threads, the first in the ring; of its line,
 * the first that may run. What is due counts as of a client that has none. It stays in the queue. NULL:
 * nothing that may run waits. */
struct entry *fair_next(const struct fair *fair, uint64_t now_us);

/* Thread `i` begins the work of an entry, whose memory stays in place until the thread ends it. Several
 * threads may work on one. */
void fair_begin(struct fair *fair, unsigned i, struct entry *entry, uint64_t now_us);
void fair_end(struct fair *fair, unsigned i);

/* Whose work is over and to be stopped? It is marked as stopped. NULL: nobody's now; `again_us`: when to ask
 * again, and for fair_next, at the latest; FAIR_NEVER: when something has changed. */
struct entry *fair_over(struct fair *fair, uint64_t now_us, uint64_t *again_us);
