/* canon.h - different deals, one game: positions in a normal form.
 *
 * What a rank is called does not matter, only who holds more of what above it and which ranks follow each
 * other in a chain that somebody could still play. So:
 *
 *   - ranks nobody holds vanish, the others are numbered from 0 up
 *   - r and r + 1 stay linked only if one hand could play a chain across them
 *   - neighbouring ranks that one player alone holds and that are in no chain are alike but for their counts:
 *     they are sorted by count
 *   - both jokers in one hand stay where they are, as the rocket; else a joker is a rank like any other
 *
 * Whoever is to move is hand 0; who that is nobody needs to know. Pure. */
#ifndef DDZ_CORE_SOLVER_CANON_H
#define DDZ_CORE_SOLVER_CANON_H

#include "core/base/hand.h"

enum { DDZ_CANON_HANDS = 3 };

struct ddz_canon {
  ddz_hand hand[DDZ_CANON_HANDS]; /* unused ones are empty */
  uint32_t links;                 /* bit r: r + 1 follows r */
};

/* Bring to normal form. `runs[i]`: ranks of possible chains of hand i. `rank`: a rank below which
 * and from which on cards are to be kept apart (the lowest answer to the last play), renumbered
 * too; 0xFF when there is none. */
void ddz_canon_of(struct ddz_canon *c, const uint16_t *runs, uint8_t *rank);

/* The same when no chain is possible and the links are none: bit-parallel. `hands`: how many, 2 or 3. */
void ddz_canon_plain(struct ddz_canon *c, int hands, uint8_t *rank);

/* Ranks that are the like of the rank below for the owner of hand 0: swapping the two changes nothing. */
ddz_ranks ddz_canon_same(const struct ddz_canon *c, uint16_t runs);

#endif
