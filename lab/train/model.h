/* model.h - the parameters of a net as a trainer keeps them.
 *
 *   first   w1 (W / BLOCK, F + 1, BLOCK)   the first layer in blocks of units; the last row is the bias, an
 *                                          input that is always on
 *   top     w2 (W,H1) b2 (H1) w3 (H1,H2) b3 (H2) w4 (H2,HEADS) b4 (HEADS)
 *
 * and of each parameter its two moments (Adam) and its running average. The averages are what is packed. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "core/base/rng.h"
#include "core/net/net.h"
#include "lab/train/kernel.h"
#include "lib/net_pack.h"

enum { HEADS = DDZ_NET_HEADS };

#define MODEL_CLIP 2.0f /* of the first layer */

struct model_shape {
  int inputs;    /* F */
  int width;     /* W, a multiple of BLOCK */
  int hidden[2]; /* H1, H2: multiples of 16 */
};

/* Where the parts of `top` begin. */
struct top_layout {
  size_t w2, b2, w3, b3, w4, b4, size;
};
struct top_layout top_layout_of(const struct model_shape *shape);

/* A parameter's four numbers, in arrays. */
struct params {
  float *w, *m, *v, *mean;
  size_t n;
};

struct model {
  struct model_shape shape;
  int rows, blocks; /* of the first layer */
  struct params first, top;
  uint64_t steps; /* of the optimiser */
  uint8_t *seen;  /* (rows): those of the first layer that some sample had on; others do not play */
};

struct model *model_new(const struct model_shape *shape); /* all zero; exits when memory is short */
void model_free(struct model *model);

/* Fresh weights: uniform within these bounds; of w2, and of w3 where it is 0, by the units below. */
struct model_start {
  double first; /* of w1: small where many inputs are on */
  double bias;  /* of the first layer, all alike; 0: drawn as w1 */
  double inner; /* of w3 */
  double heads; /* of w4 */
};
void model_draw(struct model *model, const struct model_start *start, struct ddz_rng *rng);

/* A block of an array of the first layer. */
static inline float *model_block(const struct model *model, float *first, int block) {
  return first + (size_t)block * (size_t)model->rows * BLOCK;
}

/* The averages as net.h lays them out; model_floats_free lets them go. */
void model_floats(const struct model *model, struct ddz_net_floats *floats);
void model_floats_free(struct ddz_net_floats *floats);
struct ddz_net_shape model_net_shape(const struct model *model, uint32_t features);

/* Weights and averages from an image; the moments zero. The units that the image does not have are drawn, and
 * nothing goes up from them yet: the grown net says what the image said. */
bool model_holds(const struct model_shape *model, const struct ddz_net_shape *shape); /* no layer is larger */
void model_from_net(struct model *model, const struct model_start *start, const struct ddz_net *net,
                    enum ddz_role role, struct ddz_rng *rng);

/* Everything, to go on exactly. False on an error of the file. */
bool model_write(const struct model *model, FILE *file);
bool model_read(struct model *model, FILE *file);
