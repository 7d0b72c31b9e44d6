/* search.h - the engine `search`: try each play against many ways the hidden cards may lie.
 *
 * Hidden hands that fit what was seen are drawn (sampler.h); on each of them every candidate is tried. With a
 * net that knows the rules (greedy.h) the candidates are its best plays, some of which join after a few
 * rounds, the hands are drawn as belief.h says and weighed by what the others did (evidence.h), and the net
 * plays on to the end, against others who play as what they did makes likely: as the net, with errors now and
 * then, as the rules or worse (lookahead.h, likeness.h). The net's first estimates keep some weight, less and
 * less as more is tried. Else they are the rules engine's choice and others, played out by the rules' fast
 * policy alone (rollout.h), and its choice stands unless another is clearly better. All candidates see the
 * same hands, so that their differences are measured and not the luck of the draw. Candidates that fall
 * behind are dropped. The pass and the rules' choice are tried whatever the net thinks. Where the net sees
 * every play lose, the rules' choice stands when nothing is better: opponents may still make mistakes. The
 * best so far is always at hand, so a limit may come at any time; before the first round is complete the
 * answer is the net's or the rules'.
 *
 * An ending of few cards is solved with open hands (solver.h) instead; for the objective `points` where
 * nobody can double any more. A win that is certain by the rules ends the search at once, but not for points:
 * there may be one that is worth more.
 *
 * A node is one ply of a rollout by the rules, a third of one that the net plays, or a position of the
 * solver: about the same time each. With a limit in nodes the answer depends on the request alone. No
 * allocation; one engine, one thread. */
#ifndef DDZ_CORE_SEARCH_H
#define DDZ_CORE_SEARCH_H

#include "core/play/answer.h"
#include "core/play/rulebook.h"

/* Decide the scene's position.
 *
 * verdict  the rules engine's
 * nodes    at most as many; 0: no bound but the request's `expired`, which must be there then
 *
 * Fills all of `move`, and, when a net judged the plays or at least one round was played, up to `cap`
 * candidates: the chosen one first, then those tried by what they brought, then those not tried (visits 0, no
 * probability). False when neither was so: then `out` is not written. Needs a position with at least one
 * thing to do. What the request includes is tried to the end; when the verdict is certain, it alone against
 * the verdict. */
bool ddz_search(struct ddz_scene *scene, const struct ddz_verdict *verdict, uint64_t nodes,
                struct ddz_robot_move *move, struct ddz_candidate *out, size_t cap);

#endif
