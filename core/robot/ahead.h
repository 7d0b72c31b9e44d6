/* ahead.h - how a play turns out when the net plays on.
 *
 * From a position with all hands open (the hidden ones sampled, sample.h) one play is made; then the net
 * plays for everybody, each seat on what that seat may know, to the end of the game. What comes of it is a
 * mixture, as when the net is taught (lambda-return; Sutton, 1988): of what the net thinks at each later
 * decision of the seat, and of the end. The thoughts spread little from one sample to the next, the end is
 * not mistaken.
 *
 * No chance in it. No allocation; one engine, one thread; 50 to 100 microseconds, most of them the net's. */
#ifndef DDZ_CORE_AHEAD_H
#define DDZ_CORE_AHEAD_H

#include "core/net/judge.h"
#include "robot.h"

/* Of the side of the seat that made the play. */
struct ddz_outcome_ahead {
  double win;    /* probability, 0..1 */
  double points; /* stakes of a farmer, doubled by bombs from the position on and by a spring at its end,
                    which the net's thoughts know nothing of; positive when won */
  int plies;     /* played */
};

/* view    the seat's, whose turn it is; hand  what everybody holds, the own hand included
 * play    a legal one, or an empty one: pass
 * lambda  how much counts of what comes after a decision, rather than what the net thinks there: 0..1; 0 ends
 *         the game at the next one, 1 takes its end alone
 *
 * Needs a net that knows the rules (ddz_greedy_knows). */
void ddz_look_ahead(struct ddz_engine *engine, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                    const struct ddz_play *play, enum ddz_objective objective, double lambda,
                    struct ddz_outcome_ahead *out);

#endif
