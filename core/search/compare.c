#include "compare.h"

#include <math.h>
#include <string.h>

/* ---- settings ---- */

/* prior_visits and prior_more are least squares on what came of 11,642 decisions with the cards as they
 * really lay, after 8 to 128 rounds: the best estimate needs no margin. */
static const struct {
  double prior_visits; /* what the prior counts as, in visits; ... */
  double prior_more;   /* ... and how much more for each visit: it never counts for nothing */
  double clearly;      /* standard errors: by how much candidate 0 must be beaten */
  double pseudo; /* squared difference of one more round that is assumed: few equal rounds prove little */
} settings[] = {
    [false] = {.clearly = 1.5, .pseudo = 1},
    [true] = {.prior_visits = 6, .prior_more = .19, .pseudo = .05},
};

static const double HOPELESS = 2;    /* standard errors behind the best */
static const double FALLBACK = .005; /* probability: how much worse the rules' choice may be in a lost game */

/* With few cards left the prior says little: it counts in full from PRIOR_FULL cards in all three hands on,
 * by PRIOR_LEAST up to PRIOR_FROM, and in between in proportion. */
enum { PRIOR_FROM = 24, PRIOR_FULL = 32 };
static const double PRIOR_LEAST = .1;

/* After e^(EVEN_AT_0 + EVEN_A_CARD * cards) rounds half of the residual counts; before NOISY of those rounds
 * nothing of it. Measured. */
static const double EVEN_AT_0 = -.9, EVEN_A_CARD = .13, NOISY = .35;

/* The squared bias of a difference of two values is e^(BIAS_AT_0 + BIAS_A_CARD * cards), as probability; in
 * farmers' stakes BIAS_POINTS times the bias. Measured. */
static const double BIAS_AT_0 = -4.5, BIAS_A_CARD = -.062, BIAS_POINTS = 2.6;

/* ---- estimates ---- */

/* 1 early in the game, PRIOR_LEAST late. */
static double early(const struct ddz_candidates *c) {
  const double above = (double)(c->cards - PRIOR_FROM) / (PRIOR_FULL - PRIOR_FROM);
  return fmin(fmax(above, PRIOR_LEAST), 1);
}

double ddz_compare_prior_weight(const struct ddz_candidates *c, double visits) {
  return early(c) * (settings[c->by_net].prior_visits + settings[c->by_net].prior_more * visits);
}

struct ddz_expected ddz_compare_common_residual(const struct ddz_comparison *c) {
  struct ddz_expected sum = {0, 0};
  double n = 0;
  for (int i = 0; i < c->candidates->count; i++) {
    sum.win += c->of[i].win.residual;
    sum.points += c->of[i].points.residual;
    n += c->of[i].win.n;
  }
  const double counts = n > 0 ? early(c->candidates) / n : 0;
  return (struct ddz_expected){counts * sum.win, counts * sum.points};
}

double ddz_compare_residual_share(const struct ddz_candidates *c, double n) {
  const double even = exp(EVEN_AT_0 + EVEN_A_CARD * c->cards);
  return c->by_net ? fmax(0, (n - NOISY * even) / (n + even)) : 0;
}

static double residual_share(const struct ddz_comparison *c) {
  return ddz_compare_residual_share(c->candidates, c->rounds);
}

/* `left`: how much of the bias is left. */
static double bias_left(const struct ddz_candidates *c, double left) {
  return c->by_net ? left * left * exp(BIAS_AT_0 + BIAS_A_CARD * c->cards) : 0;
}

double ddz_compare_squared_bias(const struct ddz_candidates *c, double share) {
  return bias_left(c, 1 - share);
}

/* The squared bias that is left in the difference of two candidates, in the unit of the objective. */
static double squared_bias(const struct ddz_comparison *c) {
  return bias_left(c->candidates, (1 - residual_share(c)) * (c->candidates->for_points ? BIAS_POINTS : 1));
}

static double sum_of(const struct ddz_comparison *c, int i) {
  return ddz_sums_total(c->candidates->for_points ? &c->of[i].points : &c->of[i].win, residual_share(c));
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
  const struct ddz_contender *one = &c->of[i];
  return one->alive ? mean_of(c, estimate(c, i)) : ddz_compare_mean(c, one->leader) - one->behind;
}

/* How much better a is than b, in standard errors of the paired difference. */
static double paired_t(const struct ddz_comparison *c, int a, int b) {
  const struct ddz_contender *one = &c->of[a];
  const struct ddz_sums *sums =
      c->candidates->for_points ? &one->difference_points[b] : &one->difference_win[b];
  const double n = c->rounds, share = residual_share(c), mean = ddz_sums_total(sums, share) / n;
  const double squares = ddz_sums_squares(sums, share) + settings[c->candidates->by_net].pseudo;
  const double variance = squares / n - mean * mean;
  return (estimate(c, a) - estimate(c, b)) / sqrt(fmax(variance, 1e-9) * n + squared_bias(c) * n * n);
}

/* ---- samples ---- */

void ddz_compare_init(struct ddz_comparison *c, const struct ddz_candidates *candidates) {
  memset(c, 0, sizeof *c);
  c->candidates = candidates;
  c->alive = candidates->count;
  for (int i = 0; i < candidates->count; i++) c->of[i].alive = true;
}

void ddz_compare_visit(struct ddz_comparison *c, int i, const struct ddz_rollout *rollout) {
  struct ddz_contender *one = &c->of[i];
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
  add_sample(&c->of[i].win, rollout[i].value.win, rollout[i].outcome.win);
  add_sample(&c->of[i].points, rollout[i].value.points, rollout[i].outcome.points);
}

/* Candidate i minus candidate j in one round. */
static void add_difference(struct ddz_comparison *c, int i, int j, const struct ddz_rollout *rollout) {
  const struct ddz_rollout *a = &rollout[i], *b = &rollout[j];
  add_sample(&c->of[i].difference_win[j], a->value.win - b->value.win, a->outcome.win - b->outcome.win);
  add_sample(&c->of[i].difference_points[j], a->value.points - b->value.points,
             a->outcome.points - b->outcome.points);
}

void ddz_compare_round(struct ddz_comparison *c, const struct ddz_rollout *rollout) {
  const int count = c->candidates->count;
  for (int i = 0; i < count; i++) {
    if (!c->of[i].alive) continue;
    add_own(c, i, rollout);
    for (int j = 0; j < count; j++)
      if (j != i && c->of[j].alive) add_difference(c, i, j, rollout);
  }
  if (c->rounds < DDZ_JOIN_ROUNDS) memcpy(c->rollouts[c->rounds], rollout, (size_t)count * sizeof *rollout);
  c->rounds++;
}

void ddz_compare_join(struct ddz_comparison *c, int i, const struct ddz_rollout *rollout) {
  c->of[i].alive = true;
  c->alive++;
  for (int r = 0; r < c->rounds; r++) {
    c->rollouts[r][i] = rollout[r];
    ddz_compare_visit(c, i, &rollout[r]);
    add_own(c, i, c->rollouts[r]);
    for (int j = 0; j < i; j++) {
      if (!c->of[j].alive) continue;
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
    if (c->of[i].alive && (!c->of[best].alive || estimate(c, i) > estimate(c, best))) best = i;
  return best;
}

void ddz_compare_eliminate(struct ddz_comparison *c) {
  const int best = best_of(c);
  for (int i = 0; i < c->candidates->count; i++) {
    struct ddz_contender *one = &c->of[i];
    if (!one->alive || i == best || c->candidates->included[i] || paired_t(c, best, i) < HOPELESS) continue;
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
      c->of[0].alive && best != 0 && paired_t(c, best, 0) < settings[c->candidates->by_net].clearly;
  const int chosen = keeps ? 0 : best;
  if (fallback < 0 || !c->of[fallback].alive) return chosen;
  return mean_of(c, estimate(c, chosen) - estimate(c, fallback)) <= FALLBACK ? fallback : chosen;
}
