#include "service/ops/shelf.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shelved {
  void *thing;
  unsigned users; /* the shelf is one; guarded by the mutex */
};

struct shelf {
  pthread_mutex_t mutex;
  _Atomic(struct shelved *) now;
  void (*discard)(void *thing);
};

struct shelf *shelf_new(void (*discard)(void *thing)) {
  struct shelf *shelf = malloc(sizeof *shelf);
  if (!shelf) return NULL;
  pthread_mutex_init(&shelf->mutex, NULL);
  atomic_init(&shelf->now, NULL);
  shelf->discard = discard;
  return shelf;
}

static void let_go(struct shelf *shelf, struct shelved *shelved) {
  if (!shelved) return;
  pthread_mutex_lock(&shelf->mutex);
  const bool last = --shelved->users == 0;
  pthread_mutex_unlock(&shelf->mutex);
  if (!last) return;
  shelf->discard(shelved->thing);
  free(shelved);
}

void shelf_free(struct shelf *shelf) {
  if (!shelf) return;
  let_go(shelf, atomic_load(&shelf->now));
  pthread_mutex_destroy(&shelf->mutex);
  free(shelf);
}

bool shelf_put(struct shelf *shelf, void *thing) {
  struct shelved *fresh = malloc(sizeof *fresh);
  if (!fresh) return false;
  *fresh = (struct shelved){.thing = thing, .users = 1};
  pthread_mutex_lock(&shelf->mutex);
  struct shelved *old = atomic_exchange(&shelf->now, fresh);
  pthread_mutex_unlock(&shelf->mutex);
  let_go(shelf, old);
  return true;
}

/* A caller whose address compares equal holds the thing, so it cannot be the address of another. */
bool shelf_look(struct shelf *shelf, struct shelved **mine) {
  if (atomic_load_explicit(&shelf->now, memory_order_acquire) == *mine) return false;
  pthread_mutex_lock(&shelf->mutex);
  struct shelved *fresh = atomic_load(&shelf->now);
  if (fresh) fresh->users++;
  pthread_mutex_unlock(&shelf->mutex);
  let_go(shelf, *mine);
  *mine = fresh;
  return true;
}

void *shelf_thing(const struct shelved *shelved) { return shelved ? shelved->thing : NULL; }

void shelf_give_back(struct shelf *shelf, struct shelved **mine) {
  let_go(shelf, *mine);
  *mine = NULL;
}
