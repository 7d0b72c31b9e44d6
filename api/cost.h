/* cost.h - what a question will cost, told from what was read, before anything is computed.
 *
 * Pure functions, any thread. */
#ifndef DDZ_API_COST_H
#define DDZ_API_COST_H

#include <stdint.h>

#include "core/rules/rules.h"

enum ddz_api_cost {
  DDZ_COST_BOUNDED, /* microseconds to a few milliseconds: answer where you are */
  DDZ_COST_LONG     /* may take longer: belongs into a worker */
};

enum { DDZ_COST_SIZES = 16 };

/* All zero: bounded. */
struct ddz_cost {
  enum ddz_api_cost kind;
  unsigned size; /* of what is LONG: equal sizes of a route take about equal time; below DDZ_COST_SIZES */
  uint64_t at_most_us; /* its own limit in time; 0: none */
};

/* LONG, its size cut to the largest there is. */
struct ddz_cost ddz_cost_long(int size, uint64_t at_most_us);

/* Of ranking all plays of a hand: LONG with many wildcards. */
struct ddz_cost ddz_cost_of_plays(const struct ddz_rules *rules, ddz_hand hand);

#endif
