/* weights.h - the weights of weights.def as integers.
 *
 * A value is one 32-bit integer that orders as people do: the power in units of 0.005 first, then the fewest
 * plays.
 *
 *   value = 32 * units - plays        units = power / 0.005,  plays 0..21
 *
 * Values of the parts of a hand add up to the value of the whole; the greatest 21 cards can reach is far
 * below 2^30, and minus 2^30 stands for "cannot be". Pure constants. */
#ifndef DDZ_CORE_WEIGHTS_H
#define DDZ_CORE_WEIGHTS_H

#include "core/rules/pattern.h"

typedef int32_t ddz_weight_sum; /* a value as above */

enum {
  DDZ_UNITS = 200, /* units of 0.005 in 1.00 */
  DDZ_PLAY_SHARE = 32,
  DDZ_NEVER = -(1 << 30)
};

/* Thousandths as a value without a play. */
#define DDZ_WEIGHT(thousandths) ((thousandths) / 5 * DDZ_PLAY_SHARE)

enum {
#define CONSTANT(name, thousandths) DDZ_WEIGHT_##name = DDZ_WEIGHT(thousandths),
#include "weights.def"
};

struct ddz_weight_row {
  ddz_weight_sum base, rank, length;
};
extern const struct ddz_weight_row ddz_weight_rows[DDZ_KINDS];

/* The weight of one play of this kind, its share of the count of plays included. `size` matters for bombs
 * only. A pass weighs 0. */
ddz_weight_sum ddz_weight(enum ddz_kind kind, int rank, int length, int size);

/* The same for a run of no bomb: two multiplications. */
static inline ddz_weight_sum ddz_weight_run(enum ddz_kind kind, int rank, int length) {
  const struct ddz_weight_row *of = &ddz_weight_rows[kind];
  return of->base + of->rank * (rank + 3) + of->length * length - 1;
}

/* Taking a value apart. */
static inline int ddz_sum_plays(ddz_weight_sum weight) { return -weight & (DDZ_PLAY_SHARE - 1); }
static inline double ddz_sum_power(ddz_weight_sum weight) {
  ddz_weight_sum undivided = (weight + ddz_sum_plays(weight)) / DDZ_PLAY_SHARE; /* without a remainder */
  return (double)undivided / DDZ_UNITS;
}

#endif
