#include "hall.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  WINDOW = 1024, /* deals that may be finished before an earlier one is */
  WATCH_MS = 250,
};

/* What the threads share; `lock` guards everything but the plan. */
struct hall {
  const struct hall_plan *plan;
  pthread_mutex_t lock;
  pthread_cond_t moved; /* `counted` went on, or `stop` came */
  pthread_cond_t left;  /* a worker is done; apart from `moved`, which nobody but workers wakes up for */
  uint64_t next;        /* deal nobody has begun */
  uint64_t counted;     /* deals before this one are added up */
  unsigned workers;     /* still at work */
  bool stop;
  const char *wrong;
  struct timespec began;
  bool done[WINDOW];
  char *outcome; /* WINDOW of them */
};

static void *outcome_of(const struct hall *hall, uint64_t deal) {
  return hall->outcome + deal % WINDOW * hall->plan->size;
}

static void forget(struct hall *hall, uint64_t deal) {
  if (!hall->done[deal % WINDOW]) return;
  hall->plan->forget(hall->plan->self, outcome_of(hall, deal));
  hall->done[deal % WINDOW] = false;
}

/* Add up every deal whose turn it is. */
static void settle(struct hall *hall) {
  while (!hall->stop && hall->counted <= hall->plan->last && hall->done[hall->counted % WINDOW]) {
    if (!hall->plan->count(hall->plan->self, outcome_of(hall, hall->counted))) hall->stop = true;
    forget(hall, hall->counted++);
  }
  pthread_cond_broadcast(&hall->moved);
}

/* ---- a worker ---- */

/* Draw the next deal; false when there is none. */
static bool take(struct hall *hall, uint64_t *deal) {
  const uint64_t last = hall->plan->last;
  pthread_mutex_lock(&hall->lock);
  while (!hall->stop && hall->next <= last && hall->next >= hall->counted + WINDOW)
    pthread_cond_wait(&hall->moved, &hall->lock);
  const bool more = !hall->stop && hall->next <= last;
  if (more) *deal = hall->next++;
  pthread_mutex_unlock(&hall->lock);
  return more;
}

static void give(struct hall *hall, uint64_t deal, const void *outcome, const char *wrong) {
  pthread_mutex_lock(&hall->lock);
  memcpy(outcome_of(hall, deal), outcome, hall->plan->size);
  hall->done[deal % WINDOW] = true;
  if (wrong != NULL) {
    hall->wrong = wrong;
    hall->stop = true;
  }
  settle(hall);
  pthread_mutex_unlock(&hall->lock);
}

static void work(struct hall *hall, void *worker, void *outcome) {
  uint64_t deal;
  while (take(hall, &deal)) {
    memset(outcome, 0, hall->plan->size);
    const char *wrong = hall->plan->play(worker, deal, outcome);
    give(hall, deal, outcome, wrong);
  }
}

static void *work_thread(void *self) {
  struct hall *hall = self;
  void *outcome = malloc(hall->plan->size);
  void *worker = outcome == NULL ? NULL : hall->plan->enter(hall->plan->self);
  if (worker != NULL) work(hall, worker, outcome);
  free(outcome);
  pthread_mutex_lock(&hall->lock);
  if (worker != NULL) {
    hall->plan->leave(hall->plan->self, worker);
  } else {
    hall->wrong = "out of memory";
    hall->stop = true;
  }
  hall->workers--;
  pthread_cond_broadcast(&hall->moved);
  pthread_cond_broadcast(&hall->left);
  pthread_mutex_unlock(&hall->lock);
  return NULL;
}

/* ---- all of them ---- */

static double seconds_since(const struct timespec *began) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - began->tv_sec) + (double)(now.tv_nsec - began->tv_nsec) * 1e-9;
}

static void watch(struct hall *hall) {
  pthread_mutex_lock(&hall->lock);
  while (hall->workers > 0) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WATCH_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (hall->workers > 0 && pthread_cond_timedwait(&hall->left, &hall->lock, &until) == 0) {
    }
    hall->plan->watch(hall->plan->self, seconds_since(&hall->began), hall->workers == 0);
  }
  pthread_mutex_unlock(&hall->lock);
}

/* Start the threads, as many as can be; returns how many. */
static unsigned start_workers(struct hall *hall, pthread_t *threads) {
  unsigned started = 0;
  pthread_mutex_lock(&hall->lock); /* nobody leaves before all are counted */
  while (started < hall->plan->threads && pthread_create(&threads[started], NULL, work_thread, hall) == 0)
    started++;
  hall->workers = started;
  if (started == 0) hall->wrong = "no thread could be started";
  pthread_mutex_unlock(&hall->lock);
  return started;
}

static const char *play(struct hall *hall) {
  pthread_t *threads = calloc(hall->plan->threads, sizeof *threads);
  hall->outcome = calloc(WINDOW, hall->plan->size);
  if (threads != NULL && hall->outcome != NULL) {
    const unsigned started = start_workers(hall, threads);
    watch(hall);
    for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
    for (uint64_t i = 0; i < WINDOW; i++) forget(hall, i);
  } else {
    hall->wrong = "out of memory";
  }
  free(hall->outcome);
  free(threads);
  return hall->wrong;
}

const char *hall_play(const struct hall_plan *plan, double *seconds) {
  struct hall hall = {.plan = plan, .next = plan->first, .counted = plan->first};
  pthread_mutex_init(&hall.lock, NULL);
  pthread_cond_init(&hall.moved, NULL);
  pthread_cond_init(&hall.left, NULL);
  clock_gettime(CLOCK_MONOTONIC, &hall.began);
  const char *wrong = play(&hall);
  *seconds = seconds_since(&hall.began);
  pthread_cond_destroy(&hall.left);
  pthread_cond_destroy(&hall.moved);
  pthread_mutex_destroy(&hall.lock);
  return wrong;
}
