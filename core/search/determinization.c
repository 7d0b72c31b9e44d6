#include "determinization.h"

#include <string.h>

/* Particles drawn for one determinization, up to a number of likelihoods; more of both for the first one. */
enum { DRAWS_FIRST = 8, DRAWS = 4, LIKELIHOODS_FIRST = 24, LIKELIHOODS = 8 };
enum { LIKELIHOOD_NODES = 4 }; /* what one likelihood takes */

void ddz_determinizer_init(struct ddz_determinizer *d, const struct ddz_scene *scene, bool by_net) {
  const struct ddz_robot_request *ask = scene->ask;
  const struct ddz_net *belief = ddz_engine_nets(scene->engine)->belief;
  d->scene = scene;
  d->by_net = by_net;
  d->use_posterior = false;
  ddz_sampler_init(&d->sampler, scene->view);
  ddz_rng_seed_stream(&d->rng, ask->seed, scene->view->hand);
  if (!by_net) return;
  if (ask->record != NULL && d->sampler.assumed == 0 && ddz_sampler_has_hidden(&d->sampler))
    d->use_posterior = ddz_posterior_init(&d->posterior, scene->view, ask->objective, ask->record);
  if (belief != NULL)
    ddz_sampler_use_belief(&d->sampler, belief, scene->view, ddz_engine_power(scene->engine));
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
    budget->nodes += LIKELIHOOD_NODES * (posterior->likelihoods - before);
  }
  return ddz_posterior_pick(posterior);
}

void ddz_determinizer_draw(struct ddz_determinizer *d, struct ddz_budget *budget,
                           struct ddz_determinization *out) {
  const struct ddz_particle *particle = d->use_posterior ? next_particle(d, budget) : NULL;
  if (particle != NULL)
    memcpy(out->hand, particle->hand, sizeof out->hand);
  else
    ddz_sampler_draw(&d->sampler, &d->rng, out->hand);
  if (d->by_net) ddz_opponents_draw(particle != NULL ? particle->share : NULL, &d->rng, &out->opponents);
}
