/* net.h - the value of a position with a candidate play: three small nets in one image.
 *
 * One net for each role. A position and a play to consider are a set of inputs that are on (feature.h); the
 * net tells how likely the seat's side wins with that play, and how many points it expects.
 *
 *   sum    (W)  = b1 + the rows of w1 (F,W) that belong to the inputs that are on; the "accumulator"
 *   hidden (W)  = clip(sum, 0, C)
 *   one    (H1) = max(0, w2 (H1,W)  . hidden + b2)
 *   two    (H2) = max(0, w3 (H2,H1) . one    + b3)
 *   heads  (2)  =        w4 (2,H2)  . two    + b4       [0] win, a logit; [1] points, in the file's unit
 *
 * Most inputs describe the state and are the same for all candidates: ddz_net_begin sums them once a
 * decision, ddz_net_extend copies that sum, adds a candidate's own inputs and takes away those it switches
 * off.
 *
 * An input whose row is all zero (it never was on while training: a trainer sets such rows to zero) takes no
 * room in an image and changes nothing.
 *
 * Quantised (this is what plays; ddz_net_pack makes it from floats, ddz_net_unpack goes back):
 *
 *   w1  int8, b1 int16, in steps of unit j: step[j] = the larger of max_i |w1[i][j]| / 127 and |b1[j]| / 7000
 *   sum int16, exact: at most DDZ_NET_ACTIVE inputs are on, 200 * 128 + 7167 = 32767, so nothing overflows
 *   hidden 0..127, in steps of C / 127:  clamp((sum * gain[j] + 2^14) >> 15, 0, 127), gain = int16,
 *       32768 * step[j] * 127 / C, at most 32767: so step[j] < C / 127, and a |w1| above C or a |b1| above
 *       55 * C is clipped by the packer. A trainer that keeps |w1| <= C loses nothing to clipping, and the
 *       smaller a unit's largest weight, the finer its steps.
 *   w2  int8, in steps of row k: max_j |w2[k][j]| / 127; dot products int32, exact
 *   b2, w3, b3, w4, b4  float, summed in one fixed order without fused operations
 *
 * Hence every kernel (plain C, AVX2, AVX-512 with VNNI) gives the same bits, on every machine.
 *
 * An image is one block of bytes, little-endian, that is mapped or read by the caller and never written; any
 * number of threads may use it. */
#pragma once

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

/* ---- the inner loops (net_kernel.c), one set for each kind of processor ----
 *
 * All sets compute the same integers, and the same floats bit for bit: sums of floats are taken in one order,
 * said at layer_three. Plays use them through the functions below. */

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

/* Kernel `i` of those this processor can run, plain C first, the best (which open chose) last; NULL past the
 * end. */
const struct ddz_net_kernel *ddz_net_kernel_at(size_t i);

/* ---- images ---- */

enum ddz_net_error {
#define NET_ERROR(name, text) DDZ_NET_##name,
#include "net.def"
  DDZ_NET_ERRORS
};
const char *ddz_net_error_text(enum ddz_net_error error); /* a sentence, to follow the file's name and ": " */

struct ddz_net {
  struct ddz_net_shape shape;
  struct ddz_net_facts facts;
  const char *record; /* NUL-terminated */
  uint64_t checksum;
  const void *image;
  size_t size;
  const struct ddz_net_kernel *kernel;
  struct ddz_net_role role[DDZ_ROLES];
};

/* Open an image: everything in it is checked, so that what was opened can be used without further checks.
 *
 * image   aligned to DDZ_NET_ALIGN, of `size` bytes; stays where it is while `net` is used
 * inputs, features  the caller's feature table: another image is refused
 *
 * `net` is written only on DDZ_NET_OK. About 2 ms for 6 MB. */
enum ddz_net_error ddz_net_open(struct ddz_net *net, const void *image, size_t size, uint32_t inputs,
                                uint32_t features);

/* ---- playing ---- */

/* inputs  below F, each once; at no time more than DDZ_NET_ACTIVE. */
void ddz_net_begin(const struct ddz_net *net, enum ddz_role role, const uint16_t *inputs, size_t n,
                   struct ddz_net_sum *sum);
/* sum = base with a change; may be the same. */
void ddz_net_extend(const struct ddz_net *net, enum ddz_role role, const struct ddz_net_sum *base,
                    const struct ddz_net_change *change, struct ddz_net_sum *sum);
/* The layers above, for DDZ_NET_BATCH sums and fewer at a time: several cost less than one by one. */
void ddz_net_values_of(const struct ddz_net *net, enum ddz_role role, const struct ddz_net_sum *sums,
                       size_t n, struct ddz_net_value *values);

/* What `two` is before its max(0, .), for nets that are read there (belief.h): H2 numbers. The heads have no
 * part in it. In plain C: it is asked for once a decision. */
void ddz_net_inner_of(const struct ddz_net *net, enum ddz_role role, const struct ddz_net_sum *sum,
                      float *inner);

/* The curves of a deal, or the usual ones. */
const struct ddz_net_curves *ddz_net_curves_of(const struct ddz_net_facts *facts, enum ddz_net_deal deal);

/* 1 / (1 + exp(-x)): the probability of a logit; and the logit of a probability. */
double ddz_logistic(double x);
double ddz_logit(double p);

/* 0..1, calibrated for the deal and the objective the game is played for. */
double ddz_net_probability(const struct ddz_net *net, enum ddz_role role, enum ddz_net_deal deal,
                           enum ddz_objective objective, float logit);

/* ---- how an image lies in its bytes, for those who write or check one ----
 *
 *   [ header 256 | record, NUL | role 0 | role 1 | role 2 ]
 *
 * each part, and within a role each array in the order of net.def, begins on a multiple of 64 bytes;
 * the gaps are zero. Little-endian. */

enum { DDZ_NET_FORMAT = 1, DDZ_NET_HEADER = 256, DDZ_NET_BIAS_MAX = 7167 };
#define DDZ_NET_MAGIC "DDZ net" /* and its NUL: eight bytes */

struct ddz_net_header {
  char magic[8];
  uint64_t checksum; /* of all bytes behind this field */
  uint64_t size;     /* of the image */
  uint32_t format;
  uint32_t record; /* bytes of the record, NUL included */
  struct ddz_net_shape shape;
  uint32_t rows[DDZ_ROLES]; /* of each role's w1, 1..F + 1 */
  struct ddz_net_facts facts;
};
_Static_assert(sizeof(struct ddz_net_header) <= DDZ_NET_HEADER, "the header fits its room");
_Static_assert(DDZ_NET_ACTIVE * 128 + DDZ_NET_BIAS_MAX <= INT16_MAX, "no sum of the first layer overflows");
_Static_assert(DDZ_NET_WIDTH_MAX * 127 * 128 < 1 << 24, "a dot product of the second is exact as a float");

enum ddz_net_array {
#define NET_ARRAY(type, name, count) DDZ_NET_ARRAY_##name,
#include "net.def"
  DDZ_NET_ARRAYS
};

/* Sizes that a net may have, and rows of each role's w1. */
bool ddz_net_shape_fits(const struct ddz_net_shape *shape, const uint32_t rows[DDZ_ROLES]);

/* Where everything begins, in bytes. */
struct ddz_net_layout {
  size_t record, array[DDZ_ROLES][DDZ_NET_ARRAYS], size;
};
struct ddz_net_layout ddz_net_lay_out(const struct ddz_net_shape *shape, const uint32_t rows[DDZ_ROLES],
                                      size_t record);

/* Any change of one byte changes it. */
uint64_t ddz_net_checksum(const void *image, size_t size);
