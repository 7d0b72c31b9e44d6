/* why.h - what sets the chosen play apart from another one, as sentences and as claims for machines.
 *
 * Cards are ranks as text in every notation: the sentences name them, and cards of others lie in no known
 * hand. No globals, any thread. */
#ifndef DDZ_API_WHY_H
#define DDZ_API_WHY_H

#include "api/wire/write.h"
#include "core/play/request.h"

/* "why": an object; null where nothing is known. seat  whose move it is */
void ddz_write_why(struct ddz_writer *out, enum ddz_role seat, const struct ddz_robot_move *move,
                   bool chinese);

enum { DDZ_SPOKEN_MAX = 160 }; /* bytes, the end included */

/* `cards` as one play, as a player says them: "the pair of 3", 对3; never the letters of a notation. None: to
 * pass. What is more than a run or a group of equal cards is said as its largest part "with" the others. */
void ddz_spoken(ddz_hand cards, bool chinese, char text[DDZ_SPOKEN_MAX]);

#endif
