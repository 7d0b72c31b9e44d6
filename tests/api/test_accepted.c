/* Requests, a line each in files of tests/data: each is answered with 200, or the `status` of its line, and
 * has what `expect` says at its JSON pointers (a value, or "absent"). The twin of test_malformed. */
#include "tests/support/api.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static bool is_as_expected(const struct reply *reply, int status, json_t *expect, const char *name) {
  const char *pointer;
  json_t *value;
  bool good = reply->status == status;
  if (!good) fprintf(stderr, "%s: %d %s\n", name, reply->status, reply->text);
  if (good) json_object_foreach(expect, pointer, value) {
      const char *found = reply_at(reply, pointer);
      char *due = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(12));
      if (strcmp(found, due) != 0 &&
          !(json_is_string(value) && strcmp(found, json_string_value(value)) == 0)) {
        fprintf(stderr, "%s: %s is %s instead of %s\n", name, pointer, found, due);
        good = false;
      }
      free(due);
    }
  return good;
}

static void replay(json_t *line, size_t number, void *self) {
  int *faults = self;
  json_t *body = json_object_get(line, "body"), *status = json_object_get(line, "status");
  const char *path = jsonl_text(line, "path");
  struct reply reply =
      json_is_string(body) ? api_post(path, json_string_value(body)) : api_post_json(path, json_incref(body));
  if (!is_as_expected(&reply, status ? (int)json_integer_value(status) : 200, json_object_get(line, "expect"),
                      jsonl_text(line, "name")))
    ++*faults;
}

/* What each route says, without nets. */
TEST(routes_say_what_their_lines_say) {
  int faults = 0;
  assert_true(jsonl_each("routes.jsonl", replay, &faults) >= 320);
  assert_int_equal(faults, 0);
}

TEST(what_is_unmistakable_is_read) {
  int faults = 0;
  assert_true(jsonl_each("accepted.jsonl", replay, &faults) >= 4);
  assert_int_equal(faults, 0);
}

/* What the test suites of eight public programs say of plays (`name` is the program; rules where they differ
 * from the standard). Cards and `last` are compared without a deck. */
TEST(public_test_suites_agree_on_plays) {
  int faults = 0;
  assert_true(jsonl_each("public_plays.jsonl", replay, &faults) >= 190);
  assert_int_equal(faults, 0);
}

/* The deal of a seed is a promise (docs/replace.md): tests/data/deals.jsonl never changes. */
TEST(a_seed_deals_the_same_cards_in_every_version) {
  int faults = 0;
  assert_true(jsonl_each("deals.jsonl", replay, &faults) >= 41);
  assert_int_equal(faults, 0);
}

/* A game of each preset, and what it is worth. */
TEST(games_are_scored_as_their_stories_say) {
  int faults = 0;
  assert_true(jsonl_each("scores.jsonl", replay, &faults) >= 10);
  assert_int_equal(faults, 0);
}

int main(void) { return test_run(NULL, NULL); }
