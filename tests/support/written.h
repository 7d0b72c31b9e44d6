/* written.h - a JSON value through the api's writer and back, to hold the writer against jansson. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "api/wire/write.h"

/* Write a whole value. Keys are written as they are: they must need no escaping. */
void written_value(struct ddz_writer *out, const char *key, const json_t *value);

/* The same value, reals to six decimals and beyond 1e9 null? */
bool written_same(const json_t *due, const json_t *read);
