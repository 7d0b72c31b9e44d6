#include "likeness.h"

#include <math.h>
#include <string.h>

#include "core/play/rulebook.h"

static const double priors[DDZ_LIKES] = {
#define LIKE(name, prior, meaning) [DDZ_LIKE_##name] = prior,
#include "search.def"
#undef LIKE
};

void ddz_like_play(struct ddz_engine *engine, enum ddz_like like, const struct ddz_view *view,
                   ddz_hand unseen, struct ddz_play *play) {
  if (like == DDZ_LIKE_PROMPT)
    ddz_rulebook_naive(engine, view, play);
  else
    ddz_rulebook_quick(engine, view, unseen, play);
}

void ddz_likeness_init(struct ddz_likeness *l) {
  *l = (struct ddz_likeness){0};
  for (int r = 0; r < DDZ_ROLES; r++) memcpy(l->share[r], priors, sizeof priors);
}

/* How likely each would have done it with this hand. */
static void fit(struct ddz_evidence *e, struct ddz_engine *engine, const struct ddz_deed *deed,
                const struct ddz_view *view, double fits[DDZ_LIKES]) {
  struct ddz_judged judged[DDZ_DEED_PLAYS];
  double p[DDZ_LIKES], all = 0;
  size_t done;
  const size_t n = ddz_evidence_ask(e, engine, deed, view, judged, &done);
  if (n == 0) return;
  const float own = ddz_judge_score(&judged[done].value, e->objective);
  for (size_t i = 0; i < n; i++)
    all += exp((double)(ddz_judge_score(&judged[i].value, e->objective) - own) / DDZ_LIKE_EASE);
  p[DDZ_LIKE_NET] = 1 / all;
  for (enum ddz_like like = DDZ_LIKE_NET + 1; like < DDZ_LIKES; like++) {
    struct ddz_play play;
    ddz_like_play(engine, like, view, ddz_view_unseen(view), &play);
    p[like] = play.cards == deed->play.cards;
  }
  for (int like = 0; like < DDZ_LIKES; like++)
    fits[like] += (1 - DDZ_LIKE_SLIP) * p[like] + DDZ_LIKE_SLIP / (double)n;
}

/* By all that he did; to the landlord both farmers are of one kind, so that he knows sooner. */
static void share_out(struct ddz_likeness *l, const struct ddz_evidence *e, enum ddz_role role) {
  double *share = l->share[role], all = 0;
  memcpy(share, priors, sizeof priors);
  for (int i = ddz_evidence_oldest(e); i < e->all; i++) {
    const double *fits = l->fits[i % DDZ_DEEDS];
    const enum ddz_role who = ddz_evidence_deed(e, i)->view.role;
    const bool alike = who == role || e->view->role == DDZ_LANDLORD;
    for (int like = 0; alike && fits[0] > 0 && like < DDZ_LIKES; like++) share[like] *= fits[like] / fits[0];
  }
  for (int like = 0; like < DDZ_LIKES; like++) all += share[like];
  for (int like = 0; like < DDZ_LIKES; like++) share[like] /= all;
}

void ddz_likeness_study(struct ddz_likeness *l, struct ddz_evidence *e, struct ddz_engine *engine,
                        const ddz_hand hand[DDZ_ROLES]) {
  for (int i = ddz_evidence_oldest(e); i < e->all; i++) {
    const struct ddz_deed *deed = ddz_evidence_deed(e, i);
    const struct ddz_view view = ddz_evidence_view(e, deed, hand);
    fit(e, engine, deed, &view, l->fits[i % DDZ_DEEDS]);
  }
  l->hands++;
  for (enum ddz_role role = 0; role < DDZ_ROLES; role++)
    if (role != e->view->role) share_out(l, e, role);
}

enum ddz_like ddz_likeness_draw(const struct ddz_likeness *l, enum ddz_role role, struct ddz_rng *rng) {
  double left = ddz_rng_unit(rng);
  enum ddz_like like = 0;
  while (like < DDZ_LIKES - 1 && (left -= l->share[role][like]) >= 0) like++;
  return like;
}
