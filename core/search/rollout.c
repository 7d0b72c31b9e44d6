#include "core/search/rollout.h"

#include "core/net/calibrate.h"
#include "core/play/net_player.h"
#include "core/play/rulebook.h"

/* ---- by rules ---- */

/* A game that is not over to its end; returns the plies. */
static int to_end(struct ddz_engine *engine, struct ddz_open *open) {
  struct ddz_play play;
  int plies = 0;
  do {
    ddz_rulebook_quick(engine, &open->view, ddz_open_others(open), &play);
    plies++;
  } while (!ddz_open_play(open, &play));
  return plies;
}

static struct ddz_expected outcome_of(const struct ddz_open *open, enum ddz_role seat,
                                      const struct ddz_position *since) {
  const double points = ddz_open_points(open, seat, since);
  return (struct ddz_expected){.win = points > 0, .points = points};
}

void ddz_rollout_by_rules(struct ddz_engine *engine, const struct ddz_view *view,
                          const ddz_hand hand[DDZ_ROLES], const struct ddz_play *play,
                          struct ddz_rollout *out) {
  struct ddz_open open;
  *out = (struct ddz_rollout){.rules_plies = 1};
  ddz_open_of(&open, view, hand);
  if (!ddz_open_play(&open, play)) out->rules_plies += to_end(engine, &open);
  out->value = out->outcome = outcome_of(&open, view->role, &view->now);
}

/* ---- by net ---- */

/* Who decides a ply. */
struct player {
  const struct ddz_net *net;
  enum ddz_opponent type;
  struct ddz_rng *rng; /* NULL: the net's best play */
};

/* Choose by the net; its estimate of the chosen play goes to `value`. False when there is no estimate: the
 * seat has no play, or one only and no estimate is wanted. */
static bool choose_by_net(struct ddz_engine *engine, const struct ddz_view *view,
                          enum ddz_objective objective, struct player player, bool value_wanted,
                          struct ddz_play *play, struct ddz_net_value *value) {
  struct ddz_play all[DDZ_FEATURE_CANDIDATES];
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  const size_t n = ddz_feature_candidates(view->rules, view->hand, &view->now.last, all);
  *play = n == 1 ? all[0] : (struct ddz_play){0};
  if (n == 0 || (n == 1 && !value_wanted)) return false; /* none: a lone flower cannot be led */
  ddz_judge_these(player.net, engine->quick, view, objective, all, n, judged);
  const size_t chosen = player.rng == NULL
                            ? ddz_judge_best(judged, n, objective)
                            : ddz_opponent_choose(player.type, judged, n, objective, player.rng);
  *play = judged[chosen].play;
  *value = judged[chosen].value;
  return true;
}

static void add_part(struct ddz_expected *sum, double weight, double win, double points) {
  sum->win += weight * win;
  sum->points += weight * points;
}

/* A game under way, in the eyes of one seat. */
struct game {
  struct ddz_open open;
  enum ddz_role seat;
  const struct ddz_position *since; /* what was played by then does not count */
  struct ddz_rollout_way way;       /* looks: that are left */
};

/* Whose turn it is plays, and so on to the end, or to where lambda ends it. */
static void go_on(struct ddz_engine *engine, struct game *game, struct ddz_rollout *out) {
  struct ddz_open *open = &game->open;
  const struct ddz_opponents *opponents = game->way.opponents;
  const enum ddz_objective objective = game->way.objective;
  struct ddz_rng rng = {{0}};
  const struct ddz_net *net = ddz_net_player_net(engine, open->view.rules);
  double left = 1; /* of the weights, for what comes later */
  if (opponents != NULL) rng = opponents->rng;
  for (;;) {
    struct ddz_net_value value;
    struct ddz_play next;
    const bool own = open->view.role == game->seat;
    const struct player player = own || opponents == NULL
                                     ? (struct player){net, DDZ_OPPONENT_NET, NULL}
                                     : (struct player){net, opponents->type[open->view.role], &rng};
    if (!ddz_opponent_by_net(player.type)) {
      ddz_opponent_play(engine, player.type, &open->view, ddz_open_others(open), &next);
      out->rules_plies++;
    } else {
      out->net_plies++;
      if (choose_by_net(engine, &open->view, objective, player, own, &next, &value) && own) {
        const double win = ddz_calibrate_logit(net, &open->view, objective, value.win);
        const double lambda = --game->way.looks == 0 ? 0 : game->way.lambda;
        add_part(&out->value, left * (1 - lambda), win,
                 (double)value.points *
                     ddz_position_factor(&open->view.now, open->view.rules, DDZ_ROLES, game->since));
        left *= lambda;
        out->outcome = out->value; /* if this is the end */
        if (left <= 0) return;
      }
    }
    const bool over = ddz_open_play(open, &next);
    ddz_trace_add(&out->trace, open, next.cards, false, over);
    if (!over) continue;
    out->outcome = outcome_of(open, game->seat, game->since);
    add_part(&out->value, left, out->outcome.win, out->outcome.points);
    return;
  }
}

void ddz_rollout_by_net(struct ddz_engine *engine, const struct ddz_view *view,
                        const ddz_hand hand[DDZ_ROLES], const struct ddz_play *play,
                        const struct ddz_rollout_way *way, struct ddz_rollout *out) {
  struct game game = {.seat = view->role, .since = &view->now, .way = *way};
  /* The net tells points of games in which all doubles: under other factors the outcome alone counts. */
  if (!ddz_rules_doubles(view->rules)) game.way.lambda = 1, game.way.looks = 0;
  *out = (struct ddz_rollout){.net_plies = 1};
  ddz_open_of(&game.open, view, hand);
  const bool over = ddz_open_play(&game.open, play);
  ddz_trace_add(&out->trace, &game.open, play->cards, true, over);
  if (over)
    out->value = out->outcome = outcome_of(&game.open, game.seat, game.since);
  else
    go_on(engine, &game, out);
}

void ddz_rollout_of(struct ddz_engine *engine, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                    enum ddz_role seat, double lambda, struct ddz_rollout *out) {
  const struct ddz_rollout_way way = {.objective = DDZ_OBJECTIVE_POINTS, .lambda = lambda};
  struct game game = {.seat = seat, .since = &view->now, .way = way};
  *out = (struct ddz_rollout){0};
  ddz_open_of(&game.open, view, hand);
  if (ddz_net_player_knows(engine, &game.open.view)) {
    go_on(engine, &game, out);
    return;
  }
  out->rules_plies = to_end(engine, &game.open);
  out->value = out->outcome = outcome_of(&game.open, seat, game.since);
}
