/* request.h - one request, from the message it came in to the bytes of its answer.
 *
 *   ddz_api_open   any thread, cheap: find the route, read and check the body, tell the cost
 *   ddz_api_run    the thread that owns `api`: compute; the answer is a text
 *   ddz_api_close  any thread: free
 *
 * After open, `answer.status` is 0 when there is work to run, else the answer (an error) is ready already. A
 * request with work is one that can be answered: nothing wrong is left in it, and only time, length and
 * memory can still refuse it. No input makes a 500: every error is an RFC 9457 problem object with a stable
 * `code` (problem.h). */
#ifndef DDZ_API_REQUEST_H
#define DDZ_API_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/answer.h"
#include "api/thread.h"

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
  const char *route_path;            /* static text for metrics and logs: the route's path or "other" */
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

/* How many times as long as others a body for this path may be: 16 for a batch, else 1. */
unsigned ddz_api_body_times(const char *path);

/* The route table, for metrics, tests and the openapi check: fills method and path of route `i`;
 * false past the end. */
bool ddz_api_route_at(size_t i, const char **method, const char **path);

#endif
