/* engine.h - an engine for a tool, in memory of its own. */
#ifndef DDZ_TOOLS_LIB_ENGINE_H
#define DDZ_TOOLS_LIB_ENGINE_H

#include "core/engine/engine.h"

/* Bytes of the power memo and of the solver's table. Without nets: put in those that shall play. To be
 * released with free(); NULL when memory is short. */
struct ddz_engine *tool_engine_new(size_t memo_bytes, size_t table_bytes);

#endif
