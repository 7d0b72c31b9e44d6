/* greedy.h - the engine `net`: the play that the net rates highest.
 *
 * What is certain by the rules (rulebook.h: going out, nothing to choose, a win whoever holds what) stands
 * and keeps its name; in all else the net decides by its win head. For the objective `points` its points
 * head decides, which may give up a certain win for one worth more points. Where there is no net, or it was
 * not trained for these rules, or the cards left are not known (ddz_greedy_guesses), the engine `rules`
 * answers instead. Deterministic. */
#ifndef DDZ_CORE_GREEDY_H
#define DDZ_CORE_GREEDY_H

#include "core/net/judge.h"
#include "core/play/request.h"
#include "rulebook.h"

/* The net that plays under these rules: with wildcards the one for them, where there is such a one. NULL:
 * none. */
const struct ddz_net *ddz_greedy_net(struct ddz_engine *engine, const struct ddz_rules *rules);

/* Is there a net, was it trained for these rules (greedy.c), and is every card that is not seen
 * with one of the others, as it is when the game is known from its start? */
bool ddz_greedy_knows(struct ddz_engine *engine, const struct ddz_view *view);

/* Likewise; or at least the cards left are known. Then what was played before is dealt some times at random,
 * by the request's seed (ddz_view_complete), and the mean of what the net says decides. */
bool ddz_greedy_guesses(struct ddz_engine *engine, const struct ddz_view *view);

/* What the net says there (ddz_greedy_guesses): of the plays it chooses from, room for DDZ_FEATURE_CANDIDATES
 * (ddz_judge); of `n` that the caller has at hand. */
size_t ddz_greedy_judge(const struct ddz_scene *scene, struct ddz_judged *out);
void ddz_greedy_judge_these(const struct ddz_scene *scene, const struct ddz_play *play, size_t n,
                            struct ddz_judged *out);

/* Decide the scene's position; ddz_greedy_guesses. Fills all of `move`, and up to `cap` candidates: the
 * chosen one first, the others by the net's rating, then those it was not asked about (no probability). What
 * the request includes is always judged and listed, in the last places where there is no other room.
 *
 * doubt  width, in logits, of the error with which each play is judged; 0: none. What is certain stands. A
 *        play chosen in error says so (DDZ_REASON_LEVEL_SLIP) and has the net's real rating. */
void ddz_greedy(struct ddz_scene *scene, const struct ddz_verdict *verdict, double doubt,
                struct ddz_robot_move *move, struct ddz_candidate *out, size_t cap);

#endif
