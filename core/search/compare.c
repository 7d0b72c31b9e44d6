#include "compare.h"

#include <math.h>
#include <string.h>

/* ---- settings ---- */

/* Fitted by least squares on 11,642 decisions after 8 to 128 rounds, against results with the real cards.
 * With a net candidate 0 gets no advantage (switch_t 0). */
static const struct {
  double prior_visits;    /* what the prior counts as, in visits; ... */
  double prior_more;      /* ... and how much more for each visit: it is worth 16 % even after many */
  double switch_t;        /* standard errors: by how much candidate 0 must be beaten */
  double pseudo_variance; /* squared difference of one more round that is assumed: few equal rounds prove
                             little */
} settings[] = {
    [false] = {.switch_t = 1.5, .pseudo_variance = 1},
    [true] = {.prior_visits = 6, .prior_more = .19, .pseudo_variance = .05},
};

static const double ELIMINATION_T = 2; /* standard errors behind the best */
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

/* 1 early in the game, PRIOR_LEAST late. */
static double prior_confidence(const struct ddz_candidates *c) {
  const double above = (double)(c->cards - PRIOR_FROM) / (PRIOR_FULL - PRIOR_FROM);
  return fmin(fmax(above, PRIOR_LEAST), 1);
}

double ddz_compare_prior_weight(const struct ddz_candidates *c, double visits) {
  return prior_confidence(c) * (settings[c->by_net].prior_visits + settings[c->by_net].prior_more * visits);
}

struct ddz_expected ddz_compare_common_residual(const struct ddz_comparison *c) {
  struct ddz_expected sum = {0, 0};
  double n = 0;
  for (int i = 0; i < c->candidates->count; i++) {
    sum.win += c->contender[i].win.residual;
    sum.points += c->contender[i].points.residual;
    n += c->contender[i].win.n;
  }
  const double counts = n > 0 ? prior_confidence(c->candidates) / n : 0;
  return (struct ddz_expected){counts * sum.win, counts * sum.points};
}

double ddz_compare_residual_weight(const struct ddz_candidates *c, double n) {
  const double even = exp(HALF_ROUNDS_LOG + HALF_ROUNDS_PER_CARD * c->cards);
  return c->by_net ? fmax(0, (n - RESIDUAL_OFF * even) / (n + even)) : 0;
}

static double residual_weight(const struct ddz_comparison *c) {
  return ddz_compare_residual_weight(c->candidates, c->rounds);
}

/* `left`: how much of the bias is left. */
static double scaled_squared_bias(const struct ddz_candidates *c, double left) {
  return c->by_net ? left * left * exp(BIAS_AT_0 + BIAS_A_CARD * c->cards) : 0;
}

double ddz_compare_squared_bias(const struct ddz_candidates *c, double share) {
  return scaled_squared_bias(c, 1 - share);
}

/* The squared bias that is left in the difference of two candidates, in the unit of the objective. */
static double squared_bias(const struct ddz_comparison *c) {
  return scaled_squared_bias(c->candidates,
                             (1 - residual_weight(c)) * (c->candidates->for_points ? BIAS_POINTS : 1));
}

static double sum_of(const struct ddz_comparison *c, int i) {
  return ddz_sums_total(c->candidates->for_points ? &c->contender[i].points : &c->contender[i].win,
                        residual_weight(c));
}

/* The estimate of a candidate, as a sum over rounds and the prior's visits. */
static double estimate(const struct ddz_comparison *c, int i) {
  const struct ddz_choice *choice = &c->candidates->admitted[i];
  const double weight = ddz_compare_prior_weight(c->candidates, c->rounds);
  return sum_of(c, i) + weight * ddz_candidates_aim(c->candidates, choice->prior) +
         (c->rounds + weight) * choice->style;
}

static double mean_of(const struct ddz_comparison *c, double sum) {
  return sum / (c->rounds + ddz_compare_prior_weight(c->candidates, c->rounds));
}

double ddz_compare_mean(const struct ddz_comparison *c, int i) {
  const struct ddz_contender *one = &c->contender[i];
  return one->alive ? mean_of(c, estimate(c, i)) : ddz_compare_mean(c, one->leader) - one->behind;
}

/* How much better a is than b, in standard errors of the paired difference. */
static double paired_t(const struct ddz_comparison *c, int a, int b) {
  const struct ddz_contender *one = &c->contender[a];
  const struct ddz_sums *sums =
      c->candidates->for_points ? &one->difference_points[b] : &one->difference_win[b];
  const double n = c->rounds, share = residual_weight(c), mean = ddz_sums_total(sums, share) / n;
  const double squares = ddz_sums_squares(sums, share) + settings[c->candidates->by_net].pseudo_variance;
  const double variance = squares / n - mean * mean;
  return (estimate(c, a) - estimate(c, b)) / sqrt(fmax(variance, 1e-9) * n + squared_bias(c) * n * n);
}

/* ---- samples ---- */

void ddz_compare_init(struct ddz_comparison *c, const struct ddz_candidates *candidates) {
  memset(c, 0, sizeof *c);
  c->candidates = candidates;
  c->alive = candidates->count;
  for (int i = 0; i < candidates->count; i++) c->contender[i].alive = true;
}

void ddz_compare_visit(struct ddz_comparison *c, int i, const struct ddz_rollout *rollout) {
  struct ddz_contender *one = &c->contender[i];
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

/* Candidate i in one round. */
static void add_own(struct ddz_comparison *c, int i, const struct ddz_rollout *rollout) {
  add_sample(&c->contender[i].win, rollout[i].value.win, rollout[i].outcome.win);
  add_sample(&c->contender[i].points, rollout[i].value.points, rollout[i].outcome.points);
}

/* Candidate i minus candidate j in one round. */
static void add_difference(struct ddz_comparison *c, int i, int j, const struct ddz_rollout *rollout) {
  const struct ddz_rollout *a = &rollout[i], *b = &rollout[j];
  add_sample(&c->contender[i].difference_win[j], a->value.win - b->value.win,
             a->outcome.win - b->outcome.win);
  add_sample(&c->contender[i].difference_points[j], a->value.points - b->value.points,
             a->outcome.points - b->outcome.points);
}

void ddz_compare_round(struct ddz_comparison *c, const struct ddz_rollout *rollout) {
  const int count = c->candidates->count;
  for (int i = 0; i < count; i++) {
    if (!c->contender[i].alive) continue;
    add_own(c, i, rollout);
    for (int j = 0; j < count; j++)
      if (j != i && c->contender[j].alive) add_difference(c, i, j, rollout);
  }
  if (c->rounds < DDZ_DEFER_ROUNDS) memcpy(c->rollouts[c->rounds], rollout, (size_t)count * sizeof *rollout);
  c->rounds++;
}

void ddz_compare_admit(struct ddz_comparison *c, int i, const struct ddz_rollout *rollout) {
  c->contender[i].alive = true;
  c->alive++;
  for (int r = 0; r < c->rounds; r++) {
    c->rollouts[r][i] = rollout[r];
    ddz_compare_visit(c, i, &rollout[r]);
    add_own(c, i, c->rollouts[r]);
    for (int j = 0; j < i; j++) {
      if (!c->contender[j].alive) continue;
      add_difference(c, i, j, c->rollouts[r]);
      add_difference(c, j, i, c->rollouts[r]);
    }
  }
}

/* ---- decisions ---- */

/* The candidate with the highest estimate of those alive, the first of equal ones. */
static int best_of(const struct ddz_comparison *c) {
  int best = 0;
  for (int i = 0; i < c->candidates->count; i++)
    if (c->contender[i].alive && (!c->contender[best].alive || estimate(c, i) > estimate(c, best))) best = i;
  return best;
}

void ddz_compare_eliminate(struct ddz_comparison *c) {
  const int best = best_of(c);
  for (int i = 0; i < c->candidates->count; i++) {
    struct ddz_contender *one = &c->contender[i];
    if (!one->alive || i == best || c->candidates->included[i] || paired_t(c, best, i) < ELIMINATION_T)
      continue;
    one->alive = false;
    one->leader = best;
    one->behind = mean_of(c, estimate(c, best) - estimate(c, i));
    c->alive--;
  }
}

int ddz_compare_choose(const struct ddz_comparison *c) {
  const int best = best_of(c), fallback = c->candidates->fallback;
  if (c->rounds == 0 || c->candidates->settled) return 0;
  const bool keeps =
      c->contender[0].alive && best != 0 && paired_t(c, best, 0) < settings[c->candidates->by_net].switch_t;
  const int chosen = keeps ? 0 : best;
  if (fallback < 0 || !c->contender[fallback].alive) return chosen;
  return mean_of(c, estimate(c, chosen) - estimate(c, fallback)) <= FALLBACK ? fallback : chosen;
}
