/* Tests of the handlers, where one place of one answer is not enough (routes.jsonl, test_accepted). */
#include "core/base/card.h"
#include "tests/support/api.h"
#include "tests/support/test.h"

/* Physical cards of a partition: each card of the hand once. */
TEST(a_partition_deals_out_every_physical_card_once) {
  struct reply reply = api_post(
      "/analyze", "{\"hand\":[1,14,27,40,3,16,29,4,17,5,6,7,53,54],\"notation\":\"cronly\",\"top\":16}");
  const json_t *partitions = json_object_get(reply.json, "partitions");
  assert_true(json_array_size(partitions) > 3);
  for (size_t i = 0; i < json_array_size(partitions); i++) {
    const json_t *plays = json_object_get(json_array_get(partitions, i), "plays");
    ddz_cards seen = 0;
    int n = 0;
    for (size_t k = 0; k < json_array_size(plays); k++) {
      const json_t *cards = json_object_get(json_array_get(plays, k), "cards");
      for (size_t c = 0; c < json_array_size(cards); c++, n++)
        seen |= (ddz_cards)1 << (json_integer_value(json_array_get(cards, c)) - 1);
    }
    assert_int_equal(n, 14);
    assert_int_equal(__builtin_popcountll(seen), 14);
  }
}

/* With full effort every row was tried; what is included is among them, and illegal things are named. */
TEST(what_is_included_was_tried) {
  struct reply reply =
      api_post("/robot-move", "{\"hand\":\"34568TTJKA2\",\"role\":\"landlord\",\"limit\":{\"nodes\":3000},"
                              "\"top\":20,\"effort\":\"full\",\"include\":[\"TT\"]}");
  const json_t *all = json_object_get(reply.json, "candidates");
  bool included = false;
  for (size_t i = 0; i < json_array_size(all); i++) {
    const json_t *one = json_array_get(all, i);
    assert_true(json_integer_value(json_object_get(one, "visits")) > 0);
    assert_int_equal(json_array_size(json_object_get(one, "interval")), 2);
    included = included || strcmp(json_string_value(json_object_get(one, "cards")), "TT") == 0;
  }
  assert_true(json_array_size(all) > 3 && included);
}

TEST(the_robot_repeats_itself) {
  static const char body[] =
      "{\"hand\":\"334568899TJJQKA22\",\"role\":\"landlord_up\",\"level\":3,\"seed\":5,\"top\":20}";
  struct reply a = api_post("/robot-move", body), b = api_post("/robot-move", body);
  assert_string_equal(a.text, b.text);
}

TEST(drawn_wild_ranks_are_shown_with_the_kitty) {
  struct reply reply = api_post(
      "/table", "{\"rules\":\"laizi\",\"seed\":3,\"actions\":[{\"call\":1},{\"call\":0},{\"call\":0}]}");
  assert_int_equal(json_array_size(json_object_get(reply.json, "wild")), 1);
  assert_string_equal(reply_at(&reply, "/phase"), "\"double\"");
}

/* A whole deal as physical cards goes in by seat as it came out. */
TEST(hands_by_seat_leave_the_kitty_to_the_deck) {
  struct reply dealt = api_post("/table", "{\"seed\":11,\"notation\":\"botzone\"}");
  char body[2000], hands[3][400];
  for (int i = 0; i < 3; i++) {
    char pointer[32];
    snprintf(pointer, sizeof pointer, "/seats/%d/hand", i);
    snprintf(hands[i], sizeof hands[i], "%s", reply_at(&dealt, pointer));
  }
  snprintf(body, sizeof body, "{\"notation\":\"botzone\",\"first\":2,\"hands\":[%s,%s,%s]}", hands[0],
           hands[1], hands[2]);
  struct reply given = api_post("/table", body);
  char kitty[64];
  snprintf(kitty, sizeof kitty, "%s", reply_at(&dealt, "/kitty"));
  assert_string_equal(reply_at(&given, "/kitty"), kitty);
  assert_string_equal(reply_at(&given, "/turn"), "2");
  assert_string_equal(reply_at(&given, "/phase"), "\"call\"");
}

TEST(rules_and_version_say_what_there_is) {
  struct reply rules = api_get("/rules"), version = api_get("/version");
  assert_int_equal(rules.status, 200);
  assert_string_equal(reply_at(&rules, "/presets/0/name"), "\"standard\"");
  assert_string_equal(reply_at(&rules, "/presets/0/switches/kicker_repeat"), "true");
  assert_int_equal(json_array_size(json_object_get(rules.json, "presets")), 8);
  assert_string_equal(reply_at(&version, "/name"), "\"ddzd\"");
}

/* Every switch's example is a play with the switch, and none under the presets without it. */
TEST(the_example_of_every_switch_is_played_by_the_presets_that_have_it) {
  struct reply rules = api_get("/rules");
  const json_t *presets = json_object_get(rules.json, "presets"),
               *switches = json_object_get(rules.json, "switches");
  for (size_t s = 0; s < json_array_size(switches); s++) {
    const char *name = json_string_value(json_object_get(json_array_get(switches, s), "name"));
    const char *example = json_string_value(json_object_get(json_array_get(switches, s), "example"));
    for (size_t p = 0; p < json_array_size(presets); p++) {
      const json_t *preset = json_array_get(presets, p);
      char body[200];
      const char *preset_name = json_string_value(json_object_get(preset, "name"));
      bool on = json_is_true(json_object_get(json_object_get(preset, "switches"), name));
      if (!on) continue;
      snprintf(body, sizeof body, "{\"cards\":\"%s\",\"rules\":{\"preset\":\"%s\"%s}}", example, preset_name,
               strcmp(preset_name, "laizi") == 0    ? ",\"wild\":[\"7\"]"
               : strcmp(preset_name, "tiandi") == 0 ? ",\"wild\":[\"7\",\"9\"]"
                                                    : "");
      struct reply reply = api_post("/classify", body);
      if (strcmp(reply_at(&reply, "/valid"), "true") != 0) fail_msg("%s: %s", body, reply.text);
    }
  }
}

int main(void) { return test_run(NULL, NULL); }
