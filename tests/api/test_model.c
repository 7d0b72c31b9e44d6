/* The api with a trained net: opened from bytes, told by /version, played by the engine `net`. */
#include "core/bid/question.h"
#include "tests/support/api.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

static struct toy_net toy, bids, belief, wild;
static struct ddz_api_model *model;

static int open_model(void **state) {
  toy = toy_net_player(7);
  assert_null(ddz_api_model_add(&model, DDZ_MODEL_PLAY, toy.image, toy.size));
  ddz_api_use_model(api_here(), model);
  return 0;
}

static int close_model(void **state) {
  ddz_api_use_model(api_here(), NULL);
  ddz_api_model_close(model);
  ddz_api_model_close(NULL);
  toy_net_free(&toy);
  if (bids.image != NULL) toy_net_free(&bids);
  if (belief.image != NULL) toy_net_free(&belief);
  if (wild.image != NULL) toy_net_free(&wild);
  return 0;
}

static void assert_at(const struct reply *reply, const char *pointer, const char *expected) {
  const char *there = reply_at(reply, pointer);
  if (strcmp(there, expected) != 0) fail_msg("%s is %s, not %s", pointer, there, expected);
}

static void assert_number(const struct reply *reply, const char *pointer, double least, double most) {
  char *end;
  const double value = strtod(reply_at(reply, pointer), &end);
  if (*end != '\0' || !(value >= least && value <= most))
    fail_msg("%s is %s", pointer, reply_at(reply, pointer));
}

/* Nets for calling come and go with the model they belong to. */
TEST(nets_for_calling_advise_where_they_were_taught) {
  static const struct {
    const char *body, *source;
  } lines[] = {
      {"{\"hand\":\"34567789TJQKA22BR\"}", "\"model\""},
      {"{\"hand\":\"34567789TJQKA22BR\",\"calls\":[0,2]}", "\"model\""},
      {"{\"hand\":\"34567789TJQKA22BR\",\"rules\":\"huanle\",\"phase\":\"rob\",\"calls\":[\"call\",\"pass\"]"
       "}",
       "\"model\""},
      {"{\"hand\":\"34567789TJQKA22BR\",\"rules\":\"huanle\",\"phase\":\"double\",\"role\":\"landlord_up\","
       "\"kitty\":\"334\",\"calls\":[\"super\",\"none\"],\"multiplier\":4}",
       "\"model\""},
      {"{\"hand\":\"34567789TJQKA22BR\",\"rules\":\"yuncheng\",\"phase\":\"kick\",\"role\":\"landlord_"
       "down\"}",
       "\"model\""},
      {"{\"hand\":\"34567789TJQKA22BR\",\"rules\":\"laizi\",\"phase\":\"call\"}", "\"model\""},
      {"{\"hand\":\"34567789TJQKA22BR\",\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\"]},\"phase\":"
       "\"call\"}",
       "\"formula\""}, /* learned where wild ranks are shown to the landlord first */
      {"{\"hand\":\"34567789TJQKA22BR\",\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\"]},\"phase\":"
       "\"double\",\"role\":\"landlord_up\"}",
       "\"model\""},
  };
  const struct ddz_net_shape shape = {DDZ_BID_INPUTS, 64, {16, 16}, ddz_bid_signature()};
  bids = toy_net_new(&shape, 5, 35);
  assert_non_null(ddz_api_model_add(&model, DDZ_MODEL_BIDS, toy.image, toy.size)); /* a net that plays */
  struct reply reply = api_post("/bid-advice", lines[0].body);
  assert_at(&reply, "/source", "\"formula\"");
  assert_null(ddz_api_model_add(&model, DDZ_MODEL_BIDS, bids.image, bids.size));
  ddz_api_use_model(api_here(), model);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    reply = api_post("/bid-advice", lines[i].body);
    assert_int_equal(reply.status, 200);
    assert_at(&reply, "/source", lines[i].source);
    assert_number(&reply, "/landlord_probability", 0.0001, 0.9999);
    assert_number(&reply, "/farmer_probability", 0.0001, 0.9999);
  }
  reply = api_get("/version");
  assert_at(&reply, "/bids/name", "\"toy-1\"");
  ddz_api_use_model(api_here(), NULL);
  reply = api_post("/bid-advice", lines[0].body);
  assert_at(&reply, "/source", "\"formula\"");
  ddz_api_use_model(api_here(), model);
}

/* A table of a game of robots, after `cut` of its plays. */
static json_t *table_of(int seed, size_t cut) {
  char body[200];
  snprintf(body, sizeof body, "{\"seed\":%d,\"robots\":{\"0\":true,\"1\":true,\"2\":true}}", seed);
  struct reply reply = api_post("/table", body);
  json_t *actions = json_array();
  const json_t *action;
  size_t i, plays = 0;
  json_array_foreach(json_object_get(reply.json, "appended"), i, action) {
    if (json_object_get(action, "cards") != NULL && plays++ == cut) break;
    json_array_append(actions, (json_t *)action);
  }
  return json_pack("{s:i,s:o}", "seed", seed, "actions", actions);
}

static struct reply ask_about(json_t *table, const char *path, const char *key, const char *value) {
  json_t *body = json_pack("{s:O,s:s}", "table", table, key, value);
  return api_post_json(path, body);
}

/* The robot's play comes first, or the pass does; the others are those of the other order. */
static void assert_robots_order(json_t *table) {
  struct reply move = ask_about(table, "/robot-move", "engine", "net");
  struct reply robot = ask_about(table, "/prompt", "order", "robot");
  struct reply rest = ask_about(table, "/prompt", "order", "rest");
  const json_t *pass_at = json_object_get(robot.json, "pass_at");
  assert_int_equal(robot.status, 200);
  assert_true(json_equal(json_object_get(robot.json, "count"), json_object_get(rest.json, "count")));
  assert_true(json_equal(json_object_get(robot.json, "engine"), json_object_get(move.json, "engine")));
  assert_true(json_is_true(json_object_get(robot.json, "can_pass")) == (pass_at != NULL));
  if (strcmp(reply_at(&move, "/action"), "\"pass\"") == 0) {
    assert_int_equal(json_integer_value(pass_at), 0);
  } else {
    assert_true(pass_at == NULL || json_integer_value(pass_at) > 0);
    assert_true(
        json_equal(json_object_get(json_array_get(json_object_get(robot.json, "prompts"), 0), "cards"),
                   json_object_get(move.json, "cards")));
  }
}

TEST(prompts_in_the_robots_order_begin_with_its_play) {
  for (int with_net = 0; with_net < 2; with_net++) {
    ddz_api_use_model(api_here(), with_net ? model : NULL);
    for (int seed = 1; seed <= 30; seed++) {
      json_t *table = table_of(seed, (size_t)seed % 12);
      assert_robots_order(table);
      json_decref(table);
    }
  }
}

/* The one for wildcards plays in the place of the other, there and nowhere else. */
TEST(a_net_for_wildcards_beside_the_net_plays_there) {
  static const struct {
    const char *rules, *flower;
    bool other;
  } lines[] = {{"\"yuncheng\"", "F", true},
               {"{\"preset\":\"laizi\",\"wild\":[\"7\"]}", "", true},
               {"\"douzero\"", "", false}};
  enum { LINES = sizeof lines / sizeof *lines };
  char said[LINES][64];
  wild = toy_net_player(9);
  struct reply reply = api_get("/version");
  assert_at(&reply, "/wild", "null");
  for (int given = 0; given < 2; given++) {
    for (int i = 0; i < LINES; i++) {
      char ask[300];
      snprintf(ask, sizeof ask,
               "{\"hand\":\"34567799TTJQKKAA22BR%s\",\"role\":\"landlord\",\"engine\":\"net\",\"rules\":%s,"
               "\"history\":[]}",
               lines[i].flower, lines[i].rules);
      reply = api_post("/robot-move", ask);
      assert_int_equal(reply.status, 200);
      const char *chance = reply_at(&reply, "/win_probability");
      if (given == 0)
        snprintf(said[i], sizeof said[i], "%s", chance);
      else
        assert_int_equal(strcmp(said[i], chance) != 0, lines[i].other);
    }
    if (given == 1) break;
    assert_non_null(ddz_api_model_add(&model, DDZ_MODEL_WILD, bids.image, bids.size)); /* one that calls */
    assert_null(ddz_api_model_add(&model, DDZ_MODEL_WILD, wild.image, wild.size));
    ddz_api_use_model(api_here(), model);
    reply = api_get("/version");
    assert_at(&reply, "/wild/name", "\"toy-1\"");
  }
}

/* Those that tell how cards lie come and go likewise; then the search asks them. */
TEST(beliefs_beside_the_net_change_what_the_search_sees) {
  static const char ask[] = "{\"hand\":\"34567799TTJQKKAA22BR\",\"role\":\"landlord\","
                            "\"engine\":\"search\",\"limit\":{\"nodes\":20000},\"history\":[]}";
  char without[64], with[64];
  belief = toy_net_belief(1);
  assert_non_null(ddz_api_model_add(&model, DDZ_MODEL_BELIEF, toy.image, toy.size)); /* a net that plays */
  struct reply reply = api_get("/version");
  assert_at(&reply, "/belief", "null");
  reply = api_post("/robot-move", ask);
  assert_int_equal(reply.status, 200);
  snprintf(without, sizeof without, "%s", reply_at(&reply, "/win_probability"));
  assert_null(ddz_api_model_add(&model, DDZ_MODEL_BELIEF, belief.image, belief.size));
  ddz_api_use_model(api_here(), model);
  reply = api_get("/version");
  assert_at(&reply, "/belief/name", "\"toy-1\"");
  reply = api_post("/robot-move", ask);
  assert_int_equal(reply.status, 200);
  snprintf(with, sizeof with, "%s", reply_at(&reply, "/win_probability"));
  assert_string_not_equal(with, without);
  ddz_api_use_model(api_here(), NULL);
  reply = api_get("/version");
  assert_at(&reply, "/belief", "null");
  ddz_api_use_model(api_here(), model);
}

TEST(version_tells_the_model) {
  struct reply reply = api_get("/version");
  assert_at(&reply, "/model/name", "\"toy-1\"");
  assert_at(&reply, "/model/record", "\"random weights\\nfor tests\"");
  const char *checksum = reply_at(&reply, "/model/checksum"); /* with its quotes */
  assert_int_equal(strlen(checksum), 18);
  assert_int_equal(strtoull(checksum + 1, NULL, 16), ddz_api_model_checksum(model));
}

TEST(the_net_moves_and_says_what_it_expects) {
  struct reply reply =
      api_post("/robot-move", "{\"hand\":\"34567799TTJQKKAA22BR\",\"role\":\"landlord\",\"top\":3,"
                              "\"engine\":\"net\",\"multiplier\":4}");
  assert_int_equal(reply.status, 200);
  assert_int_equal(reply.cost, DDZ_COST_BOUNDED);
  assert_at(&reply, "/engine", "\"net\"");
  assert_at(&reply, "/reason/code", "\"net_best\"");
  assert_number(&reply, "/win_probability", 1e-6, 1 - 1e-6);
  assert_number(&reply, "/expected_points", -1e4, 1e4);
  for (int i = 0; i < 3; i++) {
    char pointer[64];
    snprintf(pointer, sizeof pointer, "/candidates/%d/win_probability", i);
    assert_number(&reply, pointer, 1e-6, 1 - 1e-6);
    snprintf(pointer, sizeof pointer, "/candidates/%d/visits", i);
    assert_at(&reply, pointer, "0");
  }
  assert_at(&reply, "/nodes", "absent");
}

TEST(reasons_are_also_in_chinese) {
  struct reply reply = api_post("/robot-move", "{\"hand\":\"34567799TTJQKKAA22BR\",\"role\":\"landlord\","
                                               "\"engine\":\"net\",\"lang\":\"zh\"}");
  assert_at(&reply, "/reason/text", "\"神经网络认为这样出最好。\"");
}

TEST(rules_answer_for_it_where_it_was_not_trained) {
  struct reply reply = api_post(
      "/robot-move", "{\"hand\":\"34567799TTJQKKAA22BR\",\"role\":\"landlord\","
                     "\"engine\":\"net\",\"rules\":{\"preset\":\"standard\",\"forbid\":[\"trio_pair\"]}}");
  assert_int_equal(reply.status, 200);
  assert_at(&reply, "/engine", "\"rules\"");
}

TEST(rules_answer_for_it_without_a_model) {
  static const char question[] =
      "{\"hand\":\"34567799TTJQKKAA22BR\",\"role\":\"landlord\",\"engine\":\"net\"}";
  ddz_api_use_model(api_here(), NULL);
  struct reply reply = api_post("/robot-move", question), version = api_get("/version");
  ddz_api_use_model(api_here(), model);
  assert_at(&reply, "/engine", "\"rules\"");
  assert_at(&version, "/model", "null");
}

#define GAME                                                                                                 \
  "\"rules\":\"douzero\",\"seed\":1,\"actions\":[{\"seat\":1,\"cards\":\"3\"},{\"seat\":2,\"cards\":\"2\"}," \
  "{\"seat\":0,\"cards\":\"\"},{\"seat\":1,\"cards\":\"\"},{\"seat\":2,\"cards\":\"T\"}]"

/* Each decision with a choice has chances, whatever was played. How sure they are the net does not say, so
 * only its own plays have a word. */
TEST(review_judges_by_the_net) {
  struct reply reply = api_post("/review", "{\"engine\":\"net\"," GAME "}");
  if (reply.status != 200) fail_msg("%s", reply.text);
  assert_at(&reply, "/engine", "\"net\"");
  for (int i = 0; i < 4; i++) {
    char pointer[64];
    snprintf(pointer, sizeof pointer, "/decisions/%d/win_probability", i);
    assert_number(&reply, pointer, 0, 1);
    snprintf(pointer, sizeof pointer, "/decisions/%d/loss", i);
    assert_number(&reply, pointer, 0, 1);
    const bool same = strcmp(reply_at(&reply, pointer), "0") == 0;
    snprintf(pointer, sizeof pointer, "/decisions/%d/%s", i, same ? "verdict" : "unjudged");
    assert_at(&reply, pointer, same ? "\"best\"" : "\"no_errors\"");
  }
}

/* A seat that can only pass: the net says how the game stands, with any effort, and nothing beats. */
TEST(a_forced_pass_has_a_value) {
#define FORCED                                                                                               \
  "\"hand\":\"33445566778899TTJ\",\"role\":\"landlord_down\",\"history\":[{\"role\":\"landlord\",\"cards\":" \
  "\"22\"}]"
  static const char *const efforts[] = {"full", "decide"};
  for (int i = 0; i < 2; i++) {
    char body[300];
    snprintf(body, sizeof body,
             "{" FORCED ",\"limit\":{\"nodes\":2000},\"include\":[\"\"],\"effort\":\"%s\"}", efforts[i]);
    struct reply reply = api_post("/robot-move", body);
    assert_at(&reply, "/reason/code", "\"nothing_beats\"");
    assert_number(&reply, "/win_probability", .001, .999);
  }
  struct reply review =
      api_post("/review", "{\"effort\":\"decide\",\"limit\":{\"nodes\":3000},\"rules\":\"douzero\","
                          "\"hands\":{\"landlord\":\"2233445566778899TTJJ\",\"landlord_down\":"
                          "\"33445566778899TTJ\",\"landlord_up\":\"JQQQQKKKKAAAA22BR\"},"
                          "\"actions\":[{\"cards\":\"22\"},{\"cards\":\"\"}]}");
  assert_at(&review, "/decisions/1/forced", "true");
  assert_number(&review, "/decisions/1/win_probability", .001, .999);
}

/* What is included is told, whatever `top` is, and only once. */
TEST(what_is_included_is_told) {
  static const char *const settings[] = {"\"engine\":\"net\"", "\"engine\":\"rules\"",
                                         "\"effort\":\"full\",\"limit\":{\"nodes\":9000}",
                                         "\"limit\":{\"nodes\":3000}"};
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    for (int top = 0; top < 3; top++) {
      char body[300];
      snprintf(body, sizeof body,
               "{\"hand\":\"34567799TTJQKKAA22BR\",\"role\":\"landlord\",\"include\":[\"2\",\"99\"],\"top\":%"
               "d,%s}",
               top, settings[i]);
      struct reply reply = api_post("/robot-move", body);
      const size_t n = json_array_size(json_object_get(reply.json, "candidates"));
      assert_in_range(n, top > 2 ? (size_t)top : 2, (size_t)top + 2);
      assert_non_null(strstr(reply_at(&reply, "/candidates"), "{\"cards\":\"2\","));
      assert_non_null(strstr(reply_at(&reply, "/candidates"), "{\"cards\":\"99\","));
    }
}

TEST(a_damaged_model_is_refused_with_a_sentence) {
  struct ddz_api_model *damaged = NULL;
  char *bytes = toy.image;
  bytes[toy.size / 2] ^= 1;
  assert_string_equal(ddz_api_model_add(&damaged, DDZ_MODEL_PLAY, toy.image, toy.size),
                      "its checksum does not match: the file is damaged");
  bytes[toy.size / 2] ^= 1;
  assert_string_equal(ddz_api_model_add(&damaged, DDZ_MODEL_PLAY, toy.image, 10),
                      "shorter than the header of a net: the file is damaged or no net");
  assert_null(damaged);
}

int main(void) { return test_run(open_model, close_model); }
