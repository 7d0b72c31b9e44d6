/* seat.h - a question about a table: what the seat to act may know.
 *
 * `"table": {...}`, the body of POST /table without its robots, replaces the fields that say what a
 * seat knows. The game is replayed by the referee, and the question is about the seat to act. No
 * allocation, no globals, any thread. */
#ifndef DDZ_API_SEAT_H
#define DDZ_API_SEAT_H

#include "api/wire/game.h"

/* Fields that follow from a table: none of them may be given together with it. */
#define DDZ_SEAT_FIELDS                                                                                      \
  "hand", "role", "rules", "notation", "kitty", "history", "last", "left", "played", "multiplier", "cap",    \
      "seat", "calls", "phase", "shown", "kitty_factor"

/* Is the question about a table? */
bool ddz_has_table(const struct ddz_field *body);

/* Read `table`: the game with all its actions. CONFLICT where a field of DDZ_SEAT_FIELDS is given, too;
 * GAME_OVER, or WRONG_PHASE when no seat is to act; WRONG_PHASE, too, when `plays` is asked for and nobody
 * plays yet. */
bool ddz_read_table(const struct ddz_field *body, bool plays, struct ddz_game *game);

/* Of the table read: the terms with the wild ranks shown, and the cards of the seat to act. */
struct ddz_terms ddz_table_terms(const struct ddz_game *game);
struct ddz_pile ddz_table_hand(const struct ddz_game *game);

/* The same in one step, `plays` asked for; `last` is what is to be beaten: a play and its cards, a pass when
 * the seat leads. */
bool ddz_read_turn(const struct ddz_field *body, struct ddz_game *game, struct ddz_terms *terms,
                   struct ddz_pile *hand, struct ddz_last *last);

#endif
