/* route.h - what can be asked, and the three steps every question goes through.
 *
 *   read  once, where the request arrives: the whole body, checked, into the route's own struct. A body that
 *         cannot be answered is refused here and nowhere else.
 *   cost  from what was read: answer at once, or in a worker?
 *   run   on a thread with an engine: writes the answer. Only time, length and memory can refuse it then.
 *
 * The JSON is gone after `read`: a struct holds values, and texts of ours only. */
#pragma once

#include <stdbool.h>

#include "api/api.h"
#include "api/wire/play.h"
#include "core/robot/decide.h"

/* ---- a question while it runs ---- */

/* On the thread that owns the api: what `run` of a route gets beside the question and the writer. The engine,
 * the times, and the notes for the log. */
struct ddz_task {
  struct ddz_api *api;
  const struct ddz_span *span; /* when it must end */
  uint64_t arrived_us;         /* what the caller waits from */
  uint64_t started_us;         /* arrived_us and a wait in the queue */
  /* for the answer and the log; set by run */
  const char *engine; /* static text or NULL */
  uint64_t nodes;     /* 0: nothing was searched, and the answer does not speak of nodes ... */
  bool says_nodes;    /* ... but where it always does */
  bool refused;       /* it was to be searched and came too late for that: the answer is a problem */
  /* what limits the search: set by ddz_task_limit, or by the route where it has other limits */
  bool limited, came_late;          /* came_late: they were over before it began */
  uint64_t own_until_us, own_nodes; /* 0: none */
  struct ddz_api_notes notes;
  struct ddz_api_searches searches; /* counted by ddz_task_close or, where there are several, before it */
};

/* Limits of a search: nodes (0: none), and the earlier of the arrival + ms (0: none) and the task's deadline.
 * It also ends when others wait and it has had its turn. `stop` is filled, and must live as long as the limit
 * is used. */
struct ddz_limit ddz_task_limit(struct ddz_task *task, long long ms, long long nodes, struct ddz_stop *stop);

/* Is the task's deadline over, or does nobody wait for its answer any more? */
bool ddz_task_is_late(const struct ddz_task *task);

/* Do others wait, and has this had its turn? */
bool ddz_task_is_busy(const struct ddz_task *task);

/* Is it to end with what it has: late or busy? */
bool ddz_task_is_over(const struct ddz_task *task);

/* For log and metrics: the preset; did a search end before its limit (`early`), has it proved what it says.
 * It looks at the clock: after ddz_task_close.
 */
void ddz_task_tell(struct ddz_task *task, const char *preset, const struct ddz_limit *limit, bool proved);

/* Close the object of an engine's answer: `engine`, and `stands_in_for` where it is another than `wanted`
 * (NULL: any); `nodes` where it searched; `elapsed_us`, and `waited_ms` before that, where it waited; where
 * something was limited `limit_reached`, and `busy` where others took from its time: more than half of it, or
 * what came after its turn. With engine `wanted` by name only (`insists`) and its time over before it
 * began, the answer is refused instead. */
void ddz_task_close(struct ddz_task *task, struct ddz_writer *out, const char *engine, const char *wanted,
                    bool insists);

/* Count the search whose limit is the last of ddz_task_limit: `engine` responds, `wanted` was to (NULL: any).
 */
void ddz_task_count(struct ddz_task *task, const char *engine, const char *wanted);

/* One note more; what there is no room for is dropped. */
void ddz_note(struct ddz_api_notes *notes, const char *name, const char *text, uint64_t number);

/* ---- what a question will cost ---- */

/* What was counted: `us` at most. LONG where that is more than DDZ_COST_HERE_US. */
struct ddz_cost ddz_cost_counted(int group, uint64_t us);

/* LONG, its group cut to the last there is, with limits of its own (0: none): ms, and nodes of `node_us`
 * each at most (0: not known). */
struct ddz_cost ddz_cost_long(int group, long long ms, long long nodes, unsigned node_us);

/* Of one search of a robot with these limits (0: none). */
struct ddz_cost ddz_cost_of_search(const struct ddz_rules *rules, const struct ddz_robot_request *ask,
                                   long long ms, long long nodes);

/* Of ranking all plays of a hand, and telling so many of them. */
struct ddz_cost ddz_cost_of_plays(const struct ddz_rules *rules, ddz_hand hand, long long told);

/* ---- what can be asked ---- */

struct ddz_handler {
  size_t size; /* bytes of the question; 0: there is nothing to read */
  /* Into `question`, zeroed and aligned for any type. False: the problem is filled in. Any thread. */
  bool (*read)(const struct ddz_field *body, void *question);
  struct ddz_cost (*cost)(const void *question); /* NULL: bounded. Any thread */
  void (*run)(struct ddz_task *task, const void *question, struct ddz_writer *out);
  void (*close)(void *question); /* frees what it owns; NULL: nothing */
  const char *lower;             /* the field that makes a shorter answer; NULL: there is none */
};

#define ROUTE(method, path, name, longest) extern const struct ddz_handler ddz_handle_##name;
#include "api/routes.def"

enum ddz_length { DDZ_LENGTH_ANSWER = 0, DDZ_LENGTH_BATCH = -1 };

/* A row of routes.def. */
struct ddz_api_route {
  const char *method, *path;
  const struct ddz_handler *handler;
  int longest; /* bytes no answer of it comes to; or, of enum ddz_length, as long as the options let it be */
};

/* The route of a path, whatever its method; NULL when there is none. */
const struct ddz_api_route *ddz_route_of(const char *path);

/* "; did you mean '/prompt'?", or "". */
struct ddz_phrase ddz_route_near(const char *path);

/* Read a body into a question, which the caller frees in any case, after `close`. False: the problem is
 * filled in. */
bool ddz_route_read(const struct ddz_api_route *route, const struct ddz_field *body, void **question);

/* What a question that was read will cost. */
struct ddz_cost ddz_route_cost(const struct ddz_api_route *route, const void *question);

/* ---- its answer ---- */

/* Run a question that was read. */
void ddz_answer_run(struct ddz_api *api, const struct ddz_api_route *route, const void *question,
                    const struct ddz_span *span, struct ddz_answer *answer);

/* The problem as the answer. */
void ddz_answer_problem(const struct ddz_problem *problem, struct ddz_answer *answer);

/* Memory is short; false, to return it. */
bool ddz_memory_problem(struct ddz_problem *problem);
