/* task.h - one question while it runs, on the thread that owns the api.
 *
 * What `run` of a route gets beside the question and the writer: the engine, the times, and the notes for the
 * log. */
#ifndef DDZ_API_TASK_H
#define DDZ_API_TASK_H

#include <stdbool.h>

#include "api/notes.h"
#include "api/thread.h"
#include "api/wire/write.h"
#include "core/base/limit.h"

struct ddz_task {
  struct ddz_api *api;
  uint64_t arrived_us;  /* what the caller waits from */
  uint64_t started_us;  /* arrived_us and a wait in the queue */
  uint64_t deadline_us; /* 0: none */
  /* for the answer and the log; set by run */
  const char *engine; /* static text or NULL */
  uint64_t nodes;     /* 0: nothing was searched, and the answer does not speak of nodes ... */
  bool says_nodes;    /* ... but where it always does */
  struct ddz_api_notes notes;
};

/* Limits of a search: nodes (0: none), and the earlier of the arrival + ms (0: none) and the task's deadline.
 * `clock` must live as long as the limit is used. */
struct ddz_clock {
  const struct ddz_host *host;
  uint64_t until_us;
};
struct ddz_limit ddz_task_limit(const struct ddz_task *task, uint64_t ms, uint64_t nodes,
                                struct ddz_clock *clock);

/* Close the object of an engine's answer: `engine`, `nodes` where it searched, `elapsed_us`. */
void ddz_task_close(struct ddz_task *task, struct ddz_writer *out, const char *engine);

#endif
