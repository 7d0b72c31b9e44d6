/* Sums, intervals and the sequential test of the arena, against values worked out by hand. */
#include <math.h>

#include "core/base/rng.h"
#include "tests/support/test.h"
#include "tools/arena/stats.h"

static void near(double is, double wanted, double tolerance) {
  if (fabs(is - wanted) > tolerance) fail_msg("%.9g is not %.9g", is, wanted);
}

/* 2 4 4 4 5 5 7 9: mean 5, sum of squared deviations 32, variance 32/7, margin 1.96 sqrt(32/56). */
TEST(a_sum_gives_mean_variance_and_margin) {
  static const double samples[] = {2, 4, 4, 4, 5, 5, 7, 9};
  struct sum sum = {0};
  for (int i = 0; i < 8; i++) sum_add(&sum, samples[i]);
  near(sum_mean(&sum), 5, 1e-12);
  near(sum_variance(&sum), 32.0 / 7, 1e-12);
  near(sum_margin(&sum), 1.959964 * 0.755928946, 1e-8);
}

TEST(few_samples_have_no_spread) {
  struct sum sum = {0};
  near(sum_mean(&sum), 0, 0);
  near(sum_margin(&sum), 0, 0);
  sum_add(&sum, 3);
  near(sum_mean(&sum), 3, 0);
  near(sum_variance(&sum), 0, 0);
}

/* Means of 100 samples of a uniform number: about 95 of 100 intervals hold the true mean. */
TEST(an_interval_holds_the_truth_nineteen_times_in_twenty) {
  int held = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < 2000; i++) {
    struct sum sum = {0};
    for (int j = 0; j < 100; j++) sum_add(&sum, ddz_rng_unit(&rng));
    held += fabs(sum_mean(&sum) - .5) <= sum_margin(&sum);
  }
  assert_in_range(held, 1850, 1950); /* 1900 expected, sd 10 */
}

/* 100 pairs: 60 won both, 20 one, 20 none: mean .7; with the two more samples the sum is 71 and that of the
 * squares 66, so the variance is (66 - 71^2/102) / 101; ratio = 100 x .1 x (1.4 - 1.1) / (2 variance). */
TEST(the_ratio_of_known_samples) {
  const struct sprt test = {.low = .5, .high = .6};
  struct sum sum = {0};
  for (int i = 0; i < 100; i++) sum_add(&sum, i < 60 ? 1 : i < 80 ? .5 : 0);
  const double variance = (66 - 71.0 * 71 / 102) / 101;
  near(sprt_ratio(&test, &sum), 3 / (2 * variance), 1e-9);
  assert_int_equal(sprt_verdict(&test, &sum), SPRT_HIGH); /* 9.15 > ln 19 */
}

TEST(the_test_waits_for_enough_samples) {
  const struct sprt test = {.low = .5, .high = .6};
  struct sum sum = {0};
  for (int i = 0; i < SPRT_LEAST - 1; i++) sum_add(&sum, 1);
  assert_int_equal(sprt_verdict(&test, &sum), SPRT_OPEN);
  sum_add(&sum, 1);
  assert_int_equal(sprt_verdict(&test, &sum), SPRT_HIGH);
}

/* Pairs of games of a player who wins each with chance `share`, until there is a verdict; the pairs of one
 * deal lean the same way, as mirrored ones do not, which the estimated spread has to notice. */
static enum sprt_verdict try(const struct sprt *test, struct ddz_rng *rng, double share, double *deals) {
  enum sprt_verdict verdict = SPRT_OPEN;
  struct sum sum = {0};
  while (verdict == SPRT_OPEN) {
    const double first = ddz_rng_unit(rng) < share;
    sum_add(&sum, ddz_rng_unit(rng) < .3 ? first : (first + (ddz_rng_unit(rng) < share)) / 2);
    verdict = sprt_verdict(test, &sum);
  }
  *deals += sum.n;
  return verdict;
}

TEST(at_most_one_verdict_in_twenty_is_wrong) {
  const struct sprt test = {.low = .5, .high = .55};
  int wrong_high = 0, wrong_low = 0;
  double deals = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < 1000; i++) {
    wrong_high += try(&test, &rng, test.low, &deals) == SPRT_HIGH;
    wrong_low += try(&test, &rng, test.high, &deals) == SPRT_LOW;
  }
  assert_in_range(wrong_high, 5, 70); /* 50 or somewhat fewer, sd 7 */
  assert_in_range(wrong_low, 5, 70);
  /* a fixed test with the same errors takes (1.645 x 2 / .05)^2 x .1625 = 704 deals */
  assert_in_range((unsigned)(deals / 2000), 200, 500);
}

TEST(joined_sums_are_the_sum_of_both) {
  struct sum a = {0}, b = {0}, all = {0};
  for (int i = 0; i < 100; i++) {
    sum_add(i % 3 == 0 ? &a : &b, i);
    sum_add(&all, i);
  }
  sum_join(&a, &b);
  assert_memory_equal(&a, &all, sizeof a);
}

int main(void) { return test_run(NULL, NULL); }
