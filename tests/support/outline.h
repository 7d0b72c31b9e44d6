/* outline.h - the leaves of a YAML file that is laid out as ours is.
 *
 * Block mappings by indentation, one `key: value` a line, values plain text to us. That is all of YAML that
 * openapi.yaml's examples need: an example is JSON on one line. Lists and folded text pass by as leaves that
 * nobody asks for. */
#ifndef DDZ_TESTS_SUPPORT_OUTLINE_H
#define DDZ_TESTS_SUPPORT_OUTLINE_H

#include <stddef.h>

enum { OUTLINE_DEPTH = 16, OUTLINE_KEY = 64 };

struct outline_leaf {
  size_t line; /* from 1 */
  int depth;   /* keys on the way */
  char key[OUTLINE_DEPTH][OUTLINE_KEY];
  const char *value; /* "" where children follow */
};

/* Calls `each` for every line with a key. Returns how many lines the file has; aborts when it is not there.
 */
size_t outline_each(const char *path, void (*each)(const struct outline_leaf *leaf, void *self), void *self);

/* Does the way to the leaf begin with these keys (closed by NULL; "*" is any key)? */
int outline_under(const struct outline_leaf *leaf, const char *const *keys);

#endif
