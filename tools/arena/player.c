#include "player.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/wire/play.h"
#include "core/robot/timeout.h"
#include "core/value/prompt.h"
#include "tools/lib/engine.h"

enum { MEMO_BYTES = 4 << 20, TABLE_BYTES = 8 << 20 };

const char *const fault_names[FAULTS] = {"none", "illegal", "late", "ended"};

struct player *player_new(const struct spec *spec, int timeout_ms) {
  struct player *player = calloc(1, sizeof *player);
  if (player == NULL) return NULL;
  player->spec = spec;
  player->engine = tool_engine_new(MEMO_BYTES, TABLE_BYTES);
  if (player->engine == NULL) goto short_of_memory;
  ddz_engine_nets(player->engine)->play = spec->net;
  ddz_engine_nets(player->engine)->wild = spec->wild;
  ddz_engine_nets(player->engine)->bids = spec->bids;
  ddz_engine_nets(player->engine)->belief = spec->beliefless ? NULL : spec->belief;
  if (spec->manner != MANNER_OUTSIDE) return player;
  player->outside = malloc(sizeof *player->outside);
  if (player->outside == NULL) goto short_of_memory;
  outside_init(player->outside, spec->command, timeout_ms);
  return player;
short_of_memory:
  player_free(player);
  return NULL;
}

void player_free(struct player *player) {
  if (player == NULL) return;
  if (player->outside != NULL) outside_stop(player->outside);
  free(player->outside);
  free(player->engine);
  free(player);
}

static uint64_t clock_ns(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* What the thread itself has computed: an engine's limit and its times are the same however many others want
 * the processor. */
static uint64_t worked_ns(void) { return clock_ns(CLOCK_THREAD_CPUTIME_ID); }

/* Somebody else's program computes outside of this thread. */
static clockid_t clock_of(const struct player *player) {
  return player->outside != NULL ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
}

/* ---- one way to choose for each manner; an empty choice is a pass ---- */

typedef enum fault chooser(struct player *player, const struct game *game, uint64_t seed, ddz_hand *cards);

/* Plays that differ in their reading only are one choice: only the first of them counts. */
static bool is_repeated(const struct ddz_play *moves, size_t at) {
  size_t i = 0;
  while (moves[i].cards != moves[at].cards) i++;
  return i < at;
}

static enum fault choose_at_random(struct player *player, const struct game *game, uint64_t seed,
                                   ddz_hand *cards) {
  const struct ddz_table *table = &game->table;
  size_t n;
  const struct ddz_play *moves = ddz_prompter_moves(ddz_engine_prompter(player->engine), &table->rules,
                                                    table->hand[table->turn], &table->now.last, &n);
  const uint32_t choices = (uint32_t)n + (!ddz_position_leads(&table->now));
  struct ddz_rng rng;
  uint32_t at;
  ddz_rng_seed(&rng, seed);
  do at = ddz_rng_below(&rng, choices);
  while (at < n && is_repeated(moves, at));
  *cards = at < n ? moves[at].cards : 0;
  return FAULT_NONE;
}

static enum fault choose_first_prompt(struct player *player, const struct game *game, uint64_t seed,
                                      ddz_hand *cards) {
  const struct ddz_table *table = &game->table;
  struct ddz_prompt prompt;
  (void)seed;
  *cards = 0;
  const bool partner =
      !ddz_position_leads(&table->now) &&
      ddz_role_partners(ddz_table_role(table, table->turn), ddz_table_role(table, ddz_table_owner(table)));
  if (partner && !player->spec->beats_partner) return FAULT_NONE;
  if (ddz_prompts(ddz_engine_prompter(player->engine), &table->rules, table->hand[table->turn],
                  &table->now.last, DDZ_ORDER_REST, &prompt, 1) > 0)
    *cards = prompt.play.cards;
  return FAULT_NONE;
}

static uint64_t worked_us(void *self) { return (void)self, worked_ns() / 1000; }

static enum fault choose_as_robot(struct player *player, const struct game *game, uint64_t seed,
                                  ddz_hand *cards) {
  const struct spec *spec = player->spec;
  const struct ddz_stop stop = {.clock_us = worked_us, .until_us = worked_us(NULL) + spec->ms * 1000};
  struct ddz_robot_request request;
  struct ddz_robot_move move;
  spec_request(spec, &request);
  ddz_table_view(&game->table, &request.view);
  request.record = spec->forgets ? NULL : &game->record;
  request.seed = seed;
  request.multiplier = (double)game->table.multiplier;
  if (spec->ms != 0) request.limit.stop = &stop;
  ddz_robot_choose(player->engine, &request, &move, NULL, 0);
  player->reason = move.reason;
  *cards = move.play.cards;
  return FAULT_NONE;
}

/* {"cards":...} or {"action":"pass"}. */
static bool read_answer(const char *line, const struct ddz_rules *rules, ddz_hand *cards) {
  const struct ddz_terms terms = {.rules = *rules, .notation = DDZ_NOTATION_RANK};
  struct ddz_problem problem;
  struct ddz_pile pile;
  json_t *answer = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
  const struct ddz_field body = {.json = answer, .problem = &problem};
  const struct ddz_field field = ddz_field_of(&body, "cards");
  const char *action = json_string_value(json_object_get(answer, "action"));
  const bool said = ddz_field_given(&field) || (action != NULL && strcmp(action, "pass") == 0);
  const bool read = said && ddz_read_cards(&field, &terms, ddz_terms_hand_max(&terms), &pile);
  if (read) *cards = pile.hand;
  json_decref(answer);
  return read;
}

static enum fault choose_outside(struct player *player, const struct game *game, uint64_t seed,
                                 ddz_hand *cards) {
  static const enum fault fault_of[] = {[OUTSIDE_LATE] = FAULT_LATE, [OUTSIDE_ENDED] = FAULT_ENDED};
  json_t *body = game_question(game, seed);
  char *text = json_dumps(body, JSON_COMPACT);
  json_decref(body);
  if (text == NULL) return FAULT_ENDED;
  const size_t length = strlen(text);
  text[length] = '\n'; /* instead of the NUL */
  const enum outside_state state = outside_ask(player->outside, text, length + 1);
  free(text);
  if (state != OUTSIDE_ANSWERED) return fault_of[state];
  player->answers++;
  return read_answer(player->outside->line, &game->table.rules, cards) ? FAULT_NONE : FAULT_ILLEGAL;
}

static chooser *const choosers[] = {[MANNER_RANDOM] = choose_at_random,
                                    [MANNER_PROMPT] = choose_first_prompt,
                                    [MANNER_ROBOT] = choose_as_robot,
                                    [MANNER_OUTSIDE] = choose_outside};

enum fault player_act(struct player *player, struct game *game, uint64_t seed) {
  struct ddz_action action = {.verb = DDZ_VERB_PLAY, .seat = (uint8_t)game->table.turn};
  player->reason = DDZ_REASONS;
  const uint64_t began = clock_ns(clock_of(player));
  enum fault fault = choosers[player->spec->manner](player, game, seed, &action.cards);
  times_add(&player->times, clock_ns(clock_of(player)) - began);
  if (fault == FAULT_NONE && game_apply(game, &action) != DDZ_OK) fault = FAULT_ILLEGAL;
  if (fault == FAULT_NONE) return fault;
  ddz_table_timeout(player->engine, &game->table, &action);
  action.seat = (uint8_t)game->table.turn;          /* written down by number */
  if (game_apply(game, &action) != DDZ_OK) abort(); /* the time-out is always accepted */
  return fault;
}
