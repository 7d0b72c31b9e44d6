/* outbox.h - how much memory may all answers hold that are not sent yet?
 *
 * Without a bound, clients that ask and never read would fill it. Small answers are always let in: the
 * problem that says "no room" is one of them, and the number of connections bounds them. Any thread. */
#ifndef DDZ_SERVICE_OUTBOX_H
#define DDZ_SERVICE_OUTBOX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { OUTBOX_SMALL = 4096 };

struct outbox {
  atomic_size_t bytes;
  size_t most;
};

/* False: there is no room for so many bytes, and none is taken. */
static inline bool outbox_put(struct outbox *outbox, size_t bytes) {
  size_t before = atomic_fetch_add_explicit(&outbox->bytes, bytes, memory_order_relaxed);
  if (bytes <= OUTBOX_SMALL || before + bytes <= outbox->most) return true;
  atomic_fetch_sub_explicit(&outbox->bytes, bytes, memory_order_relaxed);
  return false;
}

static inline void outbox_take(struct outbox *outbox, size_t bytes) {
  atomic_fetch_sub_explicit(&outbox->bytes, bytes, memory_order_relaxed);
}

#endif
