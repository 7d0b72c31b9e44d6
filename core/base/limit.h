/* limit.h - how much one call may do: a number of nodes, and until it is stopped; and how much is left of
 * that. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- must this work end now? ----
 *
 * One token for each request, given down to whoever works on it. It stops the work in two ways: a word that
 * any thread may set, and a deadline on a clock of the caller. Checking has no side effect, and costs a load
 * and a look at the clock.
 *
 *   NOT    go on
 *   BUSY   others wait, and this work has had its turn: it ends with what it has, and says so
 *   LEFT   nobody waits for the answer any more */

enum ddz_stop_word { DDZ_STOP_NOT, DDZ_STOP_BUSY, DDZ_STOP_LEFT };

struct ddz_stop {
  const atomic_int *word;           /* enum ddz_stop_word. NULL: nobody can say one */
  uint64_t (*clock_us)(void *self); /* NULL: no deadline */
  void *self;
  uint64_t until_us; /* the deadline on that clock */
};

static inline bool ddz_stop_asked(const struct ddz_stop *stop) {
  if (stop->word != NULL && atomic_load_explicit(stop->word, memory_order_relaxed) != DDZ_STOP_NOT)
    return true;
  return stop->clock_us != NULL && stop->clock_us(stop->self) >= stop->until_us;
}

/* ---- a limit, and what is used of it ---- */

struct ddz_limit {
  uint64_t nodes;              /* 0: no bound */
  const struct ddz_stop *stop; /* asked every 16 to 1,024 nodes; NULL: never */
};

/* Does it end at some time? */
static inline bool ddz_limit_in_time(const struct ddz_limit *limit) {
  return limit->stop != NULL && limit->stop->clock_us != NULL;
}

/* What a search has used of it. Nodes are counted by the caller. The stop token is asked every
 * DDZ_BUDGET_CHECK nodes only, because it looks at a clock. */
enum { DDZ_BUDGET_CHECK = 16 };
struct ddz_budget {
  const struct ddz_limit *limit; /* of the request; its `nodes` are not looked at */
  uint64_t node_limit;           /* 0: no bound */
  uint64_t nodes;                /* used so far */
  uint64_t next_check;           /* so many nodes: when the next look at the limit is due */
};

/* Is it used up? */
static inline bool ddz_budget_over(struct ddz_budget *budget) {
  const struct ddz_limit *limit = budget->limit;
  if (budget->node_limit != 0 && budget->nodes >= budget->node_limit) return true;
  if (limit->stop == NULL || budget->nodes < budget->next_check) return false;
  budget->next_check = budget->nodes + DDZ_BUDGET_CHECK;
  return ddz_stop_asked(limit->stop);
}
