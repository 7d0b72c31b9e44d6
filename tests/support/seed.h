/* seed.h - what random tests start from.
 *
 * Every test that draws at random takes its seed here, so that a failure can be repeated: the seed is fixed,
 * is printed once, and DDZ_SEED in the environment overrides it. */
#pragma once

#include "core/base/rng.h"
#include "tests/support/now.h"

#include <stdint.h>

/* Under a sanitizer all takes about ten times as long: loops over random cases do 1 in TEST_SLOWER there. The
 * whole of them runs without one. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { TEST_SANITIZED = 1, TEST_SLOWER = 4 };
#else
enum { TEST_SANITIZED = 0, TEST_SLOWER = 1 };
#endif

/* The seed of this run; the first call prints it. */
uint64_t test_seed(void);

/* A generator that starts from this seed. */
static inline struct ddz_rng test_rng(uint64_t seed) {
  struct ddz_rng rng;
  test_now(NOW_SEED, "%llu", (unsigned long long)seed);
  ddz_rng_seed(&rng, seed);
  return rng;
}

/* A number from the environment, `fallback` when it is not set or not a number. */
uint64_t test_env(const char *name, uint64_t fallback);
