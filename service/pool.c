#include "service/pool.h"

#include "service/clock.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define WORKER_NICE 10
#define OFFER_US 100

/* Items that one job has spread; lives on the stack of its owner. */
struct share {
  struct share *next;
  size_t claimed, count;
  size_t running; /* items being run by helpers */
  void (*item)(void *arg, size_t i, void *state);
  void *arg;
  pthread_cond_t quiet; /* signalled when running falls to 0 */
};

struct worker {
  struct pool *pool;
  struct lane lane;
  pthread_t thread;
  bool started;
  uint64_t offered_us; /* when it last offered its processor */
};

struct pool {
  struct worker *workers;
  unsigned count;
  uint64_t (*clock)(void *self);
  void *clock_self;
  pthread_mutex_t mutex; /* guards all below */
  pthread_cond_t work;   /* a job or a share is there, or stopping */
  struct job *head, **tail;
  struct share *shares; /* those with items left to claim */
  size_t queued;        /* reserved or waiting */
  size_t capacity;
  unsigned busy;
  uint64_t refused;
  bool stopping;
};

/* --- shares; the mutex is held by the caller --- */

static size_t claim(struct pool *pool, struct share *share) {
  size_t i = share->claimed++;
  if (share->claimed == share->count) { /* nothing left: helpers must not find it any more */
    struct share **link = &pool->shares;
    while (*link != share) link = &(*link)->next;
    *link = share->next;
  }
  return i;
}

static void help(struct pool *pool, struct share *share, struct lane *lane) {
  size_t i = claim(pool, share);
  share->running++;
  pthread_mutex_unlock(&pool->mutex);
  share->item(share->arg, i, lane->state);
  lane_publish(lane);
  pthread_mutex_lock(&pool->mutex);
  if (--share->running == 0) pthread_cond_signal(&share->quiet);
}

/* struct app_host's spread, on a worker. */
static void spread(void *self, size_t n, void (*item)(void *arg, size_t i, void *state), void *arg) {
  struct worker *worker = self;
  struct pool *pool = worker->pool;
  if (n == 0) return;
  struct share share = {.count = n, .item = item, .arg = arg};
  pthread_cond_init(&share.quiet, NULL);
  pthread_mutex_lock(&pool->mutex);
  share.next = pool->shares;
  pool->shares = &share;
  if (n > 1) pthread_cond_broadcast(&pool->work);
  while (share.claimed < n) {
    size_t i = claim(pool, &share);
    pthread_mutex_unlock(&pool->mutex);
    item(arg, i, worker->lane.state);
    pthread_mutex_lock(&pool->mutex);
  }
  while (share.running) pthread_cond_wait(&share.quiet, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
  pthread_cond_destroy(&share.quiet);
}

/* Whoever waits for this worker's processor may have it now. A poller that wakes up soon after it slept is
 * often not preferred at once, for it has had its share; nobody looks again before the next tick, up to 4 ms
 * later. So workers ask, between jobs and whenever an engine looks at the clock. */
static void offer_processor(struct worker *worker, uint64_t now_us) {
  if (now_us < worker->offered_us + OFFER_US) return;
  worker->offered_us = now_us;
  sched_yield();
}

/* struct app_host's clock. */
static uint64_t now(void *self) {
  struct worker *worker = self;
  offer_processor(worker, clock_us());
  return worker->pool->clock(worker->pool->clock_self);
}

/* --- workers --- */

static void run_job(struct pool *pool, struct worker *worker) {
  struct job *job = pool->head;
  pool->head = job->next;
  if (!pool->head) pool->tail = &pool->head;
  pool->queued--;
  pthread_mutex_unlock(&pool->mutex);
  job->run(job, &worker->lane); /* the job may be gone afterwards */
  offer_processor(worker, clock_us());
  pthread_mutex_lock(&pool->mutex);
}

static void *work(void *self) {
  struct worker *worker = self;
  struct pool *pool = worker->pool;
  setpriority(PRIO_PROCESS, (id_t)gettid(),
              WORKER_NICE); /* of this thread alone; raising it is always allowed */
  pthread_mutex_lock(&pool->mutex);
  for (;;) {
    if (pool->head || pool->shares) {
      pool->busy++;
      if (pool->head)
        run_job(pool, worker);
      else
        help(pool, pool->shares, &worker->lane);
      pool->busy--;
    } else if (pool->stopping && pool->queued == 0) {
      break;
    } else {
      pthread_cond_wait(&pool->work, &pool->mutex);
    }
  }
  pthread_mutex_unlock(&pool->mutex);
  return NULL;
}

bool pool_reserve(struct pool *pool) {
  pthread_mutex_lock(&pool->mutex);
  bool room = pool->queued < pool->capacity && !pool->stopping;
  if (room)
    pool->queued++;
  else
    pool->refused++;
  pthread_mutex_unlock(&pool->mutex);
  return room;
}

void pool_publish(struct pool *pool, struct job *job) {
  job->next = NULL;
  pthread_mutex_lock(&pool->mutex);
  *pool->tail = job;
  pool->tail = &job->next;
  if (pool->stopping)
    pthread_cond_broadcast(&pool->work); /* whoever does not get the job may be due to leave */
  else
    pthread_cond_signal(&pool->work);
  pthread_mutex_unlock(&pool->mutex);
}

/* --- life --- */

static bool start_worker(struct pool *pool, unsigned i, const struct pool_setup *setup) {
  struct worker *worker = &pool->workers[i];
  worker->pool = pool;
  struct app_host host = {.self = worker, .now_us = now, .spread = spread};
  if (!lane_open(&worker->lane, "worker", i, setup->app, &host, setup->log)) return false;
  worker->started = pthread_create(&worker->thread, NULL, work, worker) == 0;
  if (worker->started) pthread_setname_np(worker->thread, worker->lane.name);
  return worker->started;
}

struct pool *pool_new(const struct pool_setup *setup) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (!pool) return NULL;
  pool->workers = calloc(setup->workers, sizeof *pool->workers);
  pool->count = pool->workers ? setup->workers : 0;
  pool->capacity = setup->queue;
  pool->clock = setup->clock;
  pool->clock_self = setup->clock_self;
  pool->tail = &pool->head;
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->work, NULL);
  bool good = pool->workers != NULL;
  for (unsigned i = 0; good && i < pool->count; i++) good = start_worker(pool, i, setup);
  if (good) return pool;
  pool_free(pool);
  return NULL;
}

void pool_stop(struct pool *pool) {
  pthread_mutex_lock(&pool->mutex);
  pool->stopping = true;
  pthread_cond_broadcast(&pool->work);
  pthread_mutex_unlock(&pool->mutex);
  for (unsigned i = 0; i < pool->count; i++) {
    if (pool->workers[i].started) pthread_join(pool->workers[i].thread, NULL);
    pool->workers[i].started = false;
  }
}

void pool_free(struct pool *pool) {
  if (!pool) return;
  pool_stop(pool);
  for (unsigned i = 0; i < pool->count; i++) lane_close(&pool->workers[i].lane);
  pthread_mutex_destroy(&pool->mutex);
  pthread_cond_destroy(&pool->work);
  free(pool->workers);
  free(pool);
}

struct pool_view pool_look(struct pool *pool) {
  pthread_mutex_lock(&pool->mutex);
  struct pool_view view = {.queued = pool->queued,
                           .capacity = pool->capacity,
                           .workers = pool->count,
                           .busy = pool->busy,
                           .refused = pool->refused};
  pthread_mutex_unlock(&pool->mutex);
  return view;
}

struct lane *pool_lane(struct pool *pool, size_t i) {
  return i < pool->count ? &pool->workers[i].lane : NULL;
}
