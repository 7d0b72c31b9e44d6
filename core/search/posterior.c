#include "core/search/posterior.h"

#include <math.h>
#include <string.h>

/* ---- observed actions ---- */

static bool is_same(const struct ddz_position *then, const struct ddz_position *now) {
  return memcmp(then->left, now->left, sizeof now->left) == 0 &&
         memcmp(then->played, now->played, sizeof now->played) == 0 && then->turn == now->turn &&
         then->last.cards == now->last.cards && ddz_position_bombs(then) == ddz_position_bombs(now);
}

bool ddz_posterior_init(struct ddz_posterior *p, const struct ddz_view *view, enum ddz_objective objective,
                        const struct ddz_record *record) {
  struct ddz_view then;
  p->view = view;
  p->objective = objective;
  p->particles = p->uses = p->actions = 0;
  p->best = 0;
  p->likelihoods = 0;
  ddz_view_init(&then, view->rules, DDZ_LANDLORD, 0, view->kitty);
  memcpy(then.now.calls, view->now.calls, sizeof then.now.calls);
  for (int i = 0; i < record->n; i++) {
    then.role = then.now.turn;
    if (then.role != view->role) {
      const int at = p->actions++ % DDZ_OBSERVED_MAX;
      p->then[at] = then;
      p->done[at] = record->play[i];
    }
    ddz_view_advance(&then, &record->play[i]);
  }
  return record->n > 0 && is_same(&then.now, &view->now);
}

/* ---- likelihood ---- */

/* What the acting seat saw then, if everybody holds these hands now. */
static struct ddz_view view_then(const struct ddz_posterior *p, int at, const ddz_hand hand[DDZ_ROLES]) {
  struct ddz_view view = p->then[at];
  view.hand = hand[view.role] + p->view->now.played[view.role] - view.now.played[view.role];
  return view;
}

double ddz_posterior_likelihood(struct ddz_posterior *p, struct ddz_engine *engine,
                                const ddz_hand hand[DDZ_ROLES], double stop_below,
                                double share[DDZ_ROLES][DDZ_OPPONENTS]) {
  const int oldest = p->actions > DDZ_OBSERVED_MAX ? p->actions - DDZ_OBSERVED_MAX : 0;
  const bool one_type = p->view->role == DDZ_LANDLORD; /* of both farmers */
  double likelihood = 1;
  for (int r = 0; r < DDZ_ROLES; r++) memcpy(share[r], ddz_opponent_priors, sizeof ddz_opponent_priors);
  for (int i = p->actions - 1; i >= oldest && likelihood > stop_below; i--) {
    const struct ddz_view view = view_then(p, i % DDZ_OBSERVED_MAX, hand);
    double of[DDZ_OPPONENTS], *own = share[one_type ? DDZ_LANDLORD_DOWN : view.role], before = 0, after = 0;
    if (!ddz_opponent_likelihood(engine, &view, p->objective, &p->done[i % DDZ_OBSERVED_MAX], of)) continue;
    p->likelihoods++;
    for (int type = 0; type < DDZ_OPPONENTS; type++) before += own[type], after += own[type] *= of[type];
    likelihood *= after / before;
  }
  if (one_type) memcpy(share[DDZ_LANDLORD_UP], share[DDZ_LANDLORD_DOWN], sizeof ddz_opponent_priors);
  return likelihood;
}

/* ---- particles ---- */

static double mass_of(const struct ddz_particle *particle) {
  return particle->multiplicity * particle->weight;
}

/* The particle with these hands; p->particles where there is none. */
static int index_of(const struct ddz_posterior *p, const ddz_hand hand[DDZ_ROLES]) {
  int i = 0;
  while (i < p->particles && memcmp(p->particle[i].hand, hand, sizeof p->particle[i].hand) != 0) i++;
  return i;
}

static struct ddz_particle *make_room(struct ddz_posterior *p) {
  struct ddz_particle *least = &p->particle[0];
  if (p->particles < DDZ_PARTICLES_MAX) return &p->particle[p->particles++];
  for (int i = 1; i < DDZ_PARTICLES_MAX; i++)
    if (mass_of(&p->particle[i]) < mass_of(least)) least = &p->particle[i];
  return least;
}

void ddz_posterior_draw(struct ddz_posterior *p, struct ddz_engine *engine, struct ddz_sampler *sampler,
                        struct ddz_rng *rng) {
  struct ddz_particle new = {.multiplicity = 1};
  ddz_sampler_draw(sampler, rng, new.hand);
  const int at = index_of(p, new.hand);
  if (at < p->particles) {
    p->particle[at].multiplicity++;
    return;
  }
  const double stop_below = DDZ_NEGLIGIBLE_LIKELIHOOD * p->best;
  const double likelihood = ddz_posterior_likelihood(p, engine, new.hand, stop_below, new.share);
  p->best = fmax(p->best, likelihood);
  new.weight = pow(likelihood, DDZ_POSTERIOR_EXPONENT);
  *make_room(p) = new;
}

const struct ddz_particle *ddz_posterior_pick(struct ddz_posterior *p) {
  double all = 0, most = -HUGE_VAL;
  struct ddz_particle *next = &p->particle[0];
  for (int i = 0; i < p->particles; i++) all += mass_of(&p->particle[i]);
  p->uses++;
  for (int i = 0; i < p->particles; i++) {
    struct ddz_particle *particle = &p->particle[i];
    const double deficit = mass_of(particle) / all * p->uses - particle->uses;
    if (deficit > most) most = deficit, next = particle;
  }
  next->uses++;
  return next;
}

/* ---- all that is hidden ---- */

/* Particles drawn for one determinization, up to a number of likelihoods; more of both for the first one. */
enum { DRAWS_FIRST = 8, DRAWS = 4, LIKELIHOODS_FIRST = 24, LIKELIHOODS = 8 };

static void sample_from(struct ddz_determinizer *d, const struct ddz_view *view) {
  const struct ddz_net *belief = d->scene->engine->nets.belief;
  ddz_sampler_init(&d->sampler, view);
  if (d->by_net && belief != NULL) ddz_sampler_use_belief(&d->sampler, belief, view, d->scene->engine->power);
}

void ddz_determinizer_init(struct ddz_determinizer *d, const struct ddz_scene *scene, bool by_net) {
  const struct ddz_robot_request *ask = scene->ask;
  d->scene = scene;
  d->by_net = by_net;
  sample_from(d, scene->view);
  ddz_rng_seed_stream(&d->rng, ask->seed, scene->view->hand);
  d->use_posterior = by_net && ask->record != NULL && !d->sampler.hidden.assumed &&
                     ddz_sampler_has_hidden(&d->sampler) &&
                     ddz_posterior_init(&d->posterior, scene->view, ask->objective, ask->record);
}

/* Draw some particles, then pick one. */
static const struct ddz_particle *next_particle(struct ddz_determinizer *d, struct ddz_budget *budget) {
  struct ddz_posterior *posterior = &d->posterior;
  const bool first = posterior->particles == 0;
  const uint64_t most = posterior->likelihoods + (first ? LIKELIHOODS_FIRST : LIKELIHOODS);
  for (int i = 0; i < (first ? DRAWS_FIRST : DRAWS) && posterior->likelihoods < most; i++) {
    const uint64_t before = posterior->likelihoods;
    if (posterior->particles > 0 && ddz_budget_over(budget)) break;
    ddz_posterior_draw(posterior, d->scene->engine, &d->sampler, &d->rng);
    budget->nodes += DDZ_LIKELIHOOD_NODES * (posterior->likelihoods - before);
  }
  return ddz_posterior_pick(posterior);
}

void ddz_determinizer_draw(struct ddz_determinizer *d, struct ddz_budget *budget,
                           struct ddz_determinization *out) {
  const struct ddz_particle *particle = d->use_posterior ? next_particle(d, budget) : NULL;
  struct ddz_view view = *d->scene->view;
  const bool guesses = d->by_net && !ddz_view_is_accounted(&view); /* what was played is drawn, too */
  if (guesses && ddz_view_complete(&view, &d->rng)) sample_from(d, &view);
  memcpy(out->played, view.now.played, sizeof out->played);
  if (particle != NULL)
    memcpy(out->hand, particle->hand, sizeof out->hand);
  else
    ddz_sampler_draw(&d->sampler, &d->rng, out->hand);
  if (d->by_net) ddz_opponents_draw(particle != NULL ? particle->share : NULL, &d->rng, &out->opponents);
}
