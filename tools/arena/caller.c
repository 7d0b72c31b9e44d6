#include "tools/arena/caller.h"

#include <stdlib.h>
#include <string.h>

#include "core/bid/bid.h"
#include "core/bid/index.h"

bool caller_of(const char *name, enum caller *caller) {
  static const char *const names[CALLERS] = {"model", "formula", "s0"};
  for (int i = 0; i < CALLERS; i++)
    if (strcmp(name, names[i]) == 0) return *caller = (enum caller)i, true;
  return false;
}

static int advised(const struct ddz_bid_request *ask, struct ddz_engine *engine, bool with_nets) {
  const struct ddz_net *bids = ddz_engine_nets(engine)->bids;
  struct ddz_bid_advice advice;
  if (!with_nets) ddz_engine_nets(engine)->bids = NULL;
  ddz_bid_advise(engine, ask, &advice);
  ddz_engine_nets(engine)->bids = bids;
  return advice.choice;
}

static int by_s0(const struct ddz_bid_request *ask) {
  const double free_from = 0.3, from = 0.6;
  const ddz_hand hand = ddz_bid_hand(ask);
  const double index = ddz_landlord_index(ask->rules, hand);
  const bool doubles = ask->phase == DDZ_BID_DOUBLE || ask->phase == DDZ_BID_KICK;
  if (doubles) return index >= from;
  const bool wanted = ddz_must_call(hand) || index >= (ask->highest == 0 ? free_from : from);
  return wanted ? ddz_bid_choices(ask->phase) - 1 : 0;
}

enum ddz_call caller_call(enum caller caller, const struct ddz_table *table, struct ddz_engine *engine) {
  struct ddz_bid_request ask;
  ddz_bid_question(table, &ask);
  const int choice = caller == CALLER_S0 ? by_s0(&ask) : advised(&ask, engine, caller == CALLER_MODEL);
  return ddz_table_call(table, choice);
}

void caller_begin(enum caller caller, struct ddz_table *table, struct ddz_engine *engine) {
  while (table->phase != DDZ_PHASE_PLAY) {
    struct ddz_action action = {.verb = DDZ_VERB_DEAL};
    if (table->phase != DDZ_PHASE_REDEAL) {
      action.verb = DDZ_VERB_CALL;
      action.seat = (uint8_t)table->turn;
      action.call = (uint8_t)caller_call(caller, table, engine);
    }
    if (ddz_table_apply(table, &action) != DDZ_OK) abort(); /* it is open */
  }
}
