/* outbox.h - how much memory may the answers hold that are not sent yet, all together?
 *
 * Clients that ask and read nothing would otherwise fill it. Small answers always find room: they say why
 * there is none, and are bounded by the number of connections. Any thread. */
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
