/* Which games are learned from: rule sets by their shares, all cards dealt, wild ranks drawn, calling. */
#include "core/bid/question.h"
#include "lab/train/mixture.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"

enum { GAMES = 2000 };

static const struct share_row {
  const char *rules;
  double share;
} shares[] = {{"douzero", 1}, {"standard", 3}, {"yuncheng", 2}, {"laizi", 2}};
enum { SETS = sizeof shares / sizeof *shares };

static struct mixture mixture_here(double called) {
  struct mixture m = {.n = SETS, .unshuffled = 0.25, .called = called};
  for (int i = 0; i < SETS; i++) {
    assert_int_equal(ddz_rules_preset(shares[i].rules, &m.rules[i]), DDZ_OK);
    m.share[i] = shares[i].share;
  }
  return m;
}

/* A whole deck, the landlord with the kitty; wildcards where the rules need them. */
static void check_game(const struct ddz_rules *rules, const struct ddz_open *game) {
  ddz_hand all = 0;
  assert_ptr_equal(game->view.rules, rules);
  for (int r = 0; r < DDZ_ROLES; r++) all += game->hand[r];
  assert_true(all == ddz_rules_deck(rules));
  assert_int_equal(ddz_hand_size(game->hand[DDZ_LANDLORD]), 17 + rules->kitty);
  assert_true(ddz_hand_contains(game->hand[DDZ_LANDLORD], game->view.kitty));
  assert_int_equal(ddz_hand_size(game->view.kitty), rules->kitty);
  assert_true((rules->wildcard == DDZ_WILDCARD_NONE) == (rules->wild == 0));
}

/* Within four standard errors. */
static void assert_share(const char *what, int came, double share) {
  const double off = came - GAMES * share, variance = GAMES * share * (1 - share);
  if (off * off > 16 * variance) fail_msg("%s: %d of %d games, not %.3f", what, came, GAMES, share);
}

TEST(games_come_by_their_shares) {
  const struct mixture m = mixture_here(0.5);
  struct ddz_rng rng;
  int of[SETS] = {0}, unshuffled = 0;
  ddz_rng_seed(&rng, test_seed());
  for (int g = 0; g < GAMES; g++) {
    struct ddz_rules rules;
    struct ddz_open game;
    mixture_deal(&m, engine_here(), &rng, &rules, &game);
    check_game(&rules, &game);
    for (int i = 0; i < SETS; i++) of[i] += strcmp(rules.name, shares[i].rules) == 0;
    unshuffled += rules.dealing == DDZ_DEALING_UNSHUFFLED;
  }
  for (int i = 0; i < SETS; i++) assert_share(shares[i].rules, of[i], shares[i].share / 8);
  assert_share("unshuffled", unshuffled, 0.25);
}

TEST(rule_sets_are_added_as_options_name_them) {
  static const char *const wrong[] = {"",           "poker",       "standard:",  "standard:x",
                                      "standard:0", "standard:-1", "standard:1x"};
  struct mixture m = {.called = 0.5};
  char text[100];
  assert_true(mixture_add(&m, "standard:2.5"));
  assert_true(mixture_add(&m, "laizi"));
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_false(mixture_add(&m, wrong[i]));
  assert_int_equal(m.n, 2);
  assert_string_equal(mixture_text(&m, text, sizeof text), "standard:2.5 laizi:1, unshuffled 0, called 0.5");
  while (m.n < MIXTURE_MAX) assert_true(mixture_add(&m, "douzero"));
  assert_false(mixture_add(&m, "douzero"));
}

/* All know what was said where seats call, and nothing else. */
TEST(calls_are_told_where_seats_call) {
  for (int called = 0; called < 2; called++) {
    struct ddz_rules huanle = cards_rules("huanle");
    struct mixture m = mixture_of(&huanle);
    m.called = called;
    struct ddz_rng rng = test_rng(test_seed() + 1);
    for (int g = 0; g < 200; g++) {
      struct ddz_rules rules;
      struct ddz_open game;
      mixture_deal(&m, engine_here(), &rng, &rules, &game);
      const ddz_call_set *calls = game.view.now.calls, all = calls[0] | calls[1] | calls[2];
      assert_int_equal(all >> DDZ_CALL_CALL & 1, called);
      for (int role = 0; role < DDZ_ROLES; role++) {
        const int doublings = 1 << DDZ_CALL_NONE | 1 << DDZ_CALL_DOUBLE | 1 << DDZ_CALL_SUPER;
        assert_int_equal(__builtin_popcount((unsigned)(calls[role] & doublings)), called);
      }
    }
  }
}

/* Who calls holds a better hand than one who is drawn. */
TEST(a_landlord_who_called_holds_more) {
  double index[2] = {0};
  for (int called = 0; called < 2; called++) {
    struct ddz_rules standard = cards_rules("standard");
    struct mixture m = mixture_of(&standard);
    m.called = called;
    struct ddz_rng rng = test_rng(test_seed());
    for (int g = 0; g < 500; g++) {
      struct ddz_rules rules;
      struct ddz_open game;
      mixture_deal(&m, engine_here(), &rng, &rules, &game);
      check_game(&rules, &game);
      index[called] += ddz_landlord_index(&rules, game.hand[DDZ_LANDLORD] - game.view.kitty) / 500;
    }
  }
  print_message("landlord index when drawn %.3f, after a call %.3f\n", index[0], index[1]);
  assert_true(index[1] > index[0] + 0.05);
}

TEST(the_same_numbers_give_the_same_games) {
  const struct mixture m = mixture_here(0.5);
  for (int g = 0; g < 100; g++) {
    struct ddz_rules rules[2];
    struct ddz_open game[2];
    for (int i = 0; i < 2; i++) {
      struct ddz_rng rng;
      ddz_rng_seed_stream(&rng, test_seed(), (uint64_t)g);
      mixture_deal(&m, engine_here(), &rng, &rules[i], &game[i]);
    }
    assert_string_equal(rules[0].name, rules[1].name);
    assert_int_equal(rules[0].wild, rules[1].wild);
    assert_memory_equal(game[0].hand, game[1].hand, sizeof game[0].hand);
  }
}

int main(void) {
  print_message("DDZ_SEED=%llu\n", (unsigned long long)test_seed());
  return test_run(NULL, NULL);
}
