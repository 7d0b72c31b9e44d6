/* bits.h - sets of ranks and hands as bits: the small steps that every file of the solver needs.
 *
 * A set of ranks has bit r for rank r (hand.h). Pure; a few instructions each. */
#ifndef DDZ_CORE_SOLVER_BITS_H
#define DDZ_CORE_SOLVER_BITS_H

#include "core/base/hand.h"

#define DDZ_NIBBLE_ONES 0x1111111111111111ull /* 1 in the nibble of every rank */

/* How many ranks the set has (of 16). Written out because the instruction for it is optional on the
 * processors we build for, and without it the compiler makes a call. */
static inline int ddz_population(uint32_t ranks) {
  ranks -= ranks >> 1 & 0x5555;
  ranks = (ranks & 0x3333) + (ranks >> 2 & 0x3333);
  ranks = (ranks + (ranks >> 4)) & 0x0F0F;
  return (int)(ranks + (ranks >> 8)) & 31;
}

/* A hand without wildcards in 45 bits: fifteen counts of three bits. */
static inline uint64_t ddz_squeezed(ddz_hand h) {
  h = (h & 0x0707070707070707ull) | (h & 0x7070707070707070ull) >> 1;
  h = (h & 0x003F003F003F003Full) | (h & 0x3F003F003F003F00ull) >> 2;
  h = (h & 0x00000FFF00000FFFull) | (h & 0x0FFF00000FFF0000ull) >> 4;
  return (h & 0xFFFFFF) | (h & 0x00FFFFFF00000000ull) >> 8;
}

/* The set of one rank, of a rank and all above it, of `length` ranks from one on. */
static inline ddz_ranks ddz_ranks_one(int rank) { return (ddz_ranks)(1u << rank); }
static inline ddz_ranks ddz_ranks_from(int rank) { return (ddz_ranks)(0xFFFFu << rank); }
static inline ddz_ranks ddz_ranks_run(int rank, int length) {
  return (ddz_ranks)(((1u << length) - 1) << rank);
}

/* The lowest rank of a set that is not empty. */
static inline int ddz_ranks_lowest(ddz_ranks ranks) { return __builtin_ctz(ranks); }

#endif
