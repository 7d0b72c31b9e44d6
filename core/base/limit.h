/* limit.h - how much one call may do: a number of nodes, and until it is stopped. */
#ifndef DDZ_CORE_LIMIT_H
#define DDZ_CORE_LIMIT_H

#include "stop.h"

struct ddz_limit {
  uint64_t nodes;              /* 0: no bound */
  const struct ddz_stop *stop; /* asked every 16 to 1,024 nodes; NULL: never */
};

/* Does it end at some time? */
static inline bool ddz_limit_in_time(const struct ddz_limit *limit) {
  return limit->stop != NULL && limit->stop->clock_us != NULL;
}

#endif
