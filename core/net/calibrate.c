#include "calibrate.h"

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

/* Loose deals lie between two rows: `part` of the way from one to the other, 0..1. Else both are the same. */
struct place {
  enum ddz_deals from, to;
  double part;
};

/* At the most swaps it is as if shuffled. */
static struct place of_loose(int swaps) {
  static const struct {
    int swaps;
    enum ddz_deals deals;
  } at[] = {{0, DDZ_DEALS_LOOSE_0},
            {8, DDZ_DEALS_LOOSE_8},
            {20, DDZ_DEALS_LOOSE_20},
            {DDZ_LOOSE_MAX, DDZ_DEALS_PLAIN}};
  int i = 0;
  while (swaps > at[i + 1].swaps) i++;
  return (struct place){at[i].deals, at[i + 1].deals,
                        (double)(swaps - at[i].swaps) / (at[i + 1].swaps - at[i].swaps)};
}

static struct place place_of(const struct ddz_rules *rules) {
  const enum ddz_deals deals = kind_of(rules);
  return rules->dealing == DDZ_DEALING_LOOSE ? of_loose(rules->loose) : (struct place){deals, deals, 0};
}

enum ddz_deals ddz_deals_of(const struct ddz_rules *rules) {
  const struct place at = place_of(rules);
  return at.part < .5 ? at.from : at.to;
}

enum ddz_net_deal ddz_deals_curves(const struct ddz_rules *rules) {
  if (rules->dealing == DDZ_DEALING_UNSHUFFLED) return DDZ_NET_UNSHUFFLED;
  return rules->wildcard == DDZ_WILDCARD_FLOWER ? DDZ_NET_FLOWER : DDZ_NET_USUAL;
}

/* ---- what is told ---- */

double ddz_bent(const struct ddz_bend *bend, double p) {
  return ddz_logistic(bend->slope * ddz_logit(p) + bend->offset);
}

double ddz_calibrate_mean(enum ddz_role role, double p) {
  static const struct ddz_bend bends[DDZ_ROLES] = {
#define ROLLED_OUT(role, ...) [DDZ_##role] = {__VA_ARGS__},
#include "calibrate.def"
  };
  static const double LEAST = 1e-6; /* what has a logit */
  const double unsure = fmin(fmax(p, LEAST), 1 - LEAST), against = exp(-bends[role].offset);
  return 1 / (1 + against * pow(1 / unsure - 1, bends[role].slope));
}

double ddz_unproven(double probability) {
  static const double EDGE = .01, DRAWN = .9;
  const double inside = fmin(fmax(probability, EDGE), 1 - EDGE);
  return inside + DRAWN * (probability - inside);
}

/* What is corrected on top of the curves of a net: rows of calibrate.def. */
struct correction {
  struct ddz_bend bend; /* of the logit; slope 0: no row */
  double more, plus;    /* of the points: so much more of what the net says, and so many stakes */
};
static const struct correction corrections[DDZ_DEALS][DDZ_ROLES][2] = {
#define CORRECTION(deals, role, ...) [DDZ_DEALS_##deals][DDZ_##role] = {__VA_ARGS__},
#include "calibrate.def"
};

static struct correction row_of(enum ddz_deals deals, enum ddz_role role, enum ddz_objective objective) {
  static const struct correction none = {.bend.slope = 1};
  const struct correction *row = &corrections[deals][role][objective];
  return row->bend.slope != 0 ? *row : none;
}

/* What a number is there that is `from` and `to` in the two rows. */
static double mixed(const struct place *at, double from, double to) { return from + at->part * (to - from); }

static struct correction correction_of(const struct ddz_view *view, enum ddz_objective objective) {
  const struct place at = place_of(view->rules);
  const struct correction a = row_of(at.from, view->role, objective),
                          b = row_of(at.to, view->role, objective);
  return (struct correction){
      {mixed(&at, a.bend.slope, b.bend.slope), mixed(&at, a.bend.offset, b.bend.offset)},
      mixed(&at, a.more, b.more),
      mixed(&at, a.plus, b.plus)};
}

double ddz_calibrate_logit(const struct ddz_net *net, const struct ddz_view *view,
                           enum ddz_objective objective, float logit) {
  const double p = ddz_net_probability(net, view->role, ddz_deals_curves(view->rules), objective, logit);
  const struct correction c = correction_of(view, objective);
  return c.bend.slope == 1 && c.bend.offset == 0 ? p : ddz_bent(&c.bend, p);
}

double ddz_calibrate_points(const struct ddz_view *view, enum ddz_objective objective,
                            const struct ddz_judged *judged) {
  enum { MOST = 20 };
  const double points = (double)judged->value.points, part = (double)ddz_hand_size(view->hand) / MOST;
  const struct correction c = correction_of(view, objective);
  if (judged->play.cards == view->hand) return points; /* it ends the game */
  return points + part * part * (c.more * points + c.plus);
}
