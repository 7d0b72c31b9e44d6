/* route.h - what can be asked, and the three steps every question goes through.
 *
 *   read  once, where the request arrives: the whole body, checked, into the route's own struct. A body that
 *         cannot be answered is refused here and nowhere else.
 *   cost  from what was read: answer at once, or in a worker?
 *   run   on a thread with an engine: writes the answer. It cannot refuse any more.
 *
 * The JSON is gone after `read`: a struct holds values, and texts of ours only. */
#ifndef DDZ_API_ROUTE_H
#define DDZ_API_ROUTE_H

#include <stdalign.h>

#include "api/cost.h"
#include "api/task.h"
#include "api/wire/near.h"
#include "api/wire/play.h"

struct ddz_handler {
  size_t size; /* bytes of the question; 0: there is nothing to read */
  /* Where the size depends on the body (not checked yet); NULL: it does not. */
  size_t (*size_of)(const json_t *body);
  /* Into `question`, zeroed and aligned for any type. False: the problem is filled in. Any thread. */
  bool (*read)(const struct ddz_field *body, void *question);
  struct ddz_cost (*cost)(const void *question); /* NULL: bounded. Any thread */
  void (*run)(struct ddz_task *task, const void *question, struct ddz_writer *out);
  const char *lower; /* the field that makes a shorter answer; NULL: there is none */
};

#define ROUTE(method, path, name, longest) extern const struct ddz_handler ddz_handle_##name;
#include "api/routes.def"
#undef ROUTE

enum ddz_length { DDZ_LENGTH_ANSWER = 0, DDZ_LENGTH_BATCH = -1 };

/* How the routes of another interface (api/dropin) differ from ours, whatever they ask. */
struct ddz_manner {
  bool form; /* the body is a form: read as an object of strings */
  /* What went wrong, as JSON of their shape; returns the HTTP status. */
  int (*refuse)(const struct ddz_problem *problem, struct ddz_writer *out);
};

/* A row of routes.def, or of a drop-in. */
struct ddz_api_route {
  const char *method, *path;
  const struct ddz_handler *handler;
  int longest; /* bytes no answer of it comes to; or, of enum ddz_length, as long as the options let it be */
  const struct ddz_manner *manner; /* NULL: ours */
};

/* Bytes an answer of this route may have. */
size_t ddz_route_budget(const struct ddz_api_route *route, const struct ddz_api *api);

/* Row `i`; NULL past the end. */
const struct ddz_api_route *ddz_route_at(size_t i);

/* The route of a path, whatever its method; NULL when there is none. */
const struct ddz_api_route *ddz_route_of(const char *path);

/* "; did you mean '/prompt'?", or "". */
struct ddz_near_text ddz_route_near(const char *path);

/* Bytes a question takes on this route, rounded up so that another may lie behind it. */
size_t ddz_route_size(const struct ddz_api_route *route, const json_t *body);

#endif
