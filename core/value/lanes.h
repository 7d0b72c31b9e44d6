/* lanes.h - the power of a state, for every balance of kicker slots.
 *
 * A trio opens a slot, a card or a pair elsewhere fills it. So the value of a state (state.h) is a vector:
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

#include "state.h"
#include "weights.h"

enum { DDZ_LANE_LEAST = -5, DDZ_LANE_MOST = 6, DDZ_LANES = DDZ_LANE_MOST - DDZ_LANE_LEAST + 1 };

struct ddz_lanes;

size_t ddz_lanes_size(void);
struct ddz_lanes *ddz_lanes_init(void *memory); /* 64-byte aligned, ddz_lanes_size bytes; never fails */
void ddz_lanes_reset(struct ddz_lanes *lanes);  /* forget every state */

/* The value of a state: a pointer to its lane 0, good until the next call. Lanes are exact under `every`;
 * without, some that a best partition never needs are too low. */
const ddz_weight_sum *ddz_lanes_of(struct ddz_lanes *lanes, const struct ddz_state *state);

#endif
