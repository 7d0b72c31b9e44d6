/* ddz-deviate - what is it worth to think again before one play?
 *
 * The net plays games against itself. At decisions where it has several plays of nearly equal worth, each is
 * tried on hidden hands that fit, in several ways of looking at them; the best by each way is then played on
 * the cards as they really lie, all else by the net. So the gain of a way of searching is measured decision
 * by decision, with far less noise than by matches, and on the truth, not on samples.
 *
 * With --weights: what of it should count? The difference of the two best plays on the real cards is fitted,
 * by least squares, to that of the net's first thoughts, of looking ahead, and of what the ends came to
 * beyond. Hands are drawn, and others err, as in a round of the search. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/table.h"
#include "core/net/calibrate.h"
#include "core/play/deals.h"
#include "core/search/posterior.h"
#include "core/search/rollout.h"
#include "tools/lib/engine.h"
#include "tools/lib/flags.h"

enum { CANDIDATES = 4, LOOKS_MAX = 8, FIRST_LOOK = 8, MEMO_BYTES = 4 << 20, TABLE_BYTES = 1 << 16 };
static const double NEARLY = .1; /* of winning: plays that far behind the best are not tried */

/* What is looked at on each of the hands, and how much the net's first thought counts beside it: as so many
 * hands, and so many more for each one tried. */
static const struct way {
  const char *name;
  double lambda, plain, trust, lean;
} ways[] = {
    {"the net at the next decision", 0, 0, 6, .5},      {"the end, all played by the net", 1, 0, 20, .3},
    {"half next decision, half by rules", 0, .5, 8, 0}, {"lambda .85", .85, 0, 6, .19},
    {"lambda .85, a third by rules", .85, .33, 6, .19},
};
enum { WAYS = sizeof ways / sizeof *ways };

struct task {
  const char *model, *rules;
  uint64_t decisions, hands, seed;
  bool uniform; /* draws hidden hands as if there were no nets that tell how they lie */
  bool weights; /* fits them, instead of trying ways */
};

/* Of a way after a number of hands. */
struct gain {
  double sum, squares;
};

/* Of what is fitted: first thoughts, looking ahead, what the ends came to beyond. */
enum { TERMS = 3, STAGES = 6 };
static const int stage_cards[STAGES] = {22, 26, 30, 35, 42, 60}; /* in all three hands, at most */

/* Sums for least squares. */
struct fit {
  double n, of[TERMS][TERMS], with[TERMS], square;
};

struct study {
  struct ddz_engine *engine;
  struct ddz_rng rng, draws; /* which decisions are tried, however hands are drawn */
  const struct task *task;
  struct gain gain[WAYS][LOOKS_MAX];
  uint64_t met, tried; /* decisions */
  struct fit fit[STAGES][LOOKS_MAX];
  struct ddz_record record; /* of the game under way */
  struct ddz_posterior posterior;
};

/* ---- one decision ---- */

/* A candidate, and what each way saw of it so far. */
struct option_tried {
  struct ddz_play play;
  double prior, truth, sum[WAYS];
};

static double won_by_rules(struct study *s, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                           const struct ddz_play *play) {
  struct ddz_rollout out;
  ddz_roll_out(s->engine, view, hand, play, &(struct ddz_rollout_way){.seat = view->role, .by_rules = true},
               &out);
  return out.outcome.win;
}

static double won_ahead(struct study *s, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                        const struct ddz_play *play, double lambda) {
  struct ddz_rollout out;
  ddz_roll_out(s->engine, view, hand, play, &(struct ddz_rollout_way){.seat = view->role, .lambda = lambda},
               &out);
  return out.value.win;
}

static void try_on(struct study *s, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                   struct option_tried *option) {
  const double plain = won_by_rules(s, view, hand, &option->play);
  double ahead = 0;
  for (int w = 0; w < WAYS; w++) {
    if (w == 0 || ways[w].lambda != ways[w - 1].lambda)
      ahead = won_ahead(s, view, hand, &option->play, ways[w].lambda);
    option->sum[w] += (1 - ways[w].plain) * ahead + ways[w].plain * plain;
  }
}

/* The net's best plays, the best first. */
static int gather(struct study *s, const struct ddz_view *view, struct ddz_judged *judged, size_t n,
                  struct option_tried option[CANDIDATES]) {
  int count = 0;
  while (n > 0 && count < CANDIDATES) {
    const size_t best = ddz_judge_best(judged, n, DDZ_OBJECTIVE_WIN);
    const double p =
        ddz_calibrate_logit(s->engine->nets.play, view, DDZ_OBJECTIVE_WIN, judged[best].value.win);
    if (count > 0 && p < option[0].prior - NEARLY) break;
    option[count++] = (struct option_tried){.play = judged[best].play, .prior = p};
    judged[best] = judged[--n];
  }
  return count;
}

/* What choosing by each way would have gained on the net's choice, with the cards as they lie. */
static void note(struct study *s, const struct option_tried *option, int count, int look, double hands) {
  for (int w = 0; w < WAYS; w++) {
    const double prior = ways[w].trust + ways[w].lean * hands;
    int best = 0;
    for (int i = 1; i < count; i++)
      if (option[i].sum[w] + prior * option[i].prior > option[best].sum[w] + prior * option[best].prior)
        best = i;
    const double gained = option[best].truth - option[0].truth;
    struct gain *gain = &s->gain[w][look];
    gain->sum += gained;
    gain->squares += gained * gained;
  }
}

/* ---- weights ---- */

static void fit_add(struct fit *fit, const double term[TERMS], double truth) {
  fit->n++;
  fit->square += truth * truth;
  for (int i = 0; i < TERMS; i++) {
    fit->with[i] += term[i] * truth;
    for (int j = 0; j < TERMS; j++) fit->of[i][j] += term[i] * term[j];
  }
}

/* The inverse of a small matrix, by Gauss and Jordan; what is fitted is never quite alike. */
static void invert(const double of[TERMS][TERMS], double inverse[TERMS][TERMS]) {
  double a[TERMS][2 * TERMS] = {{0}};
  for (int i = 0; i < TERMS; i++) {
    memcpy(a[i], of[i], sizeof of[i]);
    a[i][TERMS + i] = 1;
  }
  for (int i = 0; i < TERMS; i++) {
    const double pivot = a[i][i];
    for (int k = 0; k < 2 * TERMS; k++) a[i][k] /= pivot;
    for (int row = 0; row < TERMS; row++) {
      const double factor = row == i ? 0 : a[row][i];
      for (int k = 0; k < 2 * TERMS; k++) a[row][k] -= factor * a[i][k];
    }
  }
  for (int i = 0; i < TERMS; i++) memcpy(inverse[i], a[i] + TERMS, sizeof inverse[i]);
}

static void print_fit(const struct fit *fit, int cards, int hands) {
  double inverse[TERMS][TERMS], weight[TERMS] = {0}, left = fit->square;
  printf("%5d %9.0f %5d", cards, fit->n, hands);
  if (fit->n > TERMS) {
    invert(fit->of, inverse);
    for (int i = 0; i < TERMS; i++)
      for (int j = 0; j < TERMS; j++) weight[i] += inverse[i][j] * fit->with[j];
    for (int i = 0; i < TERMS; i++) left -= weight[i] * fit->with[i];
    for (int i = 0; i < TERMS; i++)
      printf("    %5.2f +-%.2f", weight[i], sqrt(left / fit->n * inverse[i][i]));
  }
  printf("\n");
}

static void print_weights(const struct study *s) {
  printf("cards decisions hands   first thought   looking ahead     ends beyond   (+- standard error)\n");
  for (int stage = 0; stage < STAGES; stage++) {
    int look = 0;
    for (uint64_t h = FIRST_LOOK; h <= s->task->hands && look < LOOKS_MAX; h *= 2, look++)
      print_fit(&s->fit[stage][look], stage_cards[stage], (int)h);
  }
}

static struct ddz_rollout look_ahead(struct study *s, const struct ddz_view *view,
                                     const ddz_hand hand[DDZ_ROLES], const struct ddz_play *play,
                                     const struct ddz_opponents *others) {
  const struct ddz_rollout_way way = {.seat = view->role, .lambda = .85, .opponents = others};
  struct ddz_rollout out;
  ddz_roll_out(s->engine, view, hand, play, &way, &out);
  return out;
}

/* Hands, and who plays on, as the search draws them. */
static void draw_round(struct study *s, struct ddz_sampler *sampler, bool recalls, ddz_hand hand[DDZ_ROLES],
                       struct ddz_opponents *others) {
  const struct ddz_particle *particle = NULL;
  for (int i = 0; recalls && i < 4; i++) ddz_posterior_draw(&s->posterior, s->engine, sampler, &s->draws);
  if (recalls) particle = ddz_posterior_pick(&s->posterior);
  if (particle != NULL)
    memcpy(hand, particle->hand, sizeof particle->hand);
  else
    ddz_sampler_draw(sampler, &s->draws, hand);
  ddz_opponents_draw(particle != NULL ? particle->share : NULL, &s->draws, others);
}

static void weigh_decision(struct study *s, const struct ddz_view *view, const struct option_tried option[2],
                           const ddz_hand real[DDZ_ROLES], struct ddz_sampler *sampler) {
  const int cards = view->now.left[0] + view->now.left[1] + view->now.left[2];
  const double truth = look_ahead(s, view, real, &option[0].play, NULL).outcome.win -
                       look_ahead(s, view, real, &option[1].play, NULL).outcome.win;
  const bool recalls =
      !s->task->uniform && ddz_posterior_init(&s->posterior, view, DDZ_OBJECTIVE_WIN, &s->record);
  double term[TERMS] = {option[0].prior - option[1].prior, 0, 0};
  int stage = 0, look = 0;
  while (cards > stage_cards[stage]) stage++;
  for (uint64_t h = 1, next = FIRST_LOOK; h <= s->task->hands; h++) {
    ddz_hand hand[DDZ_ROLES];
    struct ddz_opponents others;
    draw_round(s, sampler, recalls, hand, &others);
    const struct ddz_rollout a = look_ahead(s, view, hand, &option[0].play, &others),
                             b = look_ahead(s, view, hand, &option[1].play, &others);
    term[1] += (a.value.win - b.value.win - term[1]) / (double)h; /* means so far */
    term[2] += (a.outcome.win - a.value.win - (b.outcome.win - b.value.win) - term[2]) / (double)h;
    if (h != next) continue;
    fit_add(&s->fit[stage][look++], term, truth);
    next *= 2;
  }
}

static void study_decision(struct study *s, const struct ddz_table *table, const struct ddz_view *view,
                           struct ddz_judged *judged, size_t n) {
  struct option_tried option[CANDIDATES];
  struct ddz_sampler sampler;
  ddz_hand hand[DDZ_ROLES];
  int look = 0;
  const int count = gather(s, view, judged, n, option);
  s->met++;
  if (count < 2) return;
  s->tried++;
  for (int r = 0; r < DDZ_ROLES; r++) hand[r] = table->hand[(table->landlord + r) % DDZ_SEATS];
  for (int i = 0; i < count; i++) option[i].truth = won_ahead(s, view, hand, &option[i].play, 1);
  ddz_sampler_init(&sampler, view);
  if (s->engine->nets.belief != NULL)
    ddz_sampler_use_belief(&sampler, s->engine->nets.belief, view, s->engine->power);
  if (s->task->weights) {
    weigh_decision(s, view, option, hand, &sampler);
    return;
  }
  for (uint64_t h = 1, next = FIRST_LOOK; h <= s->task->hands; h++) {
    ddz_sampler_draw(&sampler, &s->draws, hand);
    for (int i = 0; i < count; i++) try_on(s, view, hand, &option[i]);
    if (h != next) continue;
    note(s, option, count, look++, (double)h);
    next *= 2;
  }
}

/* ---- games ---- */

static void play_game(struct study *s, const struct ddz_rules *rules, uint64_t number) {
  struct ddz_table table;
  s->record.n = 0;
  ddz_table_init(&table, rules, number, NULL);
  while (table.phase == DDZ_PHASE_PLAY && s->tried < s->task->decisions) {
    struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
    struct ddz_view view;
    ddz_table_view(&table, &view);
    const size_t n = ddz_judge(s->engine->nets.play, s->engine->power, &view, DDZ_OBJECTIVE_WIN, judged);
    struct ddz_play best = {0}; /* who cannot lead passes */
    if (n > 0) best = judged[ddz_judge_best(judged, n, DDZ_OBJECTIVE_WIN)].play;
    const bool out = best.cards == view.hand;
    const struct ddz_action action = {.seat = (uint8_t)table.turn, .cards = best.cards};
    /* One in four: neighbours in a game have much in common. */
    if (n > 1 && !out && ddz_rng_below(&s->rng, 4) == 0) study_decision(s, &table, &view, judged, n);
    if (ddz_table_apply(&table, &action) != DDZ_OK) abort(); /* engines play legally */
    ddz_record_add_action(&s->record, &table, &action);
  }
}

static void print_gains(const struct study *s) {
  const double n = (double)s->tried;
  int looks = 0;
  for (uint64_t h = FIRST_LOOK; h <= s->task->hands && looks < LOOKS_MAX; h *= 2) looks++;
  printf(
      "%llu decisions, %llu of them with a choice; thousandths of a win gained, +- standard error\n\n%-34s",
      (unsigned long long)s->met, (unsigned long long)s->tried, "after so many hands");
  for (int l = 0; l < looks; l++) printf("%14d", FIRST_LOOK << l);
  for (int w = 0; w < WAYS; w++) {
    printf("\n%-34s", ways[w].name);
    for (int l = 0; l < looks; l++) {
      const struct gain *gain = &s->gain[w][l];
      const double mean = gain->sum / n;
      printf("  %5.1f +-%4.1f", 1000 * mean, 1000 * sqrt(fmax(gain->squares / n - mean * mean, 0) / n));
    }
  }
  printf("\n");
}

/* ---- the program ---- */

static uint64_t number(const char *text, uint64_t most) { return flags_whole(text, 1, most); }

static void set_decisions(struct task *t, const char *v) { t->decisions = number(v, 1000000000); }
static void set_hands(struct task *t, const char *v) { t->hands = number(v, FIRST_LOOK << (LOOKS_MAX - 1)); }
static void set_seed(struct task *t, const char *v) { t->seed = number(v, 1000000000); }

static const struct flag rows[] = {
    {"model", "FILE", "the net (the one the service finds)", FLAG_TEXT(model)},
    {"rules", "PRESET", "rule preset; the landlord is drawn (douzero)", FLAG_TEXT(rules)},
    {"decisions", "N", "number of decisions (2000; about 30 per second with 64 hands)", .set = set_decisions},
    {"hands", "N", "hidden hands per decision, at most 1024; results are printed after 8, 16 and so on (64)",
     .set = set_hands},
    {"uniform", NULL, "draw all hidden hands that fit equally often, also where there are belief nets",
     FLAG_ON(uniform)},
    {"weights", NULL, "fit what first thoughts, looking ahead and the ends should count, by cards left",
     FLAG_ON(weights)},
    {"seed", "S", "seed of all random numbers (1)", .set = set_seed},
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf("usage: ddz-deviate [options]\n\n"
         "How much does it help to search before one play? The net plays against itself. Where several plays "
         "are\n"
         "nearly equal, they are tried on hidden hands that fit, in several ways. The best play by each way "
         "is then\n"
         "played on the real cards. Uses one core.\n\n");
  flags_print(rows, ROW_COUNT, 18);
}

static void read_options(struct task *task, int argc, char **argv) {
  flags_read(rows, ROW_COUNT, print_help, task, argc, argv);
  if (optind < argc) tool_fail("not an option", argv[optind]);
}

int main(int argc, char **argv) {
  static struct task task = {.rules = "douzero", .decisions = 2000, .hands = 64, .seed = 1};
  static struct study study = {.task = &task};
  struct ddz_rules rules;
  read_options(&task, argc, argv);
  if (ddz_rules_preset(task.rules, &rules) != DDZ_OK) tool_fail("no such rule set", task.rules);
  rules.calling = DDZ_CALLING_NONE; /* the landlord is drawn */
  const struct ddz_nets nets = model_open(task.model);
  if (nets.play == NULL) tool_fail("no net", model_error());
  struct ddz_engine *engine = tool_engine_new(MEMO_BYTES, TABLE_BYTES);
  engine->nets.play = nets.play;
  engine->nets.belief = task.uniform ? NULL : nets.belief;
  study.engine = engine;
  ddz_rng_seed(&study.rng, task.seed);
  ddz_rng_seed_stream(&study.draws, task.seed, 1);
  for (uint64_t game = 0; study.tried < task.decisions; game++)
    play_game(&study, &rules, task.seed * 1000003 + game);
  if (task.weights)
    print_weights(&study);
  else
    print_gains(&study);
  free(engine);
  return 0;
}
