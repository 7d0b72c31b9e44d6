/* game.h - reading a game: the deal it began with, and the actions so far.
 *
 * What POST /table and POST /review take alike, and others as their `table`. The deal comes from a seed or
 * from given hands, by seat or by role; then action follows action, each checked by the referee
 * (core/game/table.h), and the first that breaks the rules is refused at its place ("/actions/3/cards").
 *
 * No allocation, no globals, any thread. */
#pragma once

#include "api/wire/play.h"
#include "core/game/table.h"

enum {
  DDZ_ACTIONS_MAX = 1000,
  DDZ_CALLS_MAX = 12, /* at most four in CALL, three in ROB, three in DOUBLE */
  DDZ_SEED_TEXT = 16 * DDZ_SEED_WORDS + 1
};

/* The fields of a body that say what the game is, for the list of ddz_read_object. */
#define DDZ_GAME_FIELDS                                                                                      \
  "rules", "notation", "seed", "dealing", "hands", "kitty", "landlord", "first", "base", "cap",              \
      "kitty_factor", "shown", "actions"

struct ddz_game {
  struct ddz_terms terms; /* as asked; drawn wild ranks are in table.rules */
  struct ddz_pile hand[DDZ_SEATS], kitty;
  bool has_hands, has_kitty, has_seed;
  int landlord;                   /* as given; DDZ_NO_SEAT: to be found */
  char seed[DDZ_SEED_TEXT];       /* hexadecimal digits, where the seed is a text */
  uint64_t words[DDZ_SEED_WORDS]; /* the seed, the lowest word first */
  long long first, base, cap;     /* cap 0: none */
  struct ddz_kitty_factor kitty_factor;
  unsigned shown; /* seats whose hands all know */
  int shown_factor;
  struct ddz_table table;
  struct ddz_record record;     /* of all that was played, */
  ddz_cards put[DDZ_PLIES_MAX]; /* and with which cards */
};

/* Do it at the table and remember it. An error changes nothing. */
enum ddz_error ddz_game_apply(struct ddz_game *game, const struct ddz_action *action);

/* Do play `i` of the record again, at a table that stands before it. */
void ddz_game_again(const struct ddz_game *game, size_t i, struct ddz_table *table);

/* `kitty_factor`: a number, or by kind of kitty; 0 where it says nothing. CONFLICT where it is by kind and
 * the suits of the kitty are not known.
 *
 * kitty  as the request gives it; NULL: it is dealt, with suits */
bool ddz_read_kitty_factor(const struct ddz_field *body, const struct ddz_terms *terms,
                           const struct ddz_pile *kitty, struct ddz_kitty_factor *factor);

/* All but `actions`: the table stands at its first question. `game` is zeroed by the caller. */
bool ddz_read_game(const struct ddz_field *body, struct ddz_game *game);

/* `actions` of the body, if there are any: each as ddz_game_next. */
bool ddz_read_actions(const struct ddz_field *body, struct ddz_game *game);

/* Neither a seed nor hands: the cards are still to be dealt, from a seed that is drawn. */
static inline bool ddz_game_undealt(const struct ddz_game *game) {
  return !game->has_seed && !game->has_hands;
}

/* Is there a deal? MISSING_FIELD at `seed`. */
bool ddz_check_dealt(const struct ddz_field *body, const struct ddz_game *game);

/* Deal from a drawn seed of 128 bits, as if it had been given as a text. */
void ddz_game_deal(struct ddz_game *game, const uint64_t drawn[2]);

/* May cards be dealt again when nobody called? Given hands only with a seed. */
static inline bool ddz_game_deals(const struct ddz_game *game) { return game->has_seed || !game->has_hands; }

/* One action: {"seat" or "role", and "call", "cards" or "deal"}, and what else answers tell of one. When the
 * referee refuses it, the table is unchanged. */
bool ddz_game_next(const struct ddz_field *action, struct ddz_game *game);

/* ---- a question about a table ---- */

/* Is there `"table": {...}`, the body of POST /table without its robots? */
bool ddz_has_table(const struct ddz_field *body);

/* Read it: the game with all its actions. It replaces the fields that say what a seat knows, and the question
 * is about the seat to act. CONFLICT where such a field is given, too; GAME_OVER, or WRONG_PHASE when no seat
 * is to act; WRONG_PHASE, too, when `plays` is asked for and nobody plays yet. `terms` and `hand` are those
 * of the seat to act, with the wild ranks shown; `last` what is to be beaten, a pass when the seat leads,
 * NULL where nobody asks. */
bool ddz_read_table(const struct ddz_field *body, bool plays, struct ddz_game *game, struct ddz_terms *terms,
                    struct ddz_pile *hand, struct ddz_last *last);

/* The terms of a game as it stands: with the wild ranks that are shown. */
static inline struct ddz_terms ddz_table_terms(const struct ddz_game *game) {
  return (struct ddz_terms){.rules = game->table.rules, .notation = game->terms.notation};
}

/* ---- what was said before play (core/game/position.h) ---- */

/* A call by name ("rob", "yes") or by number, as /bid-advice counts them: what `table` is asked now. */
bool ddz_read_call(const struct ddz_field *field, const struct ddz_table *table, struct ddz_action *action);

/* The field `calls` of a seat that asks for a move, for what each call says of a hand: every call since the
 * cards were dealt, the first one first, each {"role", "call"}; the landlord must come of it. They are made
 * at a table, which refuses what it would refuse. Empty where it is absent. */
bool ddz_read_calls(const struct ddz_field *body, const struct ddz_rules *rules,
                    ddz_call_set calls[DDZ_ROLES]);

/* A table of these rules at its first question, whatever the cards: seat `first` is asked who would be the
 * landlord; or, where he is found, seat 0 is it. */
void ddz_stand_in(const struct ddz_rules *rules, int first, bool found, struct ddz_table *table);

/* What may be called at a table now: "open are pass, 2, 3". */
struct ddz_phrase ddz_calls_text(const struct ddz_table *table);
