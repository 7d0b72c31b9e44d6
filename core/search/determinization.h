/* determinization.h - draw all that is hidden: the hands, and how the others play.
 *
 * Hands are drawn from the posterior (posterior.h) where the request tells what the others did, else from the
 * sampler (sampler.h): by the belief net where there is one, else all deals that fit are equally likely. The
 * type of each opponent (opponent.h) is drawn by its share, given these hands. Without a net that knows the
 * rules there is no posterior, and all play by the rules.
 *
 * No allocation; 50 KiB, part of the caller's memory; one engine, one thread. */
#ifndef DDZ_CORE_DETERMINIZATION_H
#define DDZ_CORE_DETERMINIZATION_H

#include "budget.h"
#include "core/play/rulebook.h"
#include "posterior.h"

/* One way in which the hidden things may be. */
struct ddz_determinization {
  ddz_hand hand[DDZ_ROLES];
  struct ddz_opponents opponents; /* set with a net only */
};

struct ddz_determinizer {
  const struct ddz_scene *scene;
  bool by_net, use_posterior; /* use_posterior: draws from the posterior */
  struct ddz_sampler sampler;
  struct ddz_posterior posterior;
  struct ddz_rng rng;
};

/* Start the random numbers of the request. by_net  a net knows the rules and judges the plays */
void ddz_determinizer_init(struct ddz_determinizer *determinizer, const struct ddz_scene *scene, bool by_net);

/* Draw one. The posterior takes nodes; when the budget ends it draws no further particles and picks one of
 * those it has. */
void ddz_determinizer_draw(struct ddz_determinizer *determinizer, struct ddz_budget *budget,
                           struct ddz_determinization *out);

#endif
