/* main.c - the program: options, the game's api behind the server, what SIGHUP reads again.
 *
 * The only file that knows both sides. A call of the server (app.h) is a struct ddz_api_call here, a state a
 * struct state around a struct ddz_api. */
#include "api/api.h"
#include "service/http/console.h"
#include "service/ops/heap.h"
#include "service/ops/log.h"
#include "service/ops/mapped.h"
#include "service/ops/notify.h"
#include "service/ops/options.h"
#include "service/ops/reloader.h"
#include "service/ops/shelf.h"
#include "service/ops/signals.h"
#include "service/ops/spare.h"
#include "service/server.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define NAME "ddzd"

#if __has_include("openapi.yaml")
extern const char openapi_yaml[], openapi_json[];
extern const size_t openapi_yaml_length, openapi_json_length;
#define OPENAPI                                                                                              \
  openapi_yaml, .openapi_length = openapi_yaml_length, .openapi_json = openapi_json,                         \
                .openapi_json_length = openapi_json_length
#else
#define OPENAPI NULL, .openapi_length = 0
#endif

/* What there is one of. */
struct program {
  int argc;
  char **argv;
  struct options options; /* as at the start */
  unsigned dropins;       /* of the options; api/dropin/names.h */
  struct server *server;
  struct shelf *models; /* struct model */
  struct reloader *reloader;
  int notify; /* notify.h */
  atomic_uint reloads, failed_reloads;
};

/* --- the trained net --- */

struct model {
  struct mapped file, part[DDZ_MODEL_PARTS]; /* part: the nets beside it, those there are */
  struct ddz_api_model *opened;
  char path[MAPPED_PATH];
};

static void model_discard(void *thing) {
  struct model *model = thing;
  ddz_api_model_close(model->opened);
  mapped_close(&model->file);
  for (int i = 0; i < DDZ_MODEL_PARTS; i++) mapped_close(&model->part[i]);
  free(model);
}

/* Nets beside it. True as well when there are none. */
static bool model_open_part(struct model *model, enum ddz_model_part part, char *error, size_t room) {
  char beside[MAPPED_PATH];
  struct mapped *file = &model->part[part];
  if (!mapped_beside(model->path, ddz_model_mark(part), beside)) return true;
  if (!mapped_open(file, beside, error, room)) return false;
  const char *wrong = ddz_api_model_part(model->opened, part, file->bytes, file->size);
  if (wrong) snprintf(error, room, "%s: %s", beside, wrong);
  return wrong == NULL;
}

static bool model_open(struct model *model, char *error, size_t room) {
  if (!mapped_open(&model->file, model->path, error, room)) return false;
  const char *wrong = ddz_api_model_open(model->file.bytes, model->file.size, &model->opened);
  if (wrong) snprintf(error, room, "%s: %s", model->path, wrong);
  bool opened = wrong == NULL;
  for (int part = 0; part < DDZ_MODEL_PARTS && opened; part++)
    opened = model_open_part(model, (enum ddz_model_part)part, error, room);
  return opened;
}

/* The file an option names, or else the one there is by default. False: none is wanted, or there is none. */
static bool model_find(const char *option, char *path) {
  static const char *const places[] = {DDZ_MODEL_PLACES, NULL};
  if (!*option) return mapped_find(places, path);
  snprintf(path, MAPPED_PATH, "%s", option);
  return strcmp(option, "none") != 0;
}

/* Put the net of the options on the shelf, an empty place where there is none. False: `error` says why. */
static bool model_load(struct shelf *models, const char *option, char *error, size_t room) {
  struct model *model = calloc(1, sizeof *model);
  snprintf(error, room, "memory is short");
  if (!model) return false;
  if (model_find(option, model->path) && !model_open(model, error, room)) {
    model_discard(model);
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
  const struct model *model = shelf_thing(mine);
  if (model->opened) {
    snprintf(checksum, sizeof checksum, "%016llx", (unsigned long long)ddz_api_model_checksum(model->opened));
    log_say(log, LOG_NOTICE, "model", "file", model->path, "name", ddz_api_model_name(model->opened),
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
    ddz_api_use_model(state->api, ((const struct model *)shelf_thing(state->model))->opened);
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
  if (state->api) return ddz_api_warm(api_of(state)), state;
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
  answer->cost = call->cost == DDZ_COST_LONG ? APP_LONG : APP_BOUNDED;
  answer->size = call->size;
  answer->at_most_us = call->at_most_us;
  answer->status = call->status;
  answer->content_type = call->content_type;
  answer->allow = call->allow;
  answer->text = call->text;
  answer->length = call->length;
  answer->engine = call->engine;
  answer->nodes = call->nodes;
  answer->code = call->code;
  answer->note_count = call->notes.count;
  for (size_t i = 0; i < call->notes.count; i++)
    answer->notes[i] = (struct app_note){.name = call->notes.note[i].name,
                                         .text = call->notes.note[i].text,
                                         .number = call->notes.note[i].number};
  call->text = NULL;
}

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
  ddz_api_open(call, &of_api);
  take_answer(call, answer);
}

static void call_run(void *self, void *data, uint64_t deadline_us, struct app_answer *answer) {
  struct state *state = self;
  struct ddz_api_call *call = data;
  call->deadline_us = deadline_us;
  ddz_api_run(api_of(state), call);
  take_answer(call, answer);
}

static void call_close(void *call) { ddz_api_close(call); }

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
  const struct model *model = shelf_thing(mine);
  fputs("# HELP ddz_model_info The trained net that plays.\n# TYPE ddz_model_info gauge\n", out);
  if (model && model->opened) {
    fputs("ddz_model_info{name=\"", out);
    print_label(out, ddz_api_model_name(model->opened));
    fprintf(out, "\",checksum=\"%016llx\"} 1\n", (unsigned long long)ddz_api_model_checksum(model->opened));
  }
  shelf_give_back(program->models, &mine);
  fprintf(out,
          "# HELP ddz_reloads_total SIGHUPs heard.\n# TYPE ddz_reloads_total counter\nddz_reloads_total %u\n"
          "# HELP ddz_reload_failures_total Things that could not be read again.\n"
          "# TYPE ddz_reload_failures_total counter\nddz_reload_failures_total %u\n",
          atomic_load(&program->reloads), atomic_load(&program->failed_reloads));
}

static struct app game(struct program *program) {
  return (struct app){.self = program,
                      .call_size = sizeof(struct ddz_api_call),
                      .state_new = state_new,
                      .state_free = state_free,
                      .open = call_open,
                      .run = call_run,
                      .close = call_close,
                      .route_at = route_at,
                      .problem = ddz_api_problem_text,
                      .problem_type = DDZ_API_PROBLEM_TYPE,
                      .gauges = gauges,
                      .gauge_count = sizeof gauges / sizeof gauges[0],
                      .read = read_gauges,
                      .metrics = print_metrics};
}

/* --- reading again --- */

/* Take over from `fresh`, the options as they read now, or from a file of the same path as before. False:
 * `error` says why, in one sentence, and all is as it was. On the reloader's thread, with requests under way.
 */
typedef bool reload(struct program *program, const struct options *fresh, char *error, size_t room);

static bool reload_log_level(struct program *program, const struct options *fresh, char *error, size_t room) {
  if (room) error[0] = '\0'; /* this one cannot fail */
  log_level_set(server_log(program->server), (enum log_level)fresh->log_level);
  return true;
}

static bool reload_tokens(struct program *program, const struct options *fresh, char *error, size_t room) {
  (void)fresh;
  return server_reload_tokens(program->server, error, room);
}

static bool reload_model(struct program *program, const struct options *fresh, char *error, size_t room) {
  if (!model_load(program->models, fresh->model, error, room)) return false;
  model_log(program);
  return true;
}

static const struct {
  const char *what;
  reload *reload;
} reloads[] = {
    {"log-level", reload_log_level},
    {"tokens", reload_tokens},
    {"model", reload_model},
};

static void reload_each(struct program *program, const struct options *fresh) {
  struct log *log = server_log(program->server);
  char error[MAPPED_PATH + 256] = "";
  for (size_t i = 0; i < sizeof reloads / sizeof reloads[0]; i++)
    if (reloads[i].reload(program, fresh, error, sizeof error)) {
      log_say(log, LOG_NOTICE, "reloaded", "what", reloads[i].what, NULL);
    } else {
      atomic_fetch_add(&program->failed_reloads, 1);
      log_say(log, LOG_ERROR, "reload_failed", "what", reloads[i].what, "error", error, NULL);
    }
}

static void reload_all(void *self) {
  struct program *program = self;
  struct options fresh;
  char error[256] = "";
  notify_reloading(program->notify);
  atomic_fetch_add(&program->reloads, 1);
  if (options_read(&fresh, program->argc, program->argv, getenv, error, sizeof error) == OPTIONS_OK) {
    reload_each(program, &fresh);
    options_free(&fresh);
  } else {
    atomic_fetch_add(&program->failed_reloads, 1);
    log_say(server_log(program->server), LOG_ERROR, "reload_failed", "what", "options", "error", error, NULL);
  }
  notify_ready(program->notify);
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
  if (!model_find(options->model, reread->model)) reread->model[0] = '\0';
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
                               .openapi = OPENAPI,
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
  notify_ready(program->notify);
  signals_await_end(ask_for_reload, program);
  notify_stopping(program->notify);
  server_drain(program->server);
  if (!reloader_free(program->reloader))
    _exit(0); /* it hangs in a file, with what would be freed in its hands */
  server_free(program->server);
  return 0;
}

/* In place of which servers it stands. False: `error` says why. */
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
  json_set_alloc_funcs(spare_malloc, spare_free);
  json_object_seed(
      0); /* from the system, while that can be asked: a later one would be guessed from the clock */
  int status = run(&program);
  options_free(&program.options);
  return status;
}
