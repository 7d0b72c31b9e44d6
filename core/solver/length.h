/* length.h - how many plays a decided position takes.
 *
 * Plays are cards put down by anybody; passes do not count. The winners play for the quickest end, the losers
 * for the latest.
 *
 * Asked as yes-or-no questions: can the winners force the end within n plays? n grows until the answer is
 * yes. The wide table keeps two bounds of each position: at least `low` plays, at most `high`. Positions that
 * the winners have lost are cut off by the outcome search, whose results are in the tables already. */
#ifndef DDZ_CORE_SOLVER_LENGTH_H
#define DDZ_CORE_SOLVER_LENGTH_H

#include "endgame.h"

/* `outcome`: WON or LOST, the true one for the side of hand[0]. -1 when a limit was reached. 0: the leader
 * has no legal play. The prover's wide table must have room. */
int ddz_length(struct ddz_prover *search, const struct ddz_endgame *game, enum ddz_outcome outcome);

#endif
