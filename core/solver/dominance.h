/* dominance.h - a result also proves all positions it dominates.
 *
 * Groups of the same sizes at higher ranks are never worse. Take two positions, A and B. In both each player
 * has groups of the same sizes, the same groups are linked to chains, and the play to answer is of the same
 * kind, or there is none. Match the groups of A with those of B. Let every group of mine that beats one of
 * the opponent's in A also beat it in B, let every group that is not beaten in A also not be beaten in B, and
 * let every group that may answer in A also answer in B.
 *
 * If I win A, to move, I win B: I play in B the groups that I would play in A. My play is legal in B, because
 * it beats there all that it beats in A. The opponent's play in B would be legal in A. Nothing else about
 * ranks matters: a play of several groups is compared by its lowest, and its kickers do not count; chains
 * need links, which are the same; a rocket beats all. So, by induction on the number of cards, the same
 * player goes out first. The reverse holds too: if I lose B, I lose A. This is true under every rule set
 * without wildcards.
 *
 *   shape       the groups of a hand: the counts of its possible chains in order, and how many ranks outside
 *               them have one, two, three, four cards; a rocket
 *   vector      for every group of mine, by every set of equal groups of his: twice the groups it beats, plus
 *               one for a group of the same rank; then how many of my groups may answer. Six bits each, ten
 *               in a word. More is better, in every field
 *
 * Within a set groups are matched in the order of their ranks: if any matching works, this one does.
 *
 *   memory      places of 128 bytes, each for one pair of shapes and kind to answer
 *   place       two words of key, then as many vectors as fit in the other 14. The top four bits of the first
 *               word of a vector say: lost (1), or won and with which `below` (negamax.c); 0: no more
 *
 * Every bit of the key is compared, so there are no false hits. A new vector replaces those it dominates,
 * else the oldest. A new key replaces the old one with all its vectors. As in tt.h only a window is in use;
 * it doubles when three quarters of its places are taken. */
#pragma once

#include "moves.h"

enum {
  DDZ_DOMINANCE_PLACE = 128,    /* bytes */
  DDZ_DOMINANCE_WORDS = 7,      /* of the longest vector: 70 fields */
  DDZ_DOMINANCE_BELOW_MOST = 15 /* of `below`; others above 12 are kept as 12, which claims less */
};

struct ddz_dominance {
  uint64_t *word;
  size_t places; /* in all, a power of two */
  size_t window; /* in use, a power of two */
  size_t used;   /* places taken in the window */
};

/* A position as the table sees it. */
struct ddz_dominance_query {
  uint64_t key[2];
  uint64_t *place;
  uint64_t field[DDZ_DOMINANCE_WORDS]; /* the vector */
  int words;                           /* of it */
};

/* Use `memory`, 64-byte aligned, `bytes` of it (at least one place; the largest power of two is taken). */
void ddz_dominance_init(struct ddz_dominance *table, void *memory, size_t bytes);

/* Forget all. Nobody else may have written to the memory. */
void ddz_dominance_clear(struct ddz_dominance *table);

/* Fill in the query for two hands in normal form, with their attack sets. Fetches the place. False when the
 * vector would be too long: the table does not keep such positions. */
bool ddz_dominance_ask(const struct ddz_dominance *table, const struct ddz_solver_caps *caps,
                       const struct ddz_endgame *game, const struct ddz_attack attack[2],
                       struct ddz_dominance_query *query);

/* 1 won (then also `below`, or less of it), 0 lost, -1 not known: as in enum ddz_outcome (endgame.h). */
int ddz_dominance_get(const struct ddz_dominance_query *query, uint8_t *below);

/* Store what was proven. */
void ddz_dominance_put(struct ddz_dominance *table, const struct ddz_dominance_query *query, bool won,
                       uint8_t below);
