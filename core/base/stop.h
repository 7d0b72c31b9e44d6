/* stop.h - must this work end now?
 *
 * One token for each request, given down to whoever works on it. It stops the work in two ways: a word that
 * any thread may set, and a deadline on a clock of the caller. Checking has no side effect, and costs a load
 * and a look at the clock.
 *
 *   NOT    go on
 *   BUSY   others wait, and this work has had its turn: it ends with what it has, and says so
 *   LEFT   nobody waits for the answer any more */
#ifndef DDZ_CORE_STOP_H
#define DDZ_CORE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ddz_stop_word { DDZ_STOP_NOT, DDZ_STOP_BUSY, DDZ_STOP_LEFT };

struct ddz_stop {
  const atomic_int *word;           /* enum ddz_stop_word. NULL: nobody can say one */
  uint64_t (*clock_us)(void *self); /* NULL: no deadline */
  void *self;
  uint64_t until_us; /* the deadline on that clock */
};

static inline bool ddz_stop_asked(const struct ddz_stop *stop) {
  if (stop->word != NULL && atomic_load_explicit(stop->word, memory_order_relaxed) != DDZ_STOP_NOT)
    return true;
  return stop->clock_us != NULL && stop->clock_us(stop->self) >= stop->until_us;
}

#endif
