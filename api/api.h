/* api.h - requests in, answers out: the game's HTTP interface without HTTP, for a server or a program.
 *
 *   thread.h  what one thread needs to answer: an engine, trained nets, what it asks of its surroundings
 *   problem.h errors as text, also those a server finds by itself
 *
 * A request goes from the message it came in to the bytes of its answer:
 *
 *   ddz_api_open   any thread, cheap: find the route, read and check the body, tell the cost
 *   ddz_api_run    the thread that owns `api`: compute; the answer is a text
 *   ddz_api_close  any thread: free
 *
 * After open, `answer.status` is 0 when there is work to run, else the answer (an error) is ready already. A
 * request with work is one that can be answered: nothing wrong is left in it, and only time, length and
 * memory can still refuse it. No input makes a 500: every error is an RFC 9457 problem object with a stable
 * `code` (problem.h). */
#pragma once

#include "api/thread.h"
#include "api/version.h"
#include "api/wire/problem.h"
#include "core/base/limit.h"

/* ---- what an answer adds to the log ---- */

/* Beside engine and nodes: static texts and numbers; never cards. No allocation, any thread. */
struct ddz_api_notes {
  struct ddz_api_note {
    const char *name, *text; /* text NULL: the number */
    uint64_t number;
  } note[6];
  size_t count;
};

/* ---- how its searches went ---- */

/* A search is what has a limit of its own, in ms or nodes, its caller's or the default of its level: one of
 * /robot-move, /bid-advice, /solve and /review, one of each turn of a robot that searches at a /table; items
 * of a /batch as they would be alone. */
enum ddz_search_outcome {
  DDZ_SEARCH_WHOLE,    /* it had its limit, or was sure before */
  DDZ_SEARCH_CUT,      /* others took more than half of its time, or what came after its turn */
  DDZ_SEARCH_STOOD_IN, /* likewise, and another engine responds in its place */
  DDZ_SEARCH_BRIEF,    /* another engine responds because its limit was too short; it did not wait */
  DDZ_SEARCH_REFUSED,  /* no time was left, or no room: 503 */
  DDZ_SEARCH_OUTCOMES
};

/* How many ended so; those whose caller left are not counted. */
struct ddz_api_searches {
  unsigned ended[DDZ_SEARCH_OUTCOMES];
};

/* ---- an answer ---- */

/* When a request came, and when it must be answered; host clock, 0: not told, none. And in which language its
 * problem is told. */
struct ddz_span {
  uint64_t arrived_us, deadline_us;
  const atomic_int *word; /* who says that it must end (core/base/limit.h); NULL: nobody */
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
  struct ddz_api_searches searches;
};

/* ---- what a question will cost ---- */

/* Told from what was read, before anything is computed. Pure functions, any thread. */
enum ddz_api_cost {
  DDZ_COST_BOUNDED, /* at most DDZ_COST_HERE_US: answer where you are */
  DDZ_COST_LONG     /* may take longer: work for a worker */
};

enum { DDZ_COST_GROUPS = 16, DDZ_COST_HERE_US = 2000, DDZ_COST_SMALL_US = 100 };

struct ddz_cost {
  enum ddz_api_cost kind;
  unsigned group; /* of what is LONG: one group of a route takes about equal time; below DDZ_COST_GROUPS */
  uint64_t at_most_us; /* by its own limit, in time or in nodes, or by what was counted; 0: not known */
  uint64_t own_us;     /* its own limit in time, from its arrival; 0: none */
  unsigned searches;   /* that it asks for, as far as can be told */
};

/* ---- a request ---- */

struct ddz_api_message {
  const char *method;       /* "GET", "POST", ... */
  const char *path;         /* without query, nothing decoded */
  const char *content_type; /* NULL when the request has none */
  const char *body;
  size_t length;
  uint64_t arrived_us; /* host clock: limits in ms count from here, a wait in a queue included; 0: from run */
  /* Called with `length` before the body is parsed and with 0 after it. True: memory is or was short, which
   * jansson 2.14 may overlook; nothing is parsed, or it is thrown away. What was parsed is freed on the same
   * thread before the next call. NULL: nobody knows. */
  bool (*guard_memory)(size_t length);
};

struct ddz_api_request {
  /* set by open */
  const struct ddz_api_route *route; /* NULL: no such path */
  void *question;                    /* what was read, owned; NULL: nothing */
  struct ddz_cost cost;
  struct ddz_span span;     /* deadline and word are set by the server between open and run */
  const char *allow;        /* for 405, else NULL */
  struct ddz_answer answer; /* its text is released by close */
};

/* Never fails: errors become the answer. `request` needs no initialisation. The message is not needed after
 * it. */
void ddz_api_open(struct ddz_api_request *request, const struct ddz_api_message *message);
void ddz_api_run(struct ddz_api *api, struct ddz_api_request *request);
void ddz_api_close(struct ddz_api_request *request);

/* How many times as long as others a body for this path may be: that many for a batch, else 1. */
enum { DDZ_API_BODY_TIMES = 16 };
unsigned ddz_api_body_times(const char *path);

/* The route table, for metrics, tests and the openapi check: fills method and path of route `i`;
 * false past the end. */
bool ddz_api_route_at(size_t i, const char **method, const char **path);
