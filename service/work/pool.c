#include "service/work/pool.h"
#include "service/ops/thread.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* ---- lanes ---- */

enum { SPARE_MEMO = 1 << 17 };

/* The whole pages. Refusals do not matter: small pages do as well, only slower. */
static void advise(void *self, void *memory, size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (page - (uintptr_t)memory % page) % page;
  (void)self;
  if (before + page <= bytes) madvise((char *)memory + before, (bytes - before) / page * page, MADV_HUGEPAGE);
}

static void entropy(void *self, void *bytes, size_t n) {
  (void)self;
  (void)!getentropy(bytes, n); /* cannot fail once the system runs */
}

/* On a stack that is large enough; the first thread's may not be. */
static void *warm(void *api) {
  ddz_api_warm(api);
  return NULL;
}

uint64_t lane_now_us(void *lane) {
  const struct lane_setup *setup = ((const struct lane *)lane)->setup;
  return atomic_load_explicit(&setup->expired, memory_order_relaxed) ? CLOCK_NEVER_US : clock_us();
}

bool lane_open(struct lane *lane, const char *kind, unsigned number, struct lane_setup *setup,
               spread_fn *spread, bool spare) {
  const struct ddz_host host = {lane, lane_now_us, entropy, advise, spread};
  struct ddz_api_options memory = setup->memory;
  pthread_t warmer;
  lane->setup = setup;
  snprintf(lane->name, sizeof lane->name, "%.8s-%u", kind, number % 1000u);
  lane->stamp.second = -1;
  if (spare) memory.memo_bytes = SPARE_MEMO;
  lane->api = ddz_api_new(&memory, &host);
  if (!lane->api) return false;
  ddz_api_use_model(lane->api, setup->model);
  if (!spare) { /* a spare one takes its memory when it is needed */
    if (thread_start(&warmer, warm, lane->api) != 0) return false;
    pthread_join(warmer, NULL);
  }
  lane_publish(lane);
  lane->next = setup->all;
  setup->all = lane;
  return true;
}

void lane_close(struct lane *lane) {
  if (lane->api) ddz_api_free(lane->api);
  lane->api = NULL;
}

void lane_publish(struct lane *lane) {
  uint64_t stats[DDZ_API_STATS];
  ddz_api_stats(lane->api, stats);
  for (size_t i = 0; i < DDZ_API_STATS; i++)
    atomic_store_explicit(&lane->gauges[i], stats[i], memory_order_relaxed);
}

#define WORKER_NICE 10

/* Items that one job has spread; lives on the stack of its owner. */
struct loop {
  struct loop *next;
  size_t claimed, count;
  size_t running; /* items being run by helpers */
  void (*item)(void *arg, size_t i, struct ddz_api *api);
  void *arg;
  struct job *job;
  pthread_cond_t quiet; /* signalled when running falls to 0 */
};

struct worker {
  struct lane lane; /* first, so that it is its worker */
  struct pool *pool;
  unsigned number;
  pthread_t thread;
  bool started, waits;
  pthread_cond_t wake; /* a job or a loop is there, or stopping */
  struct job *job;     /* NULL: none, or an item of another's */
};

struct pool {
  struct worker workers[FAIR_THREADS_MAX];
  unsigned threads;      /* of these: fair.workers + FAIR_SPARE */
  size_t allowance;      /* jobs that may wait of one client */
  uint64_t wait_us;      /* the longest expected wait of a job that is let in */
  pthread_mutex_t mutex; /* guards all below */
  struct fair fair;
  struct loop *loops;    /* those with items left to claim */
  uint64_t queued_us;    /* expected of all queued jobs */
  struct pool_view view; /* its `wait_us` and `busy` as they were at the last look */
  bool stopping;
};

/* --- work; the mutex is held by the caller --- */

/* All threads that wait may take the same work. The first is woken, because the spare ones have little
 * memory. */
static void wake_one(struct pool *pool) {
  unsigned i = 0;
  while (i < pool->threads && !pool->workers[i].waits) i++;
  if (i == pool->threads) return; /* whoever works looks before it waits */
  pool->workers[i].waits = false;
  pthread_cond_signal(&pool->workers[i].wake);
}

static void wake_all(struct pool *pool) {
  for (unsigned i = 0; i < pool->threads; i++) wake_one(pool);
}

/* How long it took. */
static uint64_t end_work(struct worker *worker) {
  struct fair *fair = &worker->pool->fair;
  const uint64_t took_us = clock_us() - fair->work[worker->number].began_us;
  worker->pool->view.busy_us += took_us;
  fair_end(fair, worker->number);
  return took_us;
}

static void run_job(struct pool *pool, struct worker *worker, struct job *job) {
  struct client *client = job->entry.client;
  fair_take(&pool->fair, &job->entry);
  client->held--;
  client->held_us -= job->expected_us;
  pool->queued_us -= job->expected_us;
  pool->view.queued--;
  fair_begin(&pool->fair, worker->number, &job->entry, clock_us());
  worker->job = job;
  if (pool->fair.ring) wake_one(pool); /* somebody looks when its time slice ends */
  pthread_mutex_unlock(&pool->mutex);
  job->run(job, &worker->lane);
  pthread_mutex_lock(&pool->mutex);
  worker->job = NULL;
  end_work(worker);
  pthread_mutex_unlock(&pool->mutex);
  job->done(job); /* job and client may be gone afterwards */
  pthread_mutex_lock(&pool->mutex);
}

static size_t claim(struct pool *pool, struct loop *loop) {
  size_t i = loop->claimed++;
  if (loop->claimed == loop->count) { /* nothing left: helpers must not find it any more */
    struct loop **link = &pool->loops;
    while (*link != loop) link = &(*link)->next;
    *link = loop->next;
  }
  return i;
}

/* A loop that may have one more helper; never a spare thread, for its client holds one. */
static struct loop *next_loop(const struct pool *pool) {
  struct loop *loop = pool->loops;
  while (loop && !fair_may(&pool->fair, loop->job->entry.client, false)) loop = loop->next;
  return loop;
}

static void help(struct pool *pool, struct loop *loop, struct worker *worker) {
  size_t i = claim(pool, loop);
  loop->running++;
  fair_begin(&pool->fair, worker->number, &loop->job->entry, clock_us());
  pthread_mutex_unlock(&pool->mutex);
  loop->item(loop->arg, i, worker->lane.api);
  lane_publish(&worker->lane);
  pthread_mutex_lock(&pool->mutex);
  loop->job->helped_us += end_work(worker);
  if (--loop->running == 0) pthread_cond_signal(&loop->quiet);
}

/* struct ddz_host's spread, on a worker. */
static void spread(void *self, size_t n, void (*item)(void *arg, size_t i, struct ddz_api *api), void *arg) {
  struct worker *worker = self;
  struct pool *pool = worker->pool;
  if (n == 0) return;
  struct loop loop = {.count = n, .item = item, .arg = arg, .job = worker->job};
  pthread_cond_init(&loop.quiet, NULL);
  pthread_mutex_lock(&pool->mutex);
  loop.next = pool->loops;
  pool->loops = &loop;
  if (n > 1) wake_all(pool);
  while (loop.claimed < n) {
    size_t i = claim(pool, &loop);
    pthread_mutex_unlock(&pool->mutex);
    item(arg, i, worker->lane.api);
    pthread_mutex_lock(&pool->mutex);
  }
  while (loop.running) pthread_cond_wait(&loop.quiet, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
  pthread_cond_destroy(&loop.quiet);
}

/* --- workers --- */

/* Stop what is over, and wait for work, or until the next time slice ends or the next job is due. One thread
 * never has slow work, so somebody looks at the latest after brief work. */
static void wait_for_work(struct worker *worker) {
  struct pool *pool = worker->pool;
  struct entry *over;
  uint64_t again_us;
  while ((over = fair_over(&pool->fair, clock_us(), &again_us)) != NULL) {
    int before = DDZ_STOP_NOT;
    atomic_compare_exchange_strong(over->stop, &before, DDZ_STOP_BUSY);
  }
  const struct timespec until = clock_at_us(again_us);
  worker->waits = true;
  if (again_us == FAIR_NEVER)
    pthread_cond_wait(&worker->wake, &pool->mutex);
  else
    pthread_cond_timedwait(&worker->wake, &pool->mutex, &until);
  worker->waits = false;
}

static void *work(void *self) {
  struct worker *worker = self;
  struct pool *pool = worker->pool;
  setpriority(PRIO_PROCESS, (id_t)gettid(),
              WORKER_NICE); /* of this thread alone; raising it is always allowed */
  pthread_mutex_lock(&pool->mutex);
  for (;;) {
    struct entry *next = fair_next(&pool->fair, clock_us());
    struct loop *loop = next ? NULL : next_loop(pool);
    if (next) {
      run_job(pool, worker, (struct job *)(void *)next);
    } else if (loop) {
      help(pool, loop, worker);
    } else if (pool->stopping && pool->view.queued == 0) {
      wake_all(pool); /* who waits for a job it may not take is due, too */
      break;
    } else {
      wait_for_work(worker);
    }
  }
  pthread_mutex_unlock(&pool->mutex);
  return NULL;
}

/* --- admission; the mutex is held by the caller --- */

/* How long the job that a worker has will still take. One that takes longer than was expected takes as long
 * again, so far as anybody knows. `sliced`: it ends when its time slice is over. */
static uint64_t remains_us(const struct pool *pool, const struct worker *worker, bool sliced) {
  const struct job *job = worker->job;
  if (!job) return 0;
  const struct fair_work *begun = &pool->fair.work[worker->number];
  uint64_t now_us = clock_us(), done_us = now_us - begun->began_us,
           slice_us = fair_slice_us(&pool->fair, job->entry.due_us != 0);
  uint64_t us = done_us < job->expected_us ? job->expected_us - done_us : done_us;
  uint64_t most_us = job->deadline_us > now_us ? job->deadline_us - now_us : 0;
  if (sliced && most_us + done_us > slice_us) most_us = slice_us > done_us ? slice_us - done_us : 0;
  return us < most_us ? us : most_us;
}

static uint64_t running_us(const struct pool *pool, bool sliced) {
  uint64_t us = 0;
  for (unsigned i = 0; i < pool->threads; i++) us += remains_us(pool, &pool->workers[i], sliced);
  return us;
}

/* Expected of everything that is here: as long as anybody can have to wait. */
static uint64_t longest_wait(const struct pool *pool) {
  const struct fair *fair = &pool->fair;
  if (fair->busy + pool->view.queued < fair->workers) return 0;
  return (running_us(pool, false) + pool->queued_us) / fair->workers;
}

/* Expected of so many jobs of a client in the queue. `sliced`: each ends when its time slice is over. */
static uint64_t jobs_us(const struct pool *pool, const struct client *client, size_t jobs, bool sliced) {
  const uint64_t each_us = client->held ? client->held_us / client->held : 0,
                 slice_us = fair_slice_us(&pool->fair, client->first && client->first->due_us);
  return (sliced && each_us > slice_us ? slice_us : each_us) * jobs;
}

/* Who has no thread ... */
static bool is_idle(const struct client *client) { return client->running == 0; }
/* ... and no job in the queue comes before all that have a thread. */
static bool is_fresh(const struct client *client) { return is_idle(client) && client->held == 0; }

/* Of what waits for others before one more job of the client: clients alternate, so that each has as many as
 * he. */
static uint64_t others_us(const struct pool *pool, const struct client *client) {
  uint64_t us = 0;
  for (const struct client *other = pool->fair.ring; other; other = other->next) {
    const size_t before = other->held < client->held + 1 ? other->held : client->held + 1;
    if (other == client || (is_fresh(client) && !is_idle(other))) continue;
    us += jobs_us(pool, other, before, is_idle(client));
  }
  return us;
}

/* The same for a brief job of a fresh client, which runs beside the workers: brief work alone comes first. */
static uint64_t brief_us(const struct pool *pool, const struct client *client) {
  uint64_t us = pool->fair.busy > pool->fair.workers ? FAIR_BRIEF_US : 0;
  for (const struct client *other = pool->fair.ring; other; other = other->next)
    if (other != client && is_idle(other) && other->first->brief) us += jobs_us(pool, other, 1, false);
  return us;
}

/* How long a job would wait that came now: for what runs, for its client's own and for others. A client
 * without a thread waits no longer than the time slices of the others. */
static uint64_t expected_wait(const struct pool *pool, const struct job *job) {
  const struct client *client = job->entry.client;
  const bool idle = is_idle(client), fresh = is_fresh(client), brief = job->entry.brief;
  const unsigned threads = pool->fair.workers + (idle ? FAIR_SLOW_SPARE : 0);
  if ((fresh || pool->view.queued == 0) && fair_may(&pool->fair, client, brief)) return 0;
  const uint64_t before_us =
      running_us(pool, idle) + jobs_us(pool, client, client->held, idle) + others_us(pool, client);
  const uint64_t wait_us = before_us / threads, soon_us = fresh && brief ? brief_us(pool, client) : wait_us;
  return soon_us < wait_us ? soon_us : wait_us;
}

static enum pool_verdict judge(const struct pool *pool, const struct job *job, uint64_t wait_us) {
  if (pool->stopping) return POOL_ENDING;
  if (pool->view.queued >= pool->view.capacity) return POOL_FULL;
  if (job->entry.client->held >= pool->allowance) return POOL_ALLOWANCE;
  if (job->entry.due_us) return POOL_ROOM; /* it waits for no longer than its own time */
  const bool late = wait_us && clock_us() + wait_us > job->deadline_us;
  return late || wait_us > pool->wait_us ? POOL_SLOW : POOL_ROOM;
}

enum pool_verdict pool_reserve(struct pool *pool, struct job *job, uint64_t *wait_us) {
  pthread_mutex_lock(&pool->mutex);
  *wait_us = expected_wait(pool, job);
  enum pool_verdict verdict = judge(pool, job, *wait_us);
  if (verdict == POOL_ROOM) {
    job->entry.client->held++;
    job->entry.client->held_us += job->expected_us;
    pool->view.queued++;
    pool->queued_us += job->expected_us;
  }
  pool->view.verdicts[verdict]++;
  pthread_mutex_unlock(&pool->mutex);
  return verdict;
}

void pool_publish(struct pool *pool, struct job *job) {
  pthread_mutex_lock(&pool->mutex);
  fair_push(&pool->fair, &job->entry);
  if (pool->stopping)
    wake_all(pool); /* whoever does not get the job may be due to leave */
  else
    wake_one(pool);
  pthread_mutex_unlock(&pool->mutex);
}

/* --- life --- */

static bool start_worker(struct pool *pool, unsigned i, struct lane_setup *lanes) {
  struct worker *worker = &pool->workers[i];
  worker->pool = pool;
  worker->number = i;
  clock_cond_init(&worker->wake);
  if (!lane_open(&worker->lane, "worker", i, lanes, spread, i >= pool->fair.workers)) return false;
  worker->started = thread_start(&worker->thread, work, worker) == 0;
  if (worker->started) pthread_setname_np(worker->thread, worker->lane.name);
  return worker->started;
}

struct pool *pool_new(const struct options *options, struct lane_setup *lanes) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (!pool) return NULL;
  pool->threads = (unsigned)options->workers + FAIR_SPARE;
  pool->fair.workers = pool->view.workers = (unsigned)options->workers;
  pool->fair.slice_us = (uint64_t)options->turn_ms * 1000u;
  pool->view.capacity = (size_t)options->queue;
  pool->allowance = (size_t)(options->queue * options->queue_share + 99) / 100;
  pool->wait_us = (uint64_t)options->queue_ms * 1000u;
  pthread_mutex_init(&pool->mutex, NULL);
  bool good = true;
  for (unsigned i = 0; good && i < pool->threads; i++) good = start_worker(pool, i, lanes);
  if (good) return pool;
  pool_free(pool);
  return NULL;
}

bool pool_stop(struct pool *pool, uint64_t ms) {
  const uint64_t until_ms = clock_ms() + ms;
  bool all = true;
  pthread_mutex_lock(&pool->mutex);
  pool->stopping = true;
  wake_all(pool);
  pthread_mutex_unlock(&pool->mutex);
  for (unsigned i = 0; i < pool->threads; i++) {
    struct worker *worker = &pool->workers[i];
    while (worker->started && (worker->started = pthread_tryjoin_np(worker->thread, NULL) != 0) &&
           clock_ms() < until_ms)
      usleep(2000);
    all = all && !worker->started;
  }
  return all;
}

void pool_free(struct pool *pool) {
  if (!pool) return;
  while (!pool_stop(pool, POOL_LAST_MS)) {
  }
  for (unsigned i = 0; i < pool->threads; i++) {
    lane_close(&pool->workers[i].lane);
    pthread_cond_destroy(&pool->workers[i].wake);
  }
  pthread_mutex_destroy(&pool->mutex);
  free(pool);
}

struct pool_view pool_look(struct pool *pool) {
  pthread_mutex_lock(&pool->mutex);
  pool->view.wait_us = longest_wait(pool);
  pool->view.busy = pool->fair.busy;
  const struct pool_view view = pool->view;
  pthread_mutex_unlock(&pool->mutex);
  return view;
}

/* ---- how long will a request take? ---- */

uint64_t guess_us(struct guess *guess, size_t route, unsigned group) {
  uint64_t known = atomic_load_explicit(&guess->us[route][group], memory_order_relaxed);
  return known ? known : GUESS_UNKNOWN_US;
}

void guess_learn(struct guess *guess, size_t route, unsigned group, uint64_t took_us) {
  atomic_uint_fast64_t *cell = &guess->us[route][group];
  uint64_t known = atomic_load_explicit(cell, memory_order_relaxed), next = took_us;
  if (known) {
    uint64_t most = 4 * known + 1000;
    next = (7 * known + (took_us < most ? took_us : most)) / 8;
  }
  atomic_store_explicit(cell, next ? next : 1, memory_order_relaxed);
}
