/* decide.h - what to play: the player of a request decides what one seat sees.
 *
 *   rules   a list of rules tried in order (rulebook.h), S0's and those S0 only wrote down; microseconds
 *   net     the play that a trained net rates highest (net_player.h); microseconds
 *   search  each play tried against many hands that the others may hold (search.h); until its limit
 *   auto    `search` when the request is limited, wants full effort or tells too little, else what its level
 *           is (request.h)
 *
 * A decision takes seven steps, in this order; nothing replaces the play after step 6. Players rate in step 5
 * alone. The last column is the share of the instructions of a decision of `net` (348,000, `standard`, 500
 * deals).
 *
 *   1  see      the view, the legal plays, what each leaves in hand             scene.h         5 %
 *   2  list     everything that may be done becomes an option                   options.h       0
 *   3  prove    what is certain (certain.h); what the rules would play          rulebook.h     37 %
 *   4  know     proved results on the options; where few deals fit, what a      here, deals.h   3 %
 *               play that nobody beats brings with the best leads after it
 *   5  rate     the player writes what it thinks of each option, and likes      rulebook.h, net_player.h,
 *               one best                                                        search.h       33 %
 *   6  choose   the option that is liked best within what is known of it. The   here, deals.h  22 %
 *               best one is counted with open hands; if that lowers it, the
 *               next one is: only a few are counted, the choice is as if all were
 *   7  tell     the chosen one and others, within the same bounds; the reason   here            0
 *
 * Where a proof goes before an estimate: ddz_option_win, ddz_option_points (options.h); a settled play is
 * chosen at once. Where a told chance is bent: calibrate.h. Where a player is entered: robot.def, and `rate`
 * of decide.c.
 *
 * What counting before the choice is worth: against the same net that counts after it, it wins .5027 +-.0008
 * of the games (standard, 10,000 mirrored deals).
 *
 * Deterministic: the same request has the same answer; chance (at low levels) comes from `seed` alone. */
#pragma once

#include "core/engine/engine.h"
#include "core/play/request.h"

/* The best `cap` candidates go to `out` (may be NULL when cap is 0), the chosen one first. The move does not
 * depend on `cap`. */
void ddz_decide(struct ddz_engine *engine, const struct ddz_robot_request *request,
                struct ddz_robot_move *move, struct ddz_candidate *out, size_t cap);
