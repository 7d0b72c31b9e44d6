/* stats.h - what many games say together: means with intervals, a test that may stop early.
 *
 * Games on mirrored deals come in pairs: the same cards, sides swapped. The luck of the deal helps both
 * players once, so the mean of a pair is one sample, and its spread is much smaller than that of two lone
 * games. All intervals are 95 % intervals of the normal approximation.
 * Plain values, no allocation; sums of the same samples in the same order are equal to the last bit. */
#pragma once

#include <stdint.h>

#define STATS_Z95 1.959964 /* of the normal distribution, two-sided */

/* Samples of one measure; starts zeroed. */
struct sum {
  double n, total, squares;
};

void sum_add(struct sum *sum, double x);
void sum_join(struct sum *sum, const struct sum *more);
double sum_mean(const struct sum *sum);     /* 0 without samples */
double sum_variance(const struct sum *sum); /* of one sample (n - 1); 0 below two samples */
double sum_margin(const struct sum *sum);   /* half the width of the interval of the mean; likewise */

/* Sequential probability ratio test (Wald 1945) on the share of games won.
 *
 * H0: the share is `low` (or less); H1: it is `high` (or more), 0 < low < high < 1. Of two equal hypotheses
 * at most 5 % each are decided wrongly. Samples are pairs (0, 1/2 or 1); their spread is estimated, which
 * makes it the "generalised" test chess engines are tested with. */
struct sprt {
  double low, high;
};
enum sprt_verdict {
  SPRT_OPEN, /* go on */
  SPRT_LOW,  /* H0 */
  SPRT_HIGH  /* H1 */
};

/* Logarithm of how much better H1 explains the samples than H0; 0 below SPRT_LEAST samples. */
enum { SPRT_LEAST = 20 };
double sprt_ratio(const struct sprt *test, const struct sum *pairs);
enum sprt_verdict sprt_verdict(const struct sprt *test, const struct sum *pairs);
