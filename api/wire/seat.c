#include "api/wire/game.h"

#include <string.h>

bool ddz_has_table(const struct ddz_field *body) { return ddz_field_given(DDZ_AT(body, "table")); }

bool ddz_read_table(const struct ddz_field *body, bool plays, struct ddz_game *game, struct ddz_terms *terms,
                    struct ddz_pile *hand) {
  static const char *const names[] = {DDZ_GAME_FIELDS, NULL};
  static const struct ddz_beside seat[] = {
      {"hand", NULL},         {"role", NULL}, {"rules", NULL}, {"notation", "rank"}, {"kitty", NULL},
      {"history", NULL},      {"last", NULL}, {"left", NULL},  {"played", NULL},     {"multiplier", "1"},
      {"cap", NULL},          {"seat", NULL}, {"calls", NULL}, {"phase", NULL},      {"shown", NULL},
      {"kitty_factor", NULL}, {NULL, NULL}};
  struct ddz_field table = ddz_field_of(body, "table");
  if (!ddz_check_alone(body, "`table` says this already;", seat) || !ddz_read_object(&table, names) ||
      !ddz_read_game(&table, game) || !ddz_read_actions(&table, game) || !ddz_check_dealt(&table, game))
    return false;
  const enum ddz_phase phase = game->table.phase;
  if (phase == DDZ_PHASE_OVER) return ddz_field_fail_core(&table, DDZ_ERR_GAME_OVER, "nobody is to act");
  if (phase == DDZ_PHASE_REDEAL)
    return ddz_field_fail_core(&table, DDZ_ERR_WRONG_PHASE, "nobody called; append {\"deal\":true}");
  if (plays && phase != DDZ_PHASE_PLAY)
    return ddz_field_fail(&table, DDZ_PROBLEM_WRONG_PHASE,
                          "the table is in phase %s, where nothing is played yet; use /bid-advice",
                          ddz_phase_name(phase));
  *terms = ddz_table_terms(game);
  *hand = ddz_pile_of(game->table.cards[game->table.turn]);
  return true;
}

struct ddz_last ddz_table_last(const struct ddz_table *table) {
  if (ddz_position_leads(&table->now)) return (struct ddz_last){0};
  return (struct ddz_last){.play = table->now.last, .pile = ddz_pile_of(table->last_cards)};
}
