/* clock.h - the time, twice: monotonic for measuring, wall clock for people. */
#ifndef DDZ_SERVICE_CLOCK_H
#define DDZ_SERVICE_CLOCK_H

#include <pthread.h>
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

/* For waiting until a time on this clock. */
static inline void clock_cond_init(pthread_cond_t *cond) {
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(cond, &monotonic);
  pthread_condattr_destroy(&monotonic);
}

/* `ms` from now on this clock. */
static inline struct timespec clock_after_ms(uint64_t ms) {
  const uint64_t us = clock_us() + ms * 1000u;
  return (struct timespec){.tv_sec = (time_t)(us / 1000000u), .tv_nsec = (long)(us % 1000000u * 1000u)};
}

#endif
