/* lookahead.h - how a play turns out when the net plays on.
 *
 * From a position with all hands open (the hidden ones sampled, sampler.h) one play is made. Then the net
 * plays for everybody, or the others play as the players they are like (likeness.h), each seat on what that
 * seat may know, to the end of the game. The result is a mixture, as when the net is taught (lambda-return;
 * Sutton, 1988): of the net's estimate at each later decision of the seat, and of the outcome. Net estimates
 * have low variance; outcomes are unbiased.
 *
 * The same others, the same answer. No allocation; one engine, one thread; 50 to 100 microseconds, most of
 * them the net's. */
#ifndef DDZ_CORE_LOOKAHEAD_H
#define DDZ_CORE_LOOKAHEAD_H

#include "core/base/objective.h"
#include "core/engine/engine.h"
#include "core/game/view.h"
#include "core/net/judge.h"
#include "likeness.h"

/* Of the side of the seat that made the play. */
struct ddz_prospect {
  double win;    /* probability, 0..1 */
  double points; /* stakes of a farmer, doubled by bombs from the position on and by a spring at its end;
                    positive when won */
  double end_win, end_points; /* the same of the outcome alone, where the game was played to its end */
  int plies, quick;           /* played by the net, and by others */
};

/* Who plays the seats; and the random numbers by which those who play by the net err (ddz_like_choose). */
struct ddz_others {
  enum ddz_like like[DDZ_ROLES]; /* the own one does not count: it is always the net's, at its best */
  struct ddz_rng chance;
};

/* Drawn for one round. share  of each seat's likes; NULL: nothing is known of them (ddz_like_priors) */
void ddz_others_draw(const double share[DDZ_ROLES][DDZ_LIKES], struct ddz_rng *rng,
                     struct ddz_others *others);

/* view    the seat's, whose turn it is; hand  what everybody holds, the own hand included
 * play    a legal one, or an empty one: pass
 * lambda  how much counts of what comes after a decision, rather than the net's estimate there: 0..1; 0 ends
 *         the game at the next decision, 1 takes the outcome alone
 * others  NULL: the net at its best plays all
 *
 * Needs a net that knows the rules (ddz_greedy_knows). */
void ddz_lookahead(struct ddz_engine *engine, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                   const struct ddz_play *play, enum ddz_objective objective, double lambda,
                   const struct ddz_others *others, struct ddz_prospect *out);

#endif
