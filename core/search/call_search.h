/* call_search.h - what to call, by rollouts: the choices of a question on calling tried against each other.
 *
 * The calling nets (bid.h) know the seat's hand and what was said. Here the hidden cards are drawn as well:
 *
 *   until one choice is clearly best or a limit comes, one round:
 *     draw     the others' hands and the kitty, such that the others may have said what they said
 *     try      every choice: the calling nets make the calls that follow, the landlord takes the kitty, and
 *              the net plays the game (rollout.h)
 *     compare  the points, as the table scores them, choice by choice on the same cards (compare.h)
 *
 * What the nets expect of the seat's own choices is a prior, which counts as some rounds. A choice that is
 * clearly behind is eliminated, of equal ones the lower is best: close choices are played out, clear ones
 * take a few milliseconds.
 *
 * Where the nets do not know the rules the formula calls (bid.h), and the rules play (rulebook.h).
 *
 * A node is what it is in search.h. The same request with a limit in nodes has the same answer. A round
 * takes some 100 to 300 microseconds. */
#pragma once

#include "core/base/limit.h"
#include "core/base/rng.h"
#include "core/bid/bid.h"
#include "core/game/table.h"
#include "core/play/deals.h"
#include "core/play/request.h"
#include "core/search/rollout.h"

/* ---- the hidden cards, as the calls tell of them ---- */

/* Hidden hands that fit the calls heard: games at a question on calling, drawn at random.
 *
 * The seat that is asked knows its hand, the calls so far, and the kitty once it is shown. Everything else is
 * drawn, all deals equally likely, and wild ranks that are not shown yet. Rejection sampling: a deal is
 * accepted with a probability equal to the likelihood of the others' calls, for each a softmax of what the
 * calling nets (bid.h) expect of the choices with that hand, mixed with EPSILON for any call. After TRIES
 * rejections one of them is chosen, with weights about equal to the likelihoods.
 *
 * Some 5 microseconds for each call of the others and try. */

enum { DDZ_CALL_SAMPLER_MAX = 12 /* calls before a question; with more ddz_call_sampler_init says false */ };

struct ddz_call_sampler {
  struct ddz_engine *engine;
  const struct ddz_table *asked;
  struct ddz_rules rules;             /* wild ranks that are drawn are not in them */
  ddz_hand hand, kitty;               /* of the seat that is asked; kitty: empty where it is drawn */
  ddz_hand shown[DDZ_SEATS];          /* hands that all know, without the kitty; empty: not known */
  struct ddz_pool unseen;             /* the cards that are not known */
  uint8_t call[DDZ_CALL_SAMPLER_MAX]; /* the first one first */
  int calls;
};

/* ask    hand and kitty of the seat that is asked
 * asked  the table at this question: seats, calls, stake, cap; of its cards those that are shown. Kept, not
 *        copied
 *
 * False where its calls cannot have been made. */
bool ddz_call_sampler_init(struct ddz_call_sampler *sampler, struct ddz_engine *engine,
                           const struct ddz_bid_request *ask, const struct ddz_table *asked);

/* Draw a game at the question. Likelihoods take nodes of the budget, which may end the tries. */
void ddz_call_sampler_draw(struct ddz_call_sampler *sampler, struct ddz_rng *rng, struct ddz_budget *budget,
                           struct ddz_table *table);

/* How likely each choice of a question is for a seat with this hand: a softmax of what the calling nets
 * expect, its temperature in ddz_bid_unit, mixed with `any` for any choice. 0: not open. Returns how many are
 * open. */
int ddz_call_chances(struct ddz_engine *engine, const struct ddz_bid_request *ask, double temperature,
                     double any, double chance[DDZ_BID_CHOICES]);

/* The seat to act makes this choice, the nets make the calls that follow, and the game is played out for that
 * seat (ddz_roll_out). Who becomes the landlord makes the game: it is played once for each, and what was
 * called changes the stake alone.
 *
 * table   at a question; then at the first lead, or dealt again: NULL
 * played  by the seat of the landlord; all zero before the first choice
 * nodes   those that it takes are added */
const struct ddz_rollout *ddz_call_play_out(struct ddz_engine *engine, struct ddz_table *table, int choice,
                                            double lambda, struct ddz_rollout played[DDZ_SEATS],
                                            uint64_t *nodes);

/* ---- the search ---- */

/* The advice of ddz_bid_advise; with a table it is played out, as far as the limit goes.
 *
 * table  at this question: seats, calls, stake and cap; of its cards only those that are shown are read.
 * NULL: not known; then nothing is played out */
void ddz_call_search(struct ddz_engine *engine, const struct ddz_bid_request *ask,
                     const struct ddz_table *table, uint64_t seed, const struct ddz_limit *limit,
                     struct ddz_bid_advice *advice);
