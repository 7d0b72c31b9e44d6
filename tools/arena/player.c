#include "tools/arena/player.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/wire/play.h"
#include "core/bid/bid.h"
#include "core/bid/question.h"
#include "core/robot/actor.h"
#include "core/rules/movegen.h"
#include "core/search/call_search.h"
#include "core/value/prompt.h"
#include "tools/lib/engine.h"
#include "tools/lib/flags.h"

const char *const fault_names[FAULTS] = {"none", "illegal", "late", "ended"};

void account_add(struct account *sum, const struct account *more) {
  sum->choices += more->choices;
  for (int f = 0; f < FAULTS; f++) sum->faults[f] += more->faults[f];
  sum->seats += more->seats;
  sum->bombs_kept += more->bombs_kept;
  sum->springs += more->springs;
  sum->partner += more->partner;
  sum->beaten += more->beaten;
}

/* ---- a game ---- */

/* Of the seed: the deal when the landlord is drawn; what the players draw. */
enum { DRAW_STREAM = 0xD4A3, CHANCE_STREAM = 1 };

void game_start(struct game *game, const struct ddz_rules *rules, uint64_t seed, bool drawn) {
  game->n = 0;
  game->record.n = 0;
  ddz_rng_seed_stream(&game->chance, seed, CHANCE_STREAM);
  memset(game->account, 0, sizeof game->account);
  game->given = drawn && rules->calling != DDZ_CALLING_NONE;
  if (game->given) {
    struct ddz_rules uncalled = *rules;
    struct ddz_rng rng;
    uncalled.calling = DDZ_CALLING_NONE;
    ddz_rng_seed_stream(&rng, seed, DRAW_STREAM);
    ddz_deal_random(&uncalled, &rng, &game->deal);
  }
  /* A deal that was drawn is a deal that a game can start from. */
  if (ddz_table_init(&game->table, rules, seed, game->given ? &game->deal : NULL) != DDZ_OK) abort();
}

uint64_t game_chance(struct game *game) { return ddz_rng_next(&game->chance) >> 11; }

/* Does the partner's play lie before the seat to play? */
static bool is_on_partner(const struct ddz_table *table) {
  return table->phase == DDZ_PHASE_PLAY && !ddz_position_leads(&table->now) &&
         ddz_role_partners(ddz_table_role(table, table->turn), ddz_table_role(table, ddz_table_owner(table)));
}

enum ddz_error game_apply(struct game *game, const struct ddz_action *action) {
  const bool on_partner = is_on_partner(&game->table);
  const int seat = game->table.turn;
  if (game->n == GAME_ACTIONS_MAX) return DDZ_ERR_GAME_OVER;
  const enum ddz_error error = ddz_table_apply(&game->table, action);
  if (error != DDZ_OK) return error;
  if (on_partner) {
    game->account[seat].partner++;
    game->account[seat].beaten += action->cards != 0;
  }
  game->action[game->n++] = *action;
  ddz_record_add_action(&game->record, &game->table, action);
  return error;
}

bool game_forced(const struct game *game) {
  const struct ddz_table *table = &game->table;
  if (table->phase != DDZ_PHASE_PLAY) return table->phase == DDZ_PHASE_REDEAL;
  const ddz_hand hand = table->hand[table->turn];
  /* Only where patterns are forbidden, or with nothing but the flower, is there no play to lead. */
  return (table->rules.forbidden != 0 || hand == ddz_hand_of(DDZ_RANK_F, 1)) &&
         ddz_position_leads(&table->now) && ddz_moves(&table->rules, hand, NULL, DDZ_FILL_LACK, NULL, 0) == 0;
}

/* ---- a game as text ---- */

static json_t *cards_json(ddz_hand cards) {
  char text[DDZ_TEXT_MAX];
  ddz_text_write(cards, text);
  return json_string(text);
}

/* A preset's name, or an object where wild ranks were named. */
static json_t *rules_json(const struct ddz_rules *rules, bool with_wild) {
  if (!with_wild || rules->wildcard != DDZ_WILDCARD_RANKS) return json_string(rules->name);
  json_t *wild = json_array();
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    if (rules->wild >> rank & 1) json_array_append_new(wild, cards_json(ddz_hand_of(rank, 1)));
  return json_pack("{s:s, s:o}", "preset", rules->name, "wild", wild);
}

static json_t *action_json(const struct ddz_action *action) {
  switch (action->verb) {
  case DDZ_VERB_DEAL:
    return json_pack("{s:b}", "deal", 1);
  case DDZ_VERB_CALL:
    return json_pack("{s:i, s:s}", "seat", action->seat, "call", ddz_call_rows[action->call].name);
  default:
    return json_pack("{s:i, s:o}", "seat", action->seat, "cards", cards_json(action->cards));
  }
}

static void add_deal(json_t *body, const struct ddz_deal *deal) {
  json_t *hands = json_array();
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    json_array_append_new(hands, cards_json(ddz_cards_hand(deal->cards[seat])));
  json_object_set_new(body, "hands", hands);
  json_object_set_new(body, "kitty", cards_json(ddz_cards_hand(deal->kitty)));
  json_object_set_new(body, "landlord", json_integer(deal->landlord));
}

json_t *game_json(const struct game *game) {
  const struct ddz_table *table = &game->table;
  json_t *body = json_object(), *actions = json_array();
  json_object_set_new(body, "rules", rules_json(&table->rules, !table->draws_wild));
  json_object_set_new(body, "seed", json_integer((json_int_t)table->seed));
  if (table->rules.dealing == DDZ_DEALING_LOOSE)
    json_object_set_new(body, "dealing", json_pack("{s:i}", "loose", table->rules.loose));
  else if (table->rules.dealing != DDZ_DEALING_SHUFFLED)
    json_object_set_new(body, "dealing", json_string(ddz_dealing_rows[table->rules.dealing].name));
  if (game->given) add_deal(body, &game->deal);
  for (size_t i = 0; i < game->n; i++) json_array_append_new(actions, action_json(&game->action[i]));
  json_object_set_new(body, "actions", actions);
  return body;
}

bool game_read(struct game *game, const json_t *json) {
  const char *call = json_string_value(json_object_get(json, "call"));
  const char *cards = json_string_value(json_object_get(json, "cards"));
  struct ddz_action action = {.verb = DDZ_VERB_DEAL,
                              .seat = (uint8_t)json_integer_value(json_object_get(json, "seat"))};
  size_t at;
  if (call != NULL) {
    action.verb = DDZ_VERB_CALL;
    action.call = (uint8_t)ddz_call_of(call, strlen(call));
  } else if (cards != NULL) {
    action.verb = DDZ_VERB_PLAY;
    if (*cards != '\0' && ddz_text_read(cards, strlen(cards), &action.cards, &at) != DDZ_OK) return false;
  }
  return action.call < DDZ_CALLS && game_apply(game, &action) == DDZ_OK;
}

static const char *role_text(const struct ddz_table *table, int seat) {
  return ddz_role_name(ddz_table_role(table, seat));
}

/* What was said since the deal, and what was played: with the roles as /robot-move reads it; where calls are
 * asked for, without, as /bid-advice does. */
static void list_actions(const struct game *game, json_t *calls, json_t *history) {
  const struct ddz_table *table = &game->table;
  for (size_t i = 0; i < game->n; i++) {
    const struct ddz_action *a = &game->action[i];
    const char *call = ddz_call_rows[a->call].name;
    if (a->verb == DDZ_VERB_DEAL)
      json_array_clear(calls);
    else if (a->verb == DDZ_VERB_PLAY)
      json_array_append_new(
          history, json_pack("{s:s, s:o}", "role", role_text(table, a->seat), "cards", cards_json(a->cards)));
    else if (table->phase == DDZ_PHASE_PLAY)
      json_array_append_new(calls, json_pack("{s:s, s:s}", "role", role_text(table, a->seat), "call", call));
    else
      json_array_append_new(calls, json_string(call));
  }
}

/* Plays that differ in their reading only are one choice: only the first of them counts. */
static bool is_repeated(const struct ddz_play *moves, size_t at) {
  size_t i = 0;
  while (moves[i].cards != moves[at].cards) i++;
  return i < at;
}

static const struct ddz_play *moves_of(struct player *player, const struct ddz_table *table, size_t *n) {
  struct ddz_play *room = ddz_prompter_room(player->engine->prompter);
  *n = ddz_moves(&table->rules, table->hand[table->turn], &table->now.last, DDZ_FILL_LACK, room,
                 DDZ_MOVES_MAX_WILD);
  return room;
}

/* `legal`: the open calls; or each set of cards that may be put down once, "" where the seat may pass. */
static json_t *legal_json(struct player *player, const struct ddz_table *table) {
  const ddz_call_set open = ddz_table_calls(table);
  const struct ddz_play *moves = NULL;
  json_t *legal = json_array();
  size_t n = 0;
  for (int call = 0; call < DDZ_CALLS; call++)
    if (open >> call & 1) json_array_append_new(legal, json_string(ddz_call_rows[call].name));
  if (open == 0) moves = moves_of(player, table, &n);
  for (size_t i = 0; i < n; i++)
    if (!is_repeated(moves, i)) json_array_append_new(legal, cards_json(moves[i].cards));
  if (open == 0 && !ddz_position_leads(&table->now)) json_array_append_new(legal, json_string(""));
  return legal;
}

json_t *player_question(struct player *player, const struct game *game, uint64_t seed) {
  const struct ddz_table *table = &game->table;
  const bool found = table->landlord != DDZ_NO_SEAT;
  json_t *calls = json_array(), *history = json_array();
  list_actions(game, calls, history);
  json_t *question = json_pack("{s:o, s:o}", "hand", cards_json(table->hand[table->turn]), "rules",
                               rules_json(&table->rules, found));
  if (found) {
    json_object_set_new(question, "role", json_string(role_text(table, table->turn)));
    json_object_set_new(question, "kitty", cards_json(ddz_cards_hand(table->kitty)));
  }
  if (table->phase == DDZ_PHASE_PLAY) {
    json_object_set(question, "history", history);
    json_object_set_new(question, "multiplier", json_integer((json_int_t)table->multiplier));
    json_object_set_new(question, "seed", json_integer((json_int_t)seed));
    if (!game->given && json_array_size(calls) > 0) json_object_set(question, "calls", calls);
  } else {
    struct ddz_bid_request ask;
    ddz_bid_question(table, &ask);
    json_object_set_new(question, "phase", json_string(ddz_bid_phase_names[ask.phase]));
    json_object_set(question, "calls", calls);
  }
  json_object_set_new(question, "path",
                      json_string(table->phase == DDZ_PHASE_PLAY ? "/robot-move" : "/bid-advice"));
  json_object_set_new(question, "legal", legal_json(player, table));
  json_decref(calls);
  json_decref(history);
  return question;
}

/* ---- calls ---- */

static int by_index(const struct ddz_bid_request *ask) {
  const double free_from = 0.3, from = 0.6;
  const ddz_hand hand = ddz_bid_hand(ask);
  const double index = ddz_landlord_index(ask->rules, hand);
  const bool doubles = ask->phase == DDZ_BID_DOUBLE || ask->phase == DDZ_BID_KICK;
  if (doubles) return index >= from;
  const bool wanted = ddz_must_call(hand) || index >= (ask->highest == 0 ? free_from : from);
  return wanted ? ddz_bid_choices(ask->phase) - 1 : 0;
}

static int advised(enum caller caller, uint64_t nodes, const struct ddz_bid_request *ask,
                   const struct ddz_table *table, struct ddz_engine *engine) {
  const struct ddz_limit limit = {.nodes = nodes};
  const struct ddz_net *bids = engine->nets.bids;
  struct ddz_bid_advice advice;
  if (caller == CALLER_FORMULA) engine->nets.bids = NULL;
  ddz_call_search(engine, ask, caller == CALLER_SEARCH ? table : NULL, table->seed, &limit, &advice);
  engine->nets.bids = bids;
  return advice.choice;
}

enum ddz_call caller_call(enum caller caller, uint64_t nodes, const struct ddz_table *table,
                          struct ddz_engine *engine) {
  struct ddz_bid_request ask;
  ddz_bid_question(table, &ask);
  const int choice = caller == CALLER_INDEX ? by_index(&ask) : advised(caller, nodes, &ask, table, engine);
  return ddz_table_call(table, choice);
}

/* ---- a player ---- */

enum { MEMO_BYTES = 4 << 20, TABLE_BYTES = 8 << 20 };

enum { GIVE_UP = 20 /* questions in a row without any answer ever: the program does not work */ };
static const uint64_t MIX = 0x9E3779B97F4A7C15u;

struct player *player_new(const struct spec *spec, int timeout_ms) {
  struct player *player = tool_must(calloc(1, sizeof *player));
  player->spec = spec;
  player->outside = (struct outside){.command = spec->command, .timeout_ms = timeout_ms};
  player->engine = tool_engine_new(MEMO_BYTES, TABLE_BYTES);
  player->engine->nets = spec->nets;
  return player;
}

void player_free(struct player *player) {
  outside_stop(&player->outside);
  free(player->engine);
  free(player);
}

static bool is_outside(const struct player *player) { return player->spec->manner == MANNER_OUTSIDE; }

double player_cpu_ns(struct player *player) {
  if (!is_outside(player)) return player->ns;
  outside_stop(&player->outside);
  return player->outside.cpu_ns;
}

/* What the thread itself has computed: an engine's limit and its times are the same however many others want
 * the processor. Somebody else's program computes outside of this thread. */
static uint64_t clock_ns(bool outside) {
  struct timespec t;
  clock_gettime(outside ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* ---- one way to choose for each manner; no cards are a pass ---- */

typedef ddz_hand chooser(struct player *player, const struct game *game, uint64_t seed);

static ddz_hand choose_at_random(struct player *player, const struct game *game, uint64_t seed) {
  const struct ddz_table *table = &game->table;
  size_t n;
  const struct ddz_play *moves = moves_of(player, table, &n);
  const uint32_t choices = (uint32_t)n + (!ddz_position_leads(&table->now));
  struct ddz_rng rng;
  uint32_t at;
  ddz_rng_seed(&rng, seed);
  do at = ddz_rng_below(&rng, choices);
  while (at < n && is_repeated(moves, at));
  return at < n ? moves[at].cards : 0;
}

static ddz_hand choose_first_prompt(struct player *player, const struct game *game, uint64_t seed) {
  const struct ddz_table *table = &game->table;
  struct ddz_prompt prompt;
  (void)seed;
  if (is_on_partner(table)) return 0;
  const size_t n = ddz_prompts(player->engine->prompter, &table->rules, table->hand[table->turn],
                               &table->now.last, DDZ_ORDER_REST, &prompt, 1);
  return n > 0 ? prompt.play.cards : 0;
}

/* Leave the last play, the kitty and what everyone holds, as `last` and `left` tell them. */
static void forget(struct ddz_view *view) {
  const struct ddz_view all = *view;
  ddz_view_bare(view, all.rules, all.role, all.hand);
  memcpy(view->now.calls, all.now.calls, sizeof view->now.calls);
  memcpy(view->now.left, all.now.left, sizeof view->now.left);
  view->kitty = all.kitty;
  if (!ddz_position_leads(&all.now)) ddz_view_last(view, all.now.owner, &all.now.last);
  view->now.from_start = ddz_view_is_accounted(view);
}

static uint64_t worked_us(void *self) { return (void)self, clock_ns(false) / 1000; }

static ddz_hand choose_as_robot(struct player *player, const struct game *game, uint64_t seed) {
  const struct spec *spec = player->spec;
  const struct ddz_stop stop = {.clock_us = worked_us, .until_us = worked_us(NULL) + spec->ms * 1000};
  struct ddz_robot_request request = spec->ask;
  struct ddz_robot_move move;
  ddz_table_view(&game->table, &request.view);
  if (spec->blind) forget(&request.view);
  request.record = spec->blind ? NULL : &game->record;
  request.seed = seed;
  request.multiplier = (double)game->table.multiplier;
  if (spec->ms != 0) request.limit.stop = &stop;
  ddz_decide(player->engine, &request, &move, NULL, 0);
  player->reason = move.reason;
  return move.chosen.play.cards;
}

/* {"cards":...} or {"action":"pass"}. */
static bool read_answer(const char *line, const struct ddz_rules *rules, ddz_hand *cards) {
  const struct ddz_terms terms = {.rules = *rules, .notation = DDZ_NOTATION_RANK};
  struct ddz_problem problem = {0};
  struct ddz_pile pile;
  json_t *answer = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
  const struct ddz_field body = {.json = answer, .problem = &problem};
  const struct ddz_field field = ddz_field_of(&body, "cards");
  const char *action = json_string_value(json_object_get(answer, "action"));
  const bool said = ddz_field_given(&field) || (action != NULL && strcmp(action, "pass") == 0);
  const bool read = said && ddz_read_cards(&field, &terms, &pile);
  if (read) *cards = pile.hand;
  json_decref(answer);
  return read;
}

/* Ask the program; its line is in outside.line. Takes `body`. */
static enum fault consult(struct player *player, json_t *body) {
  char *text = tool_must(json_dumps(body, JSON_COMPACT));
  json_decref(body);
  const size_t length = strlen(text);
  text[length] = '\n'; /* instead of the NUL */
  const enum fault fault = outside_ask(&player->outside, text, length + 1);
  free(text);
  player->answers += fault == FAULT_NONE;
  return fault;
}

static enum fault choose_outside(struct player *player, const struct game *game, uint64_t seed,
                                 ddz_hand *cards) {
  const enum fault fault = consult(player, player_question(player, game, seed));
  if (fault != FAULT_NONE) return fault;
  return read_answer(player->outside.line, &game->table.rules, cards) ? FAULT_NONE : FAULT_ILLEGAL;
}

static chooser *const choosers[] = {[MANNER_RANDOM] = choose_at_random,
                                    [MANNER_PROMPT] = choose_first_prompt,
                                    [MANNER_ROBOT] = choose_as_robot};

void player_decline(struct player *player, struct game *game) {
  struct ddz_action action;
  ddz_table_timeout(player->engine, &game->table, &action);
  action.seat = (uint8_t)game->table.turn;          /* written down by number */
  if (game_apply(game, &action) != DDZ_OK) abort(); /* the time-out is always accepted */
}

/* Do it; where nothing was chosen, or nothing legal, what a time-out does. */
static enum fault carry_out(struct player *player, struct game *game, const struct ddz_action *action,
                            enum fault fault) {
  if (fault == FAULT_NONE && game_apply(game, action) == DDZ_OK) return FAULT_NONE;
  player_decline(player, game);
  return fault == FAULT_NONE ? FAULT_ILLEGAL : fault;
}

enum fault player_act(struct player *player, struct game *game, uint64_t seed) {
  struct ddz_action action = {.verb = DDZ_VERB_PLAY, .seat = (uint8_t)game->table.turn};
  player->reason = DDZ_REASONS;
  const uint64_t began = clock_ns(is_outside(player));
  enum fault fault = FAULT_NONE;
  if (is_outside(player))
    fault = choose_outside(player, game, seed, &action.cards);
  else
    action.cards = choosers[player->spec->manner](player, game, seed);
  player->ns += (double)(clock_ns(is_outside(player)) - began);
  player->choices++;
  return carry_out(player, game, &action, fault);
}

/* {"call":"rob"}; a JSON object without it leaves the call to the arena. DDZ_CALLS: neither. */
static enum ddz_call read_call(struct player *player, const struct ddz_table *table) {
  json_t *answer = json_loads(player->outside.line, JSON_REJECT_DUPLICATES, NULL);
  const json_t *said = json_object_get(answer, "call");
  enum ddz_call call = DDZ_CALLS;
  if (json_is_string(said)) call = ddz_call_of(json_string_value(said), json_string_length(said));
  if (json_is_object(answer) && said == NULL) call = caller_call(CALLER_MODEL, 0, table, player->engine);
  json_decref(answer);
  return call;
}

/* A call that was searched for the same deal and calls lately is not searched again. */
static enum ddz_call call_as_robot(struct player *player, const struct game *game) {
  const struct spec *spec = player->spec;
  const struct ddz_table *table = &game->table;
  if (spec->caller != CALLER_SEARCH) return caller_call(spec->caller, 0, table, player->engine);
  uint64_t question = (table->seed + 1) * MIX;
  for (size_t i = 0; i < game->n; i++)
    question = (question ^ game->action[i].verb ^ (uint64_t)game->action[i].call << 8) * MIX;
  struct called *called = &player->called[question >> 58];
  if (called->question != question)
    *called = (struct called){question, caller_call(CALLER_SEARCH, spec->bid_nodes, table, player->engine)};
  return called->call;
}

enum fault player_call(struct player *player, struct game *game) {
  struct ddz_action action = {.verb = DDZ_VERB_CALL, .seat = (uint8_t)game->table.turn};
  enum fault fault = FAULT_NONE;
  if (is_outside(player)) fault = consult(player, player_question(player, game, 0));
  if (fault == FAULT_NONE)
    action.call =
        (uint8_t)(is_outside(player) ? read_call(player, &game->table) : call_as_robot(player, game));
  return carry_out(player, game, &action, fault);
}

void player_told(struct player *player, const struct game *game, unsigned seats) {
  const struct ddz_table *table = &game->table;
  if (player->outside.pid == 0) return;
  json_t *body = game_json(game), *held = json_array(), *score = json_array();
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    if (seats >> seat & 1) json_array_append_new(held, json_integer(seat));
    json_array_append_new(score, json_integer((json_int_t)table->score[seat]));
  }
  json_object_set_new(body, "path", json_string("/table"));
  json_object_set_new(body, "result",
                      json_pack("{s:o, s:i, s:i, s:o}", "seats", held, "landlord", table->landlord, "winner",
                                table->winner, "score", score));
  (void)consult(player, body);
}

const char *player_silence(const struct player *player) {
  static _Thread_local char text[320];
  if (!is_outside(player) || player->answers > 0 || player->choices < GIVE_UP) return NULL;
  snprintf(text, sizeof text, "no response ever came from '%.120s': %s", player->outside.command,
           outside_why(&player->outside));
  return text;
}
