/* bid.h - whether to call, how high, whether to double.
 *
 * With nets for it (bid_feature.h), and under rules they have learned (LEARNED in bid.def): the chances and
 * the points of each choice are what games between our own players with real calling came to, given the hand,
 * the seat and what the others have said; the advice is the choice worth most.
 *
 * Without: old ideas and one formula. S0's landlord index counts points of big cards; S0 must call with both
 * jokers or four 2s; S2 has its big-card score; S1 bids 1, 2 or 3. Index, big-card score and the power of the
 * hand enter a logistic formula for the chance to win as landlord and as farmer (bid.def has the coefficients
 * and where they come from).
 *
 * By the formula, calling (SCORE, CALL, ROB): the chances give the expected points of each choice, later
 * callers included, and the advice is the choice worth most - unless the hand must call. Doubling (DOUBLE,
 * KICK): the stake is raised when the chance to win reaches a threshold, or S0's index does. One engine, one
 * thread; microseconds. */
#ifndef DDZ_CORE_BID_H
#define DDZ_CORE_BID_H

#include "core/base/role.h"
#include "core/table/table.h"
#include "engine.h"

/* What is being decided. The choices of a phase are numbered from 0, which is always "no". */
enum ddz_bid_phase {
/* SCORE: 0..3 points; CALL: be landlord? (KICK and ROB calling); ROB: take it from who called, doubles;
 * DOUBLE: x2 or, super, x4; KICK: kick, follow or kick back, doubles */
#define PHASE(name, ...) DDZ_BID_##name,
#include "bid.def"
#undef PHASE
  DDZ_BID_PHASES
};
enum { DDZ_BID_CHOICES = 4 };

/* "score", "call", "rob", "double", "kick"; the number of choices; the name of one ("0".."3", "no", "yes",
 * "none", "double", "super"). */
const char *ddz_bid_phase_name(enum ddz_bid_phase phase);
int ddz_bid_choices(enum ddz_bid_phase phase);
const char *ddz_bid_choice_name(enum ddz_bid_phase phase, int choice);

/* The phase of a calling scheme's first question: SCORE or CALL (also where the landlord is drawn: "would you
 * want to be it"). */
enum ddz_bid_phase ddz_bid_first_phase(enum ddz_calling calling);

struct ddz_bid_request {
  const struct ddz_rules *rules; /* wild ranks may be missing while they are not shown: all are thought of */
  ddz_hand hand;                 /* 17 cards, or what the seat holds once the kitty is taken */
  enum ddz_bid_phase phase;
  int seat;           /* 0..2 in calling order: who calls after it matters */
  int highest;        /* SCORE: the highest bid so far; else 1 when somebody has called, 0 when not */
  enum ddz_role role; /* DDZ_ROLES while the landlord is not known */
  ddz_hand
      kitty; /* once shown; empty: not known. The landlord's may be apart from his 17 cards or among 20 */
  double multiplier; /* of the stake so far; 0 means 1 */
  /* The last call of this seat, the next and the previous in the order they are asked, enum ddz_call + 1
   * (table.h); 0: none yet, or not known. When doubling or kicking: calls of that phase only. */
  uint8_t said[DDZ_ROLES];
};

/* The cards the seat plays with: a landlord's kitty belongs to them. */
ddz_hand ddz_bid_hand(const struct ddz_bid_request *ask);

/* What is asked of table->turn in a calling phase, as far as this seat knows. */
void ddz_bid_question(const struct ddz_table *table, struct ddz_bid_request *ask);

/* Fill `said` from what was chosen so far, in the order the questions were asked.
 *
 * SCORE, CALL, ROB: choices from the first question of the deal on, seat 0's first (the seat that called is
 * asked again last); `seat` is set. DOUBLE (landlord, down, up) and KICK (down, up, landlord): those of the
 * phase, all there were before `role`; otherwise nothing is told. */
void ddz_bid_calls(struct ddz_bid_request *ask, const int *choice, size_t n);

/* The unit in which a net tells the points of a choice, in stakes: what doubling multiplies the own stake by,
 * and about what later robs and doublings come to, so that all numbers learned are of a size. */
double ddz_bid_unit(const struct ddz_bid_request *ask, int choice);

enum ddz_bid_reason {
#define BID_REASON(name, ...) DDZ_BID_REASON_##name,
#include "bid_reason.def"
#undef BID_REASON
  DDZ_BID_REASONS
};
const char *ddz_bid_reason_code(enum ddz_bid_reason reason);
const char *ddz_bid_reason_text(enum ddz_bid_reason reason);    /* one English sentence */
const char *ddz_bid_reason_chinese(enum ddz_bid_reason reason); /* one Chinese sentence */

struct ddz_bid_advice {
  int choice; /* of the phase's choices */
  enum ddz_bid_reason reason;
  double landlord_probability;             /* to win as the landlord, 0..1 */
  double farmer_probability;               /* to win as a farmer against somebody else */
  double landlord_index;                   /* S0, 0..1 */
  bool must;                               /* S0: both jokers or four 2s */
  int big_card_score;                      /* S2, version 2 */
  double expected_points[DDZ_BID_CHOICES]; /* of each choice, own points in units of the base stake; NAN where
                                              the choice is not open (a bid not above the highest) */
  const char *source; /* where the probabilities come from: "model" or "formula". Once the role is known the
                         probability that is moot, as another role, always is the formula's */
};

/* Advice on one question. `hand` may have 1..21 cards. Never fails: a choice that is not open is never
 * advised, 0 always is open. */
void ddz_bid_advise(struct ddz_engine *engine, const struct ddz_bid_request *ask, struct ddz_bid_advice *out);

/* S0's landlord index: min(30, points) / 30 with points: both jokers 8, big alone 4, small alone 3, flower 3,
 * 2 per two, 6 per four of a kind 3..A. Ours: a wild rank's card 3, like the flower, and it counts for
 * nothing else. */
double ddz_landlord_index(const struct ddz_rules *rules, ddz_hand hand);

/* S0's `bigEnough`: both jokers, or four 2s. */
bool ddz_must_call(ddz_hand hand);

#endif
