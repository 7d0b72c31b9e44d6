/* state.h - what is left of a hand while its power is computed: the cards, and what they still want.
 *
 * A state is a hand of ranks 3..2 (jokers are settled outside) with the wildcards, and the kickers that
 * chosen planes still lack. Its value is in lanes.h. Pure. */
#ifndef DDZ_CORE_VALUE_STATE_H
#define DDZ_CORE_VALUE_STATE_H

#include "core/rules/pattern.h"

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
struct ddz_problem {
  struct ddz_state state;
  ddz_hand wilds; /* the wildcards themselves */
  int jokers;     /* bit 0: B, bit 1: R */
};
struct ddz_problem ddz_problem_of(const struct ddz_rules *rules, ddz_hand hand);

#endif
