#include "service/ops/spare.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __SANITIZE_ADDRESS__ /* every piece is to be one of malloc, so that it is watched */
enum { OWN_BYTES = 0 };
#else
enum { OWN_BYTES = SPARE_OWN_BYTES };
#endif

struct spare {
  bool guarding, was_short;
  size_t own, used; /* of the bytes: from the beginning; behind OWN_BYTES */
  alignas(16) char bytes[OWN_BYTES + SPARE_BYTES];
};
static _Thread_local struct spare spare;

static void *set_aside(size_t size) {
  bool of_a_text = size >= 32 && (size & (size - 1)) == 0;
  spare.was_short = true;
  if (!of_a_text || size > SPARE_BYTES - spare.used) return NULL;
  void *memory = spare.bytes + OWN_BYTES + spare.used;
  spare.used += size; /* a multiple of 32 */
  return memory;
}

static void *own(size_t size) {
  void *memory = spare.bytes + spare.own;
  spare.own += (size + 15) / 16 * 16;
  return memory;
}

void *spare_malloc(size_t size) {
  if (!spare.guarding) return malloc(size);
  if (size <= OWN_BYTES - spare.own) return own(size);
  void *memory = malloc(size);
  return memory ? memory : set_aside(size);
}

void spare_free(void *memory) {
  uintptr_t at = (uintptr_t)memory, from = (uintptr_t)spare.bytes;
  if (at - from >= sizeof spare.bytes) free(memory);
}

bool spare_guard(bool on) {
  bool was_short = spare.was_short;
  spare.guarding = on;
  if (on) {
    spare.was_short = false;
    spare.own = spare.used = 0;
  }
  return was_short && !on;
}
