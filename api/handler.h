/* handler.h - what the handlers of the routes share.
 *
 * A handler reads the body, asks the core and writes the answer: no sockets, no threads, testable without a
 * port. It returns true with the whole answer in `out`, or false with the body's problem filled in; what it
 * wrote before is then thrown away. It runs on the thread that owns the api. */
#ifndef DDZ_API_HANDLER_H
#define DDZ_API_HANDLER_H

#include "api/api.h"
#include "api/decode.h"
#include "api/encode.h"
#include "core/base/limit.h"
#include "core/robot/engine.h"

/* What one thread has. */
struct ddz_api {
  struct ddz_host host;
  struct ddz_engine *engine;
};

/* One request under way. */
struct ddz_task {
  struct ddz_api *api;
  uint64_t arrived_us;  /* what the caller waits from */
  uint64_t started_us;  /* arrived_us and a wait in the queue */
  uint64_t deadline_us; /* 0: none */
  /* for the answer and the log; set by the handler */
  const char *engine; /* static text or NULL */
  uint64_t nodes;     /* 0: nothing was searched, and the answer does not speak of nodes ... */
  bool says_nodes;    /* ... but where it always does */
  struct ddz_api_notes notes;
};

/* One more note for the log: static texts; `text` NULL: the number. More than there is room for are dropped.
 */
void ddz_task_note(struct ddz_task *task, const char *name, const char *text, uint64_t number);

typedef bool ddz_handler(struct ddz_task *task, const struct ddz_field *body, struct ddz_out *out);

/* Cost of a body, before it is checked: cheap, and what it cannot read it calls bounded (refusing is cheap).
 */
typedef enum ddz_api_cost ddz_cost(const json_t *body);

struct ddz_api_route {
  const char *method, *path;
  ddz_handler *handle;
  ddz_cost *cost;
};
#define ROUTE(method, path, handler, cost) ddz_handler ddz_handle_##handler;
#include "api/routes.def"
#undef ROUTE

/* Of a long body, as struct ddz_api_call has them; bodies that cannot be read have any size. */
unsigned ddz_cost_size(const json_t *body);
uint64_t ddz_cost_at_most_us(const json_t *body);

ddz_cost ddz_cost_bounded, ddz_cost_long, ddz_cost_wild, ddz_cost_table, ddz_cost_robot;

/* `model` of /version: what the engine `net` plays with, or null. */
void ddz_api_model_write(const struct ddz_api *api, struct ddz_out *out);

/* The route of a path, whatever its method; NULL when there is none. */
const struct ddz_api_route *ddz_api_route_of(const char *path);

/* When a request came, and when it must be answered; host clock, 0: not told, none. */
struct ddz_span {
  uint64_t arrived_us, deadline_us;
};

/* Answer one body on one route: status and JSON, an error included. The JSON is NULL when memory was short
 * even for the error (status 503). */
struct ddz_answer {
  int status;
  json_t *json; /* owned by the caller */
  const char *engine, *code;
  uint64_t nodes;
  struct ddz_api_notes notes;
};
void ddz_api_answer(struct ddz_api *api, const struct ddz_api_route *route, const json_t *body,
                    const struct ddz_span *span, struct ddz_answer *answer);

/* Limits of a search: nodes (0: none), and the earlier of the arrival + ms (0: none) and the task's deadline.
 * `clock` must live as long as the limit is used. */
struct ddz_clock {
  const struct ddz_host *host;
  uint64_t until_us;
};
struct ddz_limit ddz_task_limit(const struct ddz_task *task, uint64_t ms, uint64_t nodes,
                                struct ddz_clock *clock);

/* Close the object of an engine's answer: `engine`, `nodes` where it searched, `elapsed_us`. */
void ddz_task_close(struct ddz_task *task, struct ddz_out *out, const char *engine);

#endif
