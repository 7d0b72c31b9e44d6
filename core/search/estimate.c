#include "estimate.h"

#include <math.h>

/* A variance that is assumed, and how many rounds it counts as: few equal rounds prove little. */
enum { ASSUMED_ROUNDS = 2 };
static const double ASSUMED_LEAST = .01;     /* squared probability; of a chance near 0 or 1 */
static const double ASSUMED_DIFFERENCE = .1; /* squared probability; of a difference */
/* Of points, and how many times the bias of the probability theirs is (not that of a difference, BIAS_POINTS
 * of compare.c); where ranks are wild there are bombs. */
static const struct {
  double assumed, bias_scale; /* squared stakes; stakes */
} of_points[] = {[false] = {1.5, 3}, [true] = {6, 4.5}};

static const double HALF_GAME = .5; /* without a prior half a game won and half a game lost are added */

/* Fitted to what lab/intervals.py says of 300 decisions of five presets. */
enum { ROLLOUTS_PER_PRIOR_VISIT = 3 };    /* rollouts that a visit of the prior is worth */
static const double PRIOR_VARIANCE = .03; /* its squared error, in variances of a sample */
/* The bias of a difference to the chosen play, in biases of a difference (compare.h): the best one was
 * chosen. */
static const double DIFFERENCE_BIAS = 1.7;

/* How much of the residual counts. */
static double residual_weight(const struct ddz_comparison *c, const struct ddz_sums *sums) {
  return c->candidates->full ? ddz_compare_residual_weight(c->candidates, sums->n) : 0;
}

/* The variance of one sample. */
static double variance_of(const struct ddz_sums *sums, double share, double assumed) {
  const double n = sums->n, sum = ddz_sums_total(sums, share);
  const double about_mean = n > 0 ? fmax(0, ddz_sums_squares(sums, share) - sum * sum / n) : 0;
  return (about_mean + ASSUMED_ROUNDS * assumed) / (n + ASSUMED_ROUNDS);
}

/* The standard error of a mean of such samples; `unit`: of its bias, in probability. */
static double error_of(const struct ddz_comparison *c, const struct ddz_sums *sums, double assumed,
                       double unit) {
  const struct ddz_candidates *candidates = c->candidates;
  const double n = sums->n, prior = ddz_compare_prior_weight(candidates, n), share = residual_weight(c, sums);
  const double counts = prior > 0 ? prior / (n + prior) : 0;
  const double samples = fmax(n + ROLLOUTS_PER_PRIOR_VISIT * ddz_compare_prior_weight(candidates, 0), 1);
  return sqrt(variance_of(sums, share, assumed) * (1 / samples + PRIOR_VARIANCE * counts * counts) +
              unit * unit * ddz_compare_squared_bias(candidates, share));
}

/* The mean of a candidate's samples and its prior. With effort `decide` every visit counts, with full effort
 * whole rounds do. */
static double mean_of(const struct ddz_comparison *c, int i, const struct ddz_sums *sums, double sum,
                      double common, double prior, double half) {
  const double visits = c->candidates->full ? sums->n : c->contender[i].visits;
  const double weight = ddz_compare_prior_weight(c->candidates, visits);
  if (c->candidates->full) sum = sums->value + residual_weight(c, sums) * (sums->residual - visits * common);
  if (weight > 0) return visits > 0 ? (sum + weight * prior) / (visits + weight) : prior;
  return visits > 0 ? (sum + half) / (visits + 2 * half) : NAN;
}

struct ddz_estimate ddz_estimate_win(const struct ddz_comparison *c, int i) {
  const struct ddz_contender *one = &c->contender[i];
  const double common = ddz_compare_common_residual(c).win;
  const double mean =
      mean_of(c, i, &one->win, one->sum.win, common, c->candidates->admitted[i].prior.win, HALF_GAME);
  const double within = fmin(fmax(mean, 0), 1);
  return (struct ddz_estimate){mean, error_of(c, &one->win, within * (1 - within) + ASSUMED_LEAST, 1)};
}

struct ddz_estimate ddz_estimate_points(const struct ddz_comparison *c, int i) {
  const struct ddz_contender *one = &c->contender[i];
  const double common = ddz_compare_common_residual(c).points;
  const double mean =
      mean_of(c, i, &one->points, one->sum.points, common, c->candidates->admitted[i].prior.points, 0);
  return (struct ddz_estimate){mean, error_of(c, &one->points, of_points[c->candidates->wild].assumed,
                                              of_points[c->candidates->wild].bias_scale)};
}

double ddz_estimate_error_between(const struct ddz_comparison *c, int a, int b) {
  return error_of(c, &c->contender[a].difference_win[b], ASSUMED_DIFFERENCE, DIFFERENCE_BIAS);
}
