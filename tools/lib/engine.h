/* engine.h - an engine for a tool, in memory of its own, nets from files, and a request to the api.
 *
 * What is opened stays open until the program ends, so that any number of players may share it. Not for
 * several threads at a time. Where memory is short the program ends. */
#pragma once

#include <jansson.h>

#include "api/api.h"

/* Bytes of the power memo and of the solver's table. Without nets: put in those that shall play. To be
 * released with free(). */
struct ddz_engine *tool_engine_new(size_t memo_bytes, size_t table_bytes);

/* Of the monotonic clock, for a host of the api. */
uint64_t tool_now_us(void *self);

/* A net with those that lie beside it. Without `play`: model_error() says why, in a sentence that names the
 * file. Opening the same file again costs nothing.
 * path  NULL: the net the service would find by itself; when there is none, model_error() is empty */
struct ddz_nets model_open(const char *path);
const char *model_error(void);

/* What POST `path` answers to `body`, which is taken: a new text. */
char *tool_ask(struct ddz_api *api, const char *path, json_t *body);
