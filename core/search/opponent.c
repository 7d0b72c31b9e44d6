#include "core/search/opponent.h"

#include <math.h>

#include "core/play/net_player.h"
#include "core/play/rulebook.h"

const double ddz_opponent_priors[DDZ_OPPONENTS] = {.35, .15, .10, .25, .15};
const double ddz_opponent_temperatures[DDZ_OPPONENTS] = {.1, .4, 1.5, 0, 0};

void ddz_opponent_play(struct ddz_engine *engine, enum ddz_opponent type, const struct ddz_view *view,
                       ddz_hand unseen, struct ddz_play *play) {
  if (type == DDZ_OPPONENT_PROMPT)
    ddz_rulebook_naive(engine, view, play);
  else
    ddz_rulebook_quick(engine, view, unseen, play);
}

/* The softmax of a type that plays by the net, its parts not divided by their sum. */
static void weigh(enum ddz_opponent type, const struct ddz_judged *judged, size_t n,
                  enum ddz_objective objective, double *weight) {
  const float best = ddz_judge_score(&judged[ddz_judge_best(judged, n, objective)].value, objective);
  for (size_t i = 0; i < n; i++)
    weight[i] =
        exp((double)(ddz_judge_score(&judged[i].value, objective) - best) / ddz_opponent_temperatures[type]);
}

size_t ddz_opponent_choose(enum ddz_opponent type, const struct ddz_judged *judged, size_t n,
                           enum ddz_objective objective, struct ddz_rng *rng) {
  double weight[DDZ_FEATURE_CANDIDATES];
  weigh(type, judged, n, objective, weight);
  return ddz_rng_pick(rng, weight, n);
}

void ddz_opponent_chances(struct ddz_engine *engine, const struct ddz_view *view,
                          enum ddz_objective objective, enum ddz_opponent type,
                          const struct ddz_judged *judged, size_t n, double *p) {
  const double any = DDZ_OPPONENT_EPSILON / (double)n;
  double all = 0;
  struct ddz_play would;
  if (ddz_opponent_by_net(type)) {
    weigh(type, judged, n, objective, p);
  } else {
    ddz_opponent_play(engine, type, view, ddz_view_unseen(view), &would);
    for (size_t i = 0; i < n; i++) p[i] = judged[i].play.cards == would.cards;
  }
  for (size_t i = 0; i < n; i++) all += p[i];
  for (size_t i = 0; i < n; i++) p[i] = (1 - DDZ_OPPONENT_EPSILON) * (all > 0 ? p[i] / all : 0) + any;
  p[n] = any;
}

bool ddz_opponent_likelihood(struct ddz_engine *engine, const struct ddz_view *view,
                             enum ddz_objective objective, const struct ddz_play *play,
                             double p[DDZ_OPPONENTS]) {
  struct ddz_play all[DDZ_FEATURE_CANDIDATES];
  struct ddz_judged judged[DDZ_OPPONENT_PLAYS_MAX];
  double of_type[DDZ_OPPONENT_PLAYS_MAX + 1];
  const size_t n = ddz_feature_candidates(view->rules, view->hand, &view->now.last, all);
  size_t at = 0;
  while (at < n && all[at].cards != play->cards) at++;
  if (n < 2 || n > DDZ_OPPONENT_PLAYS_MAX || at == n) return false;
  ddz_judge_these(ddz_net_player_net(engine, view->rules), engine->quick, view, objective, all, n, judged);
  for (enum ddz_opponent type = 0; type < DDZ_OPPONENTS; type++) {
    ddz_opponent_chances(engine, view, objective, type, judged, n, of_type);
    p[type] = of_type[at];
  }
  return true;
}

void ddz_opponents_draw(const double share[DDZ_ROLES][DDZ_OPPONENTS], struct ddz_rng *rng,
                        struct ddz_opponents *opponents) {
  for (int role = 0; role < DDZ_ROLES; role++)
    opponents->type[role] = (enum ddz_opponent)ddz_rng_pick(
        rng, share != NULL ? share[role] : ddz_opponent_priors, DDZ_OPPONENTS);
  ddz_rng_seed(&opponents->rng, ddz_rng_next(rng));
}
