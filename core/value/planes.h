/* planes.h - the sets of planes with kickers in a hand.
 *
 * A hand of 21 cards holds two at most. Their kickers are of one kind and of distinct ranks, so they are
 * chosen first and the rest of the hand is a state that lacks their kickers. */
#ifndef DDZ_CORE_VALUE_PLANES_H
#define DDZ_CORE_VALUE_PLANES_H

#include "lanes.h"
#include "weights.h"

/* A plane with kickers: its body. */
struct ddz_plane {
  ddz_hand take; /* naturals */
  uint8_t kind, rank, length, wilds;
};

/* One or two of them, taken out of a hand before all else. */
struct ddz_planes {
  int count;
  struct ddz_plane plane[2];
  ddz_weight_sum weight;
};

typedef void ddz_planes_visitor(void *self, const struct ddz_planes *planes, const struct ddz_state *rest);

/* Every set of one or two planes with kickers in a hand; `rest` is the hand without their bodies, wanting
 * their kickers. */
void ddz_each_planes(const struct ddz_parts *parts, void *self, ddz_planes_visitor *visit);

#endif
