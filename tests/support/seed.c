#include "seed.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

uint64_t test_env(const char *name, uint64_t fallback) {
  const char *text = getenv(name);
  if (text == NULL || *text == '\0') return fallback;
  char *end;
  uint64_t value = strtoull(text, &end, 0);
  return *end == '\0' ? value : fallback;
}

uint64_t test_seed(void) {
  static bool printed;
  uint64_t seed = test_env("DDZ_SEED", 20240607);
  if (!printed) printf("DDZ_SEED=%" PRIu64 "\n", seed);
  printed = true;
  return seed;
}
