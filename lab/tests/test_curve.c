/* Are forecast probabilities true: curves are found again, errors are those of a count by hand. */
#include <math.h>

#include "core/base/rng.h"
#include "lab/train/curve.h"
#include "tests/support/test.h"

enum { N = 40000 };
static struct forecast forecast[N];

/* What is forecast is off by a curve. */
static void draw(const struct curve *off) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < N; i++) {
    const double logit = 8 * ddz_rng_unit(&rng) - 4;
    forecast[i] = (struct forecast){logit, ddz_rng_unit(&rng) < curve_probability(off, logit)};
  }
}

TEST(the_curve_by_which_it_is_off_is_found_again) {
  static const struct curve lines[] = {{1, 0}, {.5, .3}, {2, -1}, {.8, -.2}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    draw(&lines[i]);
    const struct curve found = curve_fit(forecast, N);
    print_message("slope %.3f of %.3f, offset %+.3f of %+.3f\n", found.slope, lines[i].slope, found.offset,
                  lines[i].offset);
    assert_true(fabs(found.slope - lines[i].slope) < .08 && fabs(found.offset - lines[i].offset) < .08);
  }
}

/* At the best curve neither a larger slope nor a larger offset would do better: both sums are zero. */
TEST(nothing_is_left_to_gain) {
  const struct curve off = {.7, .4};
  double slope = 0, offset = 0;
  draw(&off);
  const struct curve found = curve_fit(forecast, N);
  for (int i = 0; i < N; i++) {
    const double miss = forecast[i].won - curve_probability(&found, forecast[i].logit);
    slope += miss * forecast[i].logit;
    offset += miss;
  }
  assert_true(fabs(slope) < 1e-6 && fabs(offset) < 1e-6);
}

TEST(of_nothing_the_curve_is_straight) {
  const struct curve curve = curve_fit(forecast, 0);
  assert_true(curve.slope == 1 && curve.offset == 0);
}

TEST(the_error_is_the_mean_distance_of_the_bins) {
  struct bins bins = {0};
  char text[512];
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_true(bins_error(&bins) == 0);
  for (int i = 0; i < 4; i++) bins_add(&bins, .52, i < 1); /* forecast .52, came .25 */
  bins_add(&bins, 1, 1);                                   /* the last bin */
  assert_true(fabs(bins_error(&bins) - (4 * .52 - 1) / 5) < 1e-12);
  bins_write(&bins, file, "what", "who");
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  assert_string_equal(text, "what\twho\t0.52000\t0.25000\t4\nwhat\twho\t1.00000\t1.00000\t1\n");
  fclose(file);
}

int main(void) { return test_run(NULL, NULL); }
