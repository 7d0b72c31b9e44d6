/* Tests of api/wire/problem.c: one table of codes, and sentences that stay UTF-8. */
#include <jansson.h>

#include "api/api.h"
#include "api/wire/problem.h"
#include "tests/support/test.h"

static const char *const codes[] = {
#define PROBLEM(name, status, code, ...) code,
#include "api/wire/problem.def"
};

TEST(every_error_of_the_core_has_a_row) {
  for (int error = DDZ_OK + 1; error < DDZ_ERR_COUNT; error++) {
    const char *code = ddz_error_rows[error].name;
    if (!ddz_problem_row_of(code)) fail_msg("problem.def lacks the core's %s", code);
  }
}

TEST(codes_are_unique_and_never_a_500) {
  for (size_t i = 0; i < DDZ_PROBLEMS; i++) {
    const struct ddz_problem_row *row = ddz_problem_row_of(codes[i]);
    assert_int_equal(row - ddz_problem_row_of(codes[0]), i); /* the first row of this code is its own */
    assert_true(row->status >= 400 && row->status != 500);
    assert_true(strlen(row->title) > 0);
  }
}

TEST(a_problem_is_an_rfc_9457_object) {
  struct ddz_problem problem = {.has_field = true, .field = "/hand"};
  size_t length;
  assert_false(ddz_problem_core(&problem, DDZ_ERR_TOO_MANY_OF_RANK, "five 3s"));
  char *text = ddz_problem_text(&problem, &length);
  assert_string_equal(
      text, "{\"type\":\"urn:ddz:problem:too_many_of_rank\",\"title\":\"Too many cards of one rank\","
            "\"status\":422,\"detail\":\"more cards of one rank than the deck holds: five 3s\","
            "\"code\":\"too_many_of_rank\",\"field\":\"/hand\"}");
  assert_int_equal(length, strlen(text));
  free(text);
}

TEST(bytes_that_are_no_utf_8_become_question_marks) {
  static const struct {
    const char *bytes, *text;
  } lines[] = {{"\xE4\xB8\x89 9", "\xE4\xB8\x89 9"},
               {"a\xE8", "a?"},
               {"\xE4\xB8", "??"},
               {"\xED\xA0\x80", "???"},
               {"\xC0\xAF", "??"},
               {"\xC3\xA4\xFF", "???"}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    int status;
    char *text = ddz_api_problem_text("bad_json", lines[i].bytes, &status);
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    assert_string_equal(json_string_value(json_object_get(json, "detail")), lines[i].text);
    json_decref(json);
    free(text);
  }
}

TEST(long_words_are_cut_between_characters) {
  char word[200] = "";
  for (int i = 0; i < 60; i++) strcat(word, "\xE4\xB8\x89"); /* three bytes each */
  assert_string_equal(ddz_quote("a\xE4\xB8\x89").text, "'a\xE4\xB8\x89'");
  assert_string_equal(ddz_quote("abc").text, "'abc'");
  assert_int_equal(strlen(ddz_quote(word).text), 2 + 39 + 3);
  struct ddz_problem problem = {0};
  ddz_problem_set(&problem, DDZ_PROBLEM_BAD_JSON, "%s%s%s", word, word, "x");
  json_t *json = json_string(problem.detail); /* refuses what is not UTF-8 */
  assert_non_null(json);
  json_decref(json);
}

TEST(the_server_can_write_problems_of_its_own) {
  int status = 0;
  char *text = ddz_api_problem_text("queue_full", "try again in a second", &status);
  json_t *json = json_loads(text, 0, NULL);
  assert_string_equal(json_string_value(json_object_get(json, "title")), "Busy");
  assert_int_equal(json_integer_value(json_object_get(json, "status")), 503);
  assert_int_equal(status, 503);
  json_decref(json);
  free(text);
}

/* Each row says in Chinese what to do, as a sentence; what the English one names stands behind it. */
TEST(a_chinese_detail_says_what_to_do) {
  for (int kind = 0; kind < DDZ_PROBLEMS; kind++) {
    struct ddz_problem problem = {.chinese = true};
    ddz_problem_set(&problem, (enum ddz_problem_kind)kind, "not %d", 7);
    const char *end = strstr(problem.detail, "。（not 7）");
    if (!end || end - problem.detail < 20 || (problem.detail[0] & 0x80) == 0) {
      const bool foreign = strncmp(problem.detail, "JSON", 4) == 0 || strncmp(problem.detail, "Host", 4) == 0;
      if (!end || !foreign) fail_msg("%s: %s", problem.code, problem.detail);
    }
  }
  struct ddz_problem english = {0};
  ddz_problem_set(&english, DDZ_PROBLEM_CONFLICT, "not %d", 7);
  assert_string_equal(english.detail, "not 7");
}

int main(void) { return test_run(NULL, NULL); }
