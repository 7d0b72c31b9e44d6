/* The memo: it may forget, it may not mistake, and it counts. */

#include <stdlib.h>

#include "core/base/rng.h"
#include "core/value/power.h"
#include "tests/support/seed.h"
#include "tests/support/test.h"

enum { BYTES = 4096, SLOTS = BYTES / 16 };

static int setup(void **state) {
  struct ddz_memo *memo = malloc(sizeof *memo);
  void *memory = aligned_alloc(64, BYTES);
  assert_non_null(memo);
  assert_non_null(memory);
  ddz_memo_init(memo, memory, BYTES);
  *state = memo;
  return 0;
}

static int teardown(void **state) {
  struct ddz_memo *memo = *state;
  free(memo->slots);
  free(memo);
  return 0;
}

static void a_memo_takes_the_power_of_two_it_is_offered(void **state) {
  assert_int_equal(ddz_memo_size(65536), 65536);
  assert_int_equal(ddz_memo_size(65535), 32768);
  assert_int_equal(ddz_memo_size(100000), 65536);
  assert_int_equal(ddz_memo_size(0), 1024);
}

static void what_was_put_is_found_and_nothing_else(void **state) {
  struct ddz_memo *memo = *state;
  int32_t value = 77;
  assert_false(ddz_memo_get(memo, 0x123, 0, &value));
  assert_int_equal(value, 77);
  ddz_memo_put(memo, 0x123, 0, -5);
  assert_true(ddz_memo_get(memo, 0x123, 0, &value));
  assert_int_equal(value, -5);
  assert_false(ddz_memo_get(memo, 0x124, 0, &value));
  assert_false(ddz_memo_get(memo, 0x123, 1 << 4, &value)); /* the same hand with wild ranks is another key */
  assert_int_equal(memo->stats.hits, 1);
  assert_int_equal(memo->stats.misses, 3);
  assert_int_equal(memo->stats.fill, 1);
  assert_int_equal(memo->stats.capacity, SLOTS);
}

/* A value that only its key has. */
static int32_t value_of(ddz_hand hand, ddz_ranks wild) {
  return (int32_t)((hand * 0x9E3779B97F4A7C15ull >> 33) ^ wild);
}

static void a_full_memo_forgets_but_never_mistakes(void **state) {
  struct ddz_memo *memo = *state;
  struct ddz_rng rng;
  ddz_rng_seed(&rng, test_seed());
  uint64_t asked = 0, found = 0;
  for (int i = 0; i < 200000; i++) {
    ddz_hand hand = 1 + ddz_rng_below(&rng, 3000);
    ddz_ranks wild = (ddz_ranks)ddz_rng_below(&rng, 3);
    int32_t value;
    asked++;
    if (!ddz_memo_get(memo, hand, wild, &value)) {
      ddz_memo_put(memo, hand, wild, value_of(hand, wild));
      continue;
    }
    found++;
    assert_int_equal(value, value_of(hand, wild));
  }
  assert_true(found > 0 && found < asked);
  assert_int_equal(memo->stats.hits, found);
  assert_int_equal(memo->stats.misses, asked - found);
  assert_true(memo->stats.fill <= SLOTS && memo->stats.fill > SLOTS * 9 / 10);
}

static void the_newest_entries_survive(void **state) {
  struct ddz_memo *memo = *state;
  int32_t value;
  for (ddz_hand hand = 1; hand <= 10 * SLOTS; hand++) {
    ddz_memo_put(memo, hand, 0, (int32_t)hand);
    assert_true(ddz_memo_get(memo, hand, 0, &value)); /* a new entry is never the one that falls out */
  }
  assert_int_equal(memo->stats.fill, SLOTS);
}

static void reset_empties_a_memo(void **state) {
  struct ddz_memo *memo = *state;
  int32_t value;
  ddz_memo_put(memo, 5, 0, 1);
  ddz_memo_reset(memo);
  assert_false(ddz_memo_get(memo, 5, 0, &value));
  assert_int_equal(memo->stats.fill, 0);
  assert_int_equal(memo->stats.misses, 1);
  assert_int_equal(memo->stats.capacity, SLOTS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_memo_takes_the_power_of_two_it_is_offered),
      cmocka_unit_test_setup_teardown(what_was_put_is_found_and_nothing_else, setup, teardown),
      cmocka_unit_test_setup_teardown(a_full_memo_forgets_but_never_mistakes, setup, teardown),
      cmocka_unit_test_setup_teardown(the_newest_entries_survive, setup, teardown),
      cmocka_unit_test_setup_teardown(reset_empties_a_memo, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
