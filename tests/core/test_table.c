/* Plays at a table: which are refused and why, which reading lies, who leads, when it ends. */
#include "core/game/table.h"
#include "tests/support/cards.h"
#include "tests/support/plays.h"
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

TEST(a_call_during_play_is_refused) {
  const struct ddz_rules rules = cards_rules("standard");
  struct ddz_table table = endgame(&rules, "3", "4", "5");
  const struct ddz_action call = call_by(0, DDZ_CALL_PASS), deal = {.verb = DDZ_VERB_DEAL};
  assert_int_equal(ddz_table_apply(&table, &call), DDZ_ERR_WRONG_PHASE);
  assert_int_equal(ddz_table_apply(&table, &deal), DDZ_ERR_WRONG_PHASE);
  assert_int_equal(table_put(&table, 0, "3"), DDZ_OK);
  assert_int_equal(ddz_table_apply(&table, &deal), DDZ_ERR_GAME_OVER);
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

int main(void) { return test_run(NULL, NULL); }
