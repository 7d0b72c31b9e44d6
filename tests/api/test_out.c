/* Tests of api/out.c: what is written is JSON, in the order of the calls. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "api/out.h"

static void nested_objects_and_arrays_get_their_commas(void **state) {
  (void)state;
  struct ddz_out out = {0};
  ddz_out_open(&out, NULL, '{');
  ddz_out_int(&out, "a", -9223372036854775807LL - 1);
  ddz_out_open(&out, "b", '[');
  ddz_out_close(&out, ']');
  ddz_out_open(&out, "c", '[');
  ddz_out_bool(&out, NULL, true);
  ddz_out_null(&out, NULL);
  ddz_out_open(&out, NULL, '{');
  ddz_out_string(&out, "d", "x");
  ddz_out_close(&out, '}');
  ddz_out_int(&out, NULL, 0);
  ddz_out_close(&out, ']');
  ddz_out_raw(&out, "e", "[1]", 3);
  ddz_out_close(&out, '}');
  assert_string_equal(out.text,
                      "{\"a\":-9223372036854775808,\"b\":[],\"c\":[true,null,{\"d\":\"x\"},0],\"e\":[1]}");
  assert_int_equal(out.length, strlen(out.text));
  ddz_out_free(&out);
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
               {123.000001, "123.000001"},
               {NAN, "null"},
               {INFINITY, "null"},
               {-1e300, "null"},
               {-0.05, "-0.05"},
               {999999999.000001, "999999999.000001"},
               {1e9, "null"}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_out out = {0};
    ddz_out_real(&out, NULL, lines[i].value);
    assert_string_equal(out.text, lines[i].text);
    ddz_out_free(&out);
  }
}

static void every_byte_below_128_survives_a_round_trip(void **state) {
  (void)state;
  char text[160] = "\xE4\xB8\x89\xE5\xB8\xA6"; /* and what is not ASCII passes through */
  for (int c = 1; c < 128; c++) text[5 + c] = (char)c;
  struct ddz_out out = {0};
  ddz_out_string(&out, NULL, text);
  json_t *json = json_loads(out.text, JSON_DECODE_ANY, NULL);
  assert_non_null(json);
  assert_string_equal(json_string_value(json), text);
  json_decref(json);
  ddz_out_free(&out);
}

static void bytes_that_are_no_utf_8_become_replacement_characters(void **state) {
  (void)state;
  static const struct {
    const char *bytes, *text;
  } lines[] = {{"\xE4\xB8\x89", "\"\xE4\xB8\x89\""},
               {"a\xE8", "\"a\\ufffd\""},
               {"\xE4\xB8", "\"\\ufffd\\ufffd\""},
               {"\xC0\xAF", "\"\\ufffd\\ufffd\""},
               {"\xED\xA0\x80", "\"\\ufffd\\ufffd\\ufffd\""},
               {"\xF0\x9F\x82\xA1", "\"\xF0\x9F\x82\xA1\""},
               {"\xF5\x80\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""},
               {"\xC3\xA4\xFF", "\"\xC3\xA4\\ufffd\""}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_out out = {0};
    ddz_out_string(&out, NULL, lines[i].bytes);
    assert_string_equal(out.text, lines[i].text);
    ddz_out_free(&out);
  }
}

static void a_long_text_grows_the_buffer(void **state) {
  (void)state;
  struct ddz_out out = {0};
  ddz_out_open(&out, NULL, '[');
  for (int i = 0; i < 20000; i++) ddz_out_int(&out, NULL, i);
  ddz_out_close(&out, ']');
  json_t *json = json_loads(out.text, 0, NULL);
  assert_int_equal(json_array_size(json), 20000);
  assert_int_equal(json_integer_value(json_array_get(json, 19999)), 19999);
  json_decref(json);
  ddz_out_free(&out);
}

static int allowed;
static void *failing(size_t size) { return allowed-- > 0 ? malloc(size) : NULL; }

static void a_short_memory_is_remembered_and_leaves_no_text(void **state) {
  (void)state;
  for (int n = 0; n < 3; n++) {
    struct ddz_out out = {0};
    allowed = n;
    json_set_alloc_funcs(failing, free);
    ddz_out_open(&out, NULL, '[');
    for (int i = 0; i < 2000; i++) ddz_out_int(&out, NULL, i);
    ddz_out_close(&out, ']');
    json_set_alloc_funcs(malloc, free);
    assert_true(out.failed);
    assert_null(out.text);
    ddz_out_free(&out);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nested_objects_and_arrays_get_their_commas),
      cmocka_unit_test(reals_have_at_most_six_decimals),
      cmocka_unit_test(every_byte_below_128_survives_a_round_trip),
      cmocka_unit_test(bytes_that_are_no_utf_8_become_replacement_characters),
      cmocka_unit_test(a_long_text_grows_the_buffer),
      cmocka_unit_test(a_short_memory_is_remembered_and_leaves_no_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
