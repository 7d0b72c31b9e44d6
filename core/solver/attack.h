/* attack.h - attack sets: which plays a hand can begin at which rank.
 *
 * A hand without wildcards is looked at once and becomes a few sets of ranks. Questions like "where can it
 * answer a pair chain of three?" are then a few shifts. Positions are renumbered (endgame.h): whether rank
 * r + 1 follows rank r in a chain is said by `links`, not by the numbers. */
#pragma once

#include "core/rules/pattern.h"

/* ---- sets of ranks and hands as bits: bit r is rank r ---- */

#define DDZ_NIBBLE_ONES 0x1111111111111111ull /* 1 in the nibble of every rank */

/* How many ranks the set has (of 16). Written out because the instruction for it is optional on the
 * processors we build for, and without it the compiler makes a call. */
static inline int ddz_population(uint32_t ranks) {
  ranks -= ranks >> 1 & 0x5555;
  ranks = (ranks & 0x3333) + (ranks >> 2 & 0x3333);
  ranks = (ranks + (ranks >> 4)) & 0x0F0F;
  return (int)(ranks + (ranks >> 8)) & 31;
}

/* The set of a rank and all above it, of `length` ranks from one on. */
static inline ddz_ranks ddz_ranks_from(int rank) { return (ddz_ranks)(0xFFFFu << rank); }
static inline ddz_ranks ddz_ranks_run(int rank, int length) {
  return (ddz_ranks)(((1u << length) - 1) << rank);
}

/* The lowest rank of a set that is not empty. */
static inline int ddz_ranks_lowest(ddz_ranks ranks) { return __builtin_ctz(ranks); }

/* ---- rules ---- */

/* What a rule set allows, as the solver reads it; computed once for a search. */
struct ddz_solver_caps {
  const struct ddz_rules *rules;
  bool free;   /* solos are allowed, so a leader always has a play, and a four is nothing but a
                  bomb. Else no play dominates another: having to play may be worse than not
                  being able to */
  bool repeat; /* wherever single kickers go, two or three of one rank may go too */
};

/* `rules` must live as long as `caps`. */
void ddz_solver_caps_init(struct ddz_solver_caps *caps, const struct ddz_rules *rules);

/* ---- attack sets ---- */

enum {
  DDZ_LINKS_ALL = 0x7FF, /* bit r: rank r + 1 follows r; 3..A as dealt */
  DDZ_REPLY_ROCKET = 15  /* as a rank to answer from: only the rocket will do */
};

/* One hand. */
struct ddz_attack {
  ddz_hand hand;
  uint16_t at[6]; /* at[n]: ranks with at least n cards, n = 1..5; at[0] unused */
  uint16_t runs;  /* ranks of possible chains */
  bool rocket;    /* both jokers */
};

/* Fill `attack`. `hand` is in normal form without wildcards; `links` says which ranks follow each other. */
void ddz_attack_of(const struct ddz_solver_caps *caps, ddz_hand hand, uint32_t links,
                   struct ddz_attack *attack);

/* The ranks at which the hand can begin a play of this kind and length. */
ddz_ranks ddz_attack_starts(const struct ddz_solver_caps *caps, const struct ddz_attack *attack,
                            uint32_t links, int kind, int length);

/* The ranks of the set from which `length` linked ranks of it follow, and those that lie in such runs. */
static inline uint32_t ddz_linked_starts(uint32_t ranks, uint32_t links, int length) {
  if (length > 1) ranks &= ranks >> 1 & links;
  for (int i = 2; i < length; i++) ranks &= ranks >> 1;
  return ranks;
}
static inline uint32_t ddz_ranks_in_runs(uint32_t ranks, uint32_t links, int length) {
  uint32_t runs = ddz_linked_starts(ranks, links, length);
  for (int i = 1; i < length; i++) runs |= runs << 1;
  return runs;
}
