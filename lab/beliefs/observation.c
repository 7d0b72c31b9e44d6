#include "lab/beliefs/observation.h"

#include <string.h>

#include "core/play/deals.h"

enum { BLIND_STREAM = 1 << 24 };

static void see(void *self, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES]) {
  struct observations *s = self;
  struct observation *observation = &s->observation[s->n];
  struct ddz_view seen = *view;
  struct ddz_sampler sampler;
  struct ddz_inputs position;
  const enum ddz_role next = ddz_role_next(view->role), before = ddz_role_before(view->role);
  if (s->n == EPISODE_SAMPLES) return;
  if (ddz_rng_unit(&s->rng) < s->blind) {
    memset(&seen.trail, 0, sizeof seen.trail);
    if (ddz_rng_below(&s->rng, 2) == 0) seen.kitty = 0;
  }
  ddz_sampler_init(&sampler, &seen);
  if (!ddz_sampler_has_hidden(&sampler)) return;
  ddz_feature_begin(&position, &seen, s->tools.power, false);
  observation->role = (uint8_t)view->role;
  observation->pool = ddz_view_unseen(&seen) - sampler.hidden.known[next] - sampler.hidden.known[before];
  observation->next = hand[next] - sampler.hidden.known[next];
  observation->draw = (uint8_t)sampler.hidden.draw[next];
  observation->n = (uint8_t)position.n;
  memcpy(observation->input, position.input, (size_t)position.n * sizeof *position.input);
  s->n++;
}

void observations_next(struct observations *s, struct observation *observation) {
  const struct witness witness = {.see = see, .self = s};
  while (s->n == 0) {
    const uint64_t game = s->game++;
    const bool tries = game % 2 == 1;
    const struct episode_options options = {.mind = mind_of(s->net),
                                            .mixture = s->mixture,
                                            .seed = s->seed,
                                            .explore = tries ? s->explore : 0,
                                            .temperature = tries ? s->temperature : 0,
                                            .opponent_pool = s->opponent_pool,
                                            .lambda = 1,
                                            .witness = &witness};
    ddz_rng_seed_stream(&s->rng, s->seed, BLIND_STREAM + game);
    play_episode(&s->tools, &options, 2 * game, &s->episode); /* the odd ones are played for points */
  }
  *observation = s->observation[--s->n];
}
