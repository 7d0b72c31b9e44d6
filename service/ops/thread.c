#include "service/ops/thread.h"

#include <malloc.h>
#include <stdatomic.h>

/* ---- memory ---- */

enum {
  KEPT_BYTES = 4 << 20, /* free memory that a thread keeps */
  LARGE_BYTES = 65536,  /* threads ask for smaller ones all the time */
  MUCH_BYTES = 1 << 20, /* freed by large ones, worth a sweep */
  PAUSE_US = 1000000
};

static atomic_size_t freed;
static atomic_uint_fast64_t settled_us;

void heap_tune(void) {
#ifdef __GLIBC__
  mallopt(M_MXFAST, 0);
  mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
  mallopt(M_MMAP_THRESHOLD, KEPT_BYTES); /* setting this one turns off the automatic growth of the other */
#endif
}

void heap_freed(size_t bytes) {
  if (bytes >= LARGE_BYTES) atomic_fetch_add_explicit(&freed, bytes, memory_order_relaxed);
}

void heap_settle(void) {
#ifdef __GLIBC__
  const uint64_t now_us = clock_us();
  if (atomic_load_explicit(&freed, memory_order_relaxed) < MUCH_BYTES) return;
  if (now_us < atomic_load(&settled_us) + PAUSE_US) return;
  atomic_store(&settled_us, now_us);
  atomic_store_explicit(&freed, 0, memory_order_relaxed);
  malloc_trim(KEPT_BYTES);
#endif
}
