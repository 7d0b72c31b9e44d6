/* judge.h - how the net rates everything that a seat may do.
 *
 * The bridge between a view (view.h), its inputs (feature.h) and a net (net.h): the candidates are those the
 * net was trained to choose from, the position is summed once, each candidate is a change of it. A net may
 * be shared, the power evaluator is the thread's. About 1 us and another half for each candidate. */
#ifndef DDZ_CORE_JUDGE_H
#define DDZ_CORE_JUDGE_H

#include "core/base/role.h"
#include "feature.h"
#include "net.h"

/* ---- how are the cards dealt, for what is corrected by it? ----
 *
 * Nets learned from some deals; where others have more bombs, rows say what to correct (correction.def,
 * core/bid/bid.def). */

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

/* Loose deals lie between two rows: `part` of the way from one to the other, 0..1. Else both are the same. */
struct ddz_deals_at {
  enum ddz_deals from, to;
  double part;
};
struct ddz_deals_at ddz_deals_of(const struct ddz_rules *rules);

/* ---- what the net says ---- */

enum { DDZ_JUDGE_SURE = 30 }; /* logit of a play that goes out */

struct ddz_judged {
  struct ddz_play play; /* an empty one: pass */
  struct ddz_net_value value;
};

/* Judge the candidates of view->role, whose turn it is (ddz_feature_candidates: in its order).
 *
 * net  opened with this program's features (ddz_judge_open)
 * out  room for DDZ_FEATURE_CANDIDATES
 *
 * Returns how many; 0 when the seat leads and cannot. */
size_t ddz_judge(const struct ddz_net *net, struct ddz_power *power, const struct ddz_view *view,
                 enum ddz_objective objective, struct ddz_judged *out);

/* What a play that goes out multiplies the stake by: a bomb's row, and a spring's where the rules count it
 * and the view shows it. */
double ddz_judge_end(const struct ddz_view *view, const struct ddz_play *play);

/* ddz_judge of `n` candidates, one or more, that the caller has at hand. */
void ddz_judge_these(const struct ddz_net *net, struct ddz_power *power, const struct ddz_view *view,
                     enum ddz_objective objective, const struct ddz_play *play, size_t n,
                     struct ddz_judged *out);

/* The deal that these rules make, for the curves of a net. */
enum ddz_net_deal ddz_judge_deal(const struct ddz_rules *rules);

/* The probability, 0..1, of a logit of view->role. */
double ddz_judge_probability(const struct ddz_net *net, const struct ddz_view *view,
                             enum ddz_objective objective, float logit);

/* The points, in stakes of a farmer, that a play of view->role is told to bring. A net overrates hands while
 * bombs are still to be played, the more of them there are; what it says of these is corrected, as fitted by
 * ddz-calibrate. The order of plays stays. */
double ddz_judge_points(const struct ddz_view *view, enum ddz_objective objective,
                        const struct ddz_judged *judged);

/* The part of a value that is to be high. */
static inline float ddz_judge_score(const struct ddz_net_value *value, enum ddz_objective objective) {
  return objective == DDZ_OBJECTIVE_POINTS ? value->points : value->win;
}

/* The first of the best. */
size_t ddz_judge_best(const struct ddz_judged *judged, size_t n, enum ddz_objective objective);

/* ddz_net_open for the features of this program. */
enum ddz_net_error ddz_judge_open(struct ddz_net *net, const void *image, size_t size);

#endif
