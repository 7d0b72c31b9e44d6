/* day.c - a service under the load of a day, for as long as it is told: does it stay as it was?
 *
 * 1. capacity: the mix (tests/support/mix.h), closed loop over 64 connections, a few seconds.
 * 2. warm-up, then the mix at 70 % of that, open loop, for the time given.
 *
 * Always demanded: every question gets its 200, every malformed one its refusal, no 5xx but the 501 and 505
 * that some malformed ones ask for (and, in runs below 10 minutes, 503 for long ones); the service ends with
 * 0; descriptors are as many at the end as at the beginning. From 10 minutes on also: after the first window
 * the resident memory grows by less than 1 MiB an hour beyond its noise, and the 99th percentile of short
 * questions is in no window more than twice that of the first. Shorter runs print the latter, and demand that
 * no answer leaves 200 bytes behind.
 *
 * usage: load day [seconds, default 60]      ddzd lies two folders up; SOAK_SHARE: another share than 0.7 */
#include "tests/load/ways.h"
#include "tests/support/measure.h"
#include "tests/support/mix.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JUDGED_FROM_S = 600, WINDOWS_MAX = 400, SAMPLES_MAX = 20000 };

/* --- the process --- */

static int descriptors(pid_t pid) {
  char path[64];
  int n = 0;
  snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
  DIR *dir = opendir(path);
  while (dir && readdir(dir)) n++;
  if (dir) closedir(dir);
  return n - 2;
}

/* --- growth: a line through the samples, and how sure its slope is --- */

struct samples {
  double hours[SAMPLES_MAX], mib[SAMPLES_MAX];
  size_t count;
};

static void fit(const struct samples *s, double *slope, double *error) {
  double n = (double)s->count, x = 0, y = 0, xx = 0, xy = 0, rest = 0;
  for (size_t i = 0; i < s->count; i++) x += s->hours[i] / n, y += s->mib[i] / n;
  for (size_t i = 0; i < s->count; i++) {
    xx += (s->hours[i] - x) * (s->hours[i] - x);
    xy += (s->hours[i] - x) * (s->mib[i] - y);
  }
  *slope = xx > 0 ? xy / xx : 0;
  for (size_t i = 0; i < s->count; i++) {
    double off = s->mib[i] - y - *slope * (s->hours[i] - x);
    rest += off * off;
  }
  *error = s->count > 2 && xx > 0 ? sqrt(rest / (n - 2) / xx) : 0;
}

/* --- the run --- */

struct soak {
  struct program program;
  struct mix mix;
  struct load *load;
  double windows_ms[WINDOWS_MAX]; /* p99 of short questions */
  size_t window_count;
  struct samples memory;
  struct load_tally total[MIX_GROUPS];
  int least_fds, most_fds;
};

static struct load *connect_all(struct soak *soak, bool one_group) {
  static struct mix together;
  struct load_setup setup = {.port = soak->program.port, .seed = test_seed(), .kind_count = soak->mix.count};
  together = soak->mix;
  for (size_t k = 0; one_group && k < together.count; k++) together.kinds[k].group = 0;
  setup.kinds = one_group ? together.kinds : soak->mix.kinds;
  setup.connections[MIX_CHEAP] = 64;
  setup.connections[MIX_LONG] = one_group ? 0 : 64;
  setup.connections[MIX_BAD] = one_group ? 0 : 4;
  struct load *load = load_new(&setup);
  load_swallow(load, soak->program.out);
  return load;
}

/* Requests a second of the whole mix, closed loop. */
static double capacity(struct soak *soak, double seconds) {
  struct load *load = connect_all(soak, true);
  uint64_t answered = 0;
  load_rate(load, 0);
  load_run(load, seconds / 3); /* warm */
  load_forget(load);
  uint64_t begin = measure_now();
  load_run(load, seconds);
  double took = (double)(measure_now() - begin) / 1e9;
  for (size_t k = 0; k < soak->mix.count; k++) {
    const struct load_tally *tally = load_tally_of(load, k);
    answered += tally->fine + tally->refused + tally->wrong;
  }
  load_settle(load, 5);
  load_free(load);
  return (double)answered / took;
}

static void print_wrong(struct soak *soak) {
  for (size_t k = 0; k < soak->mix.count; k++) {
    const struct load_tally *tally = load_tally_of(soak->load, k);
    if (tally->wrong || tally->refused)
      printf("      %s: %llu refused, %llu wrong, the last %d\n", soak->mix.kinds[k].name,
             (unsigned long long)tally->refused, (unsigned long long)tally->wrong, tally->last_wrong);
  }
}

static void end_window(struct soak *soak, double minute) {
  static struct load_tally sums[MIX_GROUPS];
  for (enum mix_group g = 0; g < MIX_GROUPS; g++) {
    mix_sum(&soak->mix, soak->load, g, &sums[g]);
    load_tally_add(&soak->total[g], &sums[g]);
  }
  double p99 = histogram_ms(&sums[MIX_CHEAP].took, 0.99);
  printf(
      "%6.1f min  %9llu short: p50 %.3f p99 %.3f p99.9 %.3f ms   %6llu long: p99 %.1f ms   rss %.1f MiB  fds "
      "%d  sent late p99 %.3f ms\n",
      minute, (unsigned long long)sums[MIX_CHEAP].fine, histogram_ms(&sums[MIX_CHEAP].took, 0.5), p99,
      histogram_ms(&sums[MIX_CHEAP].took, 0.999), (unsigned long long)sums[MIX_LONG].fine,
      histogram_ms(&sums[MIX_LONG].took, 0.99), program_mib(soak->program.pid),
      descriptors(soak->program.pid), histogram_ms(load_lateness(soak->load), 0.99));
  print_wrong(soak);
  fflush(stdout);
  if (soak->window_count < WINDOWS_MAX) soak->windows_ms[soak->window_count++] = p99;
  load_forget(soak->load);
}

/* Memory from the second window on: until then tables are touched for the first time. */
static void sample(struct soak *soak, double seconds) {
  if (soak->memory.count == SAMPLES_MAX) return;
  if (soak->window_count > 0) {
    soak->memory.hours[soak->memory.count] = seconds / 3600;
    soak->memory.mib[soak->memory.count++] = program_mib(soak->program.pid);
  }
  int fds = descriptors(soak->program.pid);
  if (fds < soak->least_fds) soak->least_fds = fds;
  if (fds > soak->most_fds) soak->most_fds = fds;
}

static void soak_for(struct soak *soak, double seconds, double window) {
  double next = window, at = 0;
  uint64_t begin = measure_now();
  soak->least_fds = 1 << 30;
  while (at < seconds) {
    load_run(soak->load, 1);
    at = (double)(measure_now() - begin) / 1e9;
    sample(soak, at);
    if (at < next) continue;
    end_window(soak, at / 60);
    next += window;
  }
  if (next - at < window * 0.8) end_window(soak, at / 60);
}

/* --- the verdict --- */

/* On a machine that does something else as well, long ones are refused as long as that lasts; in a short run
 * that is no fault, as long as a refusal is all there is. */
static void judge_answers(const struct soak *soak, bool judged) {
  static const char *const names[] = {"short", "long", "malformed"};
  for (enum mix_group g = 0; g < MIX_GROUPS; g++) {
    const struct load_tally *t = &soak->total[g];
    bool patient = !judged && g == MIX_LONG, came = t->fine > 0 || (patient && t->refused > 0);
    bool none = !judged && g != MIX_CHEAP && t->sent == 0; /* one in a hundred of what little there was */
    demand(true, (came || none) && (t->refused == 0 || patient) && t->wrong == 0,
           "%s: %llu answered as they should be, %llu refused, %llu wrong", names[g],
           (unsigned long long)t->fine, (unsigned long long)t->refused, (unsigned long long)t->wrong);
  }
}

/* What a short run can see: memory that each answer leaves behind. TSan's own memory grows with what it has
 * seen. */
#ifdef __SANITIZE_THREAD__
enum { LEFT_BEHIND_MAX = 1 << 30 };
#else
enum { LEFT_BEHIND_MAX = 200 }; /* bytes an answer */
#endif

static void judge_growth(const struct soak *soak, bool judged, double seconds) {
  double slope, error, answers = 0;
  fit(&soak->memory, &slope, &error);
  for (enum mix_group g = 0; g < MIX_GROUPS; g++) answers += (double)soak->total[g].fine;
  double least = slope - 2 * error, left = least * 1048576 / 3600 * seconds / (answers + 1);
  if (judged)
    demand(true, least < 1, "resident memory %+.2f MiB an hour, +- %.2f (two standard errors)", slope,
           2 * error);
  else
    demand(true,
           left<LEFT_BEHIND_MAX, "resident memory: each answer leaves %.1f bytes behind, or more", left> 0
               ? left
               : 0);
}

static void judge_windows(const struct soak *soak, bool judged) {
  double worst = 0;
  for (size_t i = 1; i < soak->window_count; i++)
    if (soak->windows_ms[i] > worst) worst = soak->windows_ms[i];
  demand(judged, worst <= 2 * soak->windows_ms[0],
         "p99 of short questions: first window %.3f ms, worst of the other %zu %.3f ms", soak->windows_ms[0],
         soak->window_count - 1, worst);
}

/* Those of the connections are gone a moment after these have been closed. */
static int descriptors_at_rest(pid_t pid, int wanted) {
  int fds = 0;
  for (int i = 0; i < 300 && (fds = descriptors(pid)) > wanted; i++) usleep(100000);
  return fds;
}

/* Where a run is not judged by the clock, the service does not judge either: connections that a busy machine
 * leaves unused stay open. */
static const char *const slow_clients_stay[] = {"--upload-ms", "3600000", "--idle-s", "86400", NULL};

int day(int argc, char **argv) {
  static struct soak soak;
  double seconds = argc > 1 ? strtod(argv[1], NULL) : 60;
  bool judged = seconds >= JUDGED_FROM_S;
  const char *share_text = getenv("SOAK_SHARE");
  double share = share_text ? strtod(share_text, NULL) : judged ? 0.7 : 0.35; /* it may slow down meanwhile */
  mix_make(&soak.mix, test_seed());
  soak.program = program_start(judged ? (const char *const[]){NULL} : slow_clients_stay);
  if (soak.program.port == 0) return 1;
  int fds = descriptors(soak.program.pid);
  double most = capacity(&soak, judged ? 10 : 3);
  printf("capacity %.0f requests/s of the mix; %.0f %% of it for %.0f s\n", most, share * 100, seconds);
  soak.load = connect_all(&soak, false);
  load_rate(soak.load, most * share);
  load_run(soak.load, judged ? 60 : seconds / 10); /* warm up */
  load_forget(soak.load);
  soak_for(&soak, seconds, judged ? seconds / 6 : seconds / 4);
  bool settled = load_settle(soak.load, judged ? 10 : 120); /* a busy machine is slow, but does not forget */
  load_free(soak.load);
  demand(true, settled, "the last request was answered");
  judge_answers(&soak, judged);
  judge_growth(&soak, judged, seconds);
  judge_windows(&soak, judged);
  int after = descriptors_at_rest(soak.program.pid, fds), status = program_end(&soak.program, SIGTERM);
  demand(true, after == fds && soak.most_fds - soak.least_fds < 64,
         "descriptors: %d before, %d to %d during, %d after", fds, soak.least_fds, soak.most_fds, after);
  demand(true, status == 0, "the service ended with %d", status);
  mix_free(&soak.mix);
  return 0;
}
