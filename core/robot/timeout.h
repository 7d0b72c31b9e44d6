/* timeout.h - what is done for a player who does not answer in time.
 *
 * S0's table waits 5 to 25 seconds and then acts itself. Timing out must never be an
 * advantage, so it does nothing clever.
 */
#ifndef DDZ_CORE_TIMEOUT_H
#define DDZ_CORE_TIMEOUT_H

#include "core/engine/engine.h"
#include "core/game/table.h"

/* The action of a time-out at this table, which is always one that ddz_table_apply accepts:
 *
 *   CALL, ROB, KICK, DOUBLE   decline
 *   PLAY                      following: pass; leading: what the robot leads (engine `rules`, its default
 *                             level), or a pass where nothing can be led
 *   REDEAL                    deal again
 *
 * Must not be asked of a game that is over. Deterministic; about the cost of one robot move. */
void ddz_table_timeout(struct ddz_engine *engine, const struct ddz_table *table, struct ddz_action *action);

#endif
