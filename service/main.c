/* main.c - the program: options, the game's api behind the server, what SIGHUP reads again.
 *
 * The only file that knows both sides. A call of the server (app.h) is a struct ddz_api_call here, a state a
 * struct state around a struct ddz_api. */
#include "api/api.h"
#include "lib/nets.h"
#include "lib/spare.h"
#include "service/http/console.h"
#include "service/ops/heap.h"
#include "service/ops/log.h"
#include "service/ops/metric.h"
#include "service/ops/notify.h"
#include "service/ops/options.h"
#include "service/ops/reloader.h"
#include "service/ops/shelf.h"
#include "service/ops/signals.h"
#include "service/ops/thread.h"
#include "service/server.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define NAME "ddzd"

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
  struct shelf *models; /* struct nets */
  struct reloader *reloader;
  int notify; /* notify.h */
  atomic_uint reloads, failed_reloads;
};

/* --- the trained net --- */

static void model_discard(void *thing) {
  nets_close(thing);
  free(thing);
}

/* Put the net of the options on the shelf, an empty place where there is none. False: `error` says why. */
static bool model_load(struct shelf *models, const char *option, char *error, size_t room) {
  struct nets *model = calloc(1, sizeof *model);
  const struct nets_source source = {.model = *option ? option : NULL};
  snprintf(error, room, "memory is short");
  if (!model) return false;
  if (!nets_open(model, &source, error, room)) {
    free(model);
    return false;
  }
  if (shelf_put(models, model)) return true;
  model_discard(model);
  return false;
}

static void model_log(const struct program *program) {
  struct log *log = server_log(program->server);
  struct shelved *mine = NULL;
  char checksum[24];
  shelf_look(program->models, &mine);
  const struct nets *model = shelf_thing(mine);
  if (model->model) {
    snprintf(checksum, sizeof checksum, "%016llx", (unsigned long long)ddz_api_model_checksum(model->model));
    log_say(log, LOG_NOTICE, "model", "file", model->path, "name", ddz_api_model_name(model->model),
            "checksum", checksum, NULL);
  } else {
    log_say(log, LOG_NOTICE, "no_model", NULL);
  }
  shelf_give_back(program->models, &mine);
}

/* --- the api as an app --- */

/* What a thread's api was given as its host: the server's, in the api's types. */
struct state {
  struct ddz_api *api;
  struct app_host host;
  struct shelf *models;
  struct shelved *model; /* what the api plays with */
};

/* Before each piece of work. */
static struct ddz_api *api_of(struct state *state) {
  if (shelf_look(state->models, &state->model))
    ddz_api_use_model(state->api, ((const struct nets *)shelf_thing(state->model))->model);
  return state->api;
}

struct spread_item {
  void (*item)(void *arg, size_t i, struct ddz_api *api);
  void *arg;
};

static void run_item(void *arg, size_t i, void *state) {
  struct spread_item *items = arg;
  items->item(items->arg, i, api_of(state));
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
  ddz_api_warm(api_of(state));
  return NULL;
}

static void *state_new(void *self, const struct app_host *host) {
  const struct program *program = self;
  const struct options *options = &program->options;
  struct state *state = calloc(1, sizeof *state);
  if (!state) return NULL;
  state->models = program->models;
  state->host = *host;
  struct ddz_api_options memory = {.memo_bytes = (size_t)options->memo_mib << 20,
                                   .answer_bytes = (size_t)options->answer_kib << 10,
                                   .batch_bytes = (size_t)options->batch_kib << 10};
  struct ddz_host lent = {
      .self = state, .now_us = now_us, .advise = advise, .spread = host->spread ? spread : NULL};
  state->api = ddz_api_new(&memory, &lent);
  pthread_t warmer;
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
  shelf_give_back(state->models, &state->model);
  free(state);
}

/* The server takes the text; the call must not free it too. */
static void take_answer(struct ddz_api_call *call, struct app_answer *answer) {
  answer->route = call->route_path;
  answer->cost = call->cost.kind == DDZ_COST_LONG ? APP_LONG : APP_BOUNDED;
  answer->size = call->cost.size;
  answer->at_most_us = call->cost.at_most_us;
  answer->part_us = call->cost.part_us;
  answer->yields = call->cost.yields;
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
  ddz_api_run(api_of(state), call);
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
  struct shelved *mine = NULL;
  shelf_look(program->models, &mine);
  const struct nets *model = shelf_thing(mine);
  metric_head(out, "ddz_model_info", "gauge", "The trained net that plays.");
  if (model && model->model) {
    fputs("ddz_model_info{name=\"", out);
    print_label(out, ddz_api_model_name(model->model));
    fprintf(out, "\",checksum=\"%016llx\"} 1\n", (unsigned long long)ddz_api_model_checksum(model->model));
  }
  shelf_give_back(program->models, &mine);
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
                      .counted = {"early", "proved"},
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
  char error[MAPPED_PATH + 256] = "";
  log_level_set(server_log(program->server), (enum log_level)fresh->log_level);
  say_reloaded(program, "log-level", true, "");
  say_reloaded(program, "tokens", server_reload_tokens(program->server, error, sizeof error), error);
  bool loaded = model_load(program->models, fresh->model, error, sizeof error);
  if (loaded) model_log(program);
  say_reloaded(program, "model", loaded, error);
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

static void ask_for_reload(void *self) { reloader_ask(((struct program *)self)->reloader); }

/* --- the program --- */

/* The files that are read again when told to, NULL at the end; an empty path where there is none. */
struct reread {
  char model[MAPPED_PATH], part[DDZ_MODEL_PARTS][MAPPED_PATH];
  const char *list[4 + DDZ_MODEL_PARTS];
};

static void reread_find(const struct options *options, struct reread *reread) {
  *reread = (struct reread){.list = {options->config, options->tokens, reread->model}};
  const struct nets_source source = {.model = *options->model ? options->model : NULL};
  if (!nets_find(&source, reread->model)) reread->model[0] = '\0';
  for (int i = 0; i < DDZ_MODEL_PARTS; i++) {
    char *path = reread->part[i];
    const char *mark = ddz_model_mark((enum ddz_model_part)i);
    if (!reread->model[0] || !mapped_beside(reread->model, mark, path)) path[0] = '\0';
    reread->list[3 + i] = path;
  }
}

/* With the models on their shelf. */
static int serve(struct program *program) {
  char error[256];
  struct reread reread;
  signals_hold();
  struct app app = game(program);
  reread_find(&program->options, &reread);
  struct server_setup setup = {.options = &program->options,
                               .app = &app,
                               .name = NAME,
                               .version = DDZ_VERSION,
                               .pages = pages,
                               .console = program->options.console ? &console_built : NULL,
                               .log_fd = STDOUT_FILENO,
                               .confine = true,
                               .reread = reread.list};
  program->notify = notify_open(getenv("NOTIFY_SOCKET"));
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
  signals_await_end(ask_for_reload, program);
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

static int run(struct program *program) {
  char error[MAPPED_PATH + 256] = "memory is short";
  int status = 2;
  program->models = shelf_new(model_discard);
  if (program->models && find_dropins(program, error, sizeof error) &&
      model_load(program->models, program->options.model, error, sizeof error))
    status = serve(program);
  else
    fprintf(stderr, NAME ": %s\n", error);
  shelf_free(program->models);
  return status;
}

int main(int argc, char **argv) {
  struct program program = {.argc = argc, .argv = argv};
  char error[256];
  switch (options_read(&program.options, argc, argv, getenv, error, sizeof error)) {
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
  heap_tune();
  spare_install();
  json_object_seed(0); /* seed from the system now; in the sandbox it would come from the clock */
  int status = run(&program);
  options_free(&program.options);
  return status;
}
