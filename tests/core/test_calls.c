/* Calling: roles, choices, deals that nobody calls, wild ranks; who is asked for what, and what it comes to,
 * are in test_games and test_modes. */
#include "core/game/table.h"
#include "tests/support/cards.h"
#include "tests/support/plays.h"
#include "tests/support/test.h"

enum { FIXED_SEED = 12345 };

/* A table of this preset where seat 0 is asked first, dealt from a fixed seed. */
static struct ddz_table asked_table(const char *name) {
  const struct ddz_rules rules = cards_rules(name);
  struct ddz_table table;
  struct ddz_deal deal;
  struct ddz_rng rng = test_rng(FIXED_SEED);
  ddz_deal_random(&rules, &rng, &deal);
  deal.first = 0;
  assert_int_equal(ddz_table_init(&table, &rules, FIXED_SEED, &deal), DDZ_OK);
  return table;
}

TEST(roles_name_seats_once_there_is_a_landlord) {
  struct ddz_table table = asked_table("standard");
  struct ddz_action action = call_by(DDZ_SEAT_ROLE + DDZ_LANDLORD, DDZ_CALL_PASS);
  assert_int_equal(ddz_table_apply(&table, &action), DDZ_ERR_NO_LANDLORD);
  assert_int_equal(ddz_table_role(&table, 0), DDZ_ROLES);
  assert_int_equal(ddz_table_seat(&table, DDZ_LANDLORD), DDZ_NO_SEAT);
  assert_int_equal(table_say(&table, "0:pass 1:3"), DDZ_OK);
  static const enum ddz_role roles[3] = {DDZ_LANDLORD_UP, DDZ_LANDLORD, DDZ_LANDLORD_DOWN};
  for (int seat = 0; seat < 3; seat++) {
    assert_int_equal(ddz_table_role(&table, seat), roles[seat]);
    assert_int_equal(ddz_table_seat(&table, roles[seat]), seat);
  }
  action = cards_by(DDZ_SEAT_ROLE + DDZ_LANDLORD_DOWN, ddz_hand_of(ddz_hand_bottom(table.hand[2]), 1));
  assert_int_equal(ddz_table_apply(&table, &action), DDZ_ERR_WRONG_TURN);
  action = cards_by(DDZ_SEAT_ROLE + DDZ_LANDLORD, ddz_hand_of(ddz_hand_bottom(table.hand[1]), 1));
  assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
}

TEST(choices_are_numbered_as_the_bid_advice_numbers_them) {
  static const struct {
    const char *rules, *calls, *choice[4];
  } lines[] = {
      {"standard", "", {"pass", "1", "2", "3"}},
      {"standard", "0:2", {"pass", "1", "2", "3"}},
      {"huanle", "", {"pass", "call", NULL, NULL}},
      {"huanle", "0:call", {"pass", "rob", NULL, NULL}},
      {"huanle", "0:call 1:pass 2:pass", {"none", "double", "super", NULL}},
      {"yuncheng", "0:call", {"pass", "kick", NULL, NULL}},
      {"yuncheng", "0:call 1:kick", {"pass", "follow", NULL, NULL}},
      {"yuncheng", "0:call 1:kick 2:pass", {"pass", "kick_back", NULL, NULL}},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_table table = asked_table(lines[i].rules);
    assert_int_equal(table_say(&table, lines[i].calls), DDZ_OK);
    for (int choice = 0; choice < 4; choice++) {
      enum ddz_call call;
      const enum ddz_error error = ddz_table_choice(&table, choice, &call);
      assert_int_equal(error, lines[i].choice[choice] ? DDZ_OK : DDZ_ERR_ILLEGAL_CALL);
      if (error == DDZ_OK) assert_string_equal(ddz_call_rows[call].name, lines[i].choice[choice]);
    }
  }
  struct ddz_table playing = asked_table("standard");
  enum ddz_call call;
  assert_int_equal(table_say(&playing, "0:3"), DDZ_OK);
  assert_int_equal(ddz_table_choice(&playing, 0, &call), DDZ_ERR_WRONG_PHASE);
}

TEST(nobody_calling_leads_to_the_next_deal_of_the_seed) {
  struct ddz_table table = asked_table("standard"), other;
  const struct ddz_action deal = {.verb = DDZ_VERB_DEAL};
  assert_int_equal(ddz_table_apply(&table, &deal), DDZ_ERR_WRONG_PHASE);
  assert_int_equal(table_say(&table, "0:pass 1:pass 2:pass"), DDZ_OK);
  const ddz_cards before = table.cards[0];
  struct ddz_action lead = cards_by(0, cards_hand("3"));
  assert_int_equal(ddz_table_apply(&table, &lead), DDZ_ERR_WRONG_PHASE);
  other = table;
  assert_int_equal(ddz_table_apply(&table, &deal), DDZ_OK);
  assert_int_equal(ddz_table_apply(&other, &deal), DDZ_OK);
  assert_memory_equal(&table, &other, sizeof table);
  assert_int_equal(table.phase, DDZ_PHASE_CALL);
  assert_int_equal(table.deals, 2);
  assert_int_not_equal(table.cards[0], before);
  assert_int_equal(ddz_table_calls(&table), 0xF);
}

TEST(without_calling_the_seed_names_the_landlord) {
  const struct ddz_rules rules = cards_rules("douzero");
  int landlord[3] = {0};
  for (uint64_t seed = 0; seed < 300; seed++) {
    struct ddz_table table;
    assert_int_equal(ddz_table_init(&table, &rules, test_seed() + seed, NULL), DDZ_OK);
    assert_int_equal(table.phase, DDZ_PHASE_PLAY);
    assert_int_equal(table.turn, table.landlord);
    assert_int_equal(ddz_hand_size(table.hand[table.landlord]), 20);
    landlord[table.landlord]++;
  }
  for (int seat = 0; seat < 3; seat++) assert_in_range(landlord[seat], 60, 140);
}

TEST(wild_ranks_not_named_are_drawn_when_the_landlord_is_found) {
  struct ddz_rules rules = cards_rules("laizi");
  unsigned drawn = 0;
  for (uint64_t seed = 0; seed < 400; seed++) {
    struct ddz_table table;
    assert_int_equal(ddz_table_init(&table, &rules, seed, NULL), DDZ_OK);
    assert_int_equal(table.rules.wild, 0);
    struct ddz_action yes = call_by(DDZ_SEAT_TURN, DDZ_CALL_CALL), no = call_by(DDZ_SEAT_TURN, DDZ_CALL_PASS);
    assert_int_equal(ddz_table_apply(&table, &yes), DDZ_OK);
    assert_int_equal(table.rules.wild, 0);
    assert_int_equal(ddz_table_apply(&table, &no), DDZ_OK);
    assert_int_equal(ddz_table_apply(&table, &no), DDZ_OK);
    assert_int_equal(__builtin_popcount(table.rules.wild), 1);
    assert_int_equal(table.rules.wild & ~(DDZ_CHAIN_RANKS | 1u << DDZ_RANK_2), 0);
    drawn |= table.rules.wild;
  }
  assert_int_equal(drawn, DDZ_CHAIN_RANKS | 1u << DDZ_RANK_2);

  assert_int_equal(ddz_rules_set_wild(&rules, 1u << 4), DDZ_OK);
  struct ddz_table table;
  assert_int_equal(ddz_table_init(&table, &rules, 1, NULL), DDZ_OK);
  assert_int_equal(table.rules.wild, 1u << 4);
}

/* ---- names ---- */

TEST(calls_and_phases_have_names_that_read_back) {
  for (int c = 0; c < DDZ_CALLS; c++) {
    const char *name = ddz_call_rows[c].name;
    assert_int_equal(ddz_call_of(name, strlen(name)), c);
  }
  assert_int_equal(ddz_call_of("", 0), DDZ_CALLS);
  assert_int_equal(ddz_call_of("4", 1), DDZ_CALLS);
  assert_int_equal(ddz_call_of("robb", 4), DDZ_CALLS);
  for (int p = 0; p < DDZ_PHASES; p++) assert_true(strlen(ddz_phase_rows[p].text) > 0);
  assert_string_equal(ddz_phase_rows[DDZ_PHASE_REDEAL].name, "redeal");
}

int main(void) { return test_run(NULL, NULL); }
