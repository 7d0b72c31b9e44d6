#include "judge.h"

#include <math.h>

double ddz_judge_end(const struct ddz_view *view, const struct ddz_play *play) {
  struct ddz_position end = view->now;
  ddz_position_play(&end, play);
  return ddz_position_factor(&end, view->rules, view->role, &view->now);
}

/* Not asked of the net, which never learns it. */
static struct ddz_net_value goes_out(const struct ddz_view *view, const struct ddz_play *play) {
  return (struct ddz_net_value){.win = DDZ_JUDGE_SURE, .points = (float)ddz_judge_end(view, play)};
}

/* Candidates of which the net is to say something, gathered to a batch. */
struct batch {
  size_t n, at[DDZ_NET_BATCH]; /* their places */
  struct ddz_net_sum sum[DDZ_NET_BATCH];
};

static void flush(const struct ddz_net *net, enum ddz_role role, struct batch *batch,
                  struct ddz_judged *out) {
  struct ddz_net_value value[DDZ_NET_BATCH];
  if (batch->n == 0) return;
  ddz_net_values_of(net, role, batch->sum, batch->n, value);
  for (size_t i = 0; i < batch->n; i++) out[batch->at[i]].value = value[i];
  batch->n = 0;
}

void ddz_judge_these(const struct ddz_net *net, struct ddz_power *power, const struct ddz_view *view,
                     enum ddz_objective objective, const struct ddz_play *play, size_t n,
                     struct ddz_judged *out) {
  struct ddz_inputs position;
  struct ddz_net_sum base;
  struct batch batch;
  batch.n = 0;
  ddz_feature_begin(&position, view, power, objective == DDZ_OBJECTIVE_POINTS);
  ddz_net_begin(net, view->role, position.input, (size_t)position.n, &base);
  for (size_t i = 0; i < n; i++) {
    struct ddz_change inputs;
    out[i].play = play[i];
    if (play[i].cards == view->hand) {
      out[i].value = goes_out(view, &play[i]);
      continue;
    }
    ddz_feature_play(&position, &play[i], &inputs);
    const struct ddz_net_change change = {inputs.add, inputs.drop, (size_t)inputs.adds, (size_t)inputs.drops};
    batch.at[batch.n] = i;
    ddz_net_extend(net, view->role, &base, &change, &batch.sum[batch.n++]);
    if (batch.n == DDZ_NET_BATCH) flush(net, view->role, &batch, out);
  }
  flush(net, view->role, &batch, out);
}

size_t ddz_judge(const struct ddz_net *net, struct ddz_power *power, const struct ddz_view *view,
                 enum ddz_objective objective, struct ddz_judged *out) {
  struct ddz_play play[DDZ_FEATURE_CANDIDATES];
  const size_t n = ddz_feature_candidates(view->rules, view->hand, &view->now.last, play);
  if (n > 0) ddz_judge_these(net, power, view, objective, play, n, out);
  return n;
}

struct ddz_net_value ddz_judge_play(const struct ddz_net *net, struct ddz_power *power,
                                    const struct ddz_view *view, enum ddz_objective objective,
                                    const struct ddz_play *play) {
  struct ddz_inputs position;
  struct ddz_change change;
  struct ddz_net_sum sum;
  struct ddz_net_value value;
  uint16_t inputs[DDZ_FEATURE_ACTIVE_MAX];
  if (play->cards == view->hand) return goes_out(view, play);
  ddz_feature_begin(&position, view, power, objective == DDZ_OBJECTIVE_POINTS);
  ddz_feature_play(&position, play, &change);
  ddz_net_begin(net, view->role, inputs, (size_t)ddz_feature_list(&position, &change, inputs), &sum);
  ddz_net_value_of(net, view->role, &sum, &value);
  return value;
}

enum ddz_net_deal ddz_judge_deal(const struct ddz_rules *rules) {
  if (rules->dealing == DDZ_DEALING_UNSHUFFLED) return DDZ_NET_UNSHUFFLED;
  return rules->wildcard == DDZ_WILDCARD_FLOWER ? DDZ_NET_FLOWER : DDZ_NET_USUAL;
}

/* Loose deals have more bombs than the nets have met, so a second curve corrects what they say, on top of the
 * usual one. It was fitted for deals of SWAPS swaps (ddz-calibrate --rules buxipai --games 40000 --seed 31,
 * ddz-5). With SWAPS_APART swaps more the correction is smaller by the factor e. */
enum { SWAPS = 8, SWAPS_APART = 10 };
static const struct {
  double slope, offset;
} loose[DDZ_ROLES][2] = {
    {{.871, -.989}, {.864, -.836}}, {{.850, -.251}, {.877, -.344}}, {{.858, -.305}, {.930, -.433}}};

double ddz_judge_probability(const struct ddz_net *net, const struct ddz_view *view,
                             enum ddz_objective objective, float logit) {
  const struct ddz_rules *rules = view->rules;
  const double p = ddz_net_probability(net, view->role, ddz_judge_deal(rules), objective, logit);
  if (rules->dealing != DDZ_DEALING_LOOSE) return p;
  const double part = exp((double)(SWAPS - rules->loose) / SWAPS_APART);
  const double slope = 1 + (loose[view->role][objective].slope - 1) * part;
  return ddz_logistic(fmax(slope, .1) * ddz_logit(p) + loose[view->role][objective].offset * part);
}

size_t ddz_judge_best(const struct ddz_judged *judged, size_t n, enum ddz_objective objective) {
  size_t best = 0;
  for (size_t i = 1; i < n; i++)
    if (ddz_judge_score(&judged[i].value, objective) > ddz_judge_score(&judged[best].value, objective))
      best = i;
  return best;
}

enum ddz_net_error ddz_judge_open(struct ddz_net *net, const void *image, size_t size) {
  return ddz_net_open(net, image, size, DDZ_FEATURES, ddz_feature_signature());
}
