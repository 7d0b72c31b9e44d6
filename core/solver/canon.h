/* canon.h - different deals, one game: canonical keys.
 *
 * Which rank a card has does not matter. What matters is which hands hold higher cards, and which ranks
 * follow each other in a chain that a hand can still play. So in the normal form of a position
 *
 *   - ranks that no hand holds are left out, the others are numbered from 0 up
 *   - r and r + 1 are linked only if one hand could play a chain across them
 *   - neighbouring ranks that one player alone holds and that are in no chain are interchangeable but for
 *     their counts: they are sorted by count
 *   - both jokers in one hand stay where they are, as the rocket; else a joker is a rank like any other
 *
 * The player to move is hand 0. Pure. */
#ifndef DDZ_CORE_SOLVER_CANON_H
#define DDZ_CORE_SOLVER_CANON_H

#include "core/base/hand.h"

enum { DDZ_CANON_HANDS = 3 };

struct ddz_canon {
  ddz_hand hand[DDZ_CANON_HANDS]; /* unused ones are empty */
  uint32_t links;                 /* bit r: r + 1 follows r */
};

/* Bring to normal form. `runs[i]`: ranks of possible chains of hand i. `rank`: cards below this rank and
 * cards from it on are kept apart (it is the lowest answer to the last play); it is renumbered too. 0xFF:
 * none. */
void ddz_canon_of(struct ddz_canon *c, const uint16_t *runs, uint8_t *rank);

/* The same when no chain is possible and the links are none: bit-parallel. `hands`: how many, 2 or 3. */
void ddz_canon_plain(struct ddz_canon *c, int hands, uint8_t *rank);

/* Ranks of hand 0 that are interchangeable with the rank below: swapping the two changes nothing. */
ddz_ranks ddz_canon_same(const struct ddz_canon *c, uint16_t runs);

#endif
