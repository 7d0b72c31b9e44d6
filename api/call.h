/* call.h - one request, from its bytes to the bytes of its answer.
 *
 *   ddz_api_open   any thread, cheap: find the route, read and check the body, tell the cost
 *   ddz_api_run    the thread that owns `api`: compute; the answer is a text
 *   ddz_api_close  any thread: free
 *
 * After open, `status` is 0 when there is work to run, else the answer (an error) is ready already. A call
 * with work is one that can be answered: nothing wrong is left in it.
 * No input makes a 500: every error is an RFC 9457 problem object with a stable `code` (problem.h). */
#ifndef DDZ_API_CALL_H
#define DDZ_API_CALL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/thread.h"
#include "core/robot/robot.h"

/* ---- what an answer adds to the log ---- */

/* Beside engine and nodes: static texts and numbers; never cards. No allocation, any thread. */
struct ddz_api_notes {
  struct ddz_api_note {
    const char *name, *text; /* text NULL: the number */
    uint64_t number;
  } note[6];
  size_t count;
};

/* One more; what there is no room for is dropped. */
void ddz_note(struct ddz_api_notes *notes, const char *name, const char *text, uint64_t number);

/* ---- an answer ---- */

/* When a request came, and when it must be answered; host clock, 0: not told, none. And in which language its
 * problem is told. */
struct ddz_span {
  uint64_t arrived_us, deadline_us;
  const atomic_int *word; /* who says that it must end (core/base/stop.h); NULL: nobody */
  bool chinese;
};

/* As it goes back to the caller: what was asked for, or a problem. */
struct ddz_answer {
  int status;               /* 0: not yet */
  const char *content_type; /* application/json or DDZ_API_PROBLEM_TYPE */
  char *text; /* NUL-terminated; its owner calls free(). NULL only when memory was too short even
                 for the problem: status is 503 */
  size_t length;
  const char *code;   /* the problem's, for the log; static text or NULL */
  const char *engine; /* likewise */
  uint64_t nodes;
  struct ddz_api_notes notes;
};

/* ---- what a question will cost ---- */

/* Told from what was read, before anything is computed. Pure functions, any thread. */
enum ddz_api_cost {
  DDZ_COST_BOUNDED, /* at most DDZ_COST_HERE_US: answer where you are */
  DDZ_COST_LONG     /* may take longer: work for a worker */
};

enum { DDZ_COST_SIZES = 16, DDZ_COST_HERE_US = 2000, DDZ_COST_SMALL_US = 100 };

struct ddz_cost {
  enum ddz_api_cost kind;
  unsigned size; /* of what is LONG: equal sizes of a route take about equal time; below DDZ_COST_SIZES */
  uint64_t at_most_us; /* by its own limit, in time or in nodes, or by what was counted; 0: not known */
  uint64_t own_us;     /* its own limit in time, from its arrival; 0: none */
};

/* What was counted: `us` at most. LONG where that is more than DDZ_COST_HERE_US. */
struct ddz_cost ddz_cost_counted(int size, uint64_t us);

/* LONG, its size cut to the largest there is, with limits of its own (0: none): ms, and nodes of `node_us`
 * each at most (0: not known). */
struct ddz_cost ddz_cost_long(int size, long long ms, long long nodes, unsigned node_us);

/* Of one search of a robot with these limits (0: none). */
struct ddz_cost ddz_cost_of_search(const struct ddz_rules *rules, const struct ddz_robot_request *ask,
                                   long long ms, long long nodes);

/* Of ranking all plays of a hand, and telling so many of them. */
struct ddz_cost ddz_cost_of_plays(const struct ddz_rules *rules, ddz_hand hand, long long told);

/* ---- a call ---- */

struct ddz_api_request {
  const char *method;       /* "GET", "POST", ... */
  const char *path;         /* without query, nothing decoded */
  const char *content_type; /* NULL when the request has none */
  const char *body;
  size_t length;
  unsigned dropins;    /* what is served besides our routes (api/dropin/names.h) */
  uint64_t arrived_us; /* host clock: limits in ms count from here, a wait in a queue included; 0: from run */
  /* Called with `length` before the body is parsed and with 0 after it. True: memory is or was short, which
   * jansson 2.14 may overlook; nothing is parsed, or it is thrown away. What was parsed is freed on the same
   * thread before the next call. NULL: nobody knows. */
  bool (*guard_memory)(size_t length);
};

struct ddz_api_call {
  /* set by open */
  const struct ddz_api_route *route; /* NULL: no such path */
  const char *route_path;            /* static text for metrics and logs: the route's path or "other" */
  void *question;                    /* what was read, owned; NULL: nothing */
  struct ddz_cost cost;
  struct ddz_span span;     /* deadline and word are set by the server between open and run */
  const char *allow;        /* for 405, else NULL */
  struct ddz_answer answer; /* its text is released by close */
};

/* Never fails: errors become the answer. `call` needs no initialisation. The request's bytes are not needed
 * after it. */
void ddz_api_open(struct ddz_api_call *call, const struct ddz_api_request *request);
void ddz_api_run(struct ddz_api *api, struct ddz_api_call *call);
void ddz_api_close(struct ddz_api_call *call);

/* How many times as long as others a body for this path may be: 16 for a batch, else 1. */
unsigned ddz_api_body_times(const char *path);

/* The route table, for metrics, tests and the openapi check: fills method and path of route `i`;
 * false past the end. */
bool ddz_api_route_at(size_t i, const char **method, const char **path);

/* Likewise of what a set of drop-ins adds. */
bool ddz_api_dropin_route_at(unsigned dropins, size_t i, const char **method, const char **path);

#endif
