/* limit.h - how much one call may do.
 *
 * The core has no clock. A limit is a number of nodes, and a function of the caller that says when time is
 * over. */
#ifndef DDZ_CORE_LIMIT_H
#define DDZ_CORE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

struct ddz_limit {
  uint64_t nodes;              /* 0: none */
  bool (*expired)(void *self); /* asked every 16 to 1,024 nodes; NULL: never */
  void *self;
};

#endif
