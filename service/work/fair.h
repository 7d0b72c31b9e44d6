/* fair.h - which work runs next, and whose turn is over: the rule of pool.h, without threads and clocks.
 *
 * Work is brief when its own limit, or what was counted before it runs, holds it to FAIR_BRIEF_US; else it is
 * slow. There is one thread more than workers. There are as many regular slots as workers; work that begins
 * when all are taken is passing: brief work, one at a time. Pure: the caller keeps the memory, the lock and
 * the clock. */
#ifndef DDZ_SERVICE_FAIR_H
#define DDZ_SERVICE_FAIR_H

#include "service/work/turns.h"

#define FAIR_BRIEF_US 100000u
#define FAIR_NEVER UINT64_MAX

/* What a thread does. */
struct fair_work {
  struct turns_client *client; /* NULL: nothing */
  bool brief, yields, told;
  bool passing; /* it began when all regular slots were taken; fair_begin sets it */
  uint64_t began_us;
  atomic_int *word; /* the caller's */
};

struct fair {
  unsigned workers;       /* at least 1 */
  uint64_t turn_us;       /* that slow work has, when others wait */
  struct turns queue;     /* who waits */
  struct fair_work *work; /* of workers + 1 threads */
  unsigned busy, slow;    /* threads that work; of them with what is slow */
  unsigned passing;       /* likewise, 0 or 1 */
};

static inline bool fair_is_brief(uint64_t at_most_us) { return at_most_us && at_most_us <= FAIR_BRIEF_US; }

/* Most threads that slow work of one client has. */
unsigned fair_cap(const struct fair *fair);

/* May a free thread take such work of this client now? */
bool fair_may(const struct fair *fair, const struct turns_client *client, bool brief);

/* What a free thread takes: of the clients with the fewest busy threads, the first in the ring; of its line,
 * the first that may run. It stays in the queue. NULL: nothing that may run waits. */
struct turn *fair_next(const struct fair *fair);

/* Thread `i` begins what is described, and ends it. */
void fair_begin(struct fair *fair, unsigned i, const struct fair_work *work);
void fair_end(struct fair *fair, unsigned i);

/* Is a thread to be told that its turn is over? It is marked as told. NULL: none now; `again_us`: when to ask
 * again at the latest, FAIR_NEVER: when something has changed. */
struct fair_work *fair_over(struct fair *fair, uint64_t now_us, uint64_t *again_us);

#endif
