/* Hidden hands: what is known is kept, what is not known is dealt fairly, and what had to be assumed is said.
 */
#include <math.h>

#include "core/play/deals.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

enum { UNIFORM = 1, BELIEVING = 2 };

enum { DRAWS = 200, LATE_GAMES = 120, POOL = 9 };
static const enum ddz_role L = DDZ_LANDLORD, D = DDZ_LANDLORD_DOWN, U = DDZ_LANDLORD_UP;
static const double CLOSE = 1e-9;

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

TEST_IN(UNIFORM, drawn_hands_fit_what_was_seen) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int game = 0; game < 300; game++) {
    enum ddz_role role = (enum ddz_role)(game % DDZ_ROLES);
    ddz_hand truth[DDZ_ROLES], hand[DDZ_ROLES];
    struct ddz_view view = game_seen(&rng, role, truth);
    struct ddz_sampler sampler;
    ddz_sampler_init(&sampler, &view);
    assert_false(sampler.hidden.assumed);
    for (int i = 0; i < DDZ_ROLES; i++) assert_true(ddz_hand_contains(truth[i], sampler.hidden.known[i]));
    for (int k = 0; k < 20; k++) {
      ddz_sampler_draw(&sampler, &rng, hand);
      assert_true(hand[role] == view.hand);
      assert_true(sum(hand) == sum(truth));
      for (int i = 0; i < DDZ_ROLES; i++) assert_int_equal(ddz_hand_size(hand[i]), view.now.left[i]);
    }
  }
}

TEST_IN(UNIFORM, what_is_left_of_the_kitty_is_with_the_landlord) {
  struct ddz_view view;
  struct ddz_sampler sampler;
  struct ddz_rng rng = test_rng(test_seed());
  ddz_view_init(&view, &standard, D, cards_hand("3344556677889TJQK"), 0);
  view.kitty = cards_hand("22R");
  view.now.played[L] = cards_hand("2");
  view.now.left[L] = 19;
  ddz_sampler_init(&sampler, &view);
  assert_true(sampler.hidden.known[L] == cards_hand("2R"));
  for (int k = 0; k < DRAWS; k++) {
    ddz_hand hand[DDZ_ROLES];
    ddz_sampler_draw(&sampler, &rng, hand);
    assert_true(ddz_hand_contains(hand[L], cards_hand("2R")));
  }
}

/* Two hidden hands of 2 and 1 out of 3, 4, 5: three ways, equally likely. */
TEST_IN(UNIFORM, every_way_to_deal_is_equally_likely) {
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

TEST_IN(UNIFORM, little_information_is_enough_and_what_was_assumed_is_said) {
  struct ddz_view view;
  struct ddz_sampler sampler;
  ddz_hand hand[DDZ_ROLES];
  struct ddz_rng rng = test_rng(test_seed());
  ddz_view_bare(&view, &standard, L, cards_hand("333456789"));
  ddz_sampler_init(&sampler, &view);
  assert_true(sampler.hidden.assumed);
  ddz_sampler_draw(&sampler, &rng, hand);
  assert_int_equal(ddz_hand_size(hand[D]), 9);
  assert_int_equal(ddz_hand_size(hand[U]), 9);
  assert_int_equal(ddz_hand_count(sum(hand), 0), ddz_hand_count(hand[D] + hand[U], 0) + 3);
  view.now.left[D] = 2;
  view.now.left[U] = 4;
  ddz_sampler_init(&sampler, &view);
  assert_true(sampler.hidden.assumed);
  ddz_sampler_draw(&sampler, &rng, hand);
  assert_int_equal(ddz_hand_size(hand[D]), 2);
  assert_int_equal(ddz_hand_size(hand[U]), 4);
}

TEST_IN(UNIFORM, more_cards_wanted_than_there_are_are_shared) {
  struct ddz_view view;
  struct ddz_sampler sampler;
  ddz_hand hand[DDZ_ROLES];
  struct ddz_rng rng = test_rng(test_seed());
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

TEST_IN(BELIEVING, believed_hands_fit_what_was_seen_and_are_as_likely_as_said) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int game = 0; game < 60; game++) {
    const enum ddz_role role = (enum ddz_role)(game % DDZ_ROLES), next = ddz_role_next(role);
    ddz_hand truth[DDZ_ROLES], hand[DDZ_ROLES];
    struct ddz_view view = game_seen(&rng, role, truth);
    struct ddz_sampler sampler;
    double share[DDZ_RANKS][DDZ_BELIEF_MOST + 1];
    int met[DDZ_RANKS][DDZ_BELIEF_MOST + 1] = {{0}};
    ddz_sampler_init(&sampler, &view);
    ddz_sampler_use_belief(&sampler, &belief, &view, engine_here()->power);
    assert_true(sampler.use_belief);
    ddz_belief_shares(&sampler.belief, share);
    for (int k = 0; k < 10 * DRAWS; k++) {
      ddz_sampler_draw(&sampler, &rng, hand);
      assert_true(hand[role] == view.hand && sum(hand) == sum(truth));
      for (int i = 0; i < DDZ_ROLES; i++) {
        assert_int_equal(ddz_hand_size(hand[i]), view.now.left[i]);
        assert_true(ddz_hand_contains(hand[i], sampler.hidden.known[i]));
      }
      for (int r = 0; r < DDZ_RANKS; r++)
        met[r][ddz_hand_count(hand[next] - sampler.hidden.known[next], r)]++;
    }
    for (int r = 0; r < DDZ_RANKS; r++)
      for (int k = 0; k <= DDZ_BELIEF_MOST; k++) {
        const double mean = 10 * DRAWS * share[r][k], sigma = sqrt(mean * (1 - fmin(share[r][k], 1)));
        assert_true(fabs(met[r][k] - mean) <= 5.5 * sigma + 3);
      }
  }
}

/* Something was assumed, or somebody tells of a hand that no game has: the draws are those there were. */
TEST_IN(BELIEVING, where_they_have_nothing_to_say_nothing_changes) {
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
    ddz_sampler_use_belief(&with, &belief, &lines[i], engine_here()->power);
    for (int k = 0; k < DRAWS; k++) {
      ddz_hand a[DDZ_ROLES], b[DDZ_ROLES];
      ddz_sampler_draw(&with, &rng, a);
      ddz_sampler_draw(&without, &same, b);
      assert_memory_equal(a, b, sizeof a);
    }
  }
}

/* --- what each seat is likely to hold: the same as counting every deal that fits ------------------------ */

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

/* Every way to give single cards of the pool to one seat, the weight of each rank's ways asked of `weights`
 * (NULL: all alike), counted by rank. */
static void count_deals(const struct ddz_sampler *sampler, enum ddz_role seat,
                        const struct ddz_belief *weights, ddz_unseen_marginals share) {
  const bool next = seat == ddz_role_next(sampler->hidden.role);
  double all = 0;
  memset(share, 0, sizeof(ddz_unseen_marginals));
  for (unsigned set = 0; set < 1u << sampler->pool.size; set++) {
    if (__builtin_popcount(set) != sampler->hidden.draw[seat]) continue;
    ddz_hand got = 0, rest = 0;
    double weight = 1;
    for (int i = 0; i < sampler->pool.size; i++) {
      const ddz_hand card = ddz_hand_of(sampler->pool.rank[i], 1);
      if (set >> i & 1)
        got += card;
      else
        rest += card;
    }
    if (weights) /* its chance is that of the cards, however many ways single cards make them up */
      for (int r = 0; r < DDZ_RANKS; r++)
        weight /= tgamma(ddz_hand_count(got + rest, r) + 1) /
                  (tgamma(ddz_hand_count(got, r) + 1) * tgamma(ddz_hand_count(rest, r) + 1));
    if (weights) weight *= ddz_belief_chance(weights, next ? got : rest);
    all += weight;
    for (int r = 0; r < DDZ_RANKS; r++)
      share[r][ddz_hand_count(got + sampler->hidden.known[seat], r)] += weight;
  }
  for (int r = 0; r < DDZ_RANKS; r++)
    for (int k = 0; k <= DDZ_UNSEEN_MOST; k++) share[r][k] /= all;
}

static void check_unseen(const struct ddz_sampler *sampler, enum ddz_role seat,
                         const struct ddz_belief *weights) {
  ddz_unseen_marginals share, counted;
  ddz_unseen_of(sampler, seat, share);
  count_deals(sampler, seat, weights, counted);
  for (int r = 0; r < DDZ_RANKS; r++)
    for (int k = 0; k <= DDZ_UNSEEN_MOST; k++)
      if (!(fabs(share[r][k] - counted[r][k]) < CLOSE))
        fail_msg("rank %d, %d cards: %.12f, counted %.12f", r, k, share[r][k], counted[r][k]);
}

TEST_IN(UNIFORM, the_chances_are_those_of_all_deals_that_fit) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int game = 0; game < LATE_GAMES; game++) {
    const enum ddz_role role = (enum ddz_role)(game % DDZ_ROLES);
    const struct ddz_view view = late_game(&rng, role);
    struct ddz_sampler sampler;
    ddz_sampler_init(&sampler, &view);
    check_unseen(&sampler, ddz_role_next(role), NULL);
    check_unseen(&sampler, ddz_role_before(role), NULL);
  }
}

TEST_IN(BELIEVING, what_the_nets_believe_is_added_up_over_all_deals) {
  struct ddz_rng rng = test_rng(test_seed());
  int believed = 0;
  for (int game = 0; game < LATE_GAMES; game++) {
    const enum ddz_role role = (enum ddz_role)(game % DDZ_ROLES);
    const struct ddz_view view = late_game(&rng, role);
    struct ddz_sampler sampler;
    ddz_sampler_init(&sampler, &view);
    ddz_sampler_use_belief(&sampler, &belief, &view, engine_here()->power);
    assert_int_equal(sampler.use_belief, ddz_sampler_has_hidden(&sampler)); /* one deal needs no belief */
    const struct ddz_belief *believing = sampler.use_belief ? &sampler.belief : NULL;
    check_unseen(&sampler, ddz_role_next(role), believing);
    check_unseen(&sampler, ddz_role_before(role), believing);
    believed += sampler.use_belief;
  }
  assert_true(believed > LATE_GAMES / 2);
}

/* All of them once, and their chances are those of one deal after the other. */
static void check_list(const struct ddz_view *view, const struct ddz_fits *fits) {
  ddz_unseen_marginals share, counted = {{0}};
  const enum ddz_role next = ddz_role_next(view->role);
  struct ddz_sampler sampler;
  double all = 0;
  for (size_t i = 0; i < fits->n; i++) {
    assert_true(fits->hand[i][view->role] == view->hand &&
                sum(fits->hand[i]) == view->hand + ddz_view_unseen(view));
    for (int role = 0; role < DDZ_ROLES; role++)
      assert_int_equal(ddz_hand_size(fits->hand[i][role]), view->now.left[role]);
    for (size_t j = 0; j < i; j++) assert_true(fits->hand[i][next] != fits->hand[j][next]);
    for (int r = 0; r < DDZ_RANKS; r++) counted[r][ddz_hand_count(fits->hand[i][next], r)] += fits->chance[i];
    all += fits->chance[i];
  }
  ddz_sampler_init(&sampler, view);
  count_deals(&sampler, next, NULL, share);
  assert_true(fabs(all - 1) < CLOSE);
  for (int r = 0; r < DDZ_RANKS; r++)
    for (int k = 0; k <= DDZ_UNSEEN_MOST; k++) assert_true(fabs(counted[r][k] - share[r][k]) < CLOSE);
}

TEST_IN(UNIFORM, deals_that_are_few_are_listed) {
  struct ddz_rng rng = test_rng(test_seed());
  int listed = 0;
  for (int game = 0; game < LATE_GAMES; game++) {
    const struct ddz_view view = late_game(&rng, (enum ddz_role)(game % DDZ_ROLES));
    struct ddz_fits fits;
    if (!ddz_fits_list(engine_here(), &view, &fits)) continue;
    check_list(&view, &fits);
    listed++;
  }
  assert_true(listed > LATE_GAMES / 2);
}

TEST_IN(UNIFORM, cards_that_are_in_no_hand_are_possible_too) {
  struct ddz_view view;
  struct ddz_sampler sampler;
  ddz_view_bare(&view, &standard, U, cards_hand("K"));
  view.now.played[L] = ddz_rules_deck(&standard) - cards_hand("334455K");
  view.now.left[L] = 2;
  view.now.left[D] = 1; /* three of the six are gone */
  ddz_sampler_init(&sampler, &view);
  assert_true(sampler.hidden.assumed);
  check_unseen(&sampler, L, NULL);
  check_unseen(&sampler, D, NULL);
}

TEST_IN(UNIFORM, what_is_left_of_the_kitty_is_certain) {
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
TEST_IN(UNIFORM, before_there_are_roles_three_cards_lie_aside) {
  ddz_unseen_marginals share;
  ddz_unseen_hypergeometric(ddz_rules_deck(&standard) - cards_hand("3344556677889TJQK"), 17, share);
  assert_true(fabs(share[DDZ_RANK_R][1] - 17.0 / 37) < CLOSE);
  assert_true(fabs(share[DDZ_RANK_2][4] - 17.0 * 16 * 15 * 14 / (37.0 * 36 * 35 * 34)) < CLOSE);
}

int main(void) {
  standard = cards_rules("standard");
  return test_run_group(UNIFORM, "uniform", NULL, NULL) +
         test_run_group(BELIEVING, "believing", open_belief, close_belief);
}
