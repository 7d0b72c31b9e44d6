/* bench_batch.c - how many steps a second a batch of tables does.
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
#include "lib/ddz_core.h"
#include "tests/support/measure.h"

enum { ROUNDS = 5, ROOM = 1 << 20 };

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

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
  char error[200] = "";
  struct ddz_rules *rules = ddzc_rules_open("\"douzero\"", error, sizeof error);
  if (rules == NULL) return fprintf(stderr, "%s\n", error), 1;
  steps_of(rules, argc > 1 ? (uint32_t)atoi(argv[1]) : 1024, argc > 2 ? atoi(argv[2]) : 200,
           argc > 3 ? (uint32_t)atoi(argv[3]) : 2);
  ddzc_rules_close(rules);
  return 0;
}
