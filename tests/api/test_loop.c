/* One loop plays a game: tables in questions, robots at a table, views, and what came out goes in. */
#include "core/base/rng.h"
#include "tests/support/api.h"
#include "tests/support/seed.h"
#include "tests/support/test.h"

static const char *const presets[] = {"standard", "douzero", "huanle",  "botzone",
                                      "yuncheng", "laizi",   "buxipai", "tiandi"};
enum { PRESETS = 8, SEEDS = 12, TURNS_MAX = 400 };

/* POST a body built from `format`; the reference of `actions` is kept by the caller. */
static json_t *table_of(const char *rules, int seed, json_t *actions) {
  return json_pack("{s:s, s:i, s:O}", "rules", rules, "seed", seed, "actions", actions);
}

static void take_robot(const struct reply *reply, json_t *actions) {
  json_t *action = json_object_get(json_object_get(reply->json, "robot"), "action");
  if (!json_is_object(action)) fail_msg("no action: %s", reply->text);
  json_array_append(actions, action);
}

static bool is_over(const struct reply *reply) { return strcmp(reply_at(reply, "/phase"), "\"over\"") == 0; }

/* The game that `robot` plays action by action; its score as text. */
static void play_by_robot(const char *rules, int seed, json_t *actions, char *score) {
  for (int turn = 0; turn < TURNS_MAX; turn++) {
    json_t *body = table_of(rules, seed, actions);
    json_object_set_new(body, "robot", json_pack("{s:s}", "engine", "rules"));
    struct reply reply = api_post_json("/table", body);
    assert_int_equal(reply.status, 200);
    strcpy(score, reply_at(&reply, "/score"));
    bool over = is_over(&reply);
    if (!over) take_robot(&reply, actions);
    if (over) return;
  }
  fail_msg("%s %d does not end", rules, seed);
}

static json_t *three_robots(void) {
  return json_pack("{s:{s:s}, s:{s:s}, s:{s:s}}", "0", "engine", "rules", "1", "engine", "rules", "2",
                   "engine", "rules");
}

TEST(robots_play_the_game_that_robot_plays_action_by_action) {
  for (int p = 0; p < PRESETS; p++)
    for (int seed = 0; seed < SEEDS; seed++) {
      json_t *actions = json_array();
      char score[80];
      play_by_robot(presets[p], seed, actions, score);
      json_t *body =
          json_pack("{s:s, s:i, s:o}", "rules", presets[p], "seed", seed, "robots", three_robots());
      struct reply reply = api_post_json("/table", body);
      assert_int_equal(reply.status, 200);
      assert_string_equal(reply_at(&reply, "/score"), score);
      assert_int_equal(json_array_size(json_object_get(reply.json, "appended")), json_array_size(actions));
      /* what was appended is a list of actions; the referee counts the same */
      struct reply again =
          api_post_json("/table", table_of(presets[p], seed, json_object_get(reply.json, "appended")));
      assert_string_equal(reply_at(&again, "/score"), score);
      json_decref(actions);
    }
}

/* The words of /bid-advice and the play of /robot-move, appended as they are answered, end the game. */
TEST(answers_of_the_routes_are_actions) {
  for (int p = 0; p < PRESETS; p++) {
    json_t *actions = json_array();
    bool over = false;
    for (int turn = 0; !over && turn < TURNS_MAX; turn++) {
      struct reply at = api_post_json("/table", table_of(presets[p], 3, actions));
      assert_int_equal(at.status, 200);
      const char *phase = json_string_value(json_object_get(at.json, "phase"));
      over = is_over(&at);
      if (strcmp(phase, "redeal") == 0) {
        json_array_append_new(actions, json_pack("{s:b}", "deal", 1));
      } else if (!over) {
        const char *path = strcmp(phase, "play") == 0 ? "/robot-move" : "/bid-advice";
        struct reply advice =
            api_post_json(path, json_pack("{s:o}", "table", table_of(presets[p], 3, actions)));
        if (advice.status != 200) fail_msg("%s %s: %s", presets[p], path, advice.text);
        json_array_append(actions, advice.json);
      }
    }
    assert_true(over);
    json_decref(actions);
  }
}

struct line {
  const char *path, *body, *pointer, *value;
};

static void check(const struct line *lines, size_t n) {
  for (size_t i = 0; i < n; i++)
    assert_true(api_says(lines[i].path, lines[i].body, lines[i].pointer, lines[i].value));
}
#define CHECK(lines) check(lines, sizeof(lines) / sizeof *(lines))

#define SMALL "\"hands\":{\"landlord\":\"3345\",\"landlord_down\":\"67\",\"landlord_up\":\"89\"}"
#define LED SMALL ",\"actions\":[{\"cards\":\"3\"}]"

TEST(a_question_about_a_table_is_about_the_seat_to_act) {
  static const struct line lines[] = {
      {"/prompt", "{\"table\":{" LED "}}", "/count", "2"},
      {"/prompt", "{\"table\":{" LED "}}", "/can_pass", "true"},
      {"/prompt", "{\"table\":{" SMALL "}}", "/can_pass", "false"},
      {"/classify", "{\"cards\":\"6\",\"table\":{" LED "}}", "/code", "0"},
      {"/classify", "{\"cards\":\"8\",\"table\":{" LED "}}", "/code", "107"},
      {"/classify", "{\"cards\":\"67\",\"table\":{" LED "}}", "/code", "103"},
      {"/classify", "{\"cards\":\"\",\"table\":{" LED "}}", "/code", "102"},
      {"/analyze", "{\"table\":{" LED "}}", "/plays", "2"},
      {"/analyze", "{\"table\":{\"seed\":7}}", "/plays", "10"},
      {"/robot-move", "{\"table\":{" LED "},\"engine\":\"rules\"}", "/action", "\"play\""},
      {"/robot-move", "{\"table\":{" LED "}}", "/level", "null"},
      {"/robot-move", "{\"table\":{" LED "},\"level\":8}", "/level", "8"},
      {"/bid-advice", "{\"table\":{\"seed\":7}}", "/phase", "\"score\""},
      {"/bid-advice", "{\"table\":{\"seed\":7,\"rules\":\"yuncheng\",\"actions\":[{\"call\":\"yes\"}]}}",
       "/phase", "\"kick\""},
      /* another phase, an ended game, both ways at once */
      {"/bid-advice", "{\"table\":{" LED "}}", "/code", "\"wrong_phase\""},
      {"/robot-move", "{\"table\":{\"seed\":7}}", "/code", "\"wrong_phase\""},
      {"/prompt", "{\"table\":{\"seed\":7}}", "/field", "\"/table\""},
      {"/analyze", "{\"table\":{\"seed\":0,\"actions\":[{\"call\":0},{\"call\":0},{\"call\":0}]}}", "/code",
       "\"wrong_phase\""},
      {"/prompt",
       "{\"table\":{\"hands\":{\"landlord\":\"3\",\"landlord_down\":\"6\",\"landlord_up\":\"8\"},\"actions\":"
       "[{\"cards\":"
       "\"3\"}]}}",
       "/code", "\"game_over\""},
      {"/prompt", "{\"hand\":\"34\",\"table\":{" LED "}}", "/field", "\"/hand\""},
      {"/robot-move", "{\"history\":[],\"table\":{" LED "}}", "/code", "\"conflicting_fields\""},
      {"/bid-advice", "{\"rules\":\"huanle\",\"table\":{\"seed\":7}}", "/field", "\"/rules\""},
      {"/prompt", "{\"table\":{\"seed\":7,\"robots\":{}}}", "/field", "\"/table/robots\""},
      {"/prompt", "{\"table\":{" SMALL ",\"actions\":[{\"cards\":\"99\"}]}}", "/field",
       "\"/table/actions/0/cards\""},
  };
  CHECK(lines);
}

TEST(a_view_leaves_out_what_the_seat_may_not_know) {
#define VIEW0 "{\"view\":0," LED ",\"robot\":{\"engine\":\"rules\"}}"
#define CALLED "{\"view\":0,\"seed\":7,\"robots\":{\"1\":{\"engine\":\"rules\"},\"2\":{\"engine\":\"rules\"}}"
  static const struct line lines[] = {
      {"/table", VIEW0, "/seats/0/hand", "\"345\""},
      {"/table", VIEW0, "/seats/1/hand", "absent"},
      {"/table", VIEW0, "/seats/2/hand", "absent"},
      {"/table", VIEW0, "/seats/1/left", "2"},
      {"/table", VIEW0, "/legal_plays", "null"},
      {"/table", VIEW0, "/time_out", "null"},
      {"/table", "{\"view\":0,\"plays\":5," LED "}", "/plays", "null"},
      {"/table", "{\"view\":1,\"plays\":1," LED "}", "/plays/0/cards", "\"6\""},
      {"/table", "{\"view\":1,\"plays\":1," LED "}", "/plays/1", "absent"},
      {"/table", VIEW0, "/robot", "null"},
      {"/table", "{\"view\":1," LED ",\"robot\":{\"engine\":\"rules\"}}", "/robot/action/seat", "1"},
      {"/table", "{\"view\":1," LED "}", "/legal_plays", "2"},
      {"/table", "{\"view\":0,\"seed\":7}", "/kitty", "null"},
      {"/table", CALLED "}", "/appended/0/seat", "1"},
      {"/table", CALLED "}", "/appended/0/reason", "absent"},
      {"/table", CALLED ",\"actions\":[]}", "/appended/0/landlord_probability", "absent"},
      {"/table", "{\"view\":3,\"seed\":7}", "/field", "\"/view\""},
  };
  CHECK(lines);
}

/* What /table lists is what /prompt answers about the same table. */
TEST(plays_are_those_of_prompt) {
  for (int p = 0; p < PRESETS; p++) {
    json_t *actions = json_array();
    char score[64];
    play_by_robot(presets[p], 5, actions, score);
    while (json_array_size(actions) > 0) {
      json_array_remove(actions, json_array_size(actions) - 1);
      json_t *body = table_of(presets[p], 5, actions);
      json_object_set_new(body, "plays", json_integer(1000));
      struct reply table = api_post_json("/table", body);
      struct reply prompt = api_post_json(
          "/prompt", json_pack("{s:o, s:i}", "table", table_of(presets[p], 5, actions), "limit", 1000));
      const json_t *plays = json_object_get(table.json, "plays"),
                   *prompts = json_object_get(prompt.json, "prompts");
      assert_int_equal(json_array_size(plays), json_array_size(prompts)); /* none where nothing is played */
      for (size_t i = 0; i < json_array_size(plays); i++) {
        const json_t *play = json_array_get(plays, i), *other = json_array_get(prompts, i);
        assert_true(json_equal(json_object_get(play, "cards"), json_object_get(other, "cards")));
        assert_true(json_equal(json_object_get(play, "pattern"), json_object_get(other, "pattern")));
      }
    }
    json_decref(actions);
  }
}

TEST(robots_are_settings_or_true) {
  static const struct line lines[] = {
      {"/table", "{" LED ",\"robots\":{\"1\":true}}", "/turn", "2"},
      {"/table", "{" LED ",\"robots\":{\"1\":true}}", "/appended/0/seat", "1"},
      {"/table", "{" LED ",\"robots\":{\"1\":false}}", "/appended", "absent"},
      {"/table", "{" LED ",\"robots\":{\"2\":true}}", "/appended", "[]"},
      {"/table", "{" LED ",\"robots\":{\"1\":{\"engine\":\"rules\",\"top\":2}}}", "/appended/0/candidates",
       "[]"},
      {"/table", "{" LED ",\"robots\":{\"1\":{\"engine\":\"rules\",\"top\":1,\"explain\":true}}}",
       "/appended/0/candidates/0/cards", "\"6\""},
      {"/table", "{" LED ",\"robot\":{\"level\":11}}", "/field", "\"/robot/level\""},
      {"/table", "{" LED ",\"robots\":{\"3\":true}}", "/field", "\"/robots/3\""},
      {"/table", "{" LED ",\"robots\":{\"0\":{\"engine\":\"best\"}}}", "/field", "\"/robots/0/engine\""},
      {"/table", "{" LED ",\"robot\":7}", "/field", "\"/robot\""},
      {"/table", "{\"seed\":0,\"actions\":[{\"call\":0},{\"call\":0},{\"call\":0}],\"robot\":true}",
       "/robot/action", "{\"deal\":true}"},
      {"/table", "{\"seed\":7,\"robot\":true}", "/robot/reason/code", "\"too_weak\""},
  };
  CHECK(lines);
}

/* Objects of answers where a play, an action or a call is wanted; contradictions are refused. */
TEST(what_came_out_goes_in) {
#define PATTERN                                                                                              \
  "\"pattern\":{\"type\":\"solo\",\"name\":\"单张\",\"rank\":\"3\",\"length\":1,\"cards\":\"3\",\"id\":"   \
  "\"solo-3-1\"}"
  static const struct line lines[] = {
      {"/table",
       "{" SMALL ",\"actions\":[{\"seat\":0,\"role\":\"landlord\",\"cards\":\"3\"," PATTERN
       ",\"reason\":{\"code\":\"x\"}}]}",
       "/turn", "1"},
      {"/table",
       "{" SMALL
       ",\"actions\":[{\"action\":\"play\",\"cards\":\"3\",\"win_probability\":0.5,\"candidates\":[]}]}",
       "/turn", "1"},
      {"/table",
       "{" SMALL
       ",\"actions\":[{\"type\":\"solo\",\"rank\":\"3\",\"length\":1,\"cards\":\"3\",\"id\":\"solo-3-1\"}]}",
       "/turn", "1"},
      {"/table", "{" SMALL ",\"actions\":[{\"seat\":1,\"role\":\"landlord\",\"cards\":\"3\"}]}", "/code",
       "\"conflicting_fields\""},
      {"/table", "{" SMALL ",\"actions\":[{\"cards\":\"3\",\"nonsense\":1}]}", "/code", "\"unknown_field\""},
      {"/table", "{\"seed\":0,\"actions\":[{\"call\":\"yes\"}]}", "/code", "\"unknown_value\""},
      {"/table", "{\"seed\":0,\"rules\":\"huanle\",\"actions\":[{\"call\":\"yes\"}]}", "/phase", "\"rob\""},
      {"/table", "{\"seed\":0,\"actions\":[{\"call\":\"no\"}]}", "/legal_calls",
       "[\"pass\",\"1\",\"2\",\"3\"]"},
      {"/prompt",
       "{\"hand\":\"456\",\"last\":{\"seat\":0,\"role\":\"landlord\",\"cards\":\"3\"," PATTERN "}}", "/count",
       "3"},
      {"/prompt", "{\"hand\":\"456\",\"last\":{\"action\":\"pass\",\"cards\":\"3\"}}", "/field",
       "\"/last/action\""},
      {"/prompt", "{\"hand\":\"456\",\"last\":{\"cards\":\"3\",\"pattern\":{\"type\":\"pair\"}}}", "/field",
       "\"/last/pattern/type\""},
      {"/robot-move",
       "{\"hand\":\"456\",\"role\":\"landlord_down\",\"last\":{\"seat\":0,\"role\":\"landlord\",\"cards\":"
       "\"3\"," PATTERN "}}",
       "/action", "\"play\""},
      {"/bid-advice",
       "{\"hand\":\"34567789TJQKA22BR\",\"calls\":[{\"seat\":1,\"call\":\"1\",\"reason\":{}}]}", "/call",
       "\"3\""},
      {"/bid-advice",
       "{\"hand\":\"34567789TJQKA22BR\",\"rules\":\"huanle\",\"phase\":\"rob\",\"calls\":[\"call\"]}",
       "/call", "\"rob\""},
      {"/bid-advice",
       "{\"hand\":\"3344556677889TJQK\",\"rules\":\"huanle\",\"phase\":\"double\",\"role\":\"landlord_up\"}",
       "/call", "\"none\""},
  };
  CHECK(lines);
}

TEST(a_refused_action_tells_what_to_do) {
  static const struct {
    const char *body, *says;
  } lines[] = {
      {"{" SMALL ",\"actions\":[{\"cards\":\"39\"}]}", "the hand of seat 0, landlord lacks 9"},
      {"{" SMALL ",\"actions\":[{\"seat\":1,\"cards\":\"6\"}]}", "it is the turn of seat 0, landlord"},
      {"{" SMALL ",\"actions\":[{\"cards\":\"4\"},{\"cards\":\"6\"},{\"cards\":\"\"},{\"cards\":\"5\"}]}",
       "seat 1 put down 6, solo"},
      {"{" SMALL ",\"actions\":[{\"cards\":\"\"}]}", "seat 0 puts down `cards`"},
      {"{\"seed\":0,\"actions\":[{\"call\":2},{\"call\":1}]}", "open are pass, 3"},
      {"{\"seed\":0,\"actions\":[{\"call\":\"kick\"}]}", "open are pass, 1, 2, 3"},
      {"{\"seed\":0,\"actions\":[{\"cards\":\"3\"}]}", "open are pass, 1, 2, 3"},
      {"{\"seed\":0,\"actions\":[{\"call\":0},{\"call\":0},{\"call\":0},{\"call\":1}]}",
       "append {\"deal\":true}"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct reply reply = api_post("/table", lines[i].body);
    assert_int_equal(reply.status, 422);
    const char *detail = json_string_value(json_object_get(reply.json, "detail"));
    if (!strstr(detail, lines[i].says)) fail_msg("%s: %s", lines[i].body, detail);
  }
}

TEST(advice_refuses_what_a_table_refuses) {
#define HAND "{\"hand\":\"34567789TJQKA22BR\""
  static const struct line lines[] = {
      {"/bid-advice", HAND ",\"phase\":\"rob\"}", "/code", "\"wrong_phase\""},
      {"/bid-advice", HAND ",\"rules\":\"douzero\",\"phase\":\"double\"}", "/field", "\"/phase\""},
      {"/bid-advice", HAND ",\"rules\":\"huanle\",\"phase\":\"kick\"}", "/code", "\"wrong_phase\""},
      {"/bid-advice", HAND ",\"rules\":\"huanle\",\"phase\":\"call\",\"calls\":[1]}", "/code",
       "\"wrong_phase\""},
      {"/bid-advice", HAND ",\"rules\":\"huanle\",\"phase\":\"rob\",\"calls\":[0,0,0]}", "/code",
       "\"wrong_phase\""},
      {"/bid-advice", HAND ",\"rules\":\"yuncheng\",\"phase\":\"kick\",\"role\":\"landlord\",\"calls\":[1]}",
       "/code", "\"wrong_turn\""},
      {"/bid-advice",
       HAND ",\"rules\":\"yuncheng\",\"phase\":\"kick\",\"role\":\"landlord_up\",\"calls\":[1]}", "/call",
       "\"follow\""},
  };
  CHECK(lines);
}

TEST(unseen_tells_what_the_others_are_likely_to_hold) {
  static const char
      before[] = "{\"table\":{\"seed\":7},\"unseen\":true}",
      table[] = "{\"table\":{\"hands\":{\"landlord\":\"3A\",\"landlord_down\":\"77\","
                "\"landlord_up\":\"8\"}},\"unseen\":true,\"engine\":\"rules\"}",
      sure[] = "{\"hand\":\"3344556677889TJQK\",\"role\":\"landlord_down\",\"kitty\":\"22R\","
               "\"history\":[{\"role\":\"landlord\",\"cards\":\"T\"}],\"unseen\":true}",
      gone[] = "{\"hand\":\"KK\",\"role\":\"landlord_up\",\"last\":{\"role\":\"landlord\",\"cards\":\"QQ\"},"
               "\"played\":{\"landlord\":\"3333QQAA2222B\",\"landlord_down\":\"444\"},\"unseen\":true}";
  static const struct line lines[] = {
      {"/analyze", before, "/unseen/source", "\"uniform\""},
      {"/analyze", before, "/unseen/seats/0/left", "17"},
      {"/analyze", before, "/unseen/seats/1/role", "absent"},
      {"/analyze", before, "/unseen/seats/1/ranks/B/1", "0.459459"}, /* 17 of 37 */
      {"/analyze", sure, "/unseen/seats/1/role", "\"landlord\""},
      {"/analyze", sure, "/unseen/seats/1/left", "19"},
      {"/analyze", sure, "/unseen/seats/1/ranks/R", "[0,1,0,0,0]"},
      {"/robot-move", sure, "/unseen/seats/0/ranks/R", "[1,0,0,0,0]"},
      {"/robot-move", sure, "/unseen/assumed", "false"},
      {"/robot-move", table, "/unseen/seats/0/left", "2"},
      {"/robot-move", table, "/unseen/assumed", "true"}, /* the other cards may be with nobody */
      {"/robot-move", gone, "/unseen/seats/0/ranks/2", "[1,0,0,0,0]"}, /* all four were played */
      {"/robot-move", gone, "/unseen/seats/0/left", "7"},
      {"/robot-move", gone, "/unseen/seats/1/left", "14"},
      {"/analyze", "{\"hand\":\"345\",\"unseen\":true}", "/code", "\"missing_field\""},
      {"/analyze", "{\"hand\":\"345\",\"left\":{\"landlord\":3}}", "/code", "\"conflicting_fields\""},
  };
  check(lines, sizeof lines / sizeof *lines);
}

/* The same, with games played out or not. */
static json_t *with_limit(json_t *body, bool limited) {
  if (limited) json_object_set_new(body, "limit", json_pack("{s:i}", "nodes", 500));
  return body;
}

/* What a backend has at hand: a hand and every call of the game. */
static struct reply ask_by_calls(const struct reply *now, const char *rules, json_t *calls, bool limited) {
  const json_t *turn = json_object_get(now->json, "turn"), *role = json_object_get(now->json, "role");
  const json_t *seat = json_array_get(json_object_get(now->json, "seats"), (size_t)json_integer_value(turn));
  json_t *body =
      json_pack("{s:s, s:O, s:O}", "rules", rules, "hand", json_object_get(seat, "hand"), "calls", calls);
  if (json_is_string(role)) {
    json_object_set(body, "role", json_object_get(now->json, "role"));
    json_object_set(body, "kitty", json_object_get(now->json, "kitty"));
  }
  return api_post_json("/bid-advice", with_limit(body, limited));
}

/* Any legal call, in every phase of every way of calling. Returns the questions asked. */
static int call_at_random(const char *rules, int seed, struct ddz_rng *rng) {
  json_t *actions = json_array();
  int asked = 0;
  for (;; asked++) {
    struct reply now = api_post_json("/table", table_of(rules, seed, actions));
    const json_t *open = json_object_get(now.json, "legal_calls");
    const size_t n = json_array_size(open);
    if (n > 0) {
      const bool limited = seed % 3 == 0;
      json_t *table = json_pack("{s:o}", "table", table_of(rules, seed, actions));
      struct reply by_table = api_post_json("/bid-advice", with_limit(table, limited));
      struct reply by_calls = ask_by_calls(&now, rules, actions, limited);
      assert_int_equal(by_table.status, 200);
      assert_string_equal(by_calls.text, by_table.text);
      const json_t *call = json_array_get(open, ddz_rng_below(rng, (uint32_t)n));
      json_array_append_new(actions, json_pack("{s:s}", "call", json_string_value(call)));
    }
    if (n == 0) break;
  }
  json_decref(actions);
  return asked;
}

TEST(all_calls_of_a_game_ask_what_its_table_asks) {
  static const char *const calling[] = {"standard", "huanle", "yuncheng"};
  int asked = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (size_t p = 0; p < sizeof calling / sizeof *calling; p++)
    for (int seed = 0; seed < 60 / TEST_SLOWER; seed++) asked += call_at_random(calling[p], seed, &rng);
  assert_true(asked > 500 / TEST_SLOWER);
}

int main(void) { return test_run(NULL, NULL); }
