/* The fast policy: its plays are legal, it goes out when it can, games end, and equal positions end alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/rules/movegen.h"
#include "core/rules/thin.h"
#include "core/search/rollout.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/rule_cases.h"
#include "tests/support/seed.h"

enum { HANDS = 3000, GAMES = 100 };

static bool listed(const struct ddz_play *plays, size_t n, const struct ddz_play *play) {
  for (size_t i = 0; i < n; i++)
    if (plays[i].cards == play->cards && plays[i].kind == play->kind && plays[i].rank == play->rank &&
        plays[i].length == play->length && plays[i].size == play->size)
      return true;
  return false;
}

/* Every thinned play is one of all plays; none at all only where there is none; going out is the first. */
static void check_thin(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last) {
  static struct ddz_play all[DDZ_MOVES_MAX_WILD];
  struct ddz_play thin[DDZ_THIN_MAX], out;
  size_t n = ddz_thin_moves(rules, hand, last, thin);
  size_t most = ddz_moves(rules, hand, last, DDZ_FILL_LACK, all, DDZ_MOVES_MAX_WILD);
  bool goes_out = ddz_answer(rules, hand, last, &out) == DDZ_OK;
  assert_int_equal(n == 0, most == 0 && !goes_out);
  if (goes_out) assert_true(thin[0].cards == hand);
  for (size_t i = 0; i < n; i++) {
    if (thin[i].cards == hand && goes_out) continue; /* the best reading, which the generator need not list */
    if (!listed(all, most, &thin[i]))
      fail_msg("%s: %s is not legal on %s of %s", rules->name, cards_text(thin[i].cards),
               cards_text(last->cards), cards_text(hand));
  }
}

static void thinned_plays_are_legal_and_some_are_there(void **state) {
  (void)state;
  struct ddz_rng rng;
  ddz_rng_seed(&rng, test_seed());
  for (unsigned i = 0; i < HANDS; i++) {
    struct ddz_rules rules = rule_case_any(&rng, i);
    static struct ddz_play all[DDZ_MOVES_MAX_WILD];
    ddz_hand deck = ddz_rules_deck(&rules), other = cards_draw(&rng, &deck, 10);
    ddz_hand hand = cards_draw(&rng, &deck, 1 + (int)ddz_rng_below(&rng, 20));
    struct ddz_play last = {0};
    size_t n = ddz_moves(&rules, other, NULL, DDZ_FILL_LACK, all, DDZ_MOVES_MAX_WILD);
    check_thin(&rules, hand, &last);
    if (n == 0) continue;
    last = all[ddz_rng_below(&rng, (uint32_t)n)];
    check_thin(&rules, hand, &last);
  }
}

/* Wings are chosen of ranks apart; three trios in a row can answer two with wings of one rank only, and the
 * list was empty once. */
static void wings_of_one_rank_are_found_where_there_are_no_others(void **state) {
  (void)state;
  static const char *const lines[][2] = {{"555666777", "33344489"}, {"666777888", "44455539"}};
  struct ddz_rules rules = cards_rules("standard");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_play last, thin[DDZ_THIN_MAX];
    assert_int_equal(ddz_classify(&rules, cards_hand(lines[i][1]), &last), DDZ_OK);
    assert_true(ddz_thin_moves(&rules, cards_hand(lines[i][0]), &last, thin) > 0);
    check_thin(&rules, cards_hand(lines[i][0]), &last);
  }
}

static int play(const struct ddz_rules *rules, const ddz_hand hand[DDZ_ROLES], struct ddz_open *open) {
  ddz_open_start(open, rules, hand, 0);
  return ddz_rollout(engine_here(), open);
}

static void rollouts_end_under_all_rules_and_always_alike(void **state) {
  (void)state;
  struct ddz_rng rng;
  ddz_rng_seed(&rng, test_seed());
  for (unsigned i = 0; i < GAMES; i++) {
    struct ddz_rules rules = rule_case_any(&rng, i);
    ddz_hand deck = ddz_rules_deck(&rules), hand[DDZ_ROLES];
    struct ddz_open open, again;
    for (int r = 0; r < DDZ_ROLES; r++) hand[r] = cards_draw(&rng, &deck, 17 + (r == 0 ? rules.kitty : 0));
    const int plies = play(&rules, hand, &open);
    const enum ddz_role winner = ddz_open_winner(&open);
    assert_in_range(plies, 1, DDZ_PLIES_MAX);
    for (int r = 0; r < DDZ_ROLES; r++) assert_int_equal(ddz_hand_size(open.hand[r]), open.view.now.left[r]);
    if (winner == DDZ_ROLES) assert_int_equal(open.view.now.skips, DDZ_ROLES); /* nobody could lead */
    ddz_power_reset(ddz_engine_quick(engine_here()));
    assert_int_equal(play(&rules, hand, &again), plies);
    assert_int_equal(ddz_open_winner(&again), winner);
    assert_int_equal(again.view.now.bombs, open.view.now.bombs);
  }
}

static void a_certain_ending_is_played_right(void **state) {
  (void)state;
  struct ddz_rules rules = cards_rules("standard");
  static const struct {
    const char *hand[DDZ_ROLES];
    enum ddz_role winner;
  } lines[] = {
      {{"33BR", "4", "5"}, DDZ_LANDLORD},        /* the rocket, then the pair */
      {{"357", "8", "9999"}, DDZ_LANDLORD_DOWN}, /* any single lets him out */
      {{"3344", "4K", "A2"}, DDZ_LANDLORD},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    ddz_hand hand[DDZ_ROLES];
    struct ddz_open open;
    for (int r = 0; r < DDZ_ROLES; r++) hand[r] = cards_hand(lines[i].hand[r]);
    play(&rules, hand, &open);
    if (ddz_open_winner(&open) != lines[i].winner) fail_msg("line %zu", i);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(thinned_plays_are_legal_and_some_are_there),
      cmocka_unit_test(wings_of_one_rank_are_found_where_there_are_no_others),
      cmocka_unit_test(rollouts_end_under_all_rules_and_always_alike),
      cmocka_unit_test(a_certain_ending_is_played_right),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
