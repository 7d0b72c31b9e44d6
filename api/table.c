/* POST /table: the referee. The whole game so far comes in, its state goes out; nothing is kept. */
#include <stdio.h>
#include <stdlib.h>

#include "api/handler.h"
#include "core/table.h"
#include "core/timeout.h"

enum { ACTIONS_MAX = 1000 };

struct question {
  struct ddz_terms terms;
  struct ddz_pile hand[DDZ_SEATS], kitty;
  bool has_hands, has_kitty;
  int landlord; /* DDZ_NO_SEAT: to be found */
  long long seed, first, base;
  struct ddz_table table;
};

/* The deal */

/* `hands` as a list by seat: the landlord is found by calling, or named in `landlord`. */
static bool read_seats(const struct ddz_field *hands, struct question *q) {
  size_t n;
  if (!ddz_read_array(hands, DDZ_SEATS, &n)) return false;
  if (n < DDZ_SEATS) return ddz_field_fail_core(hands, DDZ_ERR_BAD_DEAL, NULL);
  for (size_t seat = 0; seat < DDZ_SEATS; seat++) {
    struct ddz_field hand = ddz_field_item(hands, seat);
    if (!ddz_read_cards(&hand, &q->terms, ddz_terms_hand_max(&q->terms), &q->hand[seat])) return false;
  }
  return true;
}

/* `hands` by role: seat 0 is the landlord. */
static bool read_roles(const struct ddz_field *hands, struct question *q) {
  const char *names[DDZ_ROLES + 1] = {NULL};
  for (int role = 0; role < DDZ_ROLES; role++) names[role] = ddz_role_name((enum ddz_role)role);
  if (!ddz_read_object(hands, names)) return false;
  for (int role = 0; role < DDZ_ROLES; role++) {
    struct ddz_field hand = ddz_field_of(hands, names[role]);
    if (!ddz_read_required(&hand) ||
        !ddz_read_cards(&hand, &q->terms, ddz_terms_hand_max(&q->terms), &q->hand[role]))
      return false;
  }
  q->landlord = 0;
  return true;
}

static bool read_hands(const struct ddz_field *body, struct question *q) {
  struct ddz_field hands = ddz_field_of(body, "hands"), kitty = ddz_field_of(body, "kitty"),
                   landlord = ddz_field_of(body, "landlord");
  long long named = DDZ_NO_SEAT;
  q->landlord = DDZ_NO_SEAT;
  q->has_hands = ddz_field_given(&hands);
  q->has_kitty = ddz_field_given(&kitty);
  bool by_role = json_is_object(hands.json);
  if (q->has_hands && !(by_role ? read_roles(&hands, q) : read_seats(&hands, q))) return false;
  const struct ddz_field *alone = ddz_field_given(&landlord) ? &landlord : q->has_kitty ? &kitty : NULL;
  if (!q->has_hands && alone)
    return ddz_field_fail(alone, DDZ_PROBLEM_CONFLICT, "without `hands` the cards are dealt from the seed");
  if (by_role && ddz_field_given(&landlord))
    return ddz_field_fail(&landlord, DDZ_PROBLEM_CONFLICT, "hands by role say already who is the landlord");
  if (!ddz_read_int(&landlord, 0, DDZ_SEATS - 1, &named)) return false;
  if (!by_role) q->landlord = (int)named;
  return ddz_read_cards(&kitty, &q->terms, ddz_terms_hand_max(&q->terms), &q->kitty);
}

/* Before the landlord is found the kitty is what the hands leave of the deck. Hands that take more than it
 * has leave none, and are refused as a deal right away. */
static void fill_kitty(struct question *q) {
  if (q->has_kitty || q->landlord != DDZ_NO_SEAT) return;
  ddz_hand deck = ddz_rules_deck(&q->terms.rules), held = q->hand[0].hand + q->hand[1].hand + q->hand[2].hand;
  for (int rank = 0; rank < DDZ_RANKS; rank++) /* up to twelve of a rank: no ddz_hand_contains */
    if (ddz_hand_count(held, rank) > ddz_hand_count(deck, rank)) return;
  q->kitty.hand = deck - held;
  q->kitty.cards =
      (((ddz_cards)1 << q->terms.rules.deck) - 1) & ~(q->hand[0].cards | q->hand[1].cards | q->hand[2].cards);
}

static enum ddz_error make_deal(const struct question *q, struct ddz_deal *deal) {
  ddz_hand hands[DDZ_SEATS];
  *deal = (struct ddz_deal){.kitty = q->kitty.cards, .first = (int)q->first, .landlord = q->landlord};
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    deal->cards[seat] = q->hand[seat].cards;
    hands[seat] = q->hand[seat].hand;
  }
  if (ddz_notation_is_physical(q->terms.notation)) return DDZ_OK;
  enum ddz_error error = ddz_deal_of_hands(&q->terms.rules, hands, q->kitty.hand, q->landlord, deal);
  deal->first = (int)q->first;
  return error;
}

static bool open_table(const struct ddz_field *body, struct question *q) {
  struct ddz_field hands = ddz_field_of(body, "hands");
  struct ddz_deal deal;
  if (!q->has_hands) {
    (void)ddz_table_init(&q->table, &q->terms.rules, (uint64_t)q->seed, NULL);
  } else {
    fill_kitty(q);
    enum ddz_error error = make_deal(q, &deal);
    if (!error) error = ddz_table_init(&q->table, &q->terms.rules, (uint64_t)q->seed, &deal);
    if (error) return ddz_field_fail_core(&hands, error, NULL);
  }
  q->table.base = q->base;
  return true;
}

/* Actions */

/* Who acts: `seat`, `role`, or nobody named: whose turn it is. */
static bool read_actor(const struct ddz_field *field, struct ddz_action *action) {
  struct ddz_field seat = ddz_field_of(field, "seat"), role = ddz_field_of(field, "role");
  long long number = DDZ_SEAT_TURN;
  enum ddz_role named = DDZ_ROLES;
  if (ddz_field_given(&seat) && ddz_field_given(&role))
    return ddz_field_fail(&role, DDZ_PROBLEM_CONFLICT, "name the seat or the role, not both");
  if (!ddz_read_int(&seat, 0, DDZ_SEATS - 1, &number) || !ddz_read_role(field, &named)) return false;
  action->seat = (uint8_t)(named == DDZ_ROLES ? number : DDZ_SEAT_ROLE + (int)named);
  return true;
}

/* A call by name ("rob") or by number, as /bid-advice counts them. */
static bool read_call(const struct ddz_field *field, const struct ddz_table *table,
                      struct ddz_action *action) {
  enum ddz_call call = DDZ_CALLS;
  long long choice = 0;
  action->verb = DDZ_VERB_CALL;
  if (json_is_string(field->json)) {
    call = ddz_call_of(json_string_value(field->json), json_string_length(field->json));
    if (call == DDZ_CALLS)
      return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_VALUE, "there is no call %s",
                            ddz_quote(json_string_value(field->json)).text);
  } else {
    if (!ddz_read_int(field, 0, 3, &choice)) return false;
    enum ddz_error error = ddz_table_choice(table, (int)choice, &call);
    if (error) return ddz_field_fail_core(field, error, NULL);
  }
  action->call = (uint8_t)call;
  return true;
}

static bool read_play(const struct ddz_field *field, const struct question *q, struct ddz_action *action) {
  struct ddz_field cards = ddz_field_of(field, "cards"), id = ddz_field_of(field, "id");
  struct ddz_terms terms = {.rules = q->table.rules, .notation = q->terms.notation}; /* drawn wild ranks */
  struct ddz_pile pile;
  struct ddz_play play;
  action->verb = DDZ_VERB_PLAY;
  if (!ddz_read_cards(&cards, &terms, ddz_terms_hand_max(&terms), &pile)) return false;
  action->cards = pile.hand;
  action->picked = pile.cards;
  if (!ddz_field_given(&id) || pile.hand == 0) return true;
  if (!ddz_read_reading(&cards, &id, &terms, &pile, &play)) return false;
  action->kind = play.kind;
  action->rank = play.rank;
  action->length = play.length;
  return true;
}

static bool read_deal(const struct ddz_field *field, struct ddz_action *action) {
  bool deal = true;
  if (!ddz_read_bool(field, &deal)) return false;
  if (!deal)
    return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_VALUE,
                          "an action either deals again (true) or does not say so");
  action->verb = DDZ_VERB_DEAL;
  return true;
}

/* Which part of an action an error is about. */
static const char *part_of(enum ddz_error error, const struct ddz_action *action) {
  if (error == DDZ_ERR_WRONG_TURN || error == DDZ_ERR_NO_LANDLORD)
    return action->seat >= DDZ_SEAT_ROLE ? "role" : "seat";
  return action->verb == DDZ_VERB_PLAY ? "cards" : action->verb == DDZ_VERB_CALL ? "call" : "deal";
}

static bool apply(const struct ddz_field *field, struct question *q) {
  static const char *const names[] = {"seat", "role", "call", "cards", "id", "deal", NULL};
  struct ddz_action action = {.seat = DDZ_SEAT_TURN};
  if (!ddz_read_object(field, names) || !read_actor(field, &action)) return false;
  struct ddz_field call = ddz_field_of(field, "call"), cards = ddz_field_of(field, "cards"),
                   deal = ddz_field_of(field, "deal");
  int said = ddz_field_given(&call) + ddz_field_given(&cards) + ddz_field_given(&deal);
  if (said != 1)
    return ddz_field_fail(field, said ? DDZ_PROBLEM_CONFLICT : DDZ_PROBLEM_MISSING_FIELD,
                          "an action is one of `call`, `cards` (empty: pass) and `deal`");
  if (ddz_field_given(&call)    ? !read_call(&call, &q->table, &action)
      : ddz_field_given(&cards) ? !read_play(field, q, &action)
                                : !read_deal(&deal, &action))
    return false;
  enum ddz_error error = ddz_table_apply(&q->table, &action);
  if (error == DDZ_OK) return true;
  struct ddz_field part = ddz_field_of(field, part_of(error, &action));
  char more[80];
  snprintf(more, sizeof more, "action %zu, phase %s", field->index, ddz_phase_name(q->table.phase));
  return ddz_field_fail_core(&part, error, more);
}

static bool apply_all(const struct ddz_field *body, struct question *q) {
  struct ddz_field actions = ddz_field_of(body, "actions");
  size_t n;
  if (!ddz_field_given(&actions)) return true;
  if (!ddz_read_array(&actions, ACTIONS_MAX, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    struct ddz_field action = ddz_field_item(&actions, i);
    if (!apply(&action, q)) return false;
  }
  return true;
}

/* A notation that has no number for the flower cannot show a deck with one. */
static bool check_notation(const struct ddz_field *body, const struct ddz_terms *terms) {
  int flower = ddz_notation_is_physical(terms->notation) ? 54 : DDZ_RANK_F;
  struct ddz_field field = ddz_field_of(body, "notation");
  if (terms->rules.deck < 55 || terms->notation == DDZ_NOTATION_RANK ||
      ddz_number_write(terms->notation, flower) >= 0)
    return true;
  return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT,
                        "notation %s has no number for the flower of these rules",
                        ddz_notation_name(terms->notation));
}

static bool read_question(const struct ddz_field *body, struct question *q) {
  static const char *const names[] = {"rules",    "notation", "seed", "hands",   "kitty",
                                      "landlord", "first",    "base", "actions", NULL};
  if (!ddz_read_object(body, names) || !ddz_read_terms_drawn(body, &q->terms)) return false;
  struct ddz_field seed = ddz_field_of(body, "seed"), first = ddz_field_of(body, "first"),
                   base = ddz_field_of(body, "base");
  if (!check_notation(body, &q->terms) || !ddz_read_int(&seed, 0, DDZ_SEED_MAX, &q->seed) ||
      !ddz_read_int(&first, 0, DDZ_SEATS - 1, &q->first) || !ddz_read_int(&base, 1, 1000000, &q->base) ||
      !read_hands(body, q))
    return false;
  if (ddz_field_given(&first) && !q->has_hands)
    return ddz_field_fail(&first, DDZ_PROBLEM_CONFLICT, "without `hands` the seed draws who is asked first");
  return open_table(body, q) && apply_all(body, q);
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
  struct question q = {.base = 1};
  if (!read_question(body, &q)) return false;
  const struct ddz_table *table = &q.table;
  struct ddz_terms terms = {.rules = table->rules, .notation = q.terms.notation};

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
