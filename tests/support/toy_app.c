#include "tests/support/toy_app.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* An api of this stand-in. */
struct toy_state {
  struct ddz_api api; /* its host; first */
  uint64_t calls;
  unsigned number; /* states made before it */
};

/* What is read of a request. */
struct toy_call {
  const struct toy_route *route;
  const struct ddz_span *span;
  char *body;
  size_t length;
};

struct toy_route {
  const char *method, *path;
  enum ddz_api_cost cost;
  char *(*run)(struct toy_state *state, struct toy_call *request);
};

/* There is one in a program. */
struct toy toy;

static bool yields(const struct toy_route *route) { return strcmp(route->path, "/yield") == 0; }

static bool stays(const struct toy_route *route) {
  return strcmp(route->path, "/stay") == 0 || strcmp(route->path, "/sit") == 0;
}

static char *echo(struct toy_state *state, struct toy_call *request) {
  (void)state;
  return strndup(request->body, request->length);
}

static char *fixed(struct toy_state *state, struct toy_call *request) {
  (void)state;
  (void)request;
  return strdup("fixed");
}

static char *who(struct toy_state *state, struct toy_call *request) {
  char *text = NULL;
  (void)request;
  return asprintf(&text, "%u", state->number) < 0 ? NULL : text;
}

static char *big(struct toy_state *state, struct toy_call *request) {
  (void)state;
  size_t n = strtoul(request->body, NULL, 10);
  char *text = malloc(n + 1);
  memset(text, 'x', n);
  text[n] = '\0';
  return text;
}

static void short_sleep(long us) {
  struct timespec time = {0, us * 1000};
  nanosleep(&time, NULL);
}

static char *nap(struct toy_state *state, struct toy_call *request) {
  (void)state;
  (void)request;
  short_sleep(2000);
  return strdup("rested");
}

static char *wait_for_gate(struct toy_state *state, struct toy_call *request) {
  bool open = false;
  pthread_mutex_lock(&toy.mutex);
  toy.waiting++;
  pthread_cond_broadcast(&toy.moved);
  const int end = yields(request->route) ? DDZ_STOP_BUSY : DDZ_STOP_LEFT;
  const struct ddz_host *host = &state->api.host;
  while (!(open = toy.open) &&
         (stays(request->route) || (atomic_load(request->span->word) < end &&
                                    host->now_us(host->self) < request->span->deadline_us))) {
    pthread_mutex_unlock(&toy.mutex);
    short_sleep(500);
    pthread_mutex_lock(&toy.mutex);
  }
  toy.waiting--;
  pthread_mutex_unlock(&toy.mutex);
  return strdup(open ? "opened" : atomic_load(request->span->word) == DDZ_STOP_BUSY ? "busy" : "late");
}

/* Which in the order of all of them. */
static char *order(struct toy_state *state, struct toy_call *request) {
  char *text = NULL;
  (void)state;
  (void)request;
  pthread_mutex_lock(&toy.mutex);
  unsigned place = toy.ordered++;
  pthread_mutex_unlock(&toy.mutex);
  return asprintf(&text, "%u", place) < 0 ? NULL : text;
}

static char *rank(struct toy_state *state, struct toy_call *request) {
  short_sleep(2000);
  return order(state, request);
}

struct spread_result {
  unsigned runs[1024];
  struct toy_state *by[1024];
};

static void spread_item(void *arg, size_t i, struct ddz_api *api) {
  struct spread_result *result = arg;
  result->runs[i]++;
  result->by[i] = (struct toy_state *)(void *)api;
  short_sleep(2000);
}

static struct timespec in_two_minutes(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 120;
  return until;
}

/* An item waits until it may be taken, or for two minutes. */
static void step_item(void *arg, size_t i, struct ddz_api *api) {
  spread_item(arg, i, api);
  const struct timespec until = in_two_minutes();
  pthread_mutex_lock(&toy.mutex);
  toy.stepped++;
  pthread_cond_broadcast(&toy.moved);
  while (toy.steps <= i && !toy.open && pthread_cond_timedwait(&toy.moved, &toy.mutex, &until) == 0) continue;
  pthread_mutex_unlock(&toy.mutex);
}

/* An item waits until another state has one, too; nobody waits any more when one has waited two minutes. */
static void meet_item(void *arg, size_t i, struct ddz_api *api) {
  const struct toy_state *state = (struct toy_state *)(void *)api;
  spread_item(arg, i, api);
  const struct timespec until = in_two_minutes();
  pthread_mutex_lock(&toy.mutex);
  if (!toy.first) toy.first = state;
  if (toy.first != state) toy.met = true;
  pthread_cond_broadcast(&toy.moved);
  while (!toy.met && pthread_cond_timedwait(&toy.moved, &toy.mutex, &until) == 0) continue;
  toy.met = true;
  pthread_mutex_unlock(&toy.mutex);
}

static char *spread_over(struct toy_state *state, const struct toy_call *request,
                         void (*item)(void *arg, size_t i, struct ddz_api *api)) {
  size_t n = strtoul(request->body, NULL, 10), good = 0, states = 0;
  struct spread_result *result = calloc(1, sizeof *result);
  char *text = malloc(64);
  state->api.host.spread(state->api.host.self, n, item, result);
  for (size_t i = 0; i < n; i++) {
    bool seen = false;
    good += result->runs[i] == 1;
    for (size_t k = 0; k < i; k++) seen = seen || result->by[k] == result->by[i];
    states += !seen;
  }
  snprintf(text, 64, "%zu in order, %zu states", good, states);
  free(result);
  return text;
}

static char *spread(struct toy_state *state, struct toy_call *request) {
  return spread_over(state, request, spread_item);
}

static char *steps(struct toy_state *state, struct toy_call *request) {
  return spread_over(state, request, step_item);
}

static char *meet(struct toy_state *state, struct toy_call *request) {
  return spread_over(state, request, meet_item);
}

static const struct toy_route routes[] = {
    {"POST", "/echo", DDZ_COST_BOUNDED, echo},
    {"POST", "/wait", DDZ_COST_LONG, wait_for_gate},
    {"POST", "/stay", DDZ_COST_LONG, wait_for_gate},
    {"POST", "/nap", DDZ_COST_LONG, nap},
    {"POST", "/spread", DDZ_COST_LONG, spread},
    {"POST", "/big", DDZ_COST_BOUNDED, big},
    {"GET", "/fixed", DDZ_COST_BOUNDED, fixed},
    {"GET", "/who", DDZ_COST_BOUNDED, who},
    {"POST", "/order", DDZ_COST_LONG, order},
    {"POST", "/steps", DDZ_COST_LONG, steps},
    {"POST", "/meet", DDZ_COST_LONG, meet},
    {"POST", "/yield", DDZ_COST_LONG, wait_for_gate},
    {"POST", "/hold", DDZ_COST_BOUNDED, wait_for_gate},
    {"POST", "/sit", DDZ_COST_BOUNDED, wait_for_gate},
    {"POST", "/rank", DDZ_COST_BOUNDED, rank},
};
#define ROUTES (sizeof routes / sizeof routes[0])

/* --- the functions of api.h --- */

struct ddz_api *ddz_api_new(const struct ddz_api_options *options, const struct ddz_host *host) {
  struct toy_state *state = calloc(1, sizeof *state);
  (void)options;
  state->api.host = *host;
  pthread_mutex_lock(&toy.mutex);
  state->number = toy.made++;
  toy.states++;
  pthread_mutex_unlock(&toy.mutex);
  return &state->api;
}

void ddz_api_free(struct ddz_api *api) {
  pthread_mutex_lock(&toy.mutex);
  toy.states--;
  pthread_mutex_unlock(&toy.mutex);
  free(api);
}

void ddz_api_stats(const struct ddz_api *api, uint64_t stats[DDZ_API_STATS]) {
  memset(stats, 0, DDZ_API_STATS * sizeof *stats);
  stats[DDZ_API_MEMO_HITS] = ((const struct toy_state *)(const void *)api)->calls;
}

uint64_t ddz_api_now_us(const struct ddz_api *api) { return api->host.now_us(api->host.self); }

void ddz_api_warm(struct ddz_api *api) { (void)api; }

void ddz_api_use_model(struct ddz_api *api, const struct ddz_api_model *model) { (void)api, (void)model; }
const char *ddz_api_model_name(const struct ddz_api_model *model) { return (void)model, ""; }
uint64_t ddz_api_model_checksum(const struct ddz_api_model *model) { return (void)model, 0; }

static void refuse(struct ddz_answer *answer, const char *code) {
  answer->code = code;
  answer->content_type = DDZ_API_PROBLEM_TYPE;
  answer->text = ddz_api_problem_text(code, "", &answer->status);
  answer->length = strlen(answer->text);
}

void ddz_api_open(struct ddz_api_request *request, const struct ddz_api_message *message) {
  struct toy_call *asked = calloc(1, sizeof *asked);
  char thread[16] = "";
  pthread_getname_np(pthread_self(), thread, sizeof thread);
  toy.opened_by_workers += strncmp(thread, "worker", 6) == 0;
  *asked = (struct toy_call){.body = strndup(message->body, message->length), .length = message->length};
  *request = (struct ddz_api_request){.question = asked, .span.arrived_us = message->arrived_us};
  for (size_t i = 0; i < ROUTES; i++)
    if (strcmp(routes[i].path, message->path) == 0) asked->route = &routes[i];
  if (!asked->route) {
    refuse(&request->answer, "not_found");
    return;
  }
  request->cost.kind = asked->route->cost;
  request->cost.at_most_us = asked->route->run == nap ? 20000 : 0;
  request->cost.searches = asked->route->run == wait_for_gate;
  const char *method = strcmp(message->method, "HEAD") == 0 ? "GET" : message->method;
  if (strcmp(asked->route->method, method) == 0) return;
  request->allow = asked->route->method;
  refuse(&request->answer, "method_not_allowed");
}

void ddz_api_run(struct ddz_api *api, struct ddz_api_request *request) {
  struct toy_state *state = (struct toy_state *)(void *)api;
  struct toy_call *asked = request->question;
  state->calls++;
  asked->span = &request->span;
  request->answer = (struct ddz_answer){.status = 200,
                                        .content_type = "text/plain",
                                        .text = asked->route->run(state, asked),
                                        .engine = "toy",
                                        .nodes = state->calls,
                                        .notes = {.note = {{.name = "length", .number = asked->length},
                                                           {.name = "kind", .text = "toy \"call\""}},
                                                  .count = 2},
                                        .searches.ended = {[DDZ_SEARCH_WHOLE] = request->cost.searches}};
  request->answer.length = strlen(request->answer.text);
}

/* A call that is never closed is a leak, which the sanitizer reports. */
void ddz_api_close(struct ddz_api_request *request) {
  struct toy_call *asked = request->question;
  if (asked) free(asked->body);
  free(asked);
  free(request->answer.text);
  request->question = NULL;
  request->answer.text = NULL;
}

unsigned ddz_api_body_times(const char *path) { return (void)path, 1; }

bool ddz_api_route_at(size_t i, const char **method, const char **path) {
  if (i >= ROUTES) return false;
  *method = routes[i].method;
  *path = routes[i].path;
  return true;
}

/* --- life --- */

void toy_init(void) {
  memset(&toy, 0, sizeof toy);
  pthread_mutex_init(&toy.mutex, NULL);
  pthread_cond_init(&toy.moved, NULL);
  toy.options = options_default();
  toy.options.port = 0;
  toy.options.hosts = "*";
  toy.options.threads = 2;
  toy.options.workers = 2;
  toy.options.queue_share = 100;
  toy.options.connections = 200;
  toy.options.log_level = 0;
  /* What a test is not about does not happen, however slow the machine is. */
  toy.options.queue_ms = toy.options.upload_ms = toy.options.answer_ms = 3600000;
  toy.options.idle_s = toy.options.grace_s = 3600;
}

bool toy_start(int log_fd) {
  char error[256];
  struct server_setup setup = {
      .options = &toy.options, .name = "toy", .version = "1", .console = toy.console, .log_fd = log_fd};
  toy.server = server_start(&setup, error, sizeof error);
  if (!toy.server) {
    fprintf(stderr, "toy_start: %s\n", error);
    return false;
  }
  toy.port = server_port(toy.server);
  return true;
}

void toy_open_gate(void) {
  pthread_mutex_lock(&toy.mutex);
  toy.open = true;
  pthread_cond_broadcast(&toy.moved);
  pthread_mutex_unlock(&toy.mutex);
}

void toy_step(void) {
  pthread_mutex_lock(&toy.mutex);
  toy.steps++;
  pthread_cond_broadcast(&toy.moved);
  pthread_mutex_unlock(&toy.mutex);
}

void toy_await_stepped(unsigned n) {
  pthread_mutex_lock(&toy.mutex);
  while (toy.stepped < n) pthread_cond_wait(&toy.moved, &toy.mutex);
  pthread_mutex_unlock(&toy.mutex);
}

void toy_await_waiting(unsigned n) {
  pthread_mutex_lock(&toy.mutex);
  while (toy.waiting < n) pthread_cond_wait(&toy.moved, &toy.mutex);
  pthread_mutex_unlock(&toy.mutex);
}

void toy_stop(void) {
  if (!toy.server) return;
  toy_open_gate();
  server_free(toy.server);
  toy.server = NULL;
  pthread_mutex_destroy(&toy.mutex);
  pthread_cond_destroy(&toy.moved);
}

int toy_begin(void **state) {
  (void)state;
  toy_init();
  return 0;
}

int toy_end(void **state) {
  (void)state;
  toy_stop();
  return 0;
}
