/* ddz-beliefs - teach the nets that tell how the unseen cards are likely to lie.
 *
 * `ddz-beliefs --help` is the manual; lab/beliefs/ has the parts: observation.h what is learned from,
 * believer.h how. lab/notebooks/training.md has what came of it. */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/robot/decide.h"
#include "lab/beliefs/believer.h"
#include "lab/train/image.h"
#include "lib/net_pack.h"
#include "tools/arena/stats.h"
#include "tools/lib/engine.h"
#include "tools/lib/flags.h"

enum { MIX = 1 << 15, TOLD = 2000000, MEMO_BYTES = 8 << 20, TABLE_BYTES = 1 << 20 };
static const float RATE_LEAST = .01f; /* of the rate, at the end */

struct task {
  const char *model, *belief, *out, *name;
  uint64_t seed, observations, test;
  double rate;
  struct observations games; /* as they are learned from */
  struct mixture mixture;
};

/* ---- options: a row each ---- */

static double number(const char *text, double least, double most) { return flags_number(text, least, most); }

static void set_observations(struct task *t, const char *v) {
  t->observations = (uint64_t)number(v, 1, 1e12);
}
static void set_test(struct task *t, const char *v) { t->test = (uint64_t)number(v, 1, 1e9); }
static void set_rate(struct task *t, const char *v) { t->rate = number(v, 1e-6, 1); }
static void set_seed(struct task *t, const char *v) { t->seed = (uint64_t)number(v, 0, 1e15); }
static void set_opponent_pool(struct task *t, const char *v) {
  t->games.opponent_pool = (float)number(v, 0, 1);
}
static void set_temperature(struct task *t, const char *v) { t->games.temperature = (float)number(v, 0, 1); }
static void set_explore(struct task *t, const char *v) { t->games.explore = (float)number(v, 0, 1); }
static void set_blind(struct task *t, const char *v) { t->games.blind = (float)number(v, 0, 1); }

static void set_called(struct task *t, const char *v) { t->mixture.called = number(v, 0, 1); }
static void set_unshuffled(struct task *t, const char *v) { t->mixture.unshuffled = number(v, 0, 1); }

static void set_rules(struct task *t, const char *v) {
  if (!mixture_add(&t->mixture, v)) tool_fail("no such rule set, or share", v);
}

static const struct flag rows[] = {
    {"out", "FILE", "learn, and write the nets to FILE", FLAG_TEXT(out)},
    {"belief", "FILE", "measure these nets instead of learning any", FLAG_TEXT(belief)},
    {"model", "FILE", "the net that plays (the one the service finds)", FLAG_TEXT(model)},
    {"name", "NAME", "name of the nets (ddz-belief-1)", FLAG_TEXT(name)},
    {"observations", "N", "decisions to learn from, each once (40000000)", .set = set_observations},
    {"test", "N", "decisions held out, of each kind of games (20000)", .set = set_test},
    {"rate", "R", "learning rate; it falls along half a cosine (2e-3)", .set = set_rate},
    {"rules", "PRESET[:SHARE]", "a rule set of the games; may be repeated (douzero alone)", .set = set_rules},
    {"called", "P", "share of games, where the rules have calling, in which seats call (0)",
     .set = set_called},
    {"unshuffled", "P", "share of games whose cards are not shuffled (0)", .set = set_unshuffled},
    {"opponent-pool", "P", "share of the games in which others play one side (0.15)",
     .set = set_opponent_pool},
    {"temperature", "H",
     "in half of the games, also plays that are about H worse than the best are played (0.03)",
     .set = set_temperature},
    {"explore", "P", "share of random plays in them (0.01)", .set = set_explore},
    {"blind", "P", "share of decisions without the last actions (0.1)", .set = set_blind},
    {"seed", "S", "seed of all random numbers (1)", .set = set_seed},
};
enum { ROWS_OF_FLAGS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf(
      "usage: ddz-beliefs --out FILE [options]\n"
      "       ddz-beliefs --belief FILE [options]\n\n"
      "Teaches nets how the unseen cards are likely to lie, from games of the net that plays. Then measures, "
      "on\n"
      "other games, how much more likely than by chance they find the real cards. One thread. The same seed\n"
      "gives the same nets on the same kind of processor.\n\n");
  flags_print(rows, ROWS_OF_FLAGS, 14);
}

/* ---- learning ---- */

static void pack(struct image *image, struct believer *const believer[DDZ_ROLES],
                 const struct ddz_net_facts *facts, const char *record) {
  const struct ddz_net_shape shape = believer_shape();
  struct ddz_net_floats floats[DDZ_ROLES];
  struct ddz_net_loss loss;
  for (int role = 0; role < DDZ_ROLES; role++) believer_floats(believer[role], &floats[role]);
  const char *wrong = image_pack(image, ddz_belief_open, &shape, facts, floats, record, &loss);
  for (int role = 0; role < DDZ_ROLES; role++) model_floats_free(&floats[role]);
  if (wrong != NULL) tool_fail("packed nets", wrong);
  fprintf(stderr, "%zu bytes; %" PRIu64 " weights clipped\n", image->net.size, loss.clipped);
}

static const char *record_of(const struct task *task, const struct ddz_net *net) {
  static char text[800];
  char mixture[300];
  const struct observations *games = &task->games;
  snprintf(text, sizeof text,
           "ddz-beliefs: %" PRIu64
           " decisions of %s, rate %g, opponent_pool %g, temperature %g, explore %g, blind %g, seed %" PRIu64
           "; %s\n",
           task->observations, net->facts.name, task->rate, (double)games->opponent_pool,
           (double)games->temperature, (double)games->explore, (double)games->blind, task->seed,
           mixture_text(&task->mixture, mixture, sizeof mixture));
  return text;
}

static float rate_at(const struct task *task, uint64_t at) {
  const double falling = .5 + .5 * cos(3.14159265 * (double)at / (double)task->observations);
  return (float)(task->rate * fmax(falling, (double)RATE_LEAST));
}

/* Sights of a game are alike: each waits in the mix till another takes its place, at random. */
static void learn(struct task *task, struct image *image) {
  static struct observation mix[MIX];
  struct believer *believer[DDZ_ROLES];
  struct sum told = {0};
  struct ddz_rng rng;
  struct ddz_net_facts facts = {.clip = MODEL_CLIP, .points_unit = 1};
  ddz_rng_seed(&rng, task->seed);
  snprintf(facts.name, sizeof facts.name, "%s", task->name);
  for (int role = 0; role < DDZ_ROLES; role++) {
    believer[role] = believer_new(task->seed + (uint64_t)role);
    facts.curves->slope[role][0] = facts.curves->slope[role][1] = 1;
  }
  for (size_t i = 0; i < MIX; i++) observations_next(&task->games, &mix[i]);
  for (uint64_t i = 1; i <= task->observations; i++) {
    struct observation *observation = &mix[ddz_rng_below(&rng, MIX)];
    double mean;
    if (believer_learn(believer[observation->role], observation, rate_at(task, i), &mean))
      sum_add(&told, mean);
    observations_next(&task->games, observation);
    if (i % TOLD != 0) continue;
    fprintf(stderr, "%10" PRIu64 " decisions, %" PRIu64 " games, loss %.3f\n", i, task->games.game,
            -sum_mean(&told));
    told = (struct sum){0};
  }
  pack(image, believer, &facts, record_of(task, task->games.net));
  if (!image_write(image->net.image, image->net.size, task->out)) tool_fail("cannot write", task->out);
  for (int role = 0; role < DDZ_ROLES; role++) believer_free(believer[role]);
}

/* ---- measuring ---- */

/* How much likelier than by chance the truth was thought, as a logarithm. */
static double gained(const struct ddz_net *net, const struct observation *observation) {
  static const float none[DDZ_BELIEF_WEIGHTS];
  struct ddz_net_sum sum;
  struct ddz_belief belief;
  float z[DDZ_BELIEF_WEIGHTS];
  ddz_net_begin(net, (enum ddz_role)observation->role, observation->input, observation->n, &sum);
  ddz_net_inner_of(net, (enum ddz_role)observation->role, &sum, z);
  ddz_belief_set(&belief, z, observation->pool, observation->draw);
  const double thought = log(ddz_belief_chance(&belief, observation->next));
  ddz_belief_set(&belief, none, observation->pool, observation->draw);
  return thought - log(ddz_belief_chance(&belief, observation->next));
}

/* Games nobody learned from: of the net alone, always its best play, or as they are learned from. */
static void measure(const struct task *task, const struct ddz_net *belief, bool plain, const char *name) {
  enum { PHASES = 3 };
  static const int phases[PHASES - 1] = {24, 12}; /* so many cards in question and fewer: a later phase */
  struct observations games = task->games;
  struct sum all = {0}, of_role[DDZ_ROLES] = {{0}}, of_phase[PHASES] = {{0}};
  games.seed = task->seed + 1000003;
  games.game = 0;
  games.n = 0;
  if (plain) games.opponent_pool = games.temperature = games.explore = games.blind = 0;
  for (uint64_t i = 0; i < task->test; i++) {
    struct observation observation;
    observations_next(&games, &observation);
    const double gain = gained(belief, &observation);
    int phase = 0;
    while (phase < PHASES - 1 && ddz_hand_size(observation.pool) <= phases[phase]) phase++;
    sum_add(&all, gain);
    sum_add(&of_role[observation.role], gain);
    sum_add(&of_phase[phase], gain);
  }
  printf("%-8s %+.3f nats a decision;", name, sum_mean(&all));
  for (int role = 0; role < DDZ_ROLES; role++)
    printf(" %s %+.3f", ddz_role_name((enum ddz_role)role), sum_mean(&of_role[role]));
  printf("; more than 24 cards in question %+.3f, 13 to 24 %+.3f, fewer %+.3f\n", sum_mean(&of_phase[0]),
         sum_mean(&of_phase[1]), sum_mean(&of_phase[2]));
}

/* ---- tasks ---- */

static void read_options(struct task *task, int argc, char **argv) {
  flags_read(rows, ROWS_OF_FLAGS, print_help, task, argc, argv);
  if (optind < argc) tool_fail("not an option", argv[optind]);
  if ((task->out == NULL) == (task->belief == NULL)) tool_fail("one of the two", "--out, --belief");
}

int main(int argc, char **argv) {
  static struct task task = {
      .seed = 1,
      .observations = 40000000,
      .test = 20000,
      .rate = 2e-3,
      .name = "ddz-belief-1",
      .games = {.opponent_pool = .15f, .temperature = .03f, .explore = .01f, .blind = .1f}};
  struct image image = {0};
  char error[MAPPED_PATH + 200];
  read_options(&task, argc, argv);
  if (task.mixture.n == 0) (void)mixture_add(&task.mixture, "douzero");
  task.games.tools.engine = tool_engine_new(MEMO_BYTES, TABLE_BYTES);
  task.games.tools.power = task.games.tools.engine->quick;
  task.games.mixture = &task.mixture;
  task.games.seed = task.seed;
  const struct ddz_nets nets = model_open(task.model);
  task.games.net = nets.play;
  if (task.games.net == NULL) tool_fail("no net", model_error());
  task.games.tools.engine->nets.bids = nets.bids;
  if (task.belief == NULL)
    learn(&task, &image);
  else if (!image_read(&image, ddz_belief_open, task.belief, error, sizeof error))
    tool_fail("no nets", error);
  measure(&task, &image.net, true, "net");
  measure(&task, &image.net, false, "mixed");
  image_close(&image);
  return 0;
}
