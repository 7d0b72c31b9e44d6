#include "ahead.h"

#include <string.h>

enum { PLIES_MAX = 300 }; /* no game is longer, but where nobody can use a turn */

struct ahead {
  struct ddz_engine *engine;
  enum ddz_objective objective;
  struct ddz_view view; /* role and hand follow the turn */
  ddz_hand hand[DDZ_ROLES];
};

/* Put down a play of the seat to play; true when it goes out. */
static bool put_down(struct ahead *a, const struct ddz_play *play) {
  const enum ddz_role turn = a->view.turn;
  a->hand[turn] -= play->cards;
  ddz_view_advance(&a->view, play);
  a->view.role = a->view.turn;
  a->view.hand = a->hand[a->view.turn];
  return a->hand[turn] == 0;
}

/* What the net would play; what it says of it goes to `value`. False when there is nothing to say: the seat
 * can do but one thing, which is `play`. */
static bool ask_net(struct ahead *a, bool value_wanted, struct ddz_play *play, struct ddz_net_value *value) {
  struct ddz_play all[DDZ_FEATURE_CANDIDATES];
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  const size_t n = ddz_feature_candidates(a->view.rules, a->view.hand, &a->view.last, all);
  *play = n == 1 ? all[0] : (struct ddz_play){0};
  if (n == 0 || (n == 1 && !value_wanted)) return false; /* none: a lone flower cannot be led */
  ddz_judge_these(a->engine->net, a->engine->quick, &a->view, a->objective, all, n, judged);
  const size_t best = ddz_judge_best(judged, n, a->objective);
  *play = judged[best].play;
  *value = judged[best].value;
  return true;
}

/* A view of how the game stands, or its end, counted with some weight. */
static void count(struct ddz_outcome_ahead *out, double weight, double win, double points, int bombs) {
  out->win += weight * win;
  out->points += weight * points * (double)(1u << bombs);
}

void ddz_look_ahead(struct ddz_engine *engine, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                    const struct ddz_play *play, enum ddz_objective objective, double lambda,
                    struct ddz_outcome_ahead *out) {
  struct ahead a = {.engine = engine, .objective = objective, .view = *view};
  const enum ddz_role seat = view->role;
  struct ddz_play next = *play;
  double left = 1; /* of the weights, for what comes later */
  *out = (struct ddz_outcome_ahead){0};
  memcpy(a.hand, hand, sizeof a.hand);
  for (int i = 0; i < DDZ_ROLES; i++) a.view.left[i] = ddz_hand_size(hand[i]);
  while (out->plies++ < PLIES_MAX) {
    const enum ddz_role turn = a.view.turn;
    struct ddz_net_value value;
    if (put_down(&a, &next)) {
      const bool won = !ddz_role_enemies(turn, seat);
      count(out, left, won, won ? 1 : -1, a.view.bombs - view->bombs + ddz_view_is_spring(&a.view, turn));
      return;
    }
    const bool own = a.view.turn == seat;
    if (!ask_net(&a, own, &next, &value) || !own) continue;
    const double win = ddz_net_probability(engine->net, seat, (int)objective, value.win);
    count(out, left * (1 - lambda), win, (double)value.points, a.view.bombs - view->bombs);
    left *= lambda;
    if (left <= 0) return;
  }
  count(out, left, 0, -1, 0); /* a game that nobody ends */
}
