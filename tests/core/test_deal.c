/* Ways of dealing: whole, the same from the same seed, fair to seats; unshuffled cards come as many bombs. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/game/deal.h"
#include "core/game/table.h"
#include "tests/support/cards.h"
#include "tests/support/seed.h"
#include "tests/support/test.h"

enum { DEALS = 4000 };

static struct ddz_deal dealt(struct ddz_rules rules, enum ddz_dealing dealing, uint64_t seed) {
  struct ddz_deal deal;
  struct ddz_rng rng;
  rules.dealing = dealing;
  ddz_rng_seed(&rng, seed);
  ddz_deal_random(&rules, &rng, &deal);
  return deal;
}

static void every_way_deals_each_card_once_and_the_same_from_a_seed(void **state) {
  for (int i = 0; i < DEALS; i++)
    for (int way = 0; way < DDZ_DEALINGS; way++) {
      const struct ddz_rules rules = ddz_rules_preset_at((size_t)i % ddz_rules_presets());
      const uint64_t seed = test_seed() + (uint64_t)i;
      const struct ddz_deal deal = dealt(rules, (enum ddz_dealing)way, seed),
                            again = dealt(rules, (enum ddz_dealing)way, seed),
                            next = dealt(rules, (enum ddz_dealing)way, seed + 1);
      assert_int_equal(ddz_deal_check(&rules, &deal), DDZ_OK);
      assert_true(ddz_deal_whole(&rules, &deal));
      assert_memory_equal(deal.cards, again.cards, sizeof deal.cards);
      assert_int_equal(deal.kitty, again.kitty);
      assert_int_equal(deal.first, again.first);
      assert_memory_not_equal(deal.cards, next.cards, sizeof deal.cards);
    }
}

/* Bombs and rockets in the three hands, the kitty left out. */
static int bombs_of(const struct ddz_deal *deal) {
  int bombs = 0;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    const ddz_hand hand = ddz_cards_hand(deal->cards[seat]);
    bombs += __builtin_popcount(ddz_hand_at_least(hand, 4)) + ddz_hand_contains(hand, DDZ_HAND_ROCKET);
  }
  return bombs;
}

/* The mean a deal, told; each seat's share of them is a third. */
static double mean_bombs(const char *preset, enum ddz_dealing dealing) {
  struct ddz_rules rules = cards_rules(preset);
  double sum = 0, squares = 0;
  int first = 0;
  rules.calling = DDZ_CALLING_SCORE; /* nobody holds the kitty */
  for (int i = 0; i < DEALS; i++) {
    const struct ddz_deal deal = dealt(rules, dealing, test_seed() + (uint64_t)i);
    const int bombs = bombs_of(&deal);
    sum += bombs;
    squares += bombs * bombs;
    first += deal.first == 0;
  }
  const double mean = sum / DEALS, error = sqrt((squares / DEALS - mean * mean) / DEALS);
  printf("%-10s %-12s %.3f +- %.3f bombs and rockets a deal, of %d\n", preset, ddz_dealing_rows[dealing].name,
         mean, 1.96 * error, DEALS);
  assert_in_range(first, DEALS / 3 - 200, DEALS / 3 + 200);
  return mean;
}

/* Of 54 cards, 17 to each of three: 13 x 3 x C(17,4)/C(54,4) fours and 3 x C(17,2)/C(54,2) rockets. */
static void cards_that_were_not_shuffled_come_with_many_bombs(void **state) {
  const double fair = 13 * 3 * 2380 / 316251.0 + 3 * 136 / 1431.0;
  assert_true(fabs(mean_bombs("standard", DDZ_DEALING_SHUFFLED) - fair) < .05);
  assert_true(mean_bombs("standard", DDZ_DEALING_UNSHUFFLED) > 2.2 * fair);
  assert_true(mean_bombs("yuncheng", DDZ_DEALING_UNSHUFFLED) > 2.2 * fair);
}

/* As the definition says it: bombs in the three hands, with the rocket, and deals with one of them. */
static void loose_decks_have_the_bombs_of_their_number(void **state) {
  enum { LOOSE_DEALS = 100000 / TEST_SLOWER };
  static const struct {
    int loose;
    double fours, bombs, share;
  } lines[] = {{0, 5.76, 6.54, 1},    {3, 4.31, 4.99, 1},     {6, 3.26, 3.85, .995}, {8, 2.72, 3.27, .984},
               {9, 2.51, 3.04, .978}, {12, 1.96, 2.44, .945}, {20, 1.09, 1.49, .811}};
  struct ddz_rules rules = cards_rules("huanle");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    double fours = 0, bombs = 0, share = 0;
    rules.loose = (uint8_t)lines[i].loose;
    for (int n = 0; n < LOOSE_DEALS; n++) {
      const struct ddz_deal deal = dealt(rules, DDZ_DEALING_LOOSE, test_seed() + (uint64_t)n);
      const int all = bombs_of(&deal);
      bombs += all;
      share += all > 0;
      for (int seat = 0; seat < DDZ_SEATS; seat++)
        fours += __builtin_popcount(ddz_hand_at_least(ddz_cards_hand(deal.cards[seat]), 4));
    }
    fours /= LOOSE_DEALS, bombs /= LOOSE_DEALS, share /= LOOSE_DEALS;
    printf("loose %2d: %.3f fours, %.3f bombs and rockets, in %.4f of %d deals\n", lines[i].loose, fours,
           bombs, share, LOOSE_DEALS);
    assert_true(fabs(fours - lines[i].fours) < .05);
    assert_true(fabs(bombs - lines[i].bombs) < .05);
    assert_true(fabs(share - lines[i].share) < .01);
  }
}

/* No seat, and with a drawn landlord no role, is dealt any card more often than another. */
static void unshuffled_cards_are_dealt_fairly_to_the_seats(void **state) {
  const struct ddz_rules rules = cards_rules("standard");
  static unsigned held[DDZ_SEATS][54];
  memset(held, 0, sizeof held);
  for (int i = 0; i < 5 * DEALS; i++) {
    const struct ddz_deal deal = dealt(rules, DDZ_DEALING_UNSHUFFLED, test_seed() + (uint64_t)i);
    for (int seat = 0; seat < DDZ_SEATS; seat++)
      for (int card = 0; card < 54; card++) held[seat][card] += deal.cards[seat] >> card & 1;
  }
  double worst = 0;
  for (int card = 0; card < 54; card++) {
    const double mean = (held[0][card] + held[1][card] + held[2][card]) / 3.0;
    double sum = 0;
    for (int seat = 0; seat < DDZ_SEATS; seat++) sum += (held[seat][card] - mean) * (held[seat][card] - mean);
    if (sum / mean > worst) worst = sum / mean;
  }
  assert_true(worst < 30); /* chi-squared with 2 degrees, 54 cards: 30 has chance 2e-5 */
}

/* Three places cut the pack; what lay together stays together elsewhere. */
static void a_gathered_pack_is_not_torn_but_at_the_cuts(void **state) {
  struct ddz_rng rng;
  ddz_rng_seed(&rng, test_seed());
  double together = 0, shuffled = 0;
  for (int i = 0; i < DEALS; i++) {
    struct ddz_pack pack, fair;
    const int n = 54 + i % 2;
    ddz_pack_gathered(&pack, n, &rng);
    ddz_pack_shuffled(&fair, n, &rng);
    assert_int_equal(pack.n, n);
    assert_int_equal(ddz_pack_part(&pack, 0, n), ((ddz_cards)1 << n) - 1);
    for (int at = 1; at < n; at++) {
      together += ddz_card_rank(pack.card[at]) == ddz_card_rank(pack.card[at - 1]);
      shuffled += ddz_card_rank(fair.card[at]) == ddz_card_rank(fair.card[at - 1]);
    }
  }
  printf("neighbours of one rank: %.1f of 53 gathered, %.1f shuffled\n", together / DEALS, shuffled / DEALS);
  assert_true(together > 4 * shuffled);
}

/* The whole referee: a redeal is dealt the same way, and the way is no part of the other rules. */
static void a_table_is_dealt_as_its_rules_say(void **state) {
  struct ddz_rules rules = cards_rules("standard");
  struct ddz_table fair, table;
  int bombs = 0;
  for (uint64_t i = 0; i < 200; i++) {
    const struct ddz_action pass = {.verb = DDZ_VERB_CALL, .seat = DDZ_SEAT_TURN, .call = DDZ_CALL_PASS},
                            again = {.verb = DDZ_VERB_DEAL};
    rules.dealing = DDZ_DEALING_SHUFFLED;
    assert_int_equal(ddz_table_init(&fair, &rules, test_seed() + i, NULL), DDZ_OK);
    rules.dealing = DDZ_DEALING_UNSHUFFLED;
    assert_int_equal(ddz_table_init(&table, &rules, test_seed() + i, NULL), DDZ_OK);
    assert_memory_not_equal(fair.cards, table.cards, sizeof fair.cards);
    for (int seat = 0; seat < DDZ_SEATS; seat++) assert_int_equal(ddz_table_apply(&table, &pass), DDZ_OK);
    assert_int_equal(ddz_table_apply(&table, &again), DDZ_OK);
    const struct ddz_deal second = {.cards = {table.cards[0], table.cards[1], table.cards[2]}};
    bombs += bombs_of(&second);
  }
  assert_true(bombs > 200);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_way_deals_each_card_once_and_the_same_from_a_seed),
      cmocka_unit_test(cards_that_were_not_shuffled_come_with_many_bombs),
      cmocka_unit_test(loose_decks_have_the_bombs_of_their_number),
      cmocka_unit_test(unshuffled_cards_are_dealt_fairly_to_the_seats),
      cmocka_unit_test(a_gathered_pack_is_not_torn_but_at_the_cuts),
      cmocka_unit_test(a_table_is_dealt_as_its_rules_say),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
