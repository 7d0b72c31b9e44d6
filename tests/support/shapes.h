/* shapes.h - requests that two servers in a row might read differently.
 *
 * Each is to be refused and its connection closed; what stands behind it, a GET of /fixed, is never to be
 * answered. */
#ifndef DDZ_TESTS_SHAPES_H
#define DDZ_TESTS_SHAPES_H

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

/* The status with the library that is linked, which from 1.0 on refuses more by itself, in words of its own.
 * -1: it reads this one as RFC 9112 does, and whoever is in front would do the same: no shape at all. */
int shape_status(const struct shape *shape);

#endif
