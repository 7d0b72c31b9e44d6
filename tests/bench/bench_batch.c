/* bench_batch.c - what typed calls cost beyond the engine, and how many steps a second a batch of tables
 * does.
 *
 * usage: bench_batch [TABLES [STEPS [THREADS]]]     1024 tables, 200 steps of each, on one thread and on two;
 * on which processors says taskset
 *
 * Steps: random rows by the caller, CPU time of all threads, the median of five runs in turn. A forced step
 * has one row. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/rng.h"
#include "core/robot/decide.h"
#include "core/rules/movegen.h"
#include "lib/typed.h"
#include "tests/support/measure.h"

#define NET "models/ddz.net"

enum { ROUNDS = 5, ROOM = 1 << 20, CALLS = 20000 };

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- typed calls ---- */

struct decision {
  struct ddz_robot_request ask;
  ddz_hand cards;
};
static struct decision decision[CALLS];
static struct ddz_play list[DDZC_PLAYS];

/* Decisions of games played by chance. */
static size_t decide(const struct ddz_rules *rules, struct ddz_rng *rng) {
  static struct ddz_table table[CALLS / 20];
  size_t n = 0;
  for (size_t game = 0; n < CALLS && game < sizeof table / sizeof *table; game++) {
    struct ddz_table *t = &table[game];
    ddz_table_init(t, rules, game, NULL);
    while (t->phase == DDZ_PHASE_PLAY && n < CALLS) {
      const size_t rows = typed_list(t, list, DDZC_PLAYS);
      const struct ddz_play row = list[ddz_rng_below(rng, (uint32_t)rows)];
      const struct ddz_action action = typed_action(&row);
      ddz_robot_defaults(&decision[n].ask);
      decision[n].ask.player = DDZ_PLAYER_NET;
      ddz_table_view(t, &decision[n].ask.view);
      decision[n].ask.view.rules = rules;
      decision[n].cards = row.cards != 0 ? row.cards : t->hand[t->turn] & -(t->hand[t->turn]);
      n++;
      ddz_table_apply(t, &action);
    }
  }
  return n;
}

static volatile size_t sink;

static void engine_classify(const struct decision *d, struct ddz *handle) {
  struct ddz_play play;
  (void)handle;
  sink += ddz_classify(d->ask.view.rules, d->cards, &play) == DDZ_OK;
}
static void typed_classify(const struct decision *d, struct ddz *handle) {
  struct ddzc_play play;
  (void)handle;
  sink += ddzc_classify(d->ask.view.rules, d->cards, NULL, &play) == 0;
}
static void engine_plays(const struct decision *d, struct ddz *handle) {
  (void)handle;
  sink +=
      ddz_moves(d->ask.view.rules, d->ask.view.hand, &d->ask.view.now.last, DDZ_FILL_LACK, list, DDZC_PLAYS);
}
static void typed_plays(const struct decision *d, struct ddz *handle) {
  (void)handle;
  sink += (size_t)ddzc_plays(d->ask.view.rules, d->ask.view.hand,
                             (const struct ddzc_play *)(const void *)&d->ask.view.now.last,
                             (struct ddzc_play *)(void *)list, DDZC_PLAYS);
}
/* By the last play and the cards left: no history to replay. */
static void typed_move(const struct decision *d, struct ddz *handle) {
  const struct ddz_view *view = &d->ask.view;
  struct ddzc_seat seat = {.hand = view->hand, .kitty = view->kitty, .role = (uint8_t)view->role};
  struct ddzc_player net = {.engine = DDZC_NET, .level = 8};
  struct ddzc_choice choice;
  memcpy(&seat.last, &view->now.last, sizeof seat.last);
  seat.owner = (uint8_t)view->now.owner;
  for (int r = 0; r < 3; r++) seat.left[r] = (uint8_t)view->now.left[r];
  sink += (size_t)ddzc_move(handle, view->rules, &seat, &net, &choice, 1);
}
static void bare_move(const struct decision *d, struct ddz *handle) {
  struct ddz_robot_request ask = d->ask;
  struct ddz_robot_move move;
  ddz_view_bare(&ask.view, d->ask.view.rules, d->ask.view.role, d->ask.view.hand);
  if (d->ask.view.now.last.kind != DDZ_PASS)
    (void)ddz_view_last(&ask.view, d->ask.view.now.owner, &d->ask.view.now.last);
  for (int r = 0; r < 3; r++) ask.view.now.left[r] = d->ask.view.now.left[r];
  ask.view.kitty = d->ask.view.kitty;
  ddz_decide(handle_engine(handle), &ask, &move, NULL, 0);
  sink += move.chosen.play.size;
}

static double cost(void (*call)(const struct decision *, struct ddz *), size_t n, struct ddz *handle) {
  const double start = seconds(CLOCK_THREAD_CPUTIME_ID);
  for (size_t i = 0; i < n; i++) call(&decision[i], handle);
  return (seconds(CLOCK_THREAD_CPUTIME_ID) - start) / (double)n * 1e9;
}

static void typed_calls(const struct ddz_rules *rules, struct ddz *handle) {
  static const struct {
    const char *name;
    void (*engine)(const struct decision *, struct ddz *), (*typed)(const struct decision *, struct ddz *);
  } rows[] = {{"classify", engine_classify, typed_classify},
              {"plays", engine_plays, typed_plays},
              {"move of the net", bare_move, typed_move}};
  struct ddz_rng rng;
  ddz_rng_seed(&rng, 1);
  const size_t n = decide(rules, &rng);
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    double of[2][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      of[0][round] = cost(rows[r].engine, n, handle);
      of[1][round] = cost(rows[r].typed, n, handle);
    }
    const double engine = measure_at(of[0], ROUNDS, 0.5), typed = measure_at(of[1], ROUNDS, 0.5);
    printf("%-18s engine %8.1f ns, typed call %8.1f ns, %.2f times\n", rows[r].name, engine, typed,
           typed / engine);
  }
}

/* ---- steps ---- */

struct counts {
  double cpu, wall;
  long steps, forced, games;
};

static struct counts run(const struct ddzc_batch_settings *settings, struct ddzc_arrays *arrays,
                         int32_t *action, int steps) {
  struct ddzc_batch *batch = ddzc_batch_open(settings, NULL, 0);
  struct counts counts = {0};
  struct ddz_rng rng;
  ddz_rng_seed(&rng, 1);
  if (batch == NULL || ddzc_batch_look(batch, arrays) > ROOM) exit(1);
  const double start = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (int step = 0; step < steps; step++) {
    for (uint32_t i = 0; i < settings->tables; i++) {
      const uint32_t n = (uint32_t)(arrays->first[i + 1] - arrays->first[i]);
      counts.forced += n == 1;
      action[i] = n == 1 ? 0 : (int32_t)ddz_rng_below(&rng, n);
    }
    if (ddzc_batch_step(batch, action, arrays) > ROOM) exit(1);
    for (uint32_t i = 0; i < settings->tables; i++) counts.games += arrays->done[i];
  }
  counts.cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  counts.wall = seconds(CLOCK_MONOTONIC) - start;
  counts.steps = (long)settings->tables * steps;
  ddzc_batch_close(batch);
  return counts;
}

static void *room(size_t each, size_t n) {
  void *block = calloc(n, each);
  if (block == NULL) exit(1);
  return block;
}

static void steps_of(const struct ddz_rules *rules, uint32_t tables, int steps, uint32_t threads) {
  const struct ddzc_arrays bare = {.size = sizeof bare,
                                   .room = ROOM,
                                   .first = room(4, tables + 1),
                                   .turn = room(1, tables),
                                   .done = room(1, tables),
                                   .reward = room(12, tables)};
  struct ddzc_arrays rows = bare, v1, ids, douzero, engine;
  rows.rows = room(16, ROOM);
  v1 = rows;
  v1.v1 = room(DDZC_V1, tables);
  ids = v1;
  ids.ids = room(4, ROOM);
  douzero = rows;
  douzero.douzero_x = room(DDZC_DOUZERO_X, tables);
  douzero.douzero_z = room(DDZC_DOUZERO_Z, tables);
  douzero.douzero_rows = room(DDZC_DOUZERO_ROW, ROOM);
  engine = rows;
  engine.engine = room(2 * DDZC_ENGINE, ROOM);
  struct {
    const char *name;
    struct ddzc_arrays *arrays;
    uint32_t threads;
  } kinds[] = {{"plays", &rows, 1},
               {"plays and v1", &v1, 1},
               {"and RLCard's ids", &ids, 1},
               {"DouZero's inputs", &douzero, 1},
               {"the engine's inputs", &engine, 1},
               {"plays and v1", &v1, threads}};
  enum { KINDS = sizeof kinds / sizeof *kinds };
  double cpu[KINDS][ROUNDS], wall[KINDS][ROUNDS];
  int32_t *action = room(4, tables);
  struct counts counts = {0};
  for (int round = 0; round < ROUNDS; round++)
    for (int k = 0; k < KINDS; k++) {
      const struct ddzc_batch_settings settings = {
          .size = sizeof settings, .rules = rules, .seed = 1, .tables = tables, .threads = kinds[k].threads};
      counts = run(&settings, kinds[k].arrays, action, steps);
      cpu[k][round] = (double)counts.steps / counts.cpu;
      wall[k][round] = (double)counts.steps / counts.wall;
    }
  printf("%u tables, %ld steps, %.2f of them forced, %.1f a game\n", tables, counts.steps,
         (double)counts.forced / (double)counts.steps, (double)counts.steps / (double)counts.games);
  for (int k = 0; k < KINDS; k++)
    printf("%-18s %u threads: %9.0f steps a second of CPU, %9.0f of time\n", kinds[k].name, kinds[k].threads,
           measure_at(cpu[k], ROUNDS, 0.5), measure_at(wall[k], ROUNDS, 0.5));
}

int main(int argc, char **argv) {
  const struct ddz_settings settings = {.size = sizeof settings, .model = NET};
  char error[200] = "";
  struct ddz_rules *rules = ddzc_rules_open("\"douzero\"", error, sizeof error);
  struct ddz *handle = ddz_open(&settings, error, sizeof error);
  if (rules == NULL || handle == NULL) return fprintf(stderr, "%s\n", error), 1;
  typed_calls(rules, handle);
  steps_of(rules, argc > 1 ? (uint32_t)atoi(argv[1]) : 1024, argc > 2 ? atoi(argv[2]) : 200,
           argc > 3 ? (uint32_t)atoi(argv[3]) : 2);
  ddz_close(handle);
  ddzc_rules_close(rules);
  return 0;
}
