/* The ask of open hands: a line that stands still where the game is what the rollouts would do, and proofs
 * that a slow solver agrees with. */
#include "core/base/limit.h"
#include "core/game/deal.h"
#include "core/play/rulebook.h"
#include "core/search/chances.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/naive_solver.h"
#include "tests/support/test.h"

enum { PLAYS = DDZ_PLIES_MAX, GAMES = 6 / TEST_SLOWER, SMALL = 4, ENDINGS = 100 / TEST_SLOWER };

struct game {
  struct ddz_open start, end;
  struct ddz_play play[PLAYS];
  size_t plays;
};

static void deal(const struct ddz_rules *rules, uint64_t seed, int cards, struct ddz_open *open) {
  struct ddz_rng rng;
  unsigned char order[54];
  ddz_hand hand[DDZ_ROLES] = {0};
  ddz_rng_seed(&rng, seed);
  for (int i = 0; i < 54; i++) order[i] = (unsigned char)i;
  ddz_rng_shuffle(&rng, order, 54);
  for (int i = 0; i < DDZ_ROLES * cards; i++)
    hand[i % DDZ_ROLES] += ddz_hand_of(order[i] < 52 ? order[i] / 4 : order[i] - 52 + 13, 1);
  ddz_open_start(open, rules, hand, 0);
  for (int role = 0; role < DDZ_ROLES; role++) open->view.now.left[role] = cards;
}

/* By the rules, or every third play the first prompt: a game with mistakes. */
static void play_game(const struct ddz_open *start, struct game *game) {
  game->start = game->end = *start;
  game->plays = 0;
  bool over = false;
  while (!over) {
    struct ddz_open *open = &game->end;
    struct ddz_play *play = &game->play[game->plays++];
    if (game->plays % 3 == 0)
      ddz_rulebook_naive(engine_here(), &open->view, play);
    else
      ddz_rulebook_quick(engine_here(), &open->view, ddz_open_others(open), play);
    over = ddz_open_play(open, play);
  }
}

static size_t tell(const struct game *game, int rollouts, uint64_t seed, double *out) {
  const struct ddz_chances_ask ask = {
      .start = &game->start, .play = game->play, .plays = game->plays, .rollouts = rollouts, .seed = seed};
  return ddz_chances_of(engine_here(), &ask, out);
}

/* A share is that of all rollouts: with eight of them, some more than one and fewer than seven are won. */
TEST(all_of_a_game_is_told_and_told_again) {
  struct ddz_rules rules;
  int between = 0;
  assert_int_equal(ddz_rules_preset("standard", &rules), DDZ_OK);
  for (uint64_t i = 0; i < GAMES; i++) {
    struct ddz_open start;
    struct game game;
    double one[PLAYS + 1], again[PLAYS + 1];
    deal(&rules, test_seed() + i, 17, &start);
    play_game(&start, &game);
    assert_int_equal(tell(&game, 8, 5, one), game.plays + 1);
    assert_int_equal(tell(&game, 8, 5, again), game.plays + 1);
    for (size_t at = 0; at <= game.plays; at++) {
      assert_true(one[at] == again[at]);
      between += one[at] > 1.5 / 8 && one[at] < 6.5 / 8;
      assert_true(one[at] >= 0 && one[at] <= 1);
    }
    assert_true(one[game.plays] == (ddz_open_winner(&game.end) == DDZ_LANDLORD));
  }
  assert_true(between > 0);
}

/* Small endings are all proven, and the slow solver agrees. */
TEST(proofs_are_true) {
  struct ddz_rules rules;
  int flips = 0;
  assert_int_equal(ddz_rules_preset("standard", &rules), DDZ_OK);
  for (uint64_t i = 0; i < ENDINGS; i++) {
    struct game game;
    struct ddz_open open;
    double out[PLAYS + 1];
    deal(&rules, test_seed() + i, SMALL, &open);
    play_game(&open, &game);
    tell(&game, 1, 0, out);
    struct naive_solver *naive = naive_solver_new(&rules, DDZ_ROLES, game.start.hand);
    for (size_t at = 0; at < game.plays; at++) {
      struct naive_position position = {.players = DDZ_ROLES,
                                        .to_move = (int)open.view.now.turn,
                                        .last = open.view.now.last,
                                        .owner = (int)open.view.now.owner};
      memcpy(position.hand, open.hand, sizeof position.hand);
      const bool landlord = naive_solve(naive, &position).win == (open.view.now.turn == DDZ_LANDLORD);
      assert_true(out[at] == landlord);
      flips += at > 0 && out[at] != out[at - 1];
      (void)ddz_open_play(&open, &game.play[at]);
    }
    naive_solver_free(naive);
  }
  assert_true(flips > 0); /* some games were thrown away, and it shows where */
}

/* A chance hangs on what comes after the position, not on where the ask began. */
TEST(the_beginning_of_a_game_changes_nothing_later) {
  struct ddz_rules rules;
  assert_int_equal(ddz_rules_preset("standard", &rules), DDZ_OK);
  for (uint64_t i = 0; i < GAMES; i++) {
    struct ddz_open start;
    struct game game;
    double few[PLAYS + 1], begun[PLAYS + 1];
    deal(&rules, test_seed() + i, 17, &start);
    play_game(&start, &game);
    assert_int_equal(tell(&game, 4, i, few), game.plays + 1);
    struct game rest = {.start = game.start, .plays = game.plays - game.plays / 3};
    for (size_t at = 0; at < game.plays / 3; at++) (void)ddz_open_play(&rest.start, &game.play[at]);
    memcpy(rest.play, game.play + game.plays / 3, rest.plays * sizeof *rest.play);
    assert_int_equal(tell(&rest, 4, i, begun), rest.plays + 1);
    for (size_t at = 0; at <= rest.plays; at++) assert_true(begun[at] == few[at + game.plays / 3]);
  }
}

static uint64_t after_some(void *self) { return ++*(uint64_t *)self; }

/* What was told before the clock ran out is what is told without one. */
TEST(a_stopped_story_is_the_beginning_of_it) {
  struct ddz_rules rules;
  struct ddz_open start;
  struct game game;
  double whole[PLAYS + 1], part[PLAYS + 1];
  uint64_t looks = 0;
  assert_int_equal(ddz_rules_preset("standard", &rules), DDZ_OK);
  deal(&rules, test_seed(), 17, &start);
  play_game(&start, &game);
  const struct ddz_stop never = {.clock_us = after_some, .self = &looks, .until_us = UINT64_MAX};
  struct ddz_chances_ask ask = {.start = &game.start, .play = game.play, .plays = game.plays, .rollouts = 4};
  assert_int_equal(ddz_chances_of(engine_here(), &ask, whole), game.plays + 1);
  ask.stop = &never;
  assert_int_equal(ddz_chances_of(engine_here(), &ask, part), game.plays + 1);
  const struct ddz_stop soon = {.clock_us = after_some, .self = &looks, .until_us = looks - 3};
  looks = 0;
  ask.stop = &soon;
  const size_t told = ddz_chances_of(engine_here(), &ask, part);
  assert_true(told > 0 && told <= game.plays);
  for (size_t at = 0; at < told; at++) assert_true(part[at] == whole[at]);
}

int main(void) { return test_run(NULL, NULL) + test_run(trained_open, trained_close); }
