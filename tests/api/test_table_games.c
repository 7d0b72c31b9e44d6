/* Whole games over POST /table: lists of actions as ddz-game --json writes them, and what happens when one
 * action of such a list is wrong. */
#include "core/base/rng.h"
#include "tests/support/api.h"
#include "tests/support/jsonl.h"
#include "tests/support/seed.h"
#include "tests/support/test.h"

static struct reply ask(json_t *game) { return api_post_json("/table", json_incref(game)); }

static json_int_t number_at(const struct reply *reply, const char *pointer) {
  return strtoll(reply_at(reply, pointer), NULL, 10);
}

static void is_over(json_t *game, size_t number, void *self) {
  struct reply reply = ask(game);
  assert_int_equal(reply.status, 200);
  assert_string_equal(reply_at(&reply, "/phase"), "\"over\"");
  json_int_t sum = 0;
  int empty = 0;
  for (int seat = 0; seat < 3; seat++) {
    char pointer[32];
    snprintf(pointer, sizeof pointer, "/score/%d", seat);
    sum += number_at(&reply, pointer);
    snprintf(pointer, sizeof pointer, "/seats/%d/left", seat);
    empty += number_at(&reply, pointer) == 0;
  }
  assert_int_equal(sum, 0);
  assert_int_equal(empty, 1);
}

TEST(games_of_the_robots_are_accepted_to_their_end) {
  assert_in_range(jsonl_each("table_games.jsonl", is_over, NULL), 20, 1000);
}

/* Every beginning of a game is a game that waits for something, and says for whom. */
static void waits(json_t *game, size_t number, void *self) {
  json_t *actions = json_object_get(game, "actions");
  if (number % 5 != 0) return;
  while (json_array_size(actions) > 0) {
    assert_int_equal(json_array_remove(actions, json_array_size(actions) - 1), 0);
    struct reply reply = ask(game);
    assert_int_equal(reply.status, 200);
    const char *phase = reply_at(&reply, "/phase");
    assert_string_not_equal(phase, "\"over\"");
    const bool redeal = strcmp(phase, "\"redeal\"") == 0;
    assert_int_equal(strcmp(reply_at(&reply, "/turn"), "null") == 0, redeal);
    assert_string_equal(reply_at(&reply, "/score"), "null");
  }
}

TEST(every_beginning_of_a_game_waits_for_somebody) { (void)jsonl_each("table_games.jsonl", waits, NULL); }

/* The list with action `at` replaced is refused with this code, and the field names the action. */
static void refused(const json_t *game, size_t at, json_t *mutant, const char *code) {
  json_t *copy = json_deep_copy(game), *actions = json_object_get(copy, "actions");
  char prefix[40];
  if (at < json_array_size(actions))
    assert_int_equal(json_array_set_new(actions, at, mutant), 0);
  else
    assert_int_equal(json_array_append_new(actions, mutant), 0);
  struct reply reply = ask(copy);
  snprintf(prefix, sizeof prefix, "\"/actions/%zu", at);
  assert_int_equal(reply.status, 422);
  assert_string_equal(reply_code(&reply), code);
  const char *field = reply_at(&reply, "/field");
  assert_memory_equal(field, prefix, strlen(prefix));
  assert_true(field[strlen(prefix)] == '/' || field[strlen(prefix)] == '"');
  json_decref(copy);
}

/* A call that these rules never know. */
static const char *foreign_call(const json_t *game) {
  const char *preset = json_string_value(json_object_get(json_object_get(game, "rules"), "preset"));
  return strcmp(preset, "standard") == 0 || strcmp(preset, "botzone") == 0 ? "call" : "1";
}

/* Doubling has no order of seats. */
static bool doubles(const json_t *action) {
  const char *call = json_string_value(json_object_get(action, "call"));
  return call && strstr("none double super", call) != NULL;
}

/* One action of each game, chosen at random, in several wrong ways. */
static void mutate(json_t *game, size_t number, void *self) {
  const json_t *actions = json_object_get(game, "actions");
  const size_t n = json_array_size(actions), at = ddz_rng_below(self, (uint32_t)n);
  const json_t *action = json_array_get(actions, at), *cards = json_object_get(action, "cards");
  const json_int_t seat = json_integer_value(json_object_get(action, "seat"));
  refused(game, n, json_pack("{s:i,s:s}", "seat", 0, "cards", ""), "game_over");
  if (json_object_get(action, "deal") != NULL) {
    refused(game, at, json_pack("{s:i,s:s}", "seat", 0, "call", "pass"), "wrong_phase");
    return;
  }
  if (!doubles(action)) {
    json_t *other = json_deep_copy(action);
    json_object_set_new(other, "seat", json_integer((seat + 1) % 3));
    refused(game, at, other, "wrong_turn");
  }
  refused(game, at, json_pack("{s:b}", "deal", 1), "wrong_phase");
  if (cards == NULL) {
    refused(game, at, json_pack("{s:I,s:s}", "seat", seat, "cards", "3"), "wrong_phase");
    refused(game, at, json_pack("{s:I,s:s}", "seat", seat, "call", foreign_call(game)), "illegal_call");
  } else {
    refused(game, at, json_pack("{s:I,s:s}", "seat", seat, "call", "pass"), "wrong_phase");
    refused(game, at, json_pack("{s:I,s:s}", "seat", seat, "cards", "3333444455556666"), "not_in_hand");
  }
}

TEST(one_wrong_action_is_refused_at_its_place) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int round = 0; round < 20; round++) (void)jsonl_each("table_games.jsonl", mutate, &rng);
}

int main(void) { return test_run(NULL, NULL); }
