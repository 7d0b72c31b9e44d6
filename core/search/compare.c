#include "core/search/compare.h"

#include <math.h>
#include <string.h>

/* ---- settings ---- */

/* Fitted by least squares on 11,642 decisions after 8 to 128 rounds, against results with the real cards.
 * With a net candidate 0 gets no advantage (switch_t 0). */
static const struct settings {
  double prior_visits;    /* what the prior counts as, in visits; ... */
  double prior_more;      /* ... and how much more for each visit: it is worth 16 % even after many */
  double switch_t;        /* standard errors: by how much candidate 0 must be beaten */
  double pseudo_variance; /* squared difference of one more round that is assumed: few equal rounds prove
                             little */
} settings[] = {
    [false] = {.switch_t = 1.5, .pseudo_variance = 1},
    [true] = {.prior_visits = 6, .prior_more = .19, .pseudo_variance = .05},
};
static const struct settings of_calls = {.prior_visits = 96};

static const struct settings *settings_of(const struct ddz_comparison *c) {
  return c->spread > 0 ? &of_calls : &settings[c->by_net];
}

/* Standard errors behind the best; calls wait for more. */
static const double ELIMINATION_T = 2, CALLS_ELIMINATION_T = 2.5;
enum { CALLS_PSEUDO_ROUNDS = 8 };    /* with variance spread^2, before there are real ones */
static const double FALLBACK = .005; /* probability: how much worse the rules' choice may be in a lost game */

/* With few cards left the prior says little: it counts in full from PRIOR_FULL cards in all three hands on,
 * by PRIOR_LEAST up to PRIOR_FROM, and in between in proportion. */
enum { PRIOR_FROM = 24, PRIOR_FULL = 32 };
static const double PRIOR_LEAST = .1;

/* e^(HALF_ROUNDS_LOG + HALF_ROUNDS_PER_CARD * cards): rounds at which the residual gets weight .5; below
 * RESIDUAL_OFF times that, weight 0. Measured. */
static const double HALF_ROUNDS_LOG = -.9, HALF_ROUNDS_PER_CARD = .13, RESIDUAL_OFF = .35;

/* The squared bias of a difference of two values is e^(BIAS_AT_0 + BIAS_A_CARD * cards), as probability; in
 * farmers' stakes BIAS_POINTS times the bias. Measured. */
static const double BIAS_AT_0 = -4.5, BIAS_A_CARD = -.062, BIAS_POINTS = 2.6;

/* ---- estimates ---- */

/* The sum of value + s * residual over the samples, and that of its squares. */
static double total_of(const struct ddz_sums *sums, double s) { return sums->value + s * sums->residual; }
static double squares_of(const struct ddz_sums *sums, double s) {
  return sums->value_value + 2 * s * sums->value_residual + s * s * sums->residual_residual;
}

/* 1 early in the game, PRIOR_LEAST late. */
static double prior_confidence(const struct ddz_comparison *c) {
  const double above = (double)(c->cards - PRIOR_FROM) / (PRIOR_FULL - PRIOR_FROM);
  return fmin(fmax(above, PRIOR_LEAST), 1);
}

/* How many visits the prior counts as beside `visits` rollouts; 0 without a net. */
static double prior_weight(const struct ddz_comparison *c, double visits) {
  return prior_confidence(c) * (settings_of(c)->prior_visits + settings_of(c)->prior_more * visits);
}

/* The mean residual over all candidates, scaled by the confidence in the prior. It is a common bias: the
 * opponents in rollouts are weaker than the net. It says nothing about which candidate is better, so
 * estimates subtract it. */
static double common_residual(const struct ddz_comparison *c, enum ddz_objective objective) {
  double sum = 0, n = 0;
  for (int i = 0; i < c->count; i++) {
    sum += c->stats[i].own[objective].residual;
    n += c->stats[i].own[objective].n;
  }
  return n > 0 ? prior_confidence(c) / n * sum : 0;
}

/* 0..1: how much of the residual counts after `rounds`. Rollouts by rules have none. */
static double residual_weight(const struct ddz_comparison *c, double n) {
  const double even = exp(HALF_ROUNDS_LOG + HALF_ROUNDS_PER_CARD * c->cards);
  return c->by_net ? fmax(0, (n - RESIDUAL_OFF * even) / (n + even)) : 0;
}

static double weight_now(const struct ddz_comparison *c) { return residual_weight(c, c->rounds); }

/* Of the difference of two candidates; `left`: how much of the bias is left. */
static double squared_bias(const struct ddz_comparison *c, double left) {
  return c->by_net ? left * left * exp(BIAS_AT_0 + BIAS_A_CARD * c->cards) : 0;
}

/* As many standard errors as `z` are where the variance is known, where it is estimated with so many degrees
 * of freedom: the quantile of Student's t, by the first terms of Fisher's expansion. */
static double student(double z, double freedom) {
  const double z2 = z * z;
  return z * (1 + (z2 + 1) / (4 * freedom) + (5 * z2 * z2 + 16 * z2 + 3) / (96 * freedom * freedom));
}

/* The estimate of a candidate, as a sum over rounds and the prior's visits. */
static double total(const struct ddz_comparison *c, int i) {
  const struct ddz_search_candidate *candidate = &c->candidate[i];
  const double weight = prior_weight(c, c->rounds);
  const enum ddz_objective objective = c->objective;
  return total_of(&c->stats[i].own[objective], weight_now(c)) +
         weight * ddz_expected_of(candidate->prior, objective) + (c->rounds + weight) * candidate->style;
}

static double per_round(const struct ddz_comparison *c, double sum) {
  return sum / (c->rounds + prior_weight(c, c->rounds));
}

double ddz_compare_mean(const struct ddz_comparison *c, int i) {
  const struct ddz_candidate_stats *one = &c->stats[i];
  return one->dropped ? ddz_compare_mean(c, one->leader) - one->behind : per_round(c, total(c, i));
}

/* The variance of one sample, with so many rounds more of one that is assumed. */
static double variance_of(const struct ddz_sums *sums, double share, double assumed, double rounds) {
  const double n = sums->n, sum = total_of(sums, share);
  const double about_mean = n > 0 ? fmax(0, squares_of(sums, share) - sum * sum / n) : 0;
  return (about_mean + rounds * assumed) / (n + rounds);
}

/* Of calls, whose mean is that of the rounds and the prior's visits. */
static double call_variance(const struct ddz_comparison *c, const struct ddz_sums *sums) {
  const double spread = c->spread;
  return variance_of(sums, 0, spread * spread, CALLS_PSEUDO_ROUNDS);
}

double ddz_compare_call_error(const struct ddz_comparison *c, int i) {
  const struct ddz_sums *sums = &c->stats[i].own[DDZ_OBJECTIVE_POINTS];
  return sqrt(call_variance(c, sums) / (sums->n + of_calls.prior_visits));
}

/* Of two candidates; which is taken from which makes no difference to an error. */
static const struct ddz_sums *difference(const struct ddz_comparison *c, int a, int b,
                                         enum ddz_objective objective) {
  return a > b ? &c->stats[a].difference[objective][b] : &c->stats[b].difference[objective][a];
}

/* How much better a is than b, in standard errors of the paired difference. */
static double paired_t(const struct ddz_comparison *c, int a, int b) {
  const struct ddz_sums *sums = difference(c, a, b, c->objective);
  const double n = c->rounds, share = weight_now(c), mean = total_of(sums, share) / n;
  const double ahead = total(c, a) - total(c, b);
  if (c->spread > 0) return ahead / sqrt(call_variance(c, sums) * (n + of_calls.prior_visits));
  const double squares = squares_of(sums, share) + settings_of(c)->pseudo_variance;
  const double variance = squares / n - mean * mean;
  const double unit = c->objective == DDZ_OBJECTIVE_POINTS ? BIAS_POINTS : 1;
  const double bias = squared_bias(c, (1 - share) * unit);
  return ahead / sqrt(fmax(variance, 1e-9) * n + bias * n * n);
}

/* ---- samples ---- */

void ddz_compare_visit(struct ddz_comparison *c, int i, const struct ddz_rollout *rollout) {
  struct ddz_candidate_stats *one = &c->stats[i];
  one->visits++;
  one->sum.win += rollout->value.win;
  one->sum.points += rollout->value.points;
}

static void add_sample(struct ddz_sums *sums, double value, double outcome) {
  const double residual = outcome - value;
  sums->n++;
  sums->value += value;
  sums->residual += residual;
  sums->value_value += value * value;
  sums->value_residual += value * residual;
  sums->residual_residual += residual * residual;
}

/* Candidate i in one round, by itself and against those of lower number. */
static void add_to_round(struct ddz_comparison *c, int i, const struct ddz_rollout *rollout) {
  struct ddz_candidate_stats *one = &c->stats[i];
  for (enum ddz_objective o = 0; o < DDZ_OBJECTIVES; o++) {
    const double value = ddz_expected_of(rollout[i].value, o);
    const double outcome = ddz_expected_of(rollout[i].outcome, o);
    add_sample(&one->own[o], value, outcome);
    for (int j = 0; j < i; j++)
      if (!c->stats[j].dropped)
        add_sample(&one->difference[o][j], value - ddz_expected_of(rollout[j].value, o),
                   outcome - ddz_expected_of(rollout[j].outcome, o));
  }
}

void ddz_compare_round(struct ddz_comparison *c, const struct ddz_rollout *rollout) {
  for (int i = 0; i < c->count; i++)
    if (!c->stats[i].dropped) add_to_round(c, i, rollout);
  if (c->rounds < DDZ_DEFER_ROUNDS)
    memcpy(c->rollouts[c->rounds], rollout, (size_t)c->count * sizeof *rollout);
  c->rounds++;
}

void ddz_compare_admit(struct ddz_comparison *c, const struct ddz_rollout *rollout) {
  const int i = c->count++;
  c->alive++;
  for (int r = 0; r < c->rounds; r++) {
    c->rollouts[r][i] = rollout[r];
    ddz_compare_visit(c, i, &rollout[r]);
    add_to_round(c, i, c->rollouts[r]);
  }
}

/* ---- decisions ---- */

/* The candidate with the highest estimate of those alive, the first of equal ones. */
static int best_of(const struct ddz_comparison *c) {
  int best = 0;
  for (int i = 0; i < c->count; i++)
    if (!c->stats[i].dropped && (c->stats[best].dropped || total(c, i) > total(c, best))) best = i;
  return best;
}

void ddz_compare_eliminate(struct ddz_comparison *c) {
  const int best = best_of(c);
  const double most = c->spread > 0 ? CALLS_ELIMINATION_T : student(ELIMINATION_T, c->rounds - 1);
  for (int i = 0; i < c->count; i++) {
    struct ddz_candidate_stats *one = &c->stats[i];
    if (one->dropped || i == best || c->candidate[i].included || paired_t(c, best, i) < most) continue;
    one->dropped = true;
    one->leader = best;
    one->behind = per_round(c, total(c, best) - total(c, i));
    c->alive--;
  }
}

int ddz_compare_choose(const struct ddz_comparison *c) {
  const int best = best_of(c), fallback = c->fallback;
  if (c->rounds == 0 || c->settled) return 0;
  const bool keeps = !c->stats[0].dropped && best != 0 && paired_t(c, best, 0) < settings_of(c)->switch_t;
  const int chosen = keeps ? 0 : best;
  if (fallback < 0 || c->stats[fallback].dropped) return chosen;
  return per_round(c, total(c, chosen) - total(c, fallback)) <= FALLBACK ? fallback : chosen;
}

/* ---- estimates that are shown ---- */

/* A variance that is assumed, and how many rounds it counts as: few equal rounds prove little. */
enum { ASSUMED_ROUNDS = 2 };
static const double ASSUMED_LEAST = .01;     /* squared probability; of a chance near 0 or 1 */
static const double ASSUMED_DIFFERENCE = .1; /* squared probability; of a difference */
/* Of points, and how many times the bias of the probability theirs is (not that of a difference,
 * BIAS_POINTS); where ranks are wild there are bombs. */
static const struct {
  double assumed, bias_scale; /* squared stakes; stakes */
} of_points[] = {[false] = {1.5, 3}, [true] = {6, 4.5}};

static const double HALF_GAME = .5; /* without a prior half a game won and half a game lost are added */

/* Fitted to what lab/intervals.py says of 300 decisions of five presets. */
enum { ROLLOUTS_PER_PRIOR_VISIT = 3 };    /* rollouts that a visit of the prior is worth */
static const double PRIOR_VARIANCE = .03; /* its squared error, in variances of a sample */
/* The bias of a difference to the chosen play, in biases of a difference: the best one was
 * chosen. */
static const double DIFFERENCE_BIAS = 1.7;

/* How much of the residual counts. */
static double weight_shown(const struct ddz_comparison *c, const struct ddz_sums *sums) {
  return c->full ? residual_weight(c, sums->n) : 0;
}

/* The standard error of a mean of such samples; `unit`: of its bias, in probability. */
static double error_of(const struct ddz_comparison *c, const struct ddz_sums *sums, double assumed,
                       double unit) {
  const double n = sums->n, prior = prior_weight(c, n), share = weight_shown(c, sums);
  const double counts = prior > 0 ? prior / (n + prior) : 0;
  const double samples = fmax(n + ROLLOUTS_PER_PRIOR_VISIT * prior_weight(c, 0), 1);
  const double wider = student(DDZ_Z_90, n + ASSUMED_ROUNDS - 1) / DDZ_Z_90;
  return sqrt(wider * wider * variance_of(sums, share, assumed, ASSUMED_ROUNDS) *
                  (1 / samples + PRIOR_VARIANCE * counts * counts) +
              unit * unit * squared_bias(c, 1 - share));
}

/* The mean of a candidate's samples and its prior. With effort `decide` every visit counts, with full effort
 * whole rounds do. */
double ddz_estimate_mean(const struct ddz_comparison *c, int i, enum ddz_objective objective) {
  const struct ddz_candidate_stats *one = &c->stats[i];
  const struct ddz_sums *sums = &one->own[objective];
  const bool full = c->full;
  const double visits = full ? sums->n : one->visits, weight = prior_weight(c, visits);
  const double prior = ddz_expected_of(c->candidate[i].prior, objective);
  const double half = objective == DDZ_OBJECTIVE_WIN ? HALF_GAME : 0;
  double sum = ddz_expected_of(one->sum, objective);
  if (full)
    sum = sums->value + weight_shown(c, sums) * (sums->residual - visits * common_residual(c, objective));
  if (weight > 0) return visits > 0 ? (sum + weight * prior) / (visits + weight) : prior;
  return visits > 0 ? (sum + half) / (visits + 2 * half) : NAN;
}

double ddz_estimate_error(const struct ddz_comparison *c, int i, enum ddz_objective objective) {
  const struct ddz_sums *sums = &c->stats[i].own[objective];
  const bool wild = c->wild;
  if (objective == DDZ_OBJECTIVE_POINTS)
    return error_of(c, sums, of_points[wild].assumed, of_points[wild].bias_scale);
  const double chance = fmin(fmax(ddz_estimate_mean(c, i, objective), 0), 1);
  return error_of(c, sums, chance * (1 - chance) + ASSUMED_LEAST, 1);
}

double ddz_estimate_error_between(const struct ddz_comparison *c, int a, int b) {
  return error_of(c, difference(c, a, b, DDZ_OBJECTIVE_WIN), ASSUMED_DIFFERENCE, DIFFERENCE_BIAS);
}

/* ---- rounds of full effort ---- */

enum { LEAST = 2 }; /* candidates of a round: one alone has nobody to be compared with */

/* By the round's place in the cycle: one of so many candidates takes part. */
static const int parts[] = {1, 2, 2, 4, 4, 4, 4};
enum { CYCLE = sizeof parts / sizeof *parts };

/* How many have a higher score, or an equal one and a lower number? */
static int rank_of(const double *score, int count, int i) {
  int above = 0;
  for (int j = 0; j < count; j++) above += score[j] > score[i] || (j < i && score[j] == score[i]);
  return above;
}

void ddz_allocate(struct ddz_comparison *c, const double score[DDZ_CANDIDATES_MAX]) {
  const int count = c->count, part = parts[c->rounds % CYCLE];
  const int share = (count + part - 1) / part, width = share < LEAST ? LEAST : share;
  c->alive = 0;
  for (int i = 0; i < count; i++) {
    c->stats[i].dropped = !c->candidate[i].included && rank_of(score, count, i) >= width;
    c->alive += !c->stats[i].dropped;
  }
}
