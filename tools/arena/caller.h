/* caller.h - what a player says when he is asked: does he call, how high, does he double?
 *
 *   model    the bid advice of an engine with nets for it; where they know nothing, as `formula`
 *   formula  the bid advice without nets
 *   s0       S0's rule: call with both jokers or four 2s, or from a landlord index (core/bid/bid.h) of
 *            0.3 when nobody has called yet, of 0.6 when somebody has; double from 0.6. S0 does not say
 *            how many points to bid: here always 3, which was its best (docs/bids.md) */
#ifndef DDZ_TOOLS_ARENA_CALLER_H
#define DDZ_TOOLS_ARENA_CALLER_H

#include "core/engine/engine.h"
#include "core/game/table.h"

enum caller { CALLER_MODEL, CALLER_FORMULA, CALLER_S0, CALLERS };

/* "model", "formula", "s0". */
bool caller_of(const char *name, enum caller *caller);

/* An open call for table->turn, in a calling phase. */
enum ddz_call caller_call(enum caller caller, const struct ddz_table *table, struct ddz_engine *engine);

/* All seats call by it until cards are played; where nobody does, the cards are dealt again. */
void caller_begin(enum caller caller, struct ddz_table *table, struct ddz_engine *engine);

#endif
