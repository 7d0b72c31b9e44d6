/* style.h - how a style changes the rating of a play by net or search.
 *
 * `aggressive` likes to take an enemy's lead and to bomb, `cooperative` leaves the lead to the partner. A
 * little is added to such plays, so that a style decides where plays are close and costs little. Pure. */
#ifndef DDZ_CORE_STYLE_H
#define DDZ_CORE_STYLE_H

#include "request.h"

/* What the style of a request adds to `play` (an empty one: pass), in logits of winning; 0 where it does not
 * care. */
double ddz_style_bonus(const struct ddz_robot_request *request, const struct ddz_play *play);

/* The same in the unit of the objective, about even chances: a probability, or a farmer's stakes. */
double ddz_style_bonus_of(const struct ddz_robot_request *request, const struct ddz_play *play);

#endif
