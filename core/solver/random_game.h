/* random_game.h - one random game, for positions too large to prove.
 *
 * Plays are drawn at random, good-looking ones (few plays left in the rest) more often: the best half of the
 * time, the second best a quarter, and so on. The same numbers give the same game. */
#ifndef DDZ_CORE_SOLVER_RANDOM_GAME_H
#define DDZ_CORE_SOLVER_RANDOM_GAME_H

#include "core/base/rng.h"
#include "endgame.h"

/* Play the game to its end: the outcome for the side of hand[0]; STOPPED when a limit was reached. Each
 * position visited counts as a node. */
enum ddz_outcome ddz_random_game(struct ddz_prover *search, const struct ddz_endgame *game,
                                 struct ddz_rng *rng);

#endif
