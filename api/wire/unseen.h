/* unseen.h - what the other seats are likely to hold, as JSON.
 *
 *   "unseen": {"source", "net", "assumed", "seats": [{"role" or "seat", "left", "ranks": {"3": [5
 * chances]}}]}
 *
 * From the belief nets where they know the rules and the game; otherwise all deals are equally likely. No
 * globals, any thread.
 */
#ifndef DDZ_API_UNSEEN_H
#define DDZ_API_UNSEEN_H

#include "api/thread.h"
#include "api/wire/encode.h"
#include "core/game/table.h"

/* For the seat of `view`, whose turn it is. */
void ddz_write_unseen(struct ddz_writer *out, struct ddz_engine *engine, const struct ddz_view *view);

/* For the seat to act at a table, in any phase where one is to act. */
void ddz_write_unseen_at(struct ddz_writer *out, struct ddz_engine *engine, const struct ddz_table *table);

#endif
