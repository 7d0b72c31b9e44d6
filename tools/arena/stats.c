#include "stats.h"

#include <math.h>

void sum_add(struct sum *sum, double x) {
  sum->n++;
  sum->total += x;
  sum->squares += x * x;
}

double sum_mean(const struct sum *sum) { return sum->n > 0 ? sum->total / sum->n : 0; }

double sum_variance(const struct sum *sum) {
  if (sum->n < 2) return 0;
  const double mean = sum_mean(sum);
  return fmax(0, (sum->squares - sum->n * mean * mean) / (sum->n - 1));
}

double sum_margin(const struct sum *sum) {
  return sum->n < 2 ? 0 : STATS_Z95 * sqrt(sum_variance(sum) / sum->n);
}

/* ---- sprt ---- */

static const double WRONG = .05; /* share of wrong verdicts allowed either way */

double sprt_ratio(const struct sprt *test, const struct sum *pairs) {
  if (pairs->n < SPRT_LEAST) return 0;
  /* One more sample at either end, so that a run of equal results never has no spread at all. */
  struct sum padded = *pairs;
  sum_add(&padded, 0);
  sum_add(&padded, 1);
  const double mean = sum_mean(pairs), variance = sum_variance(&padded);
  return pairs->n * (test->high - test->low) * (2 * mean - test->low - test->high) / (2 * variance);
}

enum sprt_verdict sprt_verdict(const struct sprt *test, const struct sum *pairs) {
  const double ratio = sprt_ratio(test, pairs), bound = log((1 - WRONG) / WRONG);
  return ratio >= bound ? SPRT_HIGH : ratio <= -bound ? SPRT_LOW : SPRT_OPEN;
}

/* ---- times ---- */

/* Below 2 TIMES_STEPS every nanosecond has its slot, from there on TIMES_STEPS slots share a doubling. */
static unsigned slot_of(uint64_t ns) {
  if (ns < 2 * TIMES_STEPS) return (unsigned)ns;
  const unsigned shift = 63 - (unsigned)__builtin_clzll(ns) - 5;
  const unsigned slot = shift * TIMES_STEPS + (unsigned)(ns >> shift);
  return slot < TIMES_SLOTS ? slot : TIMES_SLOTS - 1;
}
_Static_assert(TIMES_STEPS == 1 << 5, "slot_of knows it");

/* The middle of what a slot holds. */
static double middle_of(unsigned slot) {
  if (slot < 2 * TIMES_STEPS) return slot;
  const unsigned shift = slot / TIMES_STEPS - 1;
  return ldexp(slot % TIMES_STEPS + TIMES_STEPS + .5, (int)shift);
}

void times_add(struct times *times, uint64_t ns) {
  times->n++;
  times->total += (double)ns;
  if (ns > times->most) times->most = ns;
  times->slot[slot_of(ns)]++;
}

void times_join(struct times *times, const struct times *more) {
  times->n += more->n;
  times->total += more->total;
  if (more->most > times->most) times->most = more->most;
  for (unsigned i = 0; i < TIMES_SLOTS; i++) times->slot[i] += more->slot[i];
}

double times_quantile(const struct times *times, double share) {
  const double wanted = share * (double)times->n;
  uint64_t seen = 0;
  if (times->n == 0) return 0;
  for (unsigned i = 0; i < TIMES_SLOTS; i++) {
    seen += times->slot[i];
    if (seen > 0 && (double)seen >= wanted) return fmin(middle_of(i), (double)times->most);
  }
  return (double)times->most;
}
