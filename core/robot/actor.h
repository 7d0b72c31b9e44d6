/* actor.h - what a robot does at a table, whatever is asked of it: call, double, play, deal again; and what
 * is done for a player who does not act in time.
 *
 * Calls come from the bid advice (bid.h), those of a robot that searches from rollouts (call_search.h);
 * plays from a decision (decide.h) on what the seat may know; nothing hidden is looked at. It takes as long
 * as that decision. */
#pragma once

#include "core/game/table.h"
#include "core/search/call_search.h"
#include "decide.h"

struct ddz_act {
  struct ddz_action action;     /* legal here; its seat is table->turn; ignored for a redeal */
  struct ddz_robot_move move;   /* of a play */
  struct ddz_bid_advice called; /* of a call */
};

/* The action of the seat to act; the table is not over. It searches where `how` does (ddz_robot_is_long).
 *
 * how  level, style, player, objective, seed and limit; view and multiplier come from the table
 * out  the best `cap` candidates of a play, the chosen one first; may be NULL when cap is 0 */
void ddz_table_act(struct ddz_engine *engine, const struct ddz_table *table,
                   const struct ddz_robot_request *how, struct ddz_act *act, struct ddz_candidate *out,
                   size_t cap);

/* What the seat to play sees, as a question to the robot: `how` with view and multiplier of the table. */
struct ddz_robot_request ddz_table_request(const struct ddz_table *table,
                                           const struct ddz_robot_request *how);

/* The action of a time-out, which is always one that ddz_table_apply accepts. S0's table waits 5 to 25
 * seconds and then acts itself. Timing out must never be an advantage, so it does nothing clever:
 *
 *   CALL, ROB, KICK, DOUBLE   decline
 *   PLAY                      following: pass; leading: what the robot leads (player `rules`, its default
 *                             level), or a pass where nothing can be led
 *   REDEAL                    deal again
 *
 * Must not be asked of a game that is over. Deterministic; about the cost of one robot move. */
void ddz_table_timeout(struct ddz_engine *engine, const struct ddz_table *table, struct ddz_action *action);
