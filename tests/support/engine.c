#include "engine.h"

#include "core/net/judge.h"
#include "lib/mapped.h"

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

static struct mapped file;
static struct ddz_net net;

int trained_open(void **state) {
  char error[256];
  (void)state;
  if (!mapped_open(&file, "models/ddz.net", error, sizeof error)) return -1;
  if (ddz_judge_open(&net, file.bytes, file.size) != DDZ_NET_OK) return -1;
  engine_here()->nets.play = &net;
  return 0;
}

int trained_close(void **state) {
  (void)state;
  engine_here()->nets.play = NULL;
  mapped_close(&file);
  return 0;
}
