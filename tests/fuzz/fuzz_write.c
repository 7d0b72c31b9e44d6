/* Any bytes, through the api's writer and back through jansson.
 *
 * The first two bytes are a budget. The rest is a text of any bytes; and where jansson reads it as JSON, a
 * value, which is written within the budget or not at all. */
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/written.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { READ = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL };

static void demand(bool right) {
  if (!right) abort();
}

/* Whatever they are, they become a string; as they are, if they are text. */
static void write_bytes(const char *bytes, size_t length) {
  char *text = strndup(bytes, length); /* up to a NUL */
  struct ddz_writer out = {0};
  size_t written;
  demand(text != NULL);
  ddz_write_open(&out, NULL, '[');
  ddz_write_bytes(&out, NULL, text, strlen(text));
  ddz_write_close(&out, ']');
  char *json = ddz_writer_take(&out, &written);
  json_t *list = json ? json_loadb(json, written, READ, NULL) : NULL, *due = json_string(text);
  demand(list && ddz_is_utf8(text, strlen(text)) == (due != NULL));
  demand(!due || json_equal(due, json_array_get(list, 0)));
  json_decref(due);
  json_decref(list);
  free(json);
  free(text);
}

static bool plain_keys(const json_t *value) {
  const char *key;
  json_t *item;
  size_t i;
  json_array_foreach(value, i, item) if (!plain_keys(item)) return false;
  json_object_foreach((json_t *)value, key, item) {
    for (const char *c = key; *c; c++)
      if ((unsigned char)*c < 0x20 || *c == '"' || *c == '\\') return false;
    if (!plain_keys(item)) return false;
  }
  return true;
}

static void write_value(const json_t *value, size_t budget) {
  struct ddz_writer out = {0}, bound = {.budget = budget};
  size_t length, within = 0;
  written_value(&out, NULL, value);
  written_value(&bound, NULL, value);
  char *text = ddz_writer_take(&out, &length), *less = ddz_writer_take(&bound, &within);
  json_t *read = text ? json_loadb(text, length, READ, NULL) : NULL;
  demand(read && written_same(value, read));
  if (budget == 0 || length <= budget)
    demand(less && within == length && memcmp(less, text, length) == 0);
  else
    demand(!less && bound.failure == DDZ_WRITER_OVER_BUDGET);
  json_decref(read);
  free(text);
  free(less);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  const char *rest = (const char *)data + 2;
  write_bytes(rest, size - 2);
  json_t *value = json_loadb(rest, size - 2, READ, NULL);
  if (value && plain_keys(value)) write_value(value, (size_t)data[0] << 8 | data[1]);
  json_decref(value);
  return 0;
}
