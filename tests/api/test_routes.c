/* Tests of the handlers: a line asks a route and looks at one place of the answer. */
#include "core/base/card.h"
#include "tests/support/api.h"
#include "tests/support/test.h"

struct line {
  const char *body, *pointer, *value;
};

static void check(const char *path, const struct line *lines, size_t n) {
  for (size_t i = 0; i < n; i++) assert_true(api_says(path, lines[i].body, lines[i].pointer, lines[i].value));
}
#define CHECK(path, lines) check(path, lines, sizeof(lines) / sizeof *(lines))

TEST(classify_names_patterns_and_gives_the_codes_of_old) {
  static const struct line lines[] = {
      {"{\"cards\":\"55566\"}", "/valid", "true"},
      {"{\"cards\":\"55566\"}", "/pattern/type", "\"trio_pair\""},
      {"{\"cards\":\"55566\"}", "/pattern/name", "\"三带二\""},
      {"{\"cards\":\"55566\"}", "/pattern/rank", "\"5\""},
      {"{\"cards\":\"55566\"}", "/pattern/main", "3"},
      {"{\"cards\":\"55566\"}", "/pattern/kicker", "2"},
      {"{\"cards\":\"66555\"}", "/pattern/cards", "\"55566\""},
      {"{\"cards\":\"55566\"}", "/pattern/id", "\"trio_pair-5-1\""},
      {"{\"cards\":\"55566\"}", "/pattern/stands_for", "absent"},
      {"{\"cards\":\"55566\"}", "/beats", "absent"},
      {"{\"cards\":\"55566\"}", "/engine", "\"rules\""},
      {"{\"cards\":\"55566\"}", "/elapsed_us", "100"},
      {"{\"cards\":\"RB\"}", "/pattern/type", "\"rocket\""},
      {"{\"cards\":\"BR\"}", "/pattern/type", "\"rocket\""},
      {"{\"cards\":\"33334\"}", "/pattern", "null"},
      {"{\"cards\":\"33334444\"}", "/readings", "[]"},
      {"{\"cards\":\"\"}", "/code", "102"},
      {"{\"cards\":[]}", "/valid", "false"},
      {"{\"cards\":\"34\"}", "/code", "103"},
      {"{\"cards\":\"F\",\"rules\":\"yuncheng\"}", "/code", "103"},
      {"{\"cards\":\"4\",\"last\":\"5\"}", "/code", "105"},
      {"{\"cards\":\"4\",\"last\":\"5\"}", "/beats", "false"},
      {"{\"cards\":\"4\",\"last\":\"5\"}", "/valid", "true"},
      {"{\"cards\":\"4\",\"last\":\"\"}", "/beats", "true"},
      {"{\"cards\":\"44\",\"hand\":\"34\"}", "/code", "107"},
      {"{\"cards\":[1],\"hand\":[14],\"notation\":\"cronly\"}", "/code", "107"},
      {"{\"cards\":\"4\",\"hand\":\"34\",\"last\":\"3\"}", "/code", "0"},
      {"{\"cards\":\"33344456\",\"rules\":\"douzero\"}", "/readings/0/type", "\"trio_solo_chain\""},
      {"{\"cards\":\"33344\",\"rules\":{\"forbid\":[\"trio_pair\"]}}", "/code", "103"},
      /* a rule question needs no deck; a hand and the last play are of one */
      {"{\"cards\":\"55\",\"hand\":\"44455\",\"last\":\"44\"}", "/field", "\"/last\""},
      {"{\"cards\":\"55\",\"hand\":\"4455\",\"last\":\"44\"}", "/code", "0"},
      {"{\"cards\":[1],\"last\":[1],\"notation\":\"cronly\"}", "/code", "105"},
      {"{\"cards\":[1],\"last\":[14],\"notation\":\"cronly\"}", "/code", "105"},
  };
  CHECK("/classify", lines);
}

TEST(classify_gives_every_reading_with_what_wildcards_stand_for) {
#define F "\"rules\":\"yuncheng\""
#define SEVENS "\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\"]}"
  static const struct line lines[] = {
      {"{\"cards\":\"3344F\"," F "}", "/readings/0/id", "\"trio_pair-4-1\""},
      {"{\"cards\":\"3344F\"," F "}", "/readings/1/stands_for", "[{\"card\":\"F\",\"as\":\"3\"}]"},
      {"{\"cards\":\"3344F\"," F "}", "/readings/2", "absent"},
      {"{\"cards\":\"345678F\"," F "}", "/pattern/id", "\"solo_chain-3-7\""},
      {"{\"cards\":\"4455F\",\"last\":\"33366\"," F "}", "/beats_as/id", "\"trio_pair-5-1\""},
      {"{\"cards\":\"55566\",\"last\":{\"cards\":\"4477F\",\"id\":\"trio_pair-4-1\"}," F "}", "/beats",
       "true"},
      {"{\"cards\":\"55566\",\"last\":\"4477F\"," F "}", "/beats", "false"},
      {"{\"cards\":\"22F\"," F "}", "/code", "103"}, /* a flower never stands for a two */
      {"{\"cards\":[3,16,55],\"notation\":\"cronly\"," F "}", "/pattern/stands_for",
       "[{\"card\":55,\"as\":\"3\"}]"},
      {"{\"cards\":\"7799\"," SEVENS "}", "/pattern/name", "\"软炸\""},
      {"{\"cards\":\"9999\"," SEVENS "}", "/pattern/name", "\"硬炸\""},
      {"{\"cards\":\"7777\"," SEVENS "}", "/pattern/name", "\"纯癞子炸\""},
      {"{\"cards\":\"77999\"," SEVENS "}", "/pattern/size", "5"},
      {"{\"cards\":\"77999\"," SEVENS "}", "/readings/1/stands_for", "absent"},
      {"{\"cards\":\"7\"," SEVENS "}", "/pattern/rank", "\"7\""},
      {"{\"cards\":[16,17,24,25],\"notation\":\"botzone\"," SEVENS "}", "/pattern/stands_for",
       "[{\"card\":16,\"as\":\"9\"},{\"card\":17,\"as\":\"9\"}]"},
  };
  CHECK("/classify", lines);
}

TEST(prompts_are_ordered_counted_and_cut) {
  static const struct line lines[] = {
      {"{\"hand\":\"333356\"}", "/prompts/0/cards", "\"333356\""},
      {"{\"hand\":\"333356\"}", "/prompts/0/rest_plays", "0"},
      {"{\"hand\":\"333356\"}", "/prompts/0/rest_power", "0"},
      {"{\"hand\":\"34567\"}", "/count", "6"},
      {"{\"hand\":\"34567\"}", "/prompts/5/pattern/length", "1"},
      {"{\"hand\":\"34567\",\"limit\":2}", "/prompts/2", "absent"},
      {"{\"hand\":\"34567\",\"limit\":2}", "/count", "6"},
      {"{\"hand\":\"34567\"}", "/can_pass", "false"},
      {"{\"hand\":\"34567\",\"last\":\"8\"}", "/can_pass", "true"},
      {"{\"hand\":\"34567\",\"last\":\"8\"}", "/prompts", "[]"},
      {"{\"hand\":\"34567\",\"last\":null}", "/can_pass", "false"},
      /* a lone flower may not be played, so the referee lets it pass on the lead */
      {"{\"hand\":\"F\",\"rules\":\"yuncheng\"}", "/can_pass", "true"},
      {"{\"hand\":\"3\\u0000\"}", "/detail",
       "\"line 1, column 17: a text must not contain NUL (\\\\u0000)\""},
      {"{\"hand\":\"33\"}", "/hand_power", "-210.95"},
      {"{\"hand\":\"33\"}", "/hand_plays", "1"},
      {"{\"hand\":\"33\"}", "/prompts/0/power", "-210.95"},
      {"{\"hand\":\"FR\",\"rules\":\"yuncheng\"}", "/count", "1"},
      {"{\"hand\":[3,16,29,4],\"notation\":\"cronly\",\"last\":[5]}", "/prompts", "[]"},
      {"{\"hand\":[8,9,10,4,5],\"notation\":\"botzone\"}", "/prompts/0/cards", "[4,5,8,9,10]"},
      {"{\"hand\":[17,17,3],\"notation\":\"douzero\",\"last\":[14,14]}", "/prompts/0/cards", "[17,17]"},
      {"{\"hand\":\"DX3\",\"notation\":\"xd\",\"last\":\"2\"}", "/prompts/0/cards", "\"XD\""},
      {"{\"hand\":[18,18,3],\"notation\":\"solver\",\"last\":[14,14]}", "/prompts/0/pattern/cards",
       "[18,18]"},
      {"{\"hand\":[\"10\",\"T\",\"3\"],\"last\":\"99\"}", "/prompts/0/cards", "\"TT\""},
  };
  CHECK("/prompt", lines);
}

TEST(analyze_looks_at_a_hand_in_four_ways) {
  static const struct line lines[] = {
      {"{\"hand\":\"33\"}", "/power", "-210.95"},
      {"{\"hand\":\"33\"}", "/plays", "1"},
      {"{\"hand\":\"33\"}", "/partitions/0/plays/0/id", "\"pair-3-1\""},
      {"{\"hand\":\"33\"}", "/score", "-95"},
      {"{\"hand\":\"33\",\"score_version\":1}", "/partitions/0/score", "-95"},
      {"{\"hand\":\"AA\"}", "/score", "-5"},
      {"{\"hand\":\"AA\",\"score_version\":1}", "/score", "-10"},
      {"{\"hand\":\"334455\"}", "/runs/2", "{\"rank\":\"5\",\"count\":2,\"runs\":[3,3,0,0]}"},
      {"{\"hand\":\"334455\"}", "/groups", "[{\"group\":\"pair_chains\",\"cards\":\"334455\"}]"},
      {"{\"hand\":\"3AA2BR\"}", "/big_cards/cards", "\"AA2BR\""},
      {"{\"hand\":\"3456789\",\"top\":1}", "/partitions/1", "absent"},
      {"{\"hand\":[12,13,14,16,17,18],\"notation\":\"botzone\"}", "/groups/0/cards", "[12,13,14,16,17,18]"},
  };
  CHECK("/analyze", lines);
}

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

TEST(the_robot_answers_whatever_a_seat_knows) {
#define FULL                                                                                                 \
  "\"hand\":\"3444555666777888T\",\"role\":\"landlord_down\",\"history\":[{\"role\":\"landlord\",\"cards\":" \
  "\"5\"}]"
  static const struct line lines[] = {
      {"{\"hand\":\"34567\",\"role\":\"landlord\"}", "/action", "\"play\""},
      {"{\"hand\":\"34567\",\"role\":\"landlord\"}", "/cards", "\"34567\""},
      {"{\"hand\":\"34567\",\"role\":\"landlord\"}", "/reason/code", "\"finish\""},
      {"{\"hand\":\"34567\",\"role\":\"landlord\"}", "/engine", "\"rules\""},
      {"{\"hand\":\"34567\",\"role\":\"landlord\"}", "/level", "null"},
      {"{\"hand\":\"34567\",\"role\":\"landlord\"}", "/win_probability", "1"},
      {"{\"hand\":\"34567\",\"role\":\"landlord\"}", "/candidates", "[]"},
      {"{\"hand\":\"3\",\"role\":\"landlord\",\"last\":\"5\"}", "/action", "\"pass\""},
      {"{\"hand\":\"3\",\"role\":\"landlord\",\"last\":\"5\"}", "/cards", "\"\""},
      {"{\"hand\":\"3\",\"role\":\"landlord\",\"last\":\"5\"}", "/pattern", "null"},
      {"{\"hand\":[3],\"notation\":\"douzero\",\"role\":\"landlord\",\"last\":[5]}", "/cards", "[]"},
      {"{\"hand\":\"3\",\"role\":\"landlord_up\",\"last\":{\"role\":\"landlord_up\",\"cards\":\"5\"}}",
       "/cards", "\"3\""},
      {"{\"hand\":\"3\",\"role\":\"landlord_up\",\"last\":\"\"}", "/cards", "\"3\""},
      {"{\"hand\":\"3\",\"role\":\"landlord_up\",\"last\":{\"role\":\"landlord\",\"cards\":\"\"}}", "/cards",
       "\"3\""},
      {"{\"hand\":\"3\",\"role\":\"landlord_up\",\"last\":{\"role\":7,\"cards\":\"\"}}", "/field",
       "\"/last/role\""},
      {"{\"hand\":\"3\",\"role\":\"landlord\",\"last\":\"5\",\"lang\":\"zh\"}", "/reason/text",
       "\"没有能压过上一手的牌。\""},
      {"{" FULL ",\"level\":10,\"top\":3}", "/level", "10"},
      {"{" FULL ",\"top\":1}", "/candidates/1", "absent"},
      {"{" FULL ",\"kitty\":\"3KK\",\"engine\":\"rules\",\"style\":\"aggressive\",\"objective\":\"points\","
       "\"multiplier\":4,"
       "\"limit\":{\"ms\":5,\"nodes\":10},\"seed\":7}",
       "/engine", "\"rules\""},
      {"{" FULL ",\"left\":{\"landlord\":19,\"landlord_up\":17,\"landlord_down\":17}}", "/engine",
       "\"rules\""},
      {"{" FULL ",\"last\":{\"role\":\"landlord\",\"cards\":\"5\"}}", "/engine", "\"rules\""},
      {"{\"hand\":\"44\",\"role\":\"landlord_down\",\"left\":{\"landlord_up\":1},\"history\":[{\"role\":"
       "\"landlord\",\"cards\":\"3\"}]}",
       "/engine", "\"rules\""},
  };
  CHECK("/robot-move", lines);
}

/* A whole deal leaves no room for guesses: the kitty is in the landlord's hand, and he leads first. */
TEST(what_no_deal_can_come_to_is_refused) {
#define TWENTY "\"role\":\"landlord\",\"hand\":\"33445566778899TTJJQQ\""
#define NINETEEN "\"role\":\"landlord\",\"hand\":\"3445566778899TTJJQQ\""
#define FLOWER "\"rules\":\"yuncheng\",\"role\":\"landlord\",\"hand\":\"33445566778899TTJJQQF\""
#define NO_SOLO "\"rules\":{\"forbid\":[\"solo\"]},"
#define UP(cards) "\"last\":{\"role\":\"landlord_up\",\"cards\":\"" cards "\"}"
#define DOWN "\"role\":\"landlord_down\",\"hand\":\"3344556677889\""
  static const struct line lines[] = {
      {"{" TWENTY ",\"kitty\":\"9TQ\"}", "/engine", "\"rules\""},
      {"{" TWENTY ",\"kitty\":\"9TK\"}", "/field", "\"/kitty\""},
      {"{" TWENTY ",\"kitty\":\"999\"}", "/field", "\"/kitty\""},
      {"{" TWENTY ",\"kitty\":\"9TK\",\"left\":{\"landlord_up\":17}}", "/field", "\"/kitty\""},
      {"{" FLOWER ",\"kitty\":\"9TQF\"}", "/engine", "\"rules\""},
      {"{" FLOWER ",\"kitty\":\"9TQK\"}", "/field", "\"/kitty\""},
      {"{" NINETEEN ",\"kitty\":\"9TK\"}", "/engine", "\"rules\""}, /* he may have played the king */
      {"{" NINETEEN ",\"kitty\":\"9TK\",\"last\":{\"role\":\"landlord\",\"cards\":\"3\"}}", "/field",
       "\"/kitty\""},
      {"{" NINETEEN ",\"kitty\":\"39T\",\"last\":{\"role\":\"landlord\",\"cards\":\"3\"}}", "/engine",
       "\"rules\""},
      {"{" TWENTY "," UP("7") "}", "/field", "\"/last\""},
      {"{" TWENTY "," UP("") "}", "/engine", "\"rules\""},
      {"{" TWENTY ",\"last\":{\"role\":\"landlord\",\"cards\":\"7\"}}", "/field", "\"/last\""},
      {"{" NINETEEN "," UP("7") "}", "/engine", "\"rules\""},
      {"{" NO_SOLO TWENTY "," UP("77") "}", "/engine", "\"rules\""}, /* perhaps he could not lead */
      {"{" DOWN "," UP("A") ",\"left\":{\"landlord\":20}}", "/field", "\"/left/landlord\""},
      {"{" DOWN "," UP("A") ",\"left\":{\"landlord\":19}}", "/engine", "\"rules\""},
      {"{" DOWN "," UP("A") "}", "/engine", "\"rules\""},
  };
#undef UP
#undef DOWN
  CHECK("/robot-move", lines);
}

TEST(a_history_may_name_the_reading_of_a_play) {
#define FARMER "\"rules\":\"yuncheng\",\"hand\":\"3333889999TTTTJJJ\",\"role\":\"landlord_up\""
#define ANSWER "{\"role\":\"landlord_down\",\"cards\":\"55566\"}"
  static const struct line lines[] = {
      {"{" FARMER ",\"history\":[{\"cards\":\"4477F\",\"id\":\"trio_pair-4-1\"}," ANSWER "]}", "/engine",
       "\"rules\""},
      {"{" FARMER ",\"history\":[{\"cards\":\"4477F\"}," ANSWER "]}", "/field", "\"/history/1/cards\""},
      {"{" FARMER ",\"history\":[{\"cards\":\"4477F\",\"id\":\"trio_pair-5-1\"}," ANSWER "]}", "/field",
       "\"/history/0/id\""},
      {"{" FARMER ",\"history\":[{\"cards\":\"4\"},{\"cards\":\"\",\"id\":\"pass\"}]}", "/engine",
       "\"rules\""},
      {"{" FARMER ",\"history\":[{\"cards\":\"4\"},{\"cards\":\"\",\"id\":\"solo-4-1\"}]}", "/field",
       "\"/history/1/id\""},
  };
  CHECK("/robot-move", lines);
}

/* With full effort every row was tried; what is included is among them, and illegal things are named. */
TEST(effort_and_what_is_included) {
#define ASKED "\"hand\":\"34568TTJKA2\",\"role\":\"landlord\",\"limit\":{\"nodes\":3000},\"top\":20"
#define BEATING                                                                                              \
  "\"hand\":\"34568TTJKA2\",\"role\":\"landlord\",\"last\":{\"role\":\"landlord_up\",\"cards\":\"9\"}"
  static const struct line lines[] = {
      {"{" ASKED ",\"effort\":\"full\",\"include\":[\"TT\"]}", "/engine", "\"search\""},
      {"{" ASKED ",\"effort\":\"decide\",\"include\":[\"TT\",\"34568\"]}", "/field", "\"/include/1\""},
      {"{" ASKED ",\"include\":[\"3\",\"Q\"]}", "/code", "\"not_in_hand\""},
      {"{" ASKED ",\"include\":[\"\"]}", "/code", "\"pass_on_lead\""},
      {"{" BEATING ",\"include\":[\"\",\"J\"],\"limit\":{\"nodes\":500}}", "/engine", "\"search\""},
      {"{" BEATING ",\"include\":[\"3\"]}", "/code", "\"does_not_beat\""},
      {"{" ASKED ",\"include\":\"TT\"}", "/code", "\"wrong_type\""},
      {"{" ASKED ",\"include\":[\"3\",\"4\",\"5\",\"6\",\"8\",\"T\",\"J\",\"K\",\"A\"]}", "/code",
       "\"too_many_items\""},
      {"{" ASKED ",\"effort\":\"some\"}", "/field", "\"/effort\""},
      {"{\"hand\":\"34568TTJKA2\",\"role\":\"landlord\",\"effort\":\"full\"}", "/engine", "\"search\""},
      {"{\"hand\":\"34567\",\"role\":\"landlord\"}", "/interval/0", "1"},
      {"{\"hand\":\"34567\",\"role\":\"landlord\"}", "/proven", "true"},
      {"{\"hand\":\"3468\",\"role\":\"landlord\"}", "/interval", "null"},
  };
  CHECK("/robot-move", lines);
  struct reply reply = api_post("/robot-move", "{" ASKED ",\"effort\":\"full\",\"include\":[\"TT\"]}");
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

TEST(bids_are_advised_in_every_phase) {
#define STRONG "\"hand\":\"34567789TJQKA22BR\""
#define WEAK "\"hand\":\"3344556677889TJQK\""
  static const struct line lines[] = {
      {"{" STRONG "}", "/must", "true"},
      {"{" STRONG "}", "/advice", "3"},
      {"{" STRONG "}", "/landlord_index", "0.4"},
      {"{" STRONG "}", "/phase", "\"score\""},
      {"{" STRONG ",\"calls\":[1,2]}", "/expected_points/1", "null"},
      {"{" STRONG ",\"calls\":[1,2]}", "/expected_points/2", "null"},
      {"{" STRONG ",\"calls\":[3]}", "/code", "\"wrong_phase\""},
      {"{" STRONG ",\"calls\":[\"1\"]}", "/advice", "3"},
      {"{" STRONG ",\"rules\":\"huanle\"}", "/advice", "\"yes\""},
      {"{" STRONG ",\"rules\":\"huanle\",\"phase\":\"rob\",\"calls\":[\"yes\"]}", "/phase", "\"rob\""},
      {"{" WEAK "}", "/advice", "0"},
      {"{" WEAK "}", "/must", "false"},
      {"{" WEAK ",\"rules\":\"yuncheng\"}", "/advice", "\"no\""},
      {"{" WEAK ",\"rules\":\"huanle\",\"phase\":\"double\",\"role\":\"landlord_up\",\"kitty\":\"2BR\"}",
       "/advice", "\"none\""},
      {"{" WEAK "}", "/source", "\"formula\""},
      /* where points are bid, to call is to bid */
      {"{" STRONG ",\"phase\":\"call\"}", "/phase", "\"score\""},
      {"{" STRONG ",\"phase\":\"call\"}", "/advice", "3"},
      {"{" STRONG ",\"phase\":\"call\",\"calls\":[1,2]}", "/expected_points/2", "null"},
      {"{" STRONG ",\"phase\":\"call\",\"calls\":[2,1]}", "/field", "\"/calls/1\""},
      {"{" STRONG ",\"phase\":\"call\",\"rules\":\"douzero\"}", "/advice", "\"yes\""},
      {"{" STRONG ",\"phase\":\"call\",\"rules\":\"huanle\",\"calls\":[\"no\"]}", "/phase", "\"call\""},
      {"{" STRONG ",\"phase\":\"score\",\"rules\":\"huanle\"}", "/code", "\"wrong_phase\""},
      /* what /table calls a call may be handed on as it is */
      {"{" STRONG ",\"calls\":[\"pass\",\"2\"]}", "/expected_points/2", "null"},
      {"{" STRONG ",\"calls\":[\"rob\"]}", "/code", "\"illegal_call\""},
      {"{" STRONG ",\"calls\":[\"no\"]}", "/advice", "3"},
      {"{" STRONG ",\"calls\":[{\"seat\":2,\"call\":1},{\"seat\":0,\"call\":0}]}", "/expected_points/1",
       "null"},
      {"{" STRONG ",\"calls\":[2],\"multiplier\":2}", "/expected_points/2", "null"},
      /* numbers, too, are the whole game's where they are more than doubling has, or no phase is named */
      {"{" STRONG ",\"rules\":\"huanle\",\"calls\":[1]}", "/phase", "\"rob\""},
      {"{" STRONG ",\"rules\":\"huanle\",\"calls\":[1,0,0]}", "/phase", "\"double\""},
      {"{" STRONG ",\"rules\":\"huanle\",\"calls\":[\"yes\",\"no\",\"no\"]}", "/phase", "\"double\""},
      {"{" STRONG ",\"rules\":\"huanle\",\"calls\":[{\"call\":1},{\"call\":0},{\"call\":0}]}", "/phase",
       "\"double\""},
      {"{" STRONG ",\"rules\":\"huanle\",\"phase\":\"double\",\"calls\":[1,0,0]}", "/phase", "\"double\""},
      {"{" STRONG ",\"rules\":\"huanle\",\"phase\":\"double\",\"calls\":[1,0]}", "/phase", "\"double\""},
      {"{" STRONG ",\"rules\":\"yuncheng\",\"calls\":[0,1]}", "/phase", "\"kick\""},
      {"{" STRONG ",\"rules\":\"huanle\",\"phase\":\"rob\",\"calls\":[\"call\",\"pass\"]}", "/phase",
       "\"rob\""},
      {"{" WEAK ",\"rules\":\"yuncheng\",\"phase\":\"kick\",\"calls\":[\"call\",\"kick\"]}", "/phase",
       "\"kick\""},
      {"{" WEAK ",\"rules\":\"huanle\",\"calls\":[\"none of these\"]}", "/field", "\"/calls/0\""},
  /* all calls of the game, in every phase: they say what is asked, and of whom */
#define HUANLE(calls) "{" WEAK ",\"rules\":\"huanle\",\"calls\":[" calls "]"
#define YUNCHENG(calls) "{" WEAK ",\"rules\":\"yuncheng\",\"calls\":[" calls "]"
      {HUANLE("\"pass\",\"call\"") "}", "/phase", "\"rob\""},
      {HUANLE("\"pass\",\"call\",\"rob\"") "}", "/call", "\"pass\""},
      {HUANLE("\"pass\",\"call\",\"pass\"") "}", "/phase", "\"double\""},
      {HUANLE("\"call\",\"rob\",\"pass\",\"rob\",\"double\"") ",\"phase\":\"double\"}", "/phase",
       "\"double\""},
      {HUANLE("\"call\",\"pass\",\"pass\",\"none\"") ",\"role\":\"landlord_down\"}", "/phase", "\"double\""},
      {HUANLE("\"call\",\"pass\",\"pass\",\"none\"") ",\"role\":\"landlord_up\"}", "/code", "\"wrong_turn\""},
      {HUANLE("\"call\",\"pass\",\"pass\",\"none\"") ",\"seat\":2}", "/field", "\"/seat\""},
      {HUANLE("\"call\",\"pass\",\"pass\",\"none\"") ",\"phase\":\"rob\"}", "/code", "\"wrong_phase\""},
      {HUANLE("\"call\",\"rob\",\"none\"") "}", "/field", "\"/calls/2\""},
      {HUANLE("\"call\",\"pass\",\"pass\",\"none\",\"none\",\"none\"") "}", "/code", "\"wrong_phase\""},
      {HUANLE("{\"seat\":1,\"call\":\"call\"},{\"seat\":2,\"call\":\"rob\"}") "}", "/phase", "\"rob\""},
      {YUNCHENG("\"pass\",\"call\"") "}", "/phase", "\"kick\""},
      {YUNCHENG("\"pass\",\"call\",\"pass\"") ",\"role\":\"landlord_up\"}", "/phase", "\"kick\""},
      {YUNCHENG("\"pass\",\"call\",\"kick\",\"pass\"") ",\"phase\":\"kick\",\"role\":\"landlord\"}", "/phase",
       "\"kick\""},
      {YUNCHENG("\"call\",\"pass\",\"pass\"") "}", "/code", "\"wrong_phase\""},
      {"{" WEAK ",\"calls\":[\"pass\",\"call\"]}", "/field", "\"/calls/1\""},
      {"{" WEAK ",\"rules\":\"douzero\",\"calls\":[\"call\"]}", "/code", "\"conflicting_fields\""},
      {"{" STRONG ",\"rules\":\"laizi\",\"calls\":[\"call\",\"rob\"]}", "/phase", "\"rob\""},
      {"{" STRONG ",\"rules\":\"laizi\",\"calls\":[\"call\",\"pass\",\"pass\"]}", "/field",
       "\"/rules/wild\""},
      /* the words of doubling alone are those of the phase */
      {HUANLE("\"none\",\"double\"") ",\"phase\":\"double\",\"role\":\"landlord_up\"}", "/phase",
       "\"double\""},
      {YUNCHENG("\"pass\",\"kick\"") ",\"phase\":\"kick\",\"role\":\"landlord\"}", "/phase", "\"kick\""},
      /* seats call before the wild rank is shown, and double after */
      {"{" STRONG ",\"rules\":\"laizi\"}", "/advice", "\"yes\""},
      {"{" WEAK ",\"rules\":{\"preset\":\"laizi\"},\"phase\":\"rob\"}", "/phase", "\"rob\""},
      {"{" STRONG ",\"rules\":\"laizi\",\"phase\":\"double\"}", "/field", "\"/rules/wild\""},
      {"{\"hand\":\"3334445556667778889TJ\",\"rules\":\"yuncheng\",\"role\":\"landlord\",\"kitty\":\"89TJ\","
       "\"phase\":\"kick\"}",
       "/phase", "\"kick\""},
  };
  CHECK("/bid-advice", lines);
}

TEST(with_a_limit_calls_are_played_out) {
#define LIMIT ",\"limit\":{\"nodes\":500}}"
#define ALL20 "\"hand\":\"33344455566677889TJK\""
  static const struct line lines[] = {
      {"{" STRONG LIMIT, "/source", "\"search\""},
      {"{" STRONG LIMIT, "/engine", "\"search\""},
      {"{" STRONG LIMIT, "/advice", "3"},
      {"{" STRONG LIMIT, "/reason/code", "\"played_out\""},
      {"{" STRONG ",\"calls\":[1]" LIMIT, "/expected_points/1", "null"},
      {"{" STRONG ",\"calls\":[1]" LIMIT, "/points_interval/1", "null"},
      {"{" STRONG "}", "/points_interval", "absent"},
      {"{" STRONG "}", "/nodes", "absent"},
      {"{" WEAK ",\"seat\":2" LIMIT, "/source", "\"search\""},
      {"{" WEAK ",\"rules\":\"laizi\"" LIMIT, "/source", "\"search\""},
      {"{" WEAK ",\"rules\":\"huanle\",\"phase\":\"double\",\"role\":\"landlord_up\",\"kitty\":\"2BR\"" LIMIT,
       "/source", "\"search\""},
      {"{" WEAK ",\"rules\":\"huanle\",\"phase\":\"double\",\"role\":\"landlord\"" LIMIT, "/source",
       "\"search\""},
      {"{" ALL20 ",\"rules\":\"huanle\",\"phase\":\"double\",\"role\":\"landlord\"" LIMIT, "/source",
       "\"search\""},
      {"{" WEAK ",\"rules\":\"yuncheng\",\"phase\":\"kick\",\"role\":\"landlord_up\",\"multiplier\":4,"
       "\"cap\":4" LIMIT,
       "/source", "\"search\""},
      {"{\"table\":{\"seed\":7,\"rules\":\"yuncheng\"}" LIMIT, "/source", "\"search\""},
      /* who called is not told, or nobody is asked: the quick advice stands */
      {"{" STRONG ",\"rules\":\"huanle\",\"phase\":\"rob\"" LIMIT, "/source", "\"formula\""},
      {"{" STRONG ",\"rules\":\"douzero\",\"phase\":\"call\"" LIMIT, "/source", "\"formula\""},
      {"{" STRONG ",\"limit\":5}", "/field", "\"/limit\""},
      {"{" STRONG ",\"limit\":{\"nodes\":0}}", "/field", "\"/limit/nodes\""},
      {"{" STRONG ",\"seed\":-1}", "/field", "\"/seed\""},
  };
  static const struct line robots[] = {
      {"{\"seed\":7,\"robot\":{\"level\":10}}", "/robot/engine", "\"search\""},
      {"{\"seed\":7,\"robot\":{\"level\":3" LIMIT "}", "/robot/engine", "\"search\""},
      {"{\"seed\":7,\"robot\":{\"level\":9}}", "/robot/engine", "\"formula\""},
      {"{\"seed\":7,\"robot\":{\"level\":9}}", "/robot/points_interval", "absent"},
      {"{\"seed\":7,\"robot\":true}", "/robot/engine", "\"formula\""},
  };
  CHECK("/bid-advice", lines);
  CHECK("/table", robots);
}

TEST(the_table_is_a_referee) {
#define SHORT "\"hands\":{\"landlord\":\"345\",\"landlord_down\":\"67\",\"landlord_up\":\"89\"}"
#define LAIZI "\"rules\":\"laizi\",\"seed\":3"
  static const struct line lines[] = {
      {"{}", "/phase", "\"call\""},
      {"{}", "/deals", "1"},
      {"{}", "/legal_calls", "[\"pass\",\"1\",\"2\",\"3\"]"},
      {"{}", "/time_out", "{\"call\":\"pass\"}"},
      {"{\"seed\":0,\"actions\":[{\"call\":2}]}", "/legal_calls", "[\"pass\",\"3\"]"},
      {"{\"seed\":0,\"actions\":[{\"call\":0},{\"call\":\"pass\"},{\"call\":0}]}", "/phase", "\"redeal\""},
      {"{\"seed\":0,\"actions\":[{\"call\":0},{\"call\":0},{\"call\":0}]}", "/time_out", "null"},
      {"{\"seed\":0,\"actions\":[{\"call\":0},{\"call\":0},{\"call\":0},{\"deal\":true}]}", "/deals", "2"},
      {"{\"seed\":0,\"actions\":[{\"call\":3}]}", "/role", "\"landlord\""},
      {"{\"seed\":0,\"actions\":[{\"call\":3}]}", "/multiplier", "3"},
      {"{\"seed\":0,\"actions\":[{\"call\":3}],\"notation\":\"cronly\"}", "/seats/0/left", "17"},
      {"{\"seed\":0,\"rules\":\"yuncheng\",\"actions\":[{\"call\":1}]}", "/legal_calls",
       "[\"pass\",\"kick\"]"},
      {"{\"rules\":\"douzero\"}", "/phase", "\"play\""},
      {"{" LAIZI "}", "/wild", "[]"},
      {"{" SHORT "}", "/legal_plays", "3"},
      {"{" SHORT "}", "/can_pass", "false"},
      {"{" SHORT "}", "/legal_calls", "[]"},
      {"{" SHORT ",\"actions\":[{\"cards\":\"5\"}]}", "/can_pass", "true"},
      {"{" SHORT ",\"actions\":[{\"cards\":\"5\"}]}", "/time_out", "{\"cards\":\"\"}"},
      {"{" SHORT ",\"actions\":[{\"cards\":\"5\"}]}", "/last/pattern/id", "\"solo-5-1\""},
      {"{" SHORT ",\"actions\":[{\"cards\":\"5\"},{\"role\":\"landlord_down\",\"cards\":\"7\"}]}", "/role",
       "\"landlord_up\""},
      {"{" SHORT ",\"actions\":[{\"cards\":\"5\"}]}", "/score", "null"},
      {"{" SHORT
       ",\"base\":5,\"actions\":[{\"cards\":\"5\"},{\"cards\":\"6\"},{\"cards\":\"\"},{\"cards\":\"\"},"
       "{\"cards\":\"7\"}]}",
       "/score", "[-10,5,5]"},
      {"{" SHORT ",\"actions\":[{\"cards\":\"5\"},{\"cards\":\"6\"},{\"cards\":\"\"},{\"cards\":\"\"},{"
       "\"cards\":\"7\"}]}",
       "/winner", "1"},
  };
  CHECK("/table", lines);
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
