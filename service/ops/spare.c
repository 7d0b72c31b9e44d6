#include "service/ops/spare.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

struct spare {
  bool guarding, was_short;
  size_t used;
  alignas(16) char bytes[SPARE_BYTES];
};
static _Thread_local struct spare spare;

static void *set_aside(size_t size) {
  bool of_a_text = size >= 32 && (size & (size - 1)) == 0;
  spare.was_short = true;
  if (!of_a_text || size > SPARE_BYTES - spare.used) return NULL;
  void *memory = spare.bytes + spare.used;
  spare.used += size; /* a multiple of 32 */
  return memory;
}

void *spare_malloc(size_t size) {
  void *memory = malloc(size);
  return memory || !spare.guarding ? memory : set_aside(size);
}

void spare_free(void *memory) {
  uintptr_t at = (uintptr_t)memory, from = (uintptr_t)spare.bytes;
  if (at < from || at >= from + SPARE_BYTES) free(memory);
}

bool spare_guard(bool on) {
  bool was_short = spare.was_short;
  spare.guarding = on;
  if (on) {
    spare.was_short = false;
    spare.used = 0;
  }
  return was_short && !on;
}
