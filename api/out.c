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

/* A growing text. jansson forgets a failed write of a key, so the failure is remembered here. */
struct text {
  char *bytes;
  size_t length, room;
  bool failed;
};

static bool grow(struct text *text, size_t room) {
  json_malloc_t allocate;
  json_get_alloc_funcs(&allocate, NULL);
  char *bytes = allocate(room);
  if (!bytes) return false;
  if (text->bytes) memcpy(bytes, text->bytes, text->length);
  ddz_text_free(text->bytes);
  text->bytes = bytes;
  text->room = room;
  return true;
}

static int append(const char *bytes, size_t size, void *data) {
  struct text *text = data;
  size_t room = text->room ? text->room : 1024;
  while (room <= text->length + size) room *= 2;
  if (text->failed || (room != text->room && !grow(text, room))) {
    text->failed = true;
    return -1;
  }
  memcpy(text->bytes + text->length, bytes, size);
  text->length += size;
  return 0;
}

/* Twelve digits are what six decimals of any power, probability or score need. */
char *ddz_text_of(const json_t *value) {
  struct text text = {0};
  size_t flags = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(12);
  if (json_dump_callback(value, append, &text, flags) == 0 && append("", 1, &text) == 0) return text.bytes;
  ddz_text_free(text.bytes);
  return NULL;
}

void ddz_text_free(char *text) {
  json_free_t release;
  json_get_alloc_funcs(NULL, &release);
  if (text) release(text);
}
