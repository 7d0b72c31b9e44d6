/* Bad requests, a line each in tests/data/malformed.jsonl: each has its status, its code, its place, and the
 * words that must stand in its sentence; none is a 500, and none leaves a trace: what was right before is
 * right after, byte for byte. */
#include "tests/support/api.h"
#include "tests/support/jsonl.h"
#include "tests/support/malformed.h"
#include "tests/support/test.h"

/* Does the sentence have all the words of the line? */
static bool says(const char *detail, const json_t *words) {
  for (size_t i = 0; i < json_array_size(words); i++)
    if (!strstr(detail, json_string_value(json_array_get(words, i)))) return false;
  return true;
}

/* "status code field" of what came and of what was due. */
static void replay(json_t *line, size_t number, void *self) {
  const char *method = jsonl_text(line, "method"), *field = jsonl_text(line, "field"),
             *code = jsonl_text(line, "code");
  const char *name = jsonl_text(line, "name");
  int *faults = self, due = (int)json_integer_value(json_object_get(line, "status"));
  struct malformed_body body = malformed_body(line);
  struct reply reply = api_ask_as(method ? method : "POST", jsonl_text(line, "path"),
                                  jsonl_text(line, "type"), body.data, body.length);
  const char *said = json_string_value(json_object_get(reply.json, "field"));
  const char *detail = json_string_value(json_object_get(reply.json, "detail"));
  if (reply.status != due || strcmp(reply_code(&reply), code) != 0 ||
      (field && (!said || strcmp(said, field) != 0)) || !detail || strlen(detail) < 10 ||
      !says(detail, json_object_get(line, "words"))) {
    fprintf(stderr, "line %zu (%s): %d %s %s instead of %d %s %s\n  %s\n", number, name, reply.status,
            reply_code(&reply), said ? said : "", due, code, field ? field : "", reply.text);
    ++*faults;
  }
  assert_string_equal(reply.content_type, "application/problem+json");
  free(body.data);
}

TEST(every_bad_request_has_its_status_code_and_place) {
  int faults = 0;
  assert_true(jsonl_each("malformed.jsonl", replay, &faults) >= 150);
  assert_int_equal(faults, 0);
}

/* What people send who meet the interface for the first time; each line has its field and words of the
 * remedy.
 */
TEST(what_people_send_is_answered_with_field_and_remedy) {
  int faults = 0;
  assert_true(jsonl_each("people.jsonl", replay, &faults) >= 80);
  assert_int_equal(faults, 0);
}

TEST(a_good_request_is_answered_as_before) {
  static const char question[] = "{\"hand\":\"3344556677889TJQKA2\",\"limit\":50,\"last\":\"34567\"}";
  int faults = 0;
  struct reply before = api_post("/prompt", question);
  jsonl_each("malformed.jsonl", replay, &faults);
  struct reply after = api_post("/prompt", question);
  assert_int_equal(before.status, 200);
  assert_string_equal(before.text, after.text);
}

int main(void) { return test_run(NULL, NULL); }
