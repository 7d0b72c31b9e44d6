#include "judge.h"

double ddz_judge_end(const struct ddz_view *view, const struct ddz_play *play) {
  struct ddz_position end = view->now;
  ddz_position_play(&end, play);
  return ddz_position_factor(&end, view->rules, view->role, &view->now);
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
    if (play[i].cards == view->hand) { /* not asked of the net, which never learns it */
      const float points = (float)ddz_judge_end(view, &play[i]);
      out[i].value = (struct ddz_net_value){.win = DDZ_JUDGE_SURE, .points = points};
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
