/* clock.h - the time, twice: monotonic for measuring, wall clock for people. */
#ifndef DDZ_SERVICE_CLOCK_H
#define DDZ_SERVICE_CLOCK_H

#include <stdint.h>
#include <time.h>

#define CLOCK_NEVER_US (UINT64_MAX / 2) /* past every deadline */

/* Monotonic microseconds, for measuring and deadlines. */
static inline uint64_t clock_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

static inline uint64_t clock_ms(void) { return clock_us() / 1000u; }

#endif
