/* The power value against the vectors, against the naive oracle, and against itself under a tiny memo. */
#include <math.h>

#include "core/value/power.h"
#include "tests/support/cards.h"
#include "tests/support/jsonl.h"
#include "tests/support/naive_power.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { SLOWER = TEST_SANITIZED ? 12 : 1 };

static struct ddz_power *power_new(size_t memo_bytes) {
  void *memory = aligned_alloc(64, (ddz_power_size(memo_bytes) + 63) / 64 * 64);
  assert_non_null(memory);
  return ddz_power_init(memory, memo_bytes);
}

static int setup(void **state) {
  *state = power_new(1 << 20);
  return 0;
}

static int teardown(void **state) {
  free(*state);
  return 0;
}

/* ---- what the definition says ---- */

static const struct worth_line {
  const char *preset, *hand;
  double power;
  int plays;
} worth_lines[] = {
    {"standard", "", 0, 0},
    {"standard", "3", -210.865, 1},
    {"standard", "34567", -216.15 + 1.51 * 3 - 1.245 * 5, 1},
    {"standard", "33", -215.45 + 1.5 * 3, 1},
    {"standard", "334455", -216.2 + 1.5 * 3 - 1.25 * 3, 1},
    {"standard", "333", -222.3 + 2 * 3, 1},
    {"standard", "3335", -222.3 + 2 * 3 + 1, 1},
    {"standard", "33355", -222.3 + 2 * 3 + 2, 1},
    {"standard", "222BR", -222.3 + 2 * 15 + 650, 2},
    {"standard", "222B", -222.3 + 2 * 15 + 1, 1},
    {"standard", "333444", -223.3 + 2 * 3 - 2, 1},
    {"standard", "33344456", -223.3 + 2 * 3 - 2 + 1, 1},
    {"standard", "3334445566", -223.3 + 2 * 3 - 2 + 2, 1},
    {"standard", "33344455", -223.3 + 2 * 3 - 2 - 215.45 + 1.5 * 5,
     2}, /* kickers are distinct: 55 is a play */
    {"standard", "3333", 196.25 + 17.5 * 3, 1},
    {"standard", "2222", 315, 1},
    {"standard", "BR", 650, 1},
    {"standard", "333356", 196.25 + 17.5 * 3 - 2 * 215.395 + 1.51 * 11, 3}, /* no four and two in a power */
    {"standard", "33334444", 2 * 196.25 + 17.5 * 7, 2},                     /* nor chains of four */
    {"yuncheng", "F", -215.395 + 1.51 * 14, 1},
    {"yuncheng", "2F", -387.0, 2}, /* F is no 2 */
    {"yuncheng", "333F", 196.25 + 17.5 * 3, 1},
    {"yuncheng", "3333F", 196.25 + 17.5 * 3 - 215.395 + 1.51 * 14, 2}, /* no bombs of five */
    {"yuncheng", "3456F", -216.15 + 1.51 * 3 - 1.245 * 5, 1},
    {"yuncheng", "TJQKF", -216.15 + 1.51 * 10 - 1.245 * 5, 1},
    {"yuncheng", "444F", 196.25 + 17.5 * 4, 1},
    {"yuncheng", "22F", -215.45 + 1.5 * 15 - 215.395 + 1.51 * 14, 2},
    {"laizi 7", "7", -215.395 + 1.51 * 7, 1},
    {"laizi 7", "77", -215.45 + 1.5 * 7, 1},
    {"laizi 7", "7777", 196.25 + 17.5 * 7, 1},
    {"laizi 7", "37", -215.45 + 1.5 * 3, 1},
    {"laizi 7", "3337", 196.25 + 17.5 * 3, 1},
    {"laizi 7", "33337", 196.25 + 17.5 * 3 + 120, 1},
    {"laizi 7", "3333777", 196.25 + 17.5 * 3 + 3 * 120, 1},
    {"laizi 7", "777R", -222.3 + 2 * 15 + 1, 1}, /* with a joker they are twos */
    {"laizi 7", "TJQK7", -216.15 + 1.51 * 10 - 1.245 * 5, 1},
    {"laizi 3", "2TJQKA3", -216.15 + 1.51 * 10 - 1.245 * 5 - 215.45 + 1.5 * 15, 2},
    {"laizi 37", "37", -215.45 + 1.5 * 7, 1},
};

TEST(power_of_small_hands_is_what_the_definition_says) {
  for (size_t i = 0; i < sizeof worth_lines / sizeof *worth_lines; i++) {
    const struct worth_line *line = &worth_lines[i];
    struct ddz_rules rules = cards_rules(line->preset);
    ddz_weight_sum value = ddz_power_of(*state, &rules, cards_hand(line->hand));
    if (fabs(ddz_sum_power(value) - line->power) > 1e-6 || ddz_sum_plays(value) != line->plays)
      fail_msg("%s %s: %.3f in %d plays, wanted %.3f in %d", line->preset, line->hand, ddz_sum_power(value),
               ddz_sum_plays(value), line->power, line->plays);
  }
}

static const struct play_line {
  const char *cards;
  double power;
} play_lines[] = {
    {"3", -210.865},
    {"R", -215.395 + 1.51 * 17},
    {"KK", -215.45 + 1.5 * 13},
    {"333444", -219.3},
    {"3334", -215.3},
    {"33344", -214.3},
    {"33344456", -218.3},
    {"3334445566", -217.3},
    {"333345", 295.65 + 0.9 + 0.2},
    {"33334455", 296.95},
    {"33334444", 248.75},
    {"333344445678", 248.75},
    {"4444", 266.25},
    {"2222", 315},
    {"BR", 650},
    {"34567", -217.845},
    {"334455", -215.45},
};

TEST(a_play_is_worth_its_row_four_and_two_included) {
  struct ddz_rules rules = cards_rules("botzone");
  for (size_t i = 0; i < sizeof play_lines / sizeof *play_lines; i++) {
    struct ddz_play play;
    assert_int_equal(ddz_classify(&rules, cards_hand(play_lines[i].cards), &play), DDZ_OK);
    const double power = ddz_sum_power(ddz_play_weight(&play)), want = play_lines[i].power;
    if (fabs(power - want) > 1e-6) fail_msg("%s: %.3f, wanted %.3f", play_lines[i].cards, power, want);
  }
  assert_true(ddz_sum_power(ddz_play_weight(&(struct ddz_play){0})) == 0);
}

/* ---- vectors ---- */

static void check_vector(json_t *line, size_t number, void *self) {
  struct ddz_rules rules = cards_rules("yuncheng");
  const char *hand = jsonl_text(line, "hand");
  double want = json_number_value(json_object_get(line, "power"));
  double below = json_number_value(json_object_get(line, "s0_power"));
  double got = ddz_sum_power(ddz_power_of(self, &rules, cards_hand(hand)));
  if (fabs(got - want) > 1e-3 || got < below - 1e-3)
    fail_msg("line %zu: %s: %.4f, wanted %.4f and no less than %.4f", number, hand, got, want, below);
}

TEST(every_vector_line_is_right) { assert_true(jsonl_each("power.jsonl", check_vector, *state) >= 60); }

/* ---- the oracle ---- */

static void compare(struct ddz_power *power, const struct ddz_rules *rules, ddz_hand hand) {
  struct naive_value want = naive_power(rules, hand);
  ddz_weight_sum got = ddz_power_of(power, rules, hand);
  if (lround(ddz_sum_power(got) * 1000) != want.power || ddz_sum_plays(got) != want.plays)
    fail_msg("%s, wild %x, %s: %.3f in %d plays, the oracle says %.3f in %d", rules->name,
             (unsigned)rules->wild, cards_text(hand), ddz_sum_power(got), ddz_sum_plays(got),
             (double)want.power / 1000, want.plays);
}

/* A deal and how often: half of rule_case_hand's hands crowd into a few ranks. */
static const struct deal_line {
  const char *rules;
  int naturals, wilds, hands;
} deal_lines[] = {
    {"standard", 4, 0, 500},  {"standard", 8, 0, 500},  {"standard", 12, 0, 500}, {"standard", 16, 0, 250},
    {"standard", 17, 0, 150}, {"standard", 20, 0, 150}, {"standard", 21, 0, 75},  {"yuncheng", 4, 1, 150},
    {"yuncheng", 8, 1, 150},  {"yuncheng", 12, 1, 150}, {"yuncheng", 16, 1, 75},  {"yuncheng", 20, 1, 50},
    {"laizi 7", 4, 2, 100},   {"laizi 2", 6, 3, 75},    {"laizi A", 8, 3, 50},    {"laizi 5", 10, 4, 30},
    {"laizi 79", 4, 5, 30},   {"laizi 8J", 6, 4, 30},   {"laizi 32", 5, 6, 20},   {"laizi 56", 4, 7, 20},
    {"laizi 9A", 3, 8, 20},   {"laizi 67", 13, 1, 50},
};

TEST(random_hands_are_worth_what_the_oracle_says) {
  struct ddz_rng rng = test_rng(test_seed());
  for (size_t i = 0; i < sizeof deal_lines / sizeof *deal_lines; i++) {
    const struct deal_line *line = &deal_lines[i];
    struct ddz_rules rules = cards_rules(line->rules);
    for (int n = 0; n < line->hands; n += SLOWER)
      compare(*state, &rules, rule_case_hand(&rng, &rules, line->naturals, line->wilds));
  }
}

/* One hand for each corner of the evaluator. */
static const struct corner_line {
  const char *rules, *hand;
} corner_lines[] = {
    {"standard", "34567888TTTQQQAAA222"}, /* trios above their kickers, a trio among them */
    {"standard", "333555777999JJJQKA2B"}, /* five kickers above their trios */
    {"standard", "333555777999JJJKKK222"},
    {"standard", "3456777JJJQQQ"},    /* a rank that gives a kicker, then a card to a run, and no more */
    {"standard", "333444JJJQQQ5577"}, /* two planes that share the ranks of their kickers */
    {"standard", "333444555JJJQQQ66778"},
    {"standard", "333444JJJQQQ55667788"},
    {"standard", "333344445555666677778"},
    {"standard", "33334444555566667777B"},
    {"standard", "333444BR"},
    {"yuncheng", "222345567F"}, /* the flower in a run for a five, the fives a kicker */
    {"yuncheng", "222TTJQKAF"},
    {"yuncheng", "222334455566677F"},
    {"yuncheng", "3334444555666677F"}, /* fives of fours: no pair kicker of its own plane */
    {"yuncheng", "33344445556677F"},
    {"yuncheng", "33334444555566667777F"},
    {"yuncheng", "222BRF"},
    {"laizi 3", "TJQKABR333"},
    {"laizi 3", "56789TJQKA3"},
    {"laizi 3", "22456789TJQKA3"},
    {"laizi 2", "334455667788B222"},
    {"laizi 6", "77788899TTJ666"},
    {"laizi 35", "BR33335555"},
};

TEST(corner_hands_are_worth_what_the_oracle_says) {
  for (size_t i = 0; i < sizeof corner_lines / sizeof *corner_lines; i++) {
    struct ddz_rules rules = cards_rules(corner_lines[i].rules);
    compare(*state, &rules, cards_hand(corner_lines[i].hand));
  }
}

/* Hands made of what the short cuts of power.c are about: planes side by side, fours in and beside planes,
 * pairs and fours as the only kickers, jokers beside planes. */
static ddz_hand crowded(struct ddz_rng *rng, int cards) {
  static const uint8_t favour[] = {3, 3, 3, 3, 4, 4, 2, 1};
  ddz_hand hand = 0;
  int rank = (int)ddz_rng_below(rng, 9), size = 0;
  while (size < cards) {
    int most = rank <= DDZ_RANK_2 ? 4 : 1, count = favour[ddz_rng_below(rng, sizeof favour)];
    count = count < most ? count : most;
    count = count < cards - size ? count : cards - size;
    if (ddz_hand_count(hand, rank) == 0) {
      hand += ddz_hand_of(rank, count);
      size += count;
    }
    rank = ddz_rng_below(rng, 4) > 0 ? (rank + 1) % 15 : (int)ddz_rng_below(rng, 15);
  }
  return hand;
}

TEST(crowded_hands_are_worth_what_the_oracle_says) {
  struct ddz_rng rng = test_rng(test_seed() + 1);
  struct ddz_rules natural = cards_rules("standard"), flower = cards_rules("yuncheng");
  for (int n = 0; n < 700; n += SLOWER) {
    ddz_hand hand = crowded(&rng, 10 + (int)ddz_rng_below(&rng, 12));
    compare(*state, &natural, hand);
    if (n % 6 == 0 && ddz_hand_size(hand) <= 20) compare(*state, &flower, hand + ddz_hand_of(DDZ_RANK_F, 1));
  }
}

TEST(crowded_hands_with_wildcards_are_worth_what_the_oracle_says) {
  struct ddz_rng rng = test_rng(test_seed() + 2);
  for (int n = 0; n < 160; n += SLOWER) {
    struct ddz_rules rules = cards_rules(n % 2 == 0 ? "laizi K" : "laizi 3A");
    ddz_hand naturals = ddz_rules_naturals(&rules, crowded(&rng, 6 + (int)ddz_rng_below(&rng, 8)));
    ddz_hand wilds = ddz_hand_spread(rules.wild, 1 + (int)ddz_rng_below(&rng, n % 2 == 0 ? 4 : 2));
    compare(*state, &rules, naturals + wilds);
  }
}

/* ---- evaluators ---- */

static void forget_most(size_t bytes, size_t hands) {
  enum { HANDS = 20000 };
  struct ddz_power *small = power_new(bytes), *fresh = power_new(64 << 10);
  struct ddz_rules rules = cards_rules("yuncheng");
  struct ddz_rng rng = test_rng(test_seed() + 3);
  uint64_t asked = 0;
  for (int n = 0; n < HANDS; n += SLOWER) {
    ddz_hand hand = rule_case_hand(&rng, &rules, 1 + (int)ddz_rng_below(&rng, 17), n % 8 == 0);
    ddz_weight_sum first = ddz_power_of(small, &rules, hand);
    ddz_weight_sum again = ddz_power_of(small, &rules, hand);
    asked += 2;
    if (n % 16 < SLOWER) ddz_power_reset(fresh);
    ddz_weight_sum want = ddz_power_of(fresh, &rules, hand);
    if (first != want || again != want)
      fail_msg("%s: %d, then %d, fresh %d", cards_text(hand), (int)first, (int)again, (int)want);
  }
  struct ddz_memo_stats stats = ddz_power_stats(small);
  assert_int_equal(stats.hits + stats.misses, asked);
  assert_true(stats.hits >= asked / 2);
  assert_true(stats.fill <= stats.capacity && stats.capacity == hands);
  assert_true(stats.misses > 0 && stats.fill <= stats.misses);
  free(small);
  free(fresh);
}

/* One hand is kept in the least room, too: it once was written behind what was given. */
TEST(a_memo_that_forgets_most_hands_answers_like_a_fresh_one) {
  forget_most(64 << 10, (64 << 10) / 16);
  forget_most(1, 1);
}

TEST(wild_ranks_do_not_mix_up_hands) {
  struct ddz_rng rng = test_rng(test_seed() + 4);
  static const char *const names[] = {"standard", "laizi 3", "laizi 7", "laizi 7J", "laizi JA"};
  for (int n = 0; n < 400; n += SLOWER) {
    struct ddz_rules natural = cards_rules("standard");
    ddz_hand hand = rule_case_hand(&rng, &natural, 7, 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      struct ddz_rules rules = cards_rules(names[i]);
      compare(*state, &rules, hand);
    }
  }
}

TEST(reset_forgets_the_hands_and_the_counts) {
  struct ddz_rules rules = cards_rules("standard");
  ddz_weight_sum before = ddz_power_of(*state, &rules, cards_hand("34567899TTJJQQKKA2BR"));
  assert_true(ddz_power_stats(*state).fill > 0);
  ddz_power_reset(*state);
  struct ddz_memo_stats stats = ddz_power_stats(*state);
  assert_int_equal(stats.hits + stats.misses + stats.fill, 0);
  assert_true(stats.capacity > 0);
  assert_true(before == ddz_power_of(*state, &rules, cards_hand("34567899TTJJQQKKA2BR")));
  assert_int_equal(ddz_power_stats(*state).misses, 1);
}

int main(void) {
  test_each(setup, teardown);
  return test_run(NULL, NULL);
}
