#include "judge.h"

size_t ddz_judge(const struct ddz_net *net, struct ddz_power *power, const struct ddz_view *view,
                 enum ddz_objective objective, struct ddz_judged *out) {
  struct ddz_play play[DDZ_FEATURE_CANDIDATES];
  struct ddz_position position;
  struct ddz_net_sum base, sum;
  const size_t n = ddz_feature_candidates(view->rules, view->hand, &view->last, play);
  if (n == 0) return 0;
  ddz_feature_begin(&position, view, power, objective == DDZ_OBJECTIVE_POINTS);
  ddz_net_begin(net, view->role, position.input, (size_t)position.n, &base);
  for (size_t i = 0; i < n; i++) {
    struct ddz_change inputs;
    ddz_feature_play(&position, &play[i], &inputs);
    const struct ddz_net_change change = {
        .add = inputs.add, .adds = (size_t)inputs.adds, .drop = inputs.drop, .drops = (size_t)inputs.drops};
    ddz_net_extend(net, view->role, &base, &change, &sum);
    out[i].play = play[i];
    ddz_net_value_of(net, view->role, &sum, &out[i].value);
  }
  return n;
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
