/* The bit tricks of hand.h against loops that cannot be wrong. */
#include "core/base/hand.h"
#include "core/base/rng.h"
#include "tests/support/test.h"

enum { ROUNDS = 20000, NARROW = 7, WIDE = 12 };

/* Counts 0..max for every rank, often the ends of the range. */
static ddz_hand random_counts(struct ddz_rng *rng, int max, int count[DDZ_RANKS]) {
  ddz_hand hand = 0;
  for (int r = 0; r < DDZ_RANKS; r++) {
    uint32_t die = ddz_rng_below(rng, 4);
    count[r] = die == 0 ? 0 : die == 1 ? max : (int)ddz_rng_below(rng, (uint32_t)max + 1);
    hand |= (ddz_hand)count[r] << 4 * r;
  }
  return hand;
}

TEST(counts_read_back_what_was_put_in) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < ROUNDS; i++) {
    int count[DDZ_RANKS];
    ddz_hand hand = random_counts(&rng, WIDE, count), sum = 0;
    for (int r = 0; r < DDZ_RANKS; r++) {
      assert_int_equal(ddz_hand_count(hand, r), count[r]);
      sum += ddz_hand_of(r, count[r]);
    }
    assert_int_equal(sum, hand);
  }
}

TEST(size_is_the_sum_of_the_counts) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < ROUNDS; i++) {
    int count[DDZ_RANKS], sum = 0;
    ddz_hand hand = random_counts(&rng, WIDE, count);
    for (int r = 0; r < DDZ_RANKS; r++) sum += count[r];
    assert_int_equal(ddz_hand_size(hand), sum);
  }
  assert_int_equal(ddz_hand_size(0), 0);
  assert_int_equal(ddz_hand_size(DDZ_HAND_DECK54), 54);
  assert_int_equal(ddz_hand_size(DDZ_HAND_DECK55), 55);
}

TEST(a_hand_contains_a_part_when_no_count_is_short) {
  struct ddz_rng rng = test_rng(test_seed());
  int contained = 0;
  for (int i = 0; i < ROUNDS; i++) {
    int have[DDZ_RANKS], want[DDZ_RANKS];
    ddz_hand hand = random_counts(&rng, NARROW, have);
    (void)random_counts(&rng, NARROW, want);
    ddz_hand part = 0;
    bool expected = true;
    for (int r = 0; r < DDZ_RANKS; r++) {
      if (i % 2 == 0 && want[r] > have[r]) want[r] = have[r]; /* half of them fit */
      part |= ddz_hand_of(r, want[r]);
      expected = expected && want[r] <= have[r];
    }
    assert_int_equal(ddz_hand_contains(hand, part), expected);
    contained += expected;
  }
  assert_in_range(contained, ROUNDS / 2, ROUNDS - 1);
}

TEST(at_least_lists_the_ranks_with_so_many_cards) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < ROUNDS; i++) {
    int count[DDZ_RANKS];
    ddz_hand hand = random_counts(&rng, NARROW, count);
    for (int n = 1; n <= NARROW; n++) {
      ddz_ranks expected = 0;
      for (int r = 0; r < DDZ_RANKS; r++)
        if (count[r] >= n) expected |= (ddz_ranks)(1u << r);
      assert_int_equal(ddz_hand_at_least(hand, n), expected);
    }
  }
}

TEST(spread_puts_the_count_on_every_rank_of_the_set) {
  for (unsigned ranks = 0; ranks <= 0xFFFF; ranks++) {
    int count = 1 + (int)(ranks % 15);
    ddz_hand expected = 0;
    for (int r = 0; r < DDZ_RANKS; r++)
      if (ranks >> r & 1) expected |= ddz_hand_of(r, count);
    assert_int_equal(ddz_hand_spread((ddz_ranks)ranks, count), expected);
  }
}

TEST(only_clears_the_other_ranks) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < ROUNDS; i++) {
    int count[DDZ_RANKS];
    ddz_hand hand = random_counts(&rng, WIDE, count), expected = 0;
    ddz_ranks ranks = (ddz_ranks)ddz_rng_next(&rng);
    for (int r = 0; r < DDZ_RANKS; r++)
      if (ranks >> r & 1) expected += ddz_hand_of(r, count[r]);
    assert_int_equal(ddz_hand_only(hand, ranks), expected);
  }
}

TEST(top_and_bottom_are_the_outermost_ranks) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < ROUNDS; i++) {
    int count[DDZ_RANKS], top = -1, bottom = -1;
    ddz_hand hand = ddz_hand_only(random_counts(&rng, 4, count), (ddz_ranks)ddz_rng_next(&rng));
    for (int r = 0; r < DDZ_RANKS; r++)
      if (ddz_hand_count(hand, r) > 0) {
        if (bottom < 0) bottom = r;
        top = r;
      }
    if (hand == 0) continue;
    assert_int_equal(ddz_hand_top(hand), top);
    assert_int_equal(ddz_hand_bottom(hand), bottom);
  }
}

TEST(the_decks_differ_by_the_flower) {
  assert_int_equal(DDZ_HAND_DECK55 - DDZ_HAND_DECK54, ddz_hand_of(DDZ_RANK_F, 1));
  assert_true(ddz_hand_contains(DDZ_HAND_DECK54, DDZ_HAND_ROCKET));
  assert_int_equal(ddz_hand_size(DDZ_HAND_ROCKET), 2);
}

/* All ways by recursion, in their order: low ranks change last. */
static void draw_all(ddz_hand pool, int rank, int wanted, ddz_hand drawn, ddz_hand *out, size_t *n) {
  if (wanted == 0) {
    out[(*n)++] = drawn;
    return;
  }
  if (rank == DDZ_RANKS) return;
  for (int k = 0; k <= ddz_hand_count(pool, rank) && k <= wanted; k++)
    draw_all(pool, rank + 1, wanted - k, drawn + ddz_hand_of(rank, k), out, n);
}

TEST(ways_to_draw_come_one_after_the_other) {
  static ddz_hand due[20000];
  int ways = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < 500; i++) {
    ddz_hand pool = 0;
    size_t n = 0, at = 0;
    for (int rank = 0; rank < DDZ_RANKS; rank++)
      if (ddz_rng_below(&rng, 2)) pool += ddz_hand_of(rank, (int)ddz_rng_below(&rng, 5));
    const int most = ddz_hand_size(pool),
              wanted = (int)ddz_rng_below(&rng, most < 4 ? (uint32_t)most + 1 : 5);
    draw_all(pool, 0, wanted, 0, due, &n);
    ddz_hand drawn = ddz_hand_highest(pool, wanted);
    do assert_true(at < n && drawn == due[at++]);
    while (ddz_hand_next(pool, &drawn));
    assert_int_equal(at, n);
    ways += (int)n;
  }
  assert_true(ways > 5000);
}

int main(void) { return test_run(NULL, NULL); }
