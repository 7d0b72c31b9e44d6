/* S0's scan and S1's peel. */
#include "core/value/score.h"
#include "tests/support/cards.h"
#include "tests/support/test.h"

enum { ROUNDS = 3000 };

/* run[n] of a hand as a line of digits, 3..R. */
static const char *run_text(const struct ddz_scan *scan, int n, char *text) {
  for (int r = 0; r < DDZ_RANK_F; r++) snprintf(text + r, 3, "%X", scan->run[n][r]);
  return text;
}

TEST(runs_end_at_each_rank_with_enough_copies) {
  static const struct {
    const char *rules, *hand, *run[4];
  } lines[] = {
      {"standard", "334455", {"123000000000000", "123000000000000", "000000000000000", "000000000000000"}},
      {"standard",
       "3456789TJQKA2BR",
       {"123456789ABC000", "000000000000000", "000000000000000", "000000000000000"}},
      {"standard",
       "3333444KKAA22BR",
       {"120000000012000", "120000000012000", "120000000000000", "100000000000000"}},
      {"yuncheng", "345F", {"123000000000000", "000000000000000", "000000000000000", "000000000000000"}},
      {"laizi 4", "3445", {"101000000000000", "000000000000000", "000000000000000", "000000000000000"}},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = cards_rules(lines[i].rules);
    struct ddz_scan scan;
    char text[DDZ_RANKS + 2];
    ddz_scan_of(&rules, cards_hand(lines[i].hand), &scan);
    for (int n = 1; n <= 4; n++) assert_string_equal(run_text(&scan, n, text), lines[i].run[n - 1]);
  }
}

TEST(wildcards_are_counted_apart) {
  struct ddz_rules laizi = cards_rules("laizi 47"), yuncheng = cards_rules("yuncheng");
  struct ddz_scan scan;
  ddz_scan_of(&laizi, cards_hand("344577"), &scan);
  assert_int_equal(scan.wilds, cards_hand("4477"));
  assert_int_equal(scan.count[1], 0);
  assert_int_equal(scan.count[0], 1);
  ddz_scan_of(&yuncheng, cards_hand("3F"), &scan);
  assert_int_equal(scan.wilds, cards_hand("F"));
}

/* "trio_chains 333444, solos 7, ..." */
static const char *peel_text(const struct ddz_peel *peel, char *text) {
  char *at = text;
  *at = 0;
  for (int i = 0; i < peel->items; i++)
    at += sprintf(at, "%s%s %s", i ? ", " : "", peel->item[i].group, cards_text(peel->item[i].play.cards));
  return text;
}

TEST(groups_come_off_in_s1s_order) {
  static const struct {
    const char *rules, *hand, *groups;
  } lines[] = {
      {"standard", "3", "solos 3"},
      {"standard", "333444556677TJQKA2BR",
       "trio_chains 333444, pair_chains 556677, straights TJQKA, twos 2, jokers BR"},
      {"standard", "34567789TJ", "straights 3456789TJ, solos 7"},
      {"standard", "3456734567", "pair_chains 3344556677"},
      {"standard", "334455667789TJQ", "pair_chains 3344556677, straights 89TJQ"},
      {"standard", "333345678", "straights 345678, trios 333"},
      {"standard", "33334444", "trio_chains 333444, solos 3, solos 4"},
      {"standard", "33339", "solos 9, bombs 3333"},
      {"standard", "3344777AA22R", "trios 777, pairs 33, pairs 44, pairs AA, twos 22, jokers R"},
      {"standard", "QKA2BR", "solos Q, solos K, solos A, twos 2, jokers BR"},
      {"standard", "2222", "twos 2222"},
      {"yuncheng", "34567F", "straights 34567, wilds F"},
      {"laizi 5", "345567", "solos 3, solos 4, solos 6, solos 7, wilds 55"},
      {"laizi 52", "55223", "solos 3, wilds 55, wilds 22"},
  };
  char text[512];
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = cards_rules(lines[i].rules);
    struct ddz_peel peel;
    ddz_peel_of(&rules, cards_hand(lines[i].hand), &peel);
    assert_string_equal(peel_text(&peel, text), lines[i].groups);
  }
}

static int place_of(const char *group) {
  static const char *const groups[] = {"trio_chains", "pair_chains", "straights", "trios",  "pairs",
                                       "solos",       "twos",        "bombs",     "jokers", "wilds"};
  int place = 0;
  while (strcmp(groups[place], group) != 0) place++;
  return place;
}

TEST(a_peeled_hand_loses_no_card_and_its_items_are_plays) {
  static const char *const presets[] = {"standard", "yuncheng", "laizi 8", "laizi 3A"};
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < ROUNDS; i++) {
    struct ddz_rules rules = cards_rules(presets[i % 4]);
    ddz_hand deck = ddz_rules_deck(&rules), sum = 0;
    ddz_hand hand = cards_draw(&rng, &deck, 1 + (int)ddz_rng_below(&rng, 20));
    struct ddz_peel peel;
    ddz_peel_of(&rules, hand, &peel);
    for (int k = 0; k < peel.items; k++) {
      const struct ddz_play *play = &peel.item[k].play;
      struct ddz_play read;
      sum += play->cards;
      if (k > 0) assert_true(place_of(peel.item[k - 1].group) <= place_of(peel.item[k].group));
      if (play->cards == ddz_hand_of(DDZ_RANK_F, 1)) continue;
      assert_int_equal(ddz_classify(&rules, play->cards, &read), DDZ_OK);
      assert_int_equal(read.kind, play->kind);
      assert_int_equal(read.rank, play->rank);
      assert_int_equal(read.length, play->length);
      assert_int_equal(read.size, play->size);
    }
    assert_int_equal(sum, hand);
  }
}

int main(void) { return test_run(NULL, NULL); }
