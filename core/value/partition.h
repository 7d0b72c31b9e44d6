/* partition.h - the best ways to split a hand into plays.
 *
 * By the power of power.h. Exact. */
#pragma once

#include "prompt.h"

/* A way to split a hand. */
struct ddz_partition {
  ddz_weight_sum weight; /* power and plays (power.h) */
  int plays;
  struct ddz_play play[DDZ_HAND_MAX]; /* chains first, then by kind and rank; cards are the hand's own */
};

/* The `k` best partitions, best first, ties by fewer plays. The prompter gives the power and room for
 * lists: what it keeps for ddz_prompter_out stays. Partitions that differ only in which body
 * takes which kicker count as one. Wildcards fill what bodies lack; using one with another natural card
 * instead does not make a further partition. Forbidden patterns are not looked at.
 * Returns how many there are, at most k. Cost for k = 3 and 17 cards: about 20 us, with the
 * flower 100, with eight wildcards two ms. */
int ddz_partitions(struct ddz_prompter *prompter, const struct ddz_rules *rules, ddz_hand hand, int k,
                   struct ddz_partition *out);
