/* Tests of api/wire/terms.c, pile.c and play.c: a line gives a body and what the readers make of it. */
#include "api/wire/play.h"
#include "tests/support/test.h"

/* Read a body of terms, hand and last; the outcome as text: "hand|last id" or "code at field". */
static const char *outcome_of(const char *body) {
  static char text[400];
  struct ddz_problem problem = {0};
  json_t *json = json_loads(body, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
  if (!json) fail_msg("the test's body is no JSON: %s", body);
  struct ddz_field root = {.json = json, .problem = &problem};
  static const char *const names[] = {"hand", "rules", "notation", "last", NULL};
  struct ddz_terms terms;
  struct ddz_pile hand;
  struct ddz_last last;
  if (ddz_read_object(&root, names) && ddz_read_terms(&root, &terms) &&
      ddz_read_hand(DDZ_AT(&root, "hand"), &terms, &hand) && ddz_read_last(&root, &terms, &last)) {
    char cards[DDZ_TEXT_MAX], id[DDZ_READING_ID_MAX];
    ddz_text_write(hand.hand, cards);
    ddz_reading_id(&last.play, id);
    assert_true(hand.cards == 0 || ddz_cards_hand(hand.cards) == hand.hand);
    snprintf(text, sizeof text, "%s|%s", cards, id);
  } else {
    assert_true(problem.has_field);
    snprintf(text, sizeof text, "%s at %s", problem.code, problem.field);
  }
  json_decref(json);
  return text;
}

struct line {
  const char *body, *outcome;
};

static void check(const struct line *lines, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const char *outcome = outcome_of(lines[i].body);
    if (strcmp(outcome, lines[i].outcome) != 0)
      fail_msg("%s\n  is read as  %s\n  instead of  %s", lines[i].body, outcome, lines[i].outcome);
  }
}
#define CHECK(lines) check(lines, sizeof(lines) / sizeof *(lines))

TEST(cards_are_read_in_every_notation) {
  static const struct line lines[] = {
      {"{\"hand\":\"2 a k 10 10 3 R b\"}", "3TTKA2BR|pass"},
      {"{\"hand\":[\"3\",\"10\",\"T\",\"R\",\"B\"]}", "3TTBR|pass"},
      {"{\"hand\":[1,14,2,13,53,54],\"notation\":\"cronly\"}", "KAA2BR|pass"},
      {"{\"hand\":[1,2,3,55],\"notation\":\"cronly\",\"rules\":\"yuncheng\"}", "3A2F|pass"},
      {"{\"hand\":[0,1,2,3,51,52,53],\"notation\":\"botzone\"}", "33332BR|pass"},
      {"{\"hand\":[3,3,14,17,20,30],\"notation\":\"douzero\"}", "33A2BR|pass"},
      {"{\"hand\":[3.0,18],\"notation\":\"solver\"}", "32|pass"},
      {"{\"hand\":\"3\",\"notation\":\"rank\"}", "3|pass"},
      {"{\"hand\":\"♠3、♥3 10，大王\"}", "33TR|pass"},
      {"{\"hand\":[\"S3\",\"h3\",\"D10\",\"CA\",\"RJ\",\"B\"]}", "33TABR|pass"},
      {"{\"hand\":[\"♠3\",\"Big Joker\",\"44\"]}", "344R|pass"},
      {"{\"hand\":[\"♠3\",\"RJ\"]}", "3R|pass"},
      {"{\"hand\":[\"3\",\"rj\"]}", "3R|pass"},
      {"{\"hand\":[\"RJ\"]}", "R|pass"},
      {"{\"hand\":[\"RJ\",\"SJ\"]}", "JR|pass"},
      {"{\"hand\":\"RJ\"}", "JR|pass"},
      {"{\"hand\":[\"D3\",\"44\"],\"notation\":\"xd\"}", "344R|pass"}, /* its big joker */
      {"{\"hand\":\"D X 2j10\",\"notation\":\"xd\"}", "TJ2BR|pass"},
      {"{\"hand\":[\"3\",\"10\",\"d\",\"x\"],\"notation\":\"xd\"}", "3TBR|pass"},
      {"{\"hand\":\"3F\",\"notation\":\"xd\",\"rules\":\"yuncheng\"}", "3F|pass"},
  };
  CHECK(lines);
}

TEST(cards_that_cannot_be_are_refused_by_name) {
  static const struct line lines[] = {
      {"{}", "missing_field at /hand"},
      {"{\"hand\":null}", "missing_field at /hand"},
      {"{\"hand\":\"\"}", "no_cards at /hand"},
      {"{\"hand\":[]}", "no_cards at /hand"},
      {"{\"hand\":33}", "wrong_type at /hand"},
      {"{\"hand\":\"33333\"}", "too_many_of_rank at /hand"},
      {"{\"hand\":[\"33\",\"333\"]}", "too_many_of_rank at /hand/1"},
      {"{\"hand\":\"BB\"}", "too_many_of_rank at /hand"},
      {"{\"hand\":\"3F\"}", "no_flower at /hand"},
      {"{\"hand\":\"3X\"}", "ambiguous_card at /hand"},
      {"{\"hand\":\"D\"}", "ambiguous_card at /hand"},
      {"{\"hand\":\"3P\"}", "unknown_card at /hand"},
      {"{\"hand\":\"3B\",\"notation\":\"xd\"}", "unknown_card at /hand"},
      {"{\"hand\":\"3S\",\"notation\":\"xd\"}", "unknown_card at /hand"},
      {"{\"hand\":\"DD\",\"notation\":\"xd\"}", "too_many_of_rank at /hand"},
      {"{\"hand\":\"\xE4\xB8\x89\"}", "unknown_card at /hand"},
      {"{\"hand\":[3,4]}", "notation_missing at /hand/0"},
      {"{\"hand\":\"33\",\"notation\":\"douzero\"}", "wrong_notation at /hand"},
      {"{\"hand\":[3,\"3\"],\"notation\":\"douzero\"}", "wrong_notation at /hand/1"},
      {"{\"hand\":[3,15],\"notation\":\"douzero\"}", "unknown_card at /hand/1"},
      {"{\"hand\":[3,3.5],\"notation\":\"douzero\"}", "wrong_type at /hand/1"},
      {"{\"hand\":[3,[3]],\"notation\":\"douzero\"}", "wrong_type at /hand/1"},
      {"{\"hand\":[0],\"notation\":\"cronly\"}", "unknown_card at /hand/0"},
      {"{\"hand\":[56],\"notation\":\"cronly\"}", "unknown_card at /hand/0"},
      {"{\"hand\":[54],\"notation\":\"botzone\"}", "unknown_card at /hand/0"},
      {"{\"hand\":[9223372036854775807],\"notation\":\"botzone\"}", "unknown_card at /hand/0"},
      {"{\"hand\":[-1],\"notation\":\"botzone\"}", "unknown_card at /hand/0"},
      {"{\"hand\":[7,7],\"notation\":\"botzone\"}", "duplicate_card at /hand/1"},
      {"{\"hand\":[55],\"notation\":\"cronly\"}", "no_flower at /hand"},
      {"{\"hand\":\"333344445555666677778\"}", "too_many_cards at /hand"},
      {"{\"hand\":\"33\",\"notation\":\"suits\"}", "unknown_value at /notation"},
      {"{\"hand\":\"33\",\"notation\":1}", "wrong_type at /notation"},
      {"[]", "wrong_type at "},
      {"{\"hand\":\"3\",\"ha/n~d\":\"3\"}", "unknown_field at /ha~1n~0d"},
  };
  CHECK(lines);
}

TEST(rules_are_a_name_or_an_object) {
  static const struct line lines[] = {
      {"{\"hand\":\"3\",\"rules\":\"botzone\"}", "3|pass"},
      {"{\"hand\":\"3\",\"rules\":{}}", "3|pass"},
      {"{\"hand\":\"3\",\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\",\"10\"],\"bomb_order\":\"long_top\"}"
       "}",
       "3|pass"},
      {"{\"hand\":\"3\",\"rules\":{\"forbid\":[\"trio_pair\"]},\"last\":\"3334\"}", "3|trio_solo-3-1"},
      {"{\"hand\":\"3\",\"rules\":{\"forbid\":[\"trio_pair\"]},\"last\":\"33344\"}",
       "not_a_pattern at /last"},
      {"{\"hand\":\"3\",\"rules\":\"standart\"}", "unknown_preset at /rules"},
      {"{\"hand\":\"3\",\"rules\":7}", "wrong_type at /rules"},
      {"{\"hand\":\"3\",\"rules\":\"laizi\"}", "wild_missing at /rules/wild"},
      {"{\"hand\":\"3\",\"rules\":{\"preset\":\"laizi\"}}", "wild_missing at /rules/wild"},
      {"{\"hand\":\"3\",\"rules\":{\"preset\":\"laizi\",\"wild\":[]}}", "bad_wild at /rules/wild"},
      {"{\"hand\":\"3\",\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\",\"7\"]}}", "bad_wild at /rules/wild"},
      {"{\"hand\":\"3\",\"rules\":{\"preset\":\"laizi\",\"wild\":[\"B\"]}}", "bad_wild at /rules/wild"},
      {"{\"hand\":\"3\",\"rules\":{\"preset\":\"laizi\",\"wild\":[\"78\"]}}", "bad_wild at /rules/wild/0"},
      {"{\"hand\":\"3\",\"rules\":{\"preset\":\"laizi\",\"wild\":[7]}}", "wrong_type at /rules/wild/0"},
      {"{\"hand\":\"3\",\"rules\":{\"preset\":\"laizi\",\"wild\":[\"3\",\"4\",\"5\"]}}",
       "too_many_items at /rules/wild"},
      {"{\"hand\":\"3\",\"rules\":{\"preset\":\"laizi\",\"wild\":\"7\"}}", "wrong_type at /rules/wild"},
      {"{\"hand\":\"3\",\"rules\":{\"wild\":[\"7\"]}}", "bad_wild at /rules/wild"},
      {"{\"hand\":\"3\",\"rules\":{\"bomb_order\":\"up\"}}", "unknown_value at /rules/bomb_order"},
      {"{\"hand\":\"3\",\"rules\":{\"forbid\":[\"solo\",\"plane\"]}}", "unknown_pattern at /rules/forbid/1"},
      {"{\"hand\":\"3\",\"rules\":{\"forbid\":\"solo\"}}", "wrong_type at /rules/forbid"},
      {"{\"hand\":\"3\",\"rules\":{\"kitty\":3}}", "unknown_field at /rules/kitty"},
  };
  CHECK(lines);
}

/* What is refused changes nothing, or contradicts what else is said. */
TEST(rules_take_switches) {
#define RULES(text) "{\"hand\":\"3\",\"rules\":{" text "}}"
#define ON(text) RULES(text), "3|pass"
#define OFF(text, field) RULES(text), "conflicting_fields at /rules/" field
  static const struct line lines[] = {
      {ON("\"preset\":\"standard\",\"four_pair\":false")},
      {ON("\"four_pair\":true")},
      {ON("\"kicker_four\":true,\"kicker_trio_next\":true")},
      {ON("\"kicker_repeat\":false")},
      {ON("\"long_bombs\":false,\"four_chains\":false")}, /* as in the preset */
      {ON("\"preset\":\"yuncheng\",\"long_bombs\":true,\"bomb_order\":\"long_top\"")},
      {ON("\"preset\":\"laizi\",\"wild\":[\"7\"],\"long_bombs\":false")},
      {ON("\"preset\":\"douzero\",\"kicker_repeat\":false")},
      {ON("\"four_pair\":null")},
      {OFF("\"long_bombs\":true", "long_bombs")},
      {OFF("\"kicker_repeat\":false,\"kicker_four\":true", "kicker_four")},
      {OFF("\"preset\":\"botzone\",\"kicker_trio_next\":true", "kicker_trio_next")},
      {OFF("\"preset\":\"botzone\",\"four_pair\":true,\"kicker_four\":true", "kicker_four")},
      {OFF("\"preset\":\"douzero\",\"kicker_repeat\":false,\"kicker_four\":false", "kicker_four")},
      {OFF("\"forbid\":[\"four_two_solo\"],\"four_pair\":false", "four_pair")},
      {OFF("\"forbid\":[\"four_two_solo\"],\"four_rocket\":true", "four_rocket")},
      {OFF("\"forbid\":[\"四带二\"],\"four_pair\":true", "four_pair")},
      {OFF("\"forbid\":[\"航天飞机\",\"航天飞机带翅膀\"],\"four_chains\":true", "four_chains")},
      {OFF("\"forbid\":[\"trio_solo_chain\"],\"kicker_rocket\":true", "kicker_rocket")},
      {OFF("\"bomb_order\":\"long_top\"", "bomb_order")},
      {OFF("\"preset\":\"laizi\",\"wild\":[\"7\"],\"long_bombs\":false,\"bomb_order\":\"long_top\"",
           "bomb_order")},
      {ON("\"bomb_factor\":3,\"spring_factor\":16,\"must_call\":[\"both_jokers\",\"four_twos\"],\"nobody_"
          "calls\":\"last\"")},
      {ON("\"preset\":\"laizi\",\"wild\":[\"7\"],\"bomb_factor\":{\"soft\":1,\"pure\":4,\"long\":6},\"rob_"
          "back\":false")},
      {ON("\"preset\":\"yuncheng\",\"bomb_factor\":{\"soft\":3},\"kick_scope\":\"seat\",\"kitty_open\":"
          "true")},
      {ON("\"bomb_factor\":{\"soft\":2},\"rob_back\":true,\"kick_scope\":\"table\",\"must_call\":[]")}, /* as
                                                                                                           it
                                                                                                           is
                                                                                                         */
      {OFF("\"bomb_factor\":{\"soft\":3}", "bomb_factor/soft")},
      {OFF("\"preset\":\"yuncheng\",\"bomb_factor\":{\"pure\":3}", "bomb_factor/pure")},
      {OFF("\"preset\":\"laizi\",\"wild\":[\"7\"],\"long_bombs\":false,\"bomb_factor\":{\"long\":3}",
           "bomb_factor/long")},
      {OFF("\"forbid\":[\"bomb\",\"rocket\"],\"bomb_factor\":3", "bomb_factor")},
      {OFF("\"rob_back\":false", "rob_back")},
      {OFF("\"kick_scope\":\"seat\"", "kick_scope")},
      {OFF("\"preset\":\"douzero\",\"must_call\":[\"both_jokers\"]", "must_call")},
      {OFF("\"preset\":\"douzero\",\"nobody_calls\":\"first\"", "nobody_calls")},
      {OFF("\"preset\":\"douzero\",\"kitty_open\":true", "kitty_open")},
      {OFF("\"must_call\":[\"three_twos\",\"four_twos\"]", "must_call")},
      {OFF("\"must_call\":[\"both_jokers\",\"both_jokers\"]", "must_call/1")},
      {RULES("\"bomb_factor\":17"), "out_of_range at /rules/bomb_factor"},
      {RULES("\"bomb_factor\":\"2\""), "wrong_type at /rules/bomb_factor"},
      {RULES("\"bomb_factor\":{\"spring\":2}"), "unknown_field at /rules/bomb_factor/spring"},
      {RULES("\"spring_factor\":0"), "out_of_range at /rules/spring_factor"},
      {RULES("\"must_call\":[\"two_twos\"]"), "unknown_value at /rules/must_call/0"},
      {RULES("\"four_pair\":1"), "wrong_type at /rules/four_pair"},
      {RULES("\"wing_repeat\":true"), "unknown_field at /rules/wing_repeat"},
      {RULES("\"preset\":\"laizi\",\"long_bombs\":false"), "wild_missing at /rules/wild"},
  };
  CHECK(lines);
#undef OFF
#undef ON
#undef RULES
}

TEST(the_last_play_may_name_its_reading) {
  static const struct line lines[] = {
      {"{\"hand\":\"3\",\"last\":null}", "3|pass"},
      {"{\"hand\":\"3\",\"last\":\"\"}", "3|pass"},
      {"{\"hand\":\"3\",\"last\":\"34567\"}", "3|solo_chain-3-5"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"RB\"}}", "3|rocket-B-1"},
      {"{\"hand\":\"3\",\"last\":\"3344F\",\"rules\":\"yuncheng\"}", "3|trio_pair-4-1"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"3344F\",\"id\":\"trio_pair-3-1\"},\"rules\":\"yuncheng\"}",
       "3|trio_pair-3-1"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"3344F\",\"id\":\"trio_pair-5-1\"},\"rules\":\"yuncheng\"}",
       "no_such_reading at /last/id"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"33\",\"id\":7}}", "wrong_type at /last/id"},
      {"{\"hand\":\"3\",\"last\":{\"id\":\"solo-3-1\"}}", "3|solo-3-1"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"34\"}}", "not_a_pattern at /last/cards"},
      {"{\"hand\":\"3\",\"last\":\"34\"}", "not_a_pattern at /last"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"3\",\"who\":1}}", "unknown_field at /last/who"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"3\",\"role\":\"landlord_up\"}}", "3|solo-3-1"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"3\",\"role\":null}}", "3|solo-3-1"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"3\",\"role\":1}}", "wrong_type at /last/role"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"3\",\"role\":\"farmer\"}}", "unknown_value at /last/role"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"\",\"role\":\"landlord\"}}", "3|pass"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"\",\"role\":\"dealer\"}}", "unknown_value at /last/role"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"\",\"id\":\"pass\"}}", "3|pass"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"\",\"id\":\"solo-3-1\"}}", "no_such_reading at /last/id"},
      {"{\"hand\":\"3\",\"last\":{\"cards\":\"\",\"id\":7}}", "wrong_type at /last/id"},
  };
  CHECK(lines);
}

int main(void) { return test_run(NULL, NULL); }
