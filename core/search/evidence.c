#include "evidence.h"

#include <math.h>
#include <string.h>

#include "core/play/greedy.h"

/* ---- what was done ---- */

static bool is_of(const struct ddz_position *then, const struct ddz_position *now) {
  return memcmp(then->left, now->left, sizeof now->left) == 0 &&
         memcmp(then->played, now->played, sizeof now->played) == 0 && then->turn == now->turn &&
         then->last.cards == now->last.cards && then->bombs == now->bombs;
}

bool ddz_evidence_gather(struct ddz_evidence *e, const struct ddz_view *view, enum ddz_objective objective,
                         const struct ddz_record *record) {
  struct ddz_view then;
  e->view = view;
  e->objective = objective;
  e->begun = false;
  e->all = 0;
  e->asked = 0;
  ddz_view_init(&then, view->rules, DDZ_LANDLORD, 0, view->kitty);
  memcpy(then.now.calls, view->now.calls, sizeof then.now.calls);
  for (int i = 0; i < record->n; i++) {
    then.role = then.now.turn;
    if (then.role != view->role) {
      e->deed[e->all % DDZ_DEEDS] = (struct ddz_deed){then, record->play[i]};
      e->all++;
    }
    ddz_view_advance(&then, &record->play[i]);
  }
  return record->n > 0 && is_of(&then.now, &view->now);
}

/* ---- what it says of a hand ---- */

size_t ddz_evidence_ask(struct ddz_evidence *e, struct ddz_engine *engine, const struct ddz_deed *deed,
                        const struct ddz_view *view, struct ddz_judged judged[DDZ_DEED_PLAYS], size_t *done) {
  struct ddz_play play[DDZ_FEATURE_CANDIDATES];
  const size_t n = ddz_feature_candidates(view->rules, view->hand, &view->now.last, play);
  *done = 0;
  while (*done < n && play[*done].cards != deed->play.cards) ++*done;
  if (n < 2 || n > DDZ_DEED_PLAYS || *done == n) return 0;
  e->asked++;
  ddz_judge_these(ddz_greedy_net(engine, view->rules), ddz_engine_quick(engine), view, e->objective, play, n,
                  judged);
  return n;
}

struct ddz_view ddz_evidence_view(const struct ddz_evidence *e, const struct ddz_deed *deed,
                                  const ddz_hand hand[DDZ_ROLES]) {
  struct ddz_view view = deed->view;
  const enum ddz_role role = view.role;
  const ddz_hand since = e->view->now.played[role] - view.now.played[role];
  view.hand = hand[role] + since;
  return view;
}

/* How much the net thinks was lost by what was done, of EASE; a play it would not think of is no blunder. */
static double blunder(struct ddz_evidence *e, struct ddz_engine *engine, const struct ddz_deed *deed,
                      const ddz_hand hand[DDZ_ROLES]) {
  struct ddz_judged judged[DDZ_DEED_PLAYS];
  size_t done;
  const struct ddz_view view = ddz_evidence_view(e, deed, hand);
  const size_t n = ddz_evidence_ask(e, engine, deed, &view, judged, &done);
  if (n == 0) return 0;
  const size_t best = ddz_judge_best(judged, n, e->objective);
  const float lost =
      ddz_judge_score(&judged[best].value, e->objective) - ddz_judge_score(&judged[done].value, e->objective);
  return fmin((double)lost / DDZ_EVIDENCE_EASE, DDZ_EVIDENCE_MOST);
}

double ddz_evidence_weigh(struct ddz_evidence *e, struct ddz_engine *engine, const ddz_hand hand[DDZ_ROLES],
                          double enough) {
  double weight = 0;
  for (int i = e->all - 1; i >= ddz_evidence_oldest(e) && weight > enough; i--)
    weight -= blunder(e, engine, ddz_evidence_deed(e, i), hand);
  return weight;
}

/* ---- the chain ---- */

void ddz_evidence_step(struct ddz_evidence *e, struct ddz_engine *engine, struct ddz_sampler *sampler,
                       struct ddz_rng *rng) {
  ddz_hand other[DDZ_ROLES];
  ddz_sampler_draw(sampler, rng, other);
  const double enough = e->begun ? e->weight + log(1 - ddz_rng_unit(rng)) : -HUGE_VAL;
  const double weight = ddz_evidence_weigh(e, engine, other, enough);
  if (weight <= enough) return;
  memcpy(e->at, other, sizeof other);
  e->weight = weight;
  e->begun = true;
}
