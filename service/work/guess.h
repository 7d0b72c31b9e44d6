/* guess.h - how long will a request take, from experience?
 *
 * One moving mean for each route and size. The api decides what a size is; only equal sizes are
 * compared. A single outlier hardly moves the mean: a sample counts for an eighth, and at most four times the
 * guess plus a millisecond of it. Any thread; two that learn at the same moment may lose one of the two. */
#ifndef DDZ_SERVICE_GUESS_H
#define DDZ_SERVICE_GUESS_H

#include "service/ops/metrics.h"

#define GUESS_SIZES 16u
#define GUESS_UNKNOWN_US 10000u /* before the first sample */

/* Zeroed memory knows nothing yet. */
struct guess {
  atomic_uint_fast64_t us[METRICS_ROUTES_MAX][GUESS_SIZES];
};

/* GUESS_UNKNOWN_US: it is not known yet. */
uint64_t guess_us(struct guess *guess, size_t route, unsigned size);
void guess_learn(struct guess *guess, size_t route, unsigned size, uint64_t took_us);

#endif
