/* moves.h - the solver's own generator: every play of a hand without wildcards, thinned and ordered.
 *
 * Driven by the rows of pattern.def and the switches, like movegen.c, but for positions that were renumbered
 * (canon.h): whether rank r + 1 follows rank r in a chain is said by a set of links, not by the numbers.
 * Thinned means: of plays that lead to the same game one is kept, and of two plays of which one is at least
 * as good in every case only the better. Pure: no allocation, no globals. */
#ifndef DDZ_CORE_SOLVER_MOVES_H
#define DDZ_CORE_SOLVER_MOVES_H

#include "core/rules/pattern.h"

/* A play and what it leaves. 16 bytes. */
struct ddz_move {
  ddz_hand cards;
  uint8_t kind, length, rank, size; /* as in ddz_play */
  uint8_t reply_kind;               /* how it may be answered: 0 not at all, its own kind, or DDZ_BOMB */
  uint8_t reply_rank;               /* from this rank on; DDZ_REPLY_ROCKET: by the rocket only */
  uint16_t order;                   /* search lower first */
};

enum {
  DDZ_REPLY_ROCKET = 15,
  DDZ_LINKS_ALL = 0x7FF, /* bit r: rank r + 1 follows r; 3..A as dealt */
  DDZ_LEFT_SLOTS = 4096
};

/* One hand as masks. */
struct ddz_sight {
  ddz_hand hand;
  uint16_t at[6]; /* at[n]: ranks with at least n cards, n = 1..5; at[0] unused */
  uint16_t runs;  /* ranks of possible chains */
  bool rocket;    /* both jokers */
};

/* A remembered count of plays (order only). */
struct ddz_left_slot {
  ddz_hand hand;
  uint32_t links;
  uint32_t left;
};

/* What a rule set means to the generator, and its scratch. */
struct ddz_mover {
  const struct ddz_rules *rules;
  uint32_t kinds;             /* set of enum ddz_kind that may be played */
  bool free;                  /* solos are allowed, so that a leader always has a play; without it no play is
                                 better than another for sure: having to play may be worse */
  bool repeat;                /* a pair or trio does wherever as many single wings do */
  uint8_t type[DDZ_KINDS];    /* type[kind] + length: a number below 64 for every kind and length */
  struct ddz_left_slot *slot; /* DDZ_LEFT_SLOTS */
};

/* The list being written: a stack shared by all depths of a search. */
struct ddz_movelist {
  struct ddz_move *base, *top, *end;
  bool full; /* there was no room: the list is not complete */
};

/* What is wanted. */
struct ddz_wanted {
  const struct ddz_sight *own;
  const struct ddz_sight *foes[2]; /* who may answer; the second may be NULL */
  uint32_t links;
  ddz_ranks same;       /* rank r is the like of r - 1 (ddz_canon_same) */
  uint8_t kind, length; /* 0: a lead */
  uint8_t rank;         /* else: lowest rank of the answer */
  bool dominance;       /* two sides only: drop what is never better */
};

/* How many ranks the set has (of 16). Counted by hand: the processors we build for may lack an instruction
 * for it, and the compiler's stand-in is a call. */
static inline int ddz_population(uint32_t ranks) {
  ranks -= ranks >> 1 & 0x5555;
  ranks = (ranks & 0x3333) + (ranks >> 2 & 0x3333);
  ranks = (ranks + (ranks >> 4)) & 0x0F0F;
  return (int)(ranks + (ranks >> 8)) & 31;
}

/* A hand without wildcards in 45 bits: fifteen counts of three. */
static inline uint64_t ddz_squeezed(ddz_hand h) {
  h = (h & 0x0707070707070707ull) | (h & 0x7070707070707070ull) >> 1;
  h = (h & 0x003F003F003F003Full) | (h & 0x3F003F003F003F00ull) >> 2;
  h = (h & 0x00000FFF00000FFFull) | (h & 0x0FFF00000FFF0000ull) >> 4;
  return (h & 0xFFFFFF) | (h & 0x00FFFFFF00000000ull) >> 8;
}

void ddz_mover_init(struct ddz_mover *mover, const struct ddz_rules *rules, struct ddz_left_slot *slot);

/* Look at a hand. */
void ddz_sight_of(const struct ddz_mover *mover, ddz_hand hand, uint32_t links, struct ddz_sight *sight);

/* The ranks of its possible chains alone. */
ddz_ranks ddz_runs_of(const struct ddz_mover *mover, ddz_hand hand, uint32_t links);

/* The ranks at which the hand can begin a play of this kind and length. */
ddz_ranks ddz_starts(const struct ddz_mover *mover, const struct ddz_sight *sight, uint32_t links, int kind,
                     int length);

/* All plays wanted, pushed on the list, in no order. Returns true when one of them empties the hand. */
bool ddz_solver_moves(const struct ddz_mover *mover, const struct ddz_wanted *wanted,
                      struct ddz_movelist *list);

/* About how many plays the hand needs. For ordering: a guess from above. */
int ddz_plays_left(const struct ddz_mover *mover, ddz_hand hand, uint32_t links);

#endif
