/* One loop plays a game: tables in questions, robots at a table, views, and what came out goes in. */
#include "core/base/rng.h"
#include "tests/support/api.h"
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
