/* POST /bid-advice: call, rob, double, kick - or not? */
#include "api/route.h"
#include "api/wire/game.h"
#include "api/wire/player.h"
#include "core/search/call_search.h"

#include <string.h>

enum { NODE_US = 5 }; /* of a search of calls, rounded up */

struct question {
  struct ddz_terms terms;
  struct ddz_pile hand, kitty;
  struct ddz_kitty_factor kitty_factor;
  struct ddz_bid_request bid;
  struct ddz_game game; /* of a question about a table; of others the table alone, at this question */
  bool placed;          /* is there such a table? */
  long long ms, nodes, seed;
};

/* "call" is the first question of the rules, whatever they ask in it: a bid of points, or yes or no. */
static bool read_phase(const struct ddz_field *body, struct question *q) {
  q->bid.phase = DDZ_BID_CALL;
  if (!ddz_read_choice(DDZ_AT(body, "phase"), ddz_bid_phase_names, DDZ_ENUM(&q->bid.phase))) return false;
  if (q->bid.phase == DDZ_BID_CALL) q->bid.phase = ddz_bid_first_phase(q->terms.rules.calling);
  return true;
}

/* Where the landlord is drawn one may still ask who would like to be it. */
static bool has_phase(enum ddz_calling calling, enum ddz_bid_phase phase) {
  return calling == DDZ_CALLING_NONE ? phase == DDZ_BID_CALL : ddz_bid_is_asked(calling, phase);
}

static bool check_phase(const struct ddz_field *body, const struct question *q) {
  if (has_phase(q->terms.rules.calling, q->bid.phase)) return true;
  const char *possible[DDZ_BID_PHASES + 1] = {NULL};
  size_t n = 0;
  for (int phase = 0; phase < DDZ_BID_PHASES; phase++)
    if (has_phase(q->terms.rules.calling, (enum ddz_bid_phase)phase))
      possible[n++] = ddz_bid_phase_names[phase];
  return ddz_field_fail(DDZ_AT(body, "phase"), DDZ_PROBLEM_WRONG_PHASE,
                        "under these rules nobody may %s; phases are %s", ddz_bid_phase_names[q->bid.phase],
                        ddz_names_text(possible, DDZ_NAMES).text);
}

/* Is this seat asked, in a calling phase? The landlord of a table where he was found sits at seat 0. */
static bool is_asked(const struct question *q, const struct ddz_table *table) {
  struct ddz_bid_request asked;
  ddz_bid_question(table, &asked);
  if (asked.phase != q->bid.phase) return false;
  return asked.role == DDZ_ROLES ? asked.seat == q->bid.seat : asked.role == q->bid.role;
}

/* The table at this question: who is not said to have called has declined. */
static void place(struct question *q, const struct ddz_table *after) {
  struct ddz_table *table = &q->game.table;
  *table = *after;
  while (ddz_table_calls(table) != 0 && !(q->placed = is_asked(q, table))) {
    const struct ddz_action action = {
        .verb = DDZ_VERB_CALL, .seat = DDZ_SEAT_TURN, .call = (uint8_t)ddz_table_call(table, 0)};
    (void)ddz_table_apply(table, &action);
  }
}

/* The wild ranks are shown with the kitty: who calls need not name them, who doubles must. */
static bool check_wild(const struct ddz_field *body, struct question *q) {
  return !ddz_bid_is_doubling(q->bid.phase) || ddz_read_terms(body, &q->terms);
}

/* Before there is a landlord nobody has a role, and a kitty that is known lies open; then its kind may count.
 */
static bool check_beside(const struct ddz_field *body, const struct question *q) {
  const struct ddz_field factor = ddz_field_of(body, "kitty_factor"), role = ddz_field_of(body, "role");
  if (ddz_bid_is_doubling(q->bid.phase))
    return !json_is_object(factor.json) || ddz_read_required(DDZ_AT(body, "kitty"));
  return !ddz_field_given(&role) ||
         ddz_field_fail(&role, DDZ_PROBLEM_CONFLICT, "there is no role in phase %s: no landlord is found yet",
                        ddz_bid_phase_names[q->bid.phase]);
}

static bool check_sizes(const struct ddz_field *body, const struct question *q) {
  struct ddz_field hand = ddz_field_of(body, "hand"), kitty = ddz_field_of(body, "kitty");
  int held = ddz_hand_size(q->hand.hand), shown = ddz_hand_size(q->kitty.hand),
      full = ddz_rules_start(&q->terms.rules, true);
  if (held != 17 && !(q->bid.role == DDZ_LANDLORD && held == full))
    return ddz_field_fail(&hand, DDZ_PROBLEM_WRONG_HAND_SIZE,
                          "a hand has 17 cards before play (the landlord's %d with the kitty), not %d", full,
                          held);
  if (shown != 0 && shown != q->terms.rules.kitty)
    return ddz_field_fail(&kitty, DDZ_PROBLEM_WRONG_HAND_SIZE, "the kitty has %d cards, not %d",
                          q->terms.rules.kitty, shown);
  if (held == 17) return ddz_check_deck(&kitty, &q->terms, &q->hand, &q->kitty);
  if (!ddz_hand_contains(q->hand.hand, q->kitty.hand) || (q->kitty.cards & ~q->hand.cards))
    return ddz_field_fail(&kitty, DDZ_PROBLEM_CONFLICT, "the landlord's %d cards must hold the kitty", full);
  return true;
}

/* ---- what was called ---- */

/* Does the list have all calls of the game? Only where a phase of doubling is named it may have those of that
 * phase alone: two at most, and no "call", with which no question but the first is answered. */
static bool tells_game(const struct ddz_field *body, const struct question *q) {
  const struct ddz_field calls = ddz_field_of(body, "calls");
  const size_t n = json_array_size(calls.json);
  if (!ddz_bid_is_doubling(q->bid.phase) || n >= DDZ_ROLES) return n > 0;
  for (size_t i = 0; i < n; i++) {
    const json_t *item = json_array_get(calls.json, i);
    const char *word = json_string_value(json_is_object(item) ? json_object_get(item, "call") : item);
    if (word && strcmp(word, ddz_call_rows[DDZ_CALL_CALL].name) == 0) return true;
  }
  return false;
}

/* Seats that calls name go round; which of them was asked first the first one says. Doubling has no order. */
static bool check_seat(const struct ddz_field *item, const struct ddz_table *table, int *shift,
                       struct ddz_action *action) {
  struct ddz_field field = ddz_field_of(item, "seat");
  long long seat = 0;
  if (!ddz_field_given(&field) || table->turn == DDZ_NO_SEAT) return true;
  if (!ddz_read_int(&field, 0, DDZ_SEATS - 1, &seat)) return false;
  if (*shift < 0) *shift = ((int)seat - table->turn + DDZ_SEATS) % DDZ_SEATS;
  const int turn = (table->turn + *shift) % DDZ_SEATS;
  if (table->phase == DDZ_PHASE_DOUBLE)
    return action->seat = (uint8_t)(((int)seat - *shift + DDZ_SEATS) % DDZ_SEATS), true;
  return turn == seat || ddz_field_fail(&field, DDZ_PROBLEM_WRONG_TURN,
                                        "after the calls before it is the turn of seat %d", turn);
}

/* Make the calls at a table, seat 0's first; where the landlord is found he sits there. The table refuses
 * what it would refuse. */
static bool replay_calls(const struct ddz_field *body, const struct question *q, bool found,
                         struct ddz_table *table) {
  const struct ddz_rules *rules = &q->terms.rules;
  static const char *const names[] = {"call", NULL};
  struct ddz_field field = ddz_field_of(body, "calls");
  size_t n = 0;
  int shift = -1;
  if (!ddz_read_array(&field, DDZ_CALLS_MAX, &n)) return false;
  if (n > 0 && rules->calling == DDZ_CALLING_NONE)
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT, "under these rules nobody calls");
  ddz_stand_in(rules, 0, found, table);
  if (q->kitty.hand != 0) table->kitty = q->kitty.cards | q->kitty.suited;
  ddz_table_agree(table, &q->kitty_factor, 0, 1);
  for (size_t i = 0; i < n; i++) {
    struct ddz_field item = ddz_field_item(&field, i), told = ddz_field_of(&item, "call");
    const bool object = json_is_object(item.json);
    struct ddz_action action = {.seat = DDZ_SEAT_TURN};
    if (object && (!ddz_read_told(&item, names) || !ddz_read_required(&told) ||
                   !check_seat(&item, table, &shift, &action)))
      return false;
    if (!ddz_read_call(object ? &told : &item, table, &action)) return false;
    const enum ddz_error error = ddz_table_apply(table, &action);
    if (error) return ddz_field_fail_more(&item, error, "%s", ddz_calls_text(table).text);
  }
  if (n == 0 || (table->phase != DDZ_PHASE_PLAY && table->phase != DDZ_PHASE_REDEAL)) return true;
  return ddz_field_fail(&field, DDZ_PROBLEM_WRONG_PHASE,
                        "after these calls the table is in phase %s: no call is left to advise on",
                        ddz_phase_rows[table->phase].name);
}

static bool check_role(const struct ddz_field *body, enum ddz_role told, enum ddz_role role) {
  if (told == DDZ_ROLES || told == role || role == DDZ_ROLES) return true; /* check_beside knows the last */
  return ddz_field_fail(DDZ_AT(body, "role"), DDZ_PROBLEM_WRONG_TURN,
                        "after these calls it is the turn of %s", ddz_role_name(role));
}

/* What is told beside the calls must be what they say. */
static bool check_told(const struct ddz_field *body, const struct question *q, enum ddz_bid_phase named,
                       enum ddz_role role) {
  struct ddz_field phase = ddz_field_of(body, "phase"), seat = ddz_field_of(body, "seat");
  long long number = q->bid.seat;
  if (ddz_field_given(&phase) && named != q->bid.phase)
    return ddz_field_fail(&phase, DDZ_PROBLEM_WRONG_PHASE,
                          "after these calls the table is in phase %s, not %s",
                          ddz_bid_phase_names[q->bid.phase], ddz_bid_phase_names[named]);
  if (!ddz_read_int(&seat, 0, DDZ_SEATS - 1, &number)) return false;
  if (number != q->bid.seat)
    return ddz_field_fail(&seat, DDZ_PROBLEM_CONFLICT,
                          "after these calls it is the turn of seat %d, not %lld", q->bid.seat, number);
  return check_role(body, role, q->bid.role);
}

/* The calls say what is asked, and of whom. */
static bool read_game(const struct ddz_field *body, struct question *q) {
  const enum ddz_bid_phase named = q->bid.phase;
  const enum ddz_role role = q->bid.role;
  if (!replay_calls(body, q, false, &q->game.table)) return false;
  ddz_bid_question(&q->game.table, &q->bid);
  q->placed = true;
  return check_told(body, q, named, role) && check_wild(body, q);
}

/* Calls of doubling alone, or none: the phase, and the seat or the role, say what is asked. */
static bool read_phase_asked(const struct ddz_field *body, struct question *q) {
  struct ddz_bid_request asked;
  struct ddz_table table;
  long long seat = 0;
  if (!check_wild(body, q) || !replay_calls(body, q, ddz_bid_is_doubling(q->bid.phase), &table) ||
      !ddz_read_int(DDZ_AT(body, "seat"), 0, DDZ_SEATS - 1, &seat))
    return false;
  q->bid.seat = (int)seat;
  if (q->terms.rules.calling != DDZ_CALLING_NONE) place(q, &table);
  if (json_array_size(json_object_get(body->json, "calls")) == 0) return true;
  ddz_bid_question(&table, &asked);
  if (!check_role(body, q->bid.role, asked.role)) return false;
  if (q->bid.role < DDZ_ROLES) memcpy(q->bid.said, asked.said, sizeof q->bid.said);
  return true;
}

/* What the kitty multiplies by is known where it is, with its suits; a number also before. */
static bool read_factor(const struct ddz_field *body, struct question *q) {
  const bool known = q->kitty.hand != 0;
  if (!ddz_read_kitty_factor(body, &q->terms, known ? &q->kitty : NULL, &q->kitty_factor)) return false;
  if (!known) memset(q->kitty_factor.kind, 0, sizeof q->kitty_factor.kind);
  return true;
}

static bool read_shown_of(const struct ddz_field *field, struct question *q, int seat,
                          struct ddz_pile *seen) {
  struct ddz_table *table = &q->game.table;
  const bool lord = seat == table->landlord;
  const int full = lord ? ddz_rules_start(&q->terms.rules, true) : DDZ_HAND_DEALT;
  struct ddz_pile pile;
  if (seat == table->turn)
    return ddz_field_fail(field, DDZ_PROBLEM_CONFLICT, "this is the seat that calls: its cards are `hand`");
  if (!ddz_read_some(field, &q->terms, full, &pile)) return false;
  if (ddz_hand_size(pile.hand) != full)
    return ddz_field_fail(field, DDZ_PROBLEM_WRONG_HAND_SIZE, "this hand has %d cards, not %d", full,
                          ddz_hand_size(pile.hand));
  if (lord && (q->kitty.hand == 0 || !ddz_hand_contains(pile.hand, q->kitty.hand)))
    return ddz_field_fail(field, DDZ_PROBLEM_CONFLICT, "the landlord's %d cards must hold the `kitty`", full);
  if (!ddz_check_deck(field, &q->terms, seen, &pile)) return false;
  ddz_pile_join(seen, &pile);
  if (!lord && !ddz_check_deck(field, &q->terms, &q->kitty, &pile)) return false;
  table->shown |= (uint8_t)(1u << seat);
  table->hand[seat] = pile.hand;
  return true;
}

/* Hands that all know, for a search: by seat while calling, then by role. */
static bool read_shown(const struct ddz_field *body, struct question *q) {
  static const char *const seats[] = {"0", "1", "2", NULL};
  const struct ddz_field shown = ddz_field_of(body, "shown");
  const bool roles = ddz_bid_is_doubling(q->bid.phase);
  const char *const *names = roles ? ddz_role_names : seats;
  struct ddz_pile seen = q->hand;
  if (!ddz_field_given(&shown)) return true;
  if (!ddz_read_object(&shown, names)) return false;
  if (!q->placed)
    return ddz_field_fail(&shown, DDZ_PROBLEM_CONFLICT, "nobody is asked this in a game of these rules");
  for (int i = 0; i < DDZ_SEATS; i++) {
    const struct ddz_field one = ddz_field_of(&shown, names[i]);
    const int seat = roles ? ddz_table_seat(&q->game.table, (enum ddz_role)i) : i;
    if (ddz_field_given(&one) && !read_shown_of(&one, q, seat, &seen)) return false;
  }
  return true;
}

/* The question that a table asks the seat to act. */
static bool read_table(const struct ddz_field *body, struct question *q) {
  if (!ddz_read_table(body, false, &q->game, &q->terms, &q->hand, NULL)) return false;
  if (q->game.table.phase == DDZ_PHASE_PLAY)
    return ddz_field_fail(DDZ_AT(body, "table"), DDZ_PROBLEM_WRONG_PHASE,
                          "the table is in phase play, where nobody calls; use /robot-move");
  q->placed = true;
  ddz_bid_question(&q->game.table, &q->bid);
  return true;
}

/* The multiplier so far, without what the kitty does: told, or what the calls have made it. */
static bool read_multiplier(const struct ddz_field *body, struct question *q, bool by_calls) {
  struct ddz_field field = ddz_field_of(body, "multiplier");
  long long times = 0;
  if (!ddz_read_int(&field, 1, DDZ_MULTIPLIER_MAX, &times)) return false;
  if (by_calls && times <= 1) return true; /* 1 is what leaving it out is */
  if (by_calls && times != q->game.table.multiplier && (double)times != q->bid.multiplier)
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT, "the calls have made it %lld, not %lld",
                          (long long)q->game.table.multiplier, times);
  if (q->bid.cap > 0 && (double)times > q->bid.cap)
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT, "more than `cap`, which is %.0f", q->bid.cap);
  if (by_calls) return true;
  const int kitty = ddz_kitty_times(&q->kitty_factor, q->kitty.cards | q->kitty.suited);
  if (times == 0) times = 1;
  q->bid.multiplier = (double)(times * kitty);
  if (q->bid.cap > 0 && q->bid.multiplier > q->bid.cap) q->bid.multiplier = q->bid.cap;
  q->game.table.multiplier = ddz_bid_is_doubling(q->bid.phase) ? (int64_t)q->bid.multiplier : times;
  return true;
}

static bool read_seat_asked(const struct ddz_field *body, struct question *q) {
  long long most = 0; /* none */
  q->bid.role = DDZ_ROLES;
  if (!ddz_read_terms_drawn(body, &q->terms) || !ddz_read_hand(DDZ_AT(body, "hand"), &q->terms, &q->hand) ||
      !ddz_read_cards(DDZ_AT(body, "kitty"), &q->terms, &q->kitty) || !ddz_read_role(body, &q->bid.role) ||
      !ddz_read_cap(DDZ_AT(body, "cap"), &q->terms, &most) || !read_factor(body, q) || !read_phase(body, q) ||
      !check_phase(body, q))
    return false;
  const bool by_calls = tells_game(body, q);
  if (!(by_calls ? read_game(body, q) : read_phase_asked(body, q)) || !check_beside(body, q) ||
      !check_sizes(body, q) || !read_shown(body, q))
    return false;
  if (!ddz_bid_is_doubling(q->bid.phase)) q->terms.rules.wild &= (ddz_ranks)~q->terms.rules.hidden;
  q->bid.rules = &q->terms.rules;
  q->bid.hand = q->hand.hand;
  q->bid.kitty = q->kitty.hand;
  q->bid.cap = (double)most;
  q->game.table.cap = most;
  if (most > 0 && q->bid.multiplier > q->bid.cap) q->bid.multiplier = q->bid.cap;
  if (most > 0 && q->game.table.multiplier > most) q->game.table.multiplier = most;
  return read_multiplier(body, q, by_calls);
}

static bool read_question(const struct ddz_field *body, void *question) {
  struct question *q = question;
  static const char *const names[] = {"hand",  "rules", "notation",   "seat",         "calls", "phase",
                                      "role",  "kitty", "multiplier", "cap",          "table", "lang",
                                      "limit", "seed",  "shown",      "kitty_factor", NULL};
  return ddz_read_body(body, names) && ddz_read_limit(body, &q->ms, &q->nodes) &&
         ddz_read_int(DDZ_AT(body, "seed"), 0, DDZ_SEED_MAX, &q->seed) &&
         (ddz_has_table(body) ? read_table(body, q) : read_seat_asked(body, q));
}

/* And how sure they are, where something was played out. */
static void out_points(struct ddz_writer *out, enum ddz_bid_phase phase,
                       const struct ddz_bid_advice *advice) {
  ddz_write_open(out, "expected_points", '{');
  for (int i = 0; i < ddz_bid_choices(phase); i++)
    ddz_write_real(out, ddz_bid_choice_names[phase][i], advice->expected_points[i]);
  ddz_write_close(out, '}');
  if (advice->rounds == 0) return;
  ddz_write_open(out, "points_interval", '{');
  for (int i = 0; i < ddz_bid_choices(phase); i++)
    ddz_write_interval(out, ddz_bid_choice_names[phase][i], true, advice->points[i]);
  ddz_write_close(out, '}');
}

static bool searches(const struct question *q) { return q->placed && (q->ms != 0 || q->nodes != 0); }

/* With a limit close choices are played out. */
static void advise(struct ddz_task *task, const struct question *q, struct ddz_bid_advice *advice) {
  struct ddz_stop stop;
  struct ddz_limit limit = {0};
  if (searches(q)) limit = ddz_task_limit(task, q->ms, q->nodes, &stop);
  ddz_call_search(task->api->engine, &q->bid, searches(q) ? &q->game.table : NULL, (uint64_t)q->seed, &limit,
                  advice);
  task->nodes = advice->nodes;
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct question *q = question;
  struct ddz_bid_advice advice;
  advise(task, q, &advice);

  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "phase", ddz_bid_phase_names[q->bid.phase]);
  if (q->bid.phase == DDZ_BID_SCORE)
    ddz_write_int(out, "advice", advice.choice);
  else
    ddz_write_string(out, "advice", ddz_bid_choice_names[q->bid.phase][advice.choice]);
  ddz_write_string(out, "call", ddz_call_rows[ddz_bid_call(&q->bid, advice.choice)].name);
  ddz_write_real(out, "landlord_probability", advice.landlord_probability);
  ddz_write_real(out, "farmer_probability", advice.farmer_probability);
  ddz_write_bool(out, "must", advice.must);
  ddz_write_real(out, "landlord_index", advice.landlord_index);
  ddz_write_int(out, "big_card_score", advice.big_card_score);
  out_points(out, q->bid.phase, &advice);
  ddz_write_reason(out, advice.reason, task->span->chinese);
  ddz_write_string(out, "source", advice.source);
  ddz_task_close(task, out, advice.source, searches(q) ? "search" : NULL, false);
}

/* A search, with a limit. */
static struct ddz_cost cost_of(const void *question) {
  const struct question *q = question;
  return searches(q) ? ddz_cost_long(0, q->ms, q->nodes, q->terms.rules.wildcard ? 0 : NODE_US)
                     : ddz_cost_counted(0, DDZ_COST_SMALL_US);
}

const struct ddz_handler ddz_handle_bid_advice = {
    .size = sizeof(struct question), .read = read_question, .cost = cost_of, .run = run};
