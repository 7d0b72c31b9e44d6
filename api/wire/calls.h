/* calls.h - reading what was said before play.
 *
 * Who becomes the landlord and what is at stake is found by calls (core/game/call.h). A game tells them as
 * actions (game.h); a seat that asks for a move may tell them in a list, for what each says of a hand.
 * No allocation, no globals, any thread. */
#ifndef DDZ_API_CALLS_H
#define DDZ_API_CALLS_H

#include "api/wire/play.h"
#include "core/game/table.h"

enum { DDZ_CALLS_MAX = 12 }; /* at most four in CALL, three in ROB, three in DOUBLE */

/* A call by name ("rob", "yes") or by number, as /bid-advice counts them: what `table` is asked now. */
bool ddz_read_call(const struct ddz_field *field, const struct ddz_table *table, struct ddz_action *action);

/* The field `calls`: every call since the cards were dealt, the first one first, each {"role", "call"}; the
 * landlord must come of it. They are made at a table, which refuses what it would refuse. Empty where it is
 * absent. */
bool ddz_read_calls(const struct ddz_field *body, const struct ddz_rules *rules,
                    ddz_call_set calls[DDZ_ROLES]);

/* A table of these rules at its first question, whatever the cards: seat `first` is asked who would be the
 * landlord; or, where he is found, seat 0 is it. */
void ddz_stand_in(const struct ddz_rules *rules, int first, bool found, struct ddz_table *table);

/* What may be called at a table now, as words: "open are pass, 2, 3". Returns `text`. */
const char *ddz_calls_text(const struct ddz_table *table, char *text, size_t room);

/* What is asked for at a table now, whatever it is, likewise. */
const char *ddz_wanted_text(const struct ddz_table *table, char *text, size_t room);

#endif
