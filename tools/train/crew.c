#include "tools/train/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { SPINS = 4000 }; /* looks before a thread goes to sleep: some microseconds */

struct crew {
  int threads;
  pthread_t *thread;
  pthread_mutex_t lock;
  pthread_cond_t start, end;
  crew_task *task;
  void *self;
  int items;
  atomic_int next, busy;
  atomic_uint round; /* counts crew_run calls */
  bool stop;
};

struct member {
  struct crew *crew;
  int number;
};

static void work(struct crew *crew, int thread) {
  int item;
  while ((item = atomic_fetch_add(&crew->next, 1)) < crew->items) crew->task(crew->self, item, thread);
}

static void await_round(struct crew *crew, unsigned last) {
  for (int i = 0; i < SPINS; i++)
    if (atomic_load_explicit(&crew->round, memory_order_acquire) != last) return;
  pthread_mutex_lock(&crew->lock);
  while (atomic_load(&crew->round) == last) pthread_cond_wait(&crew->start, &crew->lock);
  pthread_mutex_unlock(&crew->lock);
}

static void *run(void *argument) {
  struct member me = *(struct member *)argument;
  struct crew *crew = me.crew;
  free(argument);
  for (unsigned round = 0;;) {
    await_round(crew, round);
    round = atomic_load(&crew->round);
    if (crew->stop) return NULL;
    work(crew, me.number);
    if (atomic_fetch_sub(&crew->busy, 1) != 1) continue;
    pthread_mutex_lock(&crew->lock);
    pthread_cond_signal(&crew->end);
    pthread_mutex_unlock(&crew->lock);
  }
}

static void begin_round(struct crew *crew) {
  pthread_mutex_lock(&crew->lock);
  atomic_fetch_add(&crew->round, 1);
  pthread_cond_broadcast(&crew->start);
  pthread_mutex_unlock(&crew->lock);
}

void crew_run(struct crew *crew, crew_task *task, void *self, int items) {
  crew->task = task;
  crew->self = self;
  crew->items = items;
  atomic_store(&crew->next, 0);
  if (crew->threads == 1) {
    work(crew, 0);
    return;
  }
  atomic_store(&crew->busy, crew->threads - 1);
  begin_round(crew);
  work(crew, 0);
  for (int i = 0; i < SPINS; i++)
    if (atomic_load_explicit(&crew->busy, memory_order_acquire) == 0) return;
  pthread_mutex_lock(&crew->lock);
  while (atomic_load(&crew->busy) != 0) pthread_cond_wait(&crew->end, &crew->lock);
  pthread_mutex_unlock(&crew->lock);
}

static void fail(void) {
  fprintf(stderr, "ddz-train: cannot have as many threads\n");
  exit(1);
}

struct crew *crew_new(int threads) {
  struct crew *crew = calloc(1, sizeof *crew);
  if (crew == NULL || (crew->thread = calloc((size_t)threads, sizeof *crew->thread)) == NULL) fail();
  crew->threads = threads;
  pthread_mutex_init(&crew->lock, NULL);
  pthread_cond_init(&crew->start, NULL);
  pthread_cond_init(&crew->end, NULL);
  for (int i = 1; i < threads; i++) {
    struct member *member = malloc(sizeof *member);
    if (member == NULL) fail();
    *member = (struct member){crew, i};
    if (pthread_create(&crew->thread[i], NULL, run, member) != 0) fail();
  }
  return crew;
}

int crew_threads(const struct crew *crew) { return crew->threads; }

void crew_free(struct crew *crew) {
  crew->stop = true;
  if (crew->threads > 1) begin_round(crew);
  for (int i = 1; i < crew->threads; i++) pthread_join(crew->thread[i], NULL);
  pthread_mutex_destroy(&crew->lock);
  pthread_cond_destroy(&crew->start);
  pthread_cond_destroy(&crew->end);
  free(crew->thread);
  free(crew);
}
