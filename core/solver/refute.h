/* refute.h - of two hands: what one lost play says about other plays of the same position.
 *
 * If a single loses, to an answer or after a pass, then every higher single that the same answer beats loses
 * too, because the hand that stays is worse. The same holds for a single broken out of a higher pair or trio,
 * for pairs, for trios, and for trios that carry the same kicker.
 *
 * One number says which answer it was, `below`: how many ranks of the loser lie below the winner's
 * answer. Every search between two hands that ends in a win leaves it in the prover. Pure, and inline: every
 * node calls it. */
#ifndef DDZ_CORE_SOLVER_REFUTE_H
#define DDZ_CORE_SOLVER_REFUTE_H

#include "endgame.h"

enum {
  DDZ_REFUTE_ALL = DDZ_DOMINANCE_BELOW_MOST, /* `below` of a pass or a bomb */
  DDZ_REFUTE_KINDS = DDZ_TRIO_PAIR + 1
};

_Static_assert((DDZ_KINDS_RUNS & ((1 << DDZ_REFUTE_KINDS) - 1)) ==
                   (1 << DDZ_SOLO | 1 << DDZ_PAIR | 1 << DDZ_TRIO | 1 << DDZ_TRIO_SOLO | 1 << DDZ_TRIO_PAIR),
               "the kinds that are transferred are the first");

/* The plays of one position that are known to lose; zeroed: none. */
struct ddz_refuted {
  uint32_t ranks[DDZ_REFUTE_KINDS];  /* by kind */
  ddz_hand kicker[DDZ_REFUTE_KINDS]; /* with this kicker */
};

/* `below` of an answer of hand[0] to the last play of this duel. `foe`: the other hand. */
static inline uint8_t ddz_refute_below(const struct ddz_endgame *p, const struct ddz_attack *foe,
                                       const struct ddz_move *m) {
  if (m->kind != p->kind || p->kind >= DDZ_REFUTE_KINDS) return DDZ_REFUTE_ALL;
  return (uint8_t)ddz_population(foe->at[1] & ((1u << m->rank) - 1));
}

/* Of the whole ranks `higher` than x, those whose play leaves x in no chain. */
static inline uint32_t ddz_refute_unchained(const struct ddz_solver_caps *caps, const struct ddz_endgame *p,
                                            const struct ddz_attack *own, uint32_t x, uint32_t higher,
                                            int copies) {
  uint32_t kept = 0;
  for (; higher != 0; higher &= higher - 1) {
    int y = __builtin_ctz(higher);
    if ((ddz_attack_runs(caps, own->hand - ddz_hand_of(y, copies), p->c.links) & x) == 0) kept |= 1u << y;
  }
  return kept;
}

/* A play of hand[0] (`own`) was lost; `below`: of what the other won with. Adds the plays that lose too. */
static inline void ddz_refute_add(const struct ddz_solver_caps *caps, const struct ddz_endgame *p,
                                  const struct ddz_attack *own, const struct ddz_move *m, int below,
                                  struct ddz_refuted *refuted) {
  if (m->kind >= DDZ_REFUTE_KINDS || !caps->free) return;
  int copies = ddz_pattern_rows[m->kind].body;
  uint32_t x = 1u << m->rank, unchained = ~(uint32_t)own->runs;
  uint32_t whole = own->at[copies] & ~(uint32_t)own->at[copies + 1];
  if ((whole & x) == 0) return;
  uint32_t rest = ddz_hand_at_least(own->hand - m->cards, 1), higher = rest;
  for (; below > 0 && higher != 0; below--) higher &= higher - 1;
  uint32_t worse = copies < 3 ? whole : whole & unchained; /* a trio beside a chain may be no kicker */
  if (caps->repeat && copies < 3) worse |= own->at[copies] & unchained & ~(uint32_t)own->at[4];
  worse &= rest & ~higher & ~(x - 1);
  if ((unchained & x) == 0)
    worse = copies < 3 ? ddz_refute_unchained(caps, p, own, x, worse & whole, copies) : 0;
  if (own->rocket) worse &= ~(3u << DDZ_RANK_B);
  ddz_hand kicker = m->cards & ~ddz_hand_of(m->rank, 15);
  if (refuted->ranks[m->kind] != 0 && refuted->kicker[m->kind] != kicker) return;
  refuted->ranks[m->kind] |= worse;
  refuted->kicker[m->kind] = kicker;
}

/* Is it lost because a lower play with the same kicker is? */
static inline bool ddz_is_refuted(const struct ddz_refuted *refuted, const struct ddz_move *m) {
  return m->kind < DDZ_REFUTE_KINDS && (refuted->ranks[m->kind] >> m->rank & 1) != 0 &&
         refuted->kicker[m->kind] == (m->cards & ~ddz_hand_of(m->rank, 15));
}

#endif
