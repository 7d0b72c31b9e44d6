/* fair.h - which work runs next, and which ends early: the rule of README.md, without threads and clocks.
 *
 * Work is brief when its own limit, or what was counted before it runs, holds it to FAIR_BRIEF_US; else it is
 * slow. Work is due when its own time is over while it waits: then it is to answer at once with what is
 * there.
 *
 *   threads at work              who may begin
 *   fewer than workers           anybody
 *   fewer than workers + 2       a client that has no thread; what is due
 *   any number, beside them      two that are due; or, while there is none, one brief work of a client that
 *                                has at most one thread. They are passing, and not counted here
 *
 * Where slow work of a client without a thread waits all the same, other work ends after a turn; after five
 * where it is limited in nodes alone, so that its answer depends on the request alone. Where work of a client
 * waits that has a time of its own, the client's running work that has one, too, ends after its part of it: n
 * of them at the same time on k threads get about k/n of their time each.
 * Pure: the caller keeps the memory, the lock and the clock. */
#ifndef DDZ_SERVICE_FAIR_H
#define DDZ_SERVICE_FAIR_H

#include "service/work/queue.h"

#define FAIR_BRIEF_US 100000u
#define FAIR_NEVER UINT64_MAX
enum {
  FAIR_SLOW_SPARE = 2, /* threads beside the workers that may have slow work */
  FAIR_PASSING = 2,    /* and those for what is passing */
  FAIR_SPARE = FAIR_SLOW_SPARE + FAIR_PASSING,
  FAIR_NODES_TURNS = 5 /* of work limited in nodes alone */
};
#define FAIR_PART_US 20000u /* the least part of its own time */

/* What a thread does. */
struct fair_work {
  struct client *client; /* NULL: nothing */
  bool brief;
  bool told;                 /* its turn is over, and it is to end: set by fair_over */
  bool passing;              /* it is beside those that are counted: set by fair_begin */
  uint64_t began_us, due_us; /* due_us: when its own time is over; 0: it has none */
  atomic_int *word;          /* by which the caller is told to end */
};

struct fair {
  unsigned workers;       /* at least 1 */
  uint64_t turn_us;       /* a turn */
  struct queue queue;     /* who waits */
  struct fair_work *work; /* of workers + FAIR_SPARE threads */
  unsigned busy;          /* threads at work, */
  unsigned passing;       /* and of them with what is passing */
};

static inline bool fair_is_brief(uint64_t at_most_us) { return at_most_us && at_most_us <= FAIR_BRIEF_US; }

/* How long work runs at least while a client without a thread waits; `timed`: it has a time of its own. */
static inline uint64_t fair_turn_us(const struct fair *fair, bool timed) {
  return (timed ? 1 : FAIR_NODES_TURNS) * fair->turn_us;
}

/* May a free thread take such work of this client now? */
bool fair_may(const struct fair *fair, const struct client *client, bool brief);

/* What a free thread takes: of the clients with the fewest busy threads, the first in the ring; of its line,
 * the first that may run. What is due counts as of a client that has none. It stays in the queue. NULL:
 * nothing that may run waits. */
struct ticket *fair_next(const struct fair *fair, uint64_t now_us);

/* Thread `i` begins what is described, and ends it. */
void fair_begin(struct fair *fair, unsigned i, const struct fair_work *work);
void fair_end(struct fair *fair, unsigned i);

/* Is a thread to be told that its turn is over? It is marked as told. NULL: none now; `again_us`: when to ask
 * again, and for fair_next, at the latest; FAIR_NEVER: when something has changed. */
struct fair_work *fair_over(struct fair *fair, uint64_t now_us, uint64_t *again_us);

#endif
