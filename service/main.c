/* main.c - the program: options, the game's api behind the server, signals.
 *
 * The only file that knows both sides. `calls` of the server are struct ddz_api_call, states are struct
 * ddz_api. */
#include "api/api.h"
#include "service/options.h"
#include "service/server.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define NAME "ddzd"
#define PROBLEM_TYPE "application/problem+json"

#if __has_include("openapi.yaml")
extern const char openapi_yaml[];
extern const size_t openapi_yaml_length;
#define OPENAPI openapi_yaml, .openapi_length = openapi_yaml_length
#else
#define OPENAPI NULL, .openapi_length = 0
#endif

/* --- the api as an app --- */

/* What a thread's api was given as its host: the server's, in the api's types. */
struct state {
  struct ddz_api *api;
  struct app_host host;
};

struct spread_item {
  void (*item)(void *arg, size_t i, struct ddz_api *api);
  void *arg;
};

static void run_item(void *arg, size_t i, void *state) {
  struct spread_item *items = arg;
  items->item(items->arg, i, ((struct state *)state)->api);
}

/* Refusals do not matter: small pages do as well, only slower. */
static void advise(void *self, void *memory, size_t bytes) {
  (void)self;
  madvise(memory, bytes, MADV_HUGEPAGE);
}

static uint64_t now_us(void *self) {
  struct state *state = self;
  return state->host.now_us(state->host.self);
}

static void spread(void *self, size_t n, void (*item)(void *arg, size_t i, struct ddz_api *api), void *arg) {
  struct state *state = self;
  struct spread_item items = {.item = item, .arg = arg};
  state->host.spread(state->host.self, n, run_item, &items);
}

static void *state_new(void *self, const struct app_host *host) {
  const struct options *options = self;
  struct state *state = calloc(1, sizeof *state);
  if (!state) return NULL;
  state->host = *host;
  struct ddz_api_options memory = {.memo_bytes = (size_t)options->memo_mib << 20, .table_bytes = 0};
  struct ddz_host lent = {
      .self = state, .now_us = now_us, .advise = advise, .spread = host->spread ? spread : NULL};
  state->api = ddz_api_new(&memory, &lent);
  if (state->api) return state;
  free(state);
  return NULL;
}

static void state_free(void *self) {
  struct state *state = self;
  ddz_api_free(state->api);
  free(state);
}

/* The server takes the text; the call must not free it too. */
static void take_answer(struct ddz_api_call *call, struct app_answer *answer) {
  answer->route = call->route_path;
  answer->cost = call->cost == DDZ_COST_LONG ? APP_LONG : APP_BOUNDED;
  answer->status = call->status;
  answer->content_type = call->content_type;
  answer->allow = call->allow;
  answer->text = call->text;
  answer->length = call->length;
  answer->engine = call->engine;
  answer->nodes = call->nodes;
  call->text = NULL;
}

static void call_open(void *self, void *call, const struct app_request *request, struct app_answer *answer) {
  (void)self;
  struct ddz_api_request of_api = {.method = request->method,
                                   .path = request->path,
                                   .content_type = request->content_type,
                                   .body = request->body,
                                   .length = request->length};
  ddz_api_open(call, &of_api);
  take_answer(call, answer);
}

static void call_run(void *self, void *data, uint64_t deadline_us, struct app_answer *answer) {
  struct state *state = self;
  struct ddz_api_call *call = data;
  call->deadline_us = deadline_us;
  ddz_api_run(state->api, call);
  take_answer(call, answer);
}

static void call_close(void *call) { ddz_api_close(call); }

static bool route_at(void *self, size_t i, const char **method, const char **path) {
  (void)self;
  return ddz_api_route_at(i, method, path);
}

static const struct app_gauge gauges[] = {
    {"ddz_memo_hits_total", "Values found in the memo.", true},
    {"ddz_memo_misses_total", "Values that had to be computed.", true},
    {"ddz_memo_fill", "Entries in the memo.", false},
    {"ddz_memo_capacity", "Entries the memo has room for.", false},
};

static void read_gauges(void *self, uint64_t *values) {
  struct ddz_api_stats stats = ddz_api_stats(((struct state *)self)->api);
  values[0] = stats.memo_hits;
  values[1] = stats.memo_misses;
  values[2] = stats.memo_fill;
  values[3] = stats.memo_capacity;
}

static struct app game(struct options *options) {
  return (struct app){.self = options,
                      .call_size = sizeof(struct ddz_api_call),
                      .state_new = state_new,
                      .state_free = state_free,
                      .open = call_open,
                      .run = call_run,
                      .close = call_close,
                      .route_at = route_at,
                      .problem = ddz_api_problem_text,
                      .problem_type = PROBLEM_TYPE,
                      .gauges = gauges,
                      .gauge_count = sizeof gauges / sizeof gauges[0],
                      .read = read_gauges};
}

/* --- signals --- */

static void leave_at_once(int signal) {
  (void)signal;
  _exit(1);
}

/* SIGTERM and SIGINT wait in `ends` until somebody asks; threads started later inherit that. */
static sigset_t hold_signals(void) {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  pthread_sigmask(SIG_BLOCK, &ends, NULL);
  signal(SIGPIPE, SIG_IGN);
  return ends;
}

/* Wait for the first; the second ends the program where it stands. */
static void await_signal(const sigset_t *ends) {
  int received;
  do {
  } while (sigwait(ends, &received) != 0);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = leave_at_once;
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGINT, &action, NULL);
  pthread_sigmask(SIG_UNBLOCK, ends, NULL);
}

int main(int argc, char **argv) {
  struct options options;
  char error[256];
  switch (options_read(&options, argc, argv, getenv, error, sizeof error)) {
  case OPTIONS_HELP:
    options_help(stdout, NAME);
    return 0;
  case OPTIONS_VERSION:
    puts(NAME " " DDZ_VERSION);
    return 0;
  case OPTIONS_WRONG:
    fprintf(stderr, NAME ": %s\n", error);
    return 2;
  case OPTIONS_OK:
    break;
  }
  sigset_t ends = hold_signals();
  struct app app = game(&options);
  struct server_setup setup = {.options = &options,
                               .app = &app,
                               .name = NAME,
                               .version = DDZ_VERSION,
                               .openapi = OPENAPI,
                               .log_fd = STDOUT_FILENO};
  struct server *server = server_start(&setup, error, sizeof error);
  if (!server) {
    fprintf(stderr, NAME ": %s\n", error);
    return 1;
  }
  await_signal(&ends);
  server_drain(server);
  server_free(server);
  return 0;
}
