/* judge.h - how the net rates everything that a seat may do.
 *
 * The bridge between a view (view.h), its inputs (feature.h) and a net (net.h): the candidates are those the
 * net was trained to choose from, the position is summed once, each candidate is a change of it. A net may
 * be shared, the power evaluator is the thread's. What is told of it comes from calibrate.h. About 1 us and
 * another half for each candidate. */
#pragma once

#include "core/base/role.h"
#include "feature.h"
#include "net.h"

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

/* The part of a value that is to be high. */
static inline float ddz_judge_score(const struct ddz_net_value *value, enum ddz_objective objective) {
  return objective == DDZ_OBJECTIVE_POINTS ? value->points : value->win;
}

/* The first of the best. */
size_t ddz_judge_best(const struct ddz_judged *judged, size_t n, enum ddz_objective objective);

/* ddz_net_open for the features of this program. */
enum ddz_net_error ddz_judge_open(struct ddz_net *net, const void *image, size_t size);
