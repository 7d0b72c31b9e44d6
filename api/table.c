/* POST /table: the referee. The whole game so far comes in, its state goes out; nothing is kept. */
#include <stdlib.h>

#include "api/game.h"
#include "api/handler.h"
#include "core/robot/timeout.h"

static bool apply_all(const struct ddz_field *body, struct ddz_game *game) {
  struct ddz_field actions = ddz_field_of(body, "actions");
  size_t n;
  if (!ddz_field_given(&actions)) return true;
  if (!ddz_read_array(&actions, DDZ_ACTIONS_MAX, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    struct ddz_field action = ddz_field_item(&actions, i);
    if (!ddz_game_next(&action, game)) return false;
  }
  return true;
}

static bool read_question(const struct ddz_field *body, struct ddz_game *game) {
  static const char *const names[] = {DDZ_GAME_FIELDS, NULL};
  return ddz_read_object(body, names) && ddz_read_game(body, game) && apply_all(body, game);
}

/* The state */

static void out_seat(struct ddz_out *out, const char *key, int seat) {
  if (seat == DDZ_NO_SEAT)
    ddz_out_null(out, key);
  else
    ddz_out_int(out, key, seat);
}

static void out_role(struct ddz_out *out, const char *key, const struct ddz_table *table, int seat) {
  enum ddz_role role = seat == DDZ_NO_SEAT ? DDZ_ROLES : ddz_table_role(table, seat);
  if (role == DDZ_ROLES)
    ddz_out_null(out, key);
  else
    ddz_out_string(out, key, ddz_role_name(role));
}

static struct ddz_pile pile_of(ddz_cards cards) { return (struct ddz_pile){ddz_cards_hand(cards), cards}; }

static void out_pile(struct ddz_out *out, const char *key, const struct ddz_terms *terms, ddz_cards cards) {
  struct ddz_pile pile = pile_of(cards);
  ddz_out_cards(out, key, terms, pile.hand, &pile);
}

static void out_seats(struct ddz_out *out, const struct ddz_terms *terms, const struct ddz_table *table) {
  ddz_out_open(out, "seats", '[');
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    ddz_out_open(out, NULL, '{');
    ddz_out_int(out, "seat", seat);
    out_role(out, "role", table, seat);
    out_pile(out, "hand", terms, table->cards[seat]);
    ddz_out_int(out, "left", ddz_hand_size(table->hand[seat]));
    if (table->asked[seat] == DDZ_CALLS)
      ddz_out_null(out, "call");
    else
      ddz_out_string(out, "call", ddz_call_name((enum ddz_call)table->asked[seat]));
    ddz_out_int(out, "factor", table->factor[seat]);
    ddz_out_int(out, "plays", table->plays[seat]);
    ddz_out_int(out, "score", (long long)table->score[seat]);
    ddz_out_close(out, '}');
  }
  ddz_out_close(out, ']');
}

static void out_last(struct ddz_out *out, const struct ddz_terms *terms, const struct ddz_table *table) {
  if (table->owner == DDZ_NO_SEAT) {
    ddz_out_null(out, "last");
    return;
  }
  struct ddz_pile pile = pile_of(table->last_cards);
  ddz_out_open(out, "last", '{');
  ddz_out_int(out, "seat", table->owner);
  out_role(out, "role", table, table->owner);
  out_pile(out, "cards", terms, table->last_cards);
  ddz_out_play(out, "pattern", terms, &table->last, &pile);
  ddz_out_close(out, '}');
}

static void out_calls(struct ddz_out *out, const struct ddz_table *table) {
  ddz_call_set open = ddz_table_calls(table);
  ddz_out_open(out, "legal_calls", '[');
  for (int call = 0; call < DDZ_CALLS; call++)
    if (open >> call & 1) ddz_out_string(out, NULL, ddz_call_name((enum ddz_call)call));
  ddz_out_close(out, ']');
}

static int by_cards(const void *a, const void *b) {
  ddz_hand x = ((const struct ddz_play *)a)->cards, y = ((const struct ddz_play *)b)->cards;
  return (x > y) - (x < y);
}

/* How many different sets of cards may be put down now. */
static size_t count_plays(struct ddz_engine *engine, const struct ddz_table *table) {
  struct ddz_play *moves = engine->moves;
  size_t n = ddz_moves(&table->rules, table->hand[table->turn], &table->last, DDZ_FILL_LACK, moves,
                       DDZ_MOVES_MAX_WILD);
  qsort(moves, n, sizeof *moves, by_cards);
  size_t sets = n > 0;
  for (size_t i = 1; i < n; i++) sets += moves[i].cards != moves[i - 1].cards;
  return sets;
}

/* What is done for a seat that does not answer in time. */
static void out_time_out(struct ddz_out *out, struct ddz_engine *engine, const struct ddz_terms *terms,
                         const struct ddz_table *table) {
  struct ddz_action action;
  struct ddz_pile pile = pile_of(table->cards[table->turn]);
  ddz_table_timeout(engine, table, &action);
  ddz_out_open(out, "time_out", '{');
  if (action.verb == DDZ_VERB_CALL)
    ddz_out_string(out, "call", ddz_call_name((enum ddz_call)action.call));
  else
    ddz_out_cards(out, "cards", terms, action.cards, &pile);
  ddz_out_close(out, '}');
}

/* What the seat whose turn it is may do. */
static void out_turn(struct ddz_out *out, struct ddz_engine *engine, const struct ddz_terms *terms,
                     const struct ddz_table *table) {
  bool plays = table->phase == DDZ_PHASE_PLAY;
  size_t count = plays ? count_plays(engine, table) : 0;
  bool leads = plays && table->owner == DDZ_NO_SEAT;
  out_calls(out, table);
  ddz_out_int(out, "legal_plays", (long long)count);
  ddz_out_bool(out, "can_pass", plays && (!leads || count == 0));
  if (table->turn == DDZ_NO_SEAT)
    ddz_out_null(out, "time_out");
  else
    out_time_out(out, engine, terms, table);
}

static void out_outcome(struct ddz_out *out, const struct ddz_table *table) {
  out_seat(out, "winner", table->winner);
  ddz_out_bool(out, "spring", table->spring);
  if (table->phase != DDZ_PHASE_OVER) {
    ddz_out_null(out, "score");
    return;
  }
  ddz_out_open(out, "score", '[');
  for (int seat = 0; seat < DDZ_SEATS; seat++) ddz_out_int(out, NULL, (long long)table->score[seat]);
  ddz_out_close(out, ']');
}

bool ddz_handle_table(struct ddz_task *task, const struct ddz_field *body, struct ddz_out *out) {
  struct ddz_game game;
  if (!read_question(body, &game)) return false;
  const struct ddz_table *table = &game.table;
  struct ddz_terms terms = {.rules = table->rules, .notation = game.terms.notation};

  ddz_out_open(out, NULL, '{');
  ddz_out_string(out, "phase", ddz_phase_name(table->phase));
  ddz_out_string(out, "text", ddz_phase_text(table->phase));
  out_seat(out, "turn", table->turn);
  out_role(out, "role", table, table->turn);
  ddz_out_int(out, "first", table->first);
  out_seat(out, "landlord", table->landlord);
  out_seats(out, &terms, table);
  out_pile(out, "kitty", &terms, table->kitty);
  ddz_out_ranks(out, "wild", table->rules.wild);
  out_last(out, &terms, table);
  out_turn(out, task->api->engine, &terms, table);
  ddz_out_int(out, "bid", table->bid);
  ddz_out_int(out, "bombs", table->bombs);
  ddz_out_int(out, "multiplier", (long long)table->multiplier);
  ddz_out_int(out, "deals", table->deals);
  out_outcome(out, table);
  ddz_task_close(task, out, "referee");
  return true;
}
