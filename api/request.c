#include "api/api.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/route.h"

enum { VALUES_MAX = 131072 };

unsigned ddz_api_body_times(const char *path) {
  const struct ddz_api_route *route = ddz_route_of(path);
  return route && route->handler == &ddz_handle_batch ? DDZ_API_BODY_TIMES : 1;
}

/* ---- opening a request ---- */

static bool find_route(struct ddz_api_request *request, const struct ddz_api_message *message,
                       struct ddz_problem *problem) {
  request->route = ddz_route_of(message->path);
  if (!request->route)
    return ddz_problem_set(problem, DDZ_PROBLEM_NOT_FOUND,
                           "nothing is at %s%s; openapi.yaml lists every path", ddz_quote(message->path).text,
                           ddz_route_near(message->path).text);
  const bool head = strcmp(message->method, "HEAD") == 0; /* the server leaves the body out */
  if (strcmp(request->route->method, head ? "GET" : message->method) == 0) return true;
  request->allow = strcmp(request->route->method, "GET") == 0 ? "GET, HEAD" : request->route->method;
  return ddz_problem_set(problem, DDZ_PROBLEM_METHOD_NOT_ALLOWED, "%s accepts %s, not %s",
                         request->route->path, request->allow, ddz_quote(message->method).text);
}

/* JSON by name, `curl -d`'s default for a body that nobody named, or no name at all. */
static bool is_json_type(const char *type) {
  static const char *const whole[] = {"application/json", "application/x-www-form-urlencoded", "text/plain",
                                      NULL};
  if (!type) return true;
  type += strspn(type, " \t");
  size_t n = strcspn(type, "; \t");
  if (n == 0) return type[0] == 0;
  for (size_t i = 0; whole[i]; i++)
    if (n == strlen(whole[i]) && strncasecmp(type, whole[i], n) == 0) return true;
  return n > 5 && memchr(type, '/', n) && strncasecmp(type + n - 5, "+json", 5) == 0;
}

/* Why jansson would not read it. */
static bool json_problem(const struct ddz_api_message *message, const json_error_t *error,
                         struct ddz_problem *problem) {
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
  if (kind == DDZ_PROBLEM_OUT_OF_MEMORY) return ddz_memory_problem(problem);
  if (json_error_code(error) == json_error_null_character) /* jansson's own text names an option of its own */
    return ddz_problem_set(problem, kind, "line %d, column %d: a text must not contain NUL (\\u0000)",
                           error->line, error->column);
  if (message->length >= 3 && memcmp(message->body, "\xEF\xBB\xBF", 3) == 0)
    return ddz_problem_set(problem, kind,
                           "the body begins with a byte order mark (EF BB BF); send it without");
  int kept = (int)ddz_utf8_prefix(error->text, strlen(error->text), 100);
  return ddz_problem_set(problem, kind, "line %d, column %d: %.*s", error->line, error->column, kept,
                         error->text);
}

/* Each list and each object takes some hundred bytes when it is parsed, and may be two bytes of a long body.
 */
static bool has_too_many_values(const char *body, size_t length) {
  size_t count = 0;
  bool in_text = false;
  for (size_t i = 0; i < length && length > VALUES_MAX; i++) {
    if (in_text && body[i] == '\\')
      i++;
    else if (body[i] == '"')
      in_text = !in_text;
    else if (!in_text && (body[i] == '[' || body[i] == '{' || body[i] == ','))
      count++;
  }
  return count > VALUES_MAX;
}

/* Parsed whole, or not at all: a token of more than 15 bytes may lack some when memory was short. */
static json_t *parse(const struct ddz_api_message *message, json_error_t *error, bool *was_short) {
  *was_short = message->guard_memory && message->guard_memory(message->length);
  if (*was_short) return NULL;
  json_t *body = json_loadb(message->body, message->length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, error);
  *was_short = message->guard_memory && message->guard_memory(0);
  if (!*was_short) return body;
  json_decref(body);
  return NULL;
}

/* The JSON, the caller's; NULL: the problem is filled in. */
static json_t *parse_body(const struct ddz_api_request *request, const struct ddz_api_message *message,
                          struct ddz_problem *problem) {
  json_error_t error;
  bool was_short = false;
  json_t *body = NULL;
  if (!is_json_type(message->content_type))
    ddz_problem_set(problem, DDZ_PROBLEM_UNSUPPORTED_TYPE, "send JSON as application/json, not %s",
                    ddz_quote(message->content_type).text);
  else if (message->length == 0)
    ddz_problem_set(problem, DDZ_PROBLEM_EMPTY_BODY, "%s needs a JSON body", request->route->path);
  else if (has_too_many_values(message->body, message->length))
    ddz_problem_set(problem, DDZ_PROBLEM_TOO_MANY_ITEMS,
                    "the body has more than %d values; send several shorter ones", VALUES_MAX);
  else if (!(body = parse(message, &error, &was_short)))
    (void)(was_short ? ddz_memory_problem(problem) : json_problem(message, &error, problem));
  return body;
}

static bool read_body(struct ddz_api_request *request, const struct ddz_api_message *message,
                      struct ddz_problem *problem) {
  json_t *body = parse_body(request, message, problem);
  const struct ddz_field root = {.json = body, .problem = problem};
  request->span.chinese = problem->chinese = ddz_asks_chinese(body);
  const bool ok = body && ddz_route_read(request->route, &root, &request->question);
  json_decref(body);
  return ok;
}

void ddz_api_open(struct ddz_api_request *request, const struct ddz_api_message *message) {
  struct ddz_problem problem = {0};
  *request = (struct ddz_api_request){.span.arrived_us = message->arrived_us};
  bool ok = find_route(request, message, &problem);
  if (ok && request->route->handler->read) ok = read_body(request, message, &problem);
  if (ok)
    request->cost = ddz_route_cost(request->route, request->question);
  else
    ddz_answer_problem(&problem, &request->answer);
}

void ddz_api_run(struct ddz_api *api, struct ddz_api_request *request) {
  if (request->answer.status) return; /* answered by open */
  ddz_answer_run(api, request->route, request->question, &request->span, &request->answer);
}

void ddz_api_close(struct ddz_api_request *request) {
  if (request->question && request->route->handler->close) request->route->handler->close(request->question);
  free(request->question);
  free(request->answer.text);
  request->question = NULL;
  request->answer.text = NULL;
}
