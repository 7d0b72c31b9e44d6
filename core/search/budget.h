/* budget.h - how much may the search still do?
 *
 * Nodes are counted by the caller. The request's stop token is asked every `check_every` nodes only, because
 * it looks at a clock. */
#ifndef DDZ_CORE_BUDGET_H
#define DDZ_CORE_BUDGET_H

#include "core/base/limit.h"

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
