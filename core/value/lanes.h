/* lanes.h - what is left of a hand, how its cards split into runs and groups, and the power of it, for every
 * balance of kicker slots.
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
 * A hand without its wildcards, their number, and the kickers that chosen planes still lack. */

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
  ddz_hand hand; /* naturals */
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

/* A state without cards of a run, or all of the highest rank `top`, and wildcards beside them. */
static inline struct ddz_state ddz_state_without(struct ddz_state state, int top, ddz_hand take, int wilds) {
  state.hand -= take;
  state.wants.wilds -= (uint8_t)wilds;
  state.wants.settled = state.wants.settled && ddz_hand_count(state.hand, top) > 0;
  return ddz_state_settled(state);
}

/* Kickers of the highest rank that planes take: `solos` singles and, maybe, a pair with `wilds` wildcards in
 * it. */
struct ddz_serving {
  int solos, pairs, wilds;
};
typedef void ddz_serving_visitor(void *self, const struct ddz_serving *serving, const struct ddz_state *rest);

/* Every way to take them from a state of highest rank `top`, none at all first. */
void ddz_each_serving(const struct ddz_state *state, int top, void *self, ddz_serving_visitor *visit);

/* A hand taken apart: wildcards counted. */
struct ddz_parts {
  struct ddz_state state;
  ddz_hand wilds; /* the wildcards themselves */
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

struct ddz_form_row {
  uint8_t least, most; /* cards */
  int8_t slots;        /* it opens, or fills: negative */
  uint8_t kind;        /* of the play; kickers are none */
};
extern const struct ddz_form_row ddz_forms[DDZ_FORMS];

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

/* The weight of one group, of rank 3..2. */
ddz_weight_sum ddz_group_weight(const struct ddz_group *group, int rank);

/* ---- the runs a hand can fill from a given highest rank ----
 *
 * A run is 5 and more ranks of single cards, 3 and more of pairs or 2 and more of trios within 3..A.
 * Wildcards fill what it lacks: where the hand has k of the n cards wanted, n - k.
 *
 * The visitors are inlined: with a constant visitor and a constant 0 for the wildcards the compiler removes
 * the general code. */

#define DDZ_INLINE static inline __attribute__((always_inline))

struct ddz_run {
  ddz_hand take;  /* natural cards */
  uint8_t body;   /* copies of each rank, 1..3 */
  uint8_t rank;   /* lowest */
  uint8_t length; /* ranks */
  uint8_t wilds;  /* wildcards beside them */
};

/* What it is as a play, bare. */
DDZ_INLINE enum ddz_kind ddz_run_kind(const struct ddz_run *run) {
  static const uint8_t kinds[] = {DDZ_PASS, DDZ_SOLO_CHAIN, DDZ_PAIR_CHAIN, DDZ_TRIO_CHAIN};
  return (enum ddz_kind)kinds[run->body];
}

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
  static const uint8_t shortest[] = {0, DDZ_LEAST_SOLO_CHAIN, DDZ_LEAST_PAIR_CHAIN, DDZ_LEAST_TRIO_CHAIN};
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

/* ---- the sets of planes with kickers in a hand ----
 *
 * A hand of 21 cards holds two at most. Their kickers are of one kind and of distinct ranks, so they are
 * chosen first and the rest of the hand is a state that lacks their kickers. */

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
