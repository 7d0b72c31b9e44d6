/* The way of a call: route, media type, JSON, cost; then the handler; then the text. */
#include "api/api.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "api/handler.h"

static const struct ddz_api_route routes[] = {
#define ROUTE(method_, path_, handler_, cost_)                                                               \
  {.method = method_, .path = path_, .handle = ddz_handle_##handler_, .cost = ddz_cost_##cost_},
#include "api/routes.def"
#undef ROUTE
};
enum { ROUTES = sizeof routes / sizeof *routes };

bool ddz_api_route_at(size_t i, const char **method, const char **path) {
  if (i >= ROUTES) return false;
  *method = routes[i].method;
  *path = routes[i].path;
  return true;
}

const struct ddz_api_route *ddz_api_route_of(const char *path) {
  for (size_t i = 0; i < ROUTES; i++)
    if (strcmp(routes[i].path, path) == 0) return &routes[i];
  return NULL;
}

bool ddz_api_always_long(const char *path) {
  const struct ddz_api_route *route = ddz_api_route_of(path);
  return route && route->cost == ddz_cost_long;
}

/* An api is its struct and, behind it, the engine's memory, 64-byte aligned. */
enum { LARGE_PAGE = 2 << 20 };

static size_t up64(size_t n) { return (n + 63) & ~(size_t)63; }

struct ddz_api *ddz_api_new(const struct ddz_api_options *options, const struct ddz_host *host) {
  struct ddz_engine_options engine = {.memo_bytes = options->memo_bytes, .table_bytes = options->table_bytes};
  size_t head = up64(sizeof(struct ddz_api));
  size_t bytes = (head + ddz_engine_size(&engine) + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
  struct ddz_api *api = aligned_alloc(LARGE_PAGE, bytes);
  if (!api) return NULL;
  if (host->advise) host->advise(host->self, api, bytes);
  api->host = *host;
  api->engine = ddz_engine_init((char *)api + head, &engine);
  return api;
}

void ddz_api_free(struct ddz_api *api) { free(api); }

struct ddz_api_stats ddz_api_stats(const struct ddz_api *api) {
  struct ddz_memo_stats memo = ddz_power_stats(api->engine->power);
  return (struct ddz_api_stats){.memo_hits = memo.hits,
                                .memo_misses = memo.misses,
                                .memo_fill = memo.fill,
                                .memo_capacity = memo.capacity};
}

/* Answers */

/* The problem in place of what was built. NULL when not even that can be built. */
static json_t *problem_json(struct ddz_out *out, struct ddz_problem *problem) {
  if (out->failed)
    ddz_problem_set(problem, DDZ_PROBLEM_OUT_OF_MEMORY, "the service is short of memory; try again");
  ddz_out_free(out);
  *out = (struct ddz_out){0};
  ddz_problem_write(problem, out);
  return ddz_out_take(out);
}

void ddz_api_answer(struct ddz_api *api, const struct ddz_api_route *route, const json_t *body,
                    const struct ddz_span *span, struct ddz_answer *answer) {
  struct ddz_problem problem = {0};
  struct ddz_field root = {.json = body, .problem = &problem};
  struct ddz_task task = {.api = api, .deadline_us = span->deadline_us};
  if (api->host.now_us) task.started_us = api->host.now_us(api->host.self);
  task.arrived_us = span->arrived_us != 0 ? span->arrived_us : task.started_us;
  struct ddz_out out = {0};
  bool ok = route->handle(&task, &root, &out) && !out.failed;
  *answer =
      (struct ddz_answer){.status = 200, .json = ok ? ddz_out_take(&out) : problem_json(&out, &problem)};
  if (!ok) {
    answer->status = problem.status;
    answer->code = problem.code;
  }
  answer->engine = task.engine;
  answer->nodes = task.nodes;
  answer->notes = task.notes;
}

void ddz_task_note(struct ddz_task *task, const char *name, const char *text, uint64_t number) {
  struct ddz_api_notes *notes = &task->notes;
  if (notes->count == sizeof notes->note / sizeof *notes->note) return;
  notes->note[notes->count].name = name;
  notes->note[notes->count].text = text;
  notes->note[notes->count++].number = number;
}

void ddz_task_close(struct ddz_task *task, struct ddz_out *out, const char *engine) {
  const struct ddz_host *host = &task->api->host;
  task->engine = engine;
  ddz_out_string(out, "engine", engine);
  if (task->nodes || task->says_nodes) ddz_out_int(out, "nodes", (long long)task->nodes);
  ddz_out_int(out, "elapsed_us", host->now_us ? (long long)(host->now_us(host->self) - task->started_us) : 0);
  ddz_out_close(out, '}');
}

static bool is_expired(void *self) {
  const struct ddz_clock *clock = self;
  return clock->host->now_us(clock->host->self) >= clock->until_us;
}

struct ddz_limit ddz_task_limit(const struct ddz_task *task, uint64_t ms, uint64_t nodes,
                                struct ddz_clock *clock) {
  uint64_t until = ms ? task->arrived_us + ms * 1000 : 0;
  if (task->deadline_us && (!until || task->deadline_us < until)) until = task->deadline_us;
  *clock = (struct ddz_clock){.host = &task->api->host, .until_us = until};
  struct ddz_limit limit = {.nodes = nodes};
  if (until && clock->host->now_us) {
    limit.expired = is_expired;
    limit.self = clock;
  }
  return limit;
}

/* The answer as text; takes the reference. */
static void write_text(struct ddz_api_call *call, int status, json_t *json) {
  call->text = json ? ddz_text_of(json) : NULL;
  json_decref(json);
  call->length = call->text ? strlen(call->text) : 0;
  call->status = call->text ? status : 503; /* not even the error could be written */
  call->content_type = call->status < 400 ? "application/json" : DDZ_API_PROBLEM_TYPE;
}

static void refuse(struct ddz_api_call *call, struct ddz_problem *problem) {
  struct ddz_out out = {0};
  json_t *json = problem_json(&out, problem);
  call->code = problem->code;
  write_text(call, problem->status, json);
}

/* Opening a call */

static bool is_method(const struct ddz_api_route *route, const char *method) {
  if (strcmp(method, "HEAD") == 0) method = "GET"; /* the server leaves the body out */
  return strcmp(route->method, method) == 0;
}

static bool find_route(struct ddz_api_call *call, const struct ddz_api_request *request,
                       struct ddz_problem *problem) {
  call->route = ddz_api_route_of(request->path);
  if (!call->route)
    return ddz_problem_set(problem, DDZ_PROBLEM_NOT_FOUND, "nothing is at %s; openapi.yaml lists every path",
                           ddz_quote(request->path).text);
  call->route_path = call->route->path;
  if (is_method(call->route, request->method)) return true;
  call->allow = strcmp(call->route->method, "GET") == 0 ? "GET, HEAD" : call->route->method;
  return ddz_problem_set(problem, DDZ_PROBLEM_METHOD_NOT_ALLOWED, "%s answers %s, not %s", call->route->path,
                         call->allow, ddz_quote(request->method).text);
}

/* ASCII letters are the same in either case. */
static bool same_word(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i])) return false;
  return true;
}

/* JSON by name, `curl -d`'s default for a body that nobody named, or no name at all. */
static bool is_json_type(const char *type) {
  static const char *const whole[] = {"application/json", "application/x-www-form-urlencoded", NULL};
  if (!type) return true;
  type += strspn(type, " \t");
  size_t n = strcspn(type, "; \t");
  if (n == 0) return type[0] == 0;
  for (size_t i = 0; whole[i]; i++)
    if (n == strlen(whole[i]) && same_word(type, whole[i], n)) return true;
  return n > 5 && memchr(type, '/', n) && same_word(type + n - 5, "+json", 5);
}

static bool memory_problem(struct ddz_problem *problem) {
  return ddz_problem_set(problem, DDZ_PROBLEM_OUT_OF_MEMORY, "the service is short of memory; try again");
}

/* Why jansson would not read it. */
static bool json_problem(const json_error_t *error, struct ddz_problem *problem) {
  static const struct {
    enum json_error_code error;
    enum ddz_problem_kind kind;
  } kinds[] = {{json_error_invalid_utf8, DDZ_PROBLEM_INVALID_UTF8},
               {json_error_duplicate_key, DDZ_PROBLEM_DUPLICATE_KEY},
               {json_error_numeric_overflow, DDZ_PROBLEM_NUMBER_TOO_BIG},
               {json_error_stack_overflow, DDZ_PROBLEM_TOO_DEEP},
               {json_error_out_of_memory, DDZ_PROBLEM_OUT_OF_MEMORY}};
  enum ddz_problem_kind kind = DDZ_PROBLEM_BAD_JSON;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (json_error_code(error) == kinds[i].error) kind = kinds[i].kind;
  if (!error->text[0]) kind = DDZ_PROBLEM_OUT_OF_MEMORY; /* a failed allocation says nothing */
  if (kind == DDZ_PROBLEM_OUT_OF_MEMORY) return memory_problem(problem);
  if (json_error_code(error) == json_error_null_character) /* jansson's own text names an option of its own */
    return ddz_problem_set(problem, kind, "line %d, column %d: no NUL (\\u0000) may stand in a text",
                           error->line, error->column);
  int kept = (int)ddz_utf8_prefix(error->text, strlen(error->text), 100);
  return ddz_problem_set(problem, kind, "line %d, column %d: %.*s", error->line, error->column, kept,
                         error->text);
}

/* Parsed whole, or not at all: a token of more than 15 bytes may lack some when memory was short. */
static json_t *parse(const struct ddz_api_request *request, json_error_t *error, bool *was_short) {
  if (request->guard_memory) request->guard_memory(true);
  json_t *body = json_loadb(request->body, request->length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, error);
  *was_short = request->guard_memory && request->guard_memory(false);
  if (!*was_short) return body;
  json_decref(body);
  return NULL;
}

static bool parse_body(struct ddz_api_call *call, const struct ddz_api_request *request,
                       struct ddz_problem *problem) {
  json_error_t error;
  bool was_short;
  if (!is_json_type(request->content_type))
    return ddz_problem_set(problem, DDZ_PROBLEM_UNSUPPORTED_TYPE, "send JSON as application/json, not %s",
                           ddz_quote(request->content_type).text);
  if (request->length == 0)
    return ddz_problem_set(problem, DDZ_PROBLEM_EMPTY_BODY, "%s needs a JSON body", call->route->path);
  call->body = parse(request, &error, &was_short);
  if (was_short) return memory_problem(problem);
  return call->body || json_problem(&error, problem);
}

static void price(struct ddz_api_call *call) {
  call->cost = call->route->cost(call->body);
  if (call->cost != DDZ_COST_LONG) return;
  call->size = ddz_cost_size(call->body);
  call->at_most_us = ddz_cost_at_most_us(call->body);
}

void ddz_api_open(struct ddz_api_call *call, const struct ddz_api_request *request) {
  struct ddz_problem problem = {0};
  *call = (struct ddz_api_call){
      .route_path = "other", .cost = DDZ_COST_BOUNDED, .arrived_us = request->arrived_us};
  bool ok = find_route(call, request, &problem);
  if (ok && strcmp(call->route->method, "POST") == 0) ok = parse_body(call, request, &problem);
  if (!ok)
    refuse(call, &problem);
  else
    price(call);
}

void ddz_api_run(struct ddz_api *api, struct ddz_api_call *call) {
  if (call->status) return; /* answered by open */
  struct ddz_answer answer;
  const struct ddz_span span = {call->arrived_us, call->deadline_us};
  ddz_api_answer(api, call->route, call->body, &span, &answer);
  call->engine = answer.engine;
  call->code = answer.code;
  call->notes = answer.notes;
  call->nodes = answer.nodes;
  write_text(call, answer.status, answer.json);
}

void ddz_api_close(struct ddz_api_call *call) {
  json_decref(call->body);
  ddz_text_free(call->text);
  call->body = NULL;
  call->text = NULL;
}
