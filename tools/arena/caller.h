/* caller.h - what a player says when he is asked: does he call, how high, does he double?
 *
 *   model    the bid advice of an engine with nets for it; where they know nothing, as `formula`
 *   formula  the bid advice without nets
 *   s0       S0's rule: call with both jokers or four 2s, or from a landlord index (core/bid/bid.h) of
 *            0.3 when nobody has called yet, of 0.6 when somebody has; double from 0.6. S0 does not say
 *            how many points to bid: here always 3, which was its best (lab/notebooks/bids.md)
 *   search   by rollouts (core/search/call_search.h), seeded by the table's seed */
#ifndef DDZ_TOOLS_ARENA_CALLER_H
#define DDZ_TOOLS_ARENA_CALLER_H

#include "core/engine/engine.h"
#include "core/game/table.h"

enum caller { CALLER_MODEL, CALLER_FORMULA, CALLER_S0, CALLER_SEARCH, CALLERS };

/* "model", "formula", "s0", "search". */
bool caller_of(const char *name, enum caller *caller);

/* An open call for table->turn, in a calling phase. `nodes`: of a search, which needs some; else not read. */
enum ddz_call caller_call(enum caller caller, uint64_t nodes, const struct ddz_table *table,
                          struct ddz_engine *engine);

/* Searched calls of a deal: it is played six times, and most of its questions come again. */
enum { CALLER_MEMO = 64 };
struct caller_memo {
  struct ddz_table asked[CALLER_MEMO];
  uint8_t call[CALLER_MEMO];
  unsigned n; /* asked so far */
};

/* caller_call, but what was asked of the same caller lately is not searched again. */
enum ddz_call caller_recall(struct caller_memo *memo, enum caller caller, uint64_t nodes,
                            const struct ddz_table *table, struct ddz_engine *engine);

/* All seats call by it until cards are played; where nobody does, the cards are dealt again. */
void caller_begin(enum caller caller, struct ddz_table *table, struct ddz_engine *engine);

#endif
