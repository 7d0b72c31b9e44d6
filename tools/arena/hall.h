/* hall.h - deals played on many threads, and added up in their order.
 *
 * A worker is what one thread needs to play: players, a game. What a deal brings is counted in the order of
 * the deals, whoever played it and however many threads there are, so sums are equal to the last digit, and
 * what stops early stops at the same deal. */
#ifndef DDZ_TOOLS_ARENA_HALL_H
#define DDZ_TOOLS_ARENA_HALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hall_plan {
  uint64_t first, last; /* deals */
  unsigned threads;     /* at least 1 */
  size_t size;          /* of an outcome in bytes; it is moved as bytes */
  void *self;           /* of whoever plans: `enter` and `play` only read it */

  /* Any thread at any time. */
  void *(*enter)(const void *self); /* a new worker; NULL: out of memory */
  /* Play a deal; the outcome starts zeroed. NULL, or why nobody may go on: static text. */
  const char *(*play)(void *worker, uint64_t deal, void *outcome);

  /* One thread at a time. */
  bool (*count)(void *self, const void *outcome); /* in the order of the deals; false: that is enough */
  void (*forget)(void *self, void *outcome);      /* what it owns; once for each that was played */
  void (*leave)(void *self, void *worker);        /* free it */
  void (*watch)(const void *self, double seconds, bool over); /* now and then, and at the end */
};

/* Play all deals. NULL, or why it could not be done: static text. `seconds`: how long it took. */
const char *hall_play(const struct hall_plan *plan, double *seconds);

#endif
