#include "evidence.h"

#include <math.h>
#include <string.h>

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
  e->guesses = e->picked = 0;
  e->best = 0;
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

/* What the seat of a deed saw then, if everybody holds these hands now. */
static struct ddz_view view_of(const struct ddz_evidence *e, const struct ddz_deed *deed,
                               const ddz_hand hand[DDZ_ROLES]) {
  struct ddz_view view = deed->view;
  const enum ddz_role role = view.role;
  const ddz_hand since = e->view->now.played[role] - view.now.played[role];
  view.hand = hand[role] + since;
  return view;
}

double ddz_evidence_weigh(struct ddz_evidence *e, struct ddz_engine *engine, const ddz_hand hand[DDZ_ROLES],
                          double enough, double share[DDZ_ROLES][DDZ_LIKES]) {
  const int oldest = e->all > DDZ_DEEDS ? e->all - DDZ_DEEDS : 0;
  const bool alike = e->view->role == DDZ_LANDLORD;
  double weight = 1;
  for (int r = 0; r < DDZ_ROLES; r++) memcpy(share[r], ddz_like_priors, sizeof ddz_like_priors);
  for (int i = e->all - 1; i >= oldest && weight > enough; i--) {
    const struct ddz_deed *deed = &e->deed[i % DDZ_DEEDS];
    const struct ddz_view view = view_of(e, deed, hand);
    double p[DDZ_LIKES], *own = share[alike ? DDZ_LANDLORD_DOWN : view.role], before = 0, after = 0;
    if (!ddz_like_fit(engine, &view, e->objective, &deed->play, p)) continue;
    e->asked++;
    for (int like = 0; like < DDZ_LIKES; like++) before += own[like], after += own[like] *= p[like];
    weight *= after / before;
  }
  if (alike) memcpy(share[DDZ_LANDLORD_UP], share[DDZ_LANDLORD_DOWN], sizeof ddz_like_priors);
  return weight;
}

/* ---- guesses ---- */

static double mass_of(const struct ddz_guess *guess) { return guess->drawn * guess->weight; }

/* Where these hands are; evidence->guesses when they are new. */
static int find(const struct ddz_evidence *e, const ddz_hand hand[DDZ_ROLES]) {
  int i = 0;
  while (i < e->guesses && memcmp(e->guess[i].hand, hand, sizeof e->guess[i].hand) != 0) i++;
  return i;
}

static struct ddz_guess *room(struct ddz_evidence *e) {
  struct ddz_guess *least = &e->guess[0];
  if (e->guesses < DDZ_GUESSES) return &e->guess[e->guesses++];
  for (int i = 1; i < DDZ_GUESSES; i++)
    if (mass_of(&e->guess[i]) < mass_of(least)) least = &e->guess[i];
  return least;
}

void ddz_evidence_draw(struct ddz_evidence *e, struct ddz_engine *engine, struct ddz_sampler *sampler,
                       struct ddz_rng *rng) {
  struct ddz_guess new = {.drawn = 1};
  ddz_sampler_draw(sampler, rng, new.hand);
  const int at = find(e, new.hand);
  if (at < e->guesses) {
    e->guess[at].drawn++;
    return;
  }
  const double weight = ddz_evidence_weigh(e, engine, new.hand, DDZ_EVIDENCE_HOPELESS * e->best, new.share);
  e->best = fmax(e->best, weight);
  new.weight = pow(weight, DDZ_EVIDENCE_TEMPER);
  *room(e) = new;
}

const struct ddz_guess *ddz_evidence_pick(struct ddz_evidence *e) {
  double all = 0, most = -HUGE_VAL;
  struct ddz_guess *best = &e->guess[0];
  for (int i = 0; i < e->guesses; i++) all += mass_of(&e->guess[i]);
  e->picked++;
  for (int i = 0; i < e->guesses; i++) {
    struct ddz_guess *guess = &e->guess[i];
    const double due = mass_of(guess) / all * e->picked - guess->picked;
    if (due > most) most = due, best = guess;
  }
  best->picked++;
  return best;
}
