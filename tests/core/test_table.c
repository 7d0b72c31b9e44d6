/* Plays at a table: which are refused and why, which reading lies, who leads, when it ends. */
#include <math.h>

#include "core/game/table.h"
#include "core/robot/actor.h"
#include "core/robot/decide.h"
#include "core/rules/movegen.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/plays.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

static struct ddz_table endgame(const struct ddz_rules *rules, const char *a, const char *b, const char *c) {
  const ddz_hand hand[3] = {cards_hand(a), cards_hand(b), cards_hand(c)};
  struct ddz_deal deal;
  struct ddz_table table;
  assert_int_equal(ddz_deal_of_hands(rules, hand, 0, 0, &deal), DDZ_OK);
  assert_int_equal(ddz_table_init(&table, rules, 1, &deal), DDZ_OK);
  return table;
}

TEST(refused_plays_say_why) {
  const struct ddz_rules rules = cards_rules("standard");
  struct ddz_table table = endgame(&rules, "33456789TJ", "4455566K", "QKA2");
  static const struct {
    int seat;
    const char *cards;
    enum ddz_error error;
  } lines[] = {
      {1, "4", DDZ_ERR_WRONG_TURN},
      {0, "", DDZ_ERR_PASS_ON_LEAD},
      {0, "K", DDZ_ERR_NOT_IN_HAND},
      {0, "333", DDZ_ERR_NOT_IN_HAND},
      {0, "34", DDZ_ERR_NOT_A_PATTERN},
      {0, "33", DDZ_OK},
      {1, "4", DDZ_ERR_DOES_NOT_BEAT},
      {1, "555", DDZ_ERR_DOES_NOT_BEAT},
      {1, "45", DDZ_ERR_NOT_A_PATTERN},
      {2, "QK", DDZ_ERR_WRONG_TURN},
      {1, "44", DDZ_OK},
      {2, "QQ", DDZ_ERR_NOT_IN_HAND},
      {2, "", DDZ_OK},
      {0, "", DDZ_OK},
      {1, "", DDZ_ERR_PASS_ON_LEAD}, /* two passes: the lead is his */
      {1, "555K", DDZ_OK},
      {2, "", DDZ_OK},
      {0, "", DDZ_OK},
      {1, "66", DDZ_OK},
      {2, "Q", DDZ_ERR_GAME_OVER},
      {0, "", DDZ_ERR_GAME_OVER},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    assert_int_equal(table_put(&table, lines[i].seat, lines[i].cards), lines[i].error);
  assert_int_equal(table.winner, 1);
  assert_int_equal(table.score[0], -2);
  assert_int_equal(table.score[1], 1);
  assert_int_equal(table.score[2], 1);
}

TEST(a_named_reading_is_the_one_that_lies_on_the_table) {
  struct ddz_rules rules = cards_rules("yuncheng");
  /* 3344F: trio_pair of fours or of threes */
  static const struct {
    int kind, rank, length;
    enum ddz_error error;
    int lies;
  } lines[] = {
      {DDZ_PASS, 0, 0, DDZ_OK, 1},
      {DDZ_TRIO_PAIR, 1, 1, DDZ_OK, 1},
      {DDZ_TRIO_PAIR, 0, 1, DDZ_OK, 0},
      {DDZ_TRIO_PAIR, 2, 1, DDZ_ERR_NO_READING, 0},
      {DDZ_TRIO_PAIR, 1, 2, DDZ_ERR_NO_READING, 0},
      {DDZ_BOMB, 0, 1, DDZ_ERR_NO_READING, 0},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_table table = endgame(&rules, "3344F9", "44TT5", "66");
    struct ddz_action action = cards_by(0, cards_hand("3344F"));
    action.kind = (uint8_t)lines[i].kind;
    action.rank = (uint8_t)lines[i].rank;
    action.length = (uint8_t)lines[i].length;
    assert_int_equal(ddz_table_apply(&table, &action), lines[i].error);
    if (lines[i].error != DDZ_OK) continue;
    assert_int_equal(table.now.last.kind, DDZ_TRIO_PAIR);
    assert_int_equal(table.now.last.rank, lines[i].lies);
  }
  struct ddz_table table = endgame(&rules, "555TT9", "3344F9", "66");
  assert_int_equal(table_put(&table, 0, "555TT"), DDZ_OK);
  struct ddz_action low = cards_by(1, cards_hand("3344F"));
  assert_int_equal(ddz_table_apply(&table, &low), DDZ_ERR_DOES_NOT_BEAT);
}

/* With sevens wild 55667 is a trio of sixes, which beats 55733, or of fives, which does not. */
TEST(a_named_reading_must_itself_beat_the_last_play) {
  struct ddz_rules rules = cards_rules("laizi");
  assert_int_equal(ddz_rules_set_wild(&rules, 1u << 4), DDZ_OK);
  for (int rank = 2; rank <= 3; rank++) {
    struct ddz_table table = endgame(&rules, "557339", "556679", "88");
    struct ddz_action first = cards_by(0, cards_hand("55733")), second = cards_by(1, cards_hand("55667"));
    first.kind = second.kind = DDZ_TRIO_PAIR;
    first.length = second.length = 1;
    first.rank = 2;
    second.rank = (uint8_t)rank;
    assert_int_equal(ddz_table_apply(&table, &first), DDZ_OK);
    assert_int_equal(ddz_table_apply(&table, &second), rank == 3 ? DDZ_OK : DDZ_ERR_DOES_NOT_BEAT);
  }
}

TEST(physical_cards_put_down_are_those_that_leave_the_hand) {
  const struct ddz_rules rules = cards_rules("standard");
  struct ddz_table table = endgame(&rules, "3345", "4", "5");
  const ddz_cards threes = 1ull << 2 | 1ull << 15, mine = table.cards[0];
  assert_int_equal(mine & threes, threes); /* clubs and diamonds */
  struct ddz_action action = {.seat = 0, .picked = 1ull << 28};
  assert_int_equal(ddz_table_apply(&table, &action), DDZ_ERR_NOT_IN_HAND); /* the three of hearts */
  action.picked = 1ull << 15;
  assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
  assert_int_equal(table.cards[0], mine & ~(1ull << 15));
  assert_int_equal(table.last_cards, 1ull << 15);
  assert_int_equal(table.now.last.cards, cards_hand("3"));
  table_play(&table, "1:- 2:-");
  assert_int_equal(table.last_cards, 0); /* nothing is to be beaten any more */
}

TEST(who_holds_only_the_flower_passes_the_lead_on) {
  const struct ddz_rules rules = cards_rules("yuncheng");
  struct ddz_table table = endgame(&rules, "3F", "45", "67");
  table_play(&table, "0:3 1:- 2:-");
  assert_int_equal(table.turn, 0);
  assert_int_equal(table_put(&table, 0, "F"), DDZ_ERR_NOT_A_PATTERN);
  assert_int_equal(table_put(&table, 0, ""), DDZ_OK);
  assert_int_equal(table.turn, 1);
  assert_int_equal(table_put(&table, 1, ""), DDZ_ERR_PASS_ON_LEAD);
  table_play(&table, "1:4 2:6 0:- 1:- 2:7");
  assert_int_equal(table.winner, 2);
  assert_int_equal(table.score[0], -2);
}

TEST(when_nobody_can_lead_nobody_wins) {
  struct ddz_rules rules = cards_rules("standard");
  ddz_rules_forbid(&rules, 1u << DDZ_SOLO);
  struct ddz_table table = endgame(&rules, "3", "4", "5");
  table_play(&table, "0:- 1:- 2:-");
  assert_int_equal(table.phase, DDZ_PHASE_OVER);
  assert_int_equal(table.winner, DDZ_NO_SEAT);
  for (int seat = 0; seat < 3; seat++) assert_int_equal(table.score[seat], 0);

  /* only seats that cannot lead one after the other end it */
  table = endgame(&rules, "3", "44K", "6");
  table_play(&table, "0:- 1:44 2:- 0:- 1:- 2:-");
  assert_int_equal(table.phase, DDZ_PHASE_PLAY);
  assert_int_equal(table_put(&table, 0, ""), DDZ_OK);
  assert_int_equal(table.phase, DDZ_PHASE_OVER);
}

/* ---- stakes ---- */

/* Rules with any factors, a deal of blocks (a bomb follows the other), whatever else raises the stake. */
static struct ddz_table high_table(struct ddz_rng *rng, struct ddz_rules *rules) {
  const struct ddz_kitty_factor kitty = {.any = (uint8_t)ddz_rng_below(rng, DDZ_FACTOR_MAX + 1)};
  struct ddz_table table;
  *rules = rule_case_any(rng, ddz_rng_below(rng, 100));
  for (int raise = 0; raise < DDZ_RAISES; raise++)
    ddz_rules_set_factor(rules, (enum ddz_raise)raise, 1 + (int)ddz_rng_below(rng, DDZ_FACTOR_MAX));
  rules->kick_own = ddz_rng_below(rng, 2);
  rules->dealing = DDZ_DEALING_LOOSE;
  rules->loose = 0;
  rules->cap = ddz_rng_below(rng, 2) == 0 ? 0 : rules->cap;
  assert_int_equal(ddz_table_init(&table, rules, ddz_rng_next(rng), NULL), DDZ_OK);
  table.base = ddz_rng_below(rng, 2) == 0 ? DDZ_BASE_MAX : 1 + (int64_t)ddz_rng_below(rng, DDZ_BASE_MAX);
  ddz_table_agree(&table, &kitty, 7, 1 + (int)ddz_rng_below(rng, DDZ_FACTOR_MAX));
  return table;
}

/* The highest call there is, or a bomb, the lowest first; else any play. */
static void raise_on(struct ddz_rng *rng, struct ddz_table *table) {
  static struct ddz_play plays[DDZ_MOVES_MAX_WILD];
  const ddz_call_set calls = ddz_table_calls(table);
  struct ddz_action action = {.seat = DDZ_SEAT_TURN};
  if (table->phase != DDZ_PHASE_PLAY) {
    action.verb = DDZ_VERB_CALL;
    for (int call = 0; call < DDZ_CALLS; call++)
      if ((calls >> call & 1) != 0) action.call = (uint8_t)call;
  } else {
    const size_t n = ddz_moves(&table->rules, table->hand[table->turn], &table->now.last, DDZ_FILL_LACK,
                               plays, DDZ_MOVES_MAX_WILD);
    if (n > 0) action.cards = plays[ddz_rng_below(rng, (uint32_t)n)].cards;
    for (size_t i = n; i-- > 0;)
      if (ddz_is_bomb(&plays[i]) && plays[i].size == 4) action.cards = plays[i].cards;
  }
  assert_int_equal(ddz_table_apply(table, &action), DDZ_OK);
}

/* What is paid without a bound, as a real number. */
static double unbounded(const struct ddz_table *table, double before, int seat) {
  const double play =
      ddz_position_factor(&table->now, &table->rules, ddz_table_role(table, table->winner), NULL);
  return (double)table->base * before * play * table->factor[table->landlord] * table->factor[seat];
}

/* The winners are paid what the losers pay, never more than 2^53, nor than the cap; and where no bound is met
 * what the factors make. */
static bool check_paid(const struct ddz_table *table, double before) {
  const int64_t most = table->base * ddz_table_cap(table);
  int64_t sum = 0;
  bool met = false;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    const bool won = (seat == table->landlord) == (table->winner == table->landlord);
    const int64_t paid = won ? table->score[seat] : -table->score[seat];
    assert_in_range(paid, 1, seat == table->landlord ? 2 * most : most);
    assert_true(paid < (int64_t)1 << 53);
    sum += table->score[seat];
    if (seat == table->landlord) continue;
    const double due = unbounded(table, before, seat);
    met = met || due > (double)most;
    assert_true((double)paid == (due > (double)most ? (double)most : due));
  }
  assert_true(sum == 0);
  return met;
}

TEST(no_game_pays_more_than_a_double_can_tell) {
  const int games = 400 / TEST_SLOWER;
  int met = 0, free = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int game = 0; game < games; game++) {
    struct ddz_rules rules;
    struct ddz_table table = high_table(&rng, &rules);
    double before = (double)table.multiplier; /* play */
    while (table.phase != DDZ_PHASE_OVER) {
      const bool calls = table.phase != DDZ_PHASE_PLAY;
      raise_on(&rng, &table);
      if (calls) before = (double)table.multiplier;
      struct ddz_robot_request ask;
      struct ddz_robot_move move;
      if (table.phase != DDZ_PHASE_PLAY || ddz_rng_below(&rng, 8) != 0) continue;
      ddz_robot_defaults(&ask);
      ask.player = DDZ_PLAYER_RULES;
      ask.objective = DDZ_OBJECTIVE_POINTS;
      ask = ddz_table_request(&table, &ask);
      ddz_decide(engine_here(), &ask, &move, NULL, 0);
      assert_false(fabs(move.chosen.expected_points) > 2.0 * (double)(table.base * ddz_table_cap(&table)));
    }
    if (table.winner == DDZ_NO_SEAT) continue;
    if (check_paid(&table, before))
      met++;
    else
      free++;
  }
  print_message("%d games: %d met the bound, %d did not\n", games, met, free);
  assert_true(met > 10 && free > 10);
}

int main(void) { return test_run(NULL, NULL); }
