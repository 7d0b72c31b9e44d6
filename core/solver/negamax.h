/* negamax.h - who wins a position: the one search, for two hands and three, with and without wildcards.
 *
 * Depth first over won and lost. The next player may be on the other side (his outcome turned is ours), a
 * partner, or the same player again, when nobody can answer his play; a pass gives the turn on. Positions are
 * brought to normal form before they are looked up so that plays that differ in nothing that
 * matters meet in one entry. Two hands know more: sure wins and plays refuted by others.
 *
 * Cost: a fraction of a microsecond a node for two hands, more for three and for wildcards. The stack is as
 * deep as a game is long: some 100 kB. */
#ifndef DDZ_CORE_SOLVER_NEGAMAX_H
#define DDZ_CORE_SOLVER_NEGAMAX_H

#include "endgame.h"

/* The outcome for the side of hand[0]; STOPPED when a limit was reached. */
enum ddz_outcome ddz_negamax(struct ddz_prover *search, const struct ddz_endgame *position);

/* What a look at the hands or the tables say, STOPPED when nothing. Searches nothing and counts no node, so
 * it also answers when a limit was reached. */
enum ddz_outcome ddz_negamax_known(struct ddz_prover *search, const struct ddz_endgame *position);

#endif
