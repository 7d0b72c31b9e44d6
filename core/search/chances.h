/* chances.h - the landlord's chance in a game whose hands are all known, at its start and after every play.
 *
 * A chance is the share of rollouts of the real hands that the landlord wins. All seats play by the net as at
 * level 9; without a net for these rules by the fast policies of the rules. The random choices of a rollout
 * hang on its number, the hand and the play, not on the position: rollout number 7 goes on after a play as it
 * went before it, as long as that play is the one it would have made. So the chance moves where a play was
 * unusual, and hardly anywhere else. A rollout that follows the game is not repeated.
 *
 * From the last position backwards the solver proves who wins with open hands, with a limit of nodes at each
 * position; a play of the side that wins after it proves the position before it as well. It gives up after
 * some positions in a row that it cannot prove. Only what is proven is told as 0 or 1.
 *
 * The same request has the same answer, unless it is stopped. */
#pragma once

#include "core/engine/engine.h"
#include "core/game/open.h"

enum { DDZ_CHANCES_ROLLOUTS = 32, DDZ_CHANCES_ROLLOUTS_MAX = 1000 };

struct ddz_stop; /* core/base/limit.h */

struct ddz_chances_ask {
  const struct ddz_open *start; /* the game is not over */
  const struct ddz_play *play;  /* what was done from there on, legal; an empty one: pass */
  size_t plays;                 /* at most DDZ_PLIES_MAX */
  int rollouts;                 /* of each position, 1..DDZ_CHANCES_ROLLOUTS_MAX */
  uint64_t seed;
  const struct ddz_stop *stop; /* NULL: none */
};

/* The landlord's chances at the start and after each play go to `out` (plays + 1). Returns how many were
 * found before it was stopped, from the first one on. */
size_t ddz_chances_of(struct ddz_engine *engine, const struct ddz_chances_ask *ask, double *out);
