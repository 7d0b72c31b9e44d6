#include "tests/support/malformed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(struct malformed_body *bytes, const char *data, size_t length) {
  if (bytes->length + length >= bytes->room) {
    bytes->room = 2 * (bytes->length + length) + 64;
    bytes->data = realloc(bytes->data, bytes->room);
    if (!bytes->data) abort();
  }
  memcpy(bytes->data + bytes->length, data, length);
  bytes->length += length;
}

static void add_hex(struct malformed_body *bytes, const char *hex) {
  for (; *hex; hex += 2) {
    unsigned byte;
    if (sscanf(hex, "%2x", &byte) != 1) abort();
    add(bytes, (char[]){(char)byte}, 1);
  }
}

static void add_parts(struct malformed_body *bytes, const json_t *parts) {
  for (size_t i = 0; i < json_array_size(parts); i++) {
    const json_t *part = json_array_get(parts, i), *text = json_array_get(part, 0);
    for (json_int_t n = json_integer_value(json_array_get(part, 1)); n > 0; n--)
      add(bytes, json_string_value(text), json_string_length(text));
  }
}

struct malformed_body malformed_body(json_t *line) {
  struct malformed_body bytes = {0};
  const json_t *body = json_object_get(line, "body"), *hex = json_object_get(line, "hex");
  add(&bytes, "", 0);
  if (body) add(&bytes, json_string_value(body), json_string_length(body));
  if (hex) add_hex(&bytes, json_string_value(hex));
  add_parts(&bytes, json_object_get(line, "parts"));
  return bytes;
}
