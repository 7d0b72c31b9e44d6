/* scan.h - two plain looks at a hand: S0's scan and S1's peel.
 *
 * Neither rates anything; they show what a person sees at a glance. Wildcards stand apart in both: they are
 * counted, never put into a run or group. Well under a microsecond. */
#ifndef DDZ_CORE_SCAN_H
#define DDZ_CORE_SCAN_H

#include "core/rules/pattern.h"

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

#endif
