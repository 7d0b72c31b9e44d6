/* call_sampler.h - hidden hands that fit the calls heard: games at a question on calling, drawn at random.
 *
 * The seat that is asked knows its hand, the calls so far, and the kitty once it is shown. Everything else is
 * drawn, all deals equally likely, and wild ranks that are not shown yet. Rejection sampling: a deal is
 * accepted with a probability equal to the likelihood of the others' calls, for each a softmax of what the
 * calling nets (bid.h) expect of the choices with that hand, mixed with EPSILON for any call. After TRIES
 * rejections one of them is chosen, with weights about equal to the likelihoods.
 *
 * No allocation; one engine, one thread; some 5 microseconds for each call of the others and try. */
#ifndef DDZ_CORE_CALL_SAMPLER_H
#define DDZ_CORE_CALL_SAMPLER_H

#include "budget.h"
#include "core/base/rng.h"
#include "core/bid/bid.h"
#include "core/game/table.h"
#include "sampler.h"

enum { DDZ_CALL_SAMPLER_MAX = 12 /* calls before a question; with more ddz_call_sampler_init says false */ };

struct ddz_call_sampler {
  struct ddz_engine *engine;
  const struct ddz_table *asked;
  struct ddz_rules rules;             /* wild ranks that are drawn are not in them */
  ddz_hand hand, kitty;               /* of the seat that is asked; kitty: empty where it is drawn */
  struct ddz_pool unseen;             /* the cards that are not known */
  uint8_t call[DDZ_CALL_SAMPLER_MAX]; /* the first one first */
  int calls;
};

/* ask    hand and kitty of the seat that is asked
 * asked  the table at this question: seats, calls, stake, cap; its cards are not read. Kept, not copied
 * False where its calls cannot have been made. */
bool ddz_call_sampler_init(struct ddz_call_sampler *sampler, struct ddz_engine *engine,
                           const struct ddz_bid_request *ask, const struct ddz_table *asked);

/* Draw a game at the question. Likelihoods take nodes of the budget, which may end the tries. */
void ddz_call_sampler_draw(struct ddz_call_sampler *sampler, struct ddz_rng *rng, struct ddz_budget *budget,
                           struct ddz_table *table);

/* The seat to act makes this call, which must be legal. */
void ddz_call_sampler_say(struct ddz_table *table, enum ddz_call call);

/* The seat to act makes the call that the nets advise; takes nodes. */
void ddz_call_sampler_answer(struct ddz_engine *engine, struct ddz_budget *budget, struct ddz_table *table);

#endif
