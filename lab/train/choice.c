#include "lab/train/choice.h"

#include <math.h>
#include <string.h>

#include "core/net/judge.h"

enum { BIAS_ROOM = 1, BOMBS_MAX = 4 };

size_t choice_plays(const struct ddz_view *view, struct ddz_play candidate[DDZ_FEATURE_CANDIDATES]) {
  const size_t n = ddz_feature_candidates(view->rules, view->hand, &view->now.last, candidate);
  if (n > 0) return n;
  candidate[0] = (struct ddz_play){0};
  return 1;
}

int choice_finishing(const struct ddz_view *view, const struct ddz_play *candidate, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (candidate[i].cards == view->hand) return (int)i;
  return -1;
}

/* ---- inputs ---- */

static int without(const uint8_t *off, uint16_t *input, int n) {
  int kept = 0;
  for (int i = 0; i < n; i++)
    if (!off[input[i]]) input[kept++] = input[i];
  return kept;
}

void choice_begin(const struct player_tools *tools, struct ddz_inputs *position, const struct ddz_view *view,
                  bool points) {
  ddz_feature_begin(position, view, tools->power, points);
  if (tools->off != NULL) position->n = without(tools->off, position->input, position->n);
}

static void consider(const struct player_tools *tools, const struct ddz_inputs *position,
                     const struct ddz_play *play, struct ddz_change *change) {
  ddz_feature_play(position, play, change);
  if (tools->off == NULL) return;
  change->adds = without(tools->off, change->add, change->adds);
  change->drops = without(tools->off, change->drop, change->drops);
}

bool choice_sample(const struct player_tools *tools, const struct ddz_inputs *position,
                   const struct ddz_play *play, struct sample *sample) {
  uint16_t list[DDZ_FEATURE_ACTIVE_MAX + BIAS_ROOM];
  struct ddz_change change;
  consider(tools, position, play, &change);
  int n = ddz_feature_list(position, &change, list);
  list[n++] = BIAS;
  if (n > SAMPLE_INPUTS) return false;
  sample->role = (uint8_t)position->view->role;
  sample->follow = 0;
  sample->n = (uint8_t)n;
  memcpy(sample->input, list, (size_t)n * sizeof *list);
  return true;
}

void choice_came(struct sample *sample, const struct worth *came) {
  const float most = (float)(1 << BOMBS_MAX);
  sample->win = came->win;
  sample->points = fmaxf(-most, fminf(most, came->points)) / POINTS_UNIT;
}

/* ---- worths ---- */

static void put_worths(const struct ddz_inputs *position, const struct ddz_play *candidate, size_t n,
                       const struct ddz_net_value *value, struct worth *worth) {
  for (size_t i = 0; i < n; i++) {
    const bool out = candidate[i].cards == position->view->hand; /* the end: known */
    worth[i] = (struct worth){value[i].win, value[i].points};
    if (out) worth[i] = (struct worth){1e3f, (float)ddz_judge_end(position->view, &candidate[i])};
  }
}

/* Some candidates at a time: the net takes several faster than one by one. */
static void judge(const struct player_tools *tools, const struct ddz_net *net,
                  const struct ddz_inputs *position, const struct ddz_net_sum *base,
                  const struct ddz_play *candidate, size_t n, struct worth *worth) {
  struct ddz_net_sum sum[DDZ_NET_BATCH];
  struct ddz_net_value value[DDZ_NET_BATCH];
  for (size_t i = 0; i < n; i++) {
    struct ddz_change change;
    consider(tools, position, &candidate[i], &change);
    const struct ddz_net_change rows = {change.add, change.drop, (size_t)change.adds, (size_t)change.drops};
    ddz_net_extend(net, position->view->role, base, &rows, &sum[i]);
  }
  ddz_net_values_of(net, position->view->role, sum, n, value);
  put_worths(position, candidate, n, value, worth);
}

static void judge_all(const struct player_tools *tools, const struct ddz_net *net,
                      const struct ddz_inputs *position, const struct ddz_play *candidate, size_t n,
                      struct worth *all) {
  struct ddz_net_sum base;
  ddz_net_begin(net, position->view->role, position->input, (size_t)position->n, &base);
  for (size_t i = 0; i < n; i += DDZ_NET_BATCH) {
    const size_t some = n - i < DDZ_NET_BATCH ? n - i : DDZ_NET_BATCH;
    judge(tools, net, position, &base, candidate + i, some, all + i);
  }
}

static void judge_together(const struct player_tools *tools, const struct mind *mind,
                           const struct ddz_inputs *position, const struct ddz_play *candidate, size_t n,
                           struct worth *all) {
  struct worth one[DDZ_FEATURE_CANDIDATES];
  memset(all, 0, n * sizeof *all);
  for (int k = 0; k < mind->nets; k++) {
    const float share = mind_share(mind, k);
    judge_all(tools, mind->net[k], position, candidate, n, one);
    for (size_t i = 0; i < n; i++) all[i].win += share * one[i].win, all[i].points += share * one[i].points;
  }
}

size_t choice_of(const struct player_tools *tools, const struct mind *mind, const struct ddz_inputs *position,
                 bool points, const struct ddz_play *candidate, size_t n, struct worth *worth,
                 struct worth *all) {
  size_t at = 0;
  judge_together(tools, mind, position, candidate, n, all);
  for (size_t i = 1; i < n; i++)
    if (points ? all[i].points > all[at].points : all[i].win > all[at].win) at = i;
  *worth = (struct worth){mind_chance(all[at].win), all[at].points};
  return at;
}
