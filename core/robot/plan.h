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

#include "core/play/scene.h"

/* ---- the deals that fit what a seat knows, where they are few, and how likely each is ----
 *
 * Near the end, or where a seat holds one or two cards, all of them can be listed: by the belief nets where
 * there are some, else all ways to deal alike. What is counted over them is exact, as far as the belief is
 * right. */

enum { DDZ_FITS_MAX = 64 };

struct ddz_fits {
  size_t n;
  ddz_hand hand[DDZ_FITS_MAX][DDZ_ROLES]; /* all three, the own one too */
  double chance[DDZ_FITS_MAX];            /* their sum is 1, but for rounding */
};

/* All of them; false where they are more, wildcards are in play, or something is not known. */
bool ddz_fits_list(const struct ddz_scene *scene, struct ddz_fits *fits);

/* How likely this play of the seat, or pass, wins with open hands: an upper bound.
 *
 * NAN where it takes more nodes of the solver than are given. The same whatever was solved before. */
double ddz_fits_won(const struct ddz_scene *scene, const struct ddz_fits *fits, const struct ddz_play *play);

/* ---- plans ---- */

enum { DDZ_PLAN_CARDS = 9 }; /* of the own hand at most */

struct ddz_plan {
  struct ddz_play play; /* the first of the plan */
  double win;           /* 0..1 */
  double stakes;        /* of a farmer, on average; NAN: the game is not known from its start */
};

/* The best plan for the objective of the scene; false: none ever wins, or the hand is too large. */
bool ddz_plan_find(const struct ddz_scene *scene, const struct ddz_fits *fits, struct ddz_plan *plan);

#endif
