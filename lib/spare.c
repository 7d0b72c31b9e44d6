#include "lib/spare.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __SANITIZE_ADDRESS__ /* every piece is to be one of malloc, so that it is watched */
enum { OWN_BYTES = 0 };
#else
enum { OWN_BYTES = SPARE_OWN_BYTES };
#endif

/* Memory of a thread must not be missing when memory is short: it is there from the thread's start on. */
#ifdef __GLIBC__
#define THERE __attribute__((tls_model("initial-exec")))
#else
#define THERE
#endif
static THERE _Thread_local struct spare *mine;

static json_malloc_t usual_malloc = malloc;
static json_free_t usual_free = free;

/* After a refusal, pieces of these sizes together take at most 16 bytes for each byte of the body: the text
 * of its longest token 4, strings 2, a growing array 7. */
enum { ASIDE_A_BYTE = 16, ASIDE_LEAST = 1024 };

static void *set_aside(struct spare *spare, size_t size) {
  const bool of_a_text = size >= 32 && (size & (size - 1)) == 0;
  spare->was_short = true;
  if (!of_a_text || size > spare->room - spare->used) return NULL;
  void *memory = spare->aside + spare->used;
  spare->used += size; /* a multiple of 32 */
  return memory;
}

static void *own(struct spare *spare, size_t size) {
  void *memory = spare->bytes + spare->own;
  spare->own += (size + 15) / 16 * 16;
  return memory;
}

static void *guarded_malloc(size_t size) {
  if (mine == NULL || !mine->guarding) return usual_malloc(size);
  if (mine->was_short) return set_aside(mine, size);
  if (size <= OWN_BYTES - mine->own) return own(mine, size);
  void *memory = usual_malloc(size);
  return memory ? memory : set_aside(mine, size);
}

static bool lies_in(const void *memory, const char *from, size_t bytes) {
  return (uintptr_t)memory - (uintptr_t)from < bytes;
}

static void guarded_free(void *memory) {
  if (mine && (lies_in(memory, mine->bytes, sizeof mine->bytes) || lies_in(memory, mine->aside, mine->room)))
    return;
  usual_free(memory);
}

void spare_install(void) {
  static atomic_flag installing = ATOMIC_FLAG_INIT;
  static bool installed; /* guarded by the flag */
  while (atomic_flag_test_and_set(&installing)) {
  }
  if (!installed) {
    json_get_alloc_funcs(&usual_malloc, &usual_free);
    json_set_alloc_funcs(guarded_malloc, guarded_free);
  }
  installed = true;
  atomic_flag_clear(&installing);
}

static void clear_aside(struct spare *spare) {
  if (spare->room > SPARE_ASIDE_BYTES) free(spare->aside);
  spare->aside = NULL;
  spare->room = 0;
}

void spare_use(struct spare *spare) {
  if (mine && mine != spare) clear_aside(mine);
  mine = spare;
}

/* False: memory is short. */
static bool make_aside(struct spare *spare, size_t length) {
  clear_aside(spare);
  if (length > (SIZE_MAX - ASIDE_LEAST) / ASIDE_A_BYTE) return false;
  const size_t room = length * ASIDE_A_BYTE + ASIDE_LEAST;
  const bool large = room > SPARE_ASIDE_BYTES;
  spare->aside = large ? malloc(room) : spare->bytes + SPARE_OWN_BYTES;
  if (spare->aside) spare->room = large ? room : SPARE_ASIDE_BYTES;
  return spare->aside != NULL;
}

bool spare_guard(size_t length) {
  if (!mine) return true;
  mine->guarding = false;
  if (length == 0) return mine->was_short;
  mine->own = mine->used = 0;
  mine->was_short = !make_aside(mine, length);
  mine->guarding = !mine->was_short;
  return mine->was_short;
}
