/* lanes.h - what is left of a hand, how its cards split, and the power of it, for every balance of kicker
 * slots.
 *
 * A trio opens a slot, a card or a pair elsewhere fills it. So the value of a state is a vector:
 *
 *   lane b = the best sum of weights when the state's cards open b more slots than they fill, b = -5..6
 *
 * 21 cards fill at most five slots, so no balance beyond -5..5 can be on the way to 0 at the end.
 *
 * The memory takes about 400 KiB, tables and remembered states, and belongs to one thread. A remembered state
 * is compared in full: it can be forgotten, never mistaken. */
#ifndef DDZ_CORE_VALUE_LANES_H
#define DDZ_CORE_VALUE_LANES_H

#include <stddef.h>

#include "core/rules/pattern.h"
#include "weights.h"

/* ---- a state: what is left of a hand while its power is computed, and what it still wants ----
 *
 * A hand of ranks 3..2 (jokers are settled outside) with the wildcards, and the kickers that chosen planes
 * still lack. */

enum { DDZ_WILDS_MAX = 8 };

/* What a state wants beside its hand. All zero for a plain hand. */
struct ddz_wants {
  uint8_t wilds;   /* wildcards at hand, 0..8 */
  uint8_t face;    /* what a group of wildcards only is: the highest wild rank; F: the flower; 0: no wilds */
  uint8_t solos;   /* single kickers still to be taken for planes, 0..5 */
  uint8_t pairs;   /* pair kickers still to be taken, 0..4 */
  uint8_t each;    /* most single kickers of one rank: the planes that take singles */
  uint8_t settled; /* 1: the kickers of the highest rank have been taken */
  uint8_t spare;   /* 1: the flower may stand in a run for a card that is there; see power.c */
  uint8_t every;   /* 1: all ways a rank's cards can settle, also those that are never best; for the walk */
};

struct ddz_state {
  ddz_hand hand; /* naturals of ranks 3..2 */
  struct ddz_wants wants;
};

/* Make states of equal value equal in bytes: wants that no longer matter become zero. */
static inline struct ddz_state ddz_state_settled(struct ddz_state state) {
  struct ddz_wants *wants = &state.wants;
  if (wants->wilds == 0) wants->face = wants->spare = 0;
  if (wants->solos == 0) wants->each = 0;
  if (wants->solos + wants->pairs == 0) wants->settled = 0;
  return state;
}

/* A hand taken apart: jokers aside, wildcards counted. */
struct ddz_parts {
  struct ddz_state state;
  ddz_hand wilds; /* the wildcards themselves */
  int jokers;     /* bit 0: B, bit 1: R */
};
struct ddz_parts ddz_parts_of(const struct ddz_rules *rules, ddz_hand hand);

/* ---- what the cards of one rank can become on their own, outside runs ----
 *
 * `naturals` cards of a rank, with some wildcards, fall into groups; every group has at least one natural.
 *
 *   form        cards   slots  weight
 *   solo          1       0    solo
 *   pair          2       0    pair
 *   trio          3       0    trio, bare
 *   trio open     3      +1    trio; somewhere a kicker fills it
 *   bomb          4..12   0    bomb; longer than four only with wild ranks
 *   kicker solo   1      -1    the bonus of the trio it fills
 *   kicker pair   2      -1    likewise
 *
 * A wildcard may be in any group of two and more; the flower only in bodies. */

enum ddz_form {
  DDZ_FORM_SOLO,
  DDZ_FORM_PAIR,
  DDZ_FORM_TRIO,
  DDZ_FORM_TRIO_OPEN,
  DDZ_FORM_BOMB,
  DDZ_FORM_KICKER_SOLO,
  DDZ_FORM_KICKER_PAIR,
  DDZ_FORMS
};

enum { DDZ_SPLIT_MAX = 4 }; /* groups: one natural each */

struct ddz_group {
  uint8_t form;     /* enum ddz_form */
  uint8_t naturals; /* 1..4 */
  uint8_t wilds;
};

struct ddz_split {
  int count;
  struct ddz_group group[DDZ_SPLIT_MAX];
};

typedef void ddz_split_visitor(void *self, const struct ddz_split *split);

/* Every way to split 1..4 naturals and exactly `wilds` wildcards (0..8, or 0..1 when they are the flower)
 * into groups, each way once. */
void ddz_each_split(int naturals, int wilds, bool flower, void *self, ddz_split_visitor *visit);

/* Of one group, of rank 3..2: its weight, and the slots it opens (or fills, negative). */
ddz_weight_sum ddz_group_weight(const struct ddz_group *group, int rank);
int ddz_group_slots(const struct ddz_group *group);

/* ---- its value ---- */

enum { DDZ_LANE_LEAST = -5, DDZ_LANE_MOST = 6, DDZ_LANES = DDZ_LANE_MOST - DDZ_LANE_LEAST + 1 };

struct ddz_lanes;

size_t ddz_lanes_size(void);
struct ddz_lanes *ddz_lanes_init(void *memory); /* 64-byte aligned, ddz_lanes_size bytes; never fails */
void ddz_lanes_reset(struct ddz_lanes *lanes);  /* forget every state */

/* The value of a state: a pointer to its lane 0, good until the next call. Lanes are exact under `every`;
 * without, some that a best partition never needs are too low. */
const ddz_weight_sum *ddz_lanes_of(struct ddz_lanes *lanes, const struct ddz_state *state);

#endif
