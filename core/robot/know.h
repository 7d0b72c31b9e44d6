/* know.h - what is known of the options of a decision, whoever plays: proved results, and bounds of chances.
 *
 *   sure   wins or loses in every deal that fits (certain.h)
 *   least  the share of deals in which nobody can stop the best plan (below); of its first play
 *   most   the chance with open hands: no play wins more often; of the options that are asked about
 *
 * The last two are known where the deals that fit are few and can be listed. They are as right as the belief
 * nets that weigh the deals. */
#ifndef DDZ_CORE_KNOW_H
#define DDZ_CORE_KNOW_H

#include "core/play/deals.h"
#include "core/play/options.h"
#include "core/play/rulebook.h"

/* Write what is sure, and what the best plan brings. `fits` gets the deals that fit: none where they are not
 * few, where the level does not count them (those that play by the rules), or where nothing is left to find
 * out. Some tens of microseconds. */
void ddz_know(const struct ddz_scene *scene, const struct ddz_verdict *verdict, struct ddz_options *options,
              struct ddz_fits *fits);

/* Find `most` of one option, if that was not done yet. Returns true if it is below the player's estimate. Up
 * to 2,000 nodes of the solver. */
bool ddz_know_most(const struct ddz_scene *scene, const struct ddz_fits *fits, struct ddz_option *option);

/* ---- which plan is stopped in the fewest of the deals that fit, and what is it worth? ----
 *
 * A plan is a fixed order of own plays. It holds where no enemy can beat any of them but the last, or where
 * the partner goes out after one. In every deal it is counted how it ends, as if the others knew the plan and
 * the partner did nothing but go out; the belief nets weigh the deals, else all count the same.
 * So both numbers are lower bounds of the first play's worth, as far as the belief is right. What is certain
 * is a plan that no deal stops; certain.h finds more of those.
 *
 * A few microseconds to a few dozen, bounded by the limits below. */

enum { DDZ_PLAN_CARDS = 9 }; /* of the own hand at most */

struct ddz_plan {
  struct ddz_play play; /* the first of the plan */
  double win;           /* 0..1 */
  double stakes;        /* of a farmer, on average; NAN: the game is not known from its start */
};

/* The best plan for the objective of the scene; false: none ever wins, or the hand is too large. */
bool ddz_plan_find(const struct ddz_scene *scene, const struct ddz_fits *fits, struct ddz_plan *plan);

#endif
