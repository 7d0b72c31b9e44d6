/* A choice agrees with its list: no other play that is told is told to be worth more than the chosen one,
 * whoever plays, and whether it is told or not.
 *
 * DDZ_GAMES in the environment: of each player and preset; 2,000 of a net take a minute and a half. */
#include <math.h>

#include "core/robot/actor.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"

enum { GAMES = 8, NODES = 300, LISTED = 1300 };

static const char *const presets[] = {"standard", "douzero", "huanle",  "botzone",
                                      "yuncheng", "laizi",   "buxipai", "tiandi"};
enum { PRESETS = sizeof presets / sizeof *presets };

/* How far another play may be told to be ahead: `gap`. A search
 * takes the play of the rules where all lose and it is .005 worse at most (compare.c), which the curve of
 * what is told stretches. One without a net may be as far off as its interval reaches. */
static const struct player {
  const char *name;
  struct ddz_robot_request how;
  double gap;
  int one_in;   /* of the games */
  bool netless; /* keeps the play of the rules where no other is clearly better */
} players[] = {
    {"net", {.player = DDZ_PLAYER_NET}, 0, 1, false},
    {"net for points", {.player = DDZ_PLAYER_NET, .objective = DDZ_OBJECTIVE_POINTS}, 0, 1, false},
    {"level 8", {.level = 8}, 0, 1, false},
    {"level 9 for points", {.level = 9, .objective = DDZ_OBJECTIVE_POINTS}, 0, 1, false},
    {"rules", {.player = DDZ_PLAYER_RULES, .level = 8}, 0, 1, false},
    {"search", {.level = 10, .limit.nodes = NODES}, .007, 8, false},
    {"search for points",
     {.level = 10, .limit.nodes = NODES, .objective = DDZ_OBJECTIVE_POINTS},
     0,
     8,
     false},
    {"search in full", {.level = 10, .limit.nodes = NODES, .effort = DDZ_EFFORT_FULL}, 0, 8, false},
    {"search without a net", {.level = 10, .limit.nodes = NODES}, 0, 8, true},
};
enum { PLAYERS = sizeof players / sizeof *players };

static double aim_of(const struct player *player, const struct ddz_candidate *one) {
  return player->how.objective == DDZ_OBJECTIVE_POINTS ? one->expected_points : one->win_probability;
}

/* Errors that a level makes on purpose are told to be such, and what is proven is not given up for an
 * estimate of points. */
static void check_list(const struct player *player, const struct ddz_table *table,
                       const struct ddz_robot_move *move, const struct ddz_candidate *all) {
  if (move->reason == DDZ_REASON_LEVEL_SLIP) return;
  if (move->chosen.proven && player->how.objective == DDZ_OBJECTIVE_POINTS) return;
  const double chosen = aim_of(player, &move->chosen);
  assert_true(all[0].play.cards == move->chosen.play.cards);
  for (size_t i = 1; i < move->candidates && i < LISTED; i++) {
    const double gap = aim_of(player, &all[i]) - chosen;
    if (gap > player->gap + (player->netless ? DDZ_Z_90 * all[i].behind_error : 0) + 1e-8)
      fail_msg("%s, %s, seed %llu: %s of %s is told %g, %s %g", player->name, table->rules.name,
               (unsigned long long)table->seed, cards_text(move->chosen.play.cards),
               cards_text(table->hand[table->turn]), chosen, cards_text(all[i].play.cards), gap + chosen);
  }
}

/* A move does not depend on how many others are to be told. */
static void check_alone(const struct player *player, const struct ddz_table *table,
                        const struct ddz_robot_move *move) {
  struct ddz_act alone;
  ddz_table_act(engine_here(), table, &player->how, &alone, NULL, 0);
  assert_true(alone.move.chosen.play.cards == move->chosen.play.cards && alone.move.reason == move->reason);
}

static void play_game(const struct player *player, const struct ddz_rules *rules, uint64_t seed,
                      uint64_t *decisions) {
  static struct ddz_candidate all[LISTED];
  struct ddz_table table;
  struct player now = *player;
  now.how.multiplier = 1;
  now.how.seed = seed;
  assert_int_equal(ddz_table_init(&table, rules, seed, NULL), DDZ_OK);
  while (table.phase != DDZ_PHASE_OVER && table.phase != DDZ_PHASE_REDEAL) {
    const bool plays = table.phase == DDZ_PHASE_PLAY;
    static const struct ddz_robot_request calls = {.player = DDZ_PLAYER_NET, .multiplier = 1};
    struct ddz_act act;
    ddz_table_act(engine_here(), &table, plays ? &now.how : &calls, &act, all, LISTED);
    if (plays) check_list(&now, &table, &act.move, all);
    if (plays && now.how.limit.nodes == 0) check_alone(&now, &table, &act.move);
    *decisions += plays;
    assert_int_equal(ddz_table_apply(&table, &act.action), DDZ_OK);
  }
}

static void play_games(const struct player *player) {
  const int games = (int)test_env("DDZ_GAMES", GAMES / TEST_SLOWER);
  const struct ddz_nets nets = engine_here()->nets;
  uint64_t decisions = 0;
  if (player->netless) engine_here()->nets = (struct ddz_nets){0};
  for (int p = 0; p < PRESETS; p++) {
    const struct ddz_rules rules = cards_rules(presets[p]);
    for (int game = 0; game < games; game += player->one_in)
      play_game(player, &rules, test_seed() + (uint64_t)game, &decisions);
  }
  engine_here()->nets = nets;
  print_message("%s: %d decisions\n", player->name, (int)decisions);
  assert_true(decisions > 0);
}

TEST(no_play_that_is_told_is_told_to_be_better) {
  for (int i = 0; i < PLAYERS; i++) play_games(&players[i]);
}

int main(void) { return test_run(trained_open, trained_close); }
