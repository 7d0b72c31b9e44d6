/* know.h - what is known of the options of a decision, whoever plays: proved results, and bounds of chances.
 *
 *   sure   wins or loses in every deal that fits (certain.h)
 *   least  the share of deals in which nobody can stop the best plan (plan.h); of its first play
 *   most   the chance with open hands: no play wins more often; of the options that are asked about
 *
 * The last two are known where the deals that fit are few and can be listed. They are as right as the belief
 * nets that weigh the deals. */
#ifndef DDZ_CORE_KNOW_H
#define DDZ_CORE_KNOW_H

#include "core/play/options.h"
#include "core/play/rulebook.h"
#include "plan.h"

/* Write what is sure, and what the best plan brings. `fits` gets the deals that fit: none where they are not
 * few, where the level does not count them (those that play by the rules), or where nothing is left to find
 * out. Some tens of microseconds. */
void ddz_know(const struct ddz_scene *scene, const struct ddz_verdict *verdict, struct ddz_options *options,
              struct ddz_fits *fits);

/* Find `most` of one option, if that was not done yet. Returns true if it is below the player's estimate. Up
 * to 2,000 nodes of the solver. */
bool ddz_know_most(const struct ddz_scene *scene, const struct ddz_fits *fits, struct ddz_option *option);

#endif
