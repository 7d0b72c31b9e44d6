/* bid.h - whether to call, how high, whether to double.
 *
 * With nets for it (question.h), and under rules they have learned (LEARNED in bid.def): the chances and
 * the points of each choice are learned from games between our own players with real calling, for the hand,
 * the seat and the calls of the others. The advice is the choice with the most points.
 *
 * Without nets: known ideas and one formula. S0's landlord index counts points of big cards; S0 must call
 * with both jokers or four 2s; S2 has its big-card score; S1 bids 1, 2 or 3. Index, big-card score and the
 * power of the hand enter a logistic formula for the chance to win as landlord and as farmer (bid.def has the
 * coefficients and where they come from).
 *
 * Ties: of choices with the same points under a cap the one that brings more without it; then the lower one.
 * A raise that brings nothing under the cap is not made.
 *
 * By the formula, calling (SCORE, CALL, ROB): the chances give the expected points of each choice, later
 * callers included, and the advice is the choice with the most points - unless the hand must call. A kitty
 * that lies open while calling counts with the landlord's hand; the nets never saw one. Doubling (DOUBLE,
 * KICK): the stake is raised when the chance to win reaches a threshold, or S0's index does. Microseconds. */
#pragma once

#include "core/base/code.h"
#include "core/engine/engine.h"
#include "question.h"

struct ddz_bid_advice {
  int choice; /* of the phase's choices */
  enum ddz_reason reason;
  double landlord_probability;             /* to win as the landlord, 0..1 */
  double farmer_probability;               /* to win as a farmer against somebody else */
  double landlord_index;                   /* S0, 0..1 */
  bool must;                               /* S0: both jokers or four 2s; or the rules oblige the hand */
  int big_card_score;                      /* S2, version 2 */
  double expected_points[DDZ_BID_CHOICES]; /* of each choice, own points in units of the base stake; NAN where
                                              the choice is not open (a bid not above the highest) */
  const char *source; /* where the probabilities come from: "model" or "formula". Once the role is known the
                         probability for the other role always comes from the formula */

  /* of choices that were played out (core/search/call_search.h), which makes the source "search" */
  struct ddz_interval points[DDZ_BID_CHOICES]; /* of expected_points; NAN where that is, or nothing was */
  uint64_t rounds, nodes;
};

/* Advice on one question. `hand` may have 1..21 cards. Never fails: a choice that is not open is never
 * advised; 0 is open unless the rules oblige the hand to call.
 *
 * facts  without them, where nets know the game, nothing is set that only the formula tells (the index, the
 *        score, the chance of the other role): no points depend on it, and the answer comes sooner */
void ddz_bid_advise(struct ddz_engine *engine, const struct ddz_bid_request *ask, bool facts,
                    struct ddz_bid_advice *out);

/* The most points that can be won or lost with a choice, by the cap; HUGE_VAL where there is none. */
double ddz_bid_most(const struct ddz_bid_request *ask, int choice);
