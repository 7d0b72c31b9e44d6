/* overload.c - a service that is asked four times what it can do: does it go on doing what it can?
 *
 * Twice, for the two ways of a request through the service:
 *
 *   long    workers behind a bounded queue: what is too much is to be refused with 503 in under 50 ms, while
 *           short questions, one to twenty of them, go on as before
 *   short   pollers answer where they read; a connection carries one question at a time and connections are
 *           bounded, so too much waits outside: the rest never leaves the client (given up after 1 s)
 *
 * The load shares the machine with the service, and thousands of refusals a second are as many wakings; so it
 * gathers what is due and what has come for a millisecond, in measuring the capacity as well. It comes from
 * several addresses, because one alone may not have all of the queue: it would hear 429.
 *
 * Each: capacity, closed loop, and four times it, open loop, in turn, seven times (three where it only
 * prints); half of it; four times it; then half again, looked at every 100 ms: how long until the short
 * questions' p99, or the long ones' median, is below twice what it was (at least 5 ms: less is noise).
 *
 * usage: load overload [seconds of each part, default 10]     Judges from 5 s a part on, below it prints. */
#include "tests/load/ways.h"
#include "tests/support/measure.h"
#include "tests/support/mix.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Closed loop: long ones nearly fill the queue (256), as an overload does. */
enum {
  CROWD = 900,
  FEW_LONG = 200,
  FEW_SHORT = 64,
  COMPANY = 20,
  ROUNDS = 7,
  ROUNDS_PRINTED = 3, /* where nothing is judged */
  ADDRESSES = 8,
  GATHER_US = 1000,
  SOME = 20,
  PART_MAX_S = 20
};
enum { TIMES = 4, REFUSED_MS = 50, RECOVERED_MS = 2000 };
static const double GOODPUT = 0.85;

static bool judged;
static int rounds;

struct trial {
  struct program program;
  struct mix mix;
  enum mix_group group; /* that is overloaded */
  struct load *few;     /* closed loop */
  struct load *crowd;   /* open loop, with company */
  double seconds, normal_ms;
  double capacity[ROUNDS], ratio[ROUNDS];
  struct load_tally over, company; /* of all rounds */
  struct histogram late;
  double over_s;
};

/* Connections and weights for the group alone; long ones with one short in twenty beside them when `company`
 * is wanted. */
static struct load *connect_group(const struct trial *trial, size_t connections, bool company) {
  static struct mix chosen[2];
  struct mix *mix = &chosen[company];
  *mix = trial->mix;
  mix_weigh(mix, MIX_BAD, 0);
  mix_weigh(mix, MIX_LONG, trial->group == MIX_LONG ? COMPANY * 98 : 0); /* in the mix: 98 short to a long */
  if (trial->group == MIX_LONG && !company) mix_weigh(mix, MIX_CHEAP, 0);
  struct load_setup setup = {.port = trial->program.port,
                             .seed = test_seed(),
                             .kinds = mix->kinds,
                             .kind_count = mix->count,
                             .give_up_ms = 1000,
                             .sources = ADDRESSES,
                             .gather_us = trial->group == MIX_LONG ? GATHER_US : 0};
  setup.connections[trial->group] = connections;
  if (company && trial->group == MIX_LONG) setup.connections[MIX_CHEAP] = 64;
  return load_new(&setup);
}

/* Requests a second of the group; its company comes on top. */
static void set_rate(const struct trial *trial, double rate) {
  load_rate(trial->crowd, trial->group == MIX_LONG ? rate * (1 + 1.0 / COMPANY) : rate);
}

static double median(const double *values) {
  double sorted[ROUNDS];
  memcpy(sorted, values, (size_t)rounds * sizeof *sorted);
  return measure_at(sorted, (size_t)rounds, 0.5);
}

/* Run `load` and add what became of the group to `sum`; the group's answers a second. A part goes on until
 * there are some answers to count, but not for ever. */
static double run(const struct trial *trial, struct load *load, double seconds, struct load_tally *sum) {
  load_run(load, 0.3); /* until it is as it will be */
  load_forget(load);
  uint64_t begin = measure_now();
  double took;
  do {
    load_run(load, seconds);
    took = (double)(measure_now() - begin) / 1e9;
    mix_sum(&trial->mix, load, trial->group, sum);
  } while (sum->fine < SOME && took < PART_MAX_S);
  return (double)sum->fine / took;
}

/* What recovery looks at: the p99 of short ones, the median of long ones. */
static double feel(const struct trial *trial, const struct load_tally *sum) {
  return histogram_ms(&sum->took, trial->group == MIX_LONG ? 0.5 : 0.99);
}

/* Capacity and four times it in turn, because other work on the machine comes and goes. */
static void one_round(struct trial *trial, int round) {
  static struct load_tally sum;
  double seconds = trial->seconds / rounds;
  load_rate(trial->few, 0);
  trial->capacity[round] = run(trial, trial->few, seconds, &sum);
  load_settle(trial->few, 5);
  set_rate(trial, TIMES * trial->capacity[round]);
  trial->ratio[round] = run(trial, trial->crowd, seconds, &sum) / trial->capacity[round];
  trial->over_s += seconds;
  load_tally_add(&trial->over, &sum);
  mix_sum(&trial->mix, trial->crowd, MIX_CHEAP, &sum);
  load_tally_add(&trial->company, &sum);
  histogram_merge(&trial->late, load_lateness(trial->crowd));
}

static void measure_normal(struct trial *trial, double rate) {
  static struct load_tally sum;
  set_rate(trial, rate);
  run(trial, trial->crowd, trial->seconds / 4, &sum);
  trial->normal_ms = feel(trial, &sum);
  printf("       at %.0f/s, half of it: p50 %.2f p99 %.2f ms, %llu refused\n", rate,
         histogram_ms(&sum.took, 0.5), histogram_ms(&sum.took, 0.99), (unsigned long long)sum.refused);
}

static void judge_overload(const struct trial *trial) {
  const struct load_tally *sum = &trial->over;
  double ratio = median(trial->ratio), refused_ms = histogram_ms(&sum->refusal, 0.99);
  printf("       %d times that: answered %.0f/s, once sent p50 %.1f p99 %.1f ms; refused %.0f/s, kept back "
         "%.0f/s; sent late p99 %.2f ms\n",
         TIMES, (double)sum->fine / trial->over_s, histogram_ms(&sum->served, 0.5),
         histogram_ms(&sum->served, 0.99), (double)sum->refused / trial->over_s,
         (double)sum->unsent / trial->over_s, histogram_ms(&trial->late, 0.99));
  demand(judged, ratio >= GOODPUT, "goodput %.0f %% of capacity, median of %d rounds", 100 * ratio, rounds);
  demand(judged, sum->wrong == 0, "nothing but answers and refusals");
  if (sum->refused == 0) return;
  demand(judged, refused_ms < REFUSED_MS, "refusals: p50 %.2f p99 %.2f max %.2f ms",
         histogram_ms(&sum->refusal, 0.5), refused_ms, (double)sum->refusal.max_ns / 1e6);
  demand(judged, sum->too_many == 0, "all of them 503");
}

/* What others feel meanwhile. */
static void judge_company(const struct trial *trial) {
  const struct load_tally *sum = &trial->company;
  if (trial->group != MIX_LONG) return;
  printf("       %llu short ones meanwhile: p50 %.2f p99 %.2f ms\n", (unsigned long long)sum->fine,
         histogram_ms(&sum->took, 0.5), histogram_ms(&sum->took, 0.99));
  demand(judged, sum->fine && !sum->refused && !sum->wrong, "short ones meanwhile are answered");
}

static void measure_recovery(struct trial *trial, double rate) {
  static struct load_tally sum;
  double bound = 2 * trial->normal_ms > 5 ? 2 * trial->normal_ms : 5, now = 0, took_ms = 0;
  set_rate(trial, TIMES * rate * 2);
  load_run(trial->crowd, trial->seconds / 4);
  uint64_t end = measure_now();
  set_rate(trial, rate);
  do {
    load_forget(trial->crowd);
    load_run(trial->crowd, 0.1);
    mix_sum(&trial->mix, trial->crowd, trial->group, &sum);
    now = feel(trial, &sum);
    took_ms = (double)(measure_now() - end) / 1e6;
  } while ((now > bound || sum.fine == 0) && took_ms < 10000);
  demand(judged, took_ms < RECOVERED_MS, "back to %.2f ms (normal %.2f) within %.0f ms of its end", now,
         trial->normal_ms, took_ms);
}

static void overload_one(enum mix_group group, double seconds) {
  static struct trial trial;
  memset(&trial, 0, sizeof trial);
  trial.group = group;
  trial.seconds = seconds;
  mix_make(&trial.mix, test_seed());
  trial.program = program_start((const char *const[]){NULL});
  if (trial.program.port == 0) exit(1);
  trial.few = connect_group(&trial, group == MIX_LONG ? FEW_LONG : FEW_SHORT, false);
  trial.crowd = connect_group(&trial, CROWD, true);
  load_swallow(trial.few, trial.program.out);
  load_swallow(trial.crowd, trial.program.out);
  for (int round = 0; round < rounds; round++) one_round(&trial, round);
  double capacity = median(trial.capacity);
  printf("%s: capacity %.0f/s, closed loop over %d connections\n", group == MIX_LONG ? "long" : "short",
         capacity, group == MIX_LONG ? FEW_LONG : FEW_SHORT);
  if (capacity <= 0) {
    printf("FAULT  nothing was answered, so nothing can be judged\n");
    exit(1);
  }
  load_settle(trial.crowd, 5);
  measure_normal(&trial, capacity / 2);
  judge_overload(&trial);
  judge_company(&trial);
  measure_recovery(&trial, capacity / 2);
  load_settle(trial.crowd, 10);
  load_free(trial.few);
  load_free(trial.crowd);
  demand(judged, program_end(&trial.program, SIGTERM) == 0, "the service ended with 0");
  mix_free(&trial.mix);
}

int overload(int argc, char **argv) {
  double seconds = argc > 1 ? strtod(argv[1], NULL) : 10;
  judged = seconds >= 5;
  rounds = judged ? ROUNDS : ROUNDS_PRINTED;
  overload_one(MIX_LONG, seconds);
  overload_one(MIX_CHEAP, seconds);
  return 0;
}
