/* The preset rows against the table of the rule study, transcribed here column by column. */
#include "core/base/card.h"
#include "core/rules/rules.h"
#include "tests/support/cards.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { PRESETS = 8 };
static const char *const columns[PRESETS] = {"standard", "douzero", "huanle",  "botzone",
                                             "yuncheng", "laizi",   "buxipai", "tiandi"};

TEST(switches_are_as_the_table_says) {
  /* one letter a preset, in the order of `columns`; huanle has standard's patterns */
  static const struct {
    enum ddz_switch which;
    const char *yes;
  } lines[] = {
      {DDZ_SWITCH_KICKER_REPEAT, "yyynnyyy"},     {DDZ_SWITCH_KICKER_TRIO_NEXT, "nynnnnnn"},
      {DDZ_SWITCH_KICKER_FOUR, "nynnnnnn"},       {DDZ_SWITCH_KICKER_ROCKET, "nynyynnn"},
      {DDZ_SWITCH_FOUR_PAIR, "yyynnyyy"},         {DDZ_SWITCH_FOUR_ROCKET, "nynyynnn"},
      {DDZ_SWITCH_FOUR_CHAINS, "nnnyynnn"},       {DDZ_SWITCH_LONG_BOMBS, "nnnnnyny"},
      {DDZ_SWITCH_KICKER_FOUR_PAIRS, "nnnnnnnn"}, {DDZ_SWITCH_KICKER_BODY, "nnnnnnnn"},
      {DDZ_SWITCH_FOUR_CHAIN_ONE, "nnnnnnnn"},
  };
  assert_int_equal(sizeof lines / sizeof *lines, DDZ_SWITCHES);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    for (int p = 0; p < PRESETS; p++) {
      struct ddz_rules rules = cards_rules(columns[p]);
      assert_int_equal((rules.switches & lines[i].which) != 0, lines[i].yes[p] == 'y');
    }
}

TEST(deck_calling_and_scoring_are_as_the_table_says) {
  static const struct {
    const char *name;
    enum ddz_wildcard wildcard;
    ddz_ranks wild;
    int deck, kitty;
    enum ddz_calling calling;
    bool spring;
  } lines[PRESETS] = {
      {"standard", DDZ_WILDCARD_NONE, 0, 54, 3, DDZ_CALLING_SCORE, true},
      {"douzero", DDZ_WILDCARD_NONE, 0, 54, 3, DDZ_CALLING_NONE, false},
      {"huanle", DDZ_WILDCARD_NONE, 0, 54, 3, DDZ_CALLING_ROB, true},
      {"botzone", DDZ_WILDCARD_NONE, 0, 54, 3, DDZ_CALLING_SCORE, false},
      {"yuncheng", DDZ_WILDCARD_FLOWER, 1u << DDZ_RANK_F, 55, 4, DDZ_CALLING_KICK, true},
      {"laizi", DDZ_WILDCARD_RANKS, 0, 54, 3, DDZ_CALLING_ROB, true},
      {"buxipai", DDZ_WILDCARD_NONE, 0, 54, 3, DDZ_CALLING_ROB, true},
      {"tiandi", DDZ_WILDCARD_RANKS, 0, 54, 3, DDZ_CALLING_ROB, true},
  };
  for (int p = 0; p < PRESETS; p++) {
    struct ddz_rules rules = cards_rules(lines[p].name);
    assert_string_equal(rules.name, lines[p].name);
    assert_true(strlen(rules.chinese) > 0);
    assert_int_equal(rules.wildcard, lines[p].wildcard);
    assert_int_equal(rules.wild, lines[p].wild);
    assert_int_equal(rules.deck, lines[p].deck);
    assert_int_equal(rules.kitty, lines[p].kitty);
    assert_int_equal(rules.calling, lines[p].calling);
    assert_int_equal(rules.spring, lines[p].spring);
    assert_int_equal(rules.forbidden, 0);
    assert_int_equal(rules.bomb_order, DDZ_BOMB_ROCKET_TOP);
    assert_int_equal(ddz_hand_size(ddz_rules_deck(&rules)), rules.deck);
    assert_int_equal((rules.deck - rules.kitty) % 3, 0);
  }
}

TEST(the_presets_are_these_and_standard_comes_first) {
  assert_int_equal(ddz_rules_presets(), PRESETS);
  assert_string_equal(ddz_rules_preset_at(0).name, "standard");
  for (int p = 0; p < PRESETS; p++) {
    int found = 0;
    for (int q = 0; q < PRESETS; q++) found += strcmp(ddz_rules_preset_at((size_t)q).name, columns[p]) == 0;
    assert_int_equal(found, 1);
  }
}

TEST(a_name_without_preset_is_refused) {
  static const char *const names[] = {"", "Standard", "standard ", "doudizhu"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    struct ddz_rules rules = {.name = "untouched"};
    assert_int_equal(ddz_rules_preset(names[i], &rules), DDZ_ERR_UNKNOWN_PRESET);
    assert_string_equal(rules.name, "untouched");
  }
}

TEST(wild_ranks_are_one_or_two_of_three_to_two_where_the_preset_has_them) {
  static const struct {
    const char *preset;
    ddz_ranks wild;
    enum ddz_error error;
  } lines[] = {
      {"laizi", 1u << 4, DDZ_OK},
      {"laizi", 1u << DDZ_RANK_2, DDZ_OK},
      {"laizi", 1u << DDZ_RANK_2 | 1u, DDZ_OK},
      {"laizi", 0, DDZ_ERR_BAD_WILD},
      {"laizi", 7u, DDZ_ERR_BAD_WILD},
      {"laizi", 1u << DDZ_RANK_B, DDZ_ERR_BAD_WILD},
      {"laizi", 1u << DDZ_RANK_F, DDZ_ERR_BAD_WILD},
      {"laizi", 1u << DDZ_RANK_R | 1u, DDZ_ERR_BAD_WILD},
      {"standard", 1u, DDZ_ERR_BAD_WILD},
      {"yuncheng", 1u, DDZ_ERR_BAD_WILD},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = cards_rules(lines[i].preset);
    ddz_ranks before = rules.wild;
    assert_int_equal(ddz_rules_set_wild(&rules, lines[i].wild), lines[i].error);
    assert_int_equal(rules.wild, lines[i].error == DDZ_OK ? lines[i].wild : before);
  }
}

TEST(wildcards_and_naturals_make_up_the_hand) {
  struct ddz_rules laizi = cards_rules("laizi"), yuncheng = cards_rules("yuncheng"),
                   standard = cards_rules("standard");
  assert_int_equal(ddz_rules_set_wild(&laizi, 1u << 4 | 1u), DDZ_OK);
  const ddz_hand hand = DDZ_HAND_DECK55;
  assert_int_equal(ddz_rules_wilds(&laizi, hand), ddz_hand_of(4, 4) + ddz_hand_of(0, 4));
  assert_int_equal(ddz_rules_wilds(&yuncheng, hand), ddz_hand_of(DDZ_RANK_F, 1));
  assert_int_equal(ddz_rules_wilds(&standard, hand), 0);
  assert_int_equal(ddz_rules_wilds(&laizi, hand) + ddz_rules_naturals(&laizi, hand), hand);
  assert_int_equal(ddz_rules_naturals(&standard, hand), hand);
}

/* A preset, narrowed, and the preset it means the same as; NULL: none. */
TEST(what_rules_mean_does_not_hang_on_their_name) {
  enum { TRIO_PAIR = 1u << DDZ_TRIO_PAIR, FOURS = 1u << DDZ_FOUR_CHAIN | 1u << DDZ_FOUR_CHAIN_PAIR };
  static const struct {
    const char *preset;
    uint32_t forbidden;
    uint32_t more; /* switches */
    enum ddz_bomb_order order;
    const char *as[4];
  } lines[] = {
      {"standard", 0, 0, DDZ_BOMB_ROCKET_TOP, {"standard", "huanle", "buxipai"}},
      {"huanle", 0, 0, DDZ_BOMB_ROCKET_TOP, {"standard", "huanle", "buxipai"}},
      {"douzero", 0, 0, DDZ_BOMB_ROCKET_TOP, {"douzero"}},
      {"botzone", 0, 0, DDZ_BOMB_ROCKET_TOP, {"botzone"}},
      {"yuncheng", 0, 0, DDZ_BOMB_ROCKET_TOP, {"yuncheng"}},
      {"laizi", 0, 0, DDZ_BOMB_ROCKET_TOP, {"laizi", "tiandi"}},
      {"laizi", 0, 0, DDZ_BOMB_LONG_TOP, {NULL}},
      {"laizi", 1u << DDZ_ROCKET, 0, DDZ_BOMB_LONG_TOP, {NULL}},
      {"laizi", 0, 0, DDZ_BOMB_LONG_TOP_PURE, {NULL}},
      {"standard", 0, 0, DDZ_BOMB_LONG_TOP_PURE, {"standard", "huanle", "buxipai"}},
      {"standard",
       0,
       0,
       DDZ_BOMB_LONG_TOP,
       {"standard", "huanle", "buxipai"}}, /* no bomb is longer than four */
      {"standard", FOURS, 0, DDZ_BOMB_ROCKET_TOP, {"standard", "huanle", "buxipai"}}, /* it has none */
      {"standard", TRIO_PAIR, 0, DDZ_BOMB_ROCKET_TOP, {NULL}},
      {"standard", 1u << DDZ_BOMB, 0, DDZ_BOMB_ROCKET_TOP, {NULL}},
      {"standard", 0, DDZ_SWITCH_FOUR_ROCKET, DDZ_BOMB_ROCKET_TOP, {NULL}},
      {"standard", 0, DDZ_SWITCH_KICKER_TRIO_NEXT, DDZ_BOMB_ROCKET_TOP, {NULL}},
      {"botzone", 0, DDZ_SWITCH_KICKER_TRIO_NEXT, DDZ_BOMB_ROCKET_TOP, {"botzone"}}, /* nothing repeats */
      {"botzone", 0, DDZ_SWITCH_KICKER_FOUR, DDZ_BOMB_ROCKET_TOP, {"botzone"}},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = cards_rules(lines[i].preset);
    ddz_rules_set_switches(&rules, rules.switches | lines[i].more);
    ddz_rules_forbid(&rules, lines[i].forbidden);
    ddz_rules_set_bomb_order(&rules, lines[i].order);
    for (size_t p = 0; p < ddz_rules_presets(); p++) {
      const char *name = ddz_rules_preset_at(p).name;
      bool as = false;
      for (int k = 0; k < 4 && lines[i].as[k] != NULL; k++) as = as || strcmp(lines[i].as[k], name) == 0;
      if (ddz_rules_play_as(&rules, name) != as) fail_msg("line %zu and %s", i, name);
      rules.name = "ours";
      if (ddz_rules_play_as(&rules, name) != as) fail_msg("line %zu and %s, by its plays", i, name);
      rules.name = lines[i].preset;
    }
  }
}

/* Which ranks are wild is drawn anew each game. */
TEST(wild_ranks_do_not_change_the_meaning) {
  struct ddz_rules rules = cards_rules("laizi");
  assert_int_equal(ddz_rules_set_wild(&rules, 1u << 4 | 1u), DDZ_OK);
  assert_true(ddz_rules_play_as(&rules, "laizi"));
  assert_false(ddz_rules_play_as(&rules, "no such preset"));
}

TEST(a_forbidden_kind_is_in_no_size) {
  struct ddz_rules rules = cards_rules("douzero");
  for (int size = 1; size <= DDZ_HAND_MAX; size++)
    assert_int_equal(rules.kinds_of_size[size] & ~rules.kinds, 0);
  assert_true(rules.kinds_of_size[5] >> DDZ_TRIO_PAIR & 1);
  ddz_rules_forbid(&rules, 1u << DDZ_TRIO_PAIR | 1u << DDZ_BOMB);
  for (int size = 1; size <= DDZ_HAND_MAX; size++)
    assert_int_equal(rules.kinds_of_size[size] >> DDZ_TRIO_PAIR & 1, 0);
  assert_false(ddz_rules_play(&rules, DDZ_TRIO_PAIR));
  assert_int_equal(rules.bomb_most, 0);
}

/* A cap of two copies, say, is none that the solver knows. */
TEST(every_row_of_any_switches_is_one_that_is_played_by) {
  for (size_t p = 0; p < ddz_rules_presets(); p++)
    for (uint32_t switches = 0; switches < 1u << DDZ_SWITCHES; switches++) {
      struct ddz_rules rules = ddz_rules_preset_at(p);
      ddz_rules_set_switches(&rules, switches);
      for (int kind = DDZ_PASS + 1; kind < DDZ_KINDS; kind++)
        if (!rule_row_fits(&rules.row[kind]))
          fail_msg("%s, switches %x, kind %d", rules.name, switches, kind);
    }
  static const struct {
    uint8_t same, beside;
    bool fits;
  } rows[] = {{1, 1, true},  {3, 3, true},  {3, 2, true},  {4, 4, true},  {4, 2, true},
              {2, 2, false}, {2, 1, false}, {1, 2, false}, {4, 3, false}, {0, 0, false}};
  assert_true(rule_row_fits(&(struct ddz_rules_row){.kicker = 2, .same = 2, .beside = 2}));
  assert_false(rule_row_fits(&(struct ddz_rules_row){.kicker = 2, .same = 3, .beside = 3}));
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_int_equal(rule_row_fits(&(struct ddz_rules_row){.same = rows[i].same, .beside = rows[i].beside}),
                     rows[i].fits);
}

/* Switches that change nothing, by preset. */
TEST(a_switch_matters_where_it_changes_a_play) {
  static const struct {
    const char *preset;
    uint32_t forbidden, idle;
  } lines[] = {
      {"standard", 0, DDZ_SWITCH_LONG_BOMBS},
      {"douzero", 0, DDZ_SWITCH_LONG_BOMBS},
      {"botzone", 0, DDZ_SWITCH_LONG_BOMBS | DDZ_SWITCH_KICKER_TRIO_NEXT | DDZ_SWITCH_KICKER_FOUR},
      {"yuncheng", 0, DDZ_SWITCH_KICKER_TRIO_NEXT | DDZ_SWITCH_KICKER_FOUR},
      {"laizi", 0, 0},
      {"laizi", 1u << DDZ_BOMB, DDZ_SWITCH_LONG_BOMBS},
      {"laizi", 1u << DDZ_FOUR_TWO_SOLO, DDZ_SWITCH_FOUR_PAIR | DDZ_SWITCH_FOUR_ROCKET},
      {"laizi", 1u << DDZ_TRIO_SOLO_CHAIN,
       DDZ_SWITCH_KICKER_REPEAT | DDZ_SWITCH_KICKER_TRIO_NEXT | DDZ_SWITCH_KICKER_FOUR |
           DDZ_SWITCH_KICKER_ROCKET | DDZ_SWITCH_KICKER_BODY},
      {"yuncheng", 1u << DDZ_TRIO_SOLO_CHAIN,
       DDZ_SWITCH_KICKER_REPEAT | DDZ_SWITCH_KICKER_TRIO_NEXT | DDZ_SWITCH_KICKER_FOUR |
           DDZ_SWITCH_KICKER_BODY},
      {"standard", 1u << DDZ_TRIO_PAIR_CHAIN, DDZ_SWITCH_LONG_BOMBS},
      {"standard", 1u << DDZ_TRIO_PAIR_CHAIN | 1u << DDZ_FOUR_TWO_PAIR,
       DDZ_SWITCH_LONG_BOMBS | DDZ_SWITCH_KICKER_FOUR_PAIRS},
      {"standard", 1u << DDZ_FOUR_CHAIN_ONE_SOLO | 1u << DDZ_FOUR_CHAIN_ONE_PAIR,
       DDZ_SWITCH_LONG_BOMBS | DDZ_SWITCH_FOUR_CHAIN_ONE},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = cards_rules(lines[i].preset);
    ddz_rules_forbid(&rules, lines[i].forbidden);
    for (int s = 0; s < DDZ_SWITCHES; s++)
      if (ddz_rules_differ(&rules, rules.switches ^ 1u << s, rules.bomb_order) == (lines[i].idle >> s & 1))
        fail_msg("line %zu, %s", i, ddz_switch_rows[s].name);
  }
}

TEST(every_switch_and_calling_is_explained) {
  for (int i = 0; i < DDZ_SWITCHES; i++) {
    const struct ddz_switch_row *row = &ddz_switch_rows[i];
    assert_int_equal(row->bit, 1u << i);
    assert_true(strlen(row->name) > 0 && strlen(row->text) > 0);
    ddz_hand hand;
    size_t at;
    assert_int_equal(ddz_text_read(row->example, strlen(row->example), &hand, &at), DDZ_OK);
    assert_in_range(ddz_hand_size(hand), 1, DDZ_HAND_MAX);
  }
  for (int i = 0; i < DDZ_CALLINGS; i++)
    assert_true(strlen(ddz_calling_rows[i].name) > 0 && strlen(ddz_calling_rows[i].text) > 0);
}

TEST(every_error_has_its_own_code_and_a_sentence) {
  for (int i = 0; i < DDZ_ERR_COUNT; i++) {
    assert_true(strlen(ddz_error_rows[i].text) > 0);
    for (int j = 0; j < i; j++) assert_string_not_equal(ddz_error_rows[i].name, ddz_error_rows[j].name);
  }
}

int main(void) { return test_run(NULL, NULL); }
