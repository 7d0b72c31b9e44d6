/* What the others are likely to hold: the same as counting every deal that fits. */
#include <stdint.h>

#include <math.h>
#include <string.h>

#include "core/search/sampler.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/seed.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

enum { GAMES = 120, POOL = 9 };
static const enum ddz_role L = DDZ_LANDLORD, D = DDZ_LANDLORD_DOWN, U = DDZ_LANDLORD_UP;
static const double CLOSE = 1e-9;

static struct ddz_rules standard;

/* A late position of a whole game, seen by `role`: few enough cards are unseen that all deals can be tried.
 * The landlord may hold some of the kitty still. */
static struct ddz_view late_game(struct ddz_rng *rng, enum ddz_role role) {
  ddz_hand deck = ddz_rules_deck(&standard), dealt[DDZ_ROLES], left[DDZ_ROLES];
  struct ddz_view view;
  for (int i = 0; i < DDZ_ROLES; i++) {
    dealt[i] = cards_draw(rng, &deck, i == L ? 20 : 17);
    ddz_hand rest = dealt[i];
    left[i] = cards_draw(rng, &rest, 1 + (int)ddz_rng_below(rng, POOL / 2));
  }
  ddz_hand of_landlord = dealt[L];
  ddz_view_init(&view, &standard, role, left[role], cards_draw(rng, &of_landlord, 3));
  for (int i = 0; i < DDZ_ROLES; i++) {
    view.now.played[i] = dealt[i] - left[i];
    view.now.left[i] = ddz_hand_size(left[i]);
  }
  view.now.turn = role;
  return view;
}

/* Every way to give single cards of the pool to one seat, the weight of each rank's ways asked of `belief`
 * (NULL: all alike), counted by rank. */
static void count_deals(const struct ddz_sampler *sampler, enum ddz_role seat,
                        const struct ddz_belief *belief, ddz_unseen_marginals share) {
  const bool next = seat == ddz_role_next(sampler->role);
  double all = 0;
  memset(share, 0, sizeof(ddz_unseen_marginals));
  for (unsigned set = 0; set < 1u << sampler->pool.size; set++) {
    if (__builtin_popcount(set) != sampler->draw[seat]) continue;
    ddz_hand got = 0, rest = 0;
    double weight = 1;
    for (int i = 0; i < sampler->pool.size; i++) {
      const ddz_hand card = ddz_hand_of(sampler->pool.rank[i], 1);
      if (set >> i & 1)
        got += card;
      else
        rest += card;
    }
    if (belief) /* its chance is that of the cards, however many ways single cards make them up */
      for (int r = 0; r < DDZ_RANKS; r++)
        weight /= tgamma(ddz_hand_count(got + rest, r) + 1) /
                  (tgamma(ddz_hand_count(got, r) + 1) * tgamma(ddz_hand_count(rest, r) + 1));
    if (belief) weight *= ddz_belief_chance(belief, next ? got : rest);
    all += weight;
    for (int r = 0; r < DDZ_RANKS; r++) share[r][ddz_hand_count(got + sampler->known[seat], r)] += weight;
  }
  for (int r = 0; r < DDZ_RANKS; r++)
    for (int k = 0; k <= DDZ_UNSEEN_MOST; k++) share[r][k] /= all;
}

static void check(const struct ddz_sampler *sampler, enum ddz_role seat, const struct ddz_belief *belief) {
  ddz_unseen_marginals share, counted;
  ddz_unseen_of(sampler, seat, share);
  count_deals(sampler, seat, belief, counted);
  for (int r = 0; r < DDZ_RANKS; r++)
    for (int k = 0; k <= DDZ_UNSEEN_MOST; k++)
      if (!(fabs(share[r][k] - counted[r][k]) < CLOSE))
        fail_msg("rank %d, %d cards: %.12f, counted %.12f", r, k, share[r][k], counted[r][k]);
}

static void the_chances_are_those_of_all_deals_that_fit(void **state) {
  struct ddz_rng rng;
  ddz_rng_seed(&rng, test_seed());
  for (int game = 0; game < GAMES; game++) {
    const enum ddz_role role = (enum ddz_role)(game % DDZ_ROLES);
    const struct ddz_view view = late_game(&rng, role);
    struct ddz_sampler sampler;
    ddz_sampler_init(&sampler, &view);
    check(&sampler, ddz_role_next(role), NULL);
    check(&sampler, ddz_role_before(role), NULL);
  }
}

static void what_the_nets_believe_is_added_up_over_all_deals(void **state) {
  struct toy_net toy = toy_net_belief(test_seed());
  struct ddz_net net;
  struct ddz_rng rng;
  ddz_rng_seed(&rng, test_seed());
  assert_int_equal(ddz_belief_open(&net, toy.image, toy.size), DDZ_NET_OK);
  int believed = 0;
  for (int game = 0; game < GAMES; game++) {
    const enum ddz_role role = (enum ddz_role)(game % DDZ_ROLES);
    const struct ddz_view view = late_game(&rng, role);
    struct ddz_sampler sampler;
    ddz_sampler_init(&sampler, &view);
    ddz_sampler_use_belief(&sampler, &net, &view, ddz_engine_power(engine_here()));
    assert_int_equal(sampler.use_belief, ddz_sampler_has_hidden(&sampler)); /* one deal needs no belief */
    const struct ddz_belief *belief = sampler.use_belief ? &sampler.belief : NULL;
    check(&sampler, ddz_role_next(role), belief);
    check(&sampler, ddz_role_before(role), belief);
    believed += sampler.use_belief;
  }
  assert_true(believed > GAMES / 2);
  toy_net_free(&toy);
}

static void cards_that_are_in_no_hand_are_possible_too(void **state) {
  struct ddz_view view;
  struct ddz_sampler sampler;
  ddz_view_bare(&view, &standard, U, cards_hand("K"));
  view.now.played[L] = ddz_rules_deck(&standard) - cards_hand("334455K");
  view.now.left[L] = 2;
  view.now.left[D] = 1; /* three of the six are gone */
  ddz_sampler_init(&sampler, &view);
  assert_int_equal(sampler.assumed, DDZ_ASSUMED_GONE);
  check(&sampler, L, NULL);
  check(&sampler, D, NULL);
}

static void what_is_left_of_the_kitty_is_certain(void **state) {
  struct ddz_view view;
  struct ddz_sampler sampler;
  ddz_unseen_marginals share;
  ddz_view_init(&view, &standard, D, cards_hand("3344556677889TJQK"), cards_hand("22R"));
  ddz_sampler_init(&sampler, &view);
  ddz_unseen_of(&sampler, L, share);
  assert_true(share[DDZ_RANK_R][1] == 1 && share[DDZ_RANK_R][0] == 0);
  assert_true(share[DDZ_RANK_2][0] == 0 && share[DDZ_RANK_2][1] == 0 && share[DDZ_RANK_2][2] > 0);
  ddz_unseen_of(&sampler, U, share);
  assert_true(share[DDZ_RANK_R][0] == 1 && share[DDZ_RANK_2][3] == 0 && share[DDZ_RANK_2][2] > 0);
}

/* Before the landlord is found: 17 of the 37 unseen cards. One joker is there with 17/37, four of a rank with
 * 17*16*15*14 / (37*36*35*34). */
static void before_there_are_roles_three_cards_lie_aside(void **state) {
  ddz_unseen_marginals share;
  ddz_unseen_hypergeometric(ddz_rules_deck(&standard) - cards_hand("3344556677889TJQK"), 17, share);
  assert_true(fabs(share[DDZ_RANK_R][1] - 17.0 / 37) < CLOSE);
  assert_true(fabs(share[DDZ_RANK_2][4] - 17.0 * 16 * 15 * 14 / (37.0 * 36 * 35 * 34)) < CLOSE);
}

int main(void) {
  standard = cards_rules("standard");
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_chances_are_those_of_all_deals_that_fit),
      cmocka_unit_test(what_the_nets_believe_is_added_up_over_all_deals),
      cmocka_unit_test(cards_that_are_in_no_hand_are_possible_too),
      cmocka_unit_test(what_is_left_of_the_kitty_is_certain),
      cmocka_unit_test(before_there_are_roles_three_cards_lie_aside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
