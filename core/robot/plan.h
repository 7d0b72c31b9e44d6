/* plan.h - which plan is stopped in the fewest of the deals that fit, and what is it worth?
 *
 * A plan is a fixed order of own plays. It holds where no enemy can beat any of them but the last, or where
 * the partner goes out after one. In every deal it is counted how it ends, as if the others knew the plan and
 * the partner did nothing but go out; the belief nets weigh the deals, else all count the same.
 * So both numbers are lower bounds of the first play's worth, as far as the belief is right. What is certain
 * is a plan that no deal stops; certain.h finds more of those.
 *
 * A few microseconds to a few dozen, bounded by the limits below. */
#ifndef DDZ_CORE_PLAN_H
#define DDZ_CORE_PLAN_H

#include "core/play/deals.h"
#include "core/play/scene.h"

enum { DDZ_PLAN_CARDS = 9 }; /* of the own hand at most */

struct ddz_plan {
  struct ddz_play play; /* the first of the plan */
  double win;           /* 0..1 */
  double stakes;        /* of a farmer, on average; NAN: the game is not known from its start */
};

/* The best plan for the objective of the scene; false: none ever wins, or the hand is too large. */
bool ddz_plan_find(const struct ddz_scene *scene, const struct ddz_fits *fits, struct ddz_plan *plan);

#endif
