/* What is told for certain is what happens: games of three robots under random rules, caps and doublings;
 * whoever says 1 or 0 is asked of the solver, who sees all hands, and points that are told as settled are
 * what the referee pays. */
#include <math.h>

#include "core/robot/actor.h"
#include "core/solver/solver.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { GAMES = 160 / TEST_SLOWER, SOLVER_NODES = 300000, CARDS_MAX = 34, TOLD_MAX = 128, LISTED = 40 };

/* Points that a seat was told for certain. */
struct told {
  int seat;
  double points;
  bool won;
};

struct tally {
  int wins, losses, points, open, paid;
};

static const struct ddz_robot_request players[] = {
    {.level = DDZ_LEVEL_NONE},
    {.level = DDZ_LEVEL_NONE, .objective = DDZ_OBJECTIVE_POINTS},
    {.level = 10, .limit.nodes = 300},
    {.level = 10, .limit.nodes = 300, .effort = DDZ_EFFORT_FULL, .objective = DDZ_OBJECTIVE_POINTS},
    {.level = 8, .player = DDZ_PLAYER_RULES},
    {.level = 8, .limit.nodes = 300, .effort = DDZ_EFFORT_FULL},
};
enum { PLAYERS = sizeof players / sizeof *players };

/* With open hands: does the side of the seat to act win after the action? UNKNOWN where it is too much. */
static enum ddz_result solved_after(const struct ddz_table *table, const struct ddz_action *action) {
  static struct ddz_solved_play plays[1];
  const enum ddz_role seat = ddz_table_role(table, table->turn);
  struct ddz_table next = *table;
  struct ddz_solution solution;
  assert_int_equal(ddz_table_apply(&next, action), DDZ_OK);
  if (next.phase == DDZ_PHASE_OVER)
    return next.winner == DDZ_NO_SEAT                                   ? DDZ_RESULT_UNKNOWN
           : ddz_role_enemies(ddz_table_role(&next, next.winner), seat) ? DDZ_RESULT_LOSS
                                                                        : DDZ_RESULT_WIN;
  struct ddz_solve_request ask = {.rules = &next.rules, .now = next.now, .limit.nodes = SOLVER_NODES};
  int cards = 0;
  for (int s = 0; s < DDZ_SEATS; s++) {
    ask.hand[ddz_table_role(&next, s)] = next.hand[s];
    cards += ddz_hand_size(next.hand[s]);
  }
  if (cards > CARDS_MAX) return DDZ_RESULT_UNKNOWN;
  ddz_solver_reset(engine_here()->solver);
  assert_int_equal(ddz_solve(engine_here()->solver, &ask, plays, 1, &solution), DDZ_OK);
  if (solution.result == DDZ_RESULT_UNKNOWN || !ddz_role_enemies(seat, ask.now.turn)) return solution.result;
  return solution.result == DDZ_RESULT_WIN ? DDZ_RESULT_LOSS : DDZ_RESULT_WIN;
}

static void check_certain(const struct ddz_table *table, const struct ddz_act *act, struct tally *tally) {
  const struct ddz_robot_move *move = &act->move;
  const enum ddz_result result = solved_after(table, &act->action);
  assert_true(move->chosen.win_probability == 1 || move->chosen.win_probability == 0);
  if (move->chosen.expected_points * (move->chosen.win_probability == 1 ? 1 : -1) < 0)
    fail_msg("%s, seed %llu: told %g and %g points", table->rules.name, (unsigned long long)table->seed,
             move->chosen.win_probability, move->chosen.expected_points);
  tally->wins += move->chosen.win_probability == 1;
  tally->losses += move->chosen.win_probability == 0;
  tally->open += result == DDZ_RESULT_UNKNOWN;
  if (result != DDZ_RESULT_UNKNOWN && (result == DDZ_RESULT_WIN) != (move->chosen.win_probability == 1))
    fail_msg("%s, seed %llu, seat %d: told %g with %s", table->rules.name, (unsigned long long)table->seed,
             table->turn, move->chosen.win_probability, cards_text(table->hand[table->turn]));
}

/* What is expected lies in its interval, and that of a sure result on its side of zero. */
static void check_points(const struct ddz_candidate *one) {
  assert_true(one->points.low <= one->expected_points + 1e-9);
  assert_true(one->expected_points <= one->points.high + 1e-9);
  if (one->proven) assert_true(one->win_probability == 1 ? one->points.low > 0 : one->points.high < 0);
}

/* Chances are chances, inside of their intervals, of every play that is listed; where there is a net, and the
 * factors are those it learned, the points of the chosen play are told, too: of a certain win whose bombs are
 * not, as the net thinks. */
static void check_chances(const struct ddz_rules *rules, const struct ddz_robot_request *how,
                          const struct ddz_act *act, const struct ddz_candidate *all, size_t n) {
  if (act->move.player != DDZ_PLAYER_RULES && ddz_rules_doubles(rules))
    assert_false(isnan(act->move.chosen.expected_points));
  for (size_t i = 0; i < n && i < act->move.candidates; i++) {
    const double win = all[i].win_probability;
    assert_true(isnan(win) || (win >= 0 && win <= 1));
    if (all[i].bounded) assert_true(all[i].win.low >= 0 && all[i].win.low <= win && win <= all[i].win.high);
    if (all[i].bounded) assert_true(all[i].win.high <= 1);
    if (all[i].bounded && !isnan(all[i].points.low)) check_points(&all[i]);
    if (how->effort == DDZ_EFFORT_FULL && how->objective == DDZ_OBJECTIVE_WIN)
      assert_true(isnan(win) || all[i].score <= 1);
  }
}

static void play_game(uint64_t seed, struct ddz_rng *rng, struct tally *tally) {
  static struct told told[TOLD_MAX];
  const struct ddz_rules rules = rule_case_any(rng, (int)ddz_rng_below(rng, 100));
  const struct ddz_robot_request *how = &players[seed % PLAYERS];
  struct ddz_table table;
  int n = 0;
  test_now(NOW_SEED, "%llu", (unsigned long long)seed);
  assert_int_equal(ddz_table_init(&table, &rules, seed, NULL), DDZ_OK);
  table.cap = seed % 4 == 0 ? 12 : 0;
  for (int actions = 0; table.phase != DDZ_PHASE_OVER && actions < 400; actions++) {
    struct ddz_candidate all[LISTED];
    struct ddz_act act;
    ddz_table_act(engine_here(), &table, how, &act, all, LISTED);
    if (table.phase == DDZ_PHASE_PLAY) check_chances(&rules, how, &act, all, LISTED);
    if (table.phase == DDZ_PHASE_PLAY && act.move.chosen.proven) {
      check_certain(&table, &act, tally);
      if (act.move.chosen.bounded && act.move.chosen.points.low == act.move.chosen.points.high &&
          n < TOLD_MAX)
        told[n++] =
            (struct told){table.turn, act.move.chosen.expected_points, act.move.chosen.win_probability == 1};
    }
    assert_int_equal(ddz_table_apply(&table, &act.action), DDZ_OK);
  }
  tally->points += n;
  for (int i = 0; i < n && table.phase == DDZ_PHASE_OVER; i++) {
    tally->paid++;
    if (told[i].points != (double)table.score[told[i].seat])
      fail_msg("%s, seed %llu, seat %d: told %g, paid %lld", rules.name, (unsigned long long)seed,
               told[i].seat, told[i].points, (long long)table.score[told[i].seat]);
  }
}

TEST(what_is_told_for_certain_happens_and_is_paid) {
  struct tally tally = {0};
  const int games = (int)test_env("DDZ_GAMES", GAMES);
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < games; i++) play_game(test_seed() + (uint64_t)i, &rng, &tally);
  print_message("%d games: %d wins and %d losses told, %d not solved; points of %d, paid %d\n", games,
                tally.wins, tally.losses, tally.open, tally.points, tally.paid);
  assert_true(tally.wins > games / 2 && tally.losses > games / 20 && tally.paid > games / 2);
  assert_true(tally.open * 5 < tally.wins + tally.losses);
}

/* Hands are data: what is settled, and for how much: a number of the preset in rules.def changes it. Each was
 * told otherwise once. */
TEST(settled_positions_are_told_so) {
  static const struct {
    const char *rules, *hand, *last;
    enum ddz_role role; /* the last play is the landlord's */
    int left[DDZ_ROLES];
    enum ddz_objective objective;
    double win, points;
  } lines[] = {
      /* all plays but the last are unbeatable: both bombs are played, and it is a spring */
      {"standard", "34567789TJQKAA2222BR", "", DDZ_LANDLORD, {20, 17, 17}, DDZ_OBJECTIVE_WIN, 1, 16},
      {"standard", "34567789TJQKAA2222BR", "", DDZ_LANDLORD, {20, 17, 17}, DDZ_OBJECTIVE_POINTS, 1, 16},
      {"standard", "BR2222AAAAKKKKQQQQJJ", "", DDZ_LANDLORD, {20, 17, 17}, DDZ_OBJECTIVE_WIN, 1, 128},
      {"douzero", "34567789TJQKAA2222BR", "", DDZ_LANDLORD, {20, 17, 17}, DDZ_OBJECTIVE_WIN, 1, 8},
      /* the landlord's rocket lies, and he leads his last card */
      {"huanle", "3458TTJQ", "BR", DDZ_LANDLORD_DOWN, {1, 8, 6}, DDZ_OBJECTIVE_WIN, 0, -1},
      {"huanle", "3458TTJQ", "BR", DDZ_LANDLORD_UP, {1, 6, 8}, DDZ_OBJECTIVE_POINTS, 0, -1},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    for (int full = 0; full < 2; full++) {
      const struct ddz_rules rules = cards_rules(lines[i].rules);
      struct ddz_robot_request ask;
      struct ddz_robot_move move;
      ddz_robot_defaults(&ask);
      ask.objective = lines[i].objective;
      ask.level = full ? DDZ_LEVEL_MAX - 2 : DDZ_LEVEL_NONE; /* 8 is what a request without one has */
      ask.effort = full ? DDZ_EFFORT_FULL : DDZ_EFFORT_DECIDE;
      if (full) ask.limit.nodes = 500;
      ddz_view_bare(&ask.view, &rules, lines[i].role, cards_hand(lines[i].hand));
      memcpy(ask.view.now.left, lines[i].left, sizeof ask.view.now.left);
      ask.view.now.from_start = true;
      const struct ddz_play last = cards_play(&rules, lines[i].last);
      if (last.size > 0) {
        for (int role = 0; role < DDZ_ROLES; role++) ask.view.now.plays[role] = 2;
        assert_int_equal(ddz_view_last(&ask.view, DDZ_LANDLORD, &last), DDZ_OK);
      }
      ddz_decide(engine_here(), &ask, &move, NULL, 0);
      assert_true(move.chosen.proven);
      if (move.chosen.win_probability != lines[i].win || move.chosen.expected_points != lines[i].points)
        fail_msg(
            "%s, %s, full %d: told %g and %g points, not %g and %g (of the preset's factors in rules.def?)",
            lines[i].rules, lines[i].hand, full, move.chosen.win_probability, move.chosen.expected_points,
            lines[i].win, lines[i].points);
    }
}

int main(void) { return test_run(trained_open, trained_close); }
