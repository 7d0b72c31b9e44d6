/* deals.h - which deals fit what a seat knows: some at random, all of them, how likely each, and who wins
 * them.
 *
 * Every card has one of these places: the own hand, what was played, the hands of the other two, or gone
 * (played before this view began). What is known is kept (struct ddz_hidden of view.h): a hand that is shown,
 * cards of the kitty that the landlord has not played are in his hand, and every seat has as many cards as it
 * holds. Beyond that all ways to deal the unseen cards are equally likely, or they are as likely as the
 * belief nets say (belief.h).
 *
 * Some hundred nanoseconds a draw. */
#pragma once

#include "core/base/limit.h"
#include "core/base/rng.h"
#include "core/engine/engine.h"
#include "core/game/view.h"
#include "core/net/belief.h"

/* ---- draw ---- */

/* Cards to draw from, by rank. The first `drawn` are; set that to 0 to begin again. */
struct ddz_pool {
  unsigned char rank[64];
  int size, drawn;
};
void ddz_pool_fill(struct ddz_pool *pool, ddz_hand cards);
/* `n` more, or all that are left: each card as likely as another. */
ddz_hand ddz_pool_draw(struct ddz_pool *pool, struct ddz_rng *rng, int n);

struct ddz_sampler {
  struct ddz_hidden hidden;
  struct ddz_pool pool; /* that of `hidden` */
  bool use_belief;      /* draws by `belief`, not all ways alike */
  struct ddz_belief belief;
};

/* What the seat of `view` knows; every deal that fits is then equally likely. `view` may go after it. */
void ddz_sampler_init(struct ddz_sampler *sampler, const struct ddz_view *view);

/* Is there more than one deal? */
bool ddz_sampler_has_hidden(const struct ddz_sampler *sampler);

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

/* Of `draw` cards drawn from `pool`, each as likely as another (ddz_belief_set has the bounds). */
void ddz_unseen_hypergeometric(ddz_hand pool, int draw, ddz_unseen_marginals share);

/* Of another seat, as the sampler deals: what is known and what is drawn. `seat` is not the sampler's own. */
void ddz_unseen_of(const struct ddz_sampler *sampler, enum ddz_role seat, ddz_unseen_marginals share);

/* ---- list ----
 *
 * Near the end, or where a seat holds one or two cards, all of them can be listed. What is counted over them
 * is exact, as far as the belief is right. */

enum { DDZ_FITS_MAX = 64 };

struct ddz_fits {
  size_t n;
  ddz_hand hand[DDZ_FITS_MAX][DDZ_ROLES]; /* all three, the own one too */
  double chance[DDZ_FITS_MAX];            /* their sum is 1, but for rounding */
};

/* All of them; false where they are more, wildcards are in play, or something is not known. */
bool ddz_fits_list(struct ddz_engine *engine, const struct ddz_view *view, struct ddz_fits *fits);

/* ---- solve ---- */

/* Does the side of the view's seat win this deal with open hands after its play, or pass? NULL: as it stands.
 * 1: yes, 0: no, NAN: the limit, which is made smaller, does not tell. ddz_solver_reset goes before the first
 * deal of a position. */
double ddz_deal_won(struct ddz_engine *engine, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                    const struct ddz_play *play, struct ddz_limit *limit);

/* How likely this play, which does not go out, or pass wins with open hands: an upper bound.
 *
 * NAN where it takes more nodes of the solver than are given. The same whatever was solved before. */
double ddz_fits_won(struct ddz_engine *engine, const struct ddz_view *view, const struct ddz_fits *fits,
                    const struct ddz_play *play);
