/* The classifier, the order of plays and what wildcards stand for. */
#include "core/rules/movegen.h"
#include "tests/support/naive_rules.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { CASES = TEST_SANITIZED ? 300 : 3000, SMALL = TEST_SANITIZED ? 6 : 8, FEW = TEST_SANITIZED ? 3 : 5 };

static struct ddz_rules preset(const char *name, const char *wild) {
  struct rule_variant variant = {name, name, 0};
  for (; *wild != '\0'; wild++)
    variant.wild |= (ddz_ranks)(1u << ddz_hand_bottom(naive_hand((char[]){*wild, '\0'})));
  return rule_case(&variant);
}

/* "trio_pair 4 1, trio_pair 3 1" */
static const char *describe(const struct ddz_play *reading, int n, char *text, size_t room) {
  size_t at = 0;
  text[0] = '\0';
  for (int i = 0; i < n && at < room; i++)
    at += (size_t)snprintf(text + at, room - at, "%s%s %c %d", i > 0 ? ", " : "",
                           ddz_pattern_rows[reading[i].kind].name, "3456789TJQKA2BRF"[reading[i].rank],
                           reading[i].length);
  return text;
}

/* --- examples ------------------------------------------------------------------------------------------ */

static const struct example {
  const char *rules, *wild, *cards, *readings;
} examples[] = {
    /* one of each row */
    {"standard", "", "B", "solo B 1"},
    {"standard", "", "22", "pair 2 1"},
    {"standard", "", "333", "trio 3 1"},
    {"standard", "", "333R", "trio_solo 3 1"},
    {"standard", "", "33322", "trio_pair 3 1"},
    {"standard", "", "TJQKA", "solo_chain T 5"},
    {"standard", "", "3456789TJQKA", "solo_chain 3 12"},
    {"standard", "", "QQKKAA", "pair_chain Q 3"},
    {"standard", "", "KKKAAA", "trio_chain K 2"},
    {"standard", "", "333444BR", ""},
    {"douzero", "", "333444BR", "trio_solo_chain 3 2"},
    {"standard", "", "33344455", "trio_solo_chain 3 2"},
    {"standard", "", "3334445566", "trio_pair_chain 3 2"},
    {"standard", "", "333345", "four_two_solo 3 1"},
    {"standard", "", "33334455", "four_two_pair 3 1"},
    {"botzone", "", "33334444", "four_chain 3 2"},
    {"botzone", "", "333344445678", "four_chain_solo 3 2"},
    {"botzone", "", "3333444455667788", "four_chain_pair 3 2"},
    {"standard", "", "2222", "bomb 2 1"},
    {"standard", "", "BR", "rocket B 1"},
    /* what others get wrong */
    {"standard", "", "33334", ""},
    {"standard", "", "33334444", ""},
    {"douzero", "", "33334444", ""},
    {"standard", "", "BB", ""},
    {"standard", "", "JQKA2", ""},
    {"standard", "", "KKAA22", ""},
    {"standard", "", "AAA222", ""},
    {"standard", "", "3344", ""},
    {"standard", "", "3456", ""},
    {"standard", "", "333BR", ""},
    {"standard", "", "3333BR", ""},
    {"douzero", "", "3333BR", "four_two_solo 3 1"},
    {"standard", "", "333344", "four_two_solo 3 1"},
    {"botzone", "", "333344", ""},
    {"botzone", "", "33344455", ""},
    {"botzone", "", "333344444555", ""},
    /* one set, two ways */
    {"standard", "", "333444555666", "trio_chain 3 4"},
    {"douzero", "", "333444555666", "trio_chain 3 4, trio_solo_chain 3 3, trio_solo_chain 4 3"},
    {"standard", "", "333444555777", "trio_solo_chain 3 3"},
    {"standard", "", "QQQKKKAAA222", "trio_solo_chain Q 3"},
    {"standard", "", "3334445556667778", ""},
    {"douzero", "", "3334445556667778", "trio_solo_chain 3 4, trio_solo_chain 4 4"},
    {"standard", "", "3334445556667777", ""},
    {"douzero", "", "3334445556667777", "trio_solo_chain 3 4"},
    /* the flower */
    {"yuncheng", "", "F", ""},
    {"yuncheng", "", "2F", ""},
    {"yuncheng", "", "BF", ""},
    {"yuncheng", "", "3F", "pair 3 1"},
    {"yuncheng", "", "33F", "trio 3 1"},
    {"yuncheng", "", "333F", "bomb 3 1"},
    {"yuncheng", "", "3333F", ""},
    {"yuncheng", "", "34F", ""},
    {"yuncheng", "", "22F", ""},
    {"yuncheng", "", "33F4", "trio_solo 3 1"},
    {"yuncheng", "", "3344F", "trio_pair 4 1, trio_pair 3 1"},
    {"yuncheng", "", "345678F", "solo_chain 3 7"},
    {"yuncheng", "", "45678F", "solo_chain 4 6, solo_chain 3 6"},
    {"yuncheng", "", "TJQKAF", "solo_chain 9 6"},
    {"yuncheng", "", "334455F", ""},
    {"yuncheng", "", "33445F", "pair_chain 3 3"},
    {"yuncheng", "", "333F45", "four_two_solo 3 1"},
    {"yuncheng", "", "3334444F", "four_chain 3 2"},
    {"standard", "", "3F", ""},
    {"standard", "", "333F", ""},
    /* wild ranks */
    {"laizi", "7", "7", "solo 7 1"},
    {"laizi", "7", "77", "pair 7 1"},
    {"laizi", "7", "7777", "bomb 7 1"},
    {"laizi", "7", "7B", ""},
    {"laizi", "7", "73", "pair 3 1"},
    {"laizi", "7", "72", "pair 2 1"},
    {"laizi", "7", "7733", "bomb 3 1, trio_solo 3 1"},
    {"laizi", "7", "333377", "bomb 3 1, four_two_solo 3 1"},
    {"laizi", "7", "33337777", "bomb 3 1, four_two_pair 3 1"},
    {"laizi", "7", "34567", "solo_chain 3 5"},
    {"laizi", "7", "3456777", "solo_chain 3 7"},
    {"laizi", "79", "79", "pair 9 1, pair 7 1"},
    {"laizi", "79", "7799", "bomb 9 1, bomb 7 1, trio_solo 9 1, trio_solo 7 1"},
};

TEST(examples_read_as_the_rules_say) {
  int wrong = 0;
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    const struct example *e = &examples[i];
    struct ddz_rules rules = preset(e->rules, e->wild);
    struct ddz_play fast[DDZ_READINGS_MAX], slow[DDZ_READINGS_MAX];
    char text[2][2048];
    describe(fast, ddz_readings(&rules, naive_hand(e->cards), fast), text[0], sizeof *text);
    describe(slow, naive_readings(&rules, naive_hand(e->cards), slow, DDZ_READINGS_MAX), text[1],
             sizeof *text);
    if (strcmp(text[0], e->readings) == 0 && strcmp(text[1], e->readings) == 0) continue;
    print_error("%s %s: '%s', fast '%s', naive '%s'\n", e->rules, e->cards, e->readings, text[0], text[1]);
    wrong++;
  }
  assert_int_equal(wrong, 0);
}

/* The example in the row of each switch: a play with the switch on, none with it off. */
TEST(each_switch_decides_its_own_example) {
  for (int i = 0; i < DDZ_SWITCHES; i++) {
    const struct ddz_switch_row *row = &ddz_switch_rows[i];
    for (int on = 0; on < 2; on++) {
      struct ddz_rules rules =
          row->bit == DDZ_SWITCH_LONG_BOMBS ? preset("laizi", "7") : preset("standard", "");
      struct ddz_play play;
      ddz_rules_set_switches(&rules, on ? rules.switches | row->bit : rules.switches & ~(uint32_t)row->bit);
      bool is_play = ddz_classify(&rules, naive_hand(row->example), &play) == DDZ_OK;
      if (is_play != on) print_error("%s %s: %s\n", row->name, on ? "on" : "off", row->example);
      assert_int_equal(is_play, on);
    }
  }
}

TEST(kinds_are_found_by_name) {
  for (int i = 1; i < DDZ_KINDS; i++) assert_int_equal(ddz_kind_of(ddz_pattern_rows[i].name), i);
  assert_int_equal(ddz_kind_of("pass"), DDZ_KINDS);
  assert_int_equal(ddz_kind_of("plane"), DDZ_KINDS);
}

/* --- against the oracle -------------------------------------------------------------------------------- */

static void agree(const struct ddz_rules *rules, ddz_hand cards) {
  struct ddz_play fast[DDZ_READINGS_MAX], slow[DDZ_READINGS_MAX];
  int n = ddz_readings(rules, cards, fast), m = naive_readings(rules, cards, slow, DDZ_READINGS_MAX);
  int i = 0;
  while (i < n && i < m && naive_same(&fast[i], &slow[i])) i++;
  if (i == n && i == m) return;
  char text[2048], hand[DDZ_NAIVE_TEXT];
  print_error("%s, wild %x, switches %x, %s\n", rules->name, rules->wild, rules->switches,
              naive_text(cards, hand));
  print_error("fast  %s\n", describe(fast, n, text, sizeof text));
  print_error("naive %s\n", describe(slow, m, text, sizeof text));
  if (i < n && i < m)
    print_error("at %d: fast subs %d grade %d size %d, naive subs %d grade %d size %d\n", i, fast[i].subs,
                fast[i].grade, fast[i].size, slow[i].subs, slow[i].grade, slow[i].size);
  fail();
}

static void every_set(const struct ddz_rules *rules, ddz_hand deck, int rank, ddz_hand cards, int left) {
  if (rank == DDZ_RANKS) {
    agree(rules, cards);
    return;
  }
  for (int n = 0; n <= ddz_hand_count(deck, rank) && n <= left; n++)
    every_set(rules, deck, rank + 1, cards | ddz_hand_of(rank, n), left - n);
}

TEST(every_small_set_reads_as_the_oracle_reads_it) {
  for (int i = 0; i < RULE_VARIANTS; i++) {
    struct ddz_rules rules = rule_case(&rule_variants[i]);
    int most = rules.wildcard == DDZ_WILDCARD_NONE     ? SMALL
               : rules.wildcard == DDZ_WILDCARD_FLOWER ? FEW + 1
                                                       : FEW;
    every_set(&rules, ddz_rules_deck(&rules), 0, 0, most);
  }
}

TEST(random_rule_sets_read_as_the_oracle_reads_them) {
  enum { RULE_SETS = 500, PARTS = 20 };
  struct ddz_rng rng = test_rng(test_seed() + 6);
  const unsigned sets = (unsigned)test_env("DDZ_RULE_SETS", RULE_SETS / TEST_SLOWER);
  for (unsigned i = 0; i < sets; i++) {
    struct ddz_rules rules = rule_case_own(&rng, i);
    for (int n = 0; n < 3; n++) {
      const ddz_hand hand = rule_case_run(&rng, &rules);
      agree(&rules, hand);
      for (int k = 0; k < PARTS; k++) agree(&rules, rule_case_part(&rng, hand));
    }
  }
  print_message("%u random rule sets, seed %llu\n", sets, (unsigned long long)test_seed());
}

/* Sets that are near a play: a play of a random hand with a card exchanged, and any part of a hand. */
TEST(random_sets_read_as_the_oracle_reads_them) {
  static struct ddz_play plays[1 << 17];
  struct ddz_rng rng = test_rng(test_seed());
  unsigned cases = (unsigned)test_env("DDZ_CASES", CASES);
  for (unsigned i = 0; i < cases; i++) {
    struct ddz_rules rules = rule_case_any(&rng, i);
    bool many = i % 200 >= 194; /* six and more wildcards are slow for the oracle */
    int wilds = (int)ddz_rng_below(&rng, many ? 9 : 5);
    ddz_hand hand = rule_case_hand(&rng, &rules, (int)ddz_rng_below(&rng, many ? 7 : 15), wilds);
    agree(&rules, rule_case_part(&rng, hand));
    size_t n = ddz_moves(&rules, hand, NULL, DDZ_FILL_ANY, plays, sizeof plays / sizeof *plays);
    if (n > sizeof plays / sizeof *plays) n = sizeof plays / sizeof *plays;
    if (n == 0) continue;
    ddz_hand cards = plays[ddz_rng_below(&rng, (uint32_t)n)].cards;
    agree(&rules, cards);
    ddz_hand other = ddz_hand_of(ddz_hand_bottom(cards), 1);
    agree(&rules, cards - other);
    int rank = (int)ddz_rng_below(&rng, DDZ_RANKS);
    if (ddz_hand_count(cards, rank) < ddz_hand_count(ddz_rules_deck(&rules), rank))
      agree(&rules, cards - other + ddz_hand_of(rank, 1));
  }
}

/* --- what wildcards stand for -------------------------------------------------------------------------- */

TEST(wildcards_stay_themselves_where_they_can_and_else_stand_low) {
  static struct ddz_play plays[1 << 15];
  struct ddz_rng rng = test_rng(test_seed() + 5);
  for (unsigned i = 0; i < CASES / 3; i++) {
    struct ddz_rules rules = rule_case_any(&rng, 4 + i % 2);
    ddz_hand hand = rule_case_hand(&rng, &rules, (int)ddz_rng_below(&rng, 9), (int)ddz_rng_below(&rng, 5));
    size_t n = ddz_moves(&rules, hand, NULL, DDZ_FILL_ANY, plays, sizeof plays / sizeof *plays);
    for (int k = 0; k < 20 && n > 0; k++) {
      const struct ddz_play *play = &plays[ddz_rng_below(&rng, (uint32_t)n)];
      ddz_hand fast = ddz_play_as(&rules, play), slow = naive_play_as(&rules, play);
      char text[3][DDZ_NAIVE_TEXT];
      if (fast != slow)
        print_error("%s, wild %x: %s (%s from rank %d) as %s, lowest is %s\n", rules.name, rules.wild,
                    naive_text(play->cards, text[0]), ddz_pattern_rows[play->kind].name, play->rank,
                    naive_text(fast, text[1]), naive_text(slow, text[2]));
      assert_true(fast == slow);
    }
  }
}

/* --- order --------------------------------------------------------------------------------------------- */

/* Many plays of all kinds under one rule set. */
static size_t mixed_plays(struct ddz_rng *rng, const struct ddz_rules *rules, struct ddz_play *out,
                          size_t cap) {
  static struct ddz_play plays[1 << 15];
  size_t count = 0;
  out[count++] = (struct ddz_play){0}; /* a pass */
  for (int tries = 0; count < cap && tries < 400; tries++) {
    ddz_hand hand = rule_case_hand(rng, rules, 12, tries % 9);
    size_t n = ddz_moves(rules, hand, NULL, DDZ_FILL_ANY, plays, sizeof plays / sizeof *plays);
    if (n > sizeof plays / sizeof *plays) n = sizeof plays / sizeof *plays;
    for (int k = 0; k < 6 && n > 0 && count < cap; k++) {
      const struct ddz_play *p = &plays[ddz_rng_below(rng, (uint32_t)n)];
      if (k >= 3) p = &plays[n - 1 - ddz_rng_below(rng, (uint32_t)(n < 8 ? n : 8))]; /* bombs come late */
      out[count++] = *p;
    }
  }
  return count;
}

enum { MIXED = 120 };

TEST(beating_is_a_strict_partial_order_and_as_the_oracle_says) {
  struct ddz_rng rng = test_rng(test_seed() + 2);
  for (unsigned i = 0; i < 24; i++) {
    struct ddz_rules rules = rule_case_any(&rng, i);
    struct ddz_play play[MIXED];
    size_t n = mixed_plays(&rng, &rules, play, MIXED);
    static bool beats[MIXED][MIXED];
    for (size_t a = 0; a < n; a++)
      for (size_t b = 0; b < n; b++) {
        beats[a][b] = ddz_beats(&rules, &play[a], &play[b]);
        assert_int_equal(beats[a][b], naive_beats(&rules, &play[a], &play[b]));
      }
    for (size_t a = 0; a < n; a++)
      for (size_t b = 0; b < n; b++) {
        assert_false(beats[a][b] && beats[b][a]); /* with a = b: nothing beats itself */
        for (size_t c = 0; c < n && beats[a][b]; c++) assert_true(!beats[b][c] || beats[a][c]);
      }
  }
}

/* Each line: plays, each beats all before it. */
TEST(bombs_stand_in_the_order_of_the_rules) {
  static const struct {
    const char *rules, *wild;
    enum ddz_bomb_order order;
    const char *plays[9];
  } lines[] = {
      {"standard", "", DDZ_BOMB_ROCKET_TOP, {"3", "2", "R", "3333", "4444", "2222", "BR"}},
      {"yuncheng", "", DDZ_BOMB_ROCKET_TOP, {"2", "3333", "444F", "5555", "BR"}},
      {"laizi",
       "7",
       DDZ_BOMB_ROCKET_TOP,
       {"2", "3337", "2227", "3333", "2222", "7777", "33377", "22277", "BR"}},
      {"laizi", "7", DDZ_BOMB_LONG_TOP, {"2", "2227", "2222", "7777", "BR", "33377", "22277", "333777"}},
      {"laizi", "7", DDZ_BOMB_LONG_TOP_PURE, {"2", "2227", "3333", "2222", "BR", "7777", "33377", "333777"}},
      {"laizi", "79", DDZ_BOMB_LONG_TOP, {"2222", "7777", "BR", "22279", "77779", "333779"}},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = preset(lines[i].rules, lines[i].wild);
    ddz_rules_set_bomb_order(&rules, lines[i].order);
    for (int high = 1; high < 9 && lines[i].plays[high] != NULL; high++)
      for (int low = 0; low < high; low++) {
        struct ddz_play a, b;
        assert_int_equal(ddz_classify(&rules, naive_hand(lines[i].plays[high]), &a), DDZ_OK);
        assert_int_equal(ddz_classify(&rules, naive_hand(lines[i].plays[low]), &b), DDZ_OK);
        bool right = ddz_beats(&rules, &a, &b) && !ddz_beats(&rules, &b, &a);
        if (!right) print_error("%s over %s\n", lines[i].plays[high], lines[i].plays[low]);
        assert_true(right);
      }
  }
}

TEST(an_answer_is_the_best_reading_that_beats) {
  struct ddz_rules rules = preset("yuncheng", "");
  struct ddz_play last, answer = {.kind = 99};
  assert_int_equal(ddz_classify(&rules, naive_hand("33355"), &last), DDZ_OK);
  assert_int_equal(ddz_answer(&rules, naive_hand("3344F"), &last, &answer), DDZ_OK);
  assert_int_equal(answer.rank, 1);
  assert_int_equal(ddz_classify(&rules, naive_hand("44455"), &last), DDZ_OK);
  answer.kind = 99;
  assert_int_equal(ddz_answer(&rules, naive_hand("3344F"), &last, &answer), DDZ_ERR_DOES_NOT_BEAT);
  assert_int_equal(ddz_answer(&rules, naive_hand("334455F"), &last, &answer), DDZ_ERR_NOT_A_PATTERN);
  assert_int_equal(ddz_answer(&rules, 0, &last, &answer), DDZ_ERR_EMPTY);
  assert_int_equal(ddz_classify(&rules, 0, &answer), DDZ_ERR_EMPTY);
  assert_int_equal(answer.kind, 99);

  /* a set that is a bare chain first answers one with kickers by its other reading */
  rules = preset("douzero", "");
  assert_int_equal(ddz_classify(&rules, naive_hand("33344455578J"), &last), DDZ_OK);
  assert_int_equal(ddz_answer(&rules, naive_hand("666777888999"), &last, &answer), DDZ_OK);
  assert_int_equal(answer.kind, DDZ_TRIO_SOLO_CHAIN);
  assert_int_equal(answer.rank, 4);
}

/* --- forbidden kinds and bounds ------------------------------------------------------------------------ */

/* All sets of wildcards with a few natural cards: there the readings are most. */
struct widest {
  struct ddz_rules rules;
  int most;
  ddz_hand cards;
};

static void widen(struct widest *w, int rank, ddz_hand cards, int naturals) {
  if (rank == DDZ_RANKS) {
    struct ddz_play reading[DDZ_READINGS_MAX];
    int n = ddz_readings(&w->rules, cards, reading);
    if (n > w->most) *w = (struct widest){w->rules, n, cards};
    return;
  }
  bool wild = (w->rules.wild >> rank & 1) != 0;
  int held = ddz_hand_count(ddz_rules_deck(&w->rules), rank);
  for (int n = 0; n <= held && (wild || n <= naturals); n++)
    widen(w, rank + 1, cards | ddz_hand_of(rank, n), wild ? naturals : naturals - n);
}

TEST(no_set_has_more_readings_than_the_bound) {
  for (int i = 4; i < RULE_VARIANTS; i++) {
    struct widest w = {.rules = rule_case(&rule_variants[i])};
    char text[DDZ_NAIVE_TEXT];
    widen(&w, 0, 0, FEW);
    print_message("%s: %d readings of %s\n", rule_variants[i].name, w.most, naive_text(w.cards, text));
    assert_true(w.most <= DDZ_READINGS_MAX);
    agree(&w.rules, w.cards);
  }
}

int main(void) { return test_run(NULL, NULL); }
