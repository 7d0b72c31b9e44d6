/* main.c - the program: options, the game's api behind the server, what SIGHUP reads again.
 *
 * The only file that knows both sides. A call of the server (app.h) is a struct ddz_api_call here, a state a
 * struct state around a struct ddz_api. */
#include "api/api.h"
#include "lib/nets.h"
#include "lib/spare.h"
#include "service/http/console.h"
#include "service/ops/clock.h"
#include "service/ops/heap.h"
#include "service/ops/log.h"
#include "service/ops/metric.h"
#include "service/ops/options.h"
#include "service/ops/reloader.h"
#include "service/ops/thread.h"
#include "service/server.h"

#include <jansson.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define NAME "ddzd"

enum { SPARE_MEMO = 1 << 20 };

extern const char openapi_yaml[], openapi_json[];
extern const size_t openapi_yaml_length, openapi_json_length;
static const struct app_page pages[] = {
#if __has_include("openapi.yaml")
    {"/openapi.yaml", "application/yaml", openapi_yaml, &openapi_yaml_length},
    {"/openapi.json", "application/json", openapi_json, &openapi_json_length},
#endif
    {.path = NULL}};

/* What there is one of. */
struct program {
  int argc;
  char **argv;
  struct options options; /* as at the start */
  unsigned dropins;       /* of the options; api/dropin/names.h */
  struct server *server;
  struct nets nets;
  struct reloader *reloader;
  int notify;   /* a socket of the service manager, or -1 */
  bool watched; /* by it */
  atomic_uint reloads, failed_reloads;
};

/* --- signals: one after the other, on the main thread --- */

/* From the first line of the program on, and in every thread: SIGTERM and SIGINT end in order, SIGHUP reads
 * again what can be read again; each waits until somebody looks. What cannot be written says so itself. */
static sigset_t signals_hold(void) {
  sigset_t held;
  sigemptyset(&held);
  sigaddset(&held, SIGTERM);
  sigaddset(&held, SIGINT);
  sigaddset(&held, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &held, NULL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  return held;
}

static void leave_at_once(int signal) {
  (void)signal;
  _exit(1);
}

/* From now on a second one ends the program at once. */
static void signals_end(sigset_t held) {
  sigdelset(&held, SIGHUP);
  signal(SIGTERM, leave_at_once);
  signal(SIGINT, leave_at_once);
  pthread_sigmask(SIG_UNBLOCK, &held, NULL);
}

/* --- the service manager: sd_notify's protocol, without its library --- */

/* `path`: the value of NOTIFY_SOCKET, or NULL. Opened once, because the sandbox forbids it later. */
static int notify_open(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = path ? strlen(path) : 0;
  if (length < 2 || length >= sizeof address.sun_path || (path[0] != '/' && path[0] != '@')) return -1;
  memcpy(address.sun_path, path, length);
  if (path[0] == '@') address.sun_path[0] = '\0'; /* a name without a file */
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  if (fd < 0 || connect(fd, (const struct sockaddr *)&address, size) == 0) return fd;
  close(fd);
  return -1;
}

/* "READY=1", "RELOADING=1" until the next READY, "WATCHDOG=1", "STOPPING=1"; with the time, which RELOADING
 * needs. */
static void notify_say(int fd, const char *state) {
  char text[64];
  snprintf(text, sizeof text, "%s\nMONOTONIC_USEC=%llu\n", state, (unsigned long long)clock_us());
  if (fd >= 0) send(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* --- the trained net --- */

static bool model_load(struct program *program, char *error, size_t room) {
  const struct nets_source source = {.model = *program->options.model ? program->options.model : NULL};
  return nets_open(&program->nets, &source, error, room);
}

static void model_log(const struct program *program) {
  struct log *log = server_log(program->server);
  const struct nets *nets = &program->nets;
  char checksum[24];
  if (!nets->model) {
    log_say(log, LOG_NOTICE, "no_model", NULL);
    return;
  }
  snprintf(checksum, sizeof checksum, "%016llx", (unsigned long long)ddz_api_model_checksum(nets->model));
  log_say(log, LOG_NOTICE, "model", "file", nets->path, "name", ddz_api_model_name(nets->model), "checksum",
          checksum, NULL);
}

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

/* The whole pages. Refusals do not matter: small pages do as well, only slower. */
static void advise(void *self, void *memory, size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (page - (uintptr_t)memory % page) % page;
  (void)self;
  if (before + page <= bytes) madvise((char *)memory + before, (bytes - before) / page * page, MADV_HUGEPAGE);
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

/* On a stack that is large enough; the first thread's may not be. */
static void *warm(void *state) {
  ddz_api_warm(((struct state *)state)->api);
  return NULL;
}

static void *state_new(void *self, const struct app_host *host) {
  const struct program *program = self;
  const struct options *options = &program->options;
  struct state *state = calloc(1, sizeof *state);
  if (!state) return NULL;
  state->host = *host;
  struct ddz_api_options memory = {.memo_bytes = host->spare ? SPARE_MEMO : (size_t)options->memo_mib << 20,
                                   .answer_bytes = (size_t)options->answer_kib << 10,
                                   .batch_bytes = (size_t)options->batch_kib << 10};
  struct ddz_host lent = {
      .self = state, .now_us = now_us, .advise = advise, .spread = host->spread ? spread : NULL};
  state->api = ddz_api_new(&memory, &lent);
  pthread_t warmer;
  if (state->api) ddz_api_use_model(state->api, program->nets.model);
  if (state->api && thread_start(&warmer, warm, state) == 0) {
    pthread_join(warmer, NULL);
    return state;
  }
  if (state->api) ddz_api_free(state->api);
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
  answer->cost = call->cost.kind == DDZ_COST_LONG ? APP_LONG : APP_BOUNDED;
  answer->size = call->cost.size;
  answer->at_most_us = call->cost.at_most_us;
  answer->own_us = call->cost.own_us;
  answer->status = call->answer.status;
  answer->content_type = call->answer.content_type;
  answer->allow = call->allow;
  answer->text = call->answer.text;
  answer->length = call->answer.length;
  answer->engine = call->answer.engine;
  answer->nodes = call->answer.nodes;
  answer->code = call->answer.code;
  answer->note_count = call->answer.notes.count;
  for (size_t i = 0; i < call->answer.notes.count; i++)
    answer->notes[i] = (struct app_note){.name = call->answer.notes.note[i].name,
                                         .text = call->answer.notes.note[i].text,
                                         .number = call->answer.notes.note[i].number};
  call->answer.text = NULL;
}

static _Thread_local struct spare spare;

static void call_open(void *self, void *call, const struct app_request *request, struct app_answer *answer) {
  const struct program *program = self;
  struct ddz_api_request of_api = {.method = request->method,
                                   .path = request->path,
                                   .content_type = request->content_type,
                                   .body = request->body,
                                   .length = request->length,
                                   .dropins = program->dropins,
                                   .arrived_us = request->arrived_us,
                                   .guard_memory = spare_guard};
  spare_use(&spare);
  ddz_api_open(call, &of_api);
  spare_use(NULL);
  take_answer(call, answer);
}

_Static_assert((int)APP_BUSY == DDZ_STOP_BUSY && (int)APP_LEFT == DDZ_STOP_LEFT, "the same words");

static void call_run(void *self, void *data, uint64_t deadline_us, const atomic_int *word,
                     struct app_answer *answer) {
  struct state *state = self;
  struct ddz_api_call *call = data;
  call->deadline_us = deadline_us;
  call->word = word;
  ddz_api_run(state->api, call);
  take_answer(call, answer);
}

static void call_close(void *call) { ddz_api_close(call); }

static unsigned body_times(void *self, const char *path) {
  (void)self;
  return ddz_api_body_times(path);
}

static bool route_at(void *self, size_t i, const char **method, const char **path) {
  const struct program *program = self;
  size_t ours = 0;
  if (ddz_api_route_at(i, method, path)) return true;
  while (ddz_api_route_at(ours, method, path)) ours++;
  return ddz_api_dropin_route_at(program->dropins, i - ours, method, path);
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

/* A label's value must not hold what ends it. */
static void print_label(FILE *out, const char *text) {
  for (; *text; text++)
    fputc(*text == '"' || *text == '\\' || (unsigned char)*text < 0x20 ? '_' : *text, out);
}

static void print_metrics(void *self, FILE *out) {
  struct program *program = self;
  const struct ddz_api_model *model = program->nets.model;
  metric_head(out, "ddz_model_info", "gauge", "The trained net that plays.");
  if (model) {
    fputs("ddz_model_info{name=\"", out);
    print_label(out, ddz_api_model_name(model));
    fprintf(out, "\",checksum=\"%016llx\"} 1\n", (unsigned long long)ddz_api_model_checksum(model));
  }
  metric_print(out, "ddz_reloads_total", "counter", "SIGHUPs heard.", atomic_load(&program->reloads));
  metric_print(out, "ddz_reload_failures_total", "counter", "Things that could not be read again.",
               atomic_load(&program->failed_reloads));
}

static struct app game(struct program *program) {
  return (struct app){.self = program,
                      .call_size = sizeof(struct ddz_api_call),
                      .state_new = state_new,
                      .state_free = state_free,
                      .open = call_open,
                      .run = call_run,
                      .close = call_close,
                      .body_times = body_times,
                      .route_at = route_at,
                      .problem = ddz_api_problem_text,
                      .problem_type = DDZ_API_PROBLEM_TYPE,
                      .interface = DDZ_INTERFACE,
                      .labels = {"level", "preset"},
                      .counted = {"early", "proved", "busy"},
                      .gauges = gauges,
                      .gauge_count = sizeof gauges / sizeof gauges[0],
                      .read = read_gauges,
                      .metrics = print_metrics};
}

/* --- reading again --- */

static void say_reloaded(struct program *program, const char *what, bool good, const char *error) {
  struct log *log = server_log(program->server);
  if (good) {
    log_say(log, LOG_NOTICE, "reloaded", "what", what, NULL);
  } else {
    atomic_fetch_add(&program->failed_reloads, 1);
    log_say(log, LOG_ERROR, "reload_failed", "what", what, "error", error, NULL);
  }
}

/* Take over from the options as they read now, and from files. What fails leaves all as it was. */
static void reload_each(struct program *program, const struct options *fresh) {
  char error[256] = "";
  log_level_set(server_log(program->server), (enum log_level)fresh->log_level);
  say_reloaded(program, "log-level", true, "");
  say_reloaded(program, "tokens", server_reload_tokens(program->server, error, sizeof error), error);
}

/* On the reloader's thread, with requests under way. */
static void reload_all(void *self) {
  struct program *program = self;
  struct options fresh;
  char error[256] = "";
  notify_say(program->notify, "RELOADING=1");
  atomic_fetch_add(&program->reloads, 1);
  if (options_read(&fresh, program->argc, program->argv, getenv, error, sizeof error) == OPTIONS_OK) {
    reload_each(program, &fresh);
    options_free(&fresh);
  } else {
    say_reloaded(program, "options", false, error);
  }
  notify_say(program->notify, "READY=1");
}

/* --- the program --- */

/* Until the first signal that ends. A poller that is stuck shows in what the service manager does not hear.
 */
static void await_end(struct program *program, const sigset_t *held) {
  const struct timespec second = {.tv_sec = 1};
  for (;;) {
    const int signal = sigtimedwait(held, NULL, &second);
    if (signal == SIGTERM || signal == SIGINT) return;
    if (signal == SIGHUP) reloader_ask(program->reloader);
    if (server_watch(program->server) && program->watched) notify_say(program->notify, "WATCHDOG=1");
  }
}

static int serve(struct program *program, const sigset_t *held) {
  char error[256];
  const char *reread[] = {program->options.config, program->options.tokens, NULL};
  struct app app = game(program);
  struct server_setup setup = {.options = &program->options,
                               .app = &app,
                               .name = NAME,
                               .version = DDZ_VERSION,
                               .pages = pages,
                               .console = program->options.console ? &console_built : NULL,
                               .log_fd = STDOUT_FILENO,
                               .confine = true,
                               .reread = reread};
  program->notify = notify_open(getenv("NOTIFY_SOCKET"));
  program->watched = getenv("WATCHDOG_USEC") != NULL;
  program->server = server_start(&setup, error, sizeof error);
  /* Only now: a thread that is there earlier would not be confined. */
  program->reloader = program->server ? reloader_new(reload_all, program) : NULL;
  if (!program->reloader) {
    fprintf(stderr, NAME ": %s\n", program->server ? "There are too many threads." : error);
    server_free(program->server);
    return 1;
  }
  server_announce(program->server);
  model_log(program);
  notify_say(program->notify, "READY=1");
  await_end(program, held);
  signals_end(*held);
  notify_say(program->notify, "STOPPING=1");
  server_drain(program->server);
  if (!reloader_free(program->reloader))
    _exit(0); /* it hangs in a file, with what would be freed in its hands */
  server_free(program->server);
  return 0;
}

/* Which servers it replaces. False: `error` says why. */
static bool find_dropins(struct program *program, char *error, size_t room) {
  const char *wrong = ddz_api_dropins_of(program->options.drop_in, &program->dropins), *name;
  if (!wrong) return true;
  int n = snprintf(error, room, "--drop-in does not know \"%.40s\"; it knows", wrong);
  for (size_t i = 0; (name = ddz_api_dropin_name(i)) != NULL && n > 0 && (size_t)n < room; i++)
    n += snprintf(error + n, room - (size_t)n, "%s %s", i ? "," : "", name);
  return false;
}

static int run(struct program *program, const sigset_t *held) {
  char error[MAPPED_PATH + 256] = "memory is short";
  int status = 2;
  if (find_dropins(program, error, sizeof error) && model_load(program, error, sizeof error))
    status = serve(program, held);
  else
    fprintf(stderr, NAME ": %s\n", error);
  nets_close(&program->nets);
  return status;
}

int main(int argc, char **argv) {
  const sigset_t held = signals_hold();
  struct program program = {.argc = argc, .argv = argv};
  char error[256];
  switch (options_read(&program.options, argc, argv, getenv, error, sizeof error)) {
  case OPTIONS_HELP:
    options_help(stdout, NAME);
    return 0;
  case OPTIONS_VERSION:
    printf(NAME " %s\n", ddz_build);
    return 0;
  case OPTIONS_WRONG:
    fprintf(stderr, NAME ": %s\n", error);
    return 2;
  case OPTIONS_OK:
    break;
  }
  heap_tune();
  spare_install();
  json_object_seed(0); /* seed from the system now; in the sandbox it would come from the clock */
  int status = run(&program, &held);
  options_free(&program.options);
  return status;
}
