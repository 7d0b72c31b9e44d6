#include "plays_left.h"

#include <string.h>

#include "attack.h"

void ddz_plays_left_reset(struct ddz_left_slot *slots) { memset(slots, 0, DDZ_LEFT_SLOTS * sizeof *slots); }

/* The best of every chain of so many copies; a chain of trios takes a kicker along for each of its ranks. */
static int left_chains(const struct ddz_solver_caps *caps, struct ddz_left_slot *slots, ddz_hand hand,
                       uint32_t links, int copies, int shortest, int best) {
  uint32_t ranks = ddz_hand_at_least(hand, copies), start = ranks;
  for (int length = 2; start != 0; length++) {
    start &= ranks >> (length - 1) & links >> (length - 2);
    if (length < shortest) continue;
    for (uint32_t s = start; s != 0; s &= s - 1) {
      ddz_ranks run = ddz_ranks_run(__builtin_ctz(s), length);
      int left = ddz_plays_left_chained(caps, slots, hand - ddz_hand_spread(run, copies), links);
      if (copies == 3) left = left > length ? left - length : left > 0;
      if (1 + left < best) best = 1 + left;
    }
  }
  return best;
}

int ddz_plays_left_chained(const struct ddz_solver_caps *caps, struct ddz_left_slot *slots, ddz_hand hand,
                           uint32_t links) {
  uint32_t one = ddz_hand_at_least(hand, 1), two = ddz_hand_at_least(hand, 2),
           three = ddz_hand_at_least(hand, 3);
  bool solos = ddz_ranks_in_runs(one, links, DDZ_LEAST_SOLO_CHAIN) != 0,
       pairs = ddz_ranks_in_runs(two, links, DDZ_LEAST_PAIR_CHAIN) != 0,
       trios = ddz_ranks_in_runs(three, links, DDZ_LEAST_TRIO_CHAIN) != 0;
  if (!solos && !pairs && !trios) return ddz_plays_left_simple(hand);
  uint64_t hash = (hand ^ (uint64_t)links << 40) * 0x9E3779B97F4A7C15ull;
  struct ddz_left_slot *slot = &slots[hash >> 52];
  if (slot->hand == hand && slot->links == links && slot->left != 0) return (int)slot->left;
  int best = ddz_plays_left_simple(hand);
  if (solos && ddz_solver_may(caps, DDZ_SOLO_CHAIN))
    best = left_chains(caps, slots, hand, links, 1, DDZ_LEAST_SOLO_CHAIN, best);
  if (pairs && ddz_solver_may(caps, DDZ_PAIR_CHAIN))
    best = left_chains(caps, slots, hand, links, 2, DDZ_LEAST_PAIR_CHAIN, best);
  if (trios) best = left_chains(caps, slots, hand, links, 3, DDZ_LEAST_TRIO_CHAIN, best);
  *slot = (struct ddz_left_slot){hand, links, (uint32_t)best};
  return best;
}
