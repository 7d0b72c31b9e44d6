/* better.h - what is proven of one position tells of every better and every worse one.
 *
 * Who holds the same groups of cards, but higher ones among the other's, is never worse off. Take two
 * positions in which each player has groups of the same sizes, the same of them linked to chains, and the
 * same kind of play to answer or the lead; and match the groups so that wherever in the first one a group of
 * mine beats one of his, or is not beaten by it, so it is in the second, and every group that may answer in
 * the first may in the second. Whoever wins the first (me to move) wins the second: he plays there what he
 * would play here, group for group. What he puts down is legal there, for it beats whatever it beats here;
 * and whatever the other puts down there was legal here, for it beats there at most what it beats here.
 * Nothing else about ranks is ever asked: a play of several groups is compared by its lowest, whose kickers
 * do not matter; chains need links, which are the same; a rocket beats all. So by induction on the cards the
 * same player goes out first. Turned round: who loses the second loses the first. This holds under every rule
 * set without wildcards.
 *
 *   shape       the groups of a hand: the counts of its possible chains in order, and how many ranks outside
 *               them have one, two, three, four cards; a rocket
 *   standing    for every group of mine, by every set of like groups of his: twice the groups it beats, and
 *               one for a group of the same rank; then how many of my groups may answer. Six bits each, ten
 *               in a word. More is better, in every field.
 *
 * Within a set groups are matched in the order of their ranks: if any matching serves, this one does.
 *
 *   memory      places of 128 bytes, each for one pair of shapes and kind to answer
 *   place       two words of key, then as many standings as fit in the other 14; the top four bits of a
 *               standing's first word say whether it is lost (1), or won and with which `below` (duel.c); 0:
 *               no more
 *
 * Every bit of the key is compared, so there are no false hits. A new standing drops those it says more than,
 * else the oldest; a new key takes the place over. As in proven.h only a window is in use, which doubles when
 * three quarters of its places are taken.
 * No allocation; one thread. */
#ifndef DDZ_CORE_SOLVER_BETTER_H
#define DDZ_CORE_SOLVER_BETTER_H

#include "moves.h"

enum {
  DDZ_BETTER_PLACE = 128,    /* bytes */
  DDZ_BETTER_WORDS = 7,      /* of the longest standing: 70 fields */
  DDZ_BETTER_BELOW_MOST = 15 /* of `below`; from 13 on only this one is kept apart */
};

struct ddz_better {
  uint64_t *word;
  size_t places; /* in all, a power of two */
  size_t window; /* in use, a power of two */
  size_t used;   /* places taken in the window */
};

/* Where a position stands. */
struct ddz_standing {
  uint64_t key[2];
  uint64_t *place;
  uint64_t field[DDZ_BETTER_WORDS];
  int words;
};

/* What it is to answer. */
struct ddz_better_task {
  unsigned type; /* number of the kind and length, below 64; 0 for a lead */
  int body;      /* cards of a rank that an answer needs, 0 for a lead */
  int rank;      /* from which rank on */
  bool chain;    /* with ranks of a chain only */
};

/* Use `memory`, 64-byte aligned, `bytes` of it (at least one place; the largest power of two is taken). */
void ddz_better_init(struct ddz_better *table, void *memory, size_t bytes);

/* Where does hand `own` stand against `foe`? False when that takes too many words to be kept. */
bool ddz_better_stand(const struct ddz_better *table, const struct ddz_sight *own,
                      const struct ddz_sight *foe, uint32_t links, const struct ddz_better_task *task,
                      struct ddz_standing *out);

/* 1 won (then also `below`, or less of it), 0 lost, -1 not known. As enum ddz_outcome has them (prover.h). */
int ddz_better_get(const struct ddz_standing *standing, uint8_t *below);

/* Store what was proven. */
void ddz_better_put(struct ddz_better *table, const struct ddz_standing *standing, bool won, uint8_t below);

#endif
