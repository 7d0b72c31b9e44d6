/* run.h - the runs a hand can fill from a given highest rank, for the evaluator's loops.
 *
 * A run is 5 and more ranks of single cards, 3 and more of pairs or 2 and more of trios within 3..A.
 * Wildcards fill what it lacks: where the hand has k of the n cards wanted, n - k.
 *
 * The visitors are inlined: with a constant visitor and a constant 0 for the wildcards the compiler removes
 * the general code. Pure. */
#ifndef DDZ_CORE_RUN_H
#define DDZ_CORE_RUN_H

#include "core/base/hand.h"

#define DDZ_INLINE static inline __attribute__((always_inline))

enum { DDZ_RUN_SOLO = 5, DDZ_RUN_PAIR = 3, DDZ_RUN_TRIO = 2 }; /* shortest runs, in ranks */

struct ddz_run {
  ddz_hand take;  /* natural cards */
  uint8_t body;   /* copies of each rank, 1..3 */
  uint8_t rank;   /* lowest */
  uint8_t length; /* ranks */
  uint8_t wilds;  /* wildcards beside them */
};

typedef void ddz_run_visitor(void *self, const struct ddz_run *run);

/* The run with one more wildcard in place of each of its naturals in turn, but for the last of rank `top`. */
DDZ_INLINE void ddz_run_spared(struct ddz_run run, int top, void *self, ddz_run_visitor *visit) {
  run.wilds++;
  for (int rank = run.rank; rank <= top; rank++) {
    if (ddz_hand_count(run.take, rank) <= (rank == top)) continue;
    struct ddz_run spared = run;
    spared.take -= ddz_hand_of(rank, 1);
    visit(self, &spared);
  }
}

/* Every run whose highest natural card is of rank `top`, the highest rank of `hand`; with `spare` also those
 * that spare a card (ddz_run_spared). */
DDZ_INLINE void ddz_each_run(ddz_hand hand, int top, int wilds, bool spare, void *self,
                             ddz_run_visitor *visit) {
  static const uint8_t shortest[] = {0, DDZ_RUN_SOLO, DDZ_RUN_PAIR, DDZ_RUN_TRIO};
  for (int body = 1; body <= 3; body++)
    for (int high = top; high <= DDZ_RANK_A && (high - top) * body <= wilds; high++) {
      int lack = (high - top) * body;
      ddz_hand take = 0;
      for (int low = top; low >= 0; low--) {
        int have = ddz_hand_count(hand, low), use = have < body ? have : body;
        lack += body - use;
        if (lack > wilds) break;
        take |= ddz_hand_of(low, use);
        if (high - low + 1 < shortest[body]) continue;
        struct ddz_run run = {take, (uint8_t)body, (uint8_t)low, (uint8_t)(high - low + 1), (uint8_t)lack};
        visit(self, &run);
        if (spare && lack < wilds) ddz_run_spared(run, top, self, visit);
      }
    }
}

/* Every run of trios with room for kickers, 2..5 ranks, its lowest rank at least `from`; at least one card is
 * natural. */
DDZ_INLINE void ddz_each_plane(ddz_hand hand, int from, int wilds, void *self, ddz_run_visitor *visit) {
  for (int low = from; low < DDZ_RANK_A; low++) {
    int lack = 0;
    ddz_hand take = 0;
    for (int high = low; high <= DDZ_RANK_A && high < low + 5; high++) {
      int have = ddz_hand_count(hand, high), use = have < 3 ? have : 3;
      lack += 3 - use;
      if (lack > wilds) break;
      take |= ddz_hand_of(high, use);
      if (high == low || take == 0) continue;
      struct ddz_run run = {take, 3, (uint8_t)low, (uint8_t)(high - low + 1), (uint8_t)lack};
      visit(self, &run);
    }
  }
}

#endif
