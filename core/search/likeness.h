/* likeness.h - which player is another seat like?
 *
 * Who plays a game out on drawn hands must say how the others play, and what they did tells of their hands
 * only if one knows how they play. A player is one of the rows LIKE of search.def: one who plays by the net,
 * more or less exactly, the rules, or the first prompt. How likely is it that he does this with this hand?
 *
 *   p(play | like, hand) = (1 - SLIP) * q + SLIP / plays
 *
 * q is the play's share of exp(score / ease) over all plays for those who play by the net (score: logits, or
 * farmers' stakes where points are sought), and 1 or 0 for the others: it is what they would play, or not.
 * SLIP: anybody may do anything. What follows of a whole game: evidence.h. No allocation, no state; one
 * engine, one thread; some 15 microseconds to ask what one player did once. */
#ifndef DDZ_CORE_LIKENESS_H
#define DDZ_CORE_LIKENESS_H

#include "core/base/rng.h"
#include "core/engine/engine.h"
#include "core/game/view.h"
#include "core/net/judge.h"

#define DDZ_LIKE_SLIP 0.07    /* probability: of any play, all alike */
enum { DDZ_LIKE_PLAYS = 32 }; /* with more to choose from nothing is asked: it takes too long */

enum ddz_like {
#define LIKE(name, prior, ease, meaning) DDZ_LIKE_##name,
#include "search.def"
#undef LIKE
  DDZ_LIKES
};

/* How likely each is before anything is known; they sum to 1. */
extern const double ddz_like_priors[DDZ_LIKES];

/* Does he play by the net? */
bool ddz_like_is_net(enum ddz_like like);

/* How likely each would have done this. False where that tells nothing: he could do one thing only, or too
 * many, or what he did is none of them. Needs a net that knows the rules (ddz_greedy_knows).
 *
 * view  what he saw, with the hand he may have had */
bool ddz_like_fit(struct ddz_engine *engine, const struct ddz_view *view, enum ddz_objective objective,
                  const struct ddz_play *done, double p[DDZ_LIKES]);

/* One of them, drawn by their shares, which need not sum to 1. */
enum ddz_like ddz_like_draw(const double share[DDZ_LIKES], struct ddz_rng *rng);

/* What one who plays by the net chooses of these plays: each as often as q says. n  at least 1 */
size_t ddz_like_choose(enum ddz_like like, const struct ddz_judged *judged, size_t n,
                       enum ddz_objective objective, struct ddz_rng *rng);

/* What a player plays with open hands (each on what he may know), who is like anything but the net. Quick: on
 * the plays of thin.h. */
void ddz_like_play(struct ddz_engine *engine, enum ddz_like like, const struct ddz_view *view,
                   ddz_hand unseen, struct ddz_play *play);

#endif
