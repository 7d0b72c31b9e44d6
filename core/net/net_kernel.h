/* net_kernel.h - the arrays of a net and the inner loops over them, one set for each kind of processor.
 *
 * All sets compute the same integers, and the same floats bit for bit: sums of floats are taken in one order,
 * said at net_top. Plays use it through net.h. */
#ifndef DDZ_CORE_NET_KERNEL_H
#define DDZ_CORE_NET_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/role.h"

/* ---- what a net consists of: its sizes, its arrays, the facts beside them, its answer ---- */

enum {
  DDZ_NET_WIDTH_MAX = 1024,   /* W: a multiple of 64 */
  DDZ_NET_HIDDEN_MAX = 128,   /* H1 and H2: multiples of 16 */
  DDZ_NET_INPUTS_MAX = 65535, /* F: an input is a uint16_t, and so is a row */
  DDZ_NET_ACTIVE = 200,       /* inputs that may be on at a time, state and candidate together */
  DDZ_NET_HEADS = 2,
  DDZ_NET_BATCH = 4,
  DDZ_NET_ALIGN = 64, /* of an image in memory */
  DDZ_NET_NAME = 32,  /* bytes for a name, NUL included */
  DDZ_NET_RECORD_MAX = 16384
};

struct ddz_net_shape {
  uint32_t inputs;    /* F */
  uint32_t width;     /* W */
  uint32_t hidden[2]; /* H1, H2 */
  uint32_t features;  /* what the inputs mean: the signature of the feature table */
};

/* Deals that have curves of their own: the usual ones; cards that were not shuffled; a flower. */
enum ddz_net_deal { DDZ_NET_USUAL, DDZ_NET_UNSHUFFLED, DDZ_NET_FLOWER, DDZ_NET_DEALS };

/* p = 1 / (1 + exp(-(slope * logit + offset))), for each role and objective (base/role.h) played for;
 * slope 1, offset 0 until measured */
struct ddz_net_curves {
  float slope[DDZ_ROLES][2], offset[DDZ_ROLES][2];
};

/* Besides the weights. */
struct ddz_net_facts {
  char name[DDZ_NET_NAME];                     /* of the model, with its version: "ddz-1" */
  float clip;                                  /* C; 1 to 4 does well */
  float points_unit;                           /* points = head[1] * points_unit */
  struct ddz_net_curves curves[DDZ_NET_DEALS]; /* slopes of 0: not measured, the usual ones count */
};

/* An opened image: pointers into it. */
struct ddz_net_role {
  const uint16_t *row; /* (F): which row of w1 an input adds; row 0 is all zero */
  const int8_t *w1;    /* (R,W), R rows that are not alike for the three roles */
  const int16_t *b1;   /* (W) */
  const int16_t *gain;
  const float *step;  /* (W) */
  const int8_t *w2;   /* (W/4,H1,4): four neighbouring inputs of each row lie together */
  const float *step2; /* (H1): of a dot product of w2 with 0..127 */
  const float *b2;    /* (H1) */
  const float *w3;    /* (H1,H2): column by column */
  const float *b3;    /* (H2) */
  const float *w4;    /* (2,H2) */
  const float *b4;    /* (2) */
};

/* What a net says. */
struct ddz_net_value {
  float win;    /* logit of the seat's side winning; ddz_net_probability makes it a probability */
  float points; /* +-2^(bombs from now on) that the seat's side expects: farmers' stakes of the table as it
                   stands, positive when won; the landlord's own points are twice that */
};

/* ---- the loops ---- */

/* The first layer's sum, of the inputs so far. */
struct ddz_net_sum {
  _Alignas(DDZ_NET_ALIGN) int16_t unit[DDZ_NET_WIDTH_MAX];
};

/* What a sum gains and loses. */
struct ddz_net_change {
  const uint16_t *add, *drop; /* not on yet; on */
  size_t adds, drops;
};

struct ddz_net_kernel {
  const char *name;
  bool (*runs)(void); /* can this processor run it? */
  /* sum (W) = base (W) + the rows of w1 that a change adds - those it drops */
  void (*add)(const struct ddz_net_role *role, size_t width, const int16_t *base,
              const struct ddz_net_change *change, int16_t *sum);
  /* the layers above `n` sums, 1..DDZ_NET_BATCH; the weights are read once for all of them */
  void (*top)(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
              const struct ddz_net_sum *sum, size_t n, float (*head)[DDZ_NET_HEADS]);
};

/* inner (H2) = layer three of a sum, before its max: in plain C for all, it is asked for once a decision */
void ddz_net_kernel_inner(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
                          const int16_t *sum, float *inner);

/* Kernel `i` of those this processor can run, plain C first, the best (which open chose) last; NULL past the
 * end. */
const struct ddz_net_kernel *ddz_net_kernel_at(size_t i);

#endif
