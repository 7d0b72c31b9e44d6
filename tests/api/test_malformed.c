/* Bad requests, a line each in tests/data/malformed.jsonl: each has its status, its code and its place, none
 * is a 500, and none leaves a trace: what was right before is right after, byte for byte.
 *
 * A line gives the body as `body` (text), `hex` (bytes) or `parts` (texts, each a number of times). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/api.h"
#include "tests/support/jsonl.h"

struct bytes {
  char *data;
  size_t length, room;
};

static void add(struct bytes *bytes, const char *data, size_t length) {
  if (bytes->length + length >= bytes->room) {
    bytes->room = 2 * (bytes->length + length) + 64;
    bytes->data = realloc(bytes->data, bytes->room);
    if (!bytes->data) abort();
  }
  memcpy(bytes->data + bytes->length, data, length);
  bytes->length += length;
}

static void add_hex(struct bytes *bytes, const char *hex) {
  for (; *hex; hex += 2) {
    unsigned byte;
    assert_int_equal(sscanf(hex, "%2x", &byte), 1);
    add(bytes, (char[]){(char)byte}, 1);
  }
}

static void add_parts(struct bytes *bytes, const json_t *parts) {
  for (size_t i = 0; i < json_array_size(parts); i++) {
    const json_t *part = json_array_get(parts, i), *text = json_array_get(part, 0);
    for (json_int_t n = json_integer_value(json_array_get(part, 1)); n > 0; n--)
      add(bytes, json_string_value(text), json_string_length(text));
  }
}

static struct bytes body_of(json_t *line) {
  struct bytes bytes = {0};
  const json_t *body = json_object_get(line, "body"), *hex = json_object_get(line, "hex");
  add(&bytes, "", 0);
  if (body) add(&bytes, json_string_value(body), json_string_length(body));
  if (hex) add_hex(&bytes, json_string_value(hex));
  add_parts(&bytes, json_object_get(line, "parts"));
  return bytes;
}

/* "status code field" of what came and of what was due. */
static void replay(json_t *line, size_t number, void *self) {
  const char *method = jsonl_text(line, "method"), *field = jsonl_text(line, "field"),
             *code = jsonl_text(line, "code");
  const char *name = jsonl_text(line, "name");
  int *faults = self, due = (int)json_integer_value(json_object_get(line, "status"));
  struct bytes body = body_of(line);
  struct reply reply = api_ask_as(method ? method : "POST", jsonl_text(line, "path"),
                                  jsonl_text(line, "type"), body.data, body.length);
  reply.json = json_loads(reply.text, JSON_REJECT_DUPLICATES, NULL);
  const char *said = json_string_value(json_object_get(reply.json, "field"));
  const char *detail = json_string_value(json_object_get(reply.json, "detail"));
  if (reply.status != due || strcmp(reply_code(&reply), code) != 0 ||
      (field && (!said || strcmp(said, field) != 0)) || !detail || strlen(detail) < 10) {
    fprintf(stderr, "line %zu (%s): %d %s %s instead of %d %s %s\n  %s\n", number, name, reply.status,
            reply_code(&reply), said ? said : "", due, code, field ? field : "", reply.text);
    ++*faults;
  }
  assert_string_equal(reply.content_type, "application/problem+json");
  reply_free(&reply);
  free(body.data);
}

static void every_bad_request_has_its_status_code_and_place(void **state) {
  (void)state;
  int faults = 0;
  assert_true(jsonl_each("malformed.jsonl", replay, &faults) >= 150);
  assert_int_equal(faults, 0);
}

static void a_good_request_is_answered_as_before(void **state) {
  (void)state;
  static const char question[] = "{\"hand\":\"3344556677889TJQKA2\",\"limit\":50,\"last\":\"34567\"}";
  int faults = 0;
  struct reply before = api_post("/prompt", question);
  jsonl_each("malformed.jsonl", replay, &faults);
  struct reply after = api_post("/prompt", question);
  assert_int_equal(before.status, 200);
  assert_string_equal(before.text, after.text);
  reply_free(&before);
  reply_free(&after);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_bad_request_has_its_status_code_and_place),
      cmocka_unit_test(a_good_request_is_answered_as_before),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
