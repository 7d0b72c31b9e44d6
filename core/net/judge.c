#include "judge.h"

#include <math.h>

/* ---- how the cards are dealt ---- */

static enum ddz_deals kind_of(const struct ddz_rules *rules) {
  const bool unshuffled = rules->dealing == DDZ_DEALING_UNSHUFFLED;
  if (rules->wildcard == DDZ_WILDCARD_NONE)
    return unshuffled ? DDZ_DEALS_UNSHUFFLED : rules->spring ? DDZ_DEALS_PLAIN : DDZ_DEALS_NO_SPRING;
  if (rules->wildcard == DDZ_WILDCARD_FLOWER)
    return unshuffled ? DDZ_DEALS_FLOWER_UNSHUFFLED : DDZ_DEALS_FLOWER;
  if (rules->early + rules->late > 1) return unshuffled ? DDZ_DEALS_RANKS_UNSHUFFLED : DDZ_DEALS_RANKS;
  return unshuffled ? DDZ_DEALS_RANK_UNSHUFFLED : DDZ_DEALS_RANK;
}

/* At the most swaps it is as if shuffled. */
static struct ddz_deals_at of_loose(int swaps) {
  static const struct {
    int swaps;
    enum ddz_deals deals;
  } at[] = {{0, DDZ_DEALS_LOOSE_0},
            {8, DDZ_DEALS_LOOSE_8},
            {20, DDZ_DEALS_LOOSE_20},
            {DDZ_LOOSE_MAX, DDZ_DEALS_PLAIN}};
  int i = 0;
  while (swaps > at[i + 1].swaps) i++;
  return (struct ddz_deals_at){at[i].deals, at[i + 1].deals,
                               (double)(swaps - at[i].swaps) / (at[i + 1].swaps - at[i].swaps)};
}

struct ddz_deals_at ddz_deals_of(const struct ddz_rules *rules) {
  const enum ddz_deals deals = kind_of(rules);
  if (rules->dealing == DDZ_DEALING_LOOSE) return of_loose(rules->loose);
  return (struct ddz_deals_at){deals, deals, 0};
}

/* ---- what the net says ---- */

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

enum ddz_net_deal ddz_judge_deal(const struct ddz_rules *rules) {
  if (rules->dealing == DDZ_DEALING_UNSHUFFLED) return DDZ_NET_UNSHUFFLED;
  return rules->wildcard == DDZ_WILDCARD_FLOWER ? DDZ_NET_FLOWER : DDZ_NET_USUAL;
}

/* What is corrected on top of the curves of a net: rows of correction.def. */
struct correction {
  double slope, offset; /* of the logit; slope 0: no row */
  double more, plus;    /* of the points: so much more of what the net says, and so many stakes */
};
static const struct correction corrections[DDZ_DEALS][DDZ_ROLES][2] = {
#define CORRECTION(deals, role, ...) [DDZ_DEALS_##deals][DDZ_##role] = {__VA_ARGS__},
#include "correction.def"
};

static struct correction row_of(enum ddz_deals deals, enum ddz_role role, enum ddz_objective objective) {
  static const struct correction none = {.slope = 1};
  const struct correction *row = &corrections[deals][role][objective];
  return row->slope != 0 ? *row : none;
}

/* What a number is there that is `from` and `to` in the two rows. */
static double mixed(const struct ddz_deals_at *at, double from, double to) {
  return from + at->part * (to - from);
}

static struct correction correction_of(const struct ddz_view *view, enum ddz_objective objective) {
  const struct ddz_deals_at at = ddz_deals_of(view->rules);
  const struct correction a = row_of(at.from, view->role, objective),
                          b = row_of(at.to, view->role, objective);
  return (struct correction){mixed(&at, a.slope, b.slope), mixed(&at, a.offset, b.offset),
                             mixed(&at, a.more, b.more), mixed(&at, a.plus, b.plus)};
}

double ddz_judge_probability(const struct ddz_net *net, const struct ddz_view *view,
                             enum ddz_objective objective, float logit) {
  const double p = ddz_net_probability(net, view->role, ddz_judge_deal(view->rules), objective, logit);
  const struct correction c = correction_of(view, objective);
  return c.slope == 1 && c.offset == 0 ? p : ddz_logistic(c.slope * ddz_logit(p) + c.offset);
}

double ddz_judge_points(const struct ddz_view *view, enum ddz_objective objective,
                        const struct ddz_judged *judged) {
  enum { MOST = 20 };
  const double points = (double)judged->value.points, part = (double)ddz_hand_size(view->hand) / MOST;
  const struct correction c = correction_of(view, objective);
  if (judged->play.cards == view->hand) return points; /* it ends the game */
  return points + part * part * (c.more * points + c.plus);
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
