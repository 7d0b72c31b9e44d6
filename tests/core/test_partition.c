/* Partitions: legal, complete, the best ones, and none twice. */
#include <math.h>

#include "core/value/partition.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/naive_power.h"
#include "tests/support/naive_rules.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { SLOWER = TEST_SANITIZED ? 12 : 1 };

enum { MOST = 16 };

/* May the play be in a partition? The lone flower counts as an ace there; otherwise a classifier must know
 * it, and kickers must be of distinct ranks whatever the rules of play say. */
static bool is_node(const struct ddz_rules *rules, const struct ddz_play *play) {
  if (play->cards == ddz_hand_of(DDZ_RANK_F, 1)) return play->kind == DDZ_SOLO && play->rank == DDZ_RANK_A;
  struct ddz_play readings[DDZ_READINGS_MAX];
  int n = ddz_readings(rules, play->cards, readings);
  for (int i = 0; i < n; i++)
    if (naive_same(&readings[i], play)) return true;
  return false;
}

static bool kickers_are_distinct(const struct ddz_rules *rules, const struct ddz_play *play) {
  if (play->kind != DDZ_TRIO_SOLO_CHAIN || ddz_rules_wilds(rules, play->cards) != 0) return true;
  return ddz_hand_at_least(ddz_hand_only(play->cards, (ddz_ranks)~ddz_play_run(play)), 2) == 0;
}

static void check_partition(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_partition *p) {
  ddz_weight_sum sum = 0;
  ddz_hand rest = hand;
  for (int i = 0; i < p->plays; i++) {
    const struct ddz_play *play = &p->play[i];
    if (!ddz_hand_contains(rest, play->cards) || !is_node(rules, play) || !kickers_are_distinct(rules, play))
      fail_msg("%s of %s: %s is no %s here", cards_text(hand), rules->name, cards_text(play->cards),
               ddz_pattern_rows[play->kind].name);
    rest -= play->cards;
    sum += ddz_play_weight(play);
  }
  if (rest != 0 || sum != p->weight)
    fail_msg("%s: %s left over, sum %.3f, said to be %.3f", cards_text(hand), cards_text(rest),
             ddz_sum_power(sum), ddz_sum_power(p->weight));
}

/* The same plays but for kickers? Compared by the cards, sorted by what comes first. */
static bool same_partition(const struct ddz_partition *a, const struct ddz_partition *b) {
  if (a->plays != b->plays) return false;
  for (int i = 0; i < a->plays; i++)
    if (!naive_same(&a->play[i], &b->play[i])) return false;
  return true;
}

static int check_all(const struct ddz_rules *rules, ddz_hand hand, struct ddz_partition *out) {
  int n = ddz_partitions(engine_here()->prompter, rules, hand, MOST, out);
  assert_in_range(n, 1, MOST);
  assert_int_equal(out[0].weight, ddz_power_of(engine_here()->power, rules, hand));
  for (int i = 0; i < n; i++) {
    check_partition(rules, hand, &out[i]);
    if (i > 0) assert_true(out[i].weight <= out[i - 1].weight);
    for (int j = 0; j < i; j++)
      if (same_partition(&out[i], &out[j])) fail_msg("%s: one partition twice", cards_text(hand));
  }
  return n;
}

TEST(partitions_are_legal_complete_and_distinct) {
  static struct ddz_partition out[MOST];
  struct ddz_rng rng = test_rng(test_seed());
  for (unsigned n = 0; n < 6000; n += SLOWER) {
    struct ddz_rules rules = rule_case_any(&rng, n / SLOWER);
    int naturals = 1 + (int)ddz_rng_below(&rng, 16), wilds = (int)ddz_rng_below(&rng, 5);
    ddz_hand hand = rule_case_hand(&rng, &rules, naturals, wilds);
    check_all(&rules, hand, out);
  }
}

TEST(no_better_partition_is_missed) {
  static struct ddz_partition out[MOST];
  struct naive_value want[MOST];
  struct ddz_rules rules = cards_rules("douzero"); /* both jokers may be kickers, as in the power */
  struct ddz_rng rng = test_rng(test_seed() + 1);
  for (int n = 0; n < 2000; n += SLOWER) {
    ddz_hand hand = rule_case_hand(&rng, &rules, 1 + (int)ddz_rng_below(&rng, 11), 0);
    int found = check_all(&rules, hand, out), expected = naive_partitions(hand, MOST, want);
    assert_int_equal(found, expected);
    for (int i = 0; i < found; i++)
      if (lround(ddz_sum_power(out[i].weight) * 1000) != want[i].power || out[i].plays != want[i].plays)
        fail_msg("%s: number %d is worth %.3f in %d plays, the oracle says %.3f in %d", cards_text(hand), i,
                 ddz_sum_power(out[i].weight), out[i].plays, (double)want[i].power / 1000, want[i].plays);
  }
}

/* ---- by hand ---- */

static const struct best_line {
  int better; /* partitions before it */
  const char *rules, *hand;
  const char *plays[6];
} best_lines[] = {
    {0, "standard", "3", {"3"}},
    {0, "standard", "33", {"33"}},
    {0, "standard", "BR", {"BR"}},
    {0, "standard", "34567", {"34567"}},
    {0, "standard", "33344456", {"33344456"}},
    {0, "standard", "33344455", {"333444", "55"}},
    {0, "standard", "3334R", {"3334", "R"}},
    {0, "standard", "3334445566BR", {"3334445566", "BR"}},
    {0, "standard", "333444777568", {"33344456", "7778"}},
    {0, "yuncheng", "F", {"F"}},
    {0, "yuncheng", "333444556789F", {"56789", "3335", "444F"}},
    {2, "yuncheng", "333444689TTTJJQKKA2F", {"89TJQKA", "33344462", "K", "TTJF"}}, /* was left out */
    {0, "laizi 7", "TJQK7", {"TJQK7"}},
    {0, "laizi 7", "777R", {"777R"}},
    {0, "laizi 7J", "34557777JJJJ", {"3JJJ", "477J", "5577"}},
};

static bool holds(const struct ddz_partition *p, ddz_hand cards) {
  for (int i = 0; i < p->plays; i++)
    if (p->play[i].cards == cards) return true;
  return false;
}

TEST(the_best_partition_is_the_one_found_by_hand) {
  for (size_t i = 0; i < sizeof best_lines / sizeof *best_lines; i++) {
    const struct best_line *line = &best_lines[i];
    struct ddz_rules rules = cards_rules(line->rules);
    struct ddz_partition best[MOST];
    int plays = 0, n = line->better + 1;
    assert_int_equal(ddz_partitions(engine_here()->prompter, &rules, cards_hand(line->hand), n, best), n);
    for (; line->plays[plays] != NULL; plays++)
      if (!holds(&best[n - 1], cards_hand(line->plays[plays])))
        fail_msg("%s: no %s", line->hand, line->plays[plays]);
    assert_int_equal(best[n - 1].plays, plays);
  }
}

TEST(an_empty_hand_has_one_partition_without_plays) {
  struct ddz_rules rules = cards_rules("standard");
  struct ddz_partition out[2];
  assert_int_equal(ddz_partitions(engine_here()->prompter, &rules, 0, 2, out), 1);
  assert_int_equal(out[0].plays, 0);
  assert_true(ddz_sum_power(out[0].weight) == 0);
}

TEST(chains_come_first) {
  struct ddz_rules rules = cards_rules("standard");
  struct ddz_partition out;
  ddz_partitions(engine_here()->prompter, &rules, cards_hand("34567999TTJJQQK2BR"), 1, &out);
  for (int i = 1; i < out.plays; i++) assert_true((out.play[i - 1].length > 1) >= (out.play[i].length > 1));
  assert_true(out.play[0].length > 1);
}

int main(void) { return test_run(NULL, NULL); }
