/* The generator against its published numbers, and its ranges against chance. */
#include <math.h>

#include "core/base/rng.h"
#include "tests/support/test.h"

/* The step of the paper, written out once more and slowly. */
static uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static uint64_t reference_step(uint64_t s[4]) {
  const uint64_t result = rotl(s[0] + s[3], 23) + s[0];
  const uint64_t t = s[1] << 17;
  s[2] = s[2] ^ s[0];
  s[3] = s[3] ^ s[1];
  s[1] = s[1] ^ s[2];
  s[0] = s[0] ^ s[3];
  s[2] = s[2] ^ t;
  s[3] = rotl(s[3], 45);
  return result;
}

TEST(a_state_of_one_two_three_four_gives_the_published_numbers) {
  struct ddz_rng rng = {{1, 2, 3, 4}};
  uint64_t slow[4] = {1, 2, 3, 4};
  static const uint64_t first[] = {41943041u, 58720359u, 3588806011781223u, 3591011842654386u};
  for (int i = 0; i < 1000; i++) {
    uint64_t number = ddz_rng_next(&rng);
    assert_int_equal(number, reference_step(slow));
    if (i < 4) assert_int_equal(number, first[i]);
  }
}

TEST(seed_zero_fills_the_state_with_the_published_splitmix_numbers) {
  struct ddz_rng rng = test_rng(0);
  assert_int_equal(rng.s[0], 0xE220A8397B1DCDAFull);
  assert_int_equal(rng.s[1], 0x6E789E6AA1B965F4ull);
  assert_int_equal(rng.s[2], 0x06C45D188009454Full);
  assert_int_equal(rng.s[3], 0xF88BB8A8724C81ECull);
}

TEST(equal_seeds_give_equal_numbers_and_streams_differ) {
  struct ddz_rng a, b, c, d;
  ddz_rng_seed_stream(&a, 7, 1);
  ddz_rng_seed_stream(&b, 7, 1);
  ddz_rng_seed_stream(&c, 7, 2);
  ddz_rng_seed_stream(&d, 8, 0);
  assert_memory_equal(&a, &b, sizeof a);
  assert_memory_not_equal(&a, &c, sizeof a);
  assert_memory_not_equal(&a, &d, sizeof a);
  assert_memory_not_equal(&c, &d, sizeof c);
}

/* Chi-squared of `n` boxes with `total` draws. */
static double chi_squared(const unsigned *box, unsigned n, double total) {
  double sum = 0, expected = total / n;
  for (unsigned i = 0; i < n; i++) sum += (box[i] - expected) * (box[i] - expected) / expected;
  return sum;
}

TEST(below_draws_every_number_equally_often) {
  enum { DRAWS = 240000, MOST = 60 };
  struct ddz_rng rng = test_rng(test_seed());
  for (unsigned n = 1; n <= MOST; n++) {
    unsigned box[MOST] = {0};
    for (int i = 0; i < DRAWS / 10; i++) {
      uint32_t x = ddz_rng_below(&rng, n);
      assert_in_range(x, 0, n - 1);
      box[x]++;
    }
    /* mean n - 1, variance 2 (n - 1): eight deviations do not happen */
    assert_true(chi_squared(box, n, DRAWS / 10) < n - 1 + 8 * 1.5 * (n > 1 ? n : 1));
  }
}

/* A multiplication without rejection gives the residues of a large n unequal shares: with n = 3 * 2^30
 * a third of the numbers would come up twice as often. */
TEST(below_is_unbiased_where_rejection_matters) {
  enum { DRAWS = 90000 };
  struct ddz_rng rng = test_rng(test_seed());
  unsigned residue[3] = {0};
  for (int i = 0; i < DRAWS; i++) residue[ddz_rng_below(&rng, 3u << 30) % 3]++;
  assert_true(chi_squared(residue, 3, DRAWS) < 30);
}

TEST(unit_stays_below_one_and_fills_its_range) {
  struct ddz_rng rng = test_rng(test_seed());
  unsigned box[10] = {0};
  for (int i = 0; i < 50000; i++) {
    double x = ddz_rng_unit(&rng);
    assert_true(x >= 0 && x < 1);
    box[(int)(x * 10)]++;
  }
  assert_true(chi_squared(box, 10, 50000) < 50);
}

TEST(shuffle_gives_every_order_of_four_equally_often) {
  enum { DRAWS = 48000 };
  struct ddz_rng rng = test_rng(test_seed());
  unsigned box[256] = {0}, orders[24], n = 0;
  for (int i = 0; i < DRAWS; i++) {
    unsigned char item[4] = {0, 1, 2, 3};
    ddz_rng_shuffle(&rng, item, 4);
    assert_int_equal(1 << item[0] | 1 << item[1] | 1 << item[2] | 1 << item[3], 15);
    box[item[0] | item[1] << 2 | item[2] << 4 | item[3] << 6]++;
  }
  for (int i = 0; i < 256; i++)
    if (box[i] > 0) {
      assert_true(n < 24);
      orders[n++] = box[i];
    }
  assert_int_equal(n, 24);
  assert_true(chi_squared(orders, 24, DRAWS) < 23 + 8 * 7);
}

TEST(shuffling_nothing_or_one_changes_nothing) {
  struct ddz_rng rng = test_rng(test_seed());
  unsigned char item[2] = {5, 9};
  ddz_rng_shuffle(&rng, item, 0);
  ddz_rng_shuffle(&rng, item, 1);
  assert_int_equal(item[0], 5);
  assert_int_equal(item[1], 9);
}

TEST(pick_takes_each_by_its_share) {
  enum { DRAWS = 100000 };
  static const double weight[] = {0, 1, 0, 5, 2, 0}; /* need not sum to 1 */
  int picked[6] = {0};
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < DRAWS; i++) picked[ddz_rng_pick(&rng, weight, 6)]++;
  for (int i = 0; i < 6; i++) {
    const double share = weight[i] / 8;
    assert_true(fabs((double)picked[i] / DRAWS - share) <= 5 * sqrt(share * (1 - share) / DRAWS));
  }
  assert_int_equal(ddz_rng_pick(&rng, weight + 3, 1), 0);
}

/* A long seed can be made that takes every word of the state to zero, where the generator would stand still.
 */
TEST(no_seed_stops_the_generator) {
  struct ddz_rng rng, before, after;
  const uint64_t zero[4] = {0};
  ddz_rng_seed(&before, 7);
  after = before;
  ddz_rng_widen(&after, zero, 4);
  for (int i = 0; i < 4; i++) rng.s[i] = before.s[i] ^ after.s[i]; /* what a word of zero adds */
  ddz_rng_widen(&rng, zero, 4);
  assert_int_equal(rng.s[0] | rng.s[1] | rng.s[2] | rng.s[3], 1);
  assert_true(ddz_rng_below(&rng, 54) < 54);
}

int main(void) { return test_run(NULL, NULL); }
