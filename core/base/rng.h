/* rng.h - random numbers that can be repeated.
 *
 * xoshiro256++ 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2019), its state
 * filled by splitmix64 as its authors advise. 32 bytes; equal seeds give equal numbers on every machine. Not
 * safe for secrets. A few instructions a number. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct ddz_rng {
  uint64_t s[4];
};

/* Start from `seed`; every seed is as good as every other. */
void ddz_rng_seed(struct ddz_rng *rng, uint64_t seed);

/* Start stream number `stream` of `seed`: unrelated to its other streams and to ddz_rng_seed(seed). */
void ddz_rng_seed_stream(struct ddz_rng *rng, uint64_t seed, uint64_t stream);

/* Words of a seed beyond its first 64 bits: four of them reach every state there is. */
void ddz_rng_widen(struct ddz_rng *rng, const uint64_t *more, size_t n);

/* 64 random bits. */
static inline uint64_t ddz_rng_next(struct ddz_rng *rng) {
  uint64_t *s = rng->s, sum = s[0] + s[3];
  uint64_t result = (sum << 23 | sum >> 41) + s[0], t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = s[3] << 45 | s[3] >> 19;
  return result;
}

/* A number in 0..n-1, n >= 1, each equally likely (Lemire's multiplication with rejection, 2019). */
static inline uint32_t ddz_rng_below(struct ddz_rng *rng, uint32_t n) {
  uint64_t product = (ddz_rng_next(rng) >> 32) * n;
  if ((uint32_t)product < n) {
    const uint32_t reject = (UINT32_MAX - n + 1) % n; /* 2^32 mod n products are too many */
    while ((uint32_t)product < reject) product = (ddz_rng_next(rng) >> 32) * n;
  }
  return (uint32_t)(product >> 32);
}

/* A number in [0, 1), a multiple of 2^-53. */
static inline double ddz_rng_unit(struct ddz_rng *rng) { return (double)(ddz_rng_next(rng) >> 11) * 0x1p-53; }

/* One such number that always goes with these three: how a seat with this hand sees this play. */
static inline double ddz_rng_of_play(uint64_t seed, uint64_t hand, uint64_t play) {
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, seed ^ hand * 0x9E3779B97F4A7C15ull, play);
  return ddz_rng_unit(&rng);
}

/* An index below `n`, each as often as its share of all weights. None is negative, one is above 0; n is at
 * least 1. */
size_t ddz_rng_pick(struct ddz_rng *rng, const double *weight, size_t n);

/* Shuffle n bytes: each order equally likely (Fisher-Yates). */
void ddz_rng_shuffle(struct ddz_rng *rng, unsigned char *items, size_t n);
