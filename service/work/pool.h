/* pool.h - workers for long requests: a bounded queue, threads at nice +10.
 *
 * A job is let in when the queue has room, in jobs and in the time they are expected to take, and its client
 * does not hold too much of it already. Room is reserved first and the job published later, so that a caller
 * can make a promise in between that cannot be taken back (suspending a connection):
 *
 *   if (pool_reserve(pool, &job, &wait_us) != POOL_ROOM) answer 503 or 429
 *   suspend
 *   pool_publish(pool, &job)      cannot fail; the worker may run it before this returns
 *
 * Who runs next, and which work ends early, is the rule of README.md and fair.h. Of those who may run, the
 * client for whom the fewest are at work comes first; of equal ones, the first in the ring (queue.h).
 *
 * A worker without a queued job helps with a share: items of one job that its owner has spread, under the
 * same rules. Items are claimed one by one, queued jobs come before helping, and the owner takes part itself,
 * so a share ends even without helpers, and no item waits for room in the queue.
 *
 * Locks: one mutex guards queue, shares and counts. It is never held while a job or an item runs. */
#ifndef DDZ_SERVICE_POOL_H
#define DDZ_SERVICE_POOL_H

#include "service/work/fair.h"
#include "service/work/lane.h"

struct job {
  struct ticket ticket; /* first, so that a ticket is its job; its client is touched by the pool alone */
  void (*run)(struct job *job, struct lane *lane);
  void (*done)(struct job *job); /* after run; the pool does not touch the job again, it may be freed */
  atomic_int *word;              /* DDZ_STOP_BUSY is said here when its turn is over */
  uint64_t expected_us;          /* how long a worker will need; for the expected wait, not for the order */
  uint64_t patience_us;          /* how long it may wait for a worker */
  uint64_t deadline_us;          /* when it ends at the latest; clock_us */
  uint64_t helped_us;            /* the pool adds what helpers took for its items */
};

struct pool;

struct pool_setup {
  unsigned workers; /* at least 1; there are FAIR_SPARE threads more */
  size_t queue;     /* jobs that may wait */
  size_t share;     /* of them, of one client */
  uint64_t wait_us; /* the longest expected wait of a job that is let in */
  uint64_t turn_us; /* fair.h */
  const struct lane_setup *lanes;
  struct log *log;
  void *clock_self; /* for ddz_host */
  uint64_t (*clock)(void *self);
};

/* NULL when memory or threads are short. */
struct pool *pool_new(const struct pool_setup *setup);

enum pool_verdict {
  POOL_ROOM,
  POOL_FULL,  /* too many wait already */
  POOL_SHARE, /* too many of this client */
  POOL_SLOW,  /* it would wait too long, by what is expected of those before it */
  POOL_ENDING /* no more jobs */
};
#define POOL_VERDICTS 5

/* `wait_us`: how long the job is expected to wait; written in any case. */
enum pool_verdict pool_reserve(struct pool *pool, struct job *job, uint64_t *wait_us);
void pool_publish(struct pool *pool, struct job *job);

/* Refuse new jobs, run those that are queued, join the threads. */
void pool_stop(struct pool *pool);
void pool_free(struct pool *pool); /* stops first if need be; NULL is allowed */

struct pool_view {
  size_t queued, capacity; /* jobs */
  uint64_t wait_us;        /* the longest anybody is expected to wait */
  unsigned workers, busy;  /* threads; busy is up to FAIR_SPARE more than workers */
  uint64_t busy_us;        /* they were at work, all together */
  uint64_t verdicts[POOL_VERDICTS];
};
struct pool_view pool_look(struct pool *pool);

/* Thread `i`'s lane, for its gauges; NULL past the end. */
struct lane *pool_lane(struct pool *pool, size_t i);

#endif
