#include "service/work/guess.h"

static atomic_uint_fast64_t *cell_of(struct guess *guess, size_t route, unsigned size) {
  return &guess->us[route][size < GUESS_SIZES ? size : GUESS_SIZES - 1];
}

uint64_t guess_us(struct guess *guess, size_t route, unsigned size) {
  uint64_t known = atomic_load_explicit(cell_of(guess, route, size), memory_order_relaxed);
  return known ? known : GUESS_UNKNOWN_US;
}

void guess_learn(struct guess *guess, size_t route, unsigned size, uint64_t took_us) {
  atomic_uint_fast64_t *cell = cell_of(guess, route, size);
  uint64_t known = atomic_load_explicit(cell, memory_order_relaxed), next = took_us;
  if (known) {
    uint64_t most = 4 * known + 1000;
    next = (7 * known + (took_us < most ? took_us : most)) / 8;
  }
  atomic_store_explicit(cell, next ? next : 1, memory_order_relaxed);
}
