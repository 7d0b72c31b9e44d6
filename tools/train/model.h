/* model.h - the nets' parameters as a trainer keeps them.
 *
 * One role:
 *
 *   w1  (W / BLOCK, F + 1, BLOCK)   the first layer in blocks of units; the last row is the bias, an input
 *                                   that is always on
 *   top                             w2 (W,H1) b2 (H1) w3 (H1,H2) b3 (H2) w4 (H2,HEADS) b4 (HEADS)
 *
 * and of each parameter its two moments (Adam) and its running average. The averages are what plays. */
#ifndef DDZ_TOOLS_TRAIN_MODEL_H
#define DDZ_TOOLS_TRAIN_MODEL_H

#include <stdbool.h>
#include <stdio.h>

#include "core/base/rng.h"
#include "core/net/feature.h"
#include "core/net/net.h"
#include "tools/train/kernel.h"

enum { ROWS = DDZ_FEATURES + 1, BIAS = DDZ_FEATURES, H1 = 128, H2 = 32, HEADS = DDZ_NET_HEADS };

#define MODEL_CLIP 2.0f        /* of the first layer */
#define MODEL_POINTS_UNIT 2.0f /* points of one unit of the second head */

/* Where the parts of `top` begin, for a width. */
struct top_layout {
  size_t w2, b2, w3, b3, w4, b4, size;
};
struct top_layout top_layout_of(int width);

/* A parameter's four numbers, in arrays. */
struct params {
  float *w, *m, *v, *mean;
  size_t n;
};

struct model {
  int width, blocks;
  struct params first, top;
  uint64_t steps;     /* of the optimiser */
  uint8_t seen[ROWS]; /* rows of the first layer that some sample had on; others do not play */
};

struct model *model_new(int width); /* one role, all zero; exits when memory is short */
void model_free(struct model *model);
void model_draw(struct model *model, struct ddz_rng *rng); /* fresh weights */

/* A block of an array of the first layer. */
static inline float *model_block(float *first, int block) { return first + (size_t)block * ROWS * BLOCK; }

/* The image of the averages of three roles (core/net/net.h), in memory to be freed. */
void *model_image(struct model *const roles[DDZ_ROLES], const char *name, const char *record, size_t *size);

/* Weights and averages from an image; the moments zero. The units that the image does not have are drawn, and
 * nothing goes up from them yet: the grown net says what the image said. */
bool model_holds(int width, const struct ddz_net_shape *shape); /* no layer of it is larger */
void model_from_net(struct model *model, const struct ddz_net *net, enum ddz_role role, struct ddz_rng *rng);

/* Everything, to go on exactly. False on an error of the file. */
bool model_write(const struct model *model, FILE *file);
bool model_read(struct model *model, FILE *file);

#endif
