#include "engine.h"

#include <stdlib.h>

enum { LINE = 64 };

struct ddz_engine *tool_engine_new(size_t memo_bytes, size_t table_bytes) {
  const struct ddz_engine_options options = {.memo_bytes = memo_bytes, .table_bytes = table_bytes};
  void *memory = aligned_alloc(LINE, (ddz_engine_size(&options) + LINE - 1) / LINE * LINE);
  return memory != NULL ? ddz_engine_init(memory, &options) : NULL;
}
