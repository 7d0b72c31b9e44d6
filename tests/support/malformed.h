/* malformed.h - the bodies of tests/data/malformed.jsonl.
 *
 * A line gives the body as `body` (text), `hex` (bytes) or `parts` (texts, each a number of times). */
#pragma once

#include <jansson.h>
#include <stddef.h>

struct malformed_body {
  char *data; /* malloc'd; the caller frees it */
  size_t length, room;
};

/* Aborts on a line that is not of that form. */
struct malformed_body malformed_body(json_t *line);
