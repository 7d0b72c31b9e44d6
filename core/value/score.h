/* score.h - how other published robots look at a hand (core/README.md): S2's scores, S0's scan, S1's peel.
 *
 * S2's scores are the value that a game designer gives a play. The idea: a 3 costs as much as the big joker
 * gains; the value of a card is what it does for the lead. The numbers are rows of score.def, in two
 * versions. Pure tables; nanoseconds. */
#pragma once

#include "partition.h"

enum ddz_score_version { DDZ_SCORE_V1 = 1, DDZ_SCORE_V2 = 2 };

/* The sum over the plays of a partition. Where S2's tables are silent: a bare trio counts as one with a
 * kicker, a trio of 2s with a kicker as the trio alone, the rocket as its two jokers, bombs of any length as
 * a bomb. Of anything else of six cards and more 0, as S2 has it. */
int ddz_partition_score(enum ddz_score_version version, const struct ddz_partition *partition);

/* S2's tactics by the score of a hand; the thresholds are rows of score.def. */
const char *ddz_tactics_of(int hand_score); /* "attack", ... */

/* S2's big-card score, by which it calls. S2 names it without a formula; ours is derived from its tables: the
 * scores of what the hand has in jokers, 2s, aces and bombs, each rank taken as one solo, pair, trio or bomb.
 * A wildcard (the flower too) counts as a single 2 wherever it is. */
ddz_hand ddz_big_cards(const struct ddz_rules *rules, ddz_hand hand); /* the cards it counts */
int ddz_big_card_score(enum ddz_score_version version, const struct ddz_rules *rules, ddz_hand hand);

/* ---- two plain looks at a hand: S0's scan and S1's peel ----
 *
 * Neither rates anything; they show what a person sees at a glance. Wildcards stand apart in both: they are
 * counted, never put into a run or group. Well under a microsecond. */

/* S0's scan. run[n][r], n = 1..4, is the length of the run of ranks with at least n copies that ends at r;
 * runs stay within 3..A, so it is 0 for 2s, jokers and the flower. Example 334455: run[2][5] = 3. */
struct ddz_scan {
  uint8_t count[DDZ_RANKS]; /* natural cards of each rank */
  uint8_t run[5][DDZ_RANKS];
  ddz_hand wilds; /* the wildcards */
};
void ddz_scan_of(const struct ddz_rules *rules, ddz_hand hand, struct ddz_scan *out);

/* S1's peel: each step takes from what the steps before have left.
 *
 * Chains (of 3..A) take whole runs of ranks that still have enough copies, the lowest run first, again and
 * again until no run is long enough; they do break fours, as S1 does. Then ranks 3..A with exactly three, two
 * and one cards left; then all 2s as one item; then fours of 3..A; then the jokers, both as a rocket; then
 * the wildcards, one item a rank. */
struct ddz_peel {
  int items;
  struct ddz_peeled {
    const char *group;    /* "trio_chains", ... */
    struct ddz_play play; /* its cards and shape; the flower is shown as a solo though it never is a play */
  } item[DDZ_HAND_MAX];
};
void ddz_peel_of(const struct ddz_rules *rules, ddz_hand hand, struct ddz_peel *out);
