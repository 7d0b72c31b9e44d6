/* power.h - how good a hand is: the power value P of S0.
 *
 * P(hand) is the greatest sum of node weights over all partitions of the hand into plays (solo, pair, trio
 * with or without a kicker, the chains, planes with kickers, bombs, rocket; no four+2, no chains of four);
 * P(empty) = 0. Weights are in weights.def (S0 section 4). Roughly: every further play costs 200, a bomb
 * gives 250 to 450, the rocket 650; less negative is better. Kickers have pairwise distinct ranks outside
 * their chain. Exact: all weights are multiples of 0.005 and are summed as integers.
 *
 * An evaluator belongs to one thread. It lives in memory it is given and never grows. It remembers hands in
 * a memo with a full key check, so it can forget but never mistake one hand for another. */
#pragma once

#include <stddef.h>

#include "core/rules/pattern.h"

/* ---- weights, as integers ----
 *
 * A value is one 32-bit integer that orders as people do: the power in units of 0.005 first, then the fewest
 * plays.
 *
 *   value = 32 * units - plays        units = power / 0.005,  plays 0..21
 *
 * Values of the parts of a hand add up to the value of the whole; the greatest 21 cards can reach is far
 * below 2^30, and minus 2^30 stands for "cannot be". */

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

/* The weight of one play of this kind (S0's node power), its share of the count of plays included: all kinds,
 * four+2 included; a chain of four counts as the bomb of its lowest rank. `size` matters for bombs only. A
 * pass weighs 0. */
ddz_weight_sum ddz_weight(enum ddz_kind kind, int rank, int length, int size);
static inline ddz_weight_sum ddz_play_weight(const struct ddz_play *play) {
  return ddz_weight((enum ddz_kind)play->kind, play->rank, play->length, play->size);
}

/* Taking a value apart. */
static inline int ddz_sum_plays(ddz_weight_sum weight) { return -weight & (DDZ_PLAY_SHARE - 1); }
static inline int ddz_sum_units(ddz_weight_sum weight) { /* without a remainder */
  return (weight + ddz_sum_plays(weight)) / DDZ_PLAY_SHARE;
}
static inline double ddz_sum_power(ddz_weight_sum weight) {
  return (double)ddz_sum_units(weight) / DDZ_UNITS;
}

/* ---- an evaluator ---- */

struct ddz_power; /* an evaluator */

/* Bytes for an evaluator whose memo takes at most `memo_bytes`, or has one entry where that is less. Its
 * tables and the states of the recursion it remembers take a further 360 KiB. */
size_t ddz_power_size(size_t memo_bytes);

/* Lay an evaluator out in `memory` (64-byte aligned, ddz_power_size bytes). Never fails. */
struct ddz_power *ddz_power_init(void *memory, size_t memo_bytes);

/* Forget everything; the counters too. */
void ddz_power_reset(struct ddz_power *power);

/* P of a hand of 0..21 cards, and how many plays reach it: the fewest among partitions of equal power.
 *
 * rules  only its wildcards matter; forbidden patterns do not, P is a figure of the cards. The flower
 *        stands for the best of 3..A and is never a kicker: P(H+F) = max over r of P(H+r) with that card
 *        not a kicker. Wild ranks fill what a body lacks, and may be kickers; alone they are themselves.
 *        Bombs of more than four are weighted in weights.def. */
ddz_weight_sum ddz_power_of(struct ddz_power *power, const struct ddz_rules *rules, ddz_hand hand);

/* Counters of the memo since init or reset. */
struct ddz_memo_stats {
  uint64_t hits, misses; /* look-ups */
  uint64_t fill;         /* entries in use */
  uint64_t capacity;     /* entries, of 16 bytes */
};
struct ddz_memo_stats ddz_power_stats(const struct ddz_power *power);
