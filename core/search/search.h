/* search.h - the player `search`: perfect-information Monte Carlo search with an opponent model.
 *
 * The hidden cards are drawn many times. Each draw (a determinization) makes a game with open cards; on it
 * every candidate play is tried by a rollout to the end, and the play that does best on average is chosen
 * (PIMC: Ginsberg, "GIB: Imperfect information in a computationally challenging game", 2001; why it works in
 * card games: Long, Sturtevant, Buro and Furtak, "Understanding the success of perfect information Monte
 * Carlo sampling in game tree search", 2010).
 *
 *   gather the candidates                                     candidates.h
 *   until the choice is clear or a limit comes, one round:
 *     draw     hidden hands, and the types of the opponents   deals.h, posterior.h, opponent.h
 *     roll out every candidate on them                       rollout.h
 *     compare  all candidates, and eliminate the hopeless     compare.h
 *   report   what each is worth, and how sure that is         report.h, compare.h
 *
 * Plain PIMC solves each determinization with open cards. It then suffers from strategy fusion and
 * non-locality (Frank and Basin, "Search in games with incomplete information", 1998): it assumes that a
 * player can act on cards he cannot see. Here each seat in a rollout decides only from what it may know.
 *
 * The best play so far is always at hand, so a limit may come at any time. Before the first round is
 * complete the answer is the choice of the net or of the rules. But the clock does not end a search that
 * began in time before its first 256 nodes, and two plays are a round, the first one: a short limit gets one,
 * too.
 *
 * With full effort (request.h) the search does not stop when the choice is clear. It uses its limit, shares
 * the rounds out by sequential halving (ddz_allocate) and chooses the play with the highest number it shows;
 * the candidates stand in the order of that number, and each was tried.
 *
 * A node is one ply of a rollout by the rules or a third of one that the net plays; a likelihood of what a
 * seat did costs 4 (posterior.c), a question to the nets of bids 8 (call_search.c): about the same time a
 * node. With a limit in nodes the answer depends on the request alone. */
#pragma once

#include "core/play/options.h"
#include "core/play/rulebook.h"

/* Rate the options of the scene (options.h), within the limit of the request: looked at between rollouts, the
 * last one may go over it.
 *
 * Read are, too, which play the rules choose there, and why, and what is known of the options.
 *
 * False where nothing is to be searched: one thing to do, or a settled win without another play to compare
 * with. So, too, where no net judged the plays and not one round was played; then of the rating `nodes` is
 * written. What the request includes is tried to the last round; where the win is settled (candidates.h) and
 * effort is not full, it alone is tried beside the pick of the rules. */
bool ddz_search_rate(const struct ddz_scene *scene, struct ddz_options *options, struct ddz_rating *rating);
