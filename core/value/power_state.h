/* power_state.h - inside the evaluator: the states of its recursion and the vectors that are their values.
 *
 * For power.c and partition.c only. A state is a hand of ranks 3..2 (jokers are settled outside) and what
 * is still wanted of it. Its value is a vector over the balance b of kicker slots:
 *
 *   lane b = the best sum of weights when the state's cards open b more slots than they fill, b = -5..6
 *
 * 21 cards fill at most five slots, so no balance beyond -5..5 can be on the way to 0 at the end. */
#ifndef DDZ_CORE_POWER_STATE_H
#define DDZ_CORE_POWER_STATE_H

#include "power.h"
#include "weights.h"

enum {
  DDZ_LANE_LEAST = -5,
  DDZ_LANE_MOST = 6,
  DDZ_LANES = DDZ_LANE_MOST - DDZ_LANE_LEAST + 1,
  DDZ_LANE_ZERO = 6, /* where lane 0 lies in a stored vector: guards are before and after */
  DDZ_LANES_STORED = 16,
  DDZ_WILDS_MAX = 8
};

/* What a state wants beside its hand. All zero for a plain hand. */
struct ddz_wants {
  uint8_t wilds;   /* wildcards at hand, 0..8 */
  uint8_t face;    /* what a group of wildcards only is: the highest wild rank; F: the flower; 0: no wilds */
  uint8_t solos;   /* single wings still to be taken for planes, 0..5 */
  uint8_t pairs;   /* pair wings still to be taken, 0..4 */
  uint8_t each;    /* most single wings of one rank: the planes that take singles */
  uint8_t settled; /* 1: the wings of the highest rank have been taken */
  uint8_t spare;   /* 1: the flower may stand in a run for a card that is there; see power.c */
  uint8_t every;   /* 1: all ways a rank's cards can settle, also those that are never best; for the walk */
};

struct ddz_state {
  ddz_hand hand; /* naturals of ranks 3..2 */
  struct ddz_wants wants;
};

/* States alike in value made alike in bytes: wants that no longer matter are zero. */
struct ddz_state ddz_state_settled(struct ddz_state state);

/* The value of a state: a pointer to its lane 0, good until the next call. Lanes are exact under `every`;
 * without, some that a best partition never needs are too low. */
const ddz_worth *ddz_power_lanes(struct ddz_power *power, const struct ddz_state *state);

/* A hand taken apart: jokers aside, wildcards counted. */
struct ddz_problem {
  struct ddz_state state;
  ddz_hand wilds; /* the wildcards themselves */
  int jokers;     /* bit 0: B, bit 1: R */
};
struct ddz_problem ddz_power_problem(const struct ddz_rules *rules, ddz_hand hand);

/* A plane with wings: its body. */
struct ddz_plane {
  ddz_hand take; /* naturals */
  uint8_t kind, rank, length, wilds;
};

/* One or two of them, taken out of a hand before all else. */
struct ddz_planes {
  int count;
  struct ddz_plane plane[2];
  ddz_worth worth;
};

typedef void ddz_planes_visitor(void *self, const struct ddz_planes *planes, const struct ddz_state *rest);

/* Every set of one or two planes with wings in a hand; `rest` is the hand without their bodies, wanting
 * their wings. */
void ddz_each_planes(const struct ddz_problem *problem, void *self, ddz_planes_visitor *visit);

/* The best value of `rest` and the problem's jokers. */
ddz_worth ddz_power_rest(struct ddz_power *power, const struct ddz_problem *problem,
                         const struct ddz_state *rest);

/* The value of a hand, from the memo or new. */
ddz_worth ddz_power_worth(struct ddz_power *power, const struct ddz_rules *rules, ddz_hand hand);

#endif
