/* interface.h - what callers of the HTTP interface rely on, as lines; and which changes of them break
 * callers.
 *
 * A line is "KIND NAME: VALUE": operations, bodies, answers, fields with their types, which fields must be
 * there, the values of enumerations. Descriptions, examples, orders and bounds are left out. A field that one
 * schema has in requests and answers is told for both. */
#ifndef DDZ_TESTS_SUPPORT_INTERFACE_H
#define DDZ_TESTS_SUPPORT_INTERFACE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct interface_lines {
  char **line; /* sorted, no two alike; malloc'd */
  size_t count, room;
};

/* The lines of an OpenAPI document. Aborts when memory is short. */
struct interface_lines interface_of(const json_t *openapi);

/* The lines of a text, sorted. */
struct interface_lines interface_read(const char *text);

void interface_free(struct interface_lines *lines);

/* Called for each line that is only in one of them: `added` to the new one, or else gone from it. `breaks`: a
 * caller who was right before may be wrong now. */
typedef void interface_change(void *self, const char *line, bool added, bool breaks);
void interface_compare(const struct interface_lines *before, const struct interface_lines *now,
                       interface_change *change, void *self);

#endif
