/* Hidden hands: what is known is kept, what is not known is dealt fairly, and what had to be assumed is said.
 */
#include <stdint.h>

#include <math.h>
#include <stdlib.h>

#include "core/search/sampler.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/seed.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

enum { DRAWS = 200 };
static const enum ddz_role L = DDZ_LANDLORD, D = DDZ_LANDLORD_DOWN, U = DDZ_LANDLORD_UP;

static struct ddz_rules standard;

static ddz_hand sum(const ddz_hand hand[DDZ_ROLES]) { return hand[0] + hand[1] + hand[2]; }

/* A game some plays on, seen by `role`, with the true hands. */
static struct ddz_view game_seen(struct ddz_rng *rng, enum ddz_role role, ddz_hand hand[DDZ_ROLES]) {
  ddz_hand deck = ddz_rules_deck(&standard), played[DDZ_ROLES], kitty;
  struct ddz_view view;
  for (int i = 0; i < DDZ_ROLES; i++) hand[i] = cards_draw(rng, &deck, i == L ? 20 : 17);
  ddz_hand of_landlord = hand[L];
  kitty = cards_draw(rng, &of_landlord, 3);
  for (int i = 0; i < DDZ_ROLES; i++) {
    played[i] = cards_draw(rng, &hand[i], (int)ddz_rng_below(rng, 16));
  }
  ddz_view_init(&view, &standard, role, hand[role], kitty);
  for (int i = 0; i < DDZ_ROLES; i++) {
    view.now.played[i] = played[i];
    view.now.left[i] = ddz_hand_size(hand[i]);
  }
  return view;
}

static void drawn_hands_fit_what_was_seen(void **state) {
  struct ddz_rng rng;
  ddz_rng_seed(&rng, test_seed());
  for (int game = 0; game < 300; game++) {
    enum ddz_role role = (enum ddz_role)(game % DDZ_ROLES);
    ddz_hand truth[DDZ_ROLES], hand[DDZ_ROLES];
    struct ddz_view view = game_seen(&rng, role, truth);
    struct ddz_sampler sampler;
    ddz_sampler_init(&sampler, &view);
    assert_int_equal(sampler.assumed, 0);
    for (int i = 0; i < DDZ_ROLES; i++) assert_true(ddz_hand_contains(truth[i], sampler.known[i]));
    for (int k = 0; k < 20; k++) {
      ddz_sampler_draw(&sampler, &rng, hand);
      assert_true(hand[role] == view.hand);
      assert_true(sum(hand) == sum(truth));
      for (int i = 0; i < DDZ_ROLES; i++) assert_int_equal(ddz_hand_size(hand[i]), view.now.left[i]);
    }
  }
}

static void what_is_left_of_the_kitty_is_with_the_landlord(void **state) {
  struct ddz_view view;
  struct ddz_sampler sampler;
  struct ddz_rng rng;
  ddz_rng_seed(&rng, test_seed());
  ddz_view_init(&view, &standard, D, cards_hand("3344556677889TJQK"), 0);
  view.kitty = cards_hand("22R");
  view.now.played[L] = cards_hand("2");
  view.now.left[L] = 19;
  ddz_sampler_init(&sampler, &view);
  assert_true(sampler.known[L] == cards_hand("2R"));
  for (int k = 0; k < DRAWS; k++) {
    ddz_hand hand[DDZ_ROLES];
    ddz_sampler_draw(&sampler, &rng, hand);
    assert_true(ddz_hand_contains(hand[L], cards_hand("2R")));
  }
}

/* Two hidden hands of 2 and 1 out of 3, 4, 5: three ways, equally likely. */
static void every_way_to_deal_is_equally_likely(void **state) {
  enum { N = 30000 };
  struct ddz_view view;
  struct ddz_sampler sampler;
  struct ddz_rng rng;
  int alone[3] = {0};
  ddz_rng_seed(&rng, test_seed());
  ddz_view_bare(&view, &standard, U, cards_hand("K"));
  view.now.played[L] = ddz_rules_deck(&standard) - cards_hand("345K");
  view.now.left[L] = 2;
  view.now.left[D] = 1;
  ddz_sampler_init(&sampler, &view);
  for (int i = 0; i < N; i++) {
    ddz_hand hand[DDZ_ROLES];
    ddz_sampler_draw(&sampler, &rng, hand);
    assert_true(hand[L] + hand[D] == cards_hand("345"));
    alone[ddz_hand_bottom(hand[D])]++;
  }
  for (int i = 0; i < 3; i++) assert_true(abs(alone[i] - N / 3) < 5 * sqrt(N * 2.0 / 9));
}

static void little_information_is_enough_and_what_was_assumed_is_said(void **state) {
  struct ddz_view view;
  struct ddz_sampler sampler;
  struct ddz_rng rng;
  ddz_hand hand[DDZ_ROLES];
  ddz_rng_seed(&rng, test_seed());
  ddz_view_bare(&view, &standard, L, cards_hand("333456789"));
  ddz_sampler_init(&sampler, &view);
  assert_int_equal(sampler.assumed, DDZ_ASSUMED_LEFT | DDZ_ASSUMED_GONE);
  ddz_sampler_draw(&sampler, &rng, hand);
  assert_int_equal(ddz_hand_size(hand[D]), 9);
  assert_int_equal(ddz_hand_size(hand[U]), 9);
  assert_int_equal(ddz_hand_count(sum(hand), 0), ddz_hand_count(hand[D] + hand[U], 0) + 3);
  view.now.left[D] = 2;
  view.now.left[U] = 4;
  ddz_sampler_init(&sampler, &view);
  assert_int_equal(sampler.assumed, DDZ_ASSUMED_GONE);
  ddz_sampler_draw(&sampler, &rng, hand);
  assert_int_equal(ddz_hand_size(hand[D]), 2);
  assert_int_equal(ddz_hand_size(hand[U]), 4);
}

static void more_cards_wanted_than_there_are_are_shared(void **state) {
  struct ddz_view view;
  struct ddz_sampler sampler;
  struct ddz_rng rng;
  ddz_hand hand[DDZ_ROLES];
  ddz_rng_seed(&rng, test_seed());
  ddz_view_bare(&view, &standard, L, cards_hand("33344455566677788899"));
  view.now.played[D] = ddz_view_unseen(&view) - cards_hand("TTT");
  view.now.left[D] = 5; /* the caller is wrong: three cards are left in all */
  ddz_sampler_init(&sampler, &view);
  ddz_sampler_draw(&sampler, &rng, hand);
  assert_true(hand[D] + hand[U] == cards_hand("TTT"));
}

/* ---- with nets that say what is likely ---- */

static struct toy_net toy;
static struct ddz_net belief;

static int open_belief(void **state) {
  toy = toy_net_belief(test_seed());
  return ddz_belief_open(&belief, toy.image, toy.size) == DDZ_NET_OK ? 0 : -1;
}

static int close_belief(void **state) {
  toy_net_free(&toy);
  return 0;
}

static void believed_hands_fit_what_was_seen_and_are_as_likely_as_said(void **state) {
  struct ddz_rng rng;
  ddz_rng_seed(&rng, test_seed());
  for (int game = 0; game < 60; game++) {
    const enum ddz_role role = (enum ddz_role)(game % DDZ_ROLES), next = ddz_role_next(role);
    ddz_hand truth[DDZ_ROLES], hand[DDZ_ROLES];
    struct ddz_view view = game_seen(&rng, role, truth);
    struct ddz_sampler sampler;
    double share[DDZ_RANKS][DDZ_BELIEF_MOST + 1];
    int met[DDZ_RANKS][DDZ_BELIEF_MOST + 1] = {{0}};
    ddz_sampler_init(&sampler, &view);
    ddz_sampler_use_belief(&sampler, &belief, &view, ddz_engine_power(engine_here()));
    assert_true(sampler.use_belief);
    ddz_belief_shares(&sampler.belief, share);
    for (int k = 0; k < 10 * DRAWS; k++) {
      ddz_sampler_draw(&sampler, &rng, hand);
      assert_true(hand[role] == view.hand && sum(hand) == sum(truth));
      for (int i = 0; i < DDZ_ROLES; i++) {
        assert_int_equal(ddz_hand_size(hand[i]), view.now.left[i]);
        assert_true(ddz_hand_contains(hand[i], sampler.known[i]));
      }
      for (int r = 0; r < DDZ_RANKS; r++) met[r][ddz_hand_count(hand[next] - sampler.known[next], r)]++;
    }
    for (int r = 0; r < DDZ_RANKS; r++)
      for (int k = 0; k <= DDZ_BELIEF_MOST; k++) {
        const double mean = 10 * DRAWS * share[r][k], sigma = sqrt(mean * (1 - fmin(share[r][k], 1)));
        assert_true(fabs(met[r][k] - mean) <= 5.5 * sigma + 3);
      }
  }
}

/* Something was assumed, or somebody tells of a hand that no game has: the draws are those there were. */
static void where_they_have_nothing_to_say_nothing_changes(void **state) {
  struct ddz_view lines[2];
  ddz_view_bare(&lines[0], &standard, L, cards_hand("333456789"));
  ddz_view_bare(&lines[1], &standard, L, cards_hand("333456789"));
  lines[1].now.left[D] = 40;
  lines[1].now.left[U] = 5;
  for (int i = 0; i < 2; i++) {
    struct ddz_sampler with, without;
    struct ddz_rng rng, same;
    ddz_rng_seed(&rng, test_seed());
    ddz_rng_seed(&same, test_seed());
    ddz_sampler_init(&with, &lines[i]);
    ddz_sampler_init(&without, &lines[i]);
    ddz_sampler_use_belief(&with, &belief, &lines[i], ddz_engine_power(engine_here()));
    for (int k = 0; k < DRAWS; k++) {
      ddz_hand a[DDZ_ROLES], b[DDZ_ROLES];
      ddz_sampler_draw(&with, &rng, a);
      ddz_sampler_draw(&without, &same, b);
      assert_memory_equal(a, b, sizeof a);
    }
  }
}

int main(void) {
  standard = cards_rules("standard");
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(drawn_hands_fit_what_was_seen),
      cmocka_unit_test(what_is_left_of_the_kitty_is_with_the_landlord),
      cmocka_unit_test(every_way_to_deal_is_equally_likely),
      cmocka_unit_test(little_information_is_enough_and_what_was_assumed_is_said),
      cmocka_unit_test(more_cards_wanted_than_there_are_are_shared),
  };
  const struct CMUnitTest believing[] = {
      cmocka_unit_test(believed_hands_fit_what_was_seen_and_are_as_likely_as_said),
      cmocka_unit_test(where_they_have_nothing_to_say_nothing_changes),
  };
  return cmocka_run_group_tests_name("uniform", tests, NULL, NULL) +
         cmocka_run_group_tests_name("believing", believing, open_belief, close_belief);
}
