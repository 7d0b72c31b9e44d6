#include "actor.h"

struct ddz_robot_request ddz_table_request(const struct ddz_table *table,
                                           const struct ddz_robot_request *how) {
  struct ddz_robot_request ask = *how;
  ddz_table_view(table, &ask.view);
  ask.multiplier = (double)ddz_table_stake(table, table->turn) / ddz_role_stakes(ask.view.role);
  ask.uneven = 0;
  if (ask.view.role == DDZ_LANDLORD)
    ask.uneven = ask.multiplier - (double)ddz_table_stake(table, ddz_table_seat(table, DDZ_LANDLORD_UP));
  ask.cap = (double)(table->base * ddz_table_cap(table));
  return ask;
}

static void play(struct ddz_engine *engine, const struct ddz_table *table,
                 const struct ddz_robot_request *how, struct ddz_act *act, struct ddz_candidate *out,
                 size_t cap) {
  const struct ddz_robot_request ask = ddz_table_request(table, how);
  struct ddz_action *action = &act->action;
  ddz_decide(engine, &ask, &act->move, out, cap);
  action->verb = DDZ_VERB_PLAY;
  action->cards = act->move.chosen.play.cards;
  action->kind = act->move.chosen.play.kind;
  action->rank = act->move.chosen.play.rank;
  action->length = act->move.chosen.play.length;
}

/* The advice, or to decline where the table does not take it. A robot that searches plays choices out. */
static void call(struct ddz_engine *engine, const struct ddz_table *table,
                 const struct ddz_robot_request *how, struct ddz_act *act) {
  struct ddz_limit limit = how->limit;
  struct ddz_bid_request ask;
  ddz_bid_question(table, &ask);
  limit.nodes = ddz_robot_nodes(how);
  ddz_call_search(engine, &ask, ddz_robot_is_long(how) ? table : NULL, how->seed, &limit, &act->called);
  act->action.verb = DDZ_VERB_CALL;
  act->action.call = (uint8_t)ddz_table_call(table, act->called.choice);
}

void ddz_table_act(struct ddz_engine *engine, const struct ddz_table *table,
                   const struct ddz_robot_request *how, struct ddz_act *act, struct ddz_candidate *out,
                   size_t cap) {
  *act = (struct ddz_act){
      .action = {.verb = DDZ_VERB_DEAL,
                 .seat = (uint8_t)(table->turn == DDZ_NO_SEAT ? DDZ_SEAT_TURN : table->turn)}};
  if (table->phase == DDZ_PHASE_PLAY)
    play(engine, table, how, act, out, cap);
  else if (table->phase != DDZ_PHASE_REDEAL)
    call(engine, table, how, act);
}

/* ---- nobody acts ---- */

void ddz_table_timeout(struct ddz_engine *engine, const struct ddz_table *table, struct ddz_action *action) {
  const ddz_call_set open = ddz_table_calls(table);
  struct ddz_robot_request how;
  struct ddz_act act;
  *action = (struct ddz_action){.verb = DDZ_VERB_PLAY, .seat = DDZ_SEAT_TURN};
  if (open != 0) {
    action->verb = DDZ_VERB_CALL;
    action->call = (uint8_t)__builtin_ctz(open);
  } else if (table->phase == DDZ_PHASE_REDEAL || ddz_position_leads(&table->now)) {
    ddz_robot_defaults(&how);
    how.player = DDZ_PLAYER_RULES;
    ddz_table_act(engine, table, &how, &act, NULL, 0);
    *action = act.action;
  }
}
