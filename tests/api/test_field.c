/* Tests of api/wire/field.c: what one field of a body is read as. */
#include "api/wire/field.h"
#include "tests/support/test.h"

TEST(scalars_say_what_they_wanted) {
  static const struct {
    const char *body, *outcome;
  } lines[] = {{"{}", "7"},
               {"{\"n\":null}", "7"},
               {"{\"n\":1}", "1"},
               {"{\"n\":10.0}", "10"},
               {"{\"n\":0}", "must be between 1 and 10, not 0"},
               {"{\"n\":9223372036854775807}", "must be between 1 and 10, not 9223372036854775807"},
               {"{\"n\":1.5}", "must be an integer, not a real number"},
               {"{\"n\":1e300}", "must be an integer, not a real number"},
               {"{\"n\":true}", "must be an integer, not true"},
               {"{\"n\":\"3\"}", "must be an integer, not a string"},
               {"{\"n\":{}}", "must be an integer, not an object"}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_problem problem = {0};
    json_t *json = json_loads(lines[i].body, 0, NULL);
    struct ddz_field root = {.json = json, .problem = &problem}, field = ddz_field_of(&root, "n");
    long long n = 7;
    char text[64];
    bool ok = ddz_read_int(&field, 1, 10, &n);
    snprintf(text, sizeof text, "%lld", n);
    assert_string_equal(ok ? text : problem.detail, lines[i].outcome);
    json_decref(json);
  }
}

TEST(a_pointer_too_long_loses_its_beginning_only) {
  struct ddz_problem problem = {0};
  char key[400];
  memset(key, 'x', sizeof key - 1);
  key[sizeof key - 1] = 0;
  struct ddz_field a = {.problem = &problem}, b = {.up = &a, .key = key, .problem = &problem},
                   c = {.up = &b, .key = key, .problem = &problem},
                   d = {.up = &c, .key = key, .problem = &problem},
                   e = {.up = &d, .key = key, .problem = &problem},
                   f = {.up = &e, .index = 12, .problem = &problem};
  assert_false(ddz_field_fail(&f, DDZ_PROBLEM_WRONG_TYPE, "no"));
  assert_true(strlen(problem.field) < sizeof problem.field);
  assert_string_equal(problem.field + strlen(problem.field) - 3, "/12");
}

int main(void) { return test_run(NULL, NULL); }
