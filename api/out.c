#include "api/out.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

static void release(void *memory) {
  json_free_t deallocate;
  json_get_alloc_funcs(NULL, &deallocate);
  deallocate(memory);
}

void ddz_out_free(struct ddz_out *out) {
  if (out->text) release(out->text);
  out->text = NULL;
  out->length = out->room = 0;
}

static bool grow(struct ddz_out *out, size_t more) {
  if (out->failed) return false;
  size_t room = out->room ? out->room : FIRST_ROOM;
  while (room <= out->length + more) room *= 2;
  json_malloc_t allocate;
  json_get_alloc_funcs(&allocate, NULL);
  char *text = allocate(room);
  if (!text) {
    ddz_out_free(out);
    out->failed = true;
    return false;
  }
  if (out->text) {
    memcpy(text, out->text, out->length);
    release(out->text);
  }
  out->text = text;
  out->room = room;
  return true;
}

/* Room for `more` bytes and a NUL. (After a failure there is no room.) */
static inline bool reserve(struct ddz_out *out, size_t more) {
  return out->length + more < out->room || grow(out, more);
}

/* Inline: most of what is put is a character or two, of a length the compiler knows. */
static inline void put(struct ddz_out *out, const char *text, size_t length) {
  if (!reserve(out, length)) return;
  memcpy(out->text + out->length, text, length);
  out->length += length;
  out->text[out->length] = 0;
}

/* What stands before a value: a comma when it is not the first, then its key. Keys are ours: plain ASCII. */
static void lead_in(struct ddz_out *out, const char *key) {
  size_t length = key ? strlen(key) : 0;
  if (!reserve(out, length + 4)) return;
  char *at = out->text + out->length;
  if (out->comma) *at++ = ',';
  out->comma = true;
  if (key) {
    *at++ = '"';
    memcpy(at, key, length);
    at += length;
    *at++ = '"';
    *at++ = ':';
  }
  *at = 0;
  out->length = (size_t)(at - out->text);
}

void ddz_out_open(struct ddz_out *out, const char *key, char bracket) {
  lead_in(out, key);
  put(out, &bracket, 1);
  out->comma = false;
}

void ddz_out_close(struct ddz_out *out, char bracket) {
  put(out, &bracket, 1);
  out->comma = true;
}

void ddz_out_raw(struct ddz_out *out, const char *key, const char *json, size_t length) {
  lead_in(out, key);
  put(out, json, length);
}

void ddz_out_bool(struct ddz_out *out, const char *key, bool value) {
  ddz_out_raw(out, key, value ? "true" : "false", value ? 4 : 5);
}

void ddz_out_null(struct ddz_out *out, const char *key) { ddz_out_raw(out, key, "null", 4); }

/* Decimal digits of `value`, at least `width`, ending right before `end`; returns where they begin. */
static char *digits(char *end, unsigned long long value, int width) {
  while (value > 0 || width > 0) {
    *--end = (char)('0' + value % 10);
    value /= 10;
    width--;
  }
  return end;
}

void ddz_out_int(struct ddz_out *out, const char *key, long long value) {
  char buffer[24], *end = buffer + sizeof buffer;
  char *begin = digits(end, value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value, 1);
  if (value < 0) *--begin = '-';
  ddz_out_raw(out, key, begin, (size_t)(end - begin));
}

void ddz_out_real(struct ddz_out *out, const char *key, double value) {
  if (!(fabs(value) < 1e9)) {
    ddz_out_null(out, key);
    return;
  }
  char buffer[32], *end = buffer + sizeof buffer;
  long long millionths = llround(value * 1e6);
  unsigned long long size = (unsigned long long)(millionths < 0 ? -millionths : millionths);
  char *begin = digits(end, size % 1000000, 6);
  while (end > begin && end[-1] == '0') end--;
  if (end > begin) *--begin = '.';
  begin = digits(begin, size / 1000000, 1);
  if (millionths < 0) *--begin = '-';
  ddz_out_raw(out, key, begin, (size_t)(end - begin));
}

/* Bytes of the character of several bytes at `s`; 0 when they are no UTF-8. The NUL at the end stops it. */
static size_t wide_character(const unsigned char *s) {
  static const struct {
    unsigned char first, last, low, high; /* lead bytes, and the range of the second byte after them */
    size_t length;
  } leads[] = {{0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
               {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
               {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
  for (size_t i = 0; i < sizeof leads / sizeof *leads; i++) {
    if (s[0] < leads[i].first || s[0] > leads[i].last) continue;
    if (s[1] < leads[i].low || s[1] > leads[i].high) return 0;
    for (size_t k = 2; k < leads[i].length; k++)
      if ((s[k] & 0xC0) != 0x80) return 0;
    return leads[i].length;
  }
  return 0;
}

/* Length of the run that needs no escape. */
static size_t plain_run(const unsigned char *text) {
  size_t n = 0, wide;
  for (;;) {
    while (text[n] >= 0x20 && text[n] < 0x7F && text[n] != '"' && text[n] != '\\') n++;
    if (text[n] < 0x80 || (wide = wide_character(text + n)) == 0) return n;
    n += wide;
  }
}

/* A byte that is no UTF-8 becomes the replacement character: a parser's message may quote half of one. */
static void put_escaped(struct ddz_out *out, unsigned char c) {
  static const char hex[] = "0123456789abcdef";
  const char pair[2] = {'\\', (char)c}, code[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
  if (c == '"' || c == '\\')
    put(out, pair, 2);
  else
    put(out, c < 0x80 ? code : "\\ufffd", 6);
}

void ddz_out_string(struct ddz_out *out, const char *key, const char *text) {
  lead_in(out, key);
  put(out, "\"", 1);
  for (;;) {
    size_t n = plain_run((const unsigned char *)text);
    put(out, text, n);
    text += n;
    if (*text == 0) break;
    put_escaped(out, (unsigned char)*text++);
  }
  put(out, "\"", 1);
}
