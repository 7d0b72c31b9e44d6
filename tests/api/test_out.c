/* Tests of api/out.c: answers are built in the order of the calls, or not at all. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "api/out.h"

/* Take what was built and compare it as text. */
static void assert_built(struct ddz_out *out, const char *expected) {
  json_t *json = ddz_out_take(out);
  char *text = ddz_text_of(json);
  assert_non_null(text);
  assert_string_equal(text, expected);
  ddz_text_free(text);
  json_decref(json);
}

static void nested_values_stand_in_the_order_of_the_calls(void **state) {
  (void)state;
  struct ddz_out out = {0};
  ddz_out_open(&out, NULL, '{');
  ddz_out_int(&out, "z", -9223372036854775807LL - 1);
  ddz_out_open(&out, "b", '[');
  ddz_out_close(&out, ']');
  ddz_out_open(&out, "c", '[');
  ddz_out_bool(&out, NULL, true);
  ddz_out_null(&out, NULL);
  ddz_out_open(&out, NULL, '{');
  ddz_out_string(&out, "d", "\xE4\xB8\x89 \"x\"");
  ddz_out_close(&out, '}');
  ddz_out_int(&out, NULL, 0);
  ddz_out_close(&out, ']');
  ddz_out_value(&out, "e", json_pack("[i]", 1));
  ddz_out_close(&out, '}');
  assert_built(&out, "{\"z\":-9223372036854775808,\"b\":[],\"c\":[true,null,{\"d\":\"\xE4\xB8\x89 "
                     "\\\"x\\\"\"},0],\"e\":[1]}");
}

static void reals_have_at_most_six_decimals(void **state) {
  (void)state;
  static const struct {
    double value;
    const char *text;
  } lines[] = {{0, "0"},
               {-1004.495, "-1004.495"},
               {0.5, "0.5"},
               {0.8731234999, "0.873123"},
               {-0.0000004, "0"},
               {1e6, "1000000"},
               {12345.000001, "12345.000001"},
               {NAN, "null"},
               {INFINITY, "null"},
               {-1e300, "null"},
               {-0.05, "-0.05"},
               {1e9, "null"}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_out out = {0};
    ddz_out_real(&out, NULL, lines[i].value);
    assert_built(&out, lines[i].text);
  }
}

/* Held against jansson, which reads it back. */
static void every_byte_and_long_lists_survive_a_round_trip(void **state) {
  (void)state;
  char bytes[160] = "\xE4\xB8\x89\xE5\xB8\xA6"; /* and what is not ASCII passes through */
  for (int c = 1; c < 128; c++) bytes[5 + c] = (char)c;
  json_t *list = json_array();
  json_array_append_new(list, json_string(bytes));
  json_array_append_new(list, json_object());
  for (int i = -3000; i < 3000; i++)
    json_array_append_new(list, i % 3 ? json_integer(i) : json_real(i / 64.0));
  char *text = ddz_text_of(list);
  json_t *back = json_loads(text, 0, NULL);
  assert_true(json_equal(back, list));
  json_decref(back);
  json_decref(list);
  ddz_text_free(text);
}

static int allowed;
static void *failing(size_t size) { return allowed-- > 0 ? malloc(size) : NULL; }

static void a_short_memory_is_remembered_and_leaves_nothing(void **state) {
  (void)state;
  for (int n = 0; n < 40; n++) {
    struct ddz_out out = {0};
    allowed = n;
    json_set_alloc_funcs(failing, free);
    ddz_out_open(&out, NULL, '{');
    ddz_out_open(&out, "list", '[');
    for (int i = 0; i < 2000; i++) ddz_out_int(&out, NULL, i);
    ddz_out_close(&out, ']');
    ddz_out_string(&out, "after", "x");
    ddz_out_close(&out, '}');
    json_set_alloc_funcs(malloc, free);
    assert_true(out.failed);
    assert_null(ddz_out_take(&out));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nested_values_stand_in_the_order_of_the_calls),
      cmocka_unit_test(reals_have_at_most_six_decimals),
      cmocka_unit_test(every_byte_and_long_lists_survive_a_round_trip),
      cmocka_unit_test(a_short_memory_is_remembered_and_leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
