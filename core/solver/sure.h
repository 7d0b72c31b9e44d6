/* sure.h - wins between two hands that need no search.
 *
 * Many endgames are a count: the player leads what nobody can answer, and has at most one losing play left
 * for the end. Only hands without bombs on the other side, and rules that allow solos, pairs, trios and
 * bombs. It says yes only to true wins; of many it says nothing. Pure; no allocation. */
#ifndef DDZ_CORE_SOLVER_SURE_H
#define DDZ_CORE_SOLVER_SURE_H

#include "endgame.h"

/* Does hand[0] surely win this duel (ddz_endgame_is_duel)? `attack`: of both hands. When he wins by an
 * answer, `below` gets how many ranks of the other hand lie below it (negamax.c). */
bool ddz_sure_win(const struct ddz_solver_caps *caps, const struct ddz_endgame *game,
                  const struct ddz_attack *attack, uint8_t *below);

#endif
