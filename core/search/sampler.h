/* sampler.h - hidden hands that fit what a seat has seen.
 *
 * Every card has one of these places: the own hand, what was played, the hands of the other two, or gone
 * (played before this view began). What is known is kept: a hand that is shown, cards of the kitty that the
 * landlord has not played are in his hand, and every seat has as many cards as it holds. Beyond that all ways
 * to deal the unseen cards are equally likely, unless the sampler is given belief nets (belief.h).
 *
 * With partial information something is `assumed`: a seat whose number of cards is not known has as many as
 * this seat, or what there is; where more cards are unseen than are held, some were played before. Some
 * hundred nanoseconds a draw. */
#ifndef DDZ_CORE_SAMPLER_H
#define DDZ_CORE_SAMPLER_H

#include "core/base/rng.h"
#include "core/game/view.h"
#include "core/net/belief.h"

/* Cards to draw from, by rank. The first `drawn` are; set that to 0 to begin again. */
struct ddz_pool {
  unsigned char rank[64];
  int size, drawn;
};
void ddz_pool_fill(struct ddz_pool *pool, ddz_hand cards);
/* `n` more, or all that are left: each card as likely as another. */
ddz_hand ddz_pool_draw(struct ddz_pool *pool, struct ddz_rng *rng, int n);

struct ddz_sampler {
  enum ddz_role role;
  ddz_hand known[DDZ_ROLES]; /* this and what follows: as ddz_hidden_of says */
  int draw[DDZ_ROLES];
  struct ddz_pool pool;
  bool assumed;
  bool use_belief; /* draws by `belief`, not all ways alike */
  struct ddz_belief belief;
};

/* What the seat of `view` knows; every deal that fits is then equally likely. `view` may go after it. */
void ddz_sampler_init(struct ddz_sampler *sampler, const struct ddz_view *view);

/* The cards of the pool. */
static inline ddz_hand ddz_sampler_pool(const struct ddz_sampler *sampler) {
  ddz_hand pool = 0;
  for (int i = 0; i < sampler->pool.size; i++) pool += ddz_hand_of(sampler->pool.rank[i], 1);
  return pool;
}

/* Is there more than one deal? */
static inline bool ddz_sampler_has_hidden(const struct ddz_sampler *sampler) {
  return sampler->draw[ddz_role_next(sampler->role)] > 0 && sampler->draw[ddz_role_before(sampler->role)] > 0;
}

/* From now on deals are drawn by the belief nets, which see what the seat sees. Where something had to be
 * assumed, or a hand is too large for them, nothing changes: all deals stay equally likely.
 *
 * belief  opened by ddz_belief_open
 * view    the one the sampler was made for, with view->role to play */
void ddz_sampler_use_belief(struct ddz_sampler *sampler, const struct ddz_net *belief,
                            const struct ddz_view *view, struct ddz_power *power);

/* Deal the pool at random. All three hands are written, the own one too. */
void ddz_sampler_draw(struct ddz_sampler *sampler, struct ddz_rng *rng, ddz_hand hand[DDZ_ROLES]);

/* ---- how likely is it that a seat holds 0, 1, 2, 3 or 4 cards of a rank? ----
 *
 * The chances of all deals that fit, added up rank by rank: no deal is drawn. Where all deals are equally
 * likely the chances are hypergeometric; with belief nets they are those of the nets. Doubles, exact but for
 * rounding; about 2 us. */

enum { DDZ_UNSEEN_MOST = DDZ_BELIEF_MOST }; /* cards of a rank */

/* share[r][k]: how likely it is that k cards of rank r are held. The shares of a rank add up to 1. */
typedef double ddz_unseen_marginals[DDZ_RANKS][DDZ_UNSEEN_MOST + 1];

/* Of `draw` cards drawn from `pool`, each as likely as another.
 *
 * pool  at most DDZ_UNSEEN_MOST cards of a rank
 * draw  0 to the pool's size */
void ddz_unseen_hypergeometric(ddz_hand pool, int draw, ddz_unseen_marginals share);

/* Of another seat, as the sampler deals: what is known and what is drawn. `seat` is not the sampler's own. */
void ddz_unseen_of(const struct ddz_sampler *sampler, enum ddz_role seat, ddz_unseen_marginals share);

#endif
