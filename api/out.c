#include "api/out.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void ddz_out_free(struct ddz_out *out) {
  json_decref(out->root);
  out->root = NULL;
  out->depth = 0;
}

json_t *ddz_out_take(struct ddz_out *out) {
  assert(out->depth == 0 || out->failed);
  json_t *value = out->root;
  out->root = NULL;
  return value;
}

static void fail(struct ddz_out *out) {
  ddz_out_free(out);
  out->failed = true;
}

void ddz_out_value(struct ddz_out *out, const char *key, json_t *value) {
  int error = value == NULL;
  if (out->failed) {
    json_decref(value);
    return;
  }
  json_t *parent = out->depth > 0 ? out->open[out->depth - 1] : NULL;
  if (!error && !parent)
    out->root = value;
  else if (!error)
    error = key ? json_object_set_new_nocheck(parent, key, value) : json_array_append_new(parent, value);
  if (error) fail(out);
}

void ddz_out_open(struct ddz_out *out, const char *key, char bracket) {
  json_t *container = bracket == '{' ? json_object() : json_array();
  ddz_out_value(out, key, container);
  if (out->failed) return;
  assert(out->depth < DDZ_OUT_DEPTH);
  out->open[out->depth++] = container;
}

void ddz_out_close(struct ddz_out *out, char bracket) {
  if (out->failed) return;
  assert(out->depth > 0 && json_is_object(out->open[out->depth - 1]) == (bracket == '}'));
  (void)bracket;
  out->depth--;
}

void ddz_out_string(struct ddz_out *out, const char *key, const char *text) {
  ddz_out_value(out, key, json_string(text));
}

void ddz_out_int(struct ddz_out *out, const char *key, long long value) {
  ddz_out_value(out, key, json_integer(value));
}

void ddz_out_bool(struct ddz_out *out, const char *key, bool value) {
  ddz_out_value(out, key, json_boolean(value));
}

void ddz_out_null(struct ddz_out *out, const char *key) { ddz_out_value(out, key, json_null()); }

void ddz_out_real(struct ddz_out *out, const char *key, double value) {
  double rounded = round(value * 1e6) / 1e6;
  if (!(fabs(value) < 1e9)) /* no number, or none of ours */
    ddz_out_null(out, key);
  else if (rounded == floor(rounded))
    ddz_out_int(out, key, (long long)rounded);
  else
    ddz_out_value(out, key, json_real(rounded));
}

/* Text */

enum { FIRST_ROOM = 1024, NUMBER_ROOM = 32 };

/* A growing text; a short memory is remembered. */
struct text {
  char *bytes;
  size_t length, room;
  bool failed;
};

static bool grow(struct text *text, size_t more) {
  if (text->failed) return false;
  size_t room = text->room ? text->room : FIRST_ROOM;
  while (room < text->length + more) room *= 2;
  json_malloc_t allocate;
  json_get_alloc_funcs(&allocate, NULL);
  char *bytes = allocate(room);
  if (!bytes) {
    text->failed = true;
    return false;
  }
  if (text->bytes) memcpy(bytes, text->bytes, text->length);
  ddz_text_free(text->bytes);
  text->bytes = bytes;
  text->room = room;
  return true;
}

static inline bool reserve(struct text *text, size_t more) {
  return (text->bytes && text->length + more <= text->room) || grow(text, more);
}

static inline void put(struct text *text, const char *bytes, size_t length) {
  if (!reserve(text, length)) return;
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
}

static inline void put_char(struct text *text, char c) { put(text, &c, 1); }

/* Decimal digits of `value`, at least `width`, ending right before `end`; returns where they begin. */
static char *digits(char *end, unsigned long long value, int width) {
  for (; value > 0 || width > 0; value /= 10, width--) *--end = (char)('0' + value % 10);
  return end;
}

static void put_integer(struct text *text, json_int_t value) {
  char buffer[NUMBER_ROOM], *end = buffer + sizeof buffer;
  char *begin = digits(end, value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value, 1);
  if (value < 0) *--begin = '-';
  put(text, begin, (size_t)(end - begin));
}

/* Six decimals are all that ddz_out_real lets through. */
static void put_real(struct text *text, double value) {
  char buffer[NUMBER_ROOM], *end = buffer + sizeof buffer;
  unsigned long long millionths = (unsigned long long)llround(fabs(value) * 1e6);
  char *begin = digits(end, millionths % 1000000, 6);
  while (end > begin + 1 && end[-1] == '0') end--;
  *--begin = '.';
  begin = digits(begin, millionths / 1000000, 1);
  if (value < 0) *--begin = '-';
  put(text, begin, (size_t)(end - begin));
}

static void put_escaped(struct text *text, unsigned char c) {
  static const char hex[] = "0123456789abcdef";
  const char code[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]}, pair[2] = {'\\', (char)c};
  if (c < 0x20)
    put(text, code, sizeof code);
  else
    put(text, pair, sizeof pair);
}

/* The bytes are UTF-8: jansson takes no others. */
static void put_string(struct text *text, const char *bytes, size_t length) {
  put_char(text, '"');
  for (size_t i = 0, n; i < length; i += n + 1) {
    for (n = 0; i + n < length; n++)
      if ((unsigned char)bytes[i + n] < 0x20 || bytes[i + n] == '"' || bytes[i + n] == '\\') break;
    put(text, bytes + i, n);
    if (i + n < length) put_escaped(text, (unsigned char)bytes[i + n]);
  }
  put_char(text, '"');
}

static void put_value(struct text *text, json_t *value);

static void put_object(struct text *text, json_t *object) {
  char before = '{';
  if (json_object_size(object) == 0) put_char(text, before);
  for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
    const char *key = json_object_iter_key(at);
    put_char(text, before);
    put_string(text, key, strlen(key));
    put_char(text, ':');
    put_value(text, json_object_iter_value(at));
    before = ',';
  }
  put_char(text, '}');
}

static void put_array(struct text *text, json_t *array) {
  put_char(text, '[');
  for (size_t i = 0; i < json_array_size(array); i++) {
    if (i > 0) put_char(text, ',');
    put_value(text, json_array_get(array, i));
  }
  put_char(text, ']');
}

static void put_value(struct text *text, json_t *value) {
  switch (json_typeof(value)) {
  case JSON_OBJECT:
    put_object(text, value);
    break;
  case JSON_ARRAY:
    put_array(text, value);
    break;
  case JSON_STRING:
    put_string(text, json_string_value(value), json_string_length(value));
    break;
  case JSON_INTEGER:
    put_integer(text, json_integer_value(value));
    break;
  case JSON_REAL:
    put_real(text, json_real_value(value));
    break;
  case JSON_TRUE:
    put(text, "true", 4);
    break;
  case JSON_FALSE:
    put(text, "false", 5);
    break;
  case JSON_NULL:
    put(text, "null", 4);
    break;
  }
}

/* Not json_dumps: it looks for loops with a printed pointer a container and checks every character again,
 * 53,000 of the 70,000 instructions of a /classify; and it forgets a failed write of a key. */
char *ddz_text_of(json_t *value) {
  struct text text = {0};
  put_value(&text, value);
  put(&text, "", 1);
  if (!text.failed) return text.bytes;
  ddz_text_free(text.bytes);
  return NULL;
}

void ddz_text_free(char *text) {
  json_free_t release;
  json_get_alloc_funcs(NULL, &release);
  if (text) release(text);
}
