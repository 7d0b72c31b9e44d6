/* ddz-calibrate - are the win probabilities of a net true? And make them so.
 *
 * The net plays games against itself; every probability it tells about its own play is held against the end
 * of the game. For each role and objective a logistic curve is fitted to what the net says (slope and offset,
 * net.h), on half of the games; told is how well the other half then fits. */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/net/judge.h"
#include "core/robot/robot.h"
#include "core/table/table.h"
#include "service/mapped.h"
#include "tools/arena/engine.h"
#include "tools/arena/flags.h"
#include "tools/arena/image.h"
#include "tools/arena/model.h"

enum { BINS = 20, MEMO_BYTES = 4 << 20, TABLE_BYTES = 1 << 20, STEPS = 30 };
static const double LEAST = 1e-6; /* probabilities this close to 0 or 1 are certain: nothing to fit */

static void fail(const char *what, const char *about) {
  fprintf(stderr, "ddz-calibrate: %s: %s (try --help)\n", what, about);
  exit(2);
}

/* ---- what was told and what came of it ---- */

struct told {
  double p; /* of winning */
  uint32_t game;
  uint8_t role, objective;
  bool won;
};

struct record {
  struct told *told;
  size_t n, room;
};

static void note(struct record *record, const struct told *told) {
  if (record->n == record->room) {
    record->room = record->room == 0 ? 1 << 16 : 2 * record->room;
    record->told = realloc(record->told, record->room * sizeof *record->told);
    if (record->told == NULL) fail("out of memory", "games");
  }
  record->told[record->n++] = *told;
}

static void play_game(struct ddz_engine *engine, const struct ddz_rules *rules, uint64_t seed, uint32_t game,
                      enum ddz_objective objective, struct record *record) {
  struct ddz_table table;
  const size_t first = record->n;
  ddz_table_init(&table, rules, seed, NULL);
  while (table.phase == DDZ_PHASE_PLAY) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    struct ddz_action action = {.seat = (uint8_t)table.turn};
    ddz_robot_defaults(&ask);
    ask.thinker = DDZ_THINKER_NET;
    ask.objective = objective;
    ddz_table_view(&table, &ask.view);
    ddz_robot_choose(engine, &ask, &move, NULL, 0);
    if (!isnan(move.win_probability))
      note(record, &(struct told){.p = move.win_probability,
                                  .game = game,
                                  .role = (uint8_t)ask.view.role,
                                  .objective = (uint8_t)objective});
    action.cards = move.play.cards;
    if (ddz_table_apply(&table, &action) != DDZ_OK) abort(); /* engines play legally */
  }
  const bool landlord = table.winner == table.landlord;
  for (size_t i = first; i < record->n; i++)
    record->told[i].won = (record->told[i].role == DDZ_LANDLORD) == landlord;
}

/* ---- the curve ---- */

struct curve {
  double slope, offset;
};

static double bent(const struct curve *curve, double p) {
  if (p < LEAST || p > 1 - LEAST) return p;
  return 1 / (1 + exp(-(curve->slope * log(p / (1 - p)) + curve->offset)));
}

static bool is_of(const struct told *told, int role, int objective) {
  return told->role == role && told->objective == objective;
}

/* Logistic regression by Newton's method, on the games of even number. */
static struct curve fit(const struct record *record, int role, int objective) {
  struct curve curve = {1, 0};
  for (int step = 0; step < STEPS; step++) {
    double g[2] = {0, 0}, h[3] = {1e-9, 0, 1e-9};
    for (size_t i = 0; i < record->n; i++) {
      const struct told *told = &record->told[i];
      if (!is_of(told, role, objective) || told->game % 2 != 0 || told->p < LEAST || told->p > 1 - LEAST)
        continue;
      const double x = log(told->p / (1 - told->p)), p = bent(&curve, told->p), w = p * (1 - p);
      g[0] += (told->won - p) * x;
      g[1] += told->won - p;
      h[0] += w * x * x;
      h[1] += w * x;
      h[2] += w;
    }
    const double det = h[0] * h[2] - h[1] * h[1];
    curve.slope += (g[0] * h[2] - g[1] * h[1]) / det;
    curve.offset += (g[1] * h[0] - g[0] * h[1]) / det;
  }
  return curve;
}

/* ---- how true it is ---- */

struct bin {
  double told, won;
  size_t n;
};

/* The mean distance of what was told from what came, over bins of equal width, each as heavy as it is full.
 * Of the games of odd number. */
static double error_of(const struct record *record, int objective, struct curve curves[DDZ_ROLES][2],
                       struct bin bins[BINS]) {
  double error = 0;
  size_t n = 0;
  memset(bins, 0, BINS * sizeof *bins);
  for (size_t i = 0; i < record->n; i++) {
    const struct told *told = &record->told[i];
    if (told->objective != objective || told->game % 2 == 0) continue;
    const double p = bent(&curves[told->role][objective], told->p);
    struct bin *bin = &bins[p < 1 ? (int)(p * BINS) : BINS - 1];
    bin->told += p;
    bin->won += told->won;
    bin->n++;
    n++;
  }
  for (int b = 0; b < BINS; b++)
    if (bins[b].n > 0) error += fabs(bins[b].told - bins[b].won) / (double)n;
  return error;
}

static void write_bins(FILE *file, const char *what, int objective, const struct bin bins[BINS]) {
  for (int b = 0; b < BINS; b++)
    if (bins[b].n > 0)
      fprintf(file, "%s\t%s\t%.5f\t%.5f\t%zu\n", what, ddz_objective_name((enum ddz_objective)objective),
              bins[b].told / (double)bins[b].n, bins[b].won / (double)bins[b].n, bins[b].n);
}

/* ---- the program ---- */

struct task {
  const char *model, *write, *bins, *name;
  uint64_t games, seed;
};

static uint64_t number(const char *text) { return flags_whole(text, 1, UINT64_MAX, fail); }

static void set_model(struct task *t, const char *v) { t->model = v; }
static void set_games(struct task *t, const char *v) { t->games = number(v); }
static void set_seed(struct task *t, const char *v) { t->seed = number(v); }
static void set_bins(struct task *t, const char *v) { t->bins = v; }
static void set_write(struct task *t, const char *v) { t->write = v; }
static void set_name(struct task *t, const char *v) { t->name = v; }

static const struct flag rows[] = {
    {"model", "FILE", "the net (as the service finds it)", set_model},
    {"games", "N", "of each objective (10000)", set_games},
    {"seed", "S", "of the first game (1)", set_seed},
    {"bins", "FILE", "what was told and came, as tab-separated values for tools/train/reliability.gp",
     set_bins},
    {"write", "FILE", "the net with its curves; may be the same file", set_write},
    {"name", "NAME", "of the net written, when it shall have another", set_name},
    {"help", NULL, "this page", NULL},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf(
      "usage: ddz-calibrate [options]\n\n"
      "Are the win probabilities of a net true? It plays against itself; what it tells is held against the "
      "end of\n"
      "each game. A curve for each role and objective is fitted on half of the games, and tried on the "
      "others.\n\n");
  flags_print(rows, ROWS, 14);
}

static struct task read_options(int argc, char **argv) {
  struct task task = {.games = 10000, .seed = 1};
  flags_read(&(struct flags){rows, ROWS, print_help, fail}, &task, argc, argv);
  if (optind < argc) fail("unknown argument", argv[optind]);
  return task;
}

static struct ddz_engine *engine_with(const struct ddz_net *net) {
  struct ddz_engine *engine = tool_engine_new(MEMO_BYTES, TABLE_BYTES);
  if (engine == NULL) fail("out of memory", "engine");
  engine->net = net;
  engine->belief = model_part(net, DDZ_MODEL_BELIEF);
  return engine;
}

/* The image with curves on top of those it has. */
static void write_net(const struct task *task, const struct ddz_net *net, struct curve curves[DDZ_ROLES][2]) {
  struct ddz_net_facts facts = net->facts;
  void *image = malloc(net->size);
  if (image == NULL) fail("out of memory", task->write);
  memcpy(image, net->image, net->size);
  for (int role = 0; role < DDZ_ROLES; role++)
    for (int o = 0; o < 2; o++) {
      const struct curve *curve = &curves[role][o];
      facts.slope[role][o] = (float)(curve->slope * (double)net->facts.slope[role][o]);
      facts.offset[role][o] = (float)(curve->slope * (double)net->facts.offset[role][o] + curve->offset);
    }
  if (task->name != NULL) snprintf(facts.name, sizeof facts.name, "%s", task->name);
  ddz_net_set_facts(image, &facts);
  if (!image_write(image, net->size, task->write)) fail("cannot write", task->write);
  free(image);
}

static void report(const struct task *task, const struct record *record, struct curve curves[DDZ_ROLES][2]) {
  struct curve straight[DDZ_ROLES][2];
  struct bin bins[BINS];
  FILE *file = task->bins != NULL ? fopen(task->bins, "w") : NULL;
  if (task->bins != NULL && file == NULL) fail("cannot write", task->bins);
  for (int role = 0; role < DDZ_ROLES; role++)
    for (int o = 0; o < 2; o++) {
      straight[role][o] = (struct curve){1, 0};
      printf("%-14s %-7s slope %.3f offset %+.3f\n", ddz_role_name((enum ddz_role)role),
             ddz_objective_name((enum ddz_objective)o), curves[role][o].slope, curves[role][o].offset);
    }
  for (int o = 0; o < 2; o++) {
    const double before = error_of(record, o, straight, bins);
    if (file != NULL) write_bins(file, "as it is", o, bins);
    const double after = error_of(record, o, curves, bins);
    if (file != NULL) write_bins(file, "with curves", o, bins);
    printf("expected calibration error, %s: %.4f as it is, %.4f with these curves\n",
           ddz_objective_name((enum ddz_objective)o), before, after);
  }
  if (file != NULL && fclose(file) != 0) fail("cannot write", task->bins);
}

int main(int argc, char **argv) {
  const struct task task = read_options(argc, argv);
  const struct ddz_net *net = task.model != NULL ? model_open(task.model) : model_default();
  if (net == NULL) fail("no net", *model_error() != '\0' ? model_error() : "--model");
  struct curve curves[DDZ_ROLES][2];
  struct record record = {0};
  struct ddz_rules rules;
  struct ddz_engine *engine = engine_with(net);
  ddz_rules_preset("douzero", &rules);
  for (uint64_t game = 0; game < task.games; game++)
    for (int o = 0; o < 2; o++)
      play_game(engine, &rules, task.seed + game, (uint32_t)game, (enum ddz_objective)o, &record);
  for (int role = 0; role < DDZ_ROLES; role++)
    for (int o = 0; o < 2; o++) curves[role][o] = fit(&record, role, o);
  printf("%s: %zu probabilities in %" PRIu64 " games of each objective\n", net->facts.name, record.n,
         task.games);
  report(&task, &record, curves);
  if (task.write != NULL) write_net(&task, net, curves);
  free(record.told);
  free(engine);
  return 0;
}
