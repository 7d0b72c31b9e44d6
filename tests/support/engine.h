/* engine.h - an engine to test with. */
#pragma once

#include "core/engine/engine.h"

/* An engine with a memo of `memo_bytes`, to be released with free(). Aborts when memory is short. */
struct ddz_engine *engine_new(size_t memo_bytes);

/* The program's own engine with a memo of 1 MiB: made at the first call, kept until the program ends. */
struct ddz_engine *engine_here(void);
