/* estimate.h - how likely does each play win? By random games.
 *
 * Each round the most promising play gets one more game (UCB1: Auer, Cesa-Bianchi, Fischer, "Finite-time
 * analysis of the multiarmed bandit problem", 2002) until a limit is reached. A play that empties the hand
 * wins for sure and ends the estimate. Same seed and nodes, same answer. */
#ifndef DDZ_CORE_SOLVER_ESTIMATE_H
#define DDZ_CORE_SOLVER_ESTIMATE_H

#include "core/base/rng.h"
#include "root.h"

/* Adds every play (at most DDZ_SOLVER_ESTIMATE_PLAYS, the best looking) with its share of games won; sorts.
 * The answer gets the share of the best play. */
void ddz_estimate(struct ddz_prover *search, const struct ddz_root *root, uint64_t seed,
                  struct ddz_answer *answer);

#endif
