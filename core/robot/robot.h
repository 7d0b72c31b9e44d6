/* robot.h - what to play.
 *
 * A request says what a seat sees (view.h) and how to play; the answer is a legal play or a pass, the reason,
 * and what else was considered. Engines differ in how they think, not in this interface:
 *
 *   rules   a list of rules tried in order (rulebook.h), S0's and those S0 only wrote down; microseconds
 *   net     the play that a trained net rates highest (greedy.h); microseconds
 *   search  each play tried against many hands that the others may hold (search.h); until its limit
 *   auto    `search` when the request is limited or wants full effort, else what its level is (request.h)
 *
 * A decision is a pipeline; nothing changes the choice afterwards:
 *
 *   see     the view, and what the rules look at (rulebook.h)
 *   list    the options (options.h)
 *   know    what is certain of them, and what a line of plays is worth at least (line.h), whoever plays
 *   rate    the player writes an estimate of each option and how much it likes it
 *   choose  what is liked best within what is known. The best one is counted over the deals that fit, where these
 *           are few (ddz_fits_won), and if that lowers it the next one is, so all need not be counted
 *   tell    the chosen one and others, within the same bounds, and the reason
 *
 * Levels below 8 do not count over deals.
 *
 * Deterministic: the same request has the same answer; chance (at low levels) comes from `seed` alone. */
#ifndef DDZ_CORE_ROBOT_H
#define DDZ_CORE_ROBOT_H

#include "core/engine/engine.h"
#include "core/play/request.h"

/* Who is asked: the player of the request, and for `auto` the one that its limit or its level names. Where he
 * does not know the position, rules answer for him. */
enum ddz_player ddz_robot_player(const struct ddz_robot_request *request);

/* Will this request search? Then it takes milliseconds, else microseconds. */
bool ddz_robot_is_long(const struct ddz_robot_request *request);

/* Nodes that such a search takes at most: the caller's, or the level's; 0: time alone ends it. */
uint64_t ddz_robot_nodes(const struct ddz_robot_request *request);

/* Choose. The best `cap` candidates go to `out` (may be NULL when cap is 0), the chosen one first. */
void ddz_robot_choose(struct ddz_engine *engine, const struct ddz_robot_request *request,
                      struct ddz_robot_move *move, struct ddz_candidate *out, size_t cap);

#endif
