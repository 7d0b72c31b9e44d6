#include "lookahead.h"

#include "core/game/open.h"
#include "core/play/greedy.h"

void ddz_others_draw(const double share[DDZ_ROLES][DDZ_LIKES], struct ddz_rng *rng,
                     struct ddz_others *others) {
  for (int role = 0; role < DDZ_ROLES; role++)
    others->like[role] = ddz_like_draw(share != NULL ? share[role] : ddz_like_priors, rng);
  ddz_rng_seed(&others->chance, ddz_rng_next(rng));
}

/* Whose turn it is. */
struct player {
  const struct ddz_net *net;
  enum ddz_like like;
  struct ddz_rng *rng; /* NULL: he plays what the net thinks best */
};

/* What a player by the net plays; what the net says of it goes to `value`. False when there is nothing to
 * say: the seat can do but one thing, which is `play`. */
static bool ask_net(struct ddz_engine *engine, const struct ddz_view *view, enum ddz_objective objective,
                    struct player player, bool value_wanted, struct ddz_play *play,
                    struct ddz_net_value *value) {
  struct ddz_play all[DDZ_FEATURE_CANDIDATES];
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  const size_t n = ddz_feature_candidates(view->rules, view->hand, &view->now.last, all);
  *play = n == 1 ? all[0] : (struct ddz_play){0};
  if (n == 0 || (n == 1 && !value_wanted)) return false; /* none: a lone flower cannot be led */
  ddz_judge_these(player.net, ddz_engine_quick(engine), view, objective, all, n, judged);
  const size_t chosen = player.rng == NULL ? ddz_judge_best(judged, n, objective)
                                           : ddz_like_choose(player.like, judged, n, objective, player.rng);
  *play = judged[chosen].play;
  *value = judged[chosen].value;
  return true;
}

/* An estimate on the way, or the outcome, counted with some weight. */
static void count(struct ddz_prospect *out, double weight, double win, double points) {
  out->win += weight * win;
  out->points += weight * points;
}

void ddz_lookahead(struct ddz_engine *engine, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                   const struct ddz_play *play, enum ddz_objective objective, double lambda,
                   const struct ddz_others *others, struct ddz_prospect *out) {
  struct ddz_open open;
  struct ddz_rng rng = {{0}};
  const struct ddz_net *net = ddz_greedy_net(engine, view->rules);
  const enum ddz_role seat = view->role;
  const int bombs = view->now.bombs;
  struct ddz_play next = *play;
  double left = 1; /* of the weights, for what comes later */
  *out = (struct ddz_prospect){0};
  if (others != NULL) rng = others->chance;
  ddz_open_of(&open, view, hand);
  out->plies = 1;
  for (;;) {
    struct ddz_net_value value;
    if (ddz_open_play(&open, &next)) {
      const double points = ddz_open_points(&open, seat, bombs);
      count(out, left, points > 0, points);
      out->end_win = points > 0;
      out->end_points = points;
      return;
    }
    const bool own = open.view.role == seat;
    const struct player player = own || others == NULL
                                     ? (struct player){net, DDZ_LIKE_NET, NULL}
                                     : (struct player){net, others->like[open.view.role], &rng};
    if (!ddz_like_is_net(player.like)) {
      ddz_like_play(engine, player.like, &open.view, ddz_open_others(&open), &next);
      out->quick++;
      continue;
    }
    out->plies++;
    if (!ask_net(engine, &open.view, objective, player, own, &next, &value) || !own) continue;
    const double win = ddz_judge_probability(net, &open.view, objective, value.win);
    count(out, left * (1 - lambda), win,
          (double)value.points * (double)(1u << (open.view.now.bombs - bombs)));
    left *= lambda;
    if (left <= 0) return;
  }
}
