#include "tests/support/toy_app.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct toy_state {
  struct toy *toy;
  struct app_host host;
  uint64_t calls;
  unsigned number; /* states made before it */
};

struct toy_call {
  const struct toy_route *route;
  char *body;
  size_t length;
  const atomic_int *word;
};

struct toy_route {
  const char *method, *path;
  enum app_cost cost;
  char *(*run)(struct toy_state *state, struct toy_call *call, uint64_t deadline_us);
};

static bool yields(const struct toy_route *route) { return strcmp(route->path, "/yield") == 0; }

static char *echo(struct toy_state *state, struct toy_call *call, uint64_t deadline_us) {
  (void)state;
  (void)deadline_us;
  return strndup(call->body, call->length);
}

static char *fixed(struct toy_state *state, struct toy_call *call, uint64_t deadline_us) {
  (void)state;
  (void)call;
  (void)deadline_us;
  return strdup("fixed");
}

static char *who(struct toy_state *state, struct toy_call *call, uint64_t deadline_us) {
  char *text = NULL;
  (void)call;
  (void)deadline_us;
  return asprintf(&text, "%u", state->number) < 0 ? NULL : text;
}

static char *big(struct toy_state *state, struct toy_call *call, uint64_t deadline_us) {
  (void)state;
  (void)deadline_us;
  size_t n = strtoul(call->body, NULL, 10);
  char *text = malloc(n + 1);
  memset(text, 'x', n);
  text[n] = '\0';
  return text;
}

static void short_sleep(long us) {
  struct timespec time = {0, us * 1000};
  nanosleep(&time, NULL);
}

static char *nap(struct toy_state *state, struct toy_call *call, uint64_t deadline_us) {
  (void)state;
  (void)call;
  (void)deadline_us;
  short_sleep(2000);
  return strdup("rested");
}

static char *wait_for_gate(struct toy_state *state, struct toy_call *call, uint64_t deadline_us) {
  struct toy *toy = state->toy;
  bool open = false;
  pthread_mutex_lock(&toy->mutex);
  toy->waiting++;
  pthread_cond_broadcast(&toy->moved);
  while (!(open = toy->open) && atomic_load(call->word) < (yields(call->route) ? APP_BUSY : APP_LEFT) &&
         state->host.now_us(state->host.self) < deadline_us) {
    pthread_mutex_unlock(&toy->mutex);
    short_sleep(500);
    pthread_mutex_lock(&toy->mutex);
  }
  toy->waiting--;
  pthread_mutex_unlock(&toy->mutex);
  return strdup(open ? "opened" : atomic_load(call->word) == APP_BUSY ? "busy" : "late");
}

/* Which in the order of all of them. */
static char *order(struct toy_state *state, struct toy_call *call, uint64_t deadline_us) {
  struct toy *toy = state->toy;
  char *text = NULL;
  (void)call;
  (void)deadline_us;
  pthread_mutex_lock(&toy->mutex);
  unsigned place = toy->ordered++;
  pthread_mutex_unlock(&toy->mutex);
  return asprintf(&text, "%u", place) < 0 ? NULL : text;
}

static char *rank(struct toy_state *state, struct toy_call *call, uint64_t deadline_us) {
  short_sleep(2000);
  return order(state, call, deadline_us);
}

struct spread_result {
  unsigned runs[1024];
  struct toy_state *by[1024];
};

static void spread_item(void *arg, size_t i, void *state) {
  struct spread_result *result = arg;
  result->runs[i]++;
  result->by[i] = state;
  short_sleep(2000);
}

static struct timespec in_two_minutes(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 120;
  return until;
}

/* An item waits until it may be taken, or for two minutes. */
static void step_item(void *arg, size_t i, void *self) {
  struct toy_state *state = self;
  struct toy *toy = state->toy;
  spread_item(arg, i, self);
  const struct timespec until = in_two_minutes();
  pthread_mutex_lock(&toy->mutex);
  toy->stepped++;
  pthread_cond_broadcast(&toy->moved);
  while (toy->steps <= i && !toy->open && pthread_cond_timedwait(&toy->moved, &toy->mutex, &until) == 0)
    continue;
  pthread_mutex_unlock(&toy->mutex);
}

/* An item waits until another state has one, too; nobody waits any more when one has waited two minutes. */
static void meet_item(void *arg, size_t i, void *self) {
  struct toy_state *state = self;
  struct toy *toy = state->toy;
  spread_item(arg, i, self);
  const struct timespec until = in_two_minutes();
  pthread_mutex_lock(&toy->mutex);
  if (!toy->first) toy->first = state;
  if (toy->first != state) toy->met = true;
  pthread_cond_broadcast(&toy->moved);
  while (!toy->met && pthread_cond_timedwait(&toy->moved, &toy->mutex, &until) == 0) continue;
  toy->met = true;
  pthread_mutex_unlock(&toy->mutex);
}

static char *spread_over(struct toy_state *state, const struct toy_call *call,
                         void (*item)(void *arg, size_t i, void *state)) {
  size_t n = strtoul(call->body, NULL, 10), good = 0, states = 0;
  struct spread_result *result = calloc(1, sizeof *result);
  char *text = malloc(64);
  state->host.spread(state->host.self, n, item, result);
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

static char *spread(struct toy_state *state, struct toy_call *call, uint64_t deadline_us) {
  (void)deadline_us;
  return spread_over(state, call, spread_item);
}

static char *steps(struct toy_state *state, struct toy_call *call, uint64_t deadline_us) {
  (void)deadline_us;
  return spread_over(state, call, step_item);
}

static char *meet(struct toy_state *state, struct toy_call *call, uint64_t deadline_us) {
  (void)deadline_us;
  return spread_over(state, call, meet_item);
}

static const struct toy_route routes[] = {
    {"POST", "/echo", APP_BOUNDED, echo},
    {"POST", "/wait", APP_LONG, wait_for_gate},
    {"POST", "/nap", APP_LONG, nap},
    {"POST", "/spread", APP_LONG, spread},
    {"POST", "/big", APP_BOUNDED, big},
    {"GET", "/fixed", APP_BOUNDED, fixed},
    {"GET", "/who", APP_BOUNDED, who},
    {"POST", "/order", APP_LONG, order},
    {"POST", "/steps", APP_LONG, steps},
    {"POST", "/meet", APP_LONG, meet},
    {"POST", "/yield", APP_LONG, wait_for_gate},
    {"POST", "/hold", APP_BOUNDED, wait_for_gate},
    {"POST", "/rank", APP_BOUNDED, rank},
};
#define ROUTES (sizeof routes / sizeof routes[0])

/* --- the vtable --- */

static void *state_new(void *self, const struct app_host *host) {
  struct toy_state *state = calloc(1, sizeof *state);
  state->toy = self;
  state->host = *host;
  pthread_mutex_lock(&state->toy->mutex);
  state->number = state->toy->made++;
  state->toy->states++;
  pthread_mutex_unlock(&state->toy->mutex);
  return state;
}

static void state_free(void *self) {
  struct toy_state *state = self;
  pthread_mutex_lock(&state->toy->mutex);
  state->toy->states--;
  pthread_mutex_unlock(&state->toy->mutex);
  free(state);
}

static int status_of(const char *code) {
  static const struct {
    const char *code;
    int status;
  } rows[] = {{"bad_request", 400},
              {"unauthorized", 401},
              {"wrong_host", 421},
              {"not_found", 404},
              {"method_not_allowed", 405},
              {"request_timeout", 408},
              {"body_too_large", 413},
              {"unsupported_media_type", 415},
              {"unsupported_expectation", 417},
              {"too_many_connections", 429},
              {"too_many_requests", 429},
              {"headers_too_large", 431},
              {"unsupported_transfer_encoding", 501},
              {"unsupported_http_version", 505}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(rows[i].code, code) == 0) return rows[i].status;
  return 503;
}

static char *problem(const char *code, const char *detail, int *status) {
  char *text = NULL;
  *status = status_of(code);
  return asprintf(&text, "{\"status\":%d,\"code\":\"%s\",\"detail\":\"%s\"}", *status, code, detail) < 0
             ? NULL
             : text;
}

static void refuse(struct app_answer *answer, const char *code) {
  answer->code = code;
  answer->content_type = "application/problem+json";
  answer->text = problem(code, "", &answer->status);
  answer->length = strlen(answer->text);
}

static void call_open(void *self, void *data, const struct app_request *request, struct app_answer *answer) {
  struct toy_call *call = data;
  struct toy *toy = self;
  char thread[16] = "";
  pthread_getname_np(pthread_self(), thread, sizeof thread);
  toy->opened_by_workers += strncmp(thread, "worker", 6) == 0;
  *call = (struct toy_call){.body = strndup(request->body, request->length), .length = request->length};
  answer->route = "other";
  for (size_t i = 0; i < ROUTES; i++)
    if (strcmp(routes[i].path, request->path) == 0) call->route = &routes[i];
  if (!call->route) {
    refuse(answer, "not_found");
    return;
  }
  answer->route = call->route->path;
  answer->cost = call->route->cost;
  answer->at_most_us = call->route->run == nap ? 20000 : 0;
  if (strcmp(call->route->method, request->method) == 0) return;
  answer->allow = call->route->method;
  refuse(answer, "method_not_allowed");
}

static void call_run(void *self, void *data, uint64_t deadline_us, const atomic_int *word,
                     struct app_answer *answer) {
  struct toy_state *state = self;
  struct toy_call *call = data;
  state->calls++;
  call->word = word;
  answer->text = call->route->run(state, call, deadline_us);
  answer->length = strlen(answer->text);
  answer->status = 200;
  answer->content_type = "text/plain";
  answer->engine = "toy";
  answer->nodes = state->calls;
  answer->notes[0] = (struct app_note){.name = "length", .number = call->length};
  answer->notes[1] = (struct app_note){.name = "kind", .text = "toy \"call\""};
  answer->note_count = 2;
}

/* A call that is never closed is a leak, which the sanitizer reports. */
static void call_close(void *data) {
  struct toy_call *call = data;
  free(call->body);
  call->body = NULL;
}

static bool route_at(void *self, size_t i, const char **method, const char **path) {
  (void)self;
  if (i >= ROUTES) return false;
  *method = routes[i].method;
  *path = routes[i].path;
  return true;
}

static const struct app_gauge gauges[] = {{"toy_calls_total", "Calls run.", true}};

static void read_gauges(void *self, uint64_t *values) { values[0] = ((struct toy_state *)self)->calls; }

/* --- life --- */

void toy_init(struct toy *toy) {
  memset(toy, 0, sizeof *toy);
  pthread_mutex_init(&toy->mutex, NULL);
  pthread_cond_init(&toy->moved, NULL);
  toy->app = (struct app){.self = toy,
                          .call_size = sizeof(struct toy_call),
                          .state_new = state_new,
                          .state_free = state_free,
                          .open = call_open,
                          .run = call_run,
                          .close = call_close,
                          .route_at = route_at,
                          .problem = problem,
                          .problem_type = "application/problem+json",
                          .interface = "9.1",
                          .gauges = gauges,
                          .gauge_count = 1,
                          .read = read_gauges};
  toy->options = options_default();
  toy->options.port = 0;
  toy->options.hosts = "*";
  toy->options.threads = 2;
  toy->options.workers = 2;
  toy->options.queue_share = 100;
  toy->options.connections = 200;
  toy->options.log_level = 0;
  /* What a test is not about does not happen, however slow the machine is. */
  toy->options.queue_ms = toy->options.upload_ms = toy->options.answer_ms = 3600000;
  toy->options.idle_s = toy->options.grace_s = 3600;
}

bool toy_start(struct toy *toy, int log_fd) {
  static const char yaml[] = "openapi: 3.1.0\n", json[] = "{\"openapi\":\"3.1.0\"}";
  static const size_t yaml_length = sizeof yaml - 1, json_length = sizeof json - 1;
  static const struct app_page pages[] = {{"/openapi.yaml", "application/yaml", yaml, &yaml_length},
                                          {"/openapi.json", "application/json", json, &json_length},
                                          {.path = NULL}};
  char error[256];
  struct server_setup setup = {.options = &toy->options,
                               .app = &toy->app,
                               .name = "toy",
                               .version = "1",
                               .pages = pages,
                               .console = toy->console,
                               .log_fd = log_fd};
  toy->server = server_start(&setup, error, sizeof error);
  if (!toy->server) {
    fprintf(stderr, "toy_start: %s\n", error);
    return false;
  }
  toy->port = server_port(toy->server);
  return true;
}

void toy_open_gate(struct toy *toy) {
  pthread_mutex_lock(&toy->mutex);
  toy->open = true;
  pthread_cond_broadcast(&toy->moved);
  pthread_mutex_unlock(&toy->mutex);
}

void toy_step(struct toy *toy) {
  pthread_mutex_lock(&toy->mutex);
  toy->steps++;
  pthread_cond_broadcast(&toy->moved);
  pthread_mutex_unlock(&toy->mutex);
}

void toy_await_stepped(struct toy *toy, unsigned n) {
  pthread_mutex_lock(&toy->mutex);
  while (toy->stepped < n) pthread_cond_wait(&toy->moved, &toy->mutex);
  pthread_mutex_unlock(&toy->mutex);
}

void toy_await_waiting(struct toy *toy, unsigned n) {
  pthread_mutex_lock(&toy->mutex);
  while (toy->waiting < n) pthread_cond_wait(&toy->moved, &toy->mutex);
  pthread_mutex_unlock(&toy->mutex);
}

void toy_stop(struct toy *toy) {
  toy_open_gate(toy);
  server_free(toy->server);
  toy->server = NULL;
  pthread_mutex_destroy(&toy->mutex);
  pthread_cond_destroy(&toy->moved);
}
