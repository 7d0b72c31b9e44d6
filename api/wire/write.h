/* write.h - JSON text, written straight into a growing buffer.
 *
 * The calls follow the text from left to right; the writer adds the commas:
 *
 *   ddz_write_open(&out, NULL, '{');             {
 *   ddz_write_int(&out, "count", 3);               "count":3,
 *   ddz_write_open(&out, "plays", '[');            "plays":[
 *   ddz_write_string(&out, NULL, "33");              "33"
 *   ddz_write_close(&out, ']');                    ]
 *   ddz_write_close(&out, '}');                  }
 *   char *text = ddz_writer_take(&out, &length);
 *
 * The key is NULL inside arrays and at the top. A key is plain text of ours: no quotes, no backslashes.
 *
 * A failure is remembered once instead of being checked at every call: after it nothing is written any more
 * and the buffer is free already. A zeroed writer is ready and has no budget. Memory comes from malloc, at
 * most twice the length of the text. No globals, one thread a writer. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum ddz_writer_failure {
  DDZ_WRITER_FINE,
  DDZ_WRITER_NO_MEMORY,
  DDZ_WRITER_OVER_BUDGET /* the text would be longer than the budget */
};

struct ddz_writer {
  size_t budget;       /* bytes of the longest text that may be taken; 0: any */
  char *bytes;         /* owned; NULL before the first byte and after a failure */
  size_t length, room; /* written, allocated */
  unsigned depth;      /* containers that are open */
  enum ddz_writer_failure failure;
};

/* End the object '}' or the array ']' that was opened last. */
void ddz_write_close(struct ddz_writer *out, char bracket);

/* With the length of the key; called through the functions below, where it is mostly known to the compiler.
 */
void ddz_writer_put_open(struct ddz_writer *out, const char *key, size_t n, char bracket);
void ddz_writer_put_text(struct ddz_writer *out, const char *key, size_t n, const char *text, size_t length);
void ddz_writer_put_int(struct ddz_writer *out, const char *key, size_t n, long long value);
void ddz_writer_put_real(struct ddz_writer *out, const char *key, size_t n, double value);
void ddz_writer_put_raw(struct ddz_writer *out, const char *key, size_t n, const char *json, size_t length);

static inline size_t ddz_writer_key(const char *key) { return key ? strlen(key) : 0; }

/* Begin an object '{' or an array '['. */
static inline void ddz_write_open(struct ddz_writer *out, const char *key, char bracket) {
  ddz_writer_put_open(out, key, ddz_writer_key(key), bracket);
}

/* `text` is UTF-8: of ours, or out of a JSON that was read. */
static inline void ddz_write_string(struct ddz_writer *out, const char *key, const char *text) {
  ddz_writer_put_text(out, key, ddz_writer_key(key), text, strlen(text));
}

/* Any bytes. Where they are not UTF-8, each one beyond ASCII becomes a question mark. */
void ddz_write_bytes(struct ddz_writer *out, const char *key, const char *bytes, size_t length);

static inline void ddz_write_int(struct ddz_writer *out, const char *key, long long value) {
  ddz_writer_put_int(out, key, ddz_writer_key(key), value);
}

/* Rounded to six decimals, from 1e9 on to none; without a fraction where there is none. What is no number, or
 * beyond 2^53, is null. */
static inline void ddz_write_real(struct ddz_writer *out, const char *key, double value) {
  ddz_writer_put_real(out, key, ddz_writer_key(key), value);
}

/* A value that is JSON text already. */
static inline void ddz_write_raw(struct ddz_writer *out, const char *key, const char *json, size_t length) {
  ddz_writer_put_raw(out, key, ddz_writer_key(key), json, length);
}

static inline void ddz_write_bool(struct ddz_writer *out, const char *key, bool value) {
  ddz_write_raw(out, key, value ? "true" : "false", value ? 4 : 5);
}

static inline void ddz_write_null(struct ddz_writer *out, const char *key) {
  ddz_write_raw(out, key, "null", 4);
}

/* null for NULL. */
static inline void ddz_write_text(struct ddz_writer *out, const char *key, const char *text) {
  if (text != NULL)
    ddz_write_string(out, key, text);
  else
    ddz_write_null(out, key);
}

/* null unless it is known. */
static inline void ddz_write_known(struct ddz_writer *out, const char *key, bool known, long long value) {
  if (known)
    ddz_write_int(out, key, value);
  else
    ddz_write_null(out, key);
}

/* The caller has no memory for what he would write. */
void ddz_writer_fail(struct ddz_writer *out);

/* Make room for a text of this length at once. */
void ddz_writer_reserve(struct ddz_writer *out, size_t length);

/* The finished text, NUL-terminated; the caller frees it. NULL after a failure, which stays in `failure`. */
char *ddz_writer_take(struct ddz_writer *out, size_t *length);

/* Are these bytes UTF-8, as RFC 3629 has it? */
bool ddz_is_utf8(const char *bytes, size_t length);

/* The longest prefix of `text`, at most `max` bytes, that does not cut a UTF-8 character in two. */
size_t ddz_utf8_prefix(const char *text, size_t length, size_t max);
