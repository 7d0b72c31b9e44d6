/* shapes.h - requests that two servers in a row might read differently.
 *
 * Each is to be refused and its connection closed; what stands behind it, a GET of /fixed, is never to be
 * answered. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Status 0: closed without a word. Some of these the library refuses before we see them, and for a bad length
 * it sends the head of its refusal twice; so what counts is the first status, that the connection ends, and
 * that nothing came of the smuggled request. */
struct shape {
  const char *name;
  int status;
  const char *bytes;
  size_t length;
};
extern const struct shape shapes[];
extern const size_t shape_count;

/* With the library that is linked, which from 1.0 on refuses more by itself, in words of its own: is it one?
 * It is not where the library reads it as RFC 9112 does, and whoever is in front would do the same. Is this
 * the status that it is refused with? */
bool shape_counts(const struct shape *shape);
bool shape_has_status(const struct shape *shape, int status);
