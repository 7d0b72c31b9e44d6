#include "tools/arena/caller.h"

#include <stdlib.h>
#include <string.h>

#include "core/bid/bid.h"
#include "core/bid/bid_feature.h"
#include "core/search/call_search.h"

bool caller_of(const char *name, enum caller *caller) {
  static const char *const names[CALLERS] = {"model", "formula", "s0", "search"};
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

static int searched(const struct ddz_bid_request *ask, const struct ddz_table *table, uint64_t nodes,
                    struct ddz_engine *engine) {
  const struct ddz_call_search_request request = {
      .ask = *ask, .table = table, .seed = table->seed, .limit.nodes = nodes};
  struct ddz_call_search_answer answer;
  ddz_call_search(engine, &request, &answer);
  return answer.advice.choice;
}

enum ddz_call caller_call(enum caller caller, uint64_t nodes, const struct ddz_table *table,
                          struct ddz_engine *engine) {
  struct ddz_bid_request ask;
  ddz_bid_question(table, &ask);
  const int choice = caller == CALLER_S0       ? by_s0(&ask)
                     : caller == CALLER_SEARCH ? searched(&ask, table, nodes, engine)
                                               : advised(&ask, engine, caller == CALLER_MODEL);
  return ddz_table_call(table, choice);
}

/* The deal, all calls so far, and so the question. */
static bool is_same_question(const struct ddz_table *a, const struct ddz_table *b) {
  return a->seed == b->seed && a->deals == b->deals && a->phase == b->phase && a->turn == b->turn &&
         a->pending == b->pending && a->multiplier == b->multiplier &&
         memcmp(a->asked, b->asked, sizeof a->asked) == 0 && memcmp(a->said, b->said, sizeof a->said) == 0 &&
         memcmp(a->factor, b->factor, sizeof a->factor) == 0;
}

enum ddz_call caller_recall(struct caller_memo *memo, enum caller caller, uint64_t nodes,
                            const struct ddz_table *table, struct ddz_engine *engine) {
  if (caller != CALLER_SEARCH) return caller_call(caller, nodes, table, engine);
  for (unsigned i = 0; i < CALLER_MEMO && i < memo->n; i++)
    if (is_same_question(&memo->asked[i], table)) return (enum ddz_call)memo->call[i];
  const unsigned at = memo->n++ % CALLER_MEMO;
  memo->asked[at] = *table;
  memo->call[at] = (uint8_t)caller_call(caller, nodes, table, engine);
  return (enum ddz_call)memo->call[at];
}

void caller_begin(enum caller caller, struct ddz_table *table, struct ddz_engine *engine) {
  while (table->phase != DDZ_PHASE_PLAY) {
    struct ddz_action action = {.verb = DDZ_VERB_DEAL};
    if (table->phase != DDZ_PHASE_REDEAL) {
      action.verb = DDZ_VERB_CALL;
      action.seat = (uint8_t)table->turn;
      action.call = (uint8_t)caller_call(caller, 0, table, engine);
    }
    if (ddz_table_apply(table, &action) != DDZ_OK) abort(); /* it is open */
  }
}
