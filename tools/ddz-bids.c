/* ddz-bids - teach the nets that advise on calling, from games with real calling.
 *
 * `ddz-bids --help` is the manual; tools/bids/ has the parts: outcome.h and calling.h say why a deal need be
 * played only three times. docs/bids.md has what came of it. */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/robot/robot.h"
#include "tools/arena/engine.h"
#include "tools/arena/flags.h"
#include "tools/arena/image.h"
#include "tools/arena/model.h"
#include "tools/arena/stats.h"
#include "tools/bids/calling.h"

enum { SOURCES_MAX = 8, BINS = 20, MEMO_BYTES = 8 << 20, TABLE_BYTES = 1 << 20, NETS = 3, SEATINGS = 6 };

/* Deals that were played, under the rules they are called by. */
struct source {
  const char *text; /* PRESET:FILE */
  struct ddz_rules rules;
  struct dealt *dealt;
  size_t n;
};

struct task {
  const char *model, *bids, *out, *name, *reliability;
  struct ddz_rules rules;
  uint64_t seed, first, last;
  bool play;
  struct source learn[SOURCES_MAX], test[SOURCES_MAX];
  int learns, tests, rounds, epochs;
  size_t most;
  double rate;
  struct ddz_engine *engine;
};

static void fail(const char *what, const char *about) {
  fprintf(stderr, "ddz-bids: %s: %s (try --help)\n", what, about);
  exit(2);
}

/* ---- options: a row each ---- */

static double number(const char *text, double least, double most) {
  return flags_number(text, least, most, fail);
}

static void read_source(struct source *source, const char *text) {
  char preset[32];
  const char *colon = strchr(text, ':');
  if (colon == NULL || colon - text >= (ptrdiff_t)sizeof preset) fail("a source is PRESET:FILE", text);
  memcpy(preset, text, (size_t)(colon - text));
  preset[colon - text] = '\0';
  if (ddz_rules_preset(preset, &source->rules) != DDZ_OK) fail("no such preset", preset);
  source->text = text;
}

static void set_play(struct task *t, const char *v) {
  char *dash;
  t->first = strtoull(v, &dash, 10);
  if (*dash != '-') fail("deals are FIRST-LAST", v);
  t->last = strtoull(dash + 1, NULL, 10);
  t->play = true;
}
static void set_rules(struct task *t, const char *v) {
  if (ddz_rules_preset(v, &t->rules) != DDZ_OK) fail("no such preset", v);
}
static void set_learn(struct task *t, const char *v) {
  if (t->learns == SOURCES_MAX) fail("too many", v);
  read_source(&t->learn[t->learns++], v);
}
static void set_test(struct task *t, const char *v) {
  if (t->tests == SOURCES_MAX) fail("too many", v);
  read_source(&t->test[t->tests++], v);
}
static void set_model(struct task *t, const char *v) { t->model = v; }
static void set_bids(struct task *t, const char *v) { t->bids = v; }
static void set_out(struct task *t, const char *v) { t->out = v; }
static void set_name(struct task *t, const char *v) { t->name = v; }
static void set_reliability(struct task *t, const char *v) { t->reliability = v; }
static void set_seed(struct task *t, const char *v) { t->seed = (uint64_t)number(v, 0, 1e15); }
static void set_rounds(struct task *t, const char *v) { t->rounds = (int)number(v, 1, 100); }
static void set_epochs(struct task *t, const char *v) { t->epochs = (int)number(v, 1, 1000); }
static void set_rate(struct task *t, const char *v) { t->rate = number(v, 1e-6, 1); }
static void set_most(struct task *t, const char *v) { t->most = (size_t)number(v, 100, 1e9); }

static const struct flag rows[] = {
    {"play", "I-J", "play deals I to J of the seed, each three times; writes outcomes to standard output",
     set_play},
    {"rules", "PRESET", "of --play: the patterns and the deck count, not the calling (standard)", set_rules},
    {"model", "FILE", "of --play: the net that plays (as the service finds it)", set_model},
    {"learn", "PRESET:FILE", "learn the calling of a preset from outcomes; may be repeated", set_learn},
    {"test", "PRESET:FILE", "outcomes held out: half for the last calibration, half to measure", set_test},
    {"bids", "FILE", "nets to begin with, or to test", set_bids},
    {"out", "FILE", "where the nets go", set_out},
    {"name", "NAME", "of the nets (ddz-bids-1)", set_name},
    {"reliability", "FILE", "what was told and what came, as tab-separated values", set_reliability},
    {"seed", "S", "of everything drawn (1)", set_seed},
    {"rounds", "N", "each learns from the calling that the one before advises (3)", set_rounds},
    {"epochs", "N", "times each example is learned from in a round (3)", set_epochs},
    {"rate", "R", "learning rate (2e-3)", set_rate},
    {"most", "N", "deals of a source used (all)", set_most},
    {"help", NULL, "this page", NULL},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf("usage: ddz-bids --play I-J [options] > OUTCOMES\n"
         "       ddz-bids --learn PRESET:OUTCOMES... --test PRESET:OUTCOMES... --out FILE [options]\n"
         "       ddz-bids --bids FILE --test PRESET:OUTCOMES...\n\n"
         "Teaches the nets that advise on calling, from games between our own players.\n\n");
  flags_print(rows, ROWS, 22);
}

static void read_options(struct task *task, int argc, char **argv) {
  flags_read(&(struct flags){rows, ROWS, print_help, fail}, task, argc, argv);
  if (optind < argc) fail("not an option", argv[optind]);
  if (!task->play && task->tests == 0) fail("nothing to do", "--play, --learn, --test");
}

/* ---- playing ---- */

static void play(const struct task *task) {
  const struct ddz_net *net = task->model != NULL ? model_open(task->model) : model_default();
  if (net == NULL) fail("no net", model_error());
  for (uint64_t i = task->first; i <= task->last; i++) {
    struct dealt dealt;
    outcome_deal(&task->rules, task->seed, i, &dealt);
    outcome_play(&task->rules, net, task->engine->power, &dealt);
    outcome_write(stdout, task->seed, i, &dealt);
  }
  if (fflush(stdout) != 0) fail("cannot write", "outcomes");
}

/* ---- learning ---- */

static void load(struct source *source, size_t most) {
  FILE *file = fopen(strchr(source->text, ':') + 1, "r");
  if (file == NULL) fail("cannot read", source->text);
  size_t room = 1 << 12;
  source->dealt = malloc(room * sizeof *source->dealt);
  while (source->dealt != NULL && source->n < most &&
         outcome_read(file, &source->rules, &source->dealt[source->n]))
    if (++source->n == room) source->dealt = realloc(source->dealt, (room *= 2) * sizeof *source->dealt);
  if (source->dealt == NULL || source->n == 0) fail("no outcomes", source->text);
  fclose(file);
}

static void pack(struct image *image, struct learner *const learner[NETS], const struct ddz_net_facts *facts,
                 const char *record) {
  const struct ddz_net_shape shape = learner_shape();
  struct ddz_net_floats floats[NETS];
  for (int i = 0; i < NETS; i++) floats[i] = learner_floats(learner[i]);
  const char *wrong = image_pack(image, ddz_bid_open, &shape, facts, floats, record, NULL);
  if (wrong != NULL) fail("packed nets", wrong);
}

/* One net's examples, on a thread. */
struct lesson {
  struct learner *learner;
  const struct example **example;
  size_t n;
  int epochs;
  float rate;
  struct learn_loss loss;
};

static void *learn_lesson(void *self) {
  struct lesson *lesson = self;
  lesson->loss = learner_learn(lesson->learner, lesson->example, lesson->n, lesson->epochs, lesson->rate);
  return NULL;
}

static void learn_from(const struct examples *examples, struct learner *const learner[NETS],
                       const struct task *task) {
  static const char *const names[NETS] = {"landlord", "farmer", "caller"};
  struct lesson lesson[NETS];
  pthread_t thread[NETS];
  for (int i = 0; i < NETS; i++) {
    lesson[i] = (struct lesson){.learner = learner[i], .epochs = task->epochs, .rate = (float)task->rate};
    lesson[i].example = calloc(examples->n + 1, sizeof(const struct example *));
    if (lesson[i].example == NULL) fail("out of memory", "examples");
    for (size_t k = 0; k < examples->n; k++)
      if (examples->at[k].net == i) lesson[i].example[lesson[i].n++] = &examples->at[k];
    if (pthread_create(&thread[i], NULL, learn_lesson, &lesson[i]) != 0) fail("no thread", "learning");
  }
  for (int i = 0; i < NETS; i++) {
    pthread_join(thread[i], NULL);
    fprintf(stderr, "  %-8s %9zu examples, loss win %.4f points %.4f\n", names[i], lesson[i].n,
            lesson[i].loss.win, lesson[i].loss.points);
    free(lesson[i].example);
  }
}

static void gather(const struct task *task, const struct source *source, size_t n, double explore,
                   double blind, uint64_t seed, struct examples *examples) {
  struct calling calling = {.rules = &source->rules,
                            .engine = task->engine,
                            .caller = task->engine->bids != NULL ? CALLER_MODEL : CALLER_FORMULA,
                            .explore = explore,
                            .blind = blind};
  ddz_rng_seed(&calling.rng, seed);
  for (size_t i = 0; i < n; i++) calling_examples(&calling, &source->dealt[i], examples);
}

/* ---- measuring ---- */

struct bin {
  double told, won;
  size_t n;
};

static float logit_of(const struct ddz_net *net, const struct example *e) {
  struct ddz_net_sum sum;
  struct ddz_net_value value;
  ddz_net_begin(net, (enum ddz_role)e->net, e->input, e->n, &sum);
  ddz_net_value_of(net, (enum ddz_role)e->net, &sum, &value);
  return value.win;
}

/* Logistic regression of what came on what was told, by Newton's method. */
static void fit(const struct ddz_net *net, const struct examples *examples, int which, float *slope,
                float *offset) {
  double a = 1, b = 0;
  for (int step = 0; step < 12; step++) {
    double g[2] = {0, 0}, h[3] = {1e-9, 0, 1e-9};
    for (size_t i = 0; i < examples->n; i++) {
      const struct example *e = &examples->at[i];
      if (e->net != which) continue;
      const double x = (double)logit_of(net, e), p = 1 / (1 + exp(-(a * x + b))), w = p * (1 - p);
      g[0] += ((double)e->win - p) * x;
      g[1] += (double)e->win - p;
      h[0] += w * x * x;
      h[1] += w * x;
      h[2] += w;
    }
    const double det = h[0] * h[2] - h[1] * h[1];
    a += (g[0] * h[2] - g[1] * h[1]) / det;
    b += (g[1] * h[0] - g[0] * h[1]) / det;
  }
  *slope = (float)a;
  *offset = (float)b;
}

/* Expected calibration error: the mean distance of what was told from what came, over bins of equal width,
 * each as heavy as it is full. */
static void report_calibration(const struct task *task, const struct source *source,
                               const struct examples *examples, FILE *file) {
  static const char *const names[2] = {"landlord", "farmer"};
  const struct ddz_net *net = task->engine->bids;
  for (int which = 0; which < 2; which++) {
    struct bin bins[BINS] = {0};
    double error = 0, brier = 0;
    size_t n = 0;
    for (size_t i = 0; i < examples->n; i++) {
      const struct example *e = &examples->at[i];
      if (e->net != which) continue;
      const double p = ddz_net_probability(net, (enum ddz_role)which, DDZ_OBJECTIVE_POINTS, logit_of(net, e));
      struct bin *bin = &bins[p < 1 ? (int)(p * BINS) : BINS - 1];
      bin->told += p;
      bin->won += (double)e->win;
      brier += (p - (double)e->win) * (p - (double)e->win);
      bin->n++;
      n++;
    }
    for (int b = 0; b < BINS; b++) {
      error += fabs(bins[b].told - bins[b].won) / (double)n;
      if (file != NULL && bins[b].n > 0)
        fprintf(file, "%s\t%s\t%.5f\t%.5f\t%zu\n", source->rules.name, names[which],
                bins[b].told / (double)bins[b].n, bins[b].won / (double)bins[b].n, bins[b].n);
    }
    printf("%-10s %-8s  %7zu questions  expected calibration error %.4f  Brier score %.4f\n",
           source->rules.name, names[which], n, error, brier / (double)n);
  }
}

/* A in one seat or in two, for all seats: what A won in nine seats of six games. */
static double seat_all(const struct task *task, const struct source *source, const struct dealt *dealt,
                       enum caller a, enum caller b) {
  double points = 0;
  for (int seating = 0; seating < SEATINGS; seating++) {
    const bool alone = seating < DDZ_SEATS;
    struct ddz_table table;
    calling_table(&source->rules, dealt, &table);
    while (calling_on(&table)) {
      const bool mine = (table.turn == seating % DDZ_SEATS) == alone;
      const struct ddz_action action = {.verb = DDZ_VERB_CALL,
                                        .seat = (uint8_t)table.turn,
                                        .call = (uint8_t)caller_call(mine ? a : b, &table, task->engine)};
      if (ddz_table_apply(&table, &action) != DDZ_OK) abort();
    }
    for (int seat = 0; seat < DDZ_SEATS; seat++)
      if ((seat == seating % DDZ_SEATS) == alone) points += calling_points(&table, dealt, seat);
  }
  return points * 2.0 / (SEATINGS * DDZ_SEATS);
}

static void report_match(const struct task *task, const struct source *source, enum caller b,
                         const char *name) {
  struct sum points = {0};
  for (size_t i = 0; i < source->n; i++)
    sum_add(&points, seat_all(task, source, &source->dealt[i], CALLER_MODEL, b));
  printf("%-10s model against %-8s %+.4f +-%.4f points a seat and game, %zu deals\n", source->rules.name,
         name, sum_mean(&points), sum_margin(&points), source->n);
}

static void measure(const struct task *task, const struct source *source, FILE *file) {
  struct examples examples = {0};
  gather(task, source, source->n, 0, 0, 7, &examples);
  report_calibration(task, source, &examples, file);
  free(examples.at);
  report_match(task, source, CALLER_S0, "s0");
  report_match(task, source, CALLER_FORMULA, "formula");
}

/* ---- tasks ---- */

static const char *record_of(const struct task *task) {
  static char text[2048];
  int at = snprintf(text, sizeof text, "ddz-bids: %d rounds, %d epochs, rate %g, seed %" PRIu64 ";",
                    task->rounds, task->epochs, task->rate, task->seed);
  for (int i = 0; i < task->learns; i++)
    at += snprintf(text + at, sizeof text - (size_t)at, " %s %zu deals", task->learn[i].rules.name,
                   task->learn[i].n);
  snprintf(text + at, sizeof text - (size_t)at, "\n");
  return text;
}

static void calibrate(struct task *task, struct ddz_net_facts *facts) {
  struct examples examples = {0};
  for (int i = 0; i < task->tests; i++) gather(task, &task->test[i], task->test[i].n / 2, 0, 0, 5, &examples);
  for (int which = 0; which < 2; which++) {
    float slope, offset;
    fit(task->engine->bids, &examples, which, &slope, &offset);
    for (int o = 0; o < 2; o++) facts->slope[which][o] = slope, facts->offset[which][o] = offset;
    fprintf(stderr, "curve %d: slope %.3f offset %+.3f\n", which, (double)slope, (double)offset);
  }
  free(examples.at);
}

static void learn(struct task *task, struct image *image) {
  struct learner *learner[NETS];
  struct ddz_net_facts facts = {.clip = learn_clip, .points_unit = learn_points_unit};
  snprintf(facts.name, sizeof facts.name, "%s", task->name);
  for (int i = 0; i < NETS; i++) {
    learner[i] = learner_new(task->seed + (uint64_t)i);
    facts.slope[i][0] = facts.slope[i][1] = 1;
  }
  for (int round = 0; round < task->rounds; round++) {
    struct examples examples = {0};
    for (int i = 0; i < task->learns; i++)
      gather(task, &task->learn[i], task->learn[i].n, 0.15, 0.1, task->seed + 100 * (uint64_t)round,
             &examples);
    fprintf(stderr, "round %d: %zu examples\n", round + 1, examples.n);
    learn_from(&examples, learner, task);
    free(examples.at);
    task->engine->bids = NULL;
    pack(image, learner, &facts, record_of(task));
    task->engine->bids = &image->net;
  }
  calibrate(task, &facts);
  pack(image, learner, &facts, record_of(task));
  if (task->out != NULL && !image_write(image->net.image, image->net.size, task->out))
    fail("cannot write", task->out);
  for (int i = 0; i < NETS; i++) learner_free(learner[i]);
}

int main(int argc, char **argv) {
  static struct task task = {
      .seed = 1, .rounds = 3, .epochs = 3, .rate = 2e-3, .most = SIZE_MAX, .name = "ddz-bids-1"};
  struct image image = {0};
  char error[MAPPED_PATH + 200];
  ddz_rules_preset("standard", &task.rules);
  read_options(&task, argc, argv);
  FILE *file = task.reliability != NULL ? fopen(task.reliability, "w") : NULL;
  if (task.reliability != NULL && file == NULL) fail("cannot write", task.reliability);
  task.engine = tool_engine_new(MEMO_BYTES, TABLE_BYTES);
  if (task.engine == NULL) fail("out of memory", "engine");
  if (task.play) return play(&task), 0;
  for (int i = 0; i < task.learns; i++) load(&task.learn[i], task.most);
  for (int i = 0; i < task.tests; i++) load(&task.test[i], SIZE_MAX);
  if (task.bids != NULL) {
    if (!image_read(&image, ddz_bid_open, task.bids, error, sizeof error)) fail("no nets", error);
    task.engine->bids = &image.net;
  }
  if (task.learns > 0) learn(&task, &image);
  for (int i = 0; i < task.tests; i++) {
    struct source late = task.test[i]; /* the half that calibrated nothing */
    late.dealt += task.learns > 0 ? late.n / 2 : 0;
    late.n -= task.learns > 0 ? late.n / 2 : 0;
    measure(&task, &late, file);
  }
  if (file != NULL && fclose(file) != 0) fail("cannot write", task.reliability);
  image_close(&image);
  return 0;
}
