/* batch.c - layer 3 of ddz_core.h: many tables that move together, on several threads.
 *
 * Each worker has a run of tables. A step goes in two parts: all workers move copies of their tables and list
 * what can be done there; when all went well and the rows fit, the copies are the tables, and all workers
 * write the caller's arrays. So a step that is refused leaves no trace. */
#include "lib/batch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/robot/actor.h"

enum {
  TABLES_MAX = 1 << 20,
  THREADS_MAX = 256,
  NEXT = 0x4E787,
  ROWS_FIRST = 1024,
  MEMO_BYTES = 1 << 20,
  LOOKS = 2000
};

struct worker {
  struct ddzc_batch *batch;
  pthread_t thread;
  uint32_t from, to; /* its tables */
  struct list {
    struct ddz_play *row;
    size_t n, room;
  } list[2];          /* of the tables as they are, of those that move */
  size_t at;          /* where its rows begin in the arrays */
  struct ddz *engine; /* of its robots */
  void *power;        /* for the inputs of the nets; NULL until they are wanted */
  int error;
  char apart[128]; /* from the next one: they are written all the time, by different cores */
};

struct ddzc_batch {
  struct ddzc_batch_settings settings;
  struct ddz_robot_request robot[DDZ_SEATS];
  struct place *place[2]; /* as they are; as they move */
  struct worker *worker;
  uint32_t threads, started;
  int now; /* which of the two are the tables */

  /* what all workers do */
  void (*job)(struct worker *worker);
  const int32_t *action;
  struct ddzc_arrays arrays;

  pthread_mutex_t mutex;
  pthread_cond_t changed;         /* one of the next two */
  atomic_uint begun, ended, busy; /* rounds; workers of this round that are not ready */
  bool over;
};

/* ---- one table ---- */

static uint64_t seed_after(uint64_t seed) {
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, seed, NEXT);
  return ddz_rng_next(&rng) >> 11;
}

static void deal(struct place *place, const struct ddz_rules *rules, uint64_t seed) {
  (void)ddz_table_init(&place->table, rules, seed, NULL); /* without given cards nothing is wrong */
  place->pasts = 0;
  place->actions = 0;
}

static bool apply(struct place *place, const struct ddz_action *action, const struct ddz_rules *rules) {
  struct ddz_table *table = &place->table;
  if (ddz_table_apply(table, action) != DDZ_OK) return false;
  place->actions++;
  if (action->verb == DDZ_VERB_PLAY) {
    memmove(place->past + 1, place->past, sizeof place->past - sizeof *place->past);
    place->past[0] = action->cards;
    if (place->pasts < PLACE_PAST) place->pasts++;
  }
  if (table->phase == DDZ_PHASE_REDEAL)
    (void)ddz_table_apply(table, &(struct ddz_action){.verb = DDZ_VERB_DEAL});
  if (table->phase != DDZ_PHASE_OVER) return true;
  place->done++;
  for (int seat = 0; seat < DDZ_SEATS; seat++) place->reward[seat] += (float)table->score[seat];
  deal(place, rules, seed_after(table->seed));
  return true;
}

static bool is_for_robots(const struct ddzc_batch_settings *settings, const struct ddz_table *table) {
  return settings->robots >> table->turn & 1 ||
         (settings->skip & DDZC_SKIP_CALLS && table->phase != DDZ_PHASE_PLAY);
}

/* Robots act until it is the turn of a seat without one. */
static bool robots_act(struct worker *worker, struct place *place) {
  const struct ddzc_batch *batch = worker->batch;
  while (is_for_robots(&batch->settings, &place->table)) {
    struct ddz_robot_request how = batch->robot[place->table.turn];
    struct ddz_act act;
    how.seed += place->table.seed + place->actions;
    ddz_table_act(handle_engine(worker->engine), &place->table, &how, &act, NULL, 0);
    if (!apply(place, &act.action, batch->settings.rules)) return false;
  }
  return true;
}

static bool list_rows(struct list *list, struct place *place) {
  place->at = list->n;
  for (;;) {
    place->count = typed_list(&place->table, list->row + list->n, list->room - list->n);
    if (place->count <= list->room - list->n) break;
    const size_t room = 2 * (list->n + place->count);
    struct ddz_play *longer = realloc(list->row, room * sizeof *longer);
    if (longer == NULL) return false;
    list->row = longer;
    list->room = room;
  }
  list->n += place->count;
  return true;
}

/* On to the next choice of the caller, and list what can be done there. 0, or an error. */
static int go_on(struct worker *worker, struct list *list, struct place *place) {
  for (;; place->forced++) {
    if (!robots_act(worker, place)) return DDZC_BAD_ARGUMENT;
    if (!list_rows(list, place)) return DDZC_NO_MEMORY;
    if (place->count > 1 || !(worker->batch->settings.skip & DDZC_SKIP_FORCED)) return 0;
    const struct ddz_action action = typed_action(&list->row[place->at]);
    list->n = place->at;
    if (!apply(place, &action, worker->batch->settings.rules)) return DDZC_BAD_ARGUMENT;
  }
}

/* ---- what workers do ---- */

/* The first deals. */
static void start(struct worker *worker) {
  struct ddzc_batch *batch = worker->batch;
  for (uint32_t i = worker->from; i < worker->to && worker->error == 0; i++) {
    struct place *place = &batch->place[0][i];
    struct ddz_rng rng;
    ddz_rng_seed_stream(&rng, batch->settings.seed, i);
    deal(place, batch->settings.rules, ddz_rng_next(&rng) >> 11);
    worker->error = go_on(worker, &worker->list[0], place);
  }
}

static int move_one(struct worker *worker, uint32_t i) {
  struct ddzc_batch *batch = worker->batch;
  const struct place *from = &batch->place[batch->now][i];
  struct place *to = &batch->place[!batch->now][i];
  const int32_t wanted = batch->action[i];
  if (wanted < 0 || (size_t)wanted >= from->count) return DDZC_BAD_ARGUMENT;
  const struct ddz_action action = typed_action(&worker->list[batch->now].row[from->at + (size_t)wanted]);
  *to = *from;
  to->done = to->forced = 0;
  memset(to->reward, 0, sizeof to->reward);
  if (!apply(to, &action, batch->settings.rules)) return DDZC_BAD_ARGUMENT;
  return go_on(worker, &worker->list[!batch->now], to);
}

static void move(struct worker *worker) {
  worker->list[!worker->batch->now].n = 0;
  for (uint32_t i = worker->from; i < worker->to && worker->error == 0; i++)
    worker->error = move_one(worker, i);
}

static void observe(struct worker *worker) {
  const struct ddzc_batch *batch = worker->batch;
  const struct list *list = &worker->list[batch->now];
  for (uint32_t i = worker->from; i < worker->to; i++) {
    const struct place *place = &batch->place[batch->now][i];
    batch->arrays.first[i] = (int32_t)(worker->at + place->at);
    observe_table(&batch->arrays, i, place);
    if (batch->arrays.engine != NULL)
      observe_engine(batch->arrays.engine + DDZC_ENGINE * (worker->at + place->at), place,
                     list->row + place->at, worker->power);
  }
  observe_rows(&batch->arrays, worker->at, list->row, list->n);
}

/* ---- threads ---- */

static void raise_by_one(struct ddzc_batch *batch, atomic_uint *rounds) {
  pthread_mutex_lock(&batch->mutex);
  atomic_fetch_add(rounds, 1);
  pthread_cond_broadcast(&batch->changed);
  pthread_mutex_unlock(&batch->mutex);
}

static void look_away(void) {
#ifdef __x86_64__
  __builtin_ia32_pause();
#elif defined __aarch64__
  __asm__ volatile("yield");
#endif
}

/* Until it is raised: awake for a while, because to wake a thread can cost as much as a hundred steps. */
static void await_after(struct ddzc_batch *batch, const atomic_uint *rounds, unsigned old) {
  for (int i = 0; i < LOOKS && atomic_load(rounds) == old; i++) look_away();
  pthread_mutex_lock(&batch->mutex);
  while (atomic_load(rounds) == old) pthread_cond_wait(&batch->changed, &batch->mutex);
  pthread_mutex_unlock(&batch->mutex);
}

static void *work(void *of) {
  struct worker *worker = of;
  struct ddzc_batch *batch = worker->batch;
  for (unsigned round = 0;; round++) {
    await_after(batch, &batch->begun, round);
    if (batch->over) return NULL;
    batch->job(worker);
    if (atomic_fetch_sub(&batch->busy, 1) == 1) raise_by_one(batch, &batch->ended);
  }
}

/* All workers do it, the caller's thread as the first of them. The first error. */
static int all(struct ddzc_batch *batch, void (*job)(struct worker *worker)) {
  const unsigned ended = atomic_load(&batch->ended);
  int error = 0;
  batch->job = job;
  for (uint32_t w = 0; w < batch->threads; w++) batch->worker[w].error = 0;
  atomic_store(&batch->busy, batch->threads - 1);
  if (batch->threads > 1) raise_by_one(batch, &batch->begun);
  job(&batch->worker[0]);
  if (batch->threads > 1) await_after(batch, &batch->ended, ended);
  for (uint32_t w = 0; w < batch->threads && error == 0; w++) error = batch->worker[w].error;
  return error;
}

/* ---- the calls ---- */

static bool read_settings(struct ddzc_batch *batch, const struct ddzc_batch_settings *settings, char *error,
                          size_t room) {
  if (settings->size != sizeof *settings) return typed_say(error, room, "settings.size");
  if (settings->rules == NULL) return typed_say(error, room, "settings.rules: there are none");
  if (settings->tables < 1 || settings->tables > TABLES_MAX)
    return typed_say(error, room, "settings.tables: 1 to 1048576");
  if (settings->threads > THREADS_MAX) return typed_say(error, room, "settings.threads: at most 256");
  if (settings->robots >= 7) return typed_say(error, room, "settings.robots: at most two of three seats");
  if (settings->skip > (DDZC_SKIP_FORCED | DDZC_SKIP_CALLS))
    return typed_say(error, room, "settings.skip: 0 to 3");
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    if (!typed_player(&settings->robot[seat], &batch->robot[seat]))
      return typed_say(error, room, "settings.robot: a number is out of its range");
  batch->settings = *settings;
  batch->threads = settings->threads > 0 ? settings->threads : 1;
  if (batch->threads > settings->tables) batch->threads = settings->tables;
  return true;
}

static bool make_worker(struct ddzc_batch *batch, uint32_t w, char *error, size_t room) {
  struct worker *worker = &batch->worker[w];
  worker->batch = batch;
  worker->from = (uint32_t)((uint64_t)batch->settings.tables * w / batch->threads);
  worker->to = (uint32_t)((uint64_t)batch->settings.tables * (w + 1) / batch->threads);
  for (int i = 0; i < 2; i++) {
    worker->list[i].room = ROWS_FIRST;
    worker->list[i].row = malloc(ROWS_FIRST * sizeof(struct ddz_play));
    if (worker->list[i].row == NULL) return typed_say(error, room, "memory is short");
  }
  if (batch->settings.robots == 0 && !(batch->settings.skip & DDZC_SKIP_CALLS)) return true;
  return (worker->engine = ddz_open(batch->settings.engine, error, room)) != NULL;
}

static bool make(struct ddzc_batch *batch, char *error, size_t room) {
  batch->worker = calloc(batch->threads, sizeof *batch->worker);
  for (int i = 0; i < 2; i++) batch->place[i] = calloc(batch->settings.tables, sizeof(struct place));
  if (batch->worker == NULL || batch->place[0] == NULL || batch->place[1] == NULL)
    return typed_say(error, room, "memory is short");
  for (uint32_t w = 0; w < batch->threads; w++)
    if (!make_worker(batch, w, error, room)) return false;
  for (uint32_t w = 1; w < batch->threads; w++, batch->started++)
    if (pthread_create(&batch->worker[w].thread, NULL, work, &batch->worker[w]) != 0)
      return typed_say(error, room, "no thread can be started");
  return all(batch, start) == 0 || typed_say(error, room, "memory is short");
}

struct ddzc_batch *ddzc_batch_open(const struct ddzc_batch_settings *settings, char *error, size_t room) {
  struct ddzc_batch *batch = calloc(1, sizeof *batch);
  if (batch == NULL) {
    typed_say(error, room, "memory is short");
    return NULL;
  }
  pthread_mutex_init(&batch->mutex, NULL);
  pthread_cond_init(&batch->changed, NULL);
  if (read_settings(batch, settings, error, room) && make(batch, error, room)) return batch;
  ddzc_batch_close(batch);
  return NULL;
}

void ddzc_batch_close(struct ddzc_batch *batch) {
  if (batch == NULL) return;
  batch->over = true;
  raise_by_one(batch, &batch->begun);
  for (uint32_t w = 1; w <= batch->started; w++) pthread_join(batch->worker[w].thread, NULL);
  for (uint32_t w = 0; w < batch->threads && batch->worker != NULL; w++) {
    ddz_close(batch->worker[w].engine);
    free(batch->worker[w].power);
    for (int i = 0; i < 2; i++) free(batch->worker[w].list[i].row);
  }
  for (int i = 0; i < 2; i++) free(batch->place[i]);
  free(batch->worker);
  pthread_cond_destroy(&batch->changed);
  pthread_mutex_destroy(&batch->mutex);
  free(batch);
}

/* Where the rows of each worker begin; how many there are in all. */
static size_t lay_out(struct ddzc_batch *batch, int which) {
  size_t n = 0;
  for (uint32_t w = 0; w < batch->threads; w++) {
    batch->worker[w].at = n;
    n += batch->worker[w].list[which].n;
  }
  return n;
}

/* Arrays of an older header lack the last ones. 0, or an error. */
static int take(struct ddzc_batch *batch, const struct ddzc_arrays *arrays) {
  if (arrays->size < offsetof(struct ddzc_arrays, engine) || arrays->size > sizeof *arrays)
    return DDZC_BAD_ARGUMENT;
  memset(&batch->arrays, 0, sizeof batch->arrays);
  memcpy(&batch->arrays, arrays, arrays->size);
  for (uint32_t w = 0; w < batch->threads && batch->arrays.engine != NULL; w++) {
    if (batch->worker[w].power != NULL) continue;
    const size_t size = ddz_power_size(MEMO_BYTES);
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (memory == NULL) return DDZC_NO_MEMORY;
    batch->worker[w].power = ddz_power_init(memory, MEMO_BYTES);
  }
  return 0;
}

static int look(struct ddzc_batch *batch, int which) {
  const size_t n = lay_out(batch, which);
  if (n > batch->arrays.room) return (int)n;
  batch->now = which;
  batch->arrays.first[batch->settings.tables] = (int32_t)n;
  (void)all(batch, observe);
  return (int)n;
}

int ddzc_batch_look(struct ddzc_batch *batch, const struct ddzc_arrays *arrays) {
  const int error = take(batch, arrays);
  return error != 0 ? error : look(batch, batch->now);
}

int ddzc_batch_step(struct ddzc_batch *batch, const int32_t *action, const struct ddzc_arrays *arrays) {
  int error = take(batch, arrays);
  batch->action = action;
  if (error == 0) error = all(batch, move);
  return error != 0 ? error : look(batch, !batch->now);
}

int ddzc_batch_table(const struct ddzc_batch *batch, uint32_t i, struct ddzc_table *table) {
  if (i >= batch->settings.tables) return DDZC_BAD_ARGUMENT;
  typed_pack(table, batch->settings.rules, &batch->place[batch->now][i].table);
  return 0;
}
