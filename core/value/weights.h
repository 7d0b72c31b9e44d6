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

typedef int32_t ddz_worth; /* a value as above */

enum {
  DDZ_UNITS = 200, /* units of 0.005 in 1.00 */
  DDZ_PLAY_SHARE = 32,
  DDZ_NEVER = -(1 << 30)
};

/* Thousandths as a value without a play. */
#define DDZ_WORTH(thousandths) ((thousandths) / 5 * DDZ_PLAY_SHARE)

enum {
#define CONSTANT(name, thousandths) DDZ_WORTH_##name = DDZ_WORTH(thousandths),
#include "weights.def"
#undef CONSTANT
};

struct ddz_weight_row {
  ddz_worth base, rank, length;
};
extern const struct ddz_weight_row ddz_weight_rows[DDZ_KINDS];

/* What one play of this kind is worth, its share of the count of plays included. `size` matters for bombs
 * only. A pass is worth nothing. */
ddz_worth ddz_weight(enum ddz_kind kind, int rank, int length, int size);

/* The same for a run of no bomb: two multiplications. */
static inline ddz_worth ddz_weight_run(enum ddz_kind kind, int rank, int length) {
  const struct ddz_weight_row *row = &ddz_weight_rows[kind];
  return row->base + row->rank * (rank + 3) + row->length * length - 1;
}

/* Taking a value apart. */
static inline int ddz_worth_plays(ddz_worth worth) { return -worth & (DDZ_PLAY_SHARE - 1); }
static inline double ddz_worth_power(ddz_worth worth) {
  ddz_worth units = (worth + ddz_worth_plays(worth)) / DDZ_PLAY_SHARE; /* without a remainder */
  return (double)units / DDZ_UNITS;
}

#endif
