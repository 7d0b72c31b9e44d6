/* task.h - one question while it runs, on the thread that owns the api.
 *
 * What `run` of a route gets beside the question and the writer: the engine, the times, and the notes for the
 * log. */
#ifndef DDZ_API_TASK_H
#define DDZ_API_TASK_H

#include <stdbool.h>

#include "api/result.h"
#include "api/thread.h"
#include "api/wire/write.h"
#include "core/base/limit.h"

struct ddz_task {
  struct ddz_api *api;
  const struct ddz_span *span; /* when it must end */
  uint64_t arrived_us;         /* what the caller waits from */
  uint64_t started_us;         /* arrived_us and a wait in the queue */
  /* for the answer and the log; set by run */
  const char *engine; /* static text or NULL */
  uint64_t nodes;     /* 0: nothing was searched, and the answer does not speak of nodes ... */
  bool says_nodes;    /* ... but where it always does */
  bool refused;       /* it was to be searched and got no time at all: the answer is a problem */
  /* set by ddz_task_limit: what limits the search */
  bool limited;
  uint64_t own_until_us, own_nodes; /* 0: none */
  struct ddz_api_notes notes;
};

/* Limits of a search: nodes (0: none), and the earlier of the arrival + ms (0: none) and the task's deadline.
 * It also ends when others wait and it has had its turn. `stop` is filled, and must live as long as the limit
 * is used. */
struct ddz_limit ddz_task_limit(struct ddz_task *task, uint64_t ms, uint64_t nodes, struct ddz_stop *stop);

/* Is the task's deadline over, or does nobody wait for its answer any more? */
bool ddz_task_is_late(const struct ddz_task *task);

/* Do others wait, and has this had its turn? */
bool ddz_task_is_busy(const struct ddz_task *task);

/* For log and metrics: the preset; did a search end before its limit (`early`), has it proved what it says.
 * It looks at the clock: after ddz_task_close.
 */
void ddz_task_tell(struct ddz_task *task, const char *preset, const struct ddz_limit *limit, bool proved);

/* Close the object of an engine's answer: `engine`, and `stands_in_for` where it is another than `wanted`
 * (NULL: any); `nodes` where it searched; `elapsed_us`, and `waited_ms` before that, where it waited; where
 * something was limited `limit_reached`, and `busy` where others took from its time: more than half of it, or
 * what came after its turn. With engine `wanted` by name only (`insists`) and no time at all for it, the
 * answer is refused instead. */
void ddz_task_close(struct ddz_task *task, struct ddz_writer *out, const char *engine, const char *wanted,
                    bool insists);

#endif
