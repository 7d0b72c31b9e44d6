/* The referee: deals, every calling scheme line by line, plays, scores; then random games through it. */
#include "core/game/table.h"
#include "core/rules/movegen.h"
#include "tests/support/cards.h"
#include "tests/support/plays.h"
#include "tests/support/rule_cases.h"
#include "tests/support/seed.h"
#include "tests/support/test.h"

enum { GAMES = 1500 / TEST_SLOWER / TEST_SLOWER }; /* per preset, when DDZ_GAMES does not say */

enum { ACTIONS_MAX = 2048, FIXED_SEED = 12345 };

static struct ddz_action call_by(int seat, enum ddz_call call) {
  return (struct ddz_action){.verb = DDZ_VERB_CALL, .seat = (uint8_t)seat, .call = (uint8_t)call};
}

static struct ddz_action cards_by(int seat, ddz_hand cards) {
  return (struct ddz_action){.verb = DDZ_VERB_PLAY, .seat = (uint8_t)seat, .cards = cards};
}

/* ---- the deal ---- */

TEST(every_deal_gives_away_the_whole_deck) {
  const size_t n = ddz_rules_presets();
  for (size_t p = 0; p < n; p++)
    for (uint64_t seed = 0; seed < 200; seed++) {
      const struct ddz_rules rules = ddz_rules_preset_at(p);
      struct ddz_table table;
      assert_int_equal(ddz_table_init(&table, &rules, test_seed() + seed, NULL), DDZ_OK);
      const ddz_cards kitty = table.landlord == DDZ_NO_SEAT ? table.kitty : 0;
      assert_int_equal(kitty | table.cards[0] | table.cards[1] | table.cards[2],
                       ((ddz_cards)1 << rules.deck) - 1);
      int cards = __builtin_popcountll(kitty);
      for (int seat = 0; seat < DDZ_SEATS; seat++) {
        const int size = seat == table.landlord ? 17 + rules.kitty : 17;
        assert_int_equal(__builtin_popcountll(table.cards[seat]), size);
        assert_int_equal(table.hand[seat], ddz_cards_hand(table.cards[seat]));
        cards += size;
      }
      assert_int_equal(cards, rules.deck);
      assert_true(table.whole);
    }
}

TEST(equal_seeds_give_equal_cards_where_the_deck_is_the_same) {
  const struct ddz_rules standard = cards_rules("standard"), laizi = cards_rules("laizi");
  int different = 0;
  for (uint64_t seed = 0; seed < 100; seed++) {
    struct ddz_table a, b, c, next;
    assert_int_equal(ddz_table_init(&a, &standard, seed, NULL), DDZ_OK);
    assert_int_equal(ddz_table_init(&b, &standard, seed, NULL), DDZ_OK);
    assert_int_equal(ddz_table_init(&c, &laizi, seed, NULL), DDZ_OK);
    assert_int_equal(ddz_table_init(&next, &standard, seed + 1, NULL), DDZ_OK);
    assert_memory_equal(&a, &b, sizeof a);
    assert_memory_equal(a.cards, c.cards, sizeof a.cards);
    assert_int_equal(a.first, c.first);
    different += memcmp(a.cards, next.cards, sizeof a.cards) != 0;
  }
  assert_int_equal(different, 100);
}

/* Each card falls to each seat and to the kitty as often as it should, and each seat begins as often. */
TEST(the_deal_is_fair) {
  enum { DEALS = 20000 };
  const struct ddz_rules rules = cards_rules("yuncheng");
  static unsigned seat_of[55][4];
  unsigned first[3] = {0};
  memset(seat_of, 0, sizeof seat_of);
  for (int i = 0; i < DEALS; i++) {
    struct ddz_table table;
    assert_int_equal(ddz_table_init(&table, &rules, test_seed() + (uint64_t)i, NULL), DDZ_OK);
    first[table.first]++;
    for (int card = 0; card < 55; card++)
      seat_of[card][table.cards[0] >> card & 1   ? 0
                    : table.cards[1] >> card & 1 ? 1
                    : table.cards[2] >> card & 1 ? 2
                                                 : 3]++;
  }
  double worst = 0;
  for (int card = 0; card < 55; card++) {
    double sum = 0;
    for (int s = 0; s < 4; s++) {
      const double expected = DEALS * (s < 3 ? 17 : 4) / 55.0, off = seat_of[card][s] - expected;
      sum += off * off / expected;
    }
    if (sum > worst) worst = sum;
  }
  assert_true(worst < 35); /* chi-squared with 3 degrees, 55 cards: 35 has chance 1e-6 */
  for (int s = 0; s < 3; s++) assert_in_range(first[s], DEALS / 3 - 400, DEALS / 3 + 400);
}

TEST(given_hands_are_dealt_as_physical_cards) {
  const struct ddz_rules rules = cards_rules("standard");
  const ddz_hand hand[3] = {cards_hand("33445566778899TJQKA2"), cards_hand("3344TTJJ"), cards_hand("BR")};
  struct ddz_deal deal;
  struct ddz_table table;
  assert_int_equal(ddz_deal_of_hands(&rules, hand, cards_hand("3A2"), 0, &deal), DDZ_OK);
  assert_int_equal(ddz_table_init(&table, &rules, 1, &deal), DDZ_OK);
  assert_int_equal(table.cards[0] & table.cards[1], 0);
  for (int seat = 0; seat < DDZ_SEATS; seat++) assert_int_equal(table.hand[seat], hand[seat]);
  assert_int_equal(ddz_cards_hand(table.kitty), cards_hand("3A2"));
  assert_int_equal(table.kitty & ~table.cards[0], 0);
  assert_int_equal(table.phase, DDZ_PHASE_PLAY);
  assert_int_equal(table.turn, 0);
  assert_false(table.whole);
}

/* Hands of 17 and a kitty, no landlord named: once there is one he has the kitty, and the deck is whole. */
TEST(the_landlord_of_given_hands_takes_the_kitty) {
  for (size_t i = 0; i < ddz_rules_presets(); i++) {
    struct ddz_rules rules = ddz_rules_preset_at(i);
    struct ddz_deal deal;
    struct ddz_table table;
    struct ddz_rng rng = test_rng(test_seed() + i);
    ddz_deal_random(&rules, &rng, &deal);
    if (deal.landlord != DDZ_NO_SEAT) deal.cards[deal.landlord] &= ~deal.kitty;
    deal.landlord = DDZ_NO_SEAT;
    assert_int_equal(ddz_table_init(&table, &rules, 7, &deal), DDZ_OK);
    while (table.landlord ==
           DDZ_NO_SEAT) { /* the last that may be said, so that somebody becomes the landlord */
      const ddz_call_set open = ddz_table_calls(&table);
      const struct ddz_action call = call_by(table.turn, (enum ddz_call)(31 - __builtin_clz(open)));
      assert_int_equal(ddz_table_apply(&table, &call), DDZ_OK);
    }
    assert_int_equal(deal.kitty & ~table.cards[table.landlord], 0);
    assert_int_equal(__builtin_popcountll(table.cards[table.landlord]), 17 + rules.kitty);
    assert_int_equal(table.cards[0] | table.cards[1] | table.cards[2], ((ddz_cards)1 << rules.deck) - 1);
    for (int seat = 0; seat < DDZ_SEATS; seat++)
      assert_int_equal(table.hand[seat], ddz_cards_hand(table.cards[seat]));
  }
}

TEST(hands_that_no_deck_holds_are_refused) {
  static const struct {
    const char *rules, *hand[3], *kitty;
    int landlord;
    enum ddz_error error;
  } lines[] = {
      {"standard", {"333", "33", "4"}, "", 0, DDZ_ERR_TOO_MANY_OF_RANK},
      {"standard", {"3R", "4R", "4"}, "", 0, DDZ_ERR_TOO_MANY_OF_RANK},
      {"standard", {"3F", "4", "5"}, "", 0, DDZ_ERR_NO_FLOWER},
      {"standard", {"34", "4", "5"}, "5", 0, DDZ_ERR_NOT_IN_HAND},
      {"standard", {"3", "4", ""}, "", 0, DDZ_ERR_BAD_DEAL},
      {"standard", {"3", "4", "5"}, "", DDZ_NO_SEAT, DDZ_ERR_BAD_DEAL},
      {"standard", {"34", "333444555666777888", "5"}, "", 0, DDZ_ERR_BAD_DEAL}, /* a farmer of 18 */
      {"standard", {"333444555666777888999", "T", "J"}, "", 0, DDZ_ERR_BAD_DEAL},
      {"yuncheng", {"333444555666777888999", "T", "J"}, "", 0, DDZ_OK},
      {"yuncheng", {"3F", "4", "5"}, "", 1, DDZ_OK},
      {"standard", {"3", "4", "5"}, "", 2, DDZ_OK},
      {"standard", {"34", "4", "5"}, "3", 0, DDZ_ERR_BAD_DEAL}, /* a kitty of one */
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const struct ddz_rules rules = cards_rules(lines[i].rules);
    ddz_hand hand[3];
    for (int seat = 0; seat < 3; seat++) hand[seat] = cards_hand(lines[i].hand[seat]);
    struct ddz_deal deal;
    enum ddz_error error =
        ddz_deal_of_hands(&rules, hand, cards_hand(lines[i].kitty), lines[i].landlord, &deal);
    if (error == DDZ_OK) error = ddz_deal_check(&rules, &deal);
    assert_int_equal(error, lines[i].error);
  }
}

TEST(physical_deals_with_a_card_twice_are_refused) {
  const struct ddz_rules standard = cards_rules("standard");
  struct ddz_rng rng = test_rng(test_seed());
  struct ddz_deal good, deal;
  struct ddz_table table;
  ddz_deal_random(&standard, &rng, &good);
  assert_int_equal(ddz_deal_check(&standard, &good), DDZ_OK);

  deal = good;
  deal.cards[1] ^= (deal.cards[1] & -deal.cards[1]) ^ (deal.cards[0] & -deal.cards[0]);
  assert_int_equal(ddz_deal_check(&standard, &deal), DDZ_ERR_DUPLICATE_CARD);
  assert_int_equal(ddz_table_init(&table, &standard, 0, &deal), DDZ_ERR_DUPLICATE_CARD);

  deal = good;
  deal.kitty ^= (deal.kitty & -deal.kitty) ^ (deal.cards[2] & -deal.cards[2]);
  assert_int_equal(ddz_deal_check(&standard, &deal), DDZ_ERR_DUPLICATE_CARD);

  deal = good;
  deal.kitty ^= (deal.kitty & -deal.kitty) ^ (ddz_cards)1 << 54;
  assert_int_equal(ddz_deal_check(&standard, &deal), DDZ_ERR_NO_FLOWER);

  deal = good;
  deal.kitty ^= (deal.kitty & -deal.kitty) ^ (ddz_cards)1 << 60;
  assert_int_equal(ddz_deal_check(&standard, &deal), DDZ_ERR_BAD_DEAL);

  deal = good;
  deal.landlord = 0; /* the kitty shown is his: no farmer can hold it, nor need he any more */
  assert_int_equal(ddz_deal_check(&standard, &deal), DDZ_OK);
  deal.cards[1] ^= (deal.cards[1] & -deal.cards[1]) ^ (deal.kitty & -deal.kitty);
  assert_int_equal(ddz_deal_check(&standard, &deal), DDZ_ERR_DUPLICATE_CARD);

  deal = good;
  deal.first = 3;
  assert_int_equal(ddz_deal_check(&standard, &deal), DDZ_ERR_BAD_DEAL);
  deal.landlord = 3;
  assert_int_equal(ddz_deal_check(&standard, &deal), DDZ_ERR_BAD_DEAL);
}

/* ---- calling ---- */

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

/* Calls written "0:pass 1:call": each is applied; the error of the last one is returned, the others must do.
 */
static enum ddz_error run_calls(struct ddz_table *table, const char *script) {
  enum ddz_error error = DDZ_OK;
  while (*script != '\0') {
    assert_int_equal(error, DDZ_OK);
    const size_t length = strcspn(script + 2, " ");
    const enum ddz_call call = ddz_call_of(script + 2, length);
    assert_int_not_equal(call, DDZ_CALLS);
    struct ddz_action action = call_by(script[0] - '0', call);
    error = ddz_table_apply(table, &action);
    script += 2 + length;
    while (*script == ' ') script++;
  }
  return error;
}

TEST(calls_lead_to_the_landlord_and_the_stake) {
  static const struct {
    const char *rules, *calls;
    enum ddz_phase phase;
    int turn, landlord, multiplier, factor[3];
  } lines[] = {
      {"standard", "", DDZ_PHASE_CALL, 0, -1, 1, {1, 1, 1}},
      {"standard", "0:3", DDZ_PHASE_PLAY, 0, 0, 3, {1, 1, 1}},
      {"standard", "0:pass 1:3", DDZ_PHASE_PLAY, 1, 1, 3, {1, 1, 1}},
      {"standard", "0:1", DDZ_PHASE_CALL, 1, -1, 1, {1, 1, 1}},
      {"standard", "0:1 1:pass 2:pass", DDZ_PHASE_PLAY, 0, 0, 1, {1, 1, 1}},
      {"standard", "0:1 1:2 2:pass", DDZ_PHASE_PLAY, 1, 1, 2, {1, 1, 1}},
      {"standard", "0:1 1:2 2:3", DDZ_PHASE_PLAY, 2, 2, 3, {1, 1, 1}},
      {"standard", "0:pass 1:pass 2:1", DDZ_PHASE_PLAY, 2, 2, 1, {1, 1, 1}},
      {"standard", "0:pass 1:pass 2:pass", DDZ_PHASE_REDEAL, -1, -1, 1, {1, 1, 1}},
      {"botzone", "0:2 1:pass 2:pass", DDZ_PHASE_PLAY, 0, 0, 2, {1, 1, 1}},

      {"huanle", "0:pass 1:pass 2:pass", DDZ_PHASE_REDEAL, -1, -1, 1, {1, 1, 1}},
      {"huanle", "0:call", DDZ_PHASE_ROB, 1, -1, 1, {1, 1, 1}},
      {"huanle", "0:call 1:pass 2:pass", DDZ_PHASE_DOUBLE, 0, 0, 1, {1, 1, 1}},
      {"huanle", "0:call 1:rob 2:pass", DDZ_PHASE_ROB, 0, -1, 2, {1, 1, 1}},
      {"huanle", "0:call 1:rob 2:pass 0:pass", DDZ_PHASE_DOUBLE, 1, 1, 2, {1, 1, 1}},
      {"huanle", "0:call 1:rob 2:pass 0:rob", DDZ_PHASE_DOUBLE, 0, 0, 4, {1, 1, 1}},
      {"huanle", "0:call 1:rob 2:rob 0:rob", DDZ_PHASE_DOUBLE, 0, 0, 8, {1, 1, 1}},
      {"huanle", "0:call 1:rob 2:rob 0:pass", DDZ_PHASE_DOUBLE, 2, 2, 4, {1, 1, 1}},
      {"huanle", "0:call 1:pass 2:rob 0:pass", DDZ_PHASE_DOUBLE, 2, 2, 2, {1, 1, 1}},
      /* who passed on calling may not rob */
      {"huanle", "0:pass 1:call", DDZ_PHASE_ROB, 2, -1, 1, {1, 1, 1}},
      {"huanle", "0:pass 1:call 2:pass", DDZ_PHASE_DOUBLE, 1, 1, 1, {1, 1, 1}},
      {"huanle", "0:pass 1:call 2:rob", DDZ_PHASE_ROB, 1, -1, 2, {1, 1, 1}},
      {"huanle", "0:pass 1:call 2:rob 1:rob", DDZ_PHASE_DOUBLE, 1, 1, 4, {1, 1, 1}},
      {"huanle", "0:pass 1:pass 2:call", DDZ_PHASE_DOUBLE, 2, 2, 1, {1, 1, 1}},
      {"huanle", "0:pass 1:pass 2:call 2:super 0:none 1:double", DDZ_PHASE_PLAY, 2, 2, 1, {1, 2, 4}},
      /* who doubles first does not matter */
      {"huanle", "0:pass 1:pass 2:call 1:double 0:none 2:super", DDZ_PHASE_PLAY, 2, 2, 1, {1, 2, 4}},
      {"huanle", "0:pass 1:pass 2:call 0:double", DDZ_PHASE_DOUBLE, 2, 2, 1, {2, 1, 1}},
      {"huanle", "0:pass 1:pass 2:call 0:double 2:none", DDZ_PHASE_DOUBLE, 1, 2, 1, {2, 1, 1}},
      {"laizi", "0:call 1:pass 2:rob 0:pass 2:none 0:none 1:super", DDZ_PHASE_PLAY, 2, 2, 2, {1, 4, 1}},

      {"yuncheng", "0:pass 1:pass 2:pass", DDZ_PHASE_REDEAL, -1, -1, 1, {1, 1, 1}},
      {"yuncheng", "0:call", DDZ_PHASE_KICK, 1, 0, 1, {1, 1, 1}},
      {"yuncheng", "0:call 1:pass", DDZ_PHASE_KICK, 2, 0, 1, {1, 1, 1}},
      {"yuncheng", "0:call 1:pass 2:pass", DDZ_PHASE_PLAY, 0, 0, 1, {1, 1, 1}},
      {"yuncheng", "0:call 1:kick", DDZ_PHASE_KICK, 2, 0, 2, {1, 1, 1}},
      {"yuncheng", "0:call 1:kick 2:pass", DDZ_PHASE_KICK, 0, 0, 2, {1, 1, 1}},
      {"yuncheng", "0:call 1:kick 2:follow 0:kick_back", DDZ_PHASE_PLAY, 0, 0, 8, {1, 1, 1}},
      {"yuncheng", "0:call 1:pass 2:kick 0:pass", DDZ_PHASE_PLAY, 0, 0, 2, {1, 1, 1}},
      {"yuncheng", "0:pass 1:pass 2:call 0:pass 1:kick 2:kick_back", DDZ_PHASE_PLAY, 2, 2, 4, {1, 1, 1}},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_table table = asked_table(lines[i].rules);
    assert_int_equal(run_calls(&table, lines[i].calls), DDZ_OK);
    assert_string_equal(ddz_phase_rows[table.phase].name, ddz_phase_rows[lines[i].phase].name);
    assert_int_equal(table.turn, lines[i].turn);
    assert_int_equal(table.landlord, lines[i].landlord);
    assert_int_equal(table.multiplier, lines[i].multiplier);
    for (int seat = 0; seat < 3; seat++) {
      assert_int_equal(table.factor[seat], lines[i].factor[seat]);
      const int size = seat == table.landlord ? 17 + table.rules.kitty : 17;
      assert_int_equal(ddz_hand_size(table.hand[seat]), size);
    }
  }
}

TEST(calls_that_are_not_open_are_refused) {
  static const struct {
    const char *rules, *calls; /* the last one is refused */
    enum ddz_error error;
  } lines[] = {
      {"standard", "1:1", DDZ_ERR_WRONG_TURN},
      {"standard", "0:1 0:2", DDZ_ERR_WRONG_TURN},
      {"standard", "0:1 1:1", DDZ_ERR_ILLEGAL_CALL},
      {"standard", "0:2 1:1", DDZ_ERR_ILLEGAL_CALL},
      {"standard", "0:call", DDZ_ERR_ILLEGAL_CALL},
      {"standard", "0:none", DDZ_ERR_ILLEGAL_CALL},
      {"standard", "0:3 1:3", DDZ_ERR_WRONG_PHASE},
      {"standard", "0:pass 1:pass 2:pass 0:1", DDZ_ERR_WRONG_PHASE},
      {"douzero", "0:call", DDZ_ERR_WRONG_PHASE},
      {"huanle", "0:1", DDZ_ERR_ILLEGAL_CALL},
      {"huanle", "0:rob", DDZ_ERR_ILLEGAL_CALL},
      {"huanle", "0:call 1:call", DDZ_ERR_ILLEGAL_CALL},
      {"huanle", "0:call 2:rob", DDZ_ERR_WRONG_TURN},
      {"huanle", "0:pass 1:call 2:rob 0:rob", DDZ_ERR_WRONG_TURN},
      {"huanle", "0:call 1:pass 2:pass 0:pass", DDZ_ERR_ILLEGAL_CALL},
      {"huanle", "0:call 1:pass 2:pass 1:double 1:none", DDZ_ERR_WRONG_TURN},
      {"yuncheng", "0:rob", DDZ_ERR_ILLEGAL_CALL},
      {"yuncheng", "0:call 1:call", DDZ_ERR_ILLEGAL_CALL},
      {"yuncheng", "0:call 1:follow", DDZ_ERR_ILLEGAL_CALL},
      {"yuncheng", "0:call 1:kick 2:kick", DDZ_ERR_ILLEGAL_CALL},
      {"yuncheng", "0:call 1:kick 2:kick_back", DDZ_ERR_ILLEGAL_CALL},
      {"yuncheng", "0:call 1:kick 2:pass 0:follow", DDZ_ERR_ILLEGAL_CALL},
      {"yuncheng", "0:call 1:pass 2:pass 0:kick_back", DDZ_ERR_WRONG_PHASE},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_table table = asked_table(lines[i].rules);
    assert_int_equal(run_calls(&table, lines[i].calls), lines[i].error);
  }
}

TEST(the_open_calls_are_those_that_are_accepted) {
  const size_t n = ddz_rules_presets();
  struct ddz_rng rng = test_rng(test_seed());
  for (int round = 0; round < 2000; round++) {
    struct ddz_table table;
    const struct ddz_rules rules = ddz_rules_preset_at((size_t)round % n);
    assert_int_equal(ddz_table_init(&table, &rules, ddz_rng_next(&rng), NULL), DDZ_OK);
    while (ddz_table_calls(&table) != 0) {
      struct ddz_table next = table;
      int open = 0;
      for (int c = 0; c <= DDZ_CALLS; c++) {
        struct ddz_table copy = table;
        struct ddz_action action = call_by(table.turn, (enum ddz_call)c);
        const enum ddz_error error = ddz_table_apply(&copy, &action);
        const bool expected = ddz_table_calls(&table) >> c & 1;
        assert_int_equal(error, expected ? DDZ_OK : DDZ_ERR_ILLEGAL_CALL);
        if (expected && ddz_rng_below(&rng, (uint32_t)++open) == 0) next = copy;
      }
      table = next;
    }
    assert_true(table.phase == DDZ_PHASE_PLAY || table.phase == DDZ_PHASE_REDEAL);
  }
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
    assert_int_equal(run_calls(&table, lines[i].calls), DDZ_OK);
    for (int choice = 0; choice < 4; choice++) {
      enum ddz_call call;
      const enum ddz_error error = ddz_table_choice(&table, choice, &call);
      assert_int_equal(error, lines[i].choice[choice] ? DDZ_OK : DDZ_ERR_ILLEGAL_CALL);
      if (error == DDZ_OK) assert_string_equal(ddz_call_rows[call].name, lines[i].choice[choice]);
    }
  }
  struct ddz_table playing = asked_table("standard");
  enum ddz_call call;
  assert_int_equal(run_calls(&playing, "0:3"), DDZ_OK);
  assert_int_equal(ddz_table_choice(&playing, 0, &call), DDZ_ERR_WRONG_PHASE);
}

TEST(nobody_calling_leads_to_the_next_deal_of_the_seed) {
  struct ddz_table table = asked_table("standard"), other;
  const struct ddz_action deal = {.verb = DDZ_VERB_DEAL};
  assert_int_equal(ddz_table_apply(&table, &deal), DDZ_ERR_WRONG_PHASE);
  assert_int_equal(run_calls(&table, "0:pass 1:pass 2:pass"), DDZ_OK);
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

/* ---- play ---- */

static struct ddz_table endgame(const struct ddz_rules *rules, const char *a, const char *b, const char *c) {
  const ddz_hand hand[3] = {cards_hand(a), cards_hand(b), cards_hand(c)};
  struct ddz_deal deal;
  struct ddz_table table;
  assert_int_equal(ddz_deal_of_hands(rules, hand, 0, 0, &deal), DDZ_OK);
  assert_int_equal(ddz_table_init(&table, rules, 1, &deal), DDZ_OK);
  return table;
}

static enum ddz_error put(struct ddz_table *table, int seat, const char *cards) {
  const struct ddz_action action = cards_by(seat, cards_hand(cards));
  return ddz_table_apply(table, &action);
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
    assert_int_equal(put(&table, lines[i].seat, lines[i].cards), lines[i].error);
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
  assert_int_equal(put(&table, 0, "3"), DDZ_OK);
  assert_int_equal(ddz_table_apply(&table, &deal), DDZ_ERR_GAME_OVER);
}

TEST(roles_name_seats_once_there_is_a_landlord) {
  struct ddz_table table = asked_table("standard");
  struct ddz_action action = call_by(DDZ_SEAT_ROLE + DDZ_LANDLORD, DDZ_CALL_PASS);
  assert_int_equal(ddz_table_apply(&table, &action), DDZ_ERR_NO_LANDLORD);
  assert_int_equal(ddz_table_role(&table, 0), DDZ_ROLES);
  assert_int_equal(ddz_table_seat(&table, DDZ_LANDLORD), DDZ_NO_SEAT);
  assert_int_equal(run_calls(&table, "0:pass 1:3"), DDZ_OK);
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
  assert_int_equal(put(&table, 0, "555TT"), DDZ_OK);
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
  assert_int_equal(put(&table, 1, ""), DDZ_OK);
  assert_int_equal(put(&table, 2, ""), DDZ_OK);
  assert_int_equal(table.last_cards, 0); /* nothing is to be beaten any more */
}

TEST(who_holds_only_the_flower_passes_the_lead_on) {
  const struct ddz_rules rules = cards_rules("yuncheng");
  struct ddz_table table = endgame(&rules, "3F", "45", "67");
  assert_int_equal(put(&table, 0, "3"), DDZ_OK);
  assert_int_equal(put(&table, 1, ""), DDZ_OK);
  assert_int_equal(put(&table, 2, ""), DDZ_OK);
  assert_int_equal(table.turn, 0);
  assert_int_equal(put(&table, 0, "F"), DDZ_ERR_NOT_A_PATTERN);
  assert_int_equal(put(&table, 0, ""), DDZ_OK);
  assert_int_equal(table.turn, 1);
  assert_int_equal(put(&table, 1, ""), DDZ_ERR_PASS_ON_LEAD);
  assert_int_equal(put(&table, 1, "4"), DDZ_OK);
  assert_int_equal(put(&table, 2, "6"), DDZ_OK);
  assert_int_equal(put(&table, 0, ""), DDZ_OK);
  assert_int_equal(put(&table, 1, ""), DDZ_OK);
  assert_int_equal(put(&table, 2, "7"), DDZ_OK);
  assert_int_equal(table.winner, 2);
  assert_int_equal(table.score[0], -2);
}

TEST(when_nobody_can_lead_nobody_wins) {
  struct ddz_rules rules = cards_rules("standard");
  ddz_rules_forbid(&rules, 1u << DDZ_SOLO);
  struct ddz_table table = endgame(&rules, "3", "4", "5");
  for (int seat = 0; seat < 3; seat++) assert_int_equal(put(&table, seat, ""), DDZ_OK);
  assert_int_equal(table.phase, DDZ_PHASE_OVER);
  assert_int_equal(table.winner, DDZ_NO_SEAT);
  for (int seat = 0; seat < 3; seat++) assert_int_equal(table.score[seat], 0);

  /* only seats that cannot lead one after the other end it */
  table = endgame(&rules, "3", "44K", "6");
  static const struct {
    int seat;
    const char *cards;
  } lines[] = {{0, ""}, {1, "44"}, {2, ""}, {0, ""}, {1, ""}, {2, ""}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    assert_int_equal(put(&table, lines[i].seat, lines[i].cards), DDZ_OK);
  assert_int_equal(table.phase, DDZ_PHASE_PLAY);
  assert_int_equal(put(&table, 0, ""), DDZ_OK);
  assert_int_equal(table.phase, DDZ_PHASE_OVER);
}

/* ---- the score ---- */

/* A whole deck without a single bomb but the landlord's rocket. Seat 0 is asked first. */
static struct ddz_table score_table(const char *name) {
  const struct ddz_rules rules = cards_rules(name);
  const ddz_hand hand[3] = {cards_hand("3455667789TJQKA2R"), cards_hand("345678899TTJJQKA2"),
                            cards_hand("3456789TJQQKKAA22")};
  const ddz_hand kitty = cards_hand(rules.deck == 55 ? "34BF" : "34B");
  struct ddz_deal deal;
  struct ddz_table table;
  assert_int_equal(ddz_deal_of_hands(&rules, hand, kitty, DDZ_NO_SEAT, &deal), DDZ_OK);
  assert_int_equal(ddz_table_init(&table, &rules, 1, &deal), DDZ_OK);
  assert_true(table.whole);
  return table;
}

/* The seat leads all it has, card by card, and everybody passes. */
static void run_out(struct ddz_table *table, int seat) {
  while (table->phase == DDZ_PHASE_PLAY) {
    ddz_hand cards = table->turn == seat ? ddz_hand_of(ddz_hand_bottom(table->hand[seat]), 1) : 0;
    const struct ddz_action action = cards_by(table->turn, cards);
    assert_int_equal(ddz_table_apply(table, &action), DDZ_OK);
  }
}

/* Plays written "0:3 1:44 2:-"; "run1" at the end: seat 1 leads out. */
static void run_plays(struct ddz_table *table, const char *script) {
  while (*script != '\0') {
    if (strncmp(script, "run", 3) == 0) {
      run_out(table, script[3] - '0');
      return;
    }
    char cards[32] = "";
    const size_t length = strcspn(script + 2, " ");
    if (script[2] != '-') memcpy(cards, script + 2, length);
    assert_int_equal(put(table, script[0] - '0', cards), DDZ_OK);
    script += 2 + length;
    while (*script == ' ') script++;
  }
}

TEST(the_score_is_stake_times_bombs_spring_and_doublings) {
  static const struct {
    const char *rules, *calls, *plays;
    int base, multiplier;
    bool spring;
    int score[3];
  } lines[] = {
      /* spring: no farmer played */
      {"standard", "0:1 1:pass 2:pass", "run0", 1, 2, true, {4, -2, -2}},
      {"standard", "0:3", "run0", 1, 6, true, {12, -6, -6}},
      {"botzone", "0:3", "run0", 1, 3, false, {6, -3, -3}},
      /* one farmer played a card: none */
      {"standard", "0:3", "0:3 1:4 2:- 0:R 1:- 2:- run0", 1, 3, false, {6, -3, -3}},
      {"standard", "0:3", "0:3 1:- 2:4 0:R 1:- 2:- run0", 1, 3, false, {6, -3, -3}},
      /* the rocket doubles */
      {"standard", "0:2 1:pass 2:pass", "0:3 1:4 2:- 0:BR 1:- 2:- run0", 1, 4, false, {8, -4, -4}},
      {"standard", "0:1 1:pass 2:pass", "0:BR 1:- 2:- run0", 1, 4, true, {8, -4, -4}},
      /* anti-spring: the landlord played once */
      {"standard", "0:1 1:pass 2:pass", "0:3 1:2 2:- 0:- run1", 1, 2, true, {-4, 2, 2}},
      {"standard", "0:1 1:pass 2:pass", "0:3 1:- 2:2 0:- 1:- run2", 1, 2, true, {-4, 2, 2}},
      {"botzone", "0:1 1:pass 2:pass", "0:3 1:2 2:- 0:- run1", 1, 1, false, {-2, 1, 1}},
      {"standard", "0:1 1:pass 2:pass", "0:3 1:4 2:- 0:5 1:6 2:- 0:- run1", 1, 1, false, {-2, 1, 1}},
      /* base points */
      {"standard", "0:2 1:pass 2:pass", "run0", 100, 4, true, {800, -400, -400}},
      /* robs double for all, own doublings between two players */
      {"huanle", "0:call 1:rob 2:pass 0:rob 0:none 1:none 2:none", "run0", 1, 8, true, {16, -8, -8}},
      {"huanle", "0:call 1:pass 2:pass 0:none 1:double 2:none", "run0", 1, 2, true, {6, -4, -2}},
      {"huanle", "0:call 1:pass 2:pass 0:double 1:none 2:super", "run0", 1, 2, true, {20, -4, -16}},
      {"huanle",
       "0:call 1:pass 2:pass 0:super 1:double 2:super",
       "0:3 1:2 2:- 0:- run1",
       5,
       2,
       true,
       {-240, 80, 160}},
      /* kicks */
      {"yuncheng", "0:call 1:kick 2:follow 0:kick_back", "0:7F 1:- 2:- run0", 1, 16, true, {32, -16, -16}},
      {"yuncheng",
       "0:call 1:kick 2:pass 0:pass",
       "0:3 1:4 2:- 0:5 1:6 2:- 0:- run1",
       1,
       2,
       false,
       {-4, 2, 2}},
      {"laizi", "0:call 1:pass 2:pass 0:none 1:none 2:none", "run0", 1, 2, true, {4, -2, -2}},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_table table = score_table(lines[i].rules);
    table.base = lines[i].base;
    assert_int_equal(run_calls(&table, lines[i].calls), DDZ_OK);
    assert_int_equal(table.landlord, 0);
    run_plays(&table, lines[i].plays);
    assert_int_equal(table.phase, DDZ_PHASE_OVER);
    assert_int_equal(table.multiplier, lines[i].multiplier);
    assert_int_equal(table.spring, lines[i].spring);
    for (int seat = 0; seat < 3; seat++) assert_int_equal(table.score[seat], lines[i].score[seat]);
  }
}

TEST(a_cap_holds_for_the_table_and_for_each_farmer) {
  static const struct {
    const char *rules, *calls, *plays;
    int cap, multiplier, score[3];
  } lines[] = {
      {"standard", "0:3", "run0", 0, 6, {12, -6, -6}},
      {"standard", "0:3", "run0", 6, 6, {12, -6, -6}},
      {"standard", "0:3", "run0", 5, 5, {10, -5, -5}},
      {"standard", "0:3", "run0", 3, 3, {6, -3, -3}},
      {"standard", "0:1 1:pass 2:pass", "0:BR 1:- 2:- run0", 3, 3, {6, -3, -3}},
      /* 2 for all, 8 for the one farmer, 2 for the other */
      {"huanle", "0:call 1:pass 2:pass 0:none 1:super 2:none", "run0", 8, 2, {10, -8, -2}},
      {"huanle", "0:call 1:pass 2:pass 0:none 1:super 2:none", "run0", 5, 2, {7, -5, -2}},
      {"huanle", "0:call 1:pass 2:pass 0:super 1:double 2:super", "run0", 16, 2, {32, -16, -16}},
      {"huanle", "0:call 1:pass 2:pass 0:super 1:none 2:none", "run0", 1, 1, {2, -1, -1}},
      {"yuncheng", "0:call 1:kick 2:follow 0:kick_back", "0:7F 1:- 2:- run0", 8, 8, {16, -8, -8}},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_table table = score_table(lines[i].rules);
    table.cap = lines[i].cap;
    assert_int_equal(run_calls(&table, lines[i].calls), DDZ_OK);
    run_plays(&table, lines[i].plays);
    if (table.multiplier != lines[i].multiplier) fail_msg("line %zu: %d", i, (int)table.multiplier);
    for (int seat = 0; seat < 3; seat++)
      if (table.score[seat] != lines[i].score[seat]) fail_msg("line %zu: %d", i, (int)table.score[seat]);
  }
}

/* ---- random games ---- */

/* Equal in everything; plays and trail apart, whose padding may differ. */
static void assert_same_table(const struct ddz_table *a, const struct ddz_table *b) {
  struct ddz_table x = *a, y = *b;
  assert_same_play(&x.now.last, &y.now.last);
  assert_same_trail(&x.trail, &y.trail);
  memset(&x.now.last, 0, sizeof x.now.last);
  memset(&y.now.last, 0, sizeof y.now.last);
  memset(&x.trail, 0, sizeof x.trail);
  memset(&y.trail, 0, sizeof y.trail);
  assert_memory_equal(&x, &y, sizeof x);
}

/* A game as it happened. */
struct record {
  struct ddz_rules rules;
  uint64_t seed;
  struct ddz_action action[ACTIONS_MAX];
  size_t n;
  struct ddz_table end;
};

static struct ddz_play moves[DDZ_MOVES_MAX_WILD];

static ddz_cards cards_in_game(const struct ddz_table *table) {
  return table->cards[0] | table->cards[1] | table->cards[2];
}

/* What must hold whenever a table is looked at. */
static void check_state(const struct ddz_table *table, ddz_cards gone) {
  const ddz_cards deck = ((ddz_cards)1 << table->rules.deck) - 1;
  const ddz_cards kitty = table->landlord == DDZ_NO_SEAT ? table->kitty : 0;
  int cards = __builtin_popcountll(kitty) + __builtin_popcountll(gone);
  ddz_hand played = 0;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    assert_int_equal(table->hand[seat], ddz_cards_hand(table->cards[seat]));
    cards += __builtin_popcountll(table->cards[seat]);
    played += table->now.played[seat];
  }
  assert_int_equal(cards_in_game(table) | kitty | gone, deck);
  assert_int_equal(cards, table->rules.deck); /* nothing twice */
  assert_int_equal(played, ddz_cards_hand(gone));
}

/* Every play the generator lists is one the classifier and the referee accept. */
static void check_moves(const struct ddz_table *table, size_t n) {
  const ddz_hand hand = table->hand[table->turn];
  assert_in_range(n, 0, DDZ_MOVES_MAX_WILD);
  for (size_t i = 0; i < n; i++) {
    const struct ddz_play *move = &moves[i];
    struct ddz_play reading[DDZ_READINGS_MAX];
    const int readings = ddz_readings(&table->rules, move->cards, reading);
    int found = 0;
    for (int r = 0; r < readings; r++)
      found +=
          reading[r].kind == move->kind && reading[r].rank == move->rank && reading[r].length == move->length;
    assert_int_equal(found, 1);
    assert_true(ddz_hand_contains(hand, move->cards));
    struct ddz_table copy = *table;
    struct ddz_action action = cards_by(table->turn, move->cards);
    action.kind = move->kind;
    action.rank = move->rank;
    action.length = move->length;
    assert_int_equal(ddz_table_apply(&copy, &action), DDZ_OK);
    assert_same_play(&copy.now.last, move);
    copy = *table;
    action.kind = DDZ_PASS; /* not named: some reading beats, so the best of those lies */
    assert_int_equal(ddz_table_apply(&copy, &action), DDZ_OK);
    assert_true(ddz_beats(&table->rules, &copy.now.last, &table->now.last));
  }
}

static struct ddz_action random_call(const struct ddz_table *table, struct ddz_rng *rng) {
  const ddz_call_set open = ddz_table_calls(table);
  int c;
  int seat = table->turn;
  do c = (int)ddz_rng_below(rng, DDZ_CALLS);
  while ((open >> c & 1) == 0);
  if (ddz_rng_below(rng, 2) == 0) /* doubles come in any order */
    for (int s = 0; s < 3; s++)
      if (ddz_table_awaited(table) >> s & 1) seat = s;
  return call_by(seat, (enum ddz_call)c);
}

static struct ddz_action random_play(const struct ddz_table *table, struct ddz_rng *rng) {
  const ddz_hand hand = table->hand[table->turn];
  const size_t n = ddz_moves(&table->rules, hand, &table->now.last, DDZ_FILL_LACK, moves, DDZ_MOVES_MAX_WILD);
  check_moves(table, n);
  const bool lead = ddz_position_leads(&table->now);
  const size_t i = n == 0 ? 0 : ddz_rng_below(rng, (uint32_t)n + !lead);
  struct ddz_action action = cards_by(table->turn, 0);
  if (i == n) return action;
  action.cards = moves[i].cards;
  if (ddz_rng_below(rng, 2) == 0) return action;
  action.kind = moves[i].kind;
  action.rank = moves[i].rank;
  action.length = moves[i].length;
  if (ddz_rng_below(rng, 2) == 0)
    assert_int_equal(ddz_cards_pick(table->cards[table->turn], action.cards, &action.picked), DDZ_OK);
  return action;
}

/* Play one game at random, looking at the table after every action. */
static void random_game(struct record *game, struct ddz_rng *rng) {
  struct ddz_table table;
  ddz_cards gone = 0;
  game->seed = ddz_rng_next(rng);
  game->n = 0;
  assert_int_equal(ddz_table_init(&table, &game->rules, game->seed, NULL), DDZ_OK);
  while (table.phase != DDZ_PHASE_OVER) {
    struct ddz_action *action = &game->action[game->n++];
    assert_in_range(game->n, 1, ACTIONS_MAX - 1);
    if (table.phase == DDZ_PHASE_REDEAL)
      *action = (struct ddz_action){.verb = DDZ_VERB_DEAL};
    else if (table.phase == DDZ_PHASE_PLAY)
      *action = random_play(&table, rng);
    else
      *action = random_call(&table, rng);
    const ddz_cards before = cards_in_game(&table);
    const bool playing = table.phase == DDZ_PHASE_PLAY;
    assert_int_equal(ddz_table_apply(&table, action), DDZ_OK);
    if (playing) gone |= before & ~cards_in_game(&table);
    check_state(&table, gone);
  }
  game->end = table;
}

static int64_t at_most(int64_t stake, int64_t cap) { return cap > 0 && stake > cap ? cap : stake; }

/* What a play multiplies by, from its cards. */
static int times_of(const struct ddz_rules *rules, const struct ddz_play *play) {
  const int wilds = ddz_hand_size(ddz_hand_only(play->cards, rules->wild));
  if (play->kind == DDZ_ROCKET) return rules->factor[DDZ_RAISE_ROCKET];
  if (play->kind != DDZ_BOMB) return 1;
  if (play->size > 4) return rules->factor[DDZ_RAISE_LONG];
  return rules->factor[wilds == 4 ? DDZ_RAISE_PURE : wilds > 0 ? DDZ_RAISE_SOFT : DDZ_RAISE_HARD];
}

/* The score once more, from the list of actions alone. */
static void check_score(const struct record *game) {
  const struct ddz_table *end = &game->end;
  int64_t stake = 1, factor[3] = {1, 1, 1}, score[3], sum = 0;
  int plays[3] = {0}, winners = 0;
  struct ddz_table table;
  assert_int_equal(ddz_table_init(&table, &game->rules, game->seed, NULL), DDZ_OK);
  table.cap = end->cap;
  for (size_t i = 0; i < game->n; i++) {
    const struct ddz_action *a = &game->action[i];
    assert_int_equal(ddz_table_apply(&table, a), DDZ_OK);
    if (a->verb == DDZ_VERB_DEAL) stake = 1;
    if (a->verb == DDZ_VERB_CALL && a->call >= DDZ_CALL_ONE && a->call <= DDZ_CALL_THREE)
      stake = a->call - DDZ_CALL_ONE + 1;
    const bool kicks = a->verb == DDZ_VERB_CALL && a->call >= DDZ_CALL_KICK && a->call <= DDZ_CALL_KICK_BACK;
    if (kicks && game->rules.kick_own) factor[a->seat] *= 2;
    if (kicks && !game->rules.kick_own) stake *= 2;
    if (a->verb == DDZ_VERB_CALL && a->call == DDZ_CALL_ROB) stake *= 2;
    if (a->verb == DDZ_VERB_CALL && a->call == DDZ_CALL_DOUBLE) factor[a->seat] = 2;
    if (a->verb == DDZ_VERB_CALL && a->call == DDZ_CALL_SUPER) factor[a->seat] = 4;
    if (a->verb != DDZ_VERB_PLAY || a->cards == 0) continue;
    plays[a->seat]++;
    stake *= times_of(&table.rules, &table.now.last);
  }
  assert_same_table(&table, end); /* replayed: the same table */
  for (int seat = 0; seat < 3; seat++) winners += end->hand[seat] == 0;
  assert_int_equal(winners, 1);
  assert_int_equal(end->hand[end->winner], 0);

  const int lord = end->landlord, down = (lord + 1) % 3, up = (lord + 2) % 3;
  const bool lord_won = end->winner == lord;
  if (lord_won ? plays[down] + plays[up] == 0 : plays[lord] == 1)
    stake *= game->rules.factor[DDZ_RAISE_SPRING];
  const int64_t of_down = at_most(stake * factor[lord] * factor[down], end->cap),
                of_up = at_most(stake * factor[lord] * factor[up], end->cap);
  score[down] = lord_won ? -of_down : of_down;
  score[up] = lord_won ? -of_up : of_up;
  score[lord] = -score[down] - score[up];
  for (int seat = 0; seat < 3; seat++) {
    assert_int_equal(end->score[seat], score[seat]);
    assert_int_equal(end->score[seat] > 0, (seat == lord) == lord_won);
    sum += end->score[seat];
  }
  assert_int_equal(sum, 0);
}

/* ---- mutations ---- */

/* Apply a list. On an error the table stands where the refused action found it, and *bad is its index. */
static enum ddz_error replay(struct ddz_table *table, const struct ddz_action *actions, size_t n,
                             size_t *bad) {
  for (size_t i = 0; i < n; i++) {
    enum ddz_error error = ddz_table_apply(table, &actions[i]);
    if (error == DDZ_OK) continue;
    *bad = i;
    return error;
  }
  return DDZ_OK;
}

/* The list with action `at` replaced is refused there and nowhere else, with this error, and the table stands
 * as before the action. */
static void refused_at(struct record *game, size_t at, struct ddz_action mutant, enum ddz_error error) {
  struct ddz_table table, before;
  size_t bad = SIZE_MAX;
  const struct ddz_action kept = game->action[at];
  const size_t n = at < game->n ? game->n : at + 1;
  game->action[at] = mutant;
  assert_int_equal(ddz_table_init(&before, &game->rules, game->seed, NULL), DDZ_OK);
  assert_int_equal(replay(&before, game->action, at, &bad), DDZ_OK);
  assert_int_equal(bad, SIZE_MAX);
  assert_int_equal(ddz_table_init(&table, &game->rules, game->seed, NULL), DDZ_OK);
  assert_int_equal(replay(&table, game->action, n, &bad), error);
  assert_int_equal(bad, at);
  assert_same_table(&table, &before);
  game->action[at] = kept;
}

/* How often each mutation could be made. */
enum mutation {
  OTHER_SEAT,
  CALL_IN_PLAY,
  PLAY_IN_CALL,
  CLOSED_CALL,
  FOREIGN_CARD,
  NO_PATTERN,
  LOWER_PLAY,
  PASS_ON_LEAD,
  AFTER_END,
  MUTATIONS
};

static void mutate_call(struct record *game, size_t at, const struct ddz_table *table, unsigned *made) {
  struct ddz_action a = game->action[at];
  a.seat = (uint8_t)((a.seat + 1) % 3);
  if ((ddz_table_awaited(table) >> a.seat & 1) == 0) {
    refused_at(game, at, a, DDZ_ERR_WRONG_TURN);
    made[OTHER_SEAT]++;
  }
  refused_at(game, at, cards_by(table->turn, ddz_hand_of(ddz_hand_bottom(table->hand[table->turn]), 1)),
             DDZ_ERR_WRONG_PHASE);
  made[PLAY_IN_CALL]++;
  for (int c = 0; c < DDZ_CALLS; c++)
    if ((ddz_table_calls(table) >> c & 1) == 0)
      refused_at(game, at, call_by(table->turn, (enum ddz_call)c), DDZ_ERR_ILLEGAL_CALL);
  made[CLOSED_CALL]++;
}

/* A card of another seat, by rank where the own hand has none of it, and as a physical card. */
static void mutate_foreign(struct record *game, size_t at, const struct ddz_table *table, unsigned *made) {
  const int seat = table->turn, other = (seat + 1) % 3;
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    if (ddz_hand_count(table->hand[seat], rank) == 0)
      refused_at(game, at, cards_by(seat, ddz_hand_of(rank, 1)), DDZ_ERR_NOT_IN_HAND);
  struct ddz_action a = cards_by(seat, 0);
  a.picked = table->cards[other] & -table->cards[other];
  refused_at(game, at, a, DDZ_ERR_NOT_IN_HAND);
  made[FOREIGN_CARD]++;
}

static void mutate_cards(struct record *game, size_t at, const struct ddz_table *table, struct ddz_rng *rng,
                         unsigned *made) {
  const int seat = table->turn;
  struct ddz_play reading[DDZ_READINGS_MAX];
  ddz_cards some;
  do some = table->cards[seat] & ddz_rng_next(rng);
  while (some == 0);
  struct ddz_action a = cards_by(seat, 0);
  a.picked = some;
  if (ddz_readings(&table->rules, ddz_cards_hand(some), reading) == 0) {
    refused_at(game, at, a, DDZ_ERR_NOT_A_PATTERN);
    made[NO_PATTERN]++;
  }
  if (ddz_position_leads(&table->now)) return;
  const size_t n =
      ddz_moves(&table->rules, table->hand[seat], NULL, DDZ_FILL_LACK, moves, DDZ_MOVES_MAX_WILD);
  if (n == 0) return;
  const ddz_hand cards = moves[ddz_rng_below(rng, (uint32_t)n)].cards;
  const int readings = ddz_readings(&table->rules, cards, reading);
  bool beats = false;
  for (int i = 0; i < readings; i++) beats = beats || ddz_beats(&table->rules, &reading[i], &table->now.last);
  if (beats) return;
  refused_at(game, at, cards_by(seat, cards), DDZ_ERR_DOES_NOT_BEAT);
  made[LOWER_PLAY]++;
}

static void mutate_play(struct record *game, size_t at, const struct ddz_table *table, struct ddz_rng *rng,
                        unsigned *made) {
  struct ddz_action a = game->action[at];
  a.seat = (uint8_t)((a.seat + 1 + ddz_rng_below(rng, 2)) % 3);
  refused_at(game, at, a, DDZ_ERR_WRONG_TURN);
  made[OTHER_SEAT]++;
  refused_at(game, at, call_by(table->turn, DDZ_CALL_PASS), DDZ_ERR_WRONG_PHASE);
  refused_at(game, at, (struct ddz_action){.verb = DDZ_VERB_DEAL}, DDZ_ERR_WRONG_PHASE);
  made[CALL_IN_PLAY]++;
  mutate_foreign(game, at, table, made);
  mutate_cards(game, at, table, rng, made);
  if (ddz_position_leads(&table->now) && game->action[at].cards != 0) {
    refused_at(game, at, cards_by(table->turn, 0), DDZ_ERR_PASS_ON_LEAD);
    made[PASS_ON_LEAD]++;
  }
}

/* One action of the game, chosen at random, in every wrong way; and one more after the end. */
static void mutate(struct record *game, struct ddz_rng *rng, unsigned *made) {
  const size_t at = ddz_rng_below(rng, (uint32_t)game->n);
  struct ddz_table table;
  size_t bad;
  assert_int_equal(ddz_table_init(&table, &game->rules, game->seed, NULL), DDZ_OK);
  assert_int_equal(replay(&table, game->action, at, &bad), DDZ_OK);
  if (table.phase == DDZ_PHASE_PLAY)
    mutate_play(game, at, &table, rng, made);
  else if (table.phase == DDZ_PHASE_REDEAL)
    refused_at(game, at, call_by(0, DDZ_CALL_PASS), DDZ_ERR_WRONG_PHASE);
  else
    mutate_call(game, at, &table, made);
  for (int seat = 0; seat < 3; seat++) {
    refused_at(game, game->n, cards_by(seat, 0), DDZ_ERR_GAME_OVER);
    refused_at(game, game->n, call_by(seat, DDZ_CALL_PASS), DDZ_ERR_GAME_OVER);
  }
  refused_at(game, game->n, game->action[game->n - 1], DDZ_ERR_GAME_OVER);
  made[AFTER_END]++;
}

/* Wild ranks: one named, two named, or to be drawn. */
static void random_wild(struct ddz_rules *rules, struct ddz_rng *rng) {
  const int ranks = DDZ_RANK_2 + 1;
  ddz_ranks wild = 0;
  if (rules->wildcard != DDZ_WILDCARD_RANKS) return;
  for (uint32_t n = ddz_rng_below(rng, 3); n > 0; n--) wild |= (ddz_ranks)(1u << ddz_rng_below(rng, ranks));
  if (wild != 0) assert_int_equal(ddz_rules_set_wild(rules, wild), DDZ_OK);
  ddz_rules_set_bomb_order(rules, (enum ddz_bomb_order)ddz_rng_below(rng, DDZ_BOMB_ORDERS));
}

/* The same game, played to the end under another cap. */
static void cap_game(struct record *game, int64_t cap) {
  size_t bad;
  assert_int_equal(ddz_table_init(&game->end, &game->rules, game->seed, NULL), DDZ_OK);
  game->end.cap = cap;
  assert_int_equal(replay(&game->end, game->action, game->n, &bad), DDZ_OK);
  assert_true(cap == 0 || game->end.multiplier <= cap);
}

static void play_random_games(const char *name) {
  static struct record game;
  const uint64_t games = test_env("DDZ_GAMES", GAMES);
  unsigned made[MUTATIONS] = {0}, landlord_wins = 0, springs = 0;
  uint64_t actions = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (uint64_t i = 0; i < games; i++) {
    game.rules = cards_rules(name);
    random_wild(&game.rules, &rng);
    rule_case_stake(&rng, &game.rules);
    random_game(&game, &rng);
    check_score(&game);
    cap_game(&game, 3 + (int64_t)ddz_rng_below(&rng, 30));
    check_score(&game);
    cap_game(&game, 0);
    mutate(&game, &rng, made);
    actions += game.n;
    landlord_wins += game.end.winner == game.end.landlord;
    springs += game.end.spring;
  }
  printf("%s: %llu games, %.1f actions a game, landlord wins %.3f, springs %.4f\n", name,
         (unsigned long long)games, (double)actions / (double)games, landlord_wins / (double)games,
         springs / (double)games);
  if (games < 1000) return;
  for (int m = 0; m < MUTATIONS; m++) {
    const bool calling = m == PLAY_IN_CALL || m == CLOSED_CALL;
    if (!(calling && game.rules.calling == DDZ_CALLING_NONE)) assert_true(made[m] > games / 200);
  }
}

TEST(random_games_of_standard_stay_legal) { play_random_games("standard"); }
TEST(random_games_of_douzero_stay_legal) { play_random_games("douzero"); }
TEST(random_games_of_huanle_stay_legal) { play_random_games("huanle"); }
TEST(random_games_of_botzone_stay_legal) { play_random_games("botzone"); }
TEST(random_games_of_yuncheng_stay_legal) { play_random_games("yuncheng"); }
TEST(random_games_of_laizi_stay_legal) { play_random_games("laizi"); }

/* With patterns forbidden a seat may be unable to lead; the game ends all the same. */
TEST(games_with_forbidden_patterns_end) {
  static struct record game;
  int dead = 0, won = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < 600; i++) {
    game.rules = ddz_rules_preset_at((size_t)i % ddz_rules_presets());
    ddz_rules_forbid(&game.rules, (uint32_t)(ddz_rng_next(&rng) & ddz_rng_next(&rng)) & DDZ_KINDS_ALL);
    random_wild(&game.rules, &rng);
    random_game(&game, &rng);
    dead += game.end.winner == DDZ_NO_SEAT;
    won += game.end.winner != DDZ_NO_SEAT;
    for (int seat = 0; seat < 3; seat++)
      if (game.end.winner == DDZ_NO_SEAT) assert_int_equal(game.end.score[seat], 0);
  }
  assert_true(dead > 0 && won > 0);
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
