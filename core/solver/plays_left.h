/* plays_left.h - about how many plays does a hand need? For the order of the search only.
 *
 * An estimate, mostly too high: each trio takes one kicker, each four takes two, and every way to play chains
 * first is tried. What hands with chains need is remembered in a small cache in given memory. Pure but
 * for that cache. */
#ifndef DDZ_CORE_SOLVER_PLAYS_LEFT_H
#define DDZ_CORE_SOLVER_PLAYS_LEFT_H

#include "bits.h"
#include "caps.h"

enum { DDZ_LEFT_SLOTS = 4096 };

struct ddz_left_slot {
  ddz_hand hand;
  uint32_t links;
  uint32_t left; /* 0: an empty slot */
};

/* Forget what was remembered; needed before the first use and when the rules change. */
void ddz_plays_left_reset(struct ddz_left_slot *slots);

/* Without chains: every trio takes a kicker along, every four takes two. */
static inline int ddz_plays_left_simple(ddz_hand h) {
  const uint64_t ones = DDZ_NIBBLE_ONES;
  ddz_hand one = (h | h >> 1 | h >> 2) & ones, three = (h + 5 * ones) >> 3 & ones, four = h >> 2 & ones;
  int ranks = (int)(one * ones >> 60), threes = (int)(three * ones >> 60), fours = (int)(four * ones >> 60);
  int loose = ranks - threes - threes - fours;
  if ((h & DDZ_HAND_ROCKET) == DDZ_HAND_ROCKET) loose--;
  return threes + (loose > 0 ? loose : 0);
}

/* With chains. */
int ddz_plays_left_chained(const struct ddz_solver_caps *caps, struct ddz_left_slot *slots, ddz_hand hand,
                           uint32_t links);

/* `hand` without wildcards; `slots`: DDZ_LEFT_SLOTS of them. */
static inline int ddz_plays_left(const struct ddz_solver_caps *caps, struct ddz_left_slot *slots,
                                 ddz_hand hand, uint32_t links) {
  return links == 0 ? ddz_plays_left_simple(hand) : ddz_plays_left_chained(caps, slots, hand, links);
}

#endif
