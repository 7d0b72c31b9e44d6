/* spoken.h - cards as a player says them: "the pair of 3", 对3; never the letters of a notation.
 *
 * Pure functions, any thread. */
#ifndef DDZ_API_SPOKEN_H
#define DDZ_API_SPOKEN_H

#include <stdbool.h>

#include "core/base/hand.h"

enum { DDZ_SPOKEN_MAX = 160 }; /* bytes, the end included */

/* `cards` as one play; none: to pass. What is more than a run or a group of equal cards is said as its
 * largest part "with" the others. */
void ddz_spoken(ddz_hand cards, bool chinese, char text[DDZ_SPOKEN_MAX]);

#endif
