/* What unseen cards can do, against the generator. */
#include "core/rules/movegen.h"
#include "core/rules/pattern.h"
#include "tests/support/cards.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { ROUNDS = 4000, ALL = 54, LIST = 1 << 15 };

TEST(a_play_is_beaten_by_cards_that_are_out_there) {
  static const struct {
    const char *rules, *play, *unseen;
    int most;
    bool beaten, bombed; /* nothing in kind beats it */
  } lines[] = {
      {"standard", "2", "3456AAB", ALL, true, false},
      {"standard", "2", "3456AA2", ALL, false, false},
      {"standard", "R", "3456AA2B", ALL, false, false},
      {"standard", "2", "BR", 1, true, false},
      {"standard", "22", "BR", 2, true, true},
      {"standard", "22", "BR", 1, false, false},
      {"standard", "R", "3333", ALL, true, true},
      {"standard", "R", "3333", 3, false, false},
      {"standard", "4444", "3333", ALL, false, false},
      {"standard", "3333", "4444", ALL, true, true},
      {"standard", "BR", "22224444", ALL, false, false},
      {"standard", "56789", "6789T", ALL, true, false},
      {"standard", "56789", "6789T", 4, false, false},
      {"standard", "TJQKA", "TTJJQQKKAA22", ALL, false, false},
      {"standard", "AA", "BR3", 2, true, true},
      {"standard", "3335", "4448", ALL, true, false},
      {"standard", "3335", "444", ALL, false, false}, /* no kicker */
      {"yuncheng", "3335", "44F8", ALL, true, false},
      {"yuncheng", "333", "4F", ALL, false, false},
      {"yuncheng", "K", "3F", ALL, false, false},
      {"yuncheng", "AAA", "22F", ALL, false, false}, /* the flower is no 2 */
      {"laizi 7", "AAA", "227", ALL, true, false},
      {"laizi 7", "A", "7", ALL, false, false},
      {"laizi 7", "5", "7", ALL, true, false},
      {"laizi 7", "4444", "7333", ALL, false, false},
      {"laizi 7", "44447", "77733", ALL, false, false},
      {"laizi 7", "33337", "77744", ALL, true, true},
      {"laizi 7", "2222", "7777", ALL, true, true},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = cards_rules(lines[i].rules);
    struct ddz_play play = cards_play(&rules, lines[i].play);
    ddz_hand unseen = cards_hand(lines[i].unseen);
    bool beaten = ddz_threat_beats(&rules, unseen, lines[i].most, &play);
    bool matched = ddz_threat_matches(&rules, unseen, lines[i].most, &play);
    if (beaten != lines[i].beaten || matched != (beaten && !lines[i].bombed))
      fail_msg("line %zu: %s by %s", i, lines[i].play, lines[i].unseen);
  }
}

/* Whatever some hand can beat must be called beatable by it. Returns whether the play was called safe. */
static bool check_safe(struct ddz_rng *rng, const struct ddz_rules *rules, ddz_hand mine, ddz_hand theirs) {
  static struct ddz_play leads[LIST], answers[LIST];
  const size_t n = ddz_moves(rules, mine, NULL, DDZ_FILL_ANY, leads, LIST);
  if (n == 0) return false;
  const struct ddz_play *play = &leads[ddz_rng_below(rng, (uint32_t)(n < LIST ? n : LIST))];
  if (ddz_threat_beats(rules, theirs, ddz_hand_size(theirs), play)) return false;
  if (ddz_moves(rules, theirs, play, DDZ_FILL_ANY, answers, LIST) != 0)
    fail_msg("%s, wild %s: %s is beaten by %s of %s", rules->name,
             cards_text(ddz_hand_spread(rules->wild, 1)), cards_text(play->cards),
             cards_text(answers[0].cards), cards_text(theirs));
  return true;
}

TEST(no_play_called_safe_is_ever_beaten) {
  static const char *const presets[] = {"standard", "douzero", "yuncheng", "laizi 5", "laizi 9K"};
  int safe = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < ROUNDS; i++) {
    struct ddz_rules rules = cards_rules(presets[i % 5]);
    ddz_rules_set_bomb_order(&rules, (enum ddz_bomb_order)ddz_rng_below(&rng, DDZ_BOMB_ORDERS));
    ddz_hand deck = ddz_rules_deck(&rules);
    ddz_hand mine = cards_draw(&rng, &deck, 1 + (int)ddz_rng_below(&rng, 16));
    ddz_hand theirs = cards_draw(&rng, &deck, 1 + (int)ddz_rng_below(&rng, 16));
    safe += check_safe(&rng, &rules, mine, theirs);
  }
  assert_true(safe > ROUNDS / 10);
}

/* Small hands of any rules, many of their cards wild: pairs and trios of two wild ranks, too. */
TEST(no_play_is_safe_from_wildcards_that_beat_it) {
  int safe = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < 5 * ROUNDS; i++) {
    const struct ddz_rules rules = rule_case_own(&rng, ddz_rng_below(&rng, 100));
    const ddz_hand mine = rule_case_hand(&rng, &rules, 1 + (int)ddz_rng_below(&rng, 6), 0);
    const ddz_hand theirs =
        rule_case_hand(&rng, &rules, (int)ddz_rng_below(&rng, 5), (int)ddz_rng_below(&rng, 7));
    safe += check_safe(&rng, &rules, mine, theirs);
  }
  assert_true(safe > ROUNDS / 10);
}

int main(void) { return test_run(NULL, NULL); }
