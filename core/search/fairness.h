/* fairness.h - did a seat choose as if it had seen hidden cards? Did it lose on purpose?
 *
 * One decision of a finished game is judged by somebody who knows all hands. What it tells is added up over
 * many decisions and many games; of one decision, or one game, nothing follows.
 *
 * Insight. V(a, x) is what play a is worth to the seat's side when the cards lie as x: the mean of some
 * playouts (below). Plays are weighed by w, how likely each is for a seat that sees what this one saw. The
 * advantage of the chosen play c on the deal x is
 *
 *   A(x) = V(c, x) - sum over a of  w(a) V(a, x)         and          d = A(real deal) - mean of A(drawn
 * deals)
 *
 * A seat that knows its own cards only chooses without the real deal, so for it the real deal is one more
 * draw: E[d] = 0, however well or badly it plays. A seat that knows more chooses where A(real deal) is high.
 * v is the variance of d for an honest seat, as the drawn deals have it.
 *
 * Deals are drawn by the belief (belief.h). A few of them are chosen by the likelihood of what the others did
 * (posterior.h): a strong player knows that, too, so it must not count as knowledge of hidden cards.
 *
 * Neither w nor the draws are exact. The error in E[d] is, play by play, that of w times that of the draws,
 * as in a doubly robust estimate (Robins, Rotnitzky and Zhao, 1994; as a test of conditional independence:
 * Shah and Peters, "The hardness of conditional independence testing", 2020): it is small where both are
 * about right, and none where one of them is. So w is no fixed policy. It is a mixture of types of players
 * (opponent.h), whose shares follow what the seat did earlier in the game. The decisions of a game share
 * their hidden cards, so sums of d vary more from game to game than v says.
 *
 * Playouts. The seat goes on by the net, the others as players of several types, and the value is a lambda-
 * return (rollout.h). Players who err more would wash out what the hidden cards change. The random choices
 * of a playout hang on its number, so plays and deals are compared under the same ones. The real deal gets
 * more playouts than a drawn one. v is how much d varies by chance. It has two parts: drawn deals differ,
 * and the real deal has only so many playouts. The estimate of v has no bias. To cut it off at 0 would make
 * it too large, so of a single decision it can be negative.
 *
 * Loss. From what the seat saw, the net rates every play. `loss` is how far the chosen one is behind the
 * best; `random` what a choice at random would have lost there, and `squares` the mean square of that. A
 * player who errs loses about the same part of `random` whoever gains by it; one who loses on purpose does
 * not. Who holds a bomb is told apart: to break bombs costs much, but rarely.
 *
 * The same arguments give the same result. A decision costs 64 playouts of each play that is compared, some
 * 250 (28 and 110 with wild ranks), and 128 likelihoods. */
#pragma once

#include "core/engine/engine.h"
#include "core/game/table.h"
#include "core/game/view.h"
#include "core/search/opponent.h"

struct ddz_fairness_ask {
  const struct ddz_view *view;     /* of the seat that chose, before it did */
  const ddz_hand *hand;            /* DDZ_ROLES: what everybody held then */
  const struct ddz_play *chosen;   /* legal; an empty one: pass */
  const struct ddz_record *record; /* what was played before; NULL: not known */
  uint64_t seed;
};

struct ddz_fairness {
  bool insight; /* there was something to know and something to choose: the next two are set, else 0 */
  double d, v;  /* probability to win, and its square; of a call: in standard deviations */
  double loss, random, squares; /* probability to win, and its square; 0 where there was no choice */
  bool bomb;                    /* the seat held one, or the rocket */
  uint64_t nodes;               /* as in search.h */
};

/* Judge one decision.
 *
 * habits  of which type the seat seems to be, sum 1: ddz_opponent_priors before its first decision of a game,
 *         and as this leaves them before its next one
 *
 * False, and nothing is written: no net knows the rules, or there was no choice among what nets choose from.
 */
bool ddz_fairness_of(struct ddz_engine *engine, const struct ddz_fairness_ask *ask,
                     double habits[DDZ_OPPONENTS], struct ddz_fairness *out);

/* Likewise a call, of which insight alone is told. The deals are those that fit the calls before
 * (call_search.h); the values are games won or lost, by the logarithm of their stakes: the nets call on and
 * play. `habits` play no part: w is what the calling nets expect of the choices, as a softmax.
 *
 * asked  the table at the question, with all its cards
 *
 * False: no net knows the rules, the cards are not dealt at random, or there was no choice. */
bool ddz_fairness_of_call(struct ddz_engine *engine, const struct ddz_table *asked, enum ddz_call said,
                          uint64_t seed, struct ddz_fairness *out);
