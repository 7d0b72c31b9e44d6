/* view.h - reading what one seat sees; and what the others are likely to hold, as JSON.
 *
 * A body says it in one of two ways: `history`, everything that was played, or `last` and `left`, what lies
 * on the table and how many cards everyone holds. With neither the seat leads. The history is replayed by the
 * rules; whatever contradicts them or the rest of the body is refused at its place ("/history/3/cards").
 * No allocation, no globals, any thread. */
#pragma once

#include "api/thread.h"
#include "api/wire/play.h"
#include "core/game/table.h"
#include "core/game/view.h"

enum { DDZ_HISTORY_MAX = 200 }; /* no game is longer: 54 plays with two passes each, less the end */

/* Fields `hand`, `role`, `kitty`, `calls`, `history`, `last`, `left`, `played`, `shown`. `view` points at
 * terms->rules afterwards.
 *
 * record  the history; NULL: not wanted */
bool ddz_read_view(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_pile *hand,
                   struct ddz_view *view, struct ddz_record *record);

/* `lacks`: the names of what a table says and the request does not. Nothing is written for a request with its
 * history, or where all cards are in the hands and the landlord's first play. */
void ddz_write_lacks(struct ddz_writer *out, const struct ddz_view *view);

/* What the others hold, for the seat of `view`, whose turn it is:
 *
 *   "unseen": {"source", "net", "assumed", "seats": [{"role" or "seat", "left", "ranks": {"3": [5
 * chances]}}]}
 *
 * From the belief nets where they know the rules and the game; otherwise all deals are equally likely. */
void ddz_write_unseen(struct ddz_writer *out, struct ddz_engine *engine, const struct ddz_view *view);

/* The same for the seat to act at a table, in any phase where one is to act. */
void ddz_write_unseen_at(struct ddz_writer *out, struct ddz_engine *engine, const struct ddz_table *table);
