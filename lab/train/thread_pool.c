#include "lab/train/thread_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { SPINS = 4000 }; /* looks before a thread goes to sleep: some microseconds */

struct thread_pool {
  int threads;
  pthread_t *thread;
  pthread_mutex_t lock;
  pthread_cond_t start, end;
  thread_pool_task *task;
  void *self;
  int items;
  atomic_int next, busy;
  atomic_uint round; /* counts thread_pool_run calls */
  bool stop;
};

struct member {
  struct thread_pool *thread_pool;
  int number;
};

static void work(struct thread_pool *thread_pool, int thread) {
  int item;
  while ((item = atomic_fetch_add(&thread_pool->next, 1)) < thread_pool->items)
    thread_pool->task(thread_pool->self, item, thread);
}

static void await_round(struct thread_pool *thread_pool, unsigned last) {
  for (int i = 0; i < SPINS; i++)
    if (atomic_load_explicit(&thread_pool->round, memory_order_acquire) != last) return;
  pthread_mutex_lock(&thread_pool->lock);
  while (atomic_load(&thread_pool->round) == last) pthread_cond_wait(&thread_pool->start, &thread_pool->lock);
  pthread_mutex_unlock(&thread_pool->lock);
}

static void *run(void *argument) {
  struct member me = *(struct member *)argument;
  struct thread_pool *thread_pool = me.thread_pool;
  free(argument);
  for (unsigned round = 0;;) {
    await_round(thread_pool, round);
    round = atomic_load(&thread_pool->round);
    if (thread_pool->stop) return NULL;
    work(thread_pool, me.number);
    if (atomic_fetch_sub(&thread_pool->busy, 1) != 1) continue;
    pthread_mutex_lock(&thread_pool->lock);
    pthread_cond_signal(&thread_pool->end);
    pthread_mutex_unlock(&thread_pool->lock);
  }
}

static void begin_round(struct thread_pool *thread_pool) {
  pthread_mutex_lock(&thread_pool->lock);
  atomic_fetch_add(&thread_pool->round, 1);
  pthread_cond_broadcast(&thread_pool->start);
  pthread_mutex_unlock(&thread_pool->lock);
}

void thread_pool_run(struct thread_pool *thread_pool, thread_pool_task *task, void *self, int items) {
  thread_pool->task = task;
  thread_pool->self = self;
  thread_pool->items = items;
  atomic_store(&thread_pool->next, 0);
  if (thread_pool->threads == 1) {
    work(thread_pool, 0);
    return;
  }
  atomic_store(&thread_pool->busy, thread_pool->threads - 1);
  begin_round(thread_pool);
  work(thread_pool, 0);
  for (int i = 0; i < SPINS; i++)
    if (atomic_load_explicit(&thread_pool->busy, memory_order_acquire) == 0) return;
  pthread_mutex_lock(&thread_pool->lock);
  while (atomic_load(&thread_pool->busy) != 0) pthread_cond_wait(&thread_pool->end, &thread_pool->lock);
  pthread_mutex_unlock(&thread_pool->lock);
}

static void fail(void) {
  fprintf(stderr, "ddz-train: cannot have as many threads\n");
  exit(1);
}

struct thread_pool *thread_pool_new(int threads) {
  struct thread_pool *thread_pool = calloc(1, sizeof *thread_pool);
  if (thread_pool == NULL ||
      (thread_pool->thread = calloc((size_t)threads, sizeof *thread_pool->thread)) == NULL)
    fail();
  thread_pool->threads = threads;
  pthread_mutex_init(&thread_pool->lock, NULL);
  pthread_cond_init(&thread_pool->start, NULL);
  pthread_cond_init(&thread_pool->end, NULL);
  for (int i = 1; i < threads; i++) {
    struct member *member = malloc(sizeof *member);
    if (member == NULL) fail();
    *member = (struct member){thread_pool, i};
    if (pthread_create(&thread_pool->thread[i], NULL, run, member) != 0) fail();
  }
  return thread_pool;
}

int thread_pool_threads(const struct thread_pool *thread_pool) { return thread_pool->threads; }

void thread_pool_free(struct thread_pool *thread_pool) {
  thread_pool->stop = true;
  if (thread_pool->threads > 1) begin_round(thread_pool);
  for (int i = 1; i < thread_pool->threads; i++) pthread_join(thread_pool->thread[i], NULL);
  pthread_mutex_destroy(&thread_pool->lock);
  pthread_cond_destroy(&thread_pool->start);
  pthread_cond_destroy(&thread_pool->end);
  free(thread_pool->thread);
  free(thread_pool);
}
