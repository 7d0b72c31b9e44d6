#include "engine.h"

#include <stdio.h>
#include <stdlib.h>

struct ddz_engine *engine_new(size_t memo_bytes) {
  struct ddz_engine_options options = {.memo_bytes = memo_bytes};
  void *memory = aligned_alloc(64, (ddz_engine_size(&options) + 63) / 64 * 64);
  if (memory == NULL) {
    fprintf(stderr, "tests/support/engine: out of memory\n");
    abort();
  }
  return ddz_engine_init(memory, &options);
}

static struct ddz_engine *here;
static void release(void) { free(here); }

struct ddz_engine *engine_here(void) {
  if (here != NULL) return here;
  here = engine_new(1 << 20);
  atexit(release);
  return here;
}
