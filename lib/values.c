/* values.c - layer 1 of ddz_core.h: cards and plays by value, on the functions the routes use. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/wire/terms.h"
#include "core/base/card.h"
#include "core/bid/bid.h"
#include "core/robot/decide.h"
#include "core/rules/movegen.h"
#include "core/solver/solver.h"
#include "core/value/prompt.h"
#include "lib/typed.h"

#define SAME(type, a, b) _Static_assert((int)DDZC_##a == (int)DDZ_##b, #a " has moved")
#define AT(field, of)                                                                                        \
  _Static_assert(offsetof(struct ddzc_play, field) == offsetof(struct ddz_play, of), #field " has moved")
_Static_assert(sizeof(struct ddzc_play) == sizeof(struct ddz_play), "a play has grown");
AT(cards, cards);
AT(kind, kind);
AT(rank, rank);
AT(length, length);
AT(size, size);
AT(wild, subs);
AT(grade, grade);
SAME(kind, SOLO, SOLO);
SAME(kind, TRIO_PAIR_CHAIN, TRIO_PAIR_CHAIN);
SAME(kind, FOUR_TWO_SOLO, FOUR_TWO_SOLO);
SAME(kind, FOUR_CHAIN_PAIR, FOUR_CHAIN_PAIR);
SAME(kind, ROCKET, ROCKET);
_Static_assert(DDZ_KINDS == DDZC_FOUR_CHAIN_ONE_PAIR + 1, "a kind needs its number in ddz_core.h");
SAME(readings, READINGS, READINGS_MAX);
SAME(plays, PLAYS, MOVES_MAX);
SAME(plays, PLAYS_WILD, MOVES_MAX_WILD);
SAME(role, LANDLORD_UP, LANDLORD_UP);
SAME(player, SEARCH, PLAYER_SEARCH);
SAME(bid, BID_KICK, BID_KICK);
SAME(phase, PHASE_KICK, PHASE_KICK);
SAME(phase, PHASE_PLAY, PHASE_PLAY);
SAME(phase, PHASE_OVER, PHASE_OVER);
_Static_assert(DDZ_PHASES == DDZC_PHASE_OVER + 1, "a phase needs its number in ddz_core.h");
SAME(result, LOSS, RESULT_LOSS);

/* ---- errors, names ---- */

/* By number: an error of core, or one that only the library has. */
static const struct {
  enum ddz_error core;
  const char *text;
} errors[] = {[-DDZC_NO_MEMORY] = {.text = "memory is short"},
              [-DDZC_BAD_ARGUMENT] = {.text = "a number is out of its range"},
              [-DDZC_BAD_CARDS] = {.text = "no cards, or more than the deck or a hand can have"},
              [-DDZC_NOT_A_PLAY] = {.core = DDZ_ERR_NOT_A_PATTERN},
              [-DDZC_DOES_NOT_BEAT] = {.core = DDZ_ERR_DOES_NOT_BEAT},
              [-DDZC_NOT_IN_HAND] = {.core = DDZ_ERR_NOT_IN_HAND},
              [-DDZC_WRONG_TURN] = {.core = DDZ_ERR_WRONG_TURN},
              [-DDZC_WRONG_PHASE] = {.core = DDZ_ERR_WRONG_PHASE},
              [-DDZC_PASS_ON_LEAD] = {.core = DDZ_ERR_PASS_ON_LEAD},
              [-DDZC_ILLEGAL_CALL] = {.core = DDZ_ERR_ILLEGAL_CALL},
              [-DDZC_OVER] = {.core = DDZ_ERR_GAME_OVER, .text = "the game is over"},
              [-DDZC_NOT_A_NET] = {.text = "the file is no net, is damaged, or has sizes that no net has"}};

const char *ddzc_error_text(int error) {
  if (error < DDZC_NOT_A_NET) return "no such error";
  const int row = error < 0 ? -error : 0;
  return errors[row].text != NULL ? errors[row].text : ddz_error_rows[errors[row].core].text;
}

int typed_error(enum ddz_error error) {
  if (error == DDZ_OK) return 0;
  if (error == DDZ_ERR_NO_READING) return DDZC_NOT_A_PLAY;
  if (error == DDZ_ERR_NO_LANDLORD) return DDZC_WRONG_PHASE;
  for (int row = -DDZC_NOT_A_PLAY; row <= -DDZC_OVER; row++)
    if (errors[row].core == error) return -row;
  return DDZC_BAD_CARDS;
}

const char *ddzc_kind_name(int kind) {
  if (kind == DDZC_PASS) return "pass";
  if (kind > 0 && kind < DDZ_KINDS) return ddz_pattern_rows[kind].name;
  if (kind >= DDZC_CALL && kind < DDZC_CALL + DDZ_CALLS) return ddz_call_rows[kind - DDZC_CALL].name;
  return kind == DDZC_DEAL ? "deal" : NULL;
}

/* ---- cards, rules ---- */

int ddzc_hand_read(const char *text, ddz_hand *hand) {
  size_t at;
  if (ddz_text_read(text, strlen(text), hand, &at) != DDZ_OK) return DDZC_BAD_CARDS;
  return ddz_hand_size(*hand);
}

int ddzc_hand_write(ddz_hand hand, char text[DDZC_TEXT]) {
  if (ddz_hand_size(hand) >= DDZC_TEXT) return DDZC_BAD_CARDS;
  return (int)ddz_text_write(hand, text);
}

struct ddz_rules *ddzc_rules_open(const char *json, char *error, size_t room) {
  struct ddz_terms terms;
  struct ddz_problem problem = {0};
  struct ddz_rules *rules = NULL;
  json_error_t at;
  json_t *value = json_loads(json, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &at);
  json_t *body = value ? json_pack("{s:o}", "rules", value) : NULL;
  const struct ddz_field field = {.json = body, .problem = &problem};
  typed_say(error, room, value ? "memory is short" : at.text);
  if (body != NULL && !ddz_read_terms_drawn(&field, &terms)) {
    typed_say(error, room, problem.detail);
  } else if (body != NULL && (rules = malloc(sizeof *rules)) != NULL) {
    *rules = terms.rules;
    typed_say(error, room, "");
  }
  json_decref(body);
  return rules;
}

void ddzc_rules_close(struct ddz_rules *rules) { free(rules); }

bool typed_fits(const struct ddz_rules *rules, ddz_hand hand) {
  return (hand & 0x8888888888888888u) == 0 && ddz_hand_contains(ddz_rules_deck(rules), hand) &&
         ddz_hand_size(hand) <= DDZ_HAND_MAX;
}

/* May `last` be looked at? Its numbers are in their ranges. */
static bool is_play(const struct ddzc_play *play) {
  return play == NULL || (play->kind < DDZ_KINDS && play->rank < DDZ_RANKS && play->length <= 12 &&
                          play->size <= DDZ_HAND_MAX);
}

/* A play of these rules' cards, or NULL. */
static bool is_last(const struct ddz_rules *rules, const struct ddzc_play *last) {
  return is_play(last) && (last == NULL || typed_fits(rules, last->cards));
}

/* ---- plays ---- */

int ddzc_readings(const struct ddz_rules *rules, ddz_hand cards, struct ddzc_play *out, size_t room) {
  struct ddz_play reading[DDZ_READINGS_MAX];
  if (cards == 0 || !typed_fits(rules, cards)) return DDZC_BAD_CARDS;
  const int n = ddz_readings(rules, cards, reading);
  if (n > 0 && (size_t)n <= room) memcpy(out, reading, (size_t)n * sizeof *reading);
  return n;
}

int ddzc_classify(const struct ddz_rules *rules, ddz_hand cards, const struct ddzc_play *last,
                  struct ddzc_play *out) {
  if (cards == 0 || !typed_fits(rules, cards)) return DDZC_BAD_CARDS;
  if (last == NULL || last->kind == DDZC_PASS)
    return typed_error(ddz_classify(rules, cards, typed_play(out)));
  if (!is_play(last)) return DDZC_BAD_ARGUMENT;
  return typed_error(ddz_answer(rules, cards, typed_last(last), typed_play(out)));
}

int ddzc_beats(const struct ddz_rules *rules, const struct ddzc_play *play, const struct ddzc_play *last) {
  if (!is_play(play) || !is_play(last)) return DDZC_BAD_ARGUMENT;
  return play->kind != DDZC_PASS && ddz_beats(rules, typed_last(play), typed_last(last));
}

int ddzc_plays(const struct ddz_rules *rules, ddz_hand hand, const struct ddzc_play *last,
               struct ddzc_play *out, size_t room) {
  const size_t most = __builtin_popcount(rules->wild) > 0 && rules->wildcard == DDZ_WILDCARD_RANKS
                          ? DDZC_PLAYS_WILD
                          : DDZC_PLAYS;
  struct ddz_play few[256];
  size_t n = 0;
  if (!typed_fits(rules, hand)) return DDZC_BAD_CARDS;
  if (!is_play(last)) return DDZC_BAD_ARGUMENT;
  if (room < most) {
    const size_t cap = sizeof few / sizeof *few;
    n = ddz_moves(rules, hand, typed_last(last), DDZ_FILL_LACK, few, cap);
    if (n > room) return (int)n;
    if (n > 0 && n <= cap) memcpy(out, few, n * sizeof *few);
    if (n <= cap) return (int)n;
  }
  return (int)ddz_moves(rules, hand, typed_last(last), DDZ_FILL_LACK, typed_play(out), room);
}

int ddzc_prompts(struct ddz *handle, const struct ddz_rules *rules, ddz_hand hand,
                 const struct ddzc_play *last, struct ddzc_prompt *out, size_t room) {
  struct ddz_prompter *prompter = handle_engine(handle)->prompter;
  struct ddz_prompt *prompts = ddz_prompter_out(prompter);
  if (!typed_fits(rules, hand)) return DDZC_BAD_CARDS;
  if (!is_last(rules, last)) return DDZC_BAD_ARGUMENT;
  size_t n = ddz_prompts(prompter, rules, hand, typed_last(last), DDZ_ORDER_REST, prompts, DDZ_PROMPTS_MAX);
  if (n > DDZ_PROMPTS_MAX) n = DDZ_PROMPTS_MAX;
  for (size_t i = 0; i < n && n <= room; i++) {
    out[i] = (struct ddzc_prompt){.power = ddz_sum_power(ddz_play_weight(&prompts[i].play)),
                                  .rest = ddz_sum_power(prompts[i].rest),
                                  .rest_plays = ddz_sum_plays(prompts[i].rest)};
    memcpy(&out[i].play, &prompts[i].play, sizeof out[i].play);
  }
  return (int)n;
}

int ddzc_power(struct ddz *handle, const struct ddz_rules *rules, ddz_hand hand, struct ddzc_power *out) {
  if (!typed_fits(rules, hand)) return DDZC_BAD_CARDS;
  const ddz_weight_sum value = ddz_power_of(handle_engine(handle)->power, rules, hand);
  *out = (struct ddzc_power){.power = ddz_sum_power(value), .plays = ddz_sum_plays(value)};
  return 0;
}

/* ---- what would you play ---- */

bool typed_player(const struct ddzc_player *player, struct ddz_robot_request *how) {
  ddz_robot_defaults(how);
  how->level = DDZ_LEVEL_NONE;
  if (player == NULL) return true;
  how->player = (enum ddz_player)player->engine;
  how->level = player->level;
  how->style = (enum ddz_style)player->style;
  how->objective = (enum ddz_objective)player->objective;
  how->seed = player->seed;
  how->limit.nodes = player->nodes;
  return player->engine < DDZ_PLAYERS && player->level <= DDZ_LEVEL_MAX && player->style < DDZ_STYLES &&
         player->objective < DDZ_OBJECTIVES;
}

static int replay(const struct ddzc_seat *seat, struct ddz_view *view, struct ddz_record *record) {
  if (seat->actions > DDZ_PLIES_MAX) return DDZC_OVER;
  for (size_t i = 0; i < seat->actions; i++) {
    struct ddz_play play;
    if (!typed_fits(view->rules, seat->played[i])) return DDZC_BAD_CARDS;
    const enum ddz_error error = ddz_view_check(view, view->now.turn, seat->played[i], &play);
    if (error != DDZ_OK) return typed_error(error);
    ddz_view_advance(view, &play);
    ddz_record_add(record, &play);
  }
  if (ddz_position_is_over(&view->now)) return DDZC_OVER;
  if (view->now.turn != view->role) return DDZC_WRONG_TURN;
  return ddz_hand_size(view->hand) == view->now.left[view->role] ? 0 : DDZC_BAD_CARDS;
}

/* From the last play and the cards left alone. */
static int look(const struct ddzc_seat *seat, struct ddz_view *view) {
  if (seat->last.kind != DDZC_PASS && (seat->owner >= DDZ_ROLES || !is_last(view->rules, &seat->last)))
    return DDZC_BAD_ARGUMENT;
  if (seat->last.kind != DDZC_PASS &&
      ddz_view_last(view, (enum ddz_role)seat->owner, typed_last(&seat->last)) != DDZ_OK)
    return DDZC_BAD_CARDS;
  for (int role = 0; role < DDZ_ROLES; role++) {
    const int gone = ddz_hand_size(view->now.played[role]);
    if (seat->left[role] + gone > ddz_rules_start(view->rules, role == DDZ_LANDLORD)) return DDZC_BAD_CARDS;
    if (role != (int)view->role) view->now.left[role] = seat->left[role];
  }
  return 0;
}

/* The landlord has the kitty, or played it. */
static bool kitty_fits(const struct ddz_view *view) {
  const ddz_hand landlords = view->hand + view->now.played[DDZ_LANDLORD];
  if (view->role != DDZ_LANDLORD) return ddz_hand_contains(ddz_view_unseen(view), ddz_view_kitty_left(view));
  return ddz_hand_size(landlords) < ddz_rules_start(view->rules, true) ||
         ddz_hand_contains(landlords, view->kitty);
}

static int see(const struct ddz_rules *rules, const struct ddzc_seat *seat, struct ddz_view *view,
               struct ddz_record *record) {
  const enum ddz_role role = (enum ddz_role)seat->role;
  const int held = ddz_hand_size(seat->hand), kitty = ddz_hand_size(seat->kitty);
  if (seat->role >= DDZ_ROLES || (rules->wildcard == DDZ_WILDCARD_RANKS && rules->wild == 0))
    return DDZC_BAD_ARGUMENT;
  if (seat->hand == 0 || !typed_fits(rules, seat->hand) ||
      held > ddz_rules_start(rules, role == DDZ_LANDLORD) || !typed_fits(rules, seat->kitty) ||
      (kitty != 0 && kitty != rules->kitty))
    return DDZC_BAD_CARDS;
  const bool fresh = seat->last.kind == DDZC_PASS && role == DDZ_LANDLORD &&
                     (seat->left[0] | seat->left[1] | seat->left[2]) == 0 &&
                     held == ddz_rules_start(rules, role == DDZ_LANDLORD);
  record->n = 0;
  if (seat->played != NULL || fresh)
    ddz_view_init(view, rules, role, seat->hand, 0);
  else
    ddz_view_bare(view, rules, role, seat->hand);
  const int error = seat->played != NULL ? replay(seat, view, record) : look(seat, view);
  view->kitty = seat->kitty;
  return error != 0 || kitty_fits(view) ? error : DDZC_BAD_CARDS;
}

int ddzc_move(struct ddz *handle, const struct ddz_rules *rules, const struct ddzc_seat *seat,
              const struct ddzc_player *player, struct ddzc_choice *out, size_t top) {
  struct ddz_candidate candidates[DDZC_TOP];
  struct ddz_robot_request how;
  struct ddz_robot_move move;
  struct ddz_record record;
  if (!typed_player(player, &how) || top < 1 || top > DDZC_TOP) return DDZC_BAD_ARGUMENT;
  const int error = see(rules, seat, &how.view, &record);
  if (error != 0) return error;
  how.record = &record;
  if (seat->multiplier > 0) how.multiplier = seat->multiplier;
  ddz_decide(handle_engine(handle), &how, &move, candidates, top > 1 ? top : 0);
  const size_t n = move.candidates < top ? move.candidates : top;
  for (size_t i = 0; i < n && top > 1; i++) {
    out[i] =
        (struct ddzc_choice){.win = candidates[i].win_probability, .points = candidates[i].expected_points};
    memcpy(&out[i].play, &candidates[i].play, sizeof out[i].play);
  }
  if (top > 1) return (int)n;
  *out = (struct ddzc_choice){.win = move.chosen.win_probability, .points = move.chosen.expected_points};
  memcpy(&out->play, &move.chosen.play, sizeof out->play);
  return 1;
}

/* ---- calls, open cards ---- */

static void say(struct ddz_bid_request *ask, int place, enum ddz_call call) {
  ask->said[(place % DDZ_ROLES + DDZ_ROLES) % DDZ_ROLES] = (uint8_t)(call + 1);
}

static void say_seats(struct ddz_bid_request *ask, const uint8_t *choice, size_t n) {
  int caller = DDZ_NO_SEAT;
  for (size_t i = 0; i < n && i <= DDZ_SEATS; i++) {
    const int seat = i < DDZ_SEATS ? (int)i : caller;
    enum ddz_call call = DDZ_CALL_PASS;
    if (choice[i] > 0 && ask->phase == DDZ_BID_SCORE)
      call = (enum ddz_call)(DDZ_CALL_ONE + choice[i] - 1);
    else if (choice[i] > 0)
      call = caller == DDZ_NO_SEAT ? DDZ_CALL_CALL : DDZ_CALL_ROB;
    if (call == DDZ_CALL_CALL) caller = seat;
    if (seat != DDZ_NO_SEAT) say(ask, seat - ask->seat, call);
  }
}

static void say_roles(struct ddz_bid_request *ask, const uint8_t *choice, size_t n) {
  const bool kick = ask->phase == DDZ_BID_KICK;
  const int mine = ((int)ask->role + (kick ? 2 : 0)) % DDZ_ROLES; /* place in the order of the questions */
  bool kicked = false;
  if (n != (size_t)mine) return;
  for (int i = 0; i < mine; i++) {
    const enum ddz_call kicks = kicked ? DDZ_CALL_FOLLOW : DDZ_CALL_KICK;
    say(ask, i - mine,
        !kick           ? (enum ddz_call)(DDZ_CALL_NONE + choice[i])
        : choice[i] > 0 ? kicks
                        : DDZ_CALL_PASS);
    kicked = kicked || choice[i] > 0;
  }
}

void typed_said(struct ddz_bid_request *ask, const uint8_t *choice, size_t n) {
  if (ask->phase != DDZ_BID_DOUBLE && ask->phase != DDZ_BID_KICK)
    say_seats(ask, choice, n);
  else if (ask->role < DDZ_ROLES)
    say_roles(ask, choice, n);
}

int ddzc_bid(struct ddz *handle, const struct ddz_rules *rules, const struct ddzc_question *question,
             struct ddzc_advice *out) {
  const bool late = question->phase == DDZC_BID_DOUBLE || question->phase == DDZC_BID_KICK;
  struct ddz_bid_request ask = {.rules = rules,
                                .hand = question->hand,
                                .kitty = question->kitty,
                                .phase = (enum ddz_bid_phase)question->phase,
                                .seat = question->seat,
                                .highest = question->highest,
                                .role = (enum ddz_role)question->role,
                                .multiplier = question->multiplier > 0 ? question->multiplier : 1};
  struct ddz_bid_advice advice;
  if (question->phase >= DDZ_BID_PHASES || !ddz_bid_is_asked(rules->calling, ask.phase) ||
      question->seat >= DDZ_SEATS || question->choices > sizeof question->choice ||
      (question->role < DDZ_ROLES) != late || question->highest > (question->phase == DDZC_BID_SCORE ? 2 : 1))
    return DDZC_BAD_ARGUMENT;
  for (size_t i = 0; i < question->choices; i++)
    if (question->choice[i] >= DDZ_BID_CHOICES) return DDZC_BAD_ARGUMENT;
  const int held = ddz_hand_size(question->hand);
  if (!typed_fits(rules, question->hand) || !typed_fits(rules, question->kitty) || held < 1 ||
      held > ddz_rules_start(rules, late && question->role == DDZ_LANDLORD) ||
      (question->kitty != 0 && (!late || ddz_hand_size(question->kitty) != rules->kitty)))
    return DDZC_BAD_CARDS;
  if (held <= DDZ_HAND_DEALT ? !ddz_hand_contains(ddz_rules_deck(rules) - question->hand, question->kitty)
                             : !ddz_hand_contains(question->hand, question->kitty))
    return DDZC_BAD_CARDS;
  typed_said(&ask, question->choice, question->choices);
  ddz_bid_advise(handle_engine(handle), &ask, true, &advice);
  *out = (struct ddzc_advice){
      .choice = advice.choice, .landlord = advice.landlord_probability, .farmer = advice.farmer_probability};
  for (int i = 0; i < 4; i++)
    out->points[i] = i < ddz_bid_choices(ask.phase) ? advice.expected_points[i] : (double)NAN;
  return 0;
}

int ddzc_solve(struct ddz *handle, const struct ddz_rules *rules, const struct ddzc_open *position,
               struct ddzc_result *out, struct ddzc_solved *plays, size_t room) {
  struct ddz_engine *engine = handle_engine(handle);
  struct ddz_solved_play *found = engine->solved;
  const int players = position->hand[DDZ_LANDLORD_UP] == 0 ? 2 : 3;
  struct ddz_solution solution;
  struct ddz_solve_request ask = {.rules = rules,
                                  .now = {.turn = (enum ddz_role)position->to_move,
                                          .owner = (enum ddz_role)position->owner,
                                          .duel = players == 2},
                                  .solutions = (enum ddz_solutions)position->all,
                                  .limit = {.nodes = position->nodes}};
  const bool leads = position->last.kind == DDZC_PASS;
  if (position->to_move >= players || position->all > DDZ_SOLUTIONS_SCORED ||
      !is_last(rules, &position->last) ||
      (!leads && (position->owner >= players || position->owner == position->to_move)))
    return DDZC_BAD_ARGUMENT;
  for (int role = 0; role < players; role++)
    if (!typed_fits(rules, position->hand[role])) return DDZC_BAD_CARDS;
  memcpy(ask.hand, position->hand, sizeof ask.hand);
  memcpy(&ask.now.last, &position->last, sizeof ask.now.last);
  if (!ddz_hand_contains(ddz_rules_deck(rules), ask.hand[0] + ask.hand[1] + ask.hand[2] + ask.now.last.cards))
    return DDZC_BAD_CARDS;
  if (position->nodes > 0) ddz_solver_reset(engine->solver);
  const enum ddz_error error = ddz_solve(engine->solver, &ask, found, DDZ_ENGINE_SOLVED, &solution);
  if (error != DDZ_OK) return typed_error(error);
  *out = (struct ddzc_result){
      .nodes = solution.nodes, .result = (int32_t)solution.result, .length = solution.length};
  for (size_t i = 0; i < solution.count && solution.count <= room; i++) {
    plays[i] = (struct ddzc_solved){.result = (int32_t)found[i].result, .length = found[i].length};
    memcpy(&plays[i].play, &found[i].play, sizeof plays[i].play);
  }
  return (int)solution.count;
}
