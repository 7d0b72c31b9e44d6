/* trail.h - the latest actions, as inputs for nets.
 *
 * An action is a play or a pass (an empty play); every action hands the turn on, so who did it follows from
 * its place. Pure data. */
#ifndef DDZ_CORE_TRAIL_H
#define DDZ_CORE_TRAIL_H

#include "position.h"

enum { DDZ_TRAIL = 6, DDZ_TRAIL_WIDTHS = 2 };

struct ddz_trail {
  struct ddz_play recent[DDZ_TRAIL]; /* the last actions, the newest first */
  uint8_t count;                     /* how many of them are known */
  /* the lowest enemy's solo [0] and pair [1] the seat let pass, as rank + 1; 0: none */
  uint8_t refused[DDZ_ROLES][DDZ_TRAIL_WIDTHS];
};

/* Record an action of the seat to act in `before`. */
void ddz_trail_add(struct ddz_trail *trail, const struct ddz_position *before, const struct ddz_play *play);

#endif
