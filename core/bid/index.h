/* index.h - S0's points of big cards: how good a hand is to call with, in one number.
 *
 * Pure: no allocation, no globals, any thread; a few dozen instructions. */
#ifndef DDZ_CORE_BID_INDEX_H
#define DDZ_CORE_BID_INDEX_H

#include "core/rules/rules.h"

/* S0's landlord index: min(30, points) / 30 with points: both jokers 8, big alone 4, small alone 3, flower 3,
 * 2 per two, 6 per four of a kind 3..A. Ours: a wild rank's card 3, like the flower, and it counts for
 * nothing else. */
double ddz_landlord_index(const struct ddz_rules *rules, ddz_hand hand);

/* S0's `bigEnough`: both jokers, or four 2s. */
bool ddz_must_call(ddz_hand hand);

#endif
