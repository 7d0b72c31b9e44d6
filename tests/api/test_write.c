/* Tests of api/wire/write.c: what it writes is read by jansson as what was meant, or nothing is there. */
#include <math.h>

#include "core/base/rng.h"
#include "tests/support/test.h"
#include "tests/support/written.h"

static void assert_written(struct ddz_writer *out, const char *expected) {
  size_t length;
  char *text = ddz_writer_take(out, &length);
  assert_non_null(text);
  assert_string_equal(text, expected);
  assert_int_equal(length, strlen(expected));
  free(text);
}

TEST(values_stand_in_the_order_of_the_calls) {
  struct ddz_writer out = {0};
  ddz_write_open(&out, NULL, '{');
  ddz_write_int(&out, "z", -9223372036854775807LL - 1);
  ddz_write_open(&out, "b", '[');
  ddz_write_close(&out, ']');
  ddz_write_open(&out, "c", '[');
  ddz_write_bool(&out, NULL, true);
  ddz_write_null(&out, NULL);
  ddz_write_open(&out, NULL, '{');
  ddz_write_string(&out, "d", "\xE4\xB8\x89 \"x\"[");
  ddz_write_close(&out, '}');
  ddz_write_int(&out, NULL, 0);
  ddz_write_close(&out, ']');
  ddz_write_raw(&out, "e", "[1]", 3);
  ddz_write_close(&out, '}');
  assert_written(&out, "{\"z\":-9223372036854775808,\"b\":[],\"c\":[true,null,{\"d\":\"\xE4\xB8\x89 "
                       "\\\"x\\\"[\"},0],\"e\":[1]}");
}

TEST(reals_have_at_most_six_decimals) {
  static const struct {
    double value;
    const char *text;
  } lines[] = {{0, "0"},
               {-1004.495, "-1004.495"},
               {0.5, "0.5"},
               {0.8731234999, "0.873123"},
               {-0.0000004, "0"},
               {0.0000005, "0.000001"},
               {1e6, "1000000"},
               {12345.000001, "12345.000001"},
               {NAN, "null"},
               {INFINITY, "null"},
               {-1e300, "null"},
               {-0.05, "-0.05"},
               {999999999.9999996, "1000000000"},
               {1e9, "1000000000"},
               {-1234567890.6, "-1234567891"},
               {0x1p53, "9007199254740992"},
               {0x1p53 + 2, "null"}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_writer out = {0};
    ddz_write_real(&out, NULL, lines[i].value);
    assert_written(&out, lines[i].text);
  }
}

static struct ddz_rng drawn;
static unsigned draw(unsigned n) { return ddz_rng_below(&drawn, n); }

/* Any bytes; jansson says which of them are text. */
static json_t *random_string(void) {
  for (;;) {
    char bytes[40];
    size_t n = draw(sizeof bytes), ascii = draw(4);
    for (size_t i = 0; i < n; i++) bytes[i] = (char)(ascii ? draw(128) : draw(256));
    json_t *string = json_stringn(bytes, n);
    if (string) return string;
  }
}

static json_t *random_value(int depth) {
  json_t *value;
  switch (draw(depth > 0 ? 8 : 6)) {
  case 0:
    return json_integer((json_int_t)(ddz_rng_next(&drawn) >> draw(64)) * (draw(2) ? 1 : -1));
  case 1:
    return json_real(((double)draw(1u << 30) - (1 << 29)) / (double)(1u << draw(30)));
  case 2:
    return json_boolean(draw(2));
  case 3:
    return json_null();
  case 4:
  case 5:
    return random_string();
  case 6:
    value = json_array();
    for (unsigned n = draw(12); n > 0; n--) json_array_append_new(value, random_value(depth - 1));
    return value;
  default:
    value = json_object();
    for (unsigned n = draw(12); n > 0; n--) {
      char key[16];
      snprintf(key, sizeof key, "%x", draw(1u << 20));
      json_object_set_new(value, key, random_value(depth - 1));
    }
    return value;
  }
}

TEST(random_values_are_read_back_by_jansson) {
  ddz_rng_seed(&drawn, test_seed());
  for (int i = 0; i < 20000; i++) {
    json_t *due = random_value(4);
    struct ddz_writer out = {0};
    size_t length;
    written_value(&out, NULL, due);
    char *text = ddz_writer_take(&out, &length);
    json_t *read = json_loadb(text, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
    if (!read || !written_same(due, read)) fail_msg("value %d: %s", i, text);
    free(text);
    json_decref(read);
    json_decref(due);
  }
}

static bool is_text(const char *bytes, size_t n) {
  json_t *string = json_stringn(bytes, n);
  json_decref(string);
  return string != NULL;
}

TEST(utf_8_is_what_jansson_takes) {
  ddz_rng_seed(&drawn, test_seed());
  for (unsigned i = 0; i < 1u << 16; i++) {
    const char two[] = {(char)(i >> 8), (char)i};
    assert_int_equal(ddz_is_utf8(two, 2), is_text(two, 2));
  }
  size_t good = 0;
  for (int i = 0; i < 2000000; i++) { /* a first byte of three or four, bytes that mostly go on, an end */
    char bytes[5];
    size_t n = 3 + draw(3);
    bytes[0] = (char)(0xE0 + draw(32));
    for (size_t k = 1; k < n; k++) bytes[k] = (char)(draw(16) ? 0x80 + draw(64) : draw(256));
    assert_int_equal(ddz_is_utf8(bytes, n), is_text(bytes, n));
    good += ddz_is_utf8(bytes, n);
  }
  assert_true(good > 10000);
}

TEST(bytes_that_are_no_text_become_question_marks) {
  struct ddz_writer out = {0};
  ddz_write_open(&out, NULL, '[');
  ddz_write_bytes(&out, NULL, "\xE4\xB8\x89\n", 4);
  ddz_write_bytes(&out, NULL, "\xE4\xB8 \"\x01", 5);
  ddz_write_close(&out, ']');
  assert_written(&out, "[\"\xE4\xB8\x89\\u000a\",\"?? \\\"\\u0001\"]");
}

/* As many texts as may be, and one byte too many. */
TEST(a_text_of_exactly_the_budget_is_taken_and_a_longer_one_is_not) {
  for (size_t budget = 1; budget < 6000; budget += budget < 40 ? 1 : 997) {
    for (size_t over = 0; over < 3; over++) {
      struct ddz_writer out = {.budget = budget};
      size_t length;
      ddz_write_open(&out, NULL, '[');
      for (size_t i = 2; i < budget + over; i += 2) ddz_write_int(&out, NULL, 7);
      const size_t due = out.length + 1;
      ddz_write_close(&out, ']');
      char *text = ddz_writer_take(&out, &length);
      if (due <= budget)
        assert_int_equal(length, due);
      else
        assert_null(text);
      assert_int_equal(out.failure, due <= budget ? DDZ_WRITER_FINE : DDZ_WRITER_OVER_BUDGET);
      free(text);
    }
  }
}

TEST(a_text_beyond_its_budget_takes_no_more_memory) {
  struct ddz_writer out = {.budget = 10000};
  size_t room = 0, length;
  ddz_write_open(&out, NULL, '[');
  for (int i = 0; i < 100000; i++) {
    ddz_write_string(&out, NULL, "a text");
    if (out.room > room) room = out.room;
  }
  ddz_write_close(&out, ']');
  assert_true(room < 12000);
  assert_null(out.bytes);
  assert_null(ddz_writer_take(&out, &length));
  assert_int_equal(out.failure, DDZ_WRITER_OVER_BUDGET);
}

TEST(memory_that_the_caller_lacks_is_a_failure) {
  struct ddz_writer out = {0};
  size_t length;
  ddz_write_open(&out, NULL, '[');
  ddz_writer_fail(&out);
  ddz_write_int(&out, NULL, 1);
  ddz_write_close(&out, ']');
  assert_int_equal(out.failure, DDZ_WRITER_NO_MEMORY);
  assert_null(ddz_writer_take(&out, &length));
}

int main(void) { return test_run(NULL, NULL); }
