/* pairs.h - farmers who do not play alike: how much does a mixed pair lose?
 *
 * Every ordered pair of the given players, one as landlord_down and one as landlord_up, plays the same deals
 * against one landlord, with the same random numbers. The landlord is always the same player, so nothing has
 * to be mirrored: what a deal favours it favours for every pair.
 *
 * The gap of a pair is what it makes of a deal less the mean of what its two players make of it when each is
 * his own partner, and its interval is that of these differences. Below zero the two would rather have had
 * their own kind. One seat may need the better player more than the other: the mean of both ways is free of
 * that. For players who play alike every gap is 0 on every deal. */
#pragma once

#include "tools/arena/match.h"

/* What farmers made of their deals; a deal is one sample. */
struct yield {
  struct sum wins, points; /* points: of both together */
};

struct pair {
  struct yield games, gap;
  struct yield both; /* the mean gap of this pair and the same two with their seats changed */
};

struct pairs {
  const struct spec *landlord, *farmer; /* n farmers */
  size_t n;
  struct pair *pair;      /* n x n: landlord_down's row, landlord_up's column */
  struct yield mixed;     /* the mean gap of all mixed pairs */
  struct account account; /* of all players together */
  uint64_t deals;
};

/* Play; the caller fills landlord, farmer, n and pair, and starts the rest zeroed. The landlord is drawn
 * (options->calling is not read), and there is no test. NULL, or why it could not be played to its end:
 * static text. */
const char *pairs_play(const struct match_options *options, struct pairs *pairs);
