/* In place of DouZeroApi: /api/play, /api/actions, /api/bid, /api/double, /api/health.
 *
 * JSON in, JSON out, `{"detail": ...}` for what is wrong. What a caller sends need not be a game that can be:
 * the newest of the last moves is what is to be beaten, all else helps to judge. Unknown fields are read
 * over. */
#include "api/dropin/dropin.h"
#include "api/dropin/figure.h"
#include "api/dropin/state.h"
#include "core/bid/bid.h"

enum { ACTIONS_MAX = 256, BOMBS_MAX = 14, HAND_MAX = 20, CHANCE_DIGITS = 4 };

int ddz_refuse_douzeroapi(const struct ddz_problem *problem, struct ddz_writer *out) {
  char detail[DDZ_STATE_TROUBLE];
  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "detail", ddz_state_trouble(problem, detail));
  ddz_write_close(out, '}');
  return problem->status;
}

/* ---- /health ---- */

static void run_health(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  (void)task;
  (void)question;
  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "status", "healthy");
  ddz_write_bool(out, "agent_initialized", true);
  ddz_write_close(out, '}');
}

const struct ddz_handler ddz_drop_health = {.run = run_health};

/* ---- fields ---- */

static bool read_object(const struct ddz_field *field) {
  return json_is_object(field->json) || ddz_field_wrong_type(field, "an object");
}

static bool read_hand(const struct ddz_field *body, const char *name, const struct ddz_terms *terms, int max,
                      ddz_hand *hand) {
  const struct ddz_field field = ddz_field_of(body, name);
  if (!ddz_read_required(&field) || !ddz_state_cards(&field, terms, max, hand)) return false;
  return *hand != 0 || ddz_field_fail_core(&field, DDZ_ERR_EMPTY, NULL);
}

/* ---- /api/play, /api/actions ---- */

static bool read_seat(const struct ddz_field *body, struct ddz_state *state) {
  const struct ddz_field position = ddz_field_of(body, "position"),
                         kitty = ddz_field_of(body, "landlord_cards");
  if (!ddz_read_required(&position) || !ddz_state_role(&position, &state->role)) return false;
  const int most = state->role == DDZ_LANDLORD ? HAND_MAX : DDZ_HAND_DEALT;
  return read_hand(body, "my_cards", &state->terms, most, &state->hand) &&
         ddz_state_cards(&kitty, &state->terms, state->terms.rules.kitty, &state->kitty);
}

static bool read_roles(const struct ddz_field *body, struct ddz_state *state) {
  const struct ddz_field played = ddz_field_of(body, "played_cards"), left = ddz_field_of(body, "cards_left");
  if (ddz_field_given(&played) && !read_object(&played)) return false;
  if (ddz_field_given(&left) && !read_object(&left)) return false;
  for (int role = 0; role < DDZ_ROLES; role++) {
    const char *name = ddz_role_name((enum ddz_role)role);
    const struct ddz_field cards = ddz_field_of(&played, name), number = ddz_field_of(&left, name);
    long long held = 0;
    if (!ddz_state_cards(&cards, &state->terms, HAND_MAX, &state->played[role])) return false;
    if (!ddz_read_int(&number, 0, HAND_MAX, &held)) return false;
    state->left[role] = (int)held;
  }
  return true;
}

/* null and "pass" are passes, too. */
static bool read_move(const struct ddz_field *field, const struct ddz_terms *terms, ddz_hand *cards) {
  const char *text = json_string_value(field->json);
  *cards = 0;
  if (!field->json || json_is_null(field->json) || (text && strcmp(text, "pass") == 0)) return true;
  return ddz_state_cards(field, terms, HAND_MAX, cards);
}

/* Only the newest two say what is to be beaten; all are read, so that a mistake is not passed over. */
static bool read_moves(const struct ddz_field *body, struct ddz_state *state) {
  const struct ddz_field field = ddz_field_of(body, "last_moves");
  ddz_hand newest[2] = {0, 0};
  size_t n = 0;
  if (ddz_field_given(&field) && !ddz_read_array(&field, DDZ_PLIES_MAX, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    const struct ddz_field item = ddz_field_item(&field, i);
    newest[0] = newest[1];
    if (!read_move(&item, &state->terms, &newest[1])) return false;
  }
  if (!ddz_state_last(state, newest, 2)) return ddz_field_fail_core(&field, DDZ_ERR_NOT_A_PATTERN, NULL);
  return ddz_state_fits(state) ||
         ddz_field_fail_core(&field, DDZ_ERR_TOO_MANY_OF_RANK, "the hand counts, too");
}

static bool read_state(const struct ddz_field *body, void *question) {
  struct ddz_state *state = question;
  const struct ddz_field bombs = ddz_field_of(body, "bomb_count");
  long long count = 0;
  ddz_state_terms(state, "douzero", DDZ_NOTATION_XD);
  if (!read_object(body) || !read_seat(body, state) || !read_roles(body, state) || !read_moves(body, state) ||
      !ddz_read_int(&bombs, 0, BOMBS_MAX, &count))
    return false;
  state->bombs = (int)count;
  return true;
}

static const char *const types[DDZ_KINDS] = {
    [DDZ_PASS] = "pass",
    [DDZ_SOLO] = "single",
    [DDZ_PAIR] = "pair",
    [DDZ_TRIO] = "triple",
    [DDZ_TRIO_SOLO] = "triple_single",
    [DDZ_TRIO_PAIR] = "triple_pair",
    [DDZ_SOLO_CHAIN] = "straight",
    [DDZ_PAIR_CHAIN] = "straight_pair",
    [DDZ_TRIO_CHAIN] = "airplane",
    [DDZ_TRIO_SOLO_CHAIN] = "airplane_single",
    [DDZ_TRIO_PAIR_CHAIN] = "airplane_pair",
    [DDZ_FOUR_TWO_SOLO] = "four_two_single",
    [DDZ_FOUR_TWO_PAIR] = "four_two_pair",
    [DDZ_BOMB] = "bomb",
    [DDZ_ROCKET] = "rocket",
};

static void out_chance(struct ddz_writer *out, const char *key, double chance) {
  char text[DDZ_FIGURE];
  ddz_figure(chance, CHANCE_DIGITS, text);
  ddz_write_raw(out, key, text, strlen(text));
}

static void out_action(struct ddz_writer *out, const char *key, const struct ddz_candidate *action) {
  char cards[DDZ_TEXT_MAX];
  ddz_letters_write(DDZ_NOTATION_XD, action->play.cards, cards);
  ddz_write_open(out, key, '{');
  ddz_write_string(out, "cards", cards);
  out_chance(out, "win_rate", action->win_probability);
  ddz_write_string(out, "action_type", types[action->play.kind]);
  out_chance(out, "confidence", action->win_probability);
  ddz_write_bool(out, "is_pass", action->play.kind == DDZ_PASS);
  ddz_write_bool(out, "is_bomb", ddz_is_bomb(&action->play));
  ddz_write_close(out, '}');
}

static void run_play(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  struct ddz_candidate best;
  size_t all;
  ddz_state_think(task, question, &best, 1, &all);
  out_action(out, NULL, &best);
}

static void run_actions(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  struct ddz_candidate actions[ACTIONS_MAX];
  size_t all;
  const size_t n = ddz_state_think(task, question, actions, ACTIONS_MAX, &all);
  ddz_write_open(out, NULL, '{');
  out_action(out, "best_action", &actions[0]);
  ddz_write_open(out, "actions", '[');
  for (size_t i = 0; i < n; i++) out_action(out, NULL, &actions[i]);
  ddz_write_close(out, ']');
  ddz_write_int(out, "total_count", (long long)all);
  ddz_write_close(out, '}');
}

const struct ddz_handler ddz_drop_play = {
    .size = sizeof(struct ddz_state), .read = read_state, .run = run_play};
const struct ddz_handler ddz_drop_actions = {
    .size = sizeof(struct ddz_state), .read = read_state, .run = run_actions};

/* ---- /api/bid, /api/double ---- */

struct call {
  struct ddz_terms terms;
  struct ddz_bid_request ask;
  double threshold;
};

/* Nobody calls or doubles under the rules `douzero`: a preset that does, and that our nets have learned. */
static void set_rules(struct call *q, const char *preset) {
  (void)ddz_rules_preset(preset, &q->terms.rules);
  q->terms.notation = DDZ_NOTATION_XD;
  q->ask = (struct ddz_bid_request){.rules = &q->terms.rules, .role = DDZ_ROLES};
}

static bool read_bid(const struct ddz_field *body, void *question) {
  struct call *q = question;
  const struct ddz_field cards = ddz_field_of(body, "cards"), threshold = ddz_field_of(body, "threshold");
  set_rules(q, "standard");
  q->ask.phase = DDZ_BID_SCORE;
  q->threshold = 0.5;
  if (!read_object(body) || !read_hand(body, "cards", &q->terms, DDZ_HAND_DEALT, &q->ask.hand)) return false;
  if (ddz_hand_size(q->ask.hand) != DDZ_HAND_DEALT)
    return ddz_field_fail(&cards, DDZ_PROBLEM_WRONG_HAND_SIZE, "a hand has 17 cards before play, not %d",
                          ddz_hand_size(q->ask.hand));
  if (!ddz_field_given(&threshold)) return true;
  if (!json_is_number(threshold.json)) return ddz_field_wrong_type(&threshold, "a number");
  q->threshold = json_number_value(threshold.json);
  return (q->threshold >= 0 && q->threshold <= 1) ||
         ddz_field_fail(&threshold, DDZ_PROBLEM_OUT_OF_RANGE, "must be between 0 and 1");
}

static void run_bid(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct call *q = question;
  struct ddz_bid_advice advice;
  ddz_bid_advise(task->api->engine, &q->ask, &advice);
  const double win = advice.landlord_probability;
  const bool should = win >= q->threshold;
  ddz_write_open(out, NULL, '{');
  ddz_write_bool(out, "should_bid", should);
  out_chance(out, "win_rate", win);
  out_chance(out, "farmer_win_rate", advice.farmer_probability);
  out_chance(out, "confidence", should ? win : 1 - win);
  ddz_write_close(out, '}');
  task->engine = advice.source;
}

const struct ddz_handler ddz_drop_bid = {.size = sizeof(struct call), .read = read_bid, .run = run_bid};

/* `position` names the seat: a role, or nothing but who is a farmer. */
static bool read_side(const struct ddz_field *body, struct call *q) {
  const struct ddz_field field = ddz_field_of(body, "is_landlord"), position = ddz_field_of(body, "position");
  enum ddz_role role = DDZ_LANDLORD_DOWN;
  bool landlord = false;
  if (json_is_string(position.json) && !ddz_state_role(&position, &role)) return false;
  landlord = role == DDZ_LANDLORD;
  if (!ddz_read_bool(&field, &landlord)) return false;
  q->ask.role = landlord ? DDZ_LANDLORD : role == DDZ_LANDLORD ? DDZ_LANDLORD_DOWN : role;
  q->ask.seat = (int)q->ask.role;
  return true;
}

static bool read_double(const struct ddz_field *body, void *question) {
  struct call *q = question;
  const struct ddz_field cards = ddz_field_of(body, "cards"), kitty = ddz_field_of(body, "landlord_cards");
  set_rules(q, "huanle");
  q->ask.phase = DDZ_BID_DOUBLE;
  if (!read_object(body) || !read_side(body, q) ||
      !read_hand(body, "cards", &q->terms, HAND_MAX, &q->ask.hand) ||
      !ddz_state_cards(&kitty, &q->terms, q->terms.rules.kitty, &q->ask.kitty))
    return false;
  const int held = ddz_hand_size(q->ask.hand);
  const bool full = held == HAND_MAX && q->ask.role == DDZ_LANDLORD;
  if (held != DDZ_HAND_DEALT && !full)
    return ddz_field_fail(
        &cards, DDZ_PROBLEM_WRONG_HAND_SIZE,
        "a hand has 17 cards before play (the landlord's 20 with the landlord cards), not %d", held);
  if (ddz_hand_size(q->ask.kitty) != q->terms.rules.kitty) q->ask.kitty = 0;
  const ddz_hand room = full ? q->ask.hand : ddz_rules_deck(&q->terms.rules) - q->ask.hand;
  return ddz_hand_contains(room, q->ask.kitty) ||
         ddz_field_fail(&kitty, DDZ_PROBLEM_CONFLICT,
                        full ? "the landlord's 20 cards must hold these"
                             : "with the hand these are more than the deck has");
}

static void run_double(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct call *q = question;
  struct ddz_bid_advice advice;
  ddz_bid_advise(task->api->engine, &q->ask, &advice);
  const double win = q->ask.role == DDZ_LANDLORD ? advice.landlord_probability : advice.farmer_probability;
  ddz_write_open(out, NULL, '{');
  ddz_write_bool(out, "should_double", advice.choice >= 1);
  ddz_write_bool(out, "should_super_double", advice.choice >= 2);
  out_chance(out, "win_rate", win);
  out_chance(out, "confidence", advice.choice >= 1 ? win : 1 - win);
  ddz_write_close(out, '}');
  task->engine = advice.source;
}

const struct ddz_handler ddz_drop_double = {
    .size = sizeof(struct call), .read = read_double, .run = run_double};
