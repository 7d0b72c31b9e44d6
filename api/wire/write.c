#include "api/wire/write.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
  FIRST_ROOM = 1024,
  NUMBER_ROOM = 24, /* digits of any number, its sign and its point */
  AROUND = 5,       /* comma, two quotes and a colon around a key; the NUL at the end */
  WASTE = 4096,     /* a taken text may hold so much more memory than it needs */
  OVER = FIRST_ROOM /* room beyond the budget: whoever writes asks for more than he may need */
};

static bool fail(struct ddz_writer *out, enum ddz_writer_failure failure) {
  free(out->bytes);
  *out = (struct ddz_writer){.budget = out->budget, .failure = failure};
  return false;
}

void ddz_writer_fail(struct ddz_writer *out) { (void)fail(out, DDZ_WRITER_NO_MEMORY); }

/* Twice the room, or as much as is asked for, but not more than the budget is good for. */
static bool grow(struct ddz_writer *out, size_t more) {
  if (out->failure) return false;
  size_t needed = out->length + more, most = out->budget + OVER, room = out->room * 2;
  if (out->budget && needed > most) return fail(out, DDZ_WRITER_OVER_BUDGET);
  if (room < FIRST_ROOM) room = FIRST_ROOM;
  if (room < needed) room = needed;
  if (out->budget && room > most) room = most;
  char *bytes = realloc(out->bytes, room);
  if (!bytes) return fail(out, DDZ_WRITER_NO_MEMORY);
  out->bytes = bytes;
  out->room = room;
  return true;
}

static inline bool reserve(struct ddz_writer *out, size_t more) {
  return out->length + more <= out->room || grow(out, more);
}

void ddz_writer_reserve(struct ddz_writer *out, size_t length) { (void)reserve(out, length + AROUND); }

static inline char *copy(char *to, const char *bytes, size_t n) {
  memcpy(to, bytes, n);
  return to + n;
}

/* Room for a value of `most` bytes; the comma and the key are written. Returns where the value goes, NULL
 * after a failure; `end` tells where it ended. */
static inline char *begin(struct ddz_writer *out, const char *key, size_t n, size_t most) {
  if (!reserve(out, n + most + AROUND)) return NULL;
  char *at = out->bytes + out->length;
  if (out->length > 0 && at[-1] != '{' && at[-1] != '[') *at++ = ',';
  if (key) {
    *at++ = '"';
    at = copy(at, key, n);
    *at++ = '"';
    *at++ = ':';
  }
  return at;
}

static inline void end(struct ddz_writer *out, const char *at) { out->length = (size_t)(at - out->bytes); }

void ddz_writer_put_open(struct ddz_writer *out, const char *key, size_t n, char bracket) {
  char *at = begin(out, key, n, 1);
  if (!at) return;
  *at++ = bracket;
  end(out, at);
  out->depth++;
}

void ddz_write_close(struct ddz_writer *out, char bracket) {
  if (!reserve(out, 2)) return;
  assert(out->depth > 0 && (bracket == '}' || bracket == ']'));
  out->bytes[out->length++] = bracket;
  out->depth--;
}

void ddz_writer_put_raw(struct ddz_writer *out, const char *key, size_t n, const char *json, size_t length) {
  char *at = begin(out, key, n, length);
  if (at) end(out, copy(at, json, length));
}

/* Numbers */

/* Decimal digits of `value`, at least `width`, ending right before `end_`; returns where they begin. */
static char *digits(char *end_, unsigned long long value, int width) {
  for (; value > 0 || width > 0; value /= 10, width--) *--end_ = (char)('0' + value % 10);
  return end_;
}

void ddz_writer_put_int(struct ddz_writer *out, const char *key, size_t n, long long value) {
  char *at = begin(out, key, n, NUMBER_ROOM), buffer[NUMBER_ROOM], *last = buffer + sizeof buffer;
  if (!at) return;
  const char *first = digits(last, value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value, 1);
  if (value < 0) *at++ = '-';
  end(out, copy(at, first, (size_t)(last - first)));
}

void ddz_writer_put_real(struct ddz_writer *out, const char *key, size_t n, double value) {
  if (!(fabs(value) <= 0x1p53)) { /* no number, or none of ours */
    ddz_writer_put_raw(out, key, n, "null", 4);
    return;
  }
  const unsigned long long parts = fabs(value) < 1e9 ? 1000000 : 1;
  double scaled = fabs(value) * (double)parts;
  unsigned long long rounded = (unsigned long long)scaled;
  rounded += scaled - (double)rounded >= 0.5; /* exact: both are at most 2^53 */
  char *at = begin(out, key, n, NUMBER_ROOM), buffer[NUMBER_ROOM], *last = buffer + sizeof buffer;
  if (!at) return;
  char *first = last;
  if (rounded % parts != 0) {
    first = digits(last, rounded % parts, 6);
    while (last[-1] == '0') last--;
    *--first = '.';
  }
  first = digits(first, rounded / parts, 1);
  if (value < 0 && rounded > 0) *at++ = '-';
  end(out, copy(at, first, (size_t)(last - first)));
}

/* Texts */

/* Bytes that a character adds when it is escaped. */
static inline size_t added(unsigned char c) { return c < 0x20 ? 5 : c == '"' || c == '\\'; }

static char *escaped(char *at, unsigned char c) {
  static const char hex[] = "0123456789abcdef";
  *at++ = '\\';
  if (c >= 0x20) {
    *at++ = (char)c;
    return at;
  }
  at = copy(at, "u00", 3);
  *at++ = hex[c >> 4];
  *at++ = hex[c & 15];
  return at;
}

/* Eight bytes at a time: is one of them a control character, a quote or a backslash? The top bit of each byte
 * says so, and of no other byte before the first one. */
static inline bool any_special(const char *text) {
  const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
  uint64_t word, quote, backslash;
  memcpy(&word, text, sizeof word);
  quote = word ^ ones * '"';
  backslash = word ^ ones * '\\';
  return (((word - ones * 0x20) | (quote - ones) | (backslash - ones)) & ~word & tops) != 0;
}

/* Bytes that all of them add. */
static size_t added_by(const char *text, size_t length) {
  size_t more = 0, i = 0;
  for (; i + 8 <= length; i += 8)
    for (size_t k = i; k < i + 8 && any_special(text + i); k++) more += added((unsigned char)text[k]);
  for (; i < length; i++) more += added((unsigned char)text[i]);
  return more;
}

/* `good`: it is UTF-8; else what is not ASCII becomes a question mark. */
static void put_text(struct ddz_writer *out, const char *key, size_t n, const char *text, size_t length,
                     bool good) {
  size_t more = added_by(text, length);
  char *at = begin(out, key, n, length + more + 2);
  if (!at) return;
  *at++ = '"';
  if (more == 0 && good) {
    at = copy(at, text, length);
  } else {
    for (size_t i = 0; i < length; i++) {
      unsigned char c = (unsigned char)text[i];
      if (added(c))
        at = escaped(at, c);
      else
        *at++ = c < 0x80 || good ? text[i] : '?';
    }
  }
  *at++ = '"';
  end(out, at);
}

void ddz_writer_put_text(struct ddz_writer *out, const char *key, size_t n, const char *text, size_t length) {
  assert(ddz_is_utf8(text, length));
  put_text(out, key, n, text, length, true);
}

void ddz_write_bytes(struct ddz_writer *out, const char *key, const char *bytes, size_t length) {
  put_text(out, key, ddz_writer_key(key), bytes, length, ddz_is_utf8(bytes, length));
}

/* Bytes of a character by its first one, 0: none begins so; and its least code point, so that no character
 * has two forms. */
static int character(unsigned char first, unsigned long *least) {
  *least = first < 0x80 ? 0 : first < 0xE0 ? 0x80 : first < 0xF0 ? 0x800 : 0x10000;
  return first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
}

bool ddz_is_utf8(const char *bytes, size_t length) {
  for (size_t i = 0; i < length;) {
    unsigned char first = (unsigned char)bytes[i];
    unsigned long least, point;
    int n = character(first, &least);
    if (n == 0 || (size_t)n > length - i) return false;
    point = n == 1 ? first : first & (0x7Fu >> n);
    for (int k = 1; k < n; k++) {
      unsigned char next = (unsigned char)bytes[i + (size_t)k];
      if ((next & 0xC0) != 0x80) return false;
      point = point << 6 | (next & 0x3F);
    }
    if (point < least || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return false;
    i += (size_t)n;
  }
  return true;
}

size_t ddz_utf8_prefix(const char *text, size_t length, size_t max) {
  if (length <= max) return length;
  while (max > 0 && ((unsigned char)text[max] & 0xC0) == 0x80) max--;
  return max;
}

/* The end */

char *ddz_writer_take(struct ddz_writer *out, size_t *length) {
  if (out->budget && out->length > out->budget) fail(out, DDZ_WRITER_OVER_BUDGET);
  if (!reserve(out, 1)) return NULL;
  assert(out->depth == 0);
  char *bytes = out->bytes;
  bytes[ *length = out->length] = 0;
  if (out->room - out->length > WASTE) {
    char *less = realloc(bytes, out->length + 1);
    if (less) bytes = less;
  }
  *out = (struct ddz_writer){.budget = out->budget};
  return bytes;
}
