/* pool.h - workers for long requests: a bounded queue, threads at nice +10.
 *
 * Room in the queue is reserved first and the job published later, so that a caller can make a promise in
 * between that cannot be taken back (suspending a connection):
 *
 *   if (!pool_reserve(pool)) answer 503
 *   suspend
 *   pool_publish(pool, &job)      cannot fail; the worker may run it before this returns
 *
 * A worker without a queued job helps with a share: items of one job that its owner has spread. Items are
 * claimed one by one, queued jobs come before helping, and the owner takes part itself, so a share ends even
 * when nobody helps, and nothing ever waits for room in the queue.
 *
 * Locks: one mutex guards queue, shares and counts. It is never held while a job or an item runs. */
#ifndef DDZ_SERVICE_POOL_H
#define DDZ_SERVICE_POOL_H

#include "service/lane.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct job {
  struct job *next;
  void (*run)(struct job *job, struct lane *lane);
};

struct pool;

struct pool_setup {
  unsigned workers; /* threads, at least 1 */
  size_t queue;     /* jobs that may wait */
  const struct app *app;
  struct log *log;
  void *clock_self; /* for app_host */
  uint64_t (*clock)(void *self);
};

/* NULL when memory or threads are short. */
struct pool *pool_new(const struct pool_setup *setup);

bool pool_reserve(struct pool *pool); /* false: full, or stopping */
void pool_publish(struct pool *pool, struct job *job);

/* Refuse new jobs, run those that are queued, join the threads. */
void pool_stop(struct pool *pool);
void pool_free(struct pool *pool); /* stops first if need be; NULL is allowed */

struct pool_view {
  size_t queued, capacity; /* jobs */
  unsigned workers, busy;  /* threads */
  uint64_t refused;        /* reservations that found no room */
};
struct pool_view pool_look(struct pool *pool);

/* Worker `i`'s lane, for its gauges; NULL past the end. */
struct lane *pool_lane(struct pool *pool, size_t i);

#endif
