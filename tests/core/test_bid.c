/* Advice on calling: S0's index and must, the choices of each phase, and sense: better hands call more. */
#include <math.h>

#include "core/bid/bid.h"
#include "core/bid/question.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"

enum { ROUNDS = 2000 };
static const char weak[] = "334456789TTJJQQKA", middling[] = "3345567799JQKAA2B",
                  strong[] = "34556789TJQKAA22R", jokers[] = "3344667799JJQQKBR",
                  rich[] = "99JJQKAAAA2222BRK";

static struct ddz_bid_advice advise(const char *preset, const char *hand, enum ddz_bid_phase phase, int seat,
                                    int highest) {
  static struct ddz_rules rules;
  rules = cards_rules(preset);
  struct ddz_bid_request ask = {.rules = &rules,
                                .hand = cards_hand(hand),
                                .phase = phase,
                                .seat = seat,
                                .highest = highest,
                                .role = DDZ_ROLES,
                                .multiplier = 1};
  struct ddz_bid_advice advice;
  ddz_bid_advise(engine_here(), &ask, true, &advice);
  return advice;
}

TEST(the_landlord_index_counts_s0s_points) {
  static const struct {
    const char *rules, *hand;
    int points;
  } lines[] = {
      {"standard", "3456789TJQKA", 0},
      {"standard", "B", 3},
      {"standard", "R", 4},
      {"standard", "BR", 8},
      {"standard", "2", 2},
      {"standard", "2222", 8},
      {"standard", "3333", 6},
      {"standard", "AAAA3333", 12},
      {"standard", "3333444455552222BR", 30},
      {"yuncheng", "F", 3},
      {"yuncheng", "F2BR", 13},
      {"laizi 3", "3333", 12},
      {"laizi 2", "22", 6},
      {"laizi 3A", "3AB", 9},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = cards_rules(lines[i].rules);
    assert_true(fabs(ddz_landlord_index(&rules, cards_hand(lines[i].hand)) - lines[i].points / 30.0) < 1e-12);
  }
}

TEST(both_jokers_or_four_twos_must_call) {
  assert_true(ddz_must_call(cards_hand("3BR")));
  assert_true(ddz_must_call(cards_hand("2222")));
  assert_false(ddz_must_call(cards_hand("222R")));
  assert_false(ddz_must_call(cards_hand("AAAAB")));
  struct ddz_bid_advice a = advise("standard", jokers, DDZ_BID_SCORE, 0, 0);
  assert_int_equal(a.reason, DDZ_REASON_MUST);
  assert_int_equal(a.choice, 3);
  a = advise("yuncheng", jokers, DDZ_BID_CALL, 2, 0);
  assert_int_equal(a.reason, DDZ_REASON_MUST);
  assert_int_equal(a.choice, 1);
}

TEST(a_weak_hand_passes_and_a_strong_one_calls) {
  struct ddz_bid_advice a = advise("standard", weak, DDZ_BID_SCORE, 0, 0);
  assert_int_equal(a.choice, 0);
  assert_int_equal(a.reason, DDZ_REASON_WEAK);
  a = advise("standard", strong, DDZ_BID_SCORE, 0, 0);
  assert_true(a.choice >= 2);
  assert_int_equal(a.reason, DDZ_REASON_WORTH);
  assert_int_equal(advise("huanle", weak, DDZ_BID_CALL, 0, 0).choice, 0);
  assert_int_equal(advise("huanle", strong, DDZ_BID_CALL, 2, 0).choice, 1);
  assert_int_equal(advise("huanle", strong, DDZ_BID_ROB, 1, 1).choice, 1);
  assert_int_equal(advise("huanle", weak, DDZ_BID_ROB, 1, 1).choice, 0);
}

TEST(only_bids_above_the_highest_are_open) {
  for (int highest = 0; highest <= 3; highest++) {
    struct ddz_bid_advice a = advise("standard", rich, DDZ_BID_SCORE, 1, highest);
    for (int choice = 0; choice < DDZ_BID_CHOICES; choice++)
      assert_int_equal(isnan(a.expected_points[choice]) != 0, choice > 0 && choice <= highest);
    assert_true(a.choice == 0 ? highest == 3 : a.choice > highest);
    if (highest == 3) assert_int_equal(a.reason, DDZ_REASON_CLOSED);
  }
}

TEST(stakes_are_raised_by_who_is_sure) {
  struct ddz_bid_advice a = advise("huanle", rich, DDZ_BID_DOUBLE, 0, 1);
  assert_string_equal(ddz_bid_choice_names[DDZ_BID_DOUBLE][a.choice], "super");
  assert_int_equal(a.reason, DDZ_REASON_SURE);
  a = advise("huanle", weak, DDZ_BID_DOUBLE, 0, 1);
  assert_string_equal(ddz_bid_choice_names[DDZ_BID_DOUBLE][a.choice], "none");
  assert_int_equal(a.reason, DDZ_REASON_UNSURE);
  assert_string_equal(ddz_bid_choice_names[DDZ_BID_KICK][advise("yuncheng", rich, DDZ_BID_KICK, 0, 1).choice],
                      "yes");
  assert_string_equal(ddz_bid_choice_names[DDZ_BID_KICK][advise("yuncheng", weak, DDZ_BID_KICK, 0, 1).choice],
                      "no");
}

TEST(a_landlords_kitty_counts_whether_apart_or_in_his_hand) {
  struct ddz_rules rules = cards_rules("standard");
  struct ddz_bid_request apart = {.rules = &rules,
                                  .hand = cards_hand(middling),
                                  .kitty = cards_hand("22R"),
                                  .phase = DDZ_BID_DOUBLE,
                                  .role = DDZ_LANDLORD,
                                  .multiplier = 1};
  struct ddz_bid_request within = apart;
  struct ddz_bid_advice a, b, without;
  within.hand += within.kitty;
  ddz_bid_advise(engine_here(), &apart, true, &a);
  ddz_bid_advise(engine_here(), &within, true, &b);
  apart.kitty = 0;
  ddz_bid_advise(engine_here(), &apart, true, &without);
  assert_true(a.landlord_probability == b.landlord_probability);
  assert_true(a.must && b.must);
  assert_true(a.landlord_probability > without.landlord_probability);
  within.role = DDZ_LANDLORD_UP; /* a farmer's kitty is the landlord's */
  within.hand = cards_hand(middling);
  ddz_bid_advise(engine_here(), &within, true, &b);
  assert_false(b.must);
}

TEST(a_better_card_is_never_worse_as_landlord) {
  struct ddz_rng rng;
  double sum[2] = {0, 0};
  ddz_rng_seed(&rng, test_seed());
  for (int i = 0; i < ROUNDS; i++) {
    struct ddz_rules rules = cards_rules(i % 3 == 0 ? "standard" : i % 3 == 1 ? "yuncheng" : "laizi 9");
    ddz_hand deck = ddz_rules_deck(&rules);
    struct ddz_bid_request ask = {.rules = &rules,
                                  .hand = cards_draw(&rng, &deck, 17),
                                  .phase = (enum ddz_bid_phase)ddz_rng_below(&rng, DDZ_BID_PHASES),
                                  .seat = (int)ddz_rng_below(&rng, 3),
                                  .role = DDZ_ROLES,
                                  .multiplier = 4};
    struct ddz_bid_advice a, b;
    ddz_bid_advise(engine_here(), &ask, true, &a);
    assert_true(a.landlord_probability > 0 && a.landlord_probability < 1);
    assert_true(a.farmer_probability > 0 && a.farmer_probability < 1);
    assert_true(a.choice >= 0 && a.choice < ddz_bid_choices(ask.phase));
    assert_false(isnan(a.expected_points[a.choice]));
    for (int choice = 0; choice < ddz_bid_choices(ask.phase); choice++)
      if (a.reason == DDZ_REASON_WORTH || a.reason == DDZ_REASON_WEAK)
        assert_true(a.expected_points[a.choice] >= a.expected_points[choice]);
    int low = ddz_hand_bottom(ddz_rules_naturals(&rules, ask.hand));
    if (ddz_hand_count(ask.hand, DDZ_RANK_R) > 0 || ddz_hand_count(ask.hand, low) == 4 || low > 4) continue;
    ask.hand += ddz_hand_of(DDZ_RANK_R, 1) - ddz_hand_of(low, 1);
    ddz_bid_advise(engine_here(), &ask, true, &b);
    sum[0] += a.landlord_probability;
    sum[1] += b.landlord_probability;
    assert_true(b.landlord_index > a.landlord_index || a.landlord_index == 1);
  }
  assert_true(sum[1] > sum[0] * 1.1);
}

/* What is at the cap is not raised; a cap far away changes nothing; no points are beyond it. */
TEST(a_cap_bounds_points_and_ends_raising) {
  struct ddz_rng rng = test_rng(test_seed() + 1);
  for (int i = 0; i < ROUNDS; i++) {
    static const char *const presets[DDZ_BID_PHASES] = {"standard", "huanle", "huanle", "huanle", "yuncheng"};
    const enum ddz_bid_phase phase = (enum ddz_bid_phase)(i % DDZ_BID_PHASES);
    const bool doubling = phase == DDZ_BID_DOUBLE || phase == DDZ_BID_KICK;
    struct ddz_rules rules = cards_rules(presets[phase]);
    ddz_hand deck = ddz_rules_deck(&rules);
    struct ddz_bid_request ask = {.rules = &rules,
                                  .hand = cards_draw(&rng, &deck, 17),
                                  .phase = phase,
                                  .role = doubling ? (enum ddz_role)ddz_rng_below(&rng, 3) : DDZ_ROLES,
                                  .multiplier = 1 << ddz_rng_below(&rng, 4)};
    struct ddz_bid_advice none, far, at;
    ddz_bid_advise(engine_here(), &ask, true, &none);
    ask.cap = 1 << 20;
    ddz_bid_advise(engine_here(), &ask, true, &far);
    ask.cap = ask.multiplier;
    ddz_bid_advise(engine_here(), &ask, true, &at);
    assert_int_equal(far.choice, none.choice);
    if (doubling) assert_int_equal(at.choice, 0);
    for (int choice = 0; choice < ddz_bid_choices(phase); choice++) {
      if (isnan(none.expected_points[choice])) continue;
      assert_true(far.expected_points[choice] == none.expected_points[choice]);
      const bool farmer = doubling ? ask.role > DDZ_LANDLORD : choice == 0; /* who declines becomes one */
      assert_true(fabs(at.expected_points[choice]) <= (farmer ? 1 : 2) * ask.cap);
      assert_true(ddz_bid_most(&ask, choice) == (farmer ? 1 : 2) * ask.cap);
    }
  }
}

TEST(phases_have_names) {
  for (int i = 0; i < DDZ_BID_PHASES; i++) {
    assert_true(strlen(ddz_bid_phase_names[i]) > 0);
    assert_true(ddz_bid_choices((enum ddz_bid_phase)i) >= 2);
  }
  assert_int_equal(ddz_bid_first_phase(DDZ_CALLING_SCORE), DDZ_BID_SCORE);
  assert_int_equal(ddz_bid_first_phase(DDZ_CALLING_ROB), DDZ_BID_CALL);
}

int main(void) { return test_run(NULL, NULL); }
