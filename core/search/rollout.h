/* rollout.h - one play, then a policy plays the game to its end on fixed hidden hands.
 *
 * The hands (a determinization: deals.h, posterior.h) fix what is held; a policy reads only what its seat
 * may know. There are two kinds of rollout:
 *
 * - by rules: every seat plays the fast policy of rulebook.h. The value is the outcome of the game.
 *   Nothing is random; some 20 microseconds.
 * - by net: the own seat plays the net's best plays, the others as their opponent types do (opponent.h).
 *   The value is a lambda-return (Sutton, "Learning to predict by the methods of temporal differences",
 *   1988): a mixture of the net's estimates at the seat's own decisions, which have little variance and
 *   some bias, and of the outcome, which has much variance and no bias. 50 to 100 microseconds. It may end
 *   before the game does.
 *
 * The same arguments give the same result. */
#pragma once

#include "core/base/role.h"
#include "core/game/open.h"
#include "core/search/contrast.h"
#include "core/search/opponent.h"

/* What the side of a seat gets. */
struct ddz_expected {
  double win;    /* probability, 0..1 */
  double points; /* stakes of a farmer, doubled by bombs from now on and by a spring; positive when won */
};

/* What the objective asks for. */
static inline double ddz_expected_of(struct ddz_expected what, enum ddz_objective objective) {
  return objective == DDZ_OBJECTIVE_POINTS ? what.points : what.win;
}

struct ddz_rollout {
  struct ddz_expected value;   /* of the side of the seat */
  struct ddz_expected outcome; /* of the game's end alone; where it ended before that, the value */
  struct ddz_trace trace;      /* by the net only */
  uint64_t nodes; /* of the search: 3 for a ply by the net, `play` among them, 1 for one by rules */
};

/* How a game is played out. */
struct ddz_rollout_way {
  enum ddz_role seat;           /* the own one */
  bool by_rules;                /* else by a net that knows the rules (ddz_net_player_knows) */
  enum ddz_objective objective; /* what the net plays for */
  double lambda; /* 0..1, the weight of what comes after an own decision against the net's estimate there: 0
                    ends the game at the next own decision, 1 takes the outcome alone */
  int looks; /* it ends at this own decision, 1 the next one: what lambda leaves is the net's estimate there.
                0: at the end of the game */
  const struct ddz_opponents *opponents; /* NULL: the net at its best plays all seats */
};
#define DDZ_ROLLOUT_LAMBDA .85 /* of a search (lab/notebooks/search.md) */

/* Play `play`, then go on.
 *
 * view  of the seat whose turn it is
 * hand  what everybody holds, the own hand included
 * play  a legal one of that seat, an empty one: pass; NULL: the game goes on as it stands */
void ddz_roll_out(struct ddz_engine *engine, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                  const struct ddz_play *play, const struct ddz_rollout_way *way, struct ddz_rollout *out);
