/* pool.h - workers for long requests: a bounded queue, threads at nice +10.
 *
 * A job is let in when the queue has room and its client does not hold too much of it already; one without a
 * time of its own also only when it is not expected to wait too long. Room is reserved first and the job
 * published later, so that a caller can make a promise in between that cannot be taken back (suspending a
 * connection):
 *
 *   if (pool_reserve(pool, &job, &wait_us) != POOL_ROOM) answer 503 or 429
 *   suspend
 *   pool_publish(pool, &job)      cannot fail; the worker may run it before this returns
 *
 * Who runs next, and which work ends early, is the rule of README.md and fair.h. Of those who may run, the
 * client for whom the fewest are at work comes first; of equal ones, the first in the ring (fair.h).
 *
 * A worker without a queued job helps with a parallel loop: items of one job that its owner has spread, under
 * the same rules. Items are claimed one by one, queued jobs come before helping, and the owner takes part
 * itself, so a loop ends even without helpers, and no item waits for room in the queue.
 *
 * Locks: one mutex guards queue, loops and counts. It is never held while a job or an item runs. */
#pragma once

#include "service/ops/log.h"
#include "service/ops/metrics.h"
#include "service/work/fair.h"
#include "service/work/rounds.h"

/* ---- lanes ---- */

/* What belongs to one thread: its api and its counters.
 *
 * Nothing in a lane is shared for writing. The counters and gauges are atomics only so that another thread
 * may read them for /metrics: one writer, relaxed loads and stores, no read-modify-write. */

/* What the apis of all lanes are made of. */
struct lane_setup {
  struct ddz_api_options memory;
  const struct ddz_api_model *model; /* NULL: no net */
  atomic_bool expired;               /* every deadline has passed: the server must stop */
  struct lane *all;                  /* that were opened; the last one first */
};

struct lane {
  struct lane *next;
  const struct lane_setup *setup;
  char name[16]; /* "poller-0", "worker-1" */
  struct ddz_api *api;
  struct log_stamp stamp;
  struct tally *tally;  /* NULL in workers, which answer nobody */
  struct rounds rounds; /* of a poller */
  uint64_t requests;    /* numbered for the request id */
  atomic_size_t active; /* requests between request line and last byte of the answer */
  atomic_uint_fast64_t gauges[DDZ_API_STATS];
};

/* Prepare `lane`, whose memory is zeroed; false when memory is short, then lane_close is still due. `spread`:
 * as in struct ddz_host, with the lane as itself, or NULL. `spare`: it is seldom used, and does with a small
 * memo. */
typedef void spread_fn(void *lane, size_t n, void (*item)(void *arg, size_t i, struct ddz_api *api),
                       void *arg);
bool lane_open(struct lane *lane, const char *kind, unsigned number, struct lane_setup *setup,
               spread_fn *spread, bool spare);
void lane_close(struct lane *lane);

/* struct ddz_host's clock: monotonic microseconds, or the end of time. */
uint64_t lane_now_us(void *lane);

/* Publish the api's gauges; on the lane's own thread, after each request. */
void lane_publish(struct lane *lane);

/* ---- jobs ---- */

struct job {
  struct entry
      entry; /* first, so that an entry is its job; the pool alone counts its client's jobs and threads */
  void (*run)(struct job *job, struct lane *lane);
  void (*done)(struct job *job); /* after run; the pool does not touch the job again, it may be freed */
  uint64_t expected_us;          /* how long a worker will need; for the expected wait, not for the order */
  uint64_t deadline_us;          /* when it ends at the latest; clock_us */
  uint64_t helped_us;            /* the pool adds what helpers took for its items */
};

struct pool;

/* As the options say; there are FAIR_SPARE threads more than workers. `lanes` outlives the pool. NULL when
 * memory or threads are short. */
struct pool *pool_new(const struct options *options, struct lane_setup *lanes);

enum pool_verdict {
  POOL_ROOM,
  POOL_FULL,      /* too many wait already */
  POOL_ALLOWANCE, /* as many of this client as one may have */
  POOL_SLOW,      /* it would wait too long, by what is expected of those before it */
  POOL_ENDING     /* no more jobs */
};
#define POOL_VERDICTS 5

/* `wait_us`: how long the job is expected to wait; written in any case. */
enum pool_verdict pool_reserve(struct pool *pool, struct job *job, uint64_t *wait_us);
void pool_publish(struct pool *pool, struct job *job);

/* Refuse new jobs, run those that are queued, join the threads, for at most `ms`. False: one is still at
 * work; nothing it may look at can be freed. */
bool pool_stop(struct pool *pool, uint64_t ms);
enum { POOL_LAST_MS = 3000 };      /* for work that is told to end, and looks */
void pool_free(struct pool *pool); /* stops first if need be, however long it takes; NULL is allowed */

struct pool_view {
  size_t queued, capacity; /* jobs */
  uint64_t wait_us;        /* the longest anybody is expected to wait */
  unsigned workers, busy;  /* threads; busy is up to FAIR_SPARE more than workers */
  uint64_t busy_us;        /* they were at work, all together */
  uint64_t verdicts[POOL_VERDICTS];
};
struct pool_view pool_look(struct pool *pool);

/* ---- how long will a request take? ---- */

/* From experience: one moving mean for each route and group (answer.h). A single outlier hardly moves the
 * mean: a sample counts for an eighth, and at most four times the guess plus a millisecond of it. Any thread;
 * two that learn at the same moment may lose one of the two.
 */

#define GUESS_UNKNOWN_US 10000u /* before the first sample */

/* Zeroed memory knows nothing yet. */
struct guess {
  atomic_uint_fast64_t us[METRICS_ROUTES_MAX][DDZ_COST_GROUPS];
};

/* GUESS_UNKNOWN_US: it is not known yet. */
uint64_t guess_us(struct guess *guess, size_t route, unsigned group);
void guess_learn(struct guess *guess, size_t route, unsigned group, uint64_t took_us);
