/* ddz-bids - teach the nets that advise on calling, from games with real calling.
 *
 * `ddz-bids --help` is the manual; lab/bids/ has the parts: outcome.h and calling.h say why a deal need be
 * played only three times. lab/notebooks/bids.md has what came of it. */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/robot/decide.h"
#include "lab/bids/calling.h"
#include "lab/train/curve.h"
#include "lab/train/image.h"
#include "lab/train/model.h"
#include "lib/net_pack.h"
#include "tools/arena/stats.h"
#include "tools/lib/engine.h"
#include "tools/lib/flags.h"

enum { SOURCES_MAX = 8, MEMO_BYTES = 8 << 20, TABLE_BYTES = 1 << 20, NETS = 3, SEATINGS = 6 };

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

/* ---- options: a row each ---- */

static double number(const char *text, double least, double most) { return flags_number(text, least, most); }

static void read_source(struct source *source, const char *text) {
  char preset[32];
  const char *colon = strchr(text, ':');
  if (colon == NULL || colon - text >= (ptrdiff_t)sizeof preset) tool_fail("a source is PRESET:FILE", text);
  memcpy(preset, text, (size_t)(colon - text));
  preset[colon - text] = '\0';
  if (ddz_rules_preset(preset, &source->rules) != DDZ_OK) tool_fail("no such preset", preset);
  source->text = text;
}

static void set_play(struct task *t, const char *v) {
  char *dash;
  t->first = strtoull(v, &dash, 10);
  if (*dash != '-') tool_fail("deals are FIRST-LAST", v);
  t->last = strtoull(dash + 1, NULL, 10);
  t->play = true;
}
static void set_rules(struct task *t, const char *v) {
  if (ddz_rules_preset(v, &t->rules) != DDZ_OK) tool_fail("no such preset", v);
}
static void set_learn(struct task *t, const char *v) {
  if (t->learns == SOURCES_MAX) tool_fail("too many", v);
  read_source(&t->learn[t->learns++], v);
}
static void set_test(struct task *t, const char *v) {
  if (t->tests == SOURCES_MAX) tool_fail("too many", v);
  read_source(&t->test[t->tests++], v);
}
static void set_seed(struct task *t, const char *v) { t->seed = (uint64_t)number(v, 0, 1e15); }
static void set_rounds(struct task *t, const char *v) { t->rounds = (int)number(v, 1, 100); }
static void set_epochs(struct task *t, const char *v) { t->epochs = (int)number(v, 1, 1000); }
static void set_rate(struct task *t, const char *v) { t->rate = number(v, 1e-6, 1); }
static void set_most(struct task *t, const char *v) { t->most = (size_t)number(v, 100, 1e9); }

static const struct flag rows[] = {
    {"play", "I-J", "play deals I to J of the seed, each three times; writes outcomes to standard output",
     .set = set_play},
    {"rules", "PRESET", "with --play: patterns and deck are used, the calling is not (standard)",
     .set = set_rules},
    {"model", "FILE", "with --play: the net that plays (the one the service finds)", FLAG_TEXT(model)},
    {"learn", "PRESET:FILE", "learn the calling of a preset from outcomes; may be repeated",
     .set = set_learn},
    {"test", "PRESET:FILE", "outcomes that are not learned from: half to calibrate, half to measure",
     .set = set_test},
    {"bids", "FILE", "nets to start from, or to test", FLAG_TEXT(bids)},
    {"out", "FILE", "write the nets to FILE", FLAG_TEXT(out)},
    {"name", "NAME", "name of the nets (ddz-bids-1)", FLAG_TEXT(name)},
    {"reliability", "FILE", "write probabilities and results there, as tab-separated values",
     FLAG_TEXT(reliability)},
    {"seed", "S", "seed of all random numbers (1)", .set = set_seed},
    {"rounds", "N", "rounds; each learns from calls by the advice of the round before (3)",
     .set = set_rounds},
    {"epochs", "N", "how often each example is learned from per round (3)", .set = set_epochs},
    {"rate", "R", "learning rate (2e-3)", .set = set_rate},
    {"most", "N", "deals used of each source, at most (all)", .set = set_most},
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
  flags_read(rows, ROWS, print_help, task, argc, argv);
  if (optind < argc) tool_fail("not an option", argv[optind]);
  if (!task->play && task->tests == 0) tool_fail("nothing to do", "--play, --learn, --test");
}

/* ---- playing ---- */

static void play(const struct task *task) {
  const struct ddz_nets nets = model_open(task->model);
  if (nets.play == NULL) tool_fail("no net", model_error());
  const bool wild = task->rules.wildcard != DDZ_WILDCARD_NONE && nets.wild != NULL;
  for (uint64_t i = task->first; i <= task->last; i++) {
    struct dealt dealt;
    outcome_deal(&task->rules, task->seed, i, &dealt);
    outcome_play(&task->rules, wild ? nets.wild : nets.play, task->engine->power, &dealt);
    outcome_write(stdout, task->seed, i, &dealt);
  }
  if (fflush(stdout) != 0) tool_fail("cannot write", "outcomes");
}

/* ---- learning ---- */

static void load(struct source *source, size_t most) {
  FILE *file = fopen(strchr(source->text, ':') + 1, "r");
  if (file == NULL) tool_fail("cannot read", source->text);
  size_t room = 1 << 12;
  source->dealt = malloc(room * sizeof *source->dealt);
  while (source->dealt != NULL && source->n < most &&
         outcome_read(file, &source->rules, &source->dealt[source->n]))
    if (++source->n == room) source->dealt = realloc(source->dealt, (room *= 2) * sizeof *source->dealt);
  if (source->dealt == NULL || source->n == 0) tool_fail("no outcomes", source->text);
  fclose(file);
}

static void pack(struct image *image, struct bidder *const bidder[NETS], const struct ddz_net_facts *facts,
                 const char *record) {
  const struct ddz_net_shape shape = bidder_shape();
  struct ddz_net_floats floats[NETS];
  for (int i = 0; i < NETS; i++) bidder_floats(bidder[i], &floats[i]);
  const char *wrong = image_pack(image, ddz_bid_open, &shape, facts, floats, record, NULL);
  for (int i = 0; i < NETS; i++) model_floats_free(&floats[i]);
  if (wrong != NULL) tool_fail("packed nets", wrong);
}

/* One net's examples, on a thread. */
struct schooling {
  struct bidder *bidder;
  const struct example **example;
  size_t n;
  int epochs;
  float rate;
  struct bid_loss loss;
};

static void *learn_alone(void *self) {
  struct schooling *s = self;
  s->loss = bidder_learn(s->bidder, s->example, s->n, s->epochs, s->rate);
  return NULL;
}

static void learn_from(const struct examples *examples, struct bidder *const bidder[NETS],
                       const struct task *task) {
  static const char *const names[NETS] = {"landlord", "farmer", "caller"};
  struct schooling schooling[NETS];
  pthread_t thread[NETS];
  for (int i = 0; i < NETS; i++) {
    schooling[i] = (struct schooling){.bidder = bidder[i], .epochs = task->epochs, .rate = (float)task->rate};
    schooling[i].example = calloc(examples->n + 1, sizeof(const struct example *));
    if (schooling[i].example == NULL) tool_fail("out of memory", "examples");
    for (size_t k = 0; k < examples->n; k++)
      if (examples->at[k].net == i) schooling[i].example[schooling[i].n++] = &examples->at[k];
    if (pthread_create(&thread[i], NULL, learn_alone, &schooling[i]) != 0) tool_fail("no thread", "learning");
  }
  for (int i = 0; i < NETS; i++) {
    pthread_join(thread[i], NULL);
    fprintf(stderr, "  %-8s %9zu examples, loss win %.4f points %.4f\n", names[i], schooling[i].n,
            schooling[i].loss.win, schooling[i].loss.points);
    free(schooling[i].example);
  }
}

static void gather(const struct task *task, const struct source *source, size_t n, double explore,
                   double blind, uint64_t seed, struct examples *examples) {
  struct calling calling = {.rules = &source->rules,
                            .engine = task->engine,
                            .caller = task->engine->nets.bids != NULL ? CALLER_MODEL : CALLER_FORMULA,
                            .explore = explore,
                            .blind = blind};
  ddz_rng_seed(&calling.rng, seed);
  for (size_t i = 0; i < n; i++) calling_examples(&calling, &source->dealt[i], examples);
}

/* ---- measuring ---- */

static float logit_of(const struct ddz_net *net, const struct example *e) {
  struct ddz_net_sum sum;
  struct ddz_net_value value;
  ddz_net_begin(net, (enum ddz_role)e->net, e->input, e->n, &sum);
  ddz_net_values_of(net, (enum ddz_role)e->net, &sum, 1, &value);
  return value.win;
}

static struct curve fit(const struct ddz_net *net, const struct examples *examples, int which) {
  struct forecast *forecast = malloc((examples->n + 1) * sizeof *forecast);
  size_t n = 0;
  if (forecast == NULL) tool_fail("out of memory", "curves");
  for (size_t i = 0; i < examples->n; i++) {
    const struct example *e = &examples->at[i];
    if (e->net == which) forecast[n++] = (struct forecast){(double)logit_of(net, e), (double)e->win};
  }
  const struct curve curve = curve_fit(forecast, n);
  free(forecast);
  return curve;
}

static void report_calibration(const struct task *task, const struct source *source,
                               const struct examples *examples, FILE *file) {
  static const char *const names[2] = {"landlord", "farmer"};
  const struct ddz_net *net = task->engine->nets.bids;
  for (int which = 0; which < 2; which++) {
    struct bins bins = {0};
    double brier = 0;
    for (size_t i = 0; i < examples->n; i++) {
      const struct example *e = &examples->at[i];
      if (e->net != which) continue;
      const double p = ddz_net_probability(net, (enum ddz_role)which, DDZ_NET_USUAL, DDZ_OBJECTIVE_POINTS,
                                           logit_of(net, e));
      bins_add(&bins, p, (double)e->win);
      brier += (p - (double)e->win) * (p - (double)e->win);
    }
    if (file != NULL) bins_write(&bins, file, source->rules.name, names[which]);
    printf("%-10s %-8s  %7zu questions  expected calibration error %.4f  Brier score %.4f\n",
           source->rules.name, names[which], bins.all, bins_error(&bins), brier / (double)bins.all);
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
                                        .call = (uint8_t)caller_call(mine ? a : b, 0, &table, task->engine)};
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
  report_match(task, source, CALLER_INDEX, "s0");
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
    const struct curve curve = fit(task->engine->nets.bids, &examples, which);
    for (int o = 0; o < 2; o++)
      facts->curves->slope[which][o] = (float)curve.slope,
      facts->curves->offset[which][o] = (float)curve.offset;
    fprintf(stderr, "curve %d: slope %.3f offset %+.3f\n", which, curve.slope, curve.offset);
  }
  free(examples.at);
}

static void learn(struct task *task, struct image *image) {
  struct bidder *bidder[NETS];
  struct ddz_net_facts facts = {.clip = MODEL_CLIP, .points_unit = bidder_points_unit};
  snprintf(facts.name, sizeof facts.name, "%s", task->name);
  for (int i = 0; i < NETS; i++) {
    bidder[i] = bidder_new(task->seed + (uint64_t)i);
    facts.curves->slope[i][0] = facts.curves->slope[i][1] = 1;
  }
  for (int round = 0; round < task->rounds; round++) {
    struct examples examples = {0};
    for (int i = 0; i < task->learns; i++)
      gather(task, &task->learn[i], task->learn[i].n, 0.15, 0.1, task->seed + 100 * (uint64_t)round,
             &examples);
    fprintf(stderr, "round %d: %zu examples\n", round + 1, examples.n);
    learn_from(&examples, bidder, task);
    free(examples.at);
    task->engine->nets.bids = NULL;
    pack(image, bidder, &facts, record_of(task));
    task->engine->nets.bids = &image->net;
  }
  calibrate(task, &facts);
  pack(image, bidder, &facts, record_of(task));
  if (task->out != NULL && !image_write(image->net.image, image->net.size, task->out))
    tool_fail("cannot write", task->out);
  for (int i = 0; i < NETS; i++) bidder_free(bidder[i]);
}

int main(int argc, char **argv) {
  static struct task task = {
      .seed = 1, .rounds = 3, .epochs = 3, .rate = 2e-3, .most = SIZE_MAX, .name = "ddz-bids-1"};
  struct image image = {0};
  char error[MAPPED_PATH + 200];
  ddz_rules_preset("standard", &task.rules);
  read_options(&task, argc, argv);
  FILE *file = task.reliability != NULL ? fopen(task.reliability, "w") : NULL;
  if (task.reliability != NULL && file == NULL) tool_fail("cannot write", task.reliability);
  task.engine = tool_engine_new(MEMO_BYTES, TABLE_BYTES);
  if (task.play) return play(&task), 0;
  for (int i = 0; i < task.learns; i++) load(&task.learn[i], task.most);
  for (int i = 0; i < task.tests; i++) load(&task.test[i], SIZE_MAX);
  if (task.bids != NULL) {
    if (!image_read(&image, ddz_bid_open, task.bids, error, sizeof error)) tool_fail("no nets", error);
    task.engine->nets.bids = &image.net;
  }
  if (task.learns > 0) learn(&task, &image);
  for (int i = 0; i < task.tests; i++) {
    struct source late = task.test[i]; /* the half that calibrated nothing */
    late.dealt += task.learns > 0 ? late.n / 2 : 0;
    late.n -= task.learns > 0 ? late.n / 2 : 0;
    measure(&task, &late, file);
  }
  if (file != NULL && fclose(file) != 0) tool_fail("cannot write", task.reliability);
  image_close(&image);
  return 0;
}
