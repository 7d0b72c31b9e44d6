#include "rng.h"

static uint64_t splitmix64(uint64_t *x) {
  uint64_t z = *x += 0x9E3779B97F4A7C15ull;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

void ddz_rng_seed(struct ddz_rng *rng, uint64_t seed) {
  for (int i = 0; i < 4; i++) rng->s[i] = splitmix64(&seed);
}

void ddz_rng_seed_stream(struct ddz_rng *rng, uint64_t seed, uint64_t stream) {
  /* Mixed before the stream is added: (seed, stream) and (seed + 1, stream - 1) have nothing in common. */
  uint64_t mixed = splitmix64(&seed) + stream;
  ddz_rng_seed(rng, splitmix64(&mixed));
}

void ddz_rng_widen(struct ddz_rng *rng, const uint64_t *more, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint64_t word = more[i];
    rng->s[i % 4] ^= splitmix64(&word);
  }
  if ((rng->s[0] | rng->s[1] | rng->s[2] | rng->s[3]) == 0) rng->s[0] = 1; /* it would never leave zero */
}

size_t ddz_rng_pick(struct ddz_rng *rng, const double *weight, size_t n) {
  double all = 0;
  for (size_t i = 0; i < n; i++) all += weight[i];
  double left = ddz_rng_unit(rng) * all;
  size_t picked = 0;
  while (picked < n - 1 && (left -= weight[picked]) >= 0) picked++;
  return picked;
}

void ddz_rng_shuffle(struct ddz_rng *rng, unsigned char *items, size_t n) {
  for (size_t i = n; i > 1; i--) {
    size_t j = ddz_rng_below(rng, (uint32_t)i);
    unsigned char item = items[i - 1];
    items[i - 1] = items[j];
    items[j] = item;
  }
}
