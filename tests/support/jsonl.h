/* jsonl.h - read the vector files: one JSON object a line.
 *
 * A sample of each file is committed in tests/data, so a fresh clone is tested too; the complete files, where
 * a checkout has them beside it, lie in ../shared/data and are read as well. Paths are relative to the root
 * of the project, where tests run. */
#pragma once

#include <jansson.h>
#include <stddef.h>

/* Calls `each(line, number, self)` for each line of tests/data/`name` and, where it exists, of
 * ../shared/data/`name`. A line that is no JSON object, or a missing sample, aborts.
 * Returns how many lines there were. */
size_t jsonl_each(const char *name, void (*each)(json_t *line, size_t number, void *self), void *self);

/* The string under `key`; NULL when it is null or absent. Aborts on another type. */
const char *jsonl_text(json_t *line, const char *key);
