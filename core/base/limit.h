/* limit.h - how much one call may do: a number of nodes, and until it is stopped; and how much is left of
 * that. */
#ifndef DDZ_CORE_LIMIT_H
#define DDZ_CORE_LIMIT_H

#include "core/base/stop.h"

struct ddz_limit {
  uint64_t nodes;              /* 0: no bound */
  const struct ddz_stop *stop; /* asked every 16 to 1,024 nodes; NULL: never */
};

/* Does it end at some time? */
static inline bool ddz_limit_in_time(const struct ddz_limit *limit) {
  return limit->stop != NULL && limit->stop->clock_us != NULL;
}

/* What a search has used of it. Nodes are counted by the caller. The stop token is asked every `check_every`
 * nodes only, because it looks at a clock. */
struct ddz_budget {
  const struct ddz_limit *limit;    /* of the request; its `nodes` are not looked at */
  uint64_t node_limit;              /* 0: no bound */
  uint64_t nodes;                   /* used so far */
  uint64_t check_every, next_check; /* nodes: between two looks at the limit, and when the next one is due */
};

/* Is it used up? */
static inline bool ddz_budget_over(struct ddz_budget *budget) {
  const struct ddz_limit *limit = budget->limit;
  if (budget->node_limit != 0 && budget->nodes >= budget->node_limit) return true;
  if (limit->stop == NULL || budget->nodes < budget->next_check) return false;
  budget->next_check = budget->nodes + budget->check_every;
  return ddz_stop_asked(limit->stop);
}

#endif
