/* call_search.h - what to call, by rollouts: the choices of a question on calling tried against each other.
 *
 * The calling nets (bid.h) know the seat's hand and what was said. Here the hidden cards are drawn as well:
 *
 *   until one choice is clearly best or a limit comes, one round:
 *     draw     the others' hands and the kitty, such that the others may have said what they said
 *     try      every choice: the calling nets make the calls that follow, the landlord takes the kitty, and
 *              the net plays the game (rollout.h)
 *     compare  the points, as the table scores them, choice by choice on the same cards
 *
 * How likely the others' calls are with a hand the calling nets say (call_sampler.h). What the nets expect of
 * the seat's own choices is a prior, which counts as some rounds. A choice that is ELIMINATION_T standard
 * errors behind is eliminated: close choices are played out, clear ones take a few milliseconds.
 *
 * Where the nets do not know the rules the formula calls (bid.h), and the rules play (rulebook.h).
 *
 * A node is what it is in search.h. The same request with a limit in nodes has the same answer. No
 * allocation; one engine, one thread; a round takes some 100 to 300 microseconds. */
#ifndef DDZ_CORE_CALL_SEARCH_H
#define DDZ_CORE_CALL_SEARCH_H

#include "core/base/limit.h"
#include "core/bid/bid.h"
#include "core/game/table.h"
#include "core/play/answer.h"

struct ddz_call_search_request {
  struct ddz_bid_request ask;
  /* At this question: seats, calls, stake and cap. Its cards are not read. NULL: not known; then nothing is
   * played out */
  const struct ddz_table *table;
  uint64_t seed;
  struct ddz_limit limit;
};

struct ddz_call_search_answer {
  struct ddz_bid_advice advice;                /* `source` is "search" where something was played out */
  struct ddz_interval points[DDZ_BID_CHOICES]; /* of advice.expected_points; NAN where that is, or where
                                                  nothing was played out */
  uint64_t rounds, nodes;
};

void ddz_call_search(struct ddz_engine *engine, const struct ddz_call_search_request *request,
                     struct ddz_call_search_answer *answer);

#endif
