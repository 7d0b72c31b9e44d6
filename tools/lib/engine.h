/* engine.h - an engine for a tool, in memory of its own, and nets from files for its players.
 *
 * What is opened stays open until the program ends, so that any number of players may share it. Not for
 * several threads at a time. */
#ifndef DDZ_TOOLS_LIB_ENGINE_H
#define DDZ_TOOLS_LIB_ENGINE_H

#include "core/engine/engine.h"

/* Bytes of the power memo and of the solver's table. Without nets: put in those that shall play. To be
 * released with free(); NULL when memory is short. */
struct ddz_engine *tool_engine_new(size_t memo_bytes, size_t table_bytes);

/* NULL: model_error() says why, in a sentence that names the file. Opening the same file again costs nothing.
 * path  NULL: the net the service would find by itself; when there is none, model_error() is empty */
const struct ddz_net *model_open(const char *path);
const char *model_error(void);

/* A net opened here with those that lie beside it; all NULL for NULL. */
struct ddz_nets model_nets(const struct ddz_net *net);

#endif
