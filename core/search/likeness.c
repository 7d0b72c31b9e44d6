#include "likeness.h"

#include <math.h>

#include "core/play/greedy.h"
#include "core/play/rulebook.h"

const double ddz_like_priors[DDZ_LIKES] = {
#define LIKE(name, prior, ease, meaning) [DDZ_LIKE_##name] = prior,
#include "search.def"
#undef LIKE
};

static const double eases[DDZ_LIKES] = {
#define LIKE(name, prior, ease, meaning) [DDZ_LIKE_##name] = ease,
#include "search.def"
#undef LIKE
};

bool ddz_like_is_net(enum ddz_like like) { return eases[like] > 0; }

void ddz_like_play(struct ddz_engine *engine, enum ddz_like like, const struct ddz_view *view,
                   ddz_hand unseen, struct ddz_play *play) {
  if (like == DDZ_LIKE_PROMPT)
    ddz_rulebook_naive(engine, view, play);
  else
    ddz_rulebook_quick(engine, view, unseen, play);
}

/* For one who plays by the net: how much likelier he plays this than a play of score `other`. */
static double odds(const struct ddz_judged *judged, float other, enum ddz_objective objective, double ease) {
  return exp((double)(ddz_judge_score(&judged->value, objective) - other) / ease);
}

/* The share of the play at `done` for one who plays by the net. */
static double share_of(const struct ddz_judged *judged, size_t n, size_t done, enum ddz_objective objective,
                       double ease) {
  const float own = ddz_judge_score(&judged[done].value, objective);
  double all = 0;
  for (size_t i = 0; i < n; i++) all += odds(&judged[i], own, objective, ease);
  return 1 / all;
}

size_t ddz_like_choose(enum ddz_like like, const struct ddz_judged *judged, size_t n,
                       enum ddz_objective objective, struct ddz_rng *rng) {
  double weight[DDZ_FEATURE_CANDIDATES];
  const float best = ddz_judge_score(&judged[ddz_judge_best(judged, n, objective)].value, objective);
  for (size_t i = 0; i < n; i++) weight[i] = odds(&judged[i], best, objective, eases[like]);
  return ddz_rng_pick(rng, weight, n);
}

bool ddz_like_fit(struct ddz_engine *engine, const struct ddz_view *view, enum ddz_objective objective,
                  const struct ddz_play *done, double p[DDZ_LIKES]) {
  struct ddz_play play[DDZ_FEATURE_CANDIDATES];
  struct ddz_judged judged[DDZ_LIKE_PLAYS];
  const size_t n = ddz_feature_candidates(view->rules, view->hand, &view->now.last, play);
  size_t at = 0;
  while (at < n && play[at].cards != done->cards) at++;
  if (n < 2 || n > DDZ_LIKE_PLAYS || at == n) return false;
  ddz_judge_these(ddz_greedy_net(engine, view->rules), ddz_engine_quick(engine), view, objective, play, n,
                  judged);
  for (enum ddz_like like = 0; like < DDZ_LIKES; like++) {
    struct ddz_play would;
    if (!ddz_like_is_net(like)) ddz_like_play(engine, like, view, ddz_view_unseen(view), &would);
    const double q =
        ddz_like_is_net(like) ? share_of(judged, n, at, objective, eases[like]) : would.cards == done->cards;
    p[like] = (1 - DDZ_LIKE_SLIP) * q + DDZ_LIKE_SLIP / (double)n;
  }
  return true;
}

enum ddz_like ddz_like_draw(const double share[DDZ_LIKES], struct ddz_rng *rng) {
  return (enum ddz_like)ddz_rng_pick(rng, share, DDZ_LIKES);
}
