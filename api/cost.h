/* cost.h - what a question will cost, told from what was read, before anything is computed.
 *
 * Pure functions, any thread. */
#ifndef DDZ_API_COST_H
#define DDZ_API_COST_H

#include <stdbool.h>
#include <stdint.h>

#include "core/robot/robot.h"

enum ddz_api_cost {
  DDZ_COST_BOUNDED, /* at most DDZ_COST_HERE_US: answer where you are */
  DDZ_COST_LONG     /* may take longer: work for a worker */
};

enum { DDZ_COST_SIZES = 16, DDZ_COST_HERE_US = 2000, DDZ_COST_SMALL_US = 100 };

struct ddz_cost {
  enum ddz_api_cost kind;
  unsigned size; /* of what is LONG: equal sizes of a route take about equal time; below DDZ_COST_SIZES */
  uint64_t at_most_us; /* by its own limit, in time or in nodes, or by what was counted; 0: not known */
  uint64_t own_us;     /* its own limit in time, from its arrival; 0: none */
};

/* What was counted: `us` at most. LONG where that is more than DDZ_COST_HERE_US. */
struct ddz_cost ddz_cost_counted(int size, uint64_t us);

/* LONG, its size cut to the largest there is, with limits of its own (0: none): ms, and nodes of `node_us`
 * each at most (0: not known). */
struct ddz_cost ddz_cost_long(int size, long long ms, long long nodes, unsigned node_us);

/* Of one search of a robot with these limits (0: none). */
struct ddz_cost ddz_cost_of_search(const struct ddz_rules *rules, const struct ddz_robot_request *ask,
                                   long long ms, long long nodes);

/* Of ranking all plays of a hand, and telling so many of them. */
struct ddz_cost ddz_cost_of_plays(const struct ddz_rules *rules, ddz_hand hand, long long told);

#endif
