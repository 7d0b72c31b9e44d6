#include "api/route.h"

#include <stdlib.h>
#include <string.h>

/* ---- a question while it runs ---- */

static bool is_said(const struct ddz_task *task, enum ddz_stop_word word) {
  return task->span->word && atomic_load_explicit(task->span->word, memory_order_relaxed) == (int)word;
}

/* What ended the search. */
static const char *limit_reached(const struct ddz_task *task, uint64_t now_us) {
  if (task->own_nodes && task->nodes >= task->own_nodes) return "nodes";
  if (ddz_task_is_busy(task)) return "busy";
  if (now_us >= DDZ_HOST_ENDS_US) return "deadline";
  if (task->own_until_us && now_us >= task->own_until_us) return "time";
  return task->span->deadline_us && now_us >= task->span->deadline_us ? "deadline" : "none";
}

/* How the work ended that a limit was set for. */
struct ending {
  const char *reached; /* the limit */
  bool stands_in, busy;
};

static struct ending ending_of(const struct ddz_task *task, const char *engine, const char *wanted,
                               uint64_t now_us) {
  const char *reached = task->limited ? limit_reached(task, now_us) : "none";
  const bool other = wanted && strcmp(wanted, engine) != 0, ended = strcmp(reached, "none") != 0;
  /* more than half of its own time went by in the queue */
  const bool waited = task->own_until_us && task->started_us > task->arrived_us / 2 + task->own_until_us / 2;
  return (struct ending){.reached = reached,
                         .stands_in = other && ended,
                         .busy = task->limited && (strcmp(reached, "busy") == 0 || waited)};
}

/* Where the server's deadline ended it: did more than half of the time until then go by in the queue? */
static bool waited_away(const struct ddz_task *task, const struct ending *end) {
  const struct ddz_span *span = task->span;
  return strcmp(end->reached, "deadline") == 0 && span->arrived_us &&
         task->started_us > span->arrived_us / 2 + span->deadline_us / 2;
}

static void count_search(struct ddz_task *task, const struct ending *end) {
  const bool lost = end->busy || waited_away(task, end);
  enum ddz_search_outcome outcome = lost ? DDZ_SEARCH_CUT : DDZ_SEARCH_WHOLE;
  if (end->stands_in) outcome = lost ? DDZ_SEARCH_STOOD_IN : DDZ_SEARCH_BRIEF;
  if (task->refused) outcome = DDZ_SEARCH_REFUSED;
  if (!is_said(task, DDZ_STOP_LEFT)) task->searches.ended[outcome]++;
}

void ddz_task_count(struct ddz_task *task, const char *engine, const char *wanted) {
  const struct ending end = ending_of(task, engine, wanted, ddz_api_now_us(task->api));
  count_search(task, &end);
}

static bool is_counted(const struct ddz_task *task) {
  bool counted = false;
  for (int i = 0; i < DDZ_SEARCH_OUTCOMES; i++) counted = counted || task->searches.ended[i] > 0;
  return counted;
}

void ddz_task_close(struct ddz_task *task, struct ddz_writer *out, const char *engine, const char *wanted,
                    bool insists) {
  const uint64_t now_us = ddz_api_now_us(task->api), waited_ms = (task->started_us - task->arrived_us) / 1000;
  const struct ending end = ending_of(task, engine, wanted, now_us);
  task->engine = engine;
  task->refused = end.stands_in && insists && task->came_late;
  if (task->limited && !is_counted(task)) count_search(task, &end);
  if (end.busy) ddz_note(&task->notes, "busy", NULL, 1);
  ddz_write_string(out, "engine", engine);
  if (end.stands_in) ddz_write_string(out, "stands_in_for", wanted);
  if (task->nodes || task->says_nodes) ddz_write_int(out, "nodes", (long long)task->nodes);
  ddz_write_int(out, "elapsed_us", now_us < DDZ_HOST_ENDS_US ? (long long)(now_us - task->started_us) : 0);
  if (task->limited && waited_ms) ddz_write_int(out, "waited_ms", (long long)waited_ms);
  if (task->limited) ddz_write_string(out, "limit_reached", end.reached);
  if (end.busy) ddz_write_bool(out, "busy", true);
  ddz_write_close(out, '}');
}

struct ddz_limit ddz_task_limit(struct ddz_task *task, long long ms, long long nodes, struct ddz_stop *stop) {
  const struct ddz_host *host = &task->api->host;
  const uint64_t own = ms ? task->arrived_us + (uint64_t)ms * 1000 : 0;
  uint64_t until = own;
  if (task->span->deadline_us && (!until || task->span->deadline_us < until)) until = task->span->deadline_us;
  task->limited = true;
  task->own_until_us = own;
  task->own_nodes = (uint64_t)nodes;
  *stop = (struct ddz_stop){.word = task->span->word, .until_us = until};
  if (until) stop->clock_us = host->now_us, stop->self = host->self;
  task->came_late = ddz_task_is_busy(task) || (until && task->started_us >= until);
  return (struct ddz_limit){.nodes = (uint64_t)nodes, .stop = stop->word || stop->clock_us ? stop : NULL};
}

void ddz_task_tell(struct ddz_task *task, const char *preset, const struct ddz_limit *limit, bool proved) {
  ddz_note(&task->notes, "preset", preset, 0);
  const bool limited = limit->nodes || ddz_limit_in_time(limit),
             spent = limit->nodes && task->nodes >= limit->nodes;
  if (task->nodes && limited)
    ddz_note(&task->notes, "early", NULL, !spent && !(limit->stop && ddz_stop_asked(limit->stop)));
  if (proved) ddz_note(&task->notes, "proved", NULL, 1);
}

bool ddz_task_is_late(const struct ddz_task *task) {
  const struct ddz_span *span = task->span;
  return is_said(task, DDZ_STOP_LEFT) ||
         (span->deadline_us && ddz_api_now_us(task->api) >= span->deadline_us);
}

bool ddz_task_is_busy(const struct ddz_task *task) { return is_said(task, DDZ_STOP_BUSY); }

bool ddz_task_is_over(const struct ddz_task *task) {
  return ddz_task_is_late(task) || ddz_task_is_busy(task);
}

void ddz_note(struct ddz_api_notes *notes, const char *name, const char *text, uint64_t number) {
  if (notes->count == sizeof notes->note / sizeof *notes->note) return;
  notes->note[notes->count++] = (struct ddz_api_note){name, text, number};
}

/* ---- what a question will cost ---- */

static unsigned group_of(int group) {
  return group < DDZ_COST_GROUPS ? (unsigned)group : DDZ_COST_GROUPS - 1;
}

struct ddz_cost ddz_cost_counted(int group, uint64_t us) {
  return (struct ddz_cost){.kind = us > DDZ_COST_HERE_US ? DDZ_COST_LONG : DDZ_COST_BOUNDED,
                           .group = group_of(group),
                           .at_most_us = us};
}

struct ddz_cost ddz_cost_long(int group, long long ms, long long nodes, unsigned node_us) {
  uint64_t time = (uint64_t)ms * 1000, count = (uint64_t)nodes * node_us;
  uint64_t us = count && (!time || count < time) ? count : time;
  return (struct ddz_cost){
      .kind = DDZ_COST_LONG, .group = group_of(group), .at_most_us = us, .own_us = time, .searches = 1};
}

/* Measured and rounded up: 20,000 nodes without wildcards took 60 ms. */
enum { SEARCH_NODE_US = 5 };

struct ddz_cost ddz_cost_of_search(const struct ddz_rules *rules, const struct ddz_robot_request *ask,
                                   long long ms, long long nodes) {
  if (!ask->limited) nodes = (long long)ddz_robot_nodes(ask);
  return ddz_cost_long(ask->level, ms, nodes, rules->wild ? 0 : SEARCH_NODE_US);
}

/* Of 20 cards by the wildcards among them, the last row for more. Fewer cards take less, by their square. */
static const uint32_t plays_us[] = {500, 1000, 2000, 5000, 10000, 20000, 30000, 40000, 50000};
enum { ROWS = sizeof plays_us / sizeof *plays_us };

struct ddz_cost ddz_cost_of_plays(const struct ddz_rules *rules, ddz_hand hand, long long told) {
  int wilds = ddz_hand_size(ddz_rules_wilds(rules, hand));
  const uint64_t cards = (uint64_t)ddz_hand_size(hand), us = plays_us[wilds < ROWS ? wilds : ROWS - 1];
  return ddz_cost_counted(wilds, DDZ_COST_SMALL_US + us * cards * cards / 400 + (uint64_t)told);
}

/* ---- the table ---- */

enum { KIB = 1024, ANSWER = DDZ_LENGTH_ANSWER, BATCH = DDZ_LENGTH_BATCH }; /* words of the table */

static const struct ddz_api_route routes[] = {
#define ROUTE(method_, path_, name, longest_)                                                                \
  {.method = method_, .path = path_, .handler = &ddz_handle_##name, .longest = longest_},
#include "api/routes.def"
};
enum { ROUTES = sizeof routes / sizeof *routes };

bool ddz_api_route_at(size_t i, const char **method, const char **path) {
  if (i >= ROUTES) return false;
  *method = routes[i].method;
  *path = routes[i].path;
  return true;
}

const struct ddz_api_route *ddz_route_of(const char *path) {
  for (size_t i = 0; i < ROUTES; i++)
    if (strcmp(routes[i].path, path) == 0) return &routes[i];
  return NULL;
}

struct ddz_phrase ddz_route_near(const char *path) {
  const char *paths[ROUTES + 1] = {NULL};
  for (size_t i = 0; i < ROUTES; i++) paths[i] = routes[i].path;
  return ddz_near_text(path, paths);
}

bool ddz_route_read(const struct ddz_api_route *route, const struct ddz_field *body, void **question) {
  *question = calloc(1, route->handler->size);
  if (!*question) return ddz_memory_problem(body->problem);
  return route->handler->read(body, *question);
}

struct ddz_cost ddz_route_cost(const struct ddz_api_route *route, const void *question) {
  return route->handler->cost ? route->handler->cost(question) : ddz_cost_counted(0, DDZ_COST_SMALL_US);
}

/* ---- its answer ---- */

#define JSON "application/json"

bool ddz_memory_problem(struct ddz_problem *problem) {
  return ddz_problem_set(problem, DDZ_PROBLEM_OUT_OF_MEMORY, "the service is short of memory; try again");
}

static bool length_problem(const struct ddz_api_route *route, size_t bytes, struct ddz_problem *problem) {
  const char *lower = route->handler->lower;
  struct ddz_field root = {.problem = problem},
                   field = {.up = lower ? &root : NULL, .key = lower, .problem = problem};
  return ddz_field_fail(&field, DDZ_PROBLEM_ANSWER_TOO_LARGE,
                        "the response would be longer than %zu bytes; %s%s%s", bytes,
                        lower ? "lower `" : "request less at once", lower ? lower : "", lower ? "`" : "");
}

void ddz_answer_problem(const struct ddz_problem *problem, struct ddz_answer *answer) {
  answer->text = ddz_problem_text(problem, &answer->length);
  answer->status = answer->text ? problem->status : 503;
  answer->code = problem->code;
  answer->content_type = DDZ_API_PROBLEM_TYPE;
}

/* Bytes an answer of this route may have. */
static size_t budget_of(const struct ddz_api_route *route, const struct ddz_api *api) {
  if (route->longest == DDZ_LENGTH_BATCH) return api->batch_bytes;
  size_t longest = (size_t)route->longest;
  return longest > 0 && longest < api->answer_bytes ? longest : api->answer_bytes;
}

void ddz_answer_run(struct ddz_api *api, const struct ddz_api_route *route, const void *question,
                    const struct ddz_span *span, struct ddz_answer *answer) {
  struct ddz_task task = {.api = api, .span = span, .started_us = ddz_api_now_us(api)};
  struct ddz_writer out = {.budget = budget_of(route, api)};
  struct ddz_problem problem = {.chinese = span->chinese};
  task.arrived_us = span->arrived_us != 0 ? span->arrived_us : task.started_us;
  route->handler->run(&task, question, &out);
  *answer = (struct ddz_answer){.searches = task.searches};
  if (task.refused) {
    ddz_problem_set(&problem, DDZ_PROBLEM_TOO_LATE,
                    "busy: no time was left to search; send the request again");
    free(ddz_writer_take(&out, &answer->length));
    ddz_answer_problem(&problem, answer);
    return;
  }
  *answer = (struct ddz_answer){.status = 200,
                                .content_type = JSON,
                                .engine = task.engine,
                                .nodes = task.nodes,
                                .notes = task.notes,
                                .searches = task.searches};
  answer->text = ddz_writer_take(&out, &answer->length);
  if (answer->text) return;
  if (out.failure == DDZ_WRITER_OVER_BUDGET)
    length_problem(route, out.budget, &problem);
  else
    ddz_memory_problem(&problem);
  ddz_answer_problem(&problem, answer);
}
