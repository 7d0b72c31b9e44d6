#include "actor.h"

struct ddz_robot_request ddz_table_request(const struct ddz_table *table,
                                           const struct ddz_robot_request *how) {
  struct ddz_robot_request ask = *how;
  ddz_table_view(table, &ask.view);
  ask.multiplier = (double)table->multiplier;
  return ask;
}

bool ddz_table_act_is_long(const struct ddz_table *table, const struct ddz_robot_request *how) {
  if (table->phase != DDZ_PHASE_PLAY) return ddz_robot_is_long(how);
  const struct ddz_robot_request ask = ddz_table_request(table, how);
  return ddz_robot_is_long(&ask);
}

static void play(struct ddz_engine *engine, const struct ddz_table *table,
                 const struct ddz_robot_request *how, struct ddz_act *act, struct ddz_candidate *out,
                 size_t cap) {
  const struct ddz_robot_request ask = ddz_table_request(table, how);
  ddz_robot_choose(engine, &ask, &act->move, out, cap);
  act->action.verb = DDZ_VERB_PLAY;
  act->action.cards = act->move.play.cards;
  act->action.kind = act->move.play.kind;
  act->action.rank = act->move.play.rank;
  act->action.length = act->move.play.length;
}

/* The advice, or to decline where the table does not take it. */
static void call(struct ddz_engine *engine, const struct ddz_table *table, struct ddz_act *act) {
  struct ddz_bid_request ask;
  ddz_bid_question(table, &ask);
  ddz_bid_advise(engine, &ask, &act->advice);
  act->action.verb = DDZ_VERB_CALL;
  act->action.call = (uint8_t)ddz_table_call(table, act->advice.choice);
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
    call(engine, table, act);
}
