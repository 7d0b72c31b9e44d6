/* out.h - building a JSON answer.
 *
 * A thin hand on jansson: values are added in the order they are to appear, containers are opened and closed,
 * and a short memory is remembered once (`failed`) instead of being checked at every field.
 *
 *   ddz_out_open(&out, NULL, '{');            {
 *   ddz_out_int(&out, "count", 3);              "count":3,
 *   ddz_out_open(&out, "plays", '[');           "plays":[
 *   ddz_out_string(&out, NULL, "33");             "33"
 *   ddz_out_close(&out, ']');                   ]
 *   ddz_out_close(&out, '}');                 }
 *   json_t *answer = ddz_out_take(&out);
 *
 * The key is NULL inside arrays and at the top. Keys are static text of ours. A zeroed ddz_out is ready. One
 * thread. */
#ifndef DDZ_API_OUT_H
#define DDZ_API_OUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { DDZ_OUT_DEPTH = 16 }; /* containers open at once */

struct ddz_out {
  json_t *root;                /* owned; NULL before the first value and after a failure */
  json_t *open[DDZ_OUT_DEPTH]; /* borrowed, the innermost last */
  int depth;
  bool failed; /* memory was short: nothing is added any more */
};

void ddz_out_open(struct ddz_out *out, const char *key, char bracket);
void ddz_out_close(struct ddz_out *out, char bracket);
void ddz_out_string(struct ddz_out *out, const char *key, const char *text);
void ddz_out_int(struct ddz_out *out, const char *key, long long value);
void ddz_out_bool(struct ddz_out *out, const char *key, bool value);
void ddz_out_null(struct ddz_out *out, const char *key);

/* Rounded to six decimals, without a fraction where there is none; what is no number, or beyond 1e9, is null.
 */
void ddz_out_real(struct ddz_out *out, const char *key, double value);

/* A value that exists already; takes the reference. NULL is a short memory. */
void ddz_out_value(struct ddz_out *out, const char *key, json_t *value);

/* The finished value; the caller owns it. NULL after a failure. `out` is then empty again. */
json_t *ddz_out_take(struct ddz_out *out);

/* Throw away what was built. */
void ddz_out_free(struct ddz_out *out);

/* A value built here as compact text, released with ddz_text_free; NULL when memory is short. */
char *ddz_text_of(json_t *value);
void ddz_text_free(char *text);

#endif
