/* bound.h - a budget of bytes that all clients share; one holds at most what it leaves free.
 *
 * So the first who takes all it may has half, the next a quarter, the k-th 1/2^k. The answers that are not
 * sent yet: without a bound, clients that ask and never read would fill it. And the large bodies that come
 * in. Small ones are always let in: the problem that says "no room" is one of them, and the number of
 * connections bounds them. Any thread. */
#ifndef DDZ_SERVICE_BOUND_H
#define DDZ_SERVICE_BOUND_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct bound {
  atomic_size_t bytes;
  size_t most, small; /* bytes */
};

static inline void bound_give(struct bound *bound, atomic_size_t *mine, size_t bytes) {
  atomic_fetch_sub_explicit(mine, bytes, memory_order_relaxed);
  atomic_fetch_sub_explicit(&bound->bytes, bytes, memory_order_relaxed);
}

/* For a client that holds `mine`. False, and nothing is taken: it would hold more than stays free for others.
 */
static inline bool bound_take(struct bound *bound, atomic_size_t *mine, size_t bytes) {
  size_t before = atomic_fetch_add_explicit(&bound->bytes, bytes, memory_order_relaxed);
  size_t held = atomic_fetch_add_explicit(mine, bytes, memory_order_relaxed) + bytes;
  if (bytes <= bound->small || before + held <= bound->most) return true;
  bound_give(bound, mine, bytes);
  return false;
}

#endif
