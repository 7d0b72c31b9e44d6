/* out.h - writing JSON text.
 *
 * Answers are written straight into a growing buffer: no tree is built, keys stay in the order of the calls,
 * and a short memory is remembered once (`failed`) instead of being checked at every field. Memory comes
 * from jansson's allocator, so a test can make any single allocation of a request fail.
 *
 *   ddz_out_open(&out, NULL, '{');            {
 *   ddz_out_int(&out, "count", 3);              "count":3,
 *   ddz_out_open(&out, "plays", '[');           "plays":[
 *   ddz_out_string(&out, NULL, "33");             "33"
 *   ddz_out_close(&out, ']');                   ]
 *   ddz_out_close(&out, '}');                 }
 *
 * The key is NULL inside arrays and at the top. One thread. */
#ifndef DDZ_API_OUT_H
#define DDZ_API_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ddz_out {
  char *text; /* NUL-terminated once something was written; NULL before and after a failure */
  size_t length, room;
  bool comma;  /* the next element needs one */
  bool failed; /* memory was short: nothing is written any more */
};

void ddz_out_open(struct ddz_out *out, const char *key, char bracket);
void ddz_out_close(struct ddz_out *out, char bracket);
void ddz_out_string(struct ddz_out *out, const char *key, const char *text);
void ddz_out_int(struct ddz_out *out, const char *key, long long value);
void ddz_out_bool(struct ddz_out *out, const char *key, bool value);
void ddz_out_null(struct ddz_out *out, const char *key);

/* At most six decimals, no exponent; what is no number, or beyond 1e9, is null. */
void ddz_out_real(struct ddz_out *out, const char *key, double value);

/* Text that is JSON already. */
void ddz_out_raw(struct ddz_out *out, const char *key, const char *json, size_t length);

/* Release the text. */
void ddz_out_free(struct ddz_out *out);

#endif
