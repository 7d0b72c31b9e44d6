#include "stats.h"

#include <math.h>

void sum_add(struct sum *sum, double x) {
  sum->n++;
  sum->total += x;
  sum->squares += x * x;
}

void sum_join(struct sum *sum, const struct sum *more) {
  sum->n += more->n;
  sum->total += more->total;
  sum->squares += more->squares;
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
