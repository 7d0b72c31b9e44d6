/* net_shape.h - what a net of net.h consists of: its sizes, its arrays, the facts beside them, its answer. */
#ifndef DDZ_CORE_NET_SHAPE_H
#define DDZ_CORE_NET_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/role.h"

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

/* p = 1 / (1 + exp(-(slope * logit + offset))), for each role and objective (base/objective.h) played for;
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

#endif
