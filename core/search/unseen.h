/* unseen.h - how likely is it that a seat holds 0, 1, 2, 3 or 4 cards of a rank?
 *
 * The chances of all deals that fit what a seat has seen (sampler.h), added up rank by rank: no deal is
 * drawn. Where all deals are equally likely the chances are hypergeometric; where the sampler has belief
 * nets, they are those of the nets. Doubles, exact but for rounding. Pure, no allocation, no globals; about 2
 * us. */
#ifndef DDZ_CORE_UNSEEN_H
#define DDZ_CORE_UNSEEN_H

#include "core/search/sampler.h"

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
