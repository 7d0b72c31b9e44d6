/* sample.h - a decision to learn from, and the rings they are kept in. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/net/feature.h"

enum { BIAS = DDZ_FEATURES }; /* an input that is always on, behind all others */
enum { SAMPLE_INPUTS = 148 }; /* the few decisions with more are not learned from */

struct sample {
  float win;    /* 0..1: what its side came to */
  float points; /* in MODEL_POINTS_UNIT */
  uint8_t role;
  uint8_t follow;                /* samples behind this one in a batch that are plays of the same decision */
  uint8_t n;                     /* inputs, the bias included */
  uint16_t input[SAMPLE_INPUTS]; /* of the play that was made; last, so that the rest need not be copied */
};

/* The latest samples of one role. */
struct ring {
  struct sample *sample;
  size_t size, count, next;
};

static inline void ring_put(struct ring *ring, const struct sample *sample) {
  ring->sample[ring->next] = *sample;
  ring->next = ring->next + 1 == ring->size ? 0 : ring->next + 1;
  if (ring->count < ring->size) ring->count++;
}
