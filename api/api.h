/* api.h - requests in, answers out: the game's HTTP interface without HTTP.
 *
 * A call goes through three steps, so that a server can put long work elsewhere:
 *
 *   ddz_api_open   any thread, cheap: find the route, parse the JSON, classify the cost
 *   ddz_api_run    the thread that owns `api`: compute; writes the answer as text
 *   ddz_api_close  any thread: free
 *
 * After open, `status` is 0 when there is work to run, else the answer (an error) is ready already.
 * Nothing here knows sockets, threads or clocks; what it needs of them it asks through `struct ddz_host`.
 * No input makes a 500: every error is an RFC 9457 problem object with a stable `code` (problem.h). */
#ifndef DDZ_API_API_H
#define DDZ_API_API_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of the whole program. */
#ifndef DDZ_VERSION
#define DDZ_VERSION "0.1.0"
#endif

/* Where a trained net is looked for by default, seen from the folder of the program: installed, in the source
 * tree. */
#define DDZ_MODEL_PLACES "../share/ddz/ddz.net", "../../models/ddz.net"

/* Beside it may lie nets that were learned from its games, each with its mark before the end of the file's
 * name: ddz-bids.net, ddz-belief.net. */
enum ddz_model_part {
  DDZ_MODEL_BIDS,   /* for calling (bid_feature.h) */
  DDZ_MODEL_BELIEF, /* how the unseen cards lie (belief.h) */
  DDZ_MODEL_PARTS
};
const char *ddz_model_mark(enum ddz_model_part part); /* "-bids", "-belief" */

struct ddz_api; /* one per thread: its engine, its host */

/* What the surroundings offer. Every callback may be called from the thread that runs the call. */
struct ddz_host {
  void *self;
  uint64_t (*now_us)(void *self); /* monotonic microseconds; NULL: timings read 0 */
  /* Told of the engine's memory before it is touched, in whole 2 MiB from a 2 MiB boundary: its tables are
   * read at random, which large pages make cheaper. NULL: nothing is done. */
  void (*advise)(void *self, void *memory, size_t bytes);
  /* Run item(arg, i, api) for i = 0..n-1, each once, in any order, perhaps on several threads, each with an
   * api of its own thread; return when all are done. NULL: the caller loops itself. */
  void (*spread)(void *self, size_t n, void (*item)(void *arg, size_t i, struct ddz_api *api), void *arg);
};

struct ddz_api_options {
  size_t memo_bytes;  /* power memo of the engine; 0: default */
  size_t table_bytes; /* solver table of the engine; 0: default */
};

/* NULL when memory is short. The host is copied. */
struct ddz_api *ddz_api_new(const struct ddz_api_options *options, const struct ddz_host *host);
void ddz_api_free(struct ddz_api *api);

/* A trained net, from bytes the caller keeps. Shared by all apis, which only read it. */
struct ddz_api_model;

/* NULL: opened. Else what is wrong with the bytes, in a sentence that may follow a file's name and ": ".
 *
 * bytes  aligned to 64, unchanged until the model is closed */
const char *ddz_api_model_open(const void *bytes, size_t size, struct ddz_api_model **model);
/* Nets that lie beside it, likewise, to go with an opened model; it is as it was when something is wrong. */
const char *ddz_api_model_part(struct ddz_api_model *model, enum ddz_model_part part, const void *bytes,
                               size_t size);
void ddz_api_model_close(struct ddz_api_model *model); /* NULL is allowed */
const char *ddz_api_model_name(const struct ddz_api_model *model);
uint64_t ddz_api_model_checksum(const struct ddz_api_model *model);

/* From the next call on `api` plays with `model`, NULL: without one. On the owner's thread, between calls;
 * the model must stay open until the api has another or is freed. */
void ddz_api_use_model(struct ddz_api *api, const struct ddz_api_model *model);

struct ddz_api_stats {
  uint64_t memo_hits, memo_misses, memo_fill, memo_capacity;
};
struct ddz_api_stats ddz_api_stats(const struct ddz_api *api); /* call on the owner's thread */

enum ddz_api_cost {
  DDZ_COST_BOUNDED, /* microseconds to a few milliseconds: answer where you are */
  DDZ_COST_LONG     /* may take longer: belongs into a worker */
};

struct ddz_api_request {
  const char *method;       /* "GET", "POST", ... */
  const char *path;         /* without query, nothing decoded */
  const char *content_type; /* NULL when the request has none */
  const char *body;
  size_t length;
  uint64_t arrived_us; /* host clock: limits in ms count from here, a wait in a queue included; 0: from run */
  /* Called with true before the body is parsed and with false after it; the latter says whether memory was
   * short meanwhile, which jansson 2.14 may overlook. NULL: nobody knows. */
  bool (*guard_memory)(bool on);
};

/* What a handler wants to have in the log beside engine and nodes; static texts. No cards. */
struct ddz_api_notes {
  struct {
    const char *name, *text; /* text NULL: the number */
    uint64_t number;
  } note[4];
  size_t count;
};

struct ddz_api_call {
  /* set by open */
  const struct ddz_api_route *route; /* NULL: no such path */
  const char *route_path;            /* static text for metrics and logs: the route's path or "other" */
  json_t *body;
  enum ddz_api_cost cost;
  uint64_t arrived_us;
  unsigned size;        /* of a LONG call: equal sizes of a route take about equal time; 0..15 */
  uint64_t at_most_us;  /* its own limit in time; 0: none */
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

/* Never fails: errors become the answer. `call` needs no initialisation. */
void ddz_api_open(struct ddz_api_call *call, const struct ddz_api_request *request);
void ddz_api_run(struct ddz_api *api, struct ddz_api_call *call);
void ddz_api_close(struct ddz_api_call *call);

/* The route table, for metrics, tests and the openapi check: fills method and path of route `i`;
 * false past the end. */
bool ddz_api_route_at(size_t i, const char **method, const char **path);

/* Does every body on this path cost DDZ_COST_LONG? */
bool ddz_api_always_long(const char *path);

#define DDZ_API_PROBLEM_TYPE "application/problem+json"

/* A problem object as text, for errors that the server finds by itself (408, 413, 429, 431, 503, ...):
 * malloc'd, NULL when memory is short. `code` as in problem.h, `detail` one sentence. */
char *ddz_api_problem_text(int status, const char *code, const char *detail);

#endif
