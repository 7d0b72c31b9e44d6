/* engine.h - an engine to test with, and the trained net of models/ for it. */
#pragma once

#include "core/engine/engine.h"

/* An engine with a memo of `memo_bytes`, to be released with free(). Aborts when memory is short. */
struct ddz_engine *engine_new(size_t memo_bytes);

/* The program's own engine with a memo of 1 MiB: made at the first call, kept until the program ends. */
struct ddz_engine *engine_here(void);

/* The net to play with for the program's own engine: set-up and tear-down of a group of tests, not 0 where
 * there is no net. */
int trained_open(void **state);
int trained_close(void **state);
