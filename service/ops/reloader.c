#include "service/ops/reloader.h"

#include "service/ops/thread.h"

#include <pthread.h>
#include <stdlib.h>

enum { PATIENCE_MS = 500 };

struct reloader {
  void (*again)(void *self);
  void *self;
  pthread_t thread;
  pthread_mutex_t mutex; /* guards all below */
  pthread_cond_t moved;
  bool asked, running, ending;
};

static void *run(void *self) {
  struct reloader *reloader = self;
  pthread_setname_np(pthread_self(), "reloader"); /* by itself: in a sandbox nobody else may */
  pthread_mutex_lock(&reloader->mutex);
  while (!reloader->ending) {
    if (!reloader->asked) {
      pthread_cond_wait(&reloader->moved, &reloader->mutex);
      continue;
    }
    reloader->asked = false;
    reloader->running = true;
    pthread_mutex_unlock(&reloader->mutex);
    reloader->again(reloader->self);
    pthread_mutex_lock(&reloader->mutex);
    reloader->running = false;
    pthread_cond_broadcast(&reloader->moved);
  }
  pthread_mutex_unlock(&reloader->mutex);
  return NULL;
}

struct reloader *reloader_new(void (*again)(void *self), void *self) {
  struct reloader *reloader = calloc(1, sizeof *reloader);
  if (!reloader) return NULL;
  reloader->again = again;
  reloader->self = self;
  pthread_mutex_init(&reloader->mutex, NULL);
  clock_cond_init(&reloader->moved);
  if (thread_start(&reloader->thread, run, reloader) == 0) return reloader;
  pthread_mutex_destroy(&reloader->mutex);
  pthread_cond_destroy(&reloader->moved);
  free(reloader);
  return NULL;
}

void reloader_ask(struct reloader *reloader) {
  pthread_mutex_lock(&reloader->mutex);
  reloader->asked = true;
  pthread_cond_broadcast(&reloader->moved);
  pthread_mutex_unlock(&reloader->mutex);
}

/* The mutex is held. Not pthread_clockjoin_np, of which TSan knows nothing. */
static bool await_quiet(struct reloader *reloader) {
  const struct timespec until = clock_after_ms(PATIENCE_MS);
  while (reloader->running)
    if (pthread_cond_timedwait(&reloader->moved, &reloader->mutex, &until) != 0) break;
  return !reloader->running;
}

bool reloader_free(struct reloader *reloader) {
  if (!reloader) return true;
  pthread_mutex_lock(&reloader->mutex);
  reloader->ending = true;
  pthread_cond_broadcast(&reloader->moved);
  bool quiet = await_quiet(reloader);
  pthread_mutex_unlock(&reloader->mutex);
  if (!quiet) { /* nobody will ever join it */
    pthread_detach(reloader->thread);
    return false;
  }
  pthread_join(reloader->thread, NULL);
  pthread_mutex_destroy(&reloader->mutex);
  pthread_cond_destroy(&reloader->moved);
  free(reloader);
  return true;
}
