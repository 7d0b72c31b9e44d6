/* rate.h - "ddz-bench 1": how strong is a player, as one number that others can repeat?
 *
 * Two parts of the same seed: `douzero`, the landlord drawn, each deal played twice; `standard`, called, each
 * deal six times (match.h). In each the player meets `random` and levels 1 to 10 of the package. The rating
 * is the mean share of games it wins in the first part; the second gives points a seat and game.
 *
 * Nothing here changes: another field, deal or rule would be "ddz-bench 2". */
#ifndef DDZ_TOOLS_ARENA_RATE_H
#define DDZ_TOOLS_ARENA_RATE_H

#include "tools/arena/match.h"

enum { RATE_PARTS = 2, RATE_DEALS = 10000, RATE_SLOW_DEALS = 100 /* against level 10, which searches */ };

struct rating {
  /* Means over the opponents, and half the width of their 95 % intervals: a deal is one sample, whoever met
   * in it. */
  struct {
    double won, won_margin, points, points_margin;
  } part[RATE_PARTS];
  struct account account; /* of the player */
  double cpu_ns;
  long memory; /* KiB, of a program */
};

/* Play a part, with threads, timeout, json, replay and progress of `how`, on the first `deals` deals, against
 * level 10 on `slow` of them at most, and put it into `rating`, which starts zeroed. `told` gets each match
 * when it is over. NULL, or why it could not be played. */
const char *rate_part(int part, const struct match_options *how, uint64_t deals, uint64_t slow,
                      const struct spec *player, void (*told)(const struct match *match),
                      struct rating *rating);

#endif
