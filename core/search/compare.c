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
    [DDZ_JUDGE_BY_RULES] = {.clearly = 1.5, .pseudo = 1},
    [DDZ_JUDGE_BY_NET] = {.prior_visits = 6, .prior_more = .19, .pseudo = .05},
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
  return early(c) * (settings[c->by].prior_visits + settings[c->by].prior_more * visits);
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
  return c->by == DDZ_JUDGE_BY_NET ? fmax(0, (n - NOISY * even) / (n + even)) : 0;
}

static double residual_share(const struct ddz_comparison *c) {
  return ddz_compare_residual_share(c->candidates, c->rounds);
}

/* `left`: how much of the bias is left. */
static double bias_left(const struct ddz_candidates *c, double left) {
  return c->by == DDZ_JUDGE_BY_NET ? left * left * exp(BIAS_AT_0 + BIAS_A_CARD * c->cards) : 0;
}

double ddz_compare_squared_bias(const struct ddz_candidates *c, double share) {
  return bias_left(c, 1 - share);
}

/* The squared bias that is left in the difference of two candidates, in the unit of the objective. */
static double squared_bias(const struct ddz_comparison *c) {
  return bias_left(c->candidates, (1 - residual_share(c)) * (c->candidates->for_points ? BIAS_POINTS : 1));
}

static double sum_of(const struct ddz_comparison *c, int i) {
  return c->of[i].total.value + residual_share(c) * c->of[i].total.residual;
}

/* The estimate of a candidate, as a sum over rounds and the prior's visits. */
static double estimate(const struct ddz_comparison *c, int i) {
  const struct ddz_choice *choice = &c->candidates->admitted[i];
  const double weight = ddz_compare_prior_weight(c->candidates, c->rounds);
  return sum_of(c, i) + weight * (c->candidates->for_points ? choice->prior.points : choice->prior.win) +
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
  const struct ddz_contender *x = &c->of[a], *y = &c->of[b];
  const double n = c->rounds, mean = (sum_of(c, a) - sum_of(c, b)) / n, share = residual_share(c);
  const double values = x->value_value[a] + y->value_value[b] - 2 * x->value_value[b];
  const double crossed =
      x->value_residual[a] + y->value_residual[b] - x->value_residual[b] - y->value_residual[a];
  const double residuals = x->residual_residual[a] + y->residual_residual[b] - 2 * x->residual_residual[b];
  const double squares = values + 2 * share * crossed + share * share * residuals;
  const double variance = (squares + settings[c->candidates->by].pseudo) / n - mean * mean;
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

static struct ddz_sample sample_of(const struct ddz_comparison *c, const struct ddz_rollout *r) {
  const bool points = c->candidates->for_points;
  const double value = points ? r->value.points : r->value.win;
  return (struct ddz_sample){value, (points ? r->outcome.points : r->outcome.win) - value};
}

/* The products of candidate i with candidate j in one round. */
static void add_products(struct ddz_comparison *c, const struct ddz_sample *sample, int i, int j) {
  struct ddz_contender *one = &c->of[i];
  one->value_value[j] += sample[i].value * sample[j].value;
  one->value_residual[j] += sample[i].value * sample[j].residual;
  one->residual_residual[j] += sample[i].residual * sample[j].residual;
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

static void add_ahead(struct ddz_comparison *c, const struct ddz_rollout *a, int i,
                      const struct ddz_rollout *b, int j) {
  add_sample(&c->of[i].ahead[j], a->value.win - b->value.win, a->outcome.win - b->outcome.win);
}

static void add_own(struct ddz_contender *one, const struct ddz_rollout *r) {
  add_sample(&one->win, r->value.win, r->outcome.win);
  add_sample(&one->points, r->value.points, r->outcome.points);
}

static void add_total(struct ddz_contender *one, struct ddz_sample sample) {
  one->total.value += sample.value;
  one->total.residual += sample.residual;
}

void ddz_compare_round(struct ddz_comparison *c, const struct ddz_rollout *rollout) {
  struct ddz_sample sample[DDZ_CANDIDATES_MAX] = {{0, 0}};
  const int count = c->candidates->count;
  for (int i = 0; i < count; i++)
    if (c->of[i].alive) sample[i] = sample_of(c, &rollout[i]);
  for (int i = 0; i < count; i++) {
    if (!c->of[i].alive) continue;
    add_total(&c->of[i], sample[i]);
    add_own(&c->of[i], &rollout[i]);
    for (int j = 0; j < count; j++) {
      if (!c->of[j].alive) continue;
      add_products(c, sample, i, j);
      if (j != i) add_ahead(c, &rollout[i], i, &rollout[j], j);
    }
  }
  if (c->rounds < DDZ_JOIN_ROUNDS) {
    memcpy(c->history[c->rounds], sample, sizeof sample);
    memcpy(c->rollouts[c->rounds], rollout, (size_t)count * sizeof *rollout);
  }
  c->rounds++;
}

void ddz_compare_join(struct ddz_comparison *c, int i, const struct ddz_rollout *rollout) {
  c->of[i].alive = true;
  c->alive++;
  for (int r = 0; r < c->rounds; r++) {
    struct ddz_sample *sample = c->history[r];
    ddz_compare_visit(c, i, &rollout[r]);
    sample[i] = sample_of(c, &rollout[r]);
    c->rollouts[r][i] = rollout[r];
    add_total(&c->of[i], sample[i]);
    add_own(&c->of[i], &rollout[r]);
    for (int j = 0; j <= i; j++) {
      if (!c->of[j].alive) continue;
      add_products(c, sample, i, j);
      if (j == i) continue;
      add_products(c, sample, j, i);
      add_ahead(c, &rollout[r], i, &c->rollouts[r][j], j);
      add_ahead(c, &c->rollouts[r][j], j, &rollout[r], i);
    }
  }
}

/* ---- decisions ---- */

int ddz_compare_best(const struct ddz_comparison *c) {
  int best = 0;
  for (int i = 0; i < c->candidates->count; i++)
    if (c->of[i].alive && (!c->of[best].alive || estimate(c, i) > estimate(c, best))) best = i;
  return best;
}

void ddz_compare_eliminate(struct ddz_comparison *c) {
  const int best = ddz_compare_best(c);
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
  const int best = ddz_compare_best(c), fallback = c->candidates->fallback;
  if (c->rounds == 0 || c->candidates->settled) return 0;
  const bool keeps =
      c->of[0].alive && best != 0 && paired_t(c, best, 0) < settings[c->candidates->by].clearly;
  const int chosen = keeps ? 0 : best;
  if (fallback < 0 || !c->of[fallback].alive) return chosen;
  return mean_of(c, estimate(c, chosen) - estimate(c, fallback)) <= FALLBACK ? fallback : chosen;
}
