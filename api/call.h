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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/cost.h"
#include "api/notes.h"
#include "api/thread.h"

struct ddz_api_request {
  const char *method;       /* "GET", "POST", ... */
  const char *path;         /* without query, nothing decoded */
  const char *content_type; /* NULL when the request has none */
  const char *body;
  size_t length;
  unsigned dropins;    /* what is served besides our routes (api/dropin/names.h) */
  uint64_t arrived_us; /* host clock: limits in ms count from here, a wait in a queue included; 0: from run */
  /* Called with true before the body is parsed and with false after it; the latter says whether memory was
   * short meanwhile, which jansson 2.14 may overlook. What was parsed in between is freed on the same thread
   * before the next true. NULL: nobody knows. */
  bool (*guard_memory)(bool on);
};

struct ddz_api_call {
  /* set by open */
  const struct ddz_api_route *route; /* NULL: no such path */
  const char *route_path;            /* static text for metrics and logs: the route's path or "other" */
  void *question;                    /* what was read, owned; NULL: nothing */
  bool chinese;                      /* language of a problem */
  enum ddz_api_cost cost;
  uint64_t arrived_us;
  unsigned size;        /* of a LONG call, as in cost.h */
  uint64_t at_most_us;  /* likewise */
  uint64_t deadline_us; /* set by the server between open and run, host clock; 0: none */
  uint64_t nodes;       /* set by run, for the log */
  const char *engine;   /* likewise; static text or NULL */
  const char *code;     /* likewise: the problem's */
  struct ddz_api_notes notes;
  /* the answer */
  int status;               /* 0: not yet */
  const char *content_type; /* application/json or DDZ_API_PROBLEM_TYPE */
  const char *allow;        /* for 405, else NULL */
  char *text;               /* NUL-terminated; released by close with free(). NULL only when memory was too
                               short even for the error: status is 503 */
  size_t length;
};

/* Never fails: errors become the answer. `call` needs no initialisation. The request's bytes are not needed
 * after it. */
void ddz_api_open(struct ddz_api_call *call, const struct ddz_api_request *request);
void ddz_api_run(struct ddz_api *api, struct ddz_api_call *call);
void ddz_api_close(struct ddz_api_call *call);

/* The route table, for metrics, tests and the openapi check: fills method and path of route `i`;
 * false past the end. */
bool ddz_api_route_at(size_t i, const char **method, const char **path);

/* Likewise of what a set of drop-ins adds. */
bool ddz_api_dropin_route_at(unsigned dropins, size_t i, const char **method, const char **path);

#endif
