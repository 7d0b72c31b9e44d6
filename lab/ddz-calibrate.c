/* ddz-calibrate - are the win probabilities of a net true? And make them so.
 *
 * The net plays games against itself; every probability it tells about its own play is held against the end
 * of the game. For each role and objective a logistic curve is fitted to what the net says (slope and offset,
 * net.h), on half of the games; it prints how well the other half then fits. Cards that were not shuffled,
 * and a flower, have curves of their own. Told points are compared with those paid, and it prints what would
 * correct them: rows of core/net/calibrate.def. */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/table.h"
#include "core/net/calibrate.h"
#include "core/robot/actor.h"
#include "lab/bids/calling.h"
#include "lab/train/curve.h"
#include "lab/train/image.h"
#include "lib/net_pack.h"
#include "tools/lib/engine.h"
#include "tools/lib/flags.h"

enum { MEMO_BYTES = 4 << 20, TABLE_BYTES = 1 << 20 };
static const double LEAST = 1e-6; /* probabilities this close to 0 or 1 are certain: nothing to fit */

/* ---- forecasts and results ---- */

struct claim {
  double p;            /* of winning */
  double points, came; /* told; NAN where none were; and what the seat got, in units of the base stake */
  double stake, part;  /* of the seat before; the square of its cards, of 20 */
  uint32_t game;
  uint8_t role, objective;
  bool won, first; /* the landlord's first play */
};

struct record {
  struct claim *claim;
  size_t n, room;
};

static void note(struct record *record, const struct claim *claim) {
  if (record->n == record->room) {
    record->room = record->room == 0 ? 1 << 16 : 2 * record->room;
    record->claim = realloc(record->claim, record->room * sizeof *record->claim);
    if (record->claim == NULL) tool_fail("out of memory", "games");
  }
  record->claim[record->n++] = *claim;
}

static void play_game(struct ddz_engine *engine, const struct ddz_rules *rules, uint64_t seed, uint32_t game,
                      enum ddz_objective objective, uint64_t nodes, struct record *record) {
  struct ddz_table table;
  struct ddz_record played;
  const size_t first = record->n;
  played.n = 0;
  ddz_table_init(&table, rules, seed, NULL);
  calling_advised(&table, engine);
  while (table.phase == DDZ_PHASE_PLAY) {
    struct ddz_robot_request how, ask;
    struct ddz_robot_move move;
    struct ddz_action action = {.seat = (uint8_t)table.turn};
    ddz_robot_defaults(&how);
    how.player = nodes > 0 ? DDZ_PLAYER_SEARCH : DDZ_PLAYER_NET;
    how.limit.nodes = nodes;
    how.seed = seed;
    how.objective = objective;
    ask = ddz_table_request(&table, &how);
    ask.record = &played;
    ddz_decide(engine, &ask, &move, NULL, 0);
    if (!isnan(move.chosen.win_probability))
      note(record, &(struct claim){.p = move.chosen.win_probability,
                                   .points = move.chosen.expected_points,
                                   .game = game,
                                   .role = (uint8_t)ask.view.role,
                                   .objective = (uint8_t)objective,
                                   .stake = ask.multiplier * ddz_role_stakes(ask.view.role),
                                   .part = pow(ddz_hand_size(ask.view.hand) / 20.0, 2),
                                   .first = played.n == 0});
    action.cards = move.chosen.play.cards;
    action.kind = move.chosen.play.kind;
    action.rank = move.chosen.play.rank;
    action.length = move.chosen.play.length;
    if (ddz_table_apply(&table, &action) != DDZ_OK) abort(); /* engines play legally */
    ddz_record_add_action(&played, &table, &action);
  }
  const bool landlord = table.winner == table.landlord;
  for (size_t i = first; i < record->n; i++) {
    struct claim *claim = &record->claim[i];
    claim->won = (claim->role == DDZ_LANDLORD) == landlord;
    claim->came = (double)table.score[ddz_table_seat(&table, (enum ddz_role)claim->role)];
  }
}

/* ---- the curve ---- */

static bool is_certain(double p) { return p < LEAST || p > 1 - LEAST; }

static double bent(const struct curve *curve, double p) {
  return is_certain(p) ? p : curve_probability(curve, ddz_logit(p));
}

/* To the games of even number. */
static struct curve fit(const struct record *record, int role, int objective) {
  struct forecast *forecast = malloc((record->n + 1) * sizeof *forecast);
  size_t n = 0;
  if (forecast == NULL) tool_fail("out of memory", "curves");
  for (size_t i = 0; i < record->n; i++) {
    const struct claim *claim = &record->claim[i];
    if (claim->role != role || claim->objective != objective || claim->game % 2 != 0 || is_certain(claim->p))
      continue;
    forecast[n++] = (struct forecast){ddz_logit(claim->p), claim->won};
  }
  const struct curve curve = curve_fit(forecast, n);
  free(forecast);
  return curve;
}

/* How true it is in the games of odd number. */
static struct bins bins_of(const struct record *record, int objective, struct curve curves[DDZ_ROLES][2]) {
  struct bins bins = {0};
  for (size_t i = 0; i < record->n; i++) {
    const struct claim *claim = &record->claim[i];
    if (claim->objective == objective && claim->game % 2 != 0)
      bins_add(&bins, bent(&curves[claim->role][objective], claim->p), claim->won);
  }
  return bins;
}

/* ---- points ---- */

/* What to add to the points, in stakes: part * (more * told + plus), by least squares. A landlord's first
 * plays count as much as three times all the others: the one number that is read before a game. */
static void print_correction(const struct record *record, int role, int objective) {
  enum { FIRST = 3 };
  double xx = 0, x1 = 0, ones = 0, xy = 0, y1 = 0, all = 0, first = 0;
  for (size_t i = 0; i < record->n; i++) {
    const struct claim *c = &record->claim[i];
    if (c->role == role && c->objective == objective) all++, first += c->first;
  }
  for (size_t i = 0; i < record->n; i++) {
    const struct claim *c = &record->claim[i];
    if (c->role != role || c->objective != objective || isnan(c->points) || is_certain(c->p)) continue;
    const double weight = c->first ? FIRST * all / first : 1, told = c->points / c->stake;
    const double x = c->part * told, y = c->came / c->stake - told;
    xx += weight * x * x, x1 += weight * x * c->part, ones += weight * c->part * c->part;
    xy += weight * x * y, y1 += weight * c->part * y;
  }
  const double det = xx * ones - x1 * x1;
  if (det <= 0) return;
  printf("%-14s %-7s points more by %+.3f of them %+.3f\n", ddz_role_name((enum ddz_role)role),
         ddz_objective_names[objective], (xy * ones - y1 * x1) / det, (xx * y1 - x1 * xy) / det);
}

/* Mean points told and what came, of the decisions of a role, or of the landlord's first plays alone. */
static void print_points(const struct record *record, int role, int objective, bool first) {
  double told = 0, came = 0, squares = 0;
  size_t n = 0;
  for (size_t i = 0; i < record->n; i++) {
    const struct claim *claim = &record->claim[i];
    const double over = claim->points - claim->came;
    if (claim->role != role || claim->objective != objective || (first && !claim->first) || isnan(over))
      continue;
    told += claim->points, came += claim->came, squares += over * over, n++;
  }
  if (n == 0) return;
  const double over = (told - came) / (double)n;
  printf("%-14s %-7s points %s: told %+.3f, came %+.3f, over by %+.3f +-%.3f\n",
         ddz_role_name((enum ddz_role)role), ddz_objective_names[objective],
         first ? "at the first play" : "of all plays", told / (double)n, came / (double)n, over,
         1.96 * sqrt((squares / (double)n - over * over) / (double)n));
}

/* ---- the program ---- */

struct task {
  const char *model, *write, *bins, *name, *dealing;
  struct ddz_rules rules;
  uint64_t games, seed, nodes;
  bool called;
};

static uint64_t number(const char *text) { return flags_whole(text, 1, UINT64_MAX); }

static void set_games(struct task *t, const char *v) { t->games = number(v); }
static void set_seed(struct task *t, const char *v) { t->seed = number(v); }
static void set_nodes(struct task *t, const char *v) { t->nodes = number(v); }
static void set_rules(struct task *t, const char *v) {
  if (ddz_rules_preset(v, &t->rules) != DDZ_OK) tool_fail("no such rule set", v);
}
/* In place of what the rules say. */
static void set_dealing(struct task *t) {
  const char *v = t->dealing;
  static const char loose[] = "loose:";
  const bool swaps = strncmp(v, loose, sizeof loose - 1) == 0;
  t->rules.dealing = swaps ? DDZ_DEALING_LOOSE : ddz_dealing_of(v);
  if (t->rules.dealing == DDZ_DEALINGS) tool_fail("no such dealing", v);
  if (swaps) t->rules.loose = (uint8_t)flags_whole(v + sizeof loose - 1, 0, DDZ_LOOSE_MAX);
}

static const struct flag rows[] = {
    {"model", "FILE", "the net (the one the service finds)", FLAG_TEXT(model)},
    {"games", "N", "games of each objective (10000)", .set = set_games},
    {"seed", "S", "seed of the first game (1)", .set = set_seed},
    {"nodes", "N", "let a search of N nodes play, and check its probabilities (0: the net plays)",
     .set = set_nodes},
    {"rules", "PRESET", "rule preset (douzero)", .set = set_rules},
    {"called", NULL, "seats call as the service advises; else the landlord is drawn", FLAG_ON(called)},
    {"dealing", "HOW", "shuffled, unshuffled, loose or loose:SWAPS (as the rules have it)",
     FLAG_TEXT(dealing)},
    {"bins", "FILE",
     "write probabilities and results there, as tab-separated values for lab/train/reliability.gp",
     FLAG_TEXT(bins)},
    {"write", "FILE", "write the net with its curves for these deals there; may be the same file",
     FLAG_TEXT(write)},
    {"name", "NAME", "a new name for the written net", FLAG_TEXT(name)},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf("usage: ddz-calibrate [options]\n\n"
         "Are the win probabilities of a net true? The net plays against itself, and its probabilities are "
         "compared\n"
         "with the results. For each role and objective a curve is fitted on half of the games and checked "
         "on the\n"
         "other half.\n\n");
  flags_print(rows, ROWS, 14);
}

static struct task read_options(int argc, char **argv) {
  struct task task = {.games = 10000, .seed = 1};
  set_rules(&task, "douzero");
  flags_read(rows, ROWS, print_help, &task, argc, argv);
  if (optind < argc) tool_fail("unknown argument", argv[optind]);
  if (task.dealing != NULL) set_dealing(&task);
  if (!task.called) task.rules.calling = DDZ_CALLING_NONE;
  return task;
}

static struct ddz_engine *engine_with(struct ddz_nets nets) {
  struct ddz_engine *engine = tool_engine_new(MEMO_BYTES, TABLE_BYTES);
  engine->nets = nets;
  return engine;
}

/* Does what is about as likely as not stay uncertain? Where a side has won all the games that are there, or
 * nearly, the fit runs off without end. And the first slope says that there are curves (net.h). */
static bool is_measured(const struct curve *curve, bool first) {
  const double low = curve_probability(curve, -1), high = curve_probability(curve, 1);
  return fmin(low, high) >= LEAST && fmax(low, high) <= 1 - LEAST && (!first || curve->slope > 0);
}

static void must_be_measured(struct curve curves[DDZ_ROLES][2]) {
  for (int role = 0; role < DDZ_ROLES; role++)
    for (int o = 0; o < 2; o++) {
      if (is_measured(&curves[role][o], role == 0 && o == 0)) continue;
      char which[64];
      snprintf(which, sizeof which, "%s, %s", ddz_role_name((enum ddz_role)role), ddz_objective_names[o]);
      tool_fail("nothing is written: too few games for the curve of", which);
    }
}

/* The image with curves on top of those it has. */
static void write_net(const struct task *task, const struct ddz_net *net, struct curve curves[DDZ_ROLES][2]) {
  struct ddz_net_facts facts = net->facts;
  void *image = malloc(net->size);
  if (image == NULL) tool_fail("out of memory", task->write);
  memcpy(image, net->image, net->size);
  const enum ddz_net_deal deal = ddz_deals_curves(&task->rules);
  const struct ddz_net_curves *had = ddz_net_curves_of(&net->facts, deal);
  for (int role = 0; role < DDZ_ROLES; role++)
    for (int o = 0; o < 2; o++) {
      const struct curve *curve = &curves[role][o];
      facts.curves[deal].slope[role][o] = (float)(curve->slope * (double)had->slope[role][o]);
      facts.curves[deal].offset[role][o] =
          (float)(curve->slope * (double)had->offset[role][o] + curve->offset);
    }
  if (task->name != NULL) snprintf(facts.name, sizeof facts.name, "%s", task->name);
  ddz_net_set_facts(image, &facts);
  if (!image_write(image, net->size, task->write)) tool_fail("cannot write", task->write);
  free(image);
}

static void report(const struct task *task, const struct record *record, struct curve curves[DDZ_ROLES][2]) {
  struct curve straight[DDZ_ROLES][2];
  FILE *file = task->bins != NULL ? fopen(task->bins, "w") : NULL;
  if (task->bins != NULL && file == NULL) tool_fail("cannot write", task->bins);
  for (int role = 0; role < DDZ_ROLES; role++)
    for (int o = 0; o < 2; o++) {
      straight[role][o] = (struct curve){1, 0};
      printf("%-14s %-7s slope %.3f offset %+.3f\n", ddz_role_name((enum ddz_role)role),
             ddz_objective_names[o], curves[role][o].slope, curves[role][o].offset);
    }
  for (int o = 0; o < 2; o++) {
    const char *objective = ddz_objective_names[o];
    const struct bins before = bins_of(record, o, straight), after = bins_of(record, o, curves);
    if (file != NULL) bins_write(&before, file, "as it is", objective);
    if (file != NULL) bins_write(&after, file, "with curves", objective);
    printf("expected calibration error, %s: %.4f as it is, %.4f with these curves\n", objective,
           bins_error(&before), bins_error(&after));
  }
  if (file != NULL && fclose(file) != 0) tool_fail("cannot write", task->bins);
  for (int o = 0; o < 2; o++)
    for (int role = 0; role < DDZ_ROLES; role++) print_correction(record, role, o);
  for (int o = 0; o < 2; o++)
    for (int role = -1; role < DDZ_ROLES; role++) print_points(record, role < 0 ? 0 : role, o, role < 0);
}

int main(int argc, char **argv) {
  const struct task task = read_options(argc, argv);
  const struct ddz_nets nets = model_open(task.model);
  const struct ddz_net *net = nets.play;
  if (net == NULL) tool_fail("no net", *model_error() != '\0' ? model_error() : "--model");
  struct curve curves[DDZ_ROLES][2];
  struct record record = {0};
  struct ddz_engine *engine = engine_with(nets);
  for (uint64_t game = 0; game < task.games; game++)
    for (int o = 0; o < 2; o++)
      play_game(engine, &task.rules, task.seed + game, (uint32_t)game, (enum ddz_objective)o, task.nodes,
                &record);
  for (int role = 0; role < DDZ_ROLES; role++)
    for (int o = 0; o < 2; o++) curves[role][o] = fit(&record, role, o);
  printf("%s: %zu probabilities in %" PRIu64 " games of each objective\n", net->facts.name, record.n,
         task.games);
  report(&task, &record, curves);
  if (task.write != NULL) {
    must_be_measured(curves);
    write_net(&task, net, curves);
  }
  free(record.claim);
  free(engine);
  return 0;
}
