/* Ways of dealing: whole, the same from the same seed, fair to seats; unshuffled cards come as many bombs. */
#include <math.h>

#include "core/game/deal.h"
#include "core/game/table.h"
#include "tests/support/cards.h"
#include "tests/support/plays.h"
#include "tests/support/test.h"

enum { DEALS = 4000 };

static struct ddz_deal dealt(struct ddz_rules rules, enum ddz_dealing dealing, uint64_t seed) {
  struct ddz_deal deal;
  rules.dealing = dealing;
  struct ddz_rng rng = test_rng(seed);
  ddz_deal_random(&rules, &rng, &deal);
  return deal;
}

TEST(every_way_deals_each_card_once_and_the_same_from_a_seed) {
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
TEST(cards_that_were_not_shuffled_come_with_many_bombs) {
  const double fair = 13 * 3 * 2380 / 316251.0 + 3 * 136 / 1431.0;
  assert_true(fabs(mean_bombs("standard", DDZ_DEALING_SHUFFLED) - fair) < .05);
  assert_true(mean_bombs("standard", DDZ_DEALING_UNSHUFFLED) > 2.2 * fair);
  assert_true(mean_bombs("yuncheng", DDZ_DEALING_UNSHUFFLED) > 2.2 * fair);
}

/* ---- a second dealer, from the definition alone: letters on a table, its own chance ---- */

static uint32_t chance_below(uint64_t *state, uint32_t n) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((*state >> 33) % n);
}

/* Blocks of equal cards in random order; `loose` times two cards change places; cut; packets of 6, 6 and 5.
 */
static void deal_letters(int loose, uint64_t *state, char hand[3][18], char kitty[4]) {
  char blocks[14][5], pack[55] = "", cut[55];
  int at = 0;
  for (int i = 0; i < 13; i++) memset(blocks[i], "3456789TJQKA2"[i], 4), blocks[i][4] = 0;
  strcpy(blocks[13], "BR");
  for (int left = 14; left > 0; left--) {
    const uint32_t i = chance_below(state, (uint32_t)left);
    strcat(pack, blocks[i]);
    memmove(blocks[i], blocks[left - 1], 5);
  }
  for (int i = 0; i < loose; i++) {
    const uint32_t a = chance_below(state, 54), b = chance_below(state, 54);
    const char card = pack[a];
    pack[a] = pack[b];
    pack[b] = card;
  }
  const uint32_t place = chance_below(state, 54), first = chance_below(state, 3);
  snprintf(cut, sizeof cut, "%s%.*s", pack + place, (int)place, pack);
  memset(hand, 0, 3 * 18);
  for (int packet = 0; packet < 9; packet++) {
    const int n = packet < 6 ? 6 : 5;
    strncat(hand[(first + (uint32_t)packet) % 3], cut + at, (size_t)n);
    at += n;
  }
  snprintf(kitty, 4, "%s", cut + at);
}

static int count_of(const char *cards, char letter) {
  int n = 0;
  for (; *cards != 0; cards++) n += *cards == letter;
  return n;
}

/* Two counts of the same things, of as many tries: chi-squared. */
static double apart(const unsigned *a, const unsigned *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    if (a[i] + b[i] > 0) sum += ((double)a[i] - b[i]) * ((double)a[i] - b[i]) / (a[i] + b[i]);
  return sum;
}

/* How many bombs a deal has, where they are, and what the kitty is like. */
TEST(loose_decks_are_those_of_the_definition) {
  enum { TWIN_DEALS = 20000 / TEST_SLOWER, KINDS = 3 * 6 + 14 + 4 };
  static const int densities[] = {0, 8, 20, 54};
  struct ddz_rules rules = cards_rules("huanle");
  uint64_t chance = test_seed();
  for (size_t i = 0; i < sizeof densities / sizeof *densities; i++) {
    unsigned ours[KINDS] = {0}, theirs[KINDS] = {0};
    rules.loose = (uint8_t)densities[i];
    for (int n = 0; n < TWIN_DEALS; n++) {
      const struct ddz_deal deal = dealt(rules, DDZ_DEALING_LOOSE, test_seed() + (uint64_t)n);
      char hand[3][18], kitty[4];
      int bombs = 0, ranks = 0;
      deal_letters(densities[i], &chance, hand, kitty);
      for (int seat = 0; seat < 3; seat++) {
        int fours = 0;
        for (const char *rank = "3456789TJQKA2"; *rank != 0; rank++)
          fours += count_of(hand[seat], *rank) == 4;
        const ddz_hand held = ddz_cards_hand(deal.cards[seat]);
        assert_int_equal(strlen(hand[seat]), DDZ_HAND_DEALT);
        theirs[6 * seat + fours]++;
        ours[6 * seat + __builtin_popcount(ddz_hand_at_least(held, 4))]++;
        bombs += fours + (strchr(hand[seat], 'B') != NULL && strchr(hand[seat], 'R') != NULL);
      }
      theirs[18 + bombs]++;
      ours[18 + bombs_of(&deal)]++;
      for (const char *rank = "3456789TJQKA2BR"; *rank != 0; rank++) ranks += count_of(kitty, *rank) > 0;
      theirs[32 + ranks]++;
      ours[32 + __builtin_popcount(ddz_hand_at_least(ddz_cards_hand(deal.kitty), 1))]++;
    }
    const double fours = apart(ours, theirs, 18), bombs = apart(ours + 18, theirs + 18, 14),
                 ranks = apart(ours + 32, theirs + 32, 4);
    printf("loose %2d against the definition: chi-squared %.1f, %.1f, %.1f\n", densities[i], fours, bombs,
           ranks);
    assert_true(fours < 60 && bombs < 50 && ranks < 30); /* 12, 9 and 2 degrees: by chance below 1e-5 each */
  }
}

/* Each rank is wild as often as another, and so is each pair where one comes with the deal, one later. */
TEST(wild_ranks_are_drawn_alike) {
  enum { WILD_DEALS = 31200 / TEST_SLOWER, RANKS = 13 };
  unsigned one[RANKS] = {0}, pair[RANKS][RANKS] = {{0}};
  double ones = 0, pairs = 0;
  const struct ddz_rules laizi = cards_rules("laizi"), tiandi = cards_rules("tiandi");
  for (uint64_t i = 0; i < WILD_DEALS; i++) {
    struct ddz_table table;
    assert_int_equal(ddz_table_init(&table, &laizi, test_seed() + i, NULL), DDZ_OK);
    assert_int_equal(table.rules.wild, 0);
    assert_int_equal(__builtin_popcount(table.drawn), 1);
    one[__builtin_ctz(table.drawn)]++;
    assert_int_equal(ddz_table_init(&table, &tiandi, test_seed() + i, NULL), DDZ_OK);
    assert_int_equal(__builtin_popcount(table.rules.wild), 1);
    assert_int_equal(__builtin_popcount(table.drawn), 1);
    pair[__builtin_ctz(table.rules.wild)][__builtin_ctz(table.drawn)]++;
  }
  for (int a = 0; a < RANKS; a++) {
    const double due = (double)WILD_DEALS / RANKS, both = due / (RANKS - 1);
    ones += (one[a] - due) * (one[a] - due) / due;
    assert_int_equal(pair[a][a], 0);
    for (int b = 0; b < RANKS; b++)
      if (a != b) pairs += (pair[a][b] - both) * (pair[a][b] - both) / both;
  }
  printf("wild ranks: chi-squared %.1f of 12 degrees, %.1f of 155\n", ones, pairs);
  assert_true(ones < 50 && pairs < 245); /* by chance below 1e-5 each */
}

/* No seat, and with a drawn landlord no role, is dealt any card more often than another. */
TEST(unshuffled_cards_are_dealt_fairly_to_the_seats) {
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

/* The whole referee: a redeal is dealt the same way, and the way is no part of the other rules. */
TEST(a_table_is_dealt_as_its_rules_say) {
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
  enum { MANY = 20000 };
  const struct ddz_rules rules = cards_rules("yuncheng");
  static unsigned seat_of[55][4];
  unsigned first[3] = {0};
  memset(seat_of, 0, sizeof seat_of);
  for (int i = 0; i < MANY; i++) {
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
      const double expected = MANY * (s < 3 ? 17 : 4) / 55.0, off = seat_of[card][s] - expected;
      sum += off * off / expected;
    }
    if (sum > worst) worst = sum;
  }
  assert_true(worst < 35); /* chi-squared with 3 degrees, 55 cards: 35 has chance 1e-6 */
  for (int s = 0; s < 3; s++) assert_in_range(first[s], MANY / 3 - 400, MANY / 3 + 400);
}

/* ---- hands that are given ---- */

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

int main(void) { return test_run(NULL, NULL); }
