/* cheat.h - players who are not fair, to see whether they are found (core/search/fairness.h).
 *
 * Who knows hidden cards chooses, of the plays that the net rates within a margin of the best, the one that
 * wins most playouts of the hands he sees and of draws of the others. Who loses on purpose does so where his
 * friend is an enemy, and plays by the net where he is not. */
#pragma once

#include "tools/arena/player.h"

enum cheat {
  CHEAT_NOT,
  CHEAT_ALL,     /* sees all hands */
  CHEAT_SHARP,   /* likewise, by many more playouts: chance errs less for it */
  CHEAT_BOLD,    /* sees all, and looks at all of the net's five best plays, however far behind */
  CHEAT_PARTNER, /* sees the partner's hand */
  CHEAT_ENEMY,   /* sees the hand of one enemy: the landlord's, or landlord_down's */
  CHEAT_THIRD,   /* sees all hands in every third game */
  CHEAT_KITTY,   /* sees the kitty while calling */
  CHEAT_PASSES,  /* loses: passes whenever it may */
  CHEAT_BOMBS,   /* loses: breaks bombs */
  CHEAT_FEEDS,   /* loses: leads what the net likes least */
  CHEATS
};
extern const char *const cheat_names[CHEATS]; /* "not", "all", ... */

/* Act for the seat to act where the cheat has something to do there; false: it does nothing that the net does
 * not do, and nothing was done. third  this is every third game; friend_seat  of those who lose */
bool cheat_acts(enum cheat cheat, struct ddz_engine *engine, struct game *game, bool third, int friend_seat);
