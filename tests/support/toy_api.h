/* toy_api.h - one api for a fuzz target, with a little memory and a small net of random weights.
 *
 * `now_us`: its clock, NULL for none; only that of the first call counts. Aborts where there is no memory. */
#ifndef DDZ_TESTS_TOY_API_H
#define DDZ_TESTS_TOY_API_H

#include "api/api.h"

struct ddz_api *toy_api(uint64_t (*now_us)(void *self));

#endif
