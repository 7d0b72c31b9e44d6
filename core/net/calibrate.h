/* calibrate.h - the one place where a chance or a number of points is bent before it is told.
 *
 *   net     its own curves (net.h), then rows for kinds of deals it was not trained on: chances
 *           (ddz_calibrate_logit, also in rollouts) and points (ddz_calibrate_points)
 *   search  the mean of rollouts by the net, by a slope and an offset in logits (ddz_calibrate_mean);
 *           its points are not bent, see below
 *   calls   nets and formula, by rows of their own (CORRECTED, read by core/bid/bid.c; ddz_bent)
 *   all     what is not proven is told as neither 0 nor 1 (ddz_unproven)
 *
 * The kind of deal selects the row; all users share these kinds. The numbers are rows of calibrate.def.
 * Tens of nanoseconds.
 *
 * No row is fitted for the points of a search yet. They are too high where many cards are left: at the
 * landlord's first lead under `standard` it tells 5.0, which is 1.1 +- .4 too many, under `yuncheng` 2.8, .7
 * +- .4 too many; the net tells .4 +- .4 and .3 +- .4 too few (1,500 nodes, 1,200 deals each, played on by
 * the net). */
#pragma once

#include "judge.h"

/* ---- how are the cards dealt? ---- */

/* Shuffled, and where no spring counts; not shuffled; with the flower, with one wild rank, with two, and
 * these not shuffled; after so many swaps. */
enum ddz_deals {
  DDZ_DEALS_PLAIN,
  DDZ_DEALS_NO_SPRING,
  DDZ_DEALS_UNSHUFFLED,
  DDZ_DEALS_FLOWER,
  DDZ_DEALS_RANK,
  DDZ_DEALS_RANKS,
  DDZ_DEALS_FLOWER_UNSHUFFLED,
  DDZ_DEALS_RANK_UNSHUFFLED,
  DDZ_DEALS_RANKS_UNSHUFFLED,
  DDZ_DEALS_LOOSE_0,
  DDZ_DEALS_LOOSE_8,
  DDZ_DEALS_LOOSE_20,
  DDZ_DEALS
};

/* The kind of deals; of loose ones, which lie between two kinds, the nearer. */
enum ddz_deals ddz_deals_of(const struct ddz_rules *rules);

/* The curves of a net for these deals. */
enum ddz_net_deal ddz_deals_curves(const struct ddz_rules *rules);

/* ---- chances, 0..1 ---- */

/* What a logit is bent by. */
struct ddz_bend {
  double slope, offset;
};
double ddz_bent(const struct ddz_bend *bend, double probability);

/* The chance for a logit of the net, of a play of view->role: bent by curve and row. */
double ddz_calibrate_logit(const struct ddz_net *net, const struct ddz_view *view,
                           enum ddz_objective objective, float logit);

/* Of the mean of rollouts by the net, for a play of this role. Estimates that are too sure, and the
 * landlord's, which are too high, are bent by a slope and an offset in logits, fitted on played games
 * (lab/notebooks/strength.md): Platt scaling (Platt, "Probabilistic outputs for support vector machines",
 * 1999). */
double ddz_calibrate_mean(enum ddz_role role, double probability);

/* Only what is proven is told as 0 or 1: chances below .01 or above .99 move inwards by at most .001, in
 * their order. */
double ddz_unproven(double probability);

/* ---- points ---- */

/* In stakes of a farmer, what a play of view->role that a net judged is told to bring. A net overrates hands
 * while bombs are still to be played, the more of them there are; what it says of these is corrected, as
 * fitted by ddz-calibrate. The order of plays stays. */
double ddz_calibrate_points(const struct ddz_view *view, enum ddz_objective objective,
                            const struct ddz_judged *judged);
