/* posterior.h - which hidden hands fit what the others did? and one draw of all that is hidden.
 *
 * A play tells about the hand it came from. The proposal is the sampler (deals.h): hands that fit the cards
 * seen, drawn by the belief net where there is one. Each drawn deal of the hidden cards is a particle, with
 * an importance weight: the likelihood of what the others did, if they held these cards. Nobody knows how the
 * others play, so the likelihood is a mixture over opponent types (opponent.h):
 *
 *   weight(hands) = (product over the other seats of  sum over types of
 *                    prior(type) * product over the seat's actions of  p(play | type, hand)) ^ EXPONENT
 *
 * EXPONENT 1 would be Bayes' rule. That trusts p too much: it is only a model of a player, and its errors
 * multiply over many actions. An exponent below 1 flattens the weights: a power posterior (Friel and Pettitt,
 * "Marginal likelihood estimation via power posteriors", 2008). For the landlord the two farmers are one
 * type, so that he learns it sooner: an approximation, since their types are drawn one by one.
 *
 * Equal deals are one particle with a count, so nothing is weighed twice. The latest actions are weighed
 * first, and a particle whose likelihood (without the exponent) is negligible beside the largest is not
 * weighed further. ddz_posterior_pick returns the particle with the largest deficit, expected uses minus
 * uses, as in weighted round robin. That is deterministic, with less variance than random picks (on such
 * schemes: Douc, Cappe and Moulines, "Comparison of resampling schemes for particle filtering", 2005).
 *
 * 45 KiB, part of the caller's memory; weighing takes some 15 microseconds an action. */
#pragma once

#include "core/base/limit.h"
#include "core/engine/engine.h"
#include "core/game/table.h"
#include "core/play/deals.h"
#include "core/play/scene.h"
#include "core/search/opponent.h"

enum { DDZ_OBSERVED_MAX = 16 };   /* actions kept: the latest */
enum { DDZ_PARTICLES_MAX = 256 }; /* then the one of least weight makes room */
#define DDZ_POSTERIOR_EXPONENT 0.5
#define DDZ_NEGLIGIBLE_LIKELIHOOD 1e-5 /* of the best particle's likelihood */
enum { DDZ_LIKELIHOOD_NODES = 4 };     /* what one likelihood takes */

/* A deal of the hidden cards. */
struct ddz_particle {
  ddz_hand hand[DDZ_ROLES];
  int multiplicity, uses;                 /* how often */
  double weight;                          /* 0..1; an upper bound where it is negligible */
  double share[DDZ_ROLES][DDZ_OPPONENTS]; /* of the types, if the seats hold these hands; do not sum to 1 */
};

struct ddz_posterior {
  const struct ddz_view *view; /* of the seat that draws */
  enum ddz_objective objective;
  int actions; /* of the others, in the whole game */
  struct ddz_view
      then[DDZ_OBSERVED_MAX]; /* what the seat saw, but its hand: action i is at i % DDZ_OBSERVED_MAX */
  struct ddz_play done[DDZ_OBSERVED_MAX]; /* and what it did */
  int particles, uses;                    /* how many; how often one was picked */
  double best;                            /* the largest likelihood so far, before the exponent */
  uint64_t likelihoods;                   /* computed so far: what weighing costs */
  struct ddz_particle particle[DDZ_PARTICLES_MAX];
};

/* Start with no particles and the actions of the record. False where the record is of no use: it is empty,
 * or not the record of this view. `view` must outlive the posterior. */
bool ddz_posterior_init(struct ddz_posterior *posterior, const struct ddz_view *view,
                        enum ddz_objective objective, const struct ddz_record *record);

/* The likelihood of what the others did, before the exponent, and the share of each type. Stops early once it
 * is not above `stop_below`. Needs a net that knows the rules (ddz_net_player_knows). */
double ddz_posterior_likelihood(struct ddz_posterior *posterior, struct ddz_engine *engine,
                                const ddz_hand hand[DDZ_ROLES], double stop_below,
                                double share[DDZ_ROLES][DDZ_OPPONENTS]);

/* Draw one deal and weigh it. sampler  of the same view */
void ddz_posterior_draw(struct ddz_posterior *posterior, struct ddz_engine *engine,
                        struct ddz_sampler *sampler, struct ddz_rng *rng);

/* The next particle to play on, after at least one draw. Valid until the next draw. */
const struct ddz_particle *ddz_posterior_pick(struct ddz_posterior *posterior);

/* ---- all that is hidden ---- */

/* The hands, and how the others play.
 *
 * Hands are drawn from the posterior where the request tells what the others did, else from the
 * sampler (deals.h): by the belief net where there is one, else all deals that fit are equally likely. The
 * type of each opponent (opponent.h) is drawn by its share, given these hands. Without a net that knows the
 * rules there is no posterior, and all play by the rules.
 *
 * 50 KiB, part of the caller's memory. */

/* One way in which the hidden things may be. */
struct ddz_determinization {
  ddz_hand hand[DDZ_ROLES];
  ddz_hand played[DDZ_ROLES];     /* as in the view, but where that does not say it (ddz_view_complete) */
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
