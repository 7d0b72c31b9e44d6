#include "core/search/rollout.h"

#include "core/net/calibrate.h"
#include "core/play/net_player.h"

enum { NET_NODES = 3, RULES_NODES = 1 }; /* of a ply: about the same time a node */

/* A game under way. */
struct game {
  struct ddz_open open;
  const struct ddz_rollout_way *way;
  const struct ddz_position *since; /* what was played by then does not count */
  const struct ddz_net *net;
  struct ddz_rng rng;  /* of the opponents' errors */
  double lambda, left; /* left: of the weights, for what comes later */
  int looks;           /* that are left; below 1: as many as there are */
};

/* Choose by the net, its best play where rng is NULL; its estimate of the chosen play goes to `value`. False
 * when there is no estimate: the seat has no play, or one only and no estimate is wanted. */
static bool choose_by_net(struct ddz_engine *engine, const struct game *game, enum ddz_opponent type,
                          struct ddz_rng *rng, bool wanted, struct ddz_play *play,
                          struct ddz_net_value *value) {
  struct ddz_play all[DDZ_FEATURE_CANDIDATES];
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  const struct ddz_view *view = &game->open.view;
  const enum ddz_objective objective = game->way->objective;
  const size_t n = ddz_feature_candidates(view->rules, view->hand, &view->now.last, all);
  *play = n == 1 ? all[0] : (struct ddz_play){0};
  if (n == 0 || (n == 1 && !wanted)) return false; /* none: a lone flower cannot be led */
  ddz_judge_these(game->net, engine->quick, view, objective, all, n, judged);
  const size_t chosen = rng == NULL ? ddz_judge_best(judged, n, objective)
                                    : ddz_opponent_choose(type, judged, n, objective, rng);
  *play = judged[chosen].play;
  *value = judged[chosen].value;
  return true;
}

static void add_part(struct ddz_expected *sum, double weight, double win, double points) {
  sum->win += weight * win;
  sum->points += weight * points;
}

/* The net's estimate at an own decision counts for what lambda leaves. */
static void add_estimate(struct game *game, const struct ddz_net_value *value, struct ddz_rollout *out) {
  const struct ddz_view *view = &game->open.view;
  const double win = ddz_calibrate_logit(game->net, view, game->way->objective, value->win);
  const double lambda = --game->looks == 0 ? 0 : game->lambda;
  add_part(&out->value, game->left * (1 - lambda), win,
           (double)value->points * ddz_position_factor(&view->now, view->rules, DDZ_ROLES, game->since));
  game->left *= lambda;
  out->outcome = out->value; /* if this is the end */
}

/* What the seat to act plays. */
static void choose(struct ddz_engine *engine, struct game *game, struct ddz_rollout *out,
                   struct ddz_play *play) {
  const struct ddz_rollout_way *way = game->way;
  const struct ddz_view *view = &game->open.view;
  const bool own = view->role == way->seat, errs = !own && way->opponents != NULL;
  const enum ddz_opponent type = way->by_rules ? DDZ_OPPONENT_RULES
                                 : errs        ? way->opponents->type[view->role]
                                               : DDZ_OPPONENT_NET;
  const bool by_net = ddz_opponent_by_net(type);
  struct ddz_net_value value;
  out->nodes += by_net ? NET_NODES : RULES_NODES;
  if (!by_net)
    ddz_opponent_play(engine, type, view, ddz_open_others(&game->open), play);
  else if (choose_by_net(engine, game, type, errs ? &game->rng : NULL, own, play, &value) && own)
    add_estimate(game, &value, out);
}

void ddz_roll_out(struct ddz_engine *engine, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                  const struct ddz_play *play, const struct ddz_rollout_way *way, struct ddz_rollout *out) {
  /* The net tells points of games in which all doubles: under other factors the outcome alone counts. */
  const bool mixes = ddz_rules_doubles(view->rules);
  struct game game = {.way = way,
                      .since = &view->now,
                      .net = ddz_net_player_net(engine, view->rules),
                      .lambda = mixes ? way->lambda : 1,
                      .left = 1,
                      .looks = mixes ? way->looks : 0};
  struct ddz_open *open = &game.open;
  bool tried = play != NULL, over = false;
  *out = (struct ddz_rollout){.nodes = !tried ? 0 : way->by_rules ? RULES_NODES : NET_NODES};
  if (way->opponents != NULL) game.rng = way->opponents->rng;
  ddz_open_of(open, view, hand);
  for (; !over; tried = false) {
    struct ddz_play next;
    if (tried)
      next = *play;
    else
      choose(engine, &game, out, &next);
    if (game.left <= 0) return;
    over = ddz_open_play(open, &next);
    if (!way->by_rules) ddz_trace_add(&out->trace, open, next.cards, tried, over);
  }
  const double points = ddz_open_points(open, way->seat, game.since);
  out->outcome = (struct ddz_expected){.win = points > 0, .points = points};
  add_part(&out->value, game.left, out->outcome.win, out->outcome.points);
}
