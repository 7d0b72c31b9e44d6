#include "ahead.h"

#include <string.h>

enum { PLIES_MAX = 120 }; /* a seat decides again after two others, but for turns that cannot be used */

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
  ddz_judge_these(a->engine->net, a->engine->power, &a->view, a->objective, all, n, judged);
  const size_t best = ddz_judge_best(judged, n, a->objective);
  *play = judged[best].play;
  *value = judged[best].value;
  return true;
}

void ddz_look_ahead(struct ddz_engine *engine, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                    const struct ddz_play *play, enum ddz_objective objective,
                    struct ddz_outcome_ahead *out) {
  struct ahead a = {.engine = engine, .objective = objective, .view = *view};
  const enum ddz_role seat = view->role;
  struct ddz_play next = *play;
  *out = (struct ddz_outcome_ahead){.points = -1};
  memcpy(a.hand, hand, sizeof a.hand);
  for (int i = 0; i < DDZ_ROLES; i++) a.view.left[i] = ddz_hand_size(hand[i]);
  for (; out->plies < PLIES_MAX; out->plies++) {
    const enum ddz_role turn = a.view.turn;
    struct ddz_net_value value;
    if (put_down(&a, &next)) {
      out->win = turn == seat || ddz_role_partners(turn, seat);
      out->points = out->win > 0 ? 1 : -1;
      break;
    }
    const bool own = a.view.turn == seat;
    if (ask_net(&a, own, &next, &value) && own) {
      out->win = ddz_net_probability(engine->net, seat, (int)objective, value.win);
      out->points = (double)value.points;
      break;
    }
  }
  out->points *= (double)(1u << (a.view.bombs - view->bombs));
  out->plies++;
}
