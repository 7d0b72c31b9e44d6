#include "service/work/pool.h"

#include "service/ops/clock.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define WORKER_NICE 10
#define OFFER_US 100
#define SHORT_US 100000 /* a job that may be run between two items of another client's */

/* Items that one job has spread; lives on the stack of its owner. */
struct share {
  struct share *next;
  size_t claimed, count;
  size_t running; /* items being run by helpers */
  void (*item)(void *arg, size_t i, void *state);
  void *arg;
  struct turns_client *client;
  const atomic_bool *forsaken;
  pthread_cond_t quiet; /* signalled when running falls to 0 */
};

struct worker {
  struct pool *pool;
  struct lane lane;
  pthread_t thread;
  bool started;
  uint64_t began_us;   /* what it is busy with */
  uint64_t offered_us; /* when it last offered its processor */
  /* what it works for; of the job it was given first */
  const struct job *job; /* NULL: none, or an item of another's */
  uint64_t job_began_us;
  struct turns_client *client;
  const atomic_bool *forsaken;
  bool between; /* two items: the job it runs now is another client's */
};

struct pool {
  struct worker *workers; /* count + 1 */
  unsigned count, threads;
  uint64_t (*clock)(void *self);
  void *clock_self;
  pthread_mutex_t mutex; /* guards all below */
  pthread_cond_t work;   /* a job or a share is there, or stopping */
  struct turns queue;
  struct share *shares; /* those with items left to claim */
  size_t queued;        /* reserved or waiting */
  size_t capacity, per_client;
  uint64_t queued_us, longest_us; /* expected of all queued jobs; the longest wait let in */
  unsigned busy;
  uint64_t busy_us, verdicts[POOL_VERDICTS];
  bool stopping;
};

/* --- time --- */

/* Whoever waits for this worker's processor may have it now. A poller that wakes up soon after it slept is
 * often not preferred at once, for it has had its share; nobody looks again before the next tick, up to 4 ms
 * later. So workers ask, between jobs and whenever an engine looks at the clock. */
static void offer_processor(struct worker *worker, uint64_t now_us) {
  if (now_us < worker->offered_us + OFFER_US) return;
  worker->offered_us = now_us;
  sched_yield();
}

/* struct app_host's clock. For work nobody waits for, all time is over. */
static uint64_t time_for(void *self) {
  struct worker *worker = self;
  offer_processor(worker, clock_us());
  if (worker->forsaken && atomic_load_explicit(worker->forsaken, memory_order_relaxed)) return CLOCK_NEVER_US;
  return worker->pool->clock(worker->pool->clock_self);
}

/* --- the books; the mutex is held by the caller --- */

/* Between two items a worker is busy already. */
static void begin_work(struct pool *pool, struct worker *worker, struct turns_client *client) {
  client->running++;
  if (worker->between) return;
  pool->busy++;
  worker->began_us = clock_us();
}

static void end_work(struct pool *pool, struct worker *worker, struct turns_client *client) {
  client->running--;
  if (worker->between) return;
  pool->busy--;
  pool->busy_us += clock_us() - worker->began_us;
}

/* How long the job that a worker has will still take. One that takes longer than was expected takes as long
 * again, so far as anybody knows. */
static uint64_t remains_us(const struct worker *worker, uint64_t now_us) {
  const struct job *job = worker->job;
  if (!job) return 0;
  uint64_t done_us = now_us - worker->job_began_us;
  uint64_t us = done_us < job->expected_us ? job->expected_us - done_us : done_us;
  uint64_t most_us = job->deadline_us > now_us ? job->deadline_us - now_us : 0;
  return us < most_us ? us : most_us;
}

static uint64_t running_us(const struct pool *pool) {
  uint64_t now_us = clock_us(), us = 0;
  for (unsigned i = 0; i < pool->threads; i++) us += remains_us(&pool->workers[i], now_us);
  return us;
}

/* --- who is next; the mutex is held by the caller --- */

static const struct job *first_of(const struct turns_client *client) {
  return (const struct job *)(const void *)client->first;
}

static bool is_short(const struct job *job) { return job->sure && job->expected_us <= SHORT_US; }

/* May the last free thread take it? */
static bool may_pass(const struct turns_client *client) {
  return client->running == 0 && is_short(first_of(client));
}

/* The client with the fewest at work, the first of equal ones in the ring. NULL: nobody waits, or nobody may
 * pass where only the last thread is free. */
static struct turns_client *next_client(const struct pool *pool) {
  const bool last = pool->busy >= pool->count;
  struct turns_client *best = NULL;
  for (struct turns_client *at = turns_front(&pool->queue); at; at = turns_after(at))
    if ((!last || may_pass(at)) && (!best || at->running < best->running)) best = at;
  return best;
}

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

static void help(struct pool *pool, struct share *share, struct worker *worker) {
  size_t i = claim(pool, share);
  share->running++;
  begin_work(pool, worker, share->client);
  worker->forsaken = share->forsaken;
  pthread_mutex_unlock(&pool->mutex);
  share->item(share->arg, i, worker->lane.state);
  lane_publish(&worker->lane);
  pthread_mutex_lock(&pool->mutex);
  worker->forsaken = NULL;
  end_work(pool, worker, share->client);
  if (--share->running == 0) pthread_cond_signal(&share->quiet);
}

/* --- jobs; the mutex is held by the caller --- */

/* Run the first job of `client`. What the worker did before, it goes on with afterwards. */
static void run_job(struct pool *pool, struct worker *worker, struct turns_client *client) {
  struct job *job = (struct job *)(void *)turns_take(&pool->queue, client);
  struct turns_client *client_before = worker->client;
  const atomic_bool *forsaken_before = worker->forsaken;
  begin_work(pool, worker, client);
  if (!worker->between) {
    worker->job = job;
    worker->job_began_us = worker->began_us;
  }
  worker->client = client;
  worker->forsaken = job->forsaken;
  client->held--;
  client->held_us -= job->expected_us;
  pool->queued_us -= job->expected_us;
  pool->queued--;
  pthread_mutex_unlock(&pool->mutex);
  job->run(job, &worker->lane);
  pthread_mutex_lock(&pool->mutex);
  end_work(pool, worker, client);
  if (!worker->between) worker->job = NULL;
  pthread_mutex_unlock(&pool->mutex);
  job->done(job); /* job and client may be gone afterwards */
  offer_processor(worker, clock_us());
  pthread_mutex_lock(&pool->mutex);
  worker->client = client_before;
  worker->forsaken = forsaken_before;
}

/* Between two items: a short job of another client, if one waits. */
static void let_through(struct pool *pool, struct worker *worker) {
  if (worker->between) return;
  struct turns_client *client = turns_front(&pool->queue);
  while (client && (client == worker->client || first_of(client)->expected_us > SHORT_US))
    client = turns_after(client);
  if (!client) return;
  worker->between = true;
  run_job(pool, worker, client);
  worker->between = false;
}

/* struct app_host's spread, on a worker. */
static void spread(void *self, size_t n, void (*item)(void *arg, size_t i, void *state), void *arg) {
  struct worker *worker = self;
  struct pool *pool = worker->pool;
  if (n == 0) return;
  struct share share = {
      .count = n, .item = item, .arg = arg, .client = worker->client, .forsaken = worker->forsaken};
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
    let_through(pool, worker);
  }
  while (share.running) pthread_cond_wait(&share.quiet, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
  pthread_cond_destroy(&share.quiet);
}

/* --- workers --- */

static void *work(void *self) {
  struct worker *worker = self;
  struct pool *pool = worker->pool;
  setpriority(PRIO_PROCESS, (id_t)gettid(),
              WORKER_NICE); /* of this thread alone; raising it is always allowed */
  pthread_mutex_lock(&pool->mutex);
  for (;;) {
    struct turns_client *client = next_client(pool);
    if (client) {
      run_job(pool, worker, client);
    } else if (pool->shares && pool->busy < pool->count) {
      help(pool, pool->shares, worker);
    } else if (pool->stopping && pool->queued == 0) {
      pthread_cond_broadcast(&pool->work); /* who waits for a job it may not take is due, too */
      break;
    } else {
      pthread_cond_wait(&pool->work, &pool->mutex);
    }
  }
  pthread_mutex_unlock(&pool->mutex);
  return NULL;
}

/* --- admission; the mutex is held by the caller --- */

static bool is_idle(const struct pool *pool) { return pool->busy + pool->queued < pool->count; }

/* Expected of everything that is here: as long as anybody can have to wait. */
static uint64_t longest_wait(const struct pool *pool) {
  return is_idle(pool) ? 0 : (running_us(pool) + pool->queued_us) / pool->count;
}

/* How long a job of `client` would wait that came now: for what runs, for the client's own and, since clients
 * take turns, for as many of each other. */
static uint64_t wait_for_workers(const struct pool *pool, const struct turns_client *client) {
  uint64_t us = running_us(pool) + client->held_us;
  for (const struct turns_client *other = turns_front(&pool->queue); other; other = turns_after(other)) {
    if (other == client || other->held == 0) continue;
    size_t before = other->held < client->held + 1 ? other->held : client->held + 1;
    us += other->held_us / other->held * before;
  }
  return us / pool->count;
}

/* How long a short job would wait for the last thread: for what that has, and for those who may pass, too.
 * The thread that has the least before it is taken for it. */
static uint64_t wait_for_last(const struct pool *pool) {
  uint64_t now_us = clock_us(), us = UINT64_MAX;
  if (pool->busy < pool->threads) us = 0;
  for (unsigned i = 0; us && i < pool->threads; i++) {
    uint64_t remains = remains_us(&pool->workers[i], now_us);
    if (pool->workers[i].job && remains < us) us = remains;
  }
  for (const struct turns_client *other = turns_front(&pool->queue); other; other = turns_after(other))
    if (may_pass(other)) us += first_of(other)->expected_us;
  return us;
}

static uint64_t expected_wait(const struct pool *pool, const struct job *job) {
  const struct turns_client *client = job->client;
  if (is_idle(pool)) return 0;
  uint64_t us = wait_for_workers(pool, client);
  if (!is_short(job) || client->running || client->held) return us;
  uint64_t last_us = wait_for_last(pool);
  return last_us < us ? last_us : us;
}

static enum pool_verdict judge(const struct pool *pool, const struct job *job, uint64_t wait_us) {
  if (pool->stopping) return POOL_ENDING;
  if (pool->queued >= pool->capacity) return POOL_FULL;
  if (job->client->held >= pool->per_client) return POOL_SHARE;
  return wait_us > pool->longest_us || wait_us > job->patience_us ? POOL_SLOW : POOL_ROOM;
}

enum pool_verdict pool_reserve(struct pool *pool, struct job *job, uint64_t *wait_us) {
  pthread_mutex_lock(&pool->mutex);
  *wait_us = expected_wait(pool, job);
  enum pool_verdict verdict = judge(pool, job, *wait_us);
  if (verdict == POOL_ROOM) {
    job->client->held++;
    job->client->held_us += job->expected_us;
    pool->queued++;
    pool->queued_us += job->expected_us;
  }
  pool->verdicts[verdict]++;
  pthread_mutex_unlock(&pool->mutex);
  return verdict;
}

void pool_publish(struct pool *pool, struct job *job) {
  pthread_mutex_lock(&pool->mutex);
  turns_push(&pool->queue, job->client, &job->turn);
  if (pool->stopping)
    pthread_cond_broadcast(&pool->work); /* whoever does not get the job may be due to leave */
  else
    pthread_cond_signal(&pool->work); /* all threads that wait are alike: any may take what any other may */
  pthread_mutex_unlock(&pool->mutex);
}

/* --- life --- */

static bool start_worker(struct pool *pool, unsigned i, const struct pool_setup *setup) {
  struct worker *worker = &pool->workers[i];
  worker->pool = pool;
  struct app_host host = {.self = worker, .now_us = time_for, .spread = spread};
  if (!lane_open(&worker->lane, "worker", i, setup->app, &host, setup->log)) return false;
  worker->started = pthread_create(&worker->thread, NULL, work, worker) == 0;
  if (worker->started) pthread_setname_np(worker->thread, worker->lane.name);
  return worker->started;
}

struct pool *pool_new(const struct pool_setup *setup) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (!pool) return NULL;
  pool->count = setup->workers;
  pool->workers = calloc(setup->workers + 1, sizeof *pool->workers);
  pool->threads = pool->workers ? setup->workers + 1 : 0;
  pool->capacity = setup->queue;
  pool->per_client = setup->share;
  pool->longest_us = setup->wait_us;
  pool->clock = setup->clock;
  pool->clock_self = setup->clock_self;
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->work, NULL);
  bool good = pool->workers != NULL;
  for (unsigned i = 0; good && i < pool->threads; i++) good = start_worker(pool, i, setup);
  if (good) return pool;
  pool_free(pool);
  return NULL;
}

void pool_stop(struct pool *pool) {
  pthread_mutex_lock(&pool->mutex);
  pool->stopping = true;
  pthread_cond_broadcast(&pool->work);
  pthread_mutex_unlock(&pool->mutex);
  for (unsigned i = 0; i < pool->threads; i++) {
    if (pool->workers[i].started) pthread_join(pool->workers[i].thread, NULL);
    pool->workers[i].started = false;
  }
}

void pool_free(struct pool *pool) {
  if (!pool) return;
  pool_stop(pool);
  for (unsigned i = 0; i < pool->threads; i++) lane_close(&pool->workers[i].lane);
  pthread_mutex_destroy(&pool->mutex);
  pthread_cond_destroy(&pool->work);
  free(pool->workers);
  free(pool);
}

struct pool_view pool_look(struct pool *pool) {
  pthread_mutex_lock(&pool->mutex);
  struct pool_view view = {.queued = pool->queued,
                           .capacity = pool->capacity,
                           .wait_us = longest_wait(pool),
                           .workers = pool->count,
                           .busy = pool->busy,
                           .busy_us = pool->busy_us};
  memcpy(view.verdicts, pool->verdicts, sizeof view.verdicts);
  pthread_mutex_unlock(&pool->mutex);
  return view;
}

struct lane *pool_lane(struct pool *pool, size_t i) {
  return i < pool->threads ? &pool->workers[i].lane : NULL;
}
