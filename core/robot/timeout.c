#include "timeout.h"

#include "core/rules/movegen.h"
#include "robot.h"

static void lead(struct ddz_engine *engine, const struct ddz_table *table, struct ddz_action *action) {
  const ddz_hand hand = table->hand[table->turn];
  if (ddz_moves(&table->rules, hand, NULL, DDZ_FILL_LACK, NULL, 0) == 0) return;
  struct ddz_robot_request request;
  struct ddz_robot_move move;
  ddz_robot_defaults(&request);
  ddz_table_view(table, &request.view);
  request.player = DDZ_PLAYER_RULES;
  ddz_robot_choose(engine, &request, &move, NULL, 0);
  action->cards = move.play.cards;
  action->kind = move.play.kind;
  action->rank = move.play.rank;
  action->length = move.play.length;
}

void ddz_table_timeout(struct ddz_engine *engine, const struct ddz_table *table, struct ddz_action *action) {
  const ddz_call_set open = ddz_table_calls(table);
  *action = (struct ddz_action){.verb = DDZ_VERB_PLAY, .seat = DDZ_SEAT_TURN};
  if (table->phase == DDZ_PHASE_REDEAL) {
    action->verb = DDZ_VERB_DEAL;
  } else if (open != 0) {
    action->verb = DDZ_VERB_CALL;
    action->call = (uint8_t)__builtin_ctz(open);
  } else if (ddz_position_leads(&table->now)) {
    lead(engine, table, action);
  }
}
