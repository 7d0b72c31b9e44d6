#include "game.h"

#include <stdlib.h>

#include "core/rules/movegen.h"

enum { DRAW_STREAM = 0xD4A3 }; /* of the seed: the deal when the landlord is drawn */

void game_start(struct game *game, const struct ddz_rules *rules, uint64_t seed, bool drawn) {
  game->n = 0;
  game->record.n = 0;
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

enum ddz_error game_apply(struct game *game, const struct ddz_action *action) {
  if (game->n == GAME_ACTIONS_MAX) return DDZ_ERR_GAME_OVER;
  const enum ddz_error error = ddz_table_apply(&game->table, action);
  if (error != DDZ_OK) return error;
  game->action[game->n++] = *action;
  ddz_record_add_action(&game->record, &game->table, action);
  return error;
}

/* Only where patterns are forbidden, or with nothing but the flower, is there no play to lead. */
static bool cannot_lead(const struct ddz_table *table) {
  const ddz_hand hand = table->hand[table->turn];
  const bool plain = table->rules.forbidden == 0 && hand != ddz_hand_of(DDZ_RANK_F, 1);
  return !plain && ddz_moves(&table->rules, hand, NULL, DDZ_FILL_LACK, NULL, 0) == 0;
}

bool game_forced(const struct game *game, struct ddz_action *action) {
  const struct ddz_table *table = &game->table;
  *action = (struct ddz_action){.verb = DDZ_VERB_DEAL};
  if (table->phase == DDZ_PHASE_REDEAL) return true;
  *action = (struct ddz_action){.verb = DDZ_VERB_PLAY, .seat = (uint8_t)table->turn};
  return table->phase == DDZ_PHASE_PLAY && ddz_position_leads(&table->now) && cannot_lead(table);
}

double game_landlord_points(const struct game *game) {
  const struct ddz_table *table = &game->table;
  return table->landlord == DDZ_NO_SEAT ? 0 : (double)table->score[table->landlord];
}

/* ---- as text ---- */

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
    return json_pack("{s:i, s:s}", "seat", action->seat, "call", ddz_call_name((enum ddz_call)action->call));
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
  if (table->rules.dealing != DDZ_DEALING_SHUFFLED)
    json_object_set_new(body, "dealing", json_string(ddz_dealing_rows[table->rules.dealing].name));
  if (game->given) add_deal(body, &game->deal);
  for (size_t i = 0; i < game->n; i++) json_array_append_new(actions, action_json(&game->action[i]));
  json_object_set_new(body, "actions", actions);
  return body;
}

static const char *role_text(const struct ddz_table *table, int seat) {
  return ddz_role_name(ddz_table_role(table, seat));
}

/* What was said before play, as /robot-move reads it; none where nobody called. */
static json_t *calls_json(const struct game *game) {
  json_t *calls = json_array();
  for (size_t i = 0; i < game->n; i++) {
    const struct ddz_action *a = &game->action[i];
    if (a->verb == DDZ_VERB_DEAL) json_array_clear(calls);
    if (a->verb == DDZ_VERB_CALL && !game->given)
      json_array_append_new(calls, json_pack("{s:s, s:s}", "role", role_text(&game->table, a->seat), "call",
                                             ddz_call_name((enum ddz_call)a->call)));
  }
  return calls;
}

json_t *game_question(const struct game *game, uint64_t seed) {
  const struct ddz_table *table = &game->table;
  json_t *history = json_array();
  for (size_t i = 0; i < game->n; i++) {
    const struct ddz_action *a = &game->action[i];
    if (a->verb == DDZ_VERB_PLAY)
      json_array_append_new(
          history, json_pack("{s:s, s:o}", "role", role_text(table, a->seat), "cards", cards_json(a->cards)));
  }
  json_t *question =
      json_pack("{s:o, s:s, s:o, s:o, s:o, s:I, s:I}", "hand", cards_json(table->hand[table->turn]), "role",
                role_text(table, table->turn), "rules", rules_json(&table->rules, true), "kitty",
                cards_json(ddz_cards_hand(table->kitty)), "history", history, "multiplier",
                (json_int_t)table->multiplier, "seed", (json_int_t)seed);
  json_t *calls = calls_json(game);
  if (json_array_size(calls) > 0) json_object_set(question, "calls", calls);
  json_decref(calls);
  return question;
}
