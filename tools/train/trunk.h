/* trunk.h - layers that share what they learn over ranks, beside the first layer of a net.
 *
 * The inputs that belong to a rank (feature.def: so many of it unseen, held, put down ...) become that rank's
 * units; the others are added to the units of every rank. Residual layers follow, each of which sees a rank
 * and its two neighbours, with the same weights at every rank:
 *
 *   x (15,C)  = own[rank] + the rows of `embed` of the rank's inputs + those of what belongs to no rank
 *   x        += conv(max(0, conv(max(0, x))))        `depth` times; a conv has width 3 and C to C units
 *   hidden    = clip(x, 0, MODEL_CLIP)               15 blocks of units more for the second layer
 *
 * Weights, one after the other: embed (TRUNK_ROWS,C), own (16,C), then for each conv w (3 C,C), b (C). */
#ifndef DDZ_TOOLS_TRAIN_TRUNK_H
#define DDZ_TOOLS_TRAIN_TRUNK_H

#include "core/base/rng.h"
#include "core/net/feature.h"
#include "tools/train/kernel.h"

enum {
  TRUNK_ROWS = DDZ_FEATURES,
  TRUNK_RANKS = 15, /* 3 to the big joker: the nets are taught without the flower */
  TRUNK_UNITS = TRUNK_RANKS * BLOCK,
  TRUNK_DEPTH_MAX = 4,
  TRUNK_SAMPLES = 64,                /* computed together */
  TRUNK_PLACES = TRUNK_SAMPLES * 16, /* a place for each rank and one that stays zero */
  TRUNK_CONV = 3 * BLOCK * BLOCK + BLOCK
};

size_t trunk_size(int depth);                              /* weights; 0 for depth 0 */
void trunk_draw(int depth, float *w, struct ddz_rng *rng); /* fresh ones */

/* What a chunk of samples makes of it. */
struct trunk_layers {
  _Alignas(64) float x[(TRUNK_PLACES + 2) * BLOCK];
  _Alignas(64) float a[TRUNK_DEPTH_MAX][(TRUNK_PLACES + 2) * BLOCK],
      h[TRUNK_DEPTH_MAX][(TRUNK_PLACES + 2) * BLOCK];
  _Alignas(64) float d[(TRUNK_PLACES + 2) * BLOCK], e[(TRUNK_PLACES + 2) * BLOCK];
  _Alignas(64) float back[3 * BLOCK * BLOCK];
};

/* n  1..TRUNK_SAMPLES lists. hidden  rank r of list i lies at hidden + r * stride + i * BLOCK */
void trunk_forward(int depth, const float *w, const struct input_list *list, int n, struct trunk_layers *y,
                   float *hidden, size_t stride);

/* After trunk_forward of the same: adds to the gradient g. hidden  the gradient of what went up, zero where
 * it was clipped. */
void trunk_backward(int depth, const float *w, const struct input_list *list, int n, struct trunk_layers *y,
                    const float *hidden, size_t stride, float *g);

#endif
