/* bench_net.c - what a net costs: summing a position, a candidate, a whole decision.
 *
 * The net is the shipped one, or random weights of its shape where there is none. Positions are those of
 * games the net plays against itself; each kernel is timed on all of them. One core. */
#include <stdio.h>
#include <stdlib.h>

#include "core/game/table.h"
#include "core/net/judge.h"
#include "core/robot/decide.h"
#include "lib/mapped.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/measure.h"
#include "tests/support/seed.h"
#include "tests/support/toy_net.h"

enum { GAMES = 300, MOVES = 40000, KEPT = 2000, LEADS = 2000, MEMO = 1 << 20 };

static double samples[MOVES];

/* A position's inputs and one candidate's change. */
static struct kept {
  enum ddz_role role;
  struct ddz_inputs position;
  struct ddz_change change;
} kept[KEPT];

static void keep(struct ddz_engine *engine, const struct ddz_view *view, struct kept *to) {
  struct ddz_play play[DDZ_FEATURE_CANDIDATES];
  const size_t n = ddz_feature_candidates(view->rules, view->hand, &view->now.last, play);
  to->role = view->role;
  ddz_feature_begin(&to->position, view, engine->power, false);
  ddz_feature_play(&to->position, &play[n / 2], &to->change);
}

/* One game; each decision's time is appended. Returns how many samples there are then. */
static size_t play_game(struct ddz_engine *engine, const struct ddz_rules *rules, uint64_t seed, size_t n) {
  struct ddz_table table;
  ddz_table_init(&table, rules, seed, NULL);
  while (table.phase == DDZ_PHASE_PLAY && n < MOVES) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    struct ddz_action action = {.seat = (uint8_t)table.turn};
    ddz_robot_defaults(&ask);
    ask.player = DDZ_PLAYER_NET;
    ask.seed = seed;
    ddz_table_view(&table, &ask.view);
    const uint64_t start = measure_now();
    ddz_decide(engine, &ask, &move, NULL, 0);
    samples[n++] = (double)(measure_now() - start);
    if (n % (MOVES / KEPT) == 0) keep(engine, &ask.view, &kept[n / (MOVES / KEPT) - 1]);
    action.cards = move.chosen.play.cards;
    ddz_table_apply(&table, &action);
  }
  return n;
}

static void bench_decisions(struct ddz_engine *engine, size_t *moves) {
  struct ddz_rules rules = cards_rules("douzero");
  size_t n = 0;
  for (uint64_t game = 0; game < GAMES; game++) n = play_game(engine, &rules, test_seed() + game, n);
  *moves = n;
  measure_print("net_decision", samples, n, "us");
}

/* The landlord's first lead: the longest list of candidates there is. The memo does not know the hand. */
static void bench_leads(struct ddz_engine *engine) {
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_table table;
  for (uint64_t deal = 0; deal < LEADS; deal++) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    ddz_table_init(&table, &rules, test_seed() + 1000000 + deal, NULL);
    ddz_robot_defaults(&ask);
    ask.player = DDZ_PLAYER_NET;
    ddz_table_view(&table, &ask.view);
    const uint64_t start = measure_now();
    ddz_decide(engine, &ask, &move, NULL, 0);
    samples[deal] = (double)(measure_now() - start);
  }
  measure_print("net_first_lead", samples, LEADS, "us");
}

static void bench_kernel(struct ddz_net *net, const struct ddz_net_kernel *kernel, size_t n) {
  static struct ddz_net_sum base[KEPT], sum;
  struct ddz_net_value value[DDZ_NET_BATCH];
  char name[64];
  net->kernel = kernel;
  for (int part = 0; part < 4; part++) {
    static const char *const parts[] = {"position", "change", "top", "top_of_4"};
    for (size_t i = 0; i < n; i++) {
      const struct kept *k = &kept[i];
      const struct ddz_net_change change = {k->change.add, k->change.drop, (size_t)k->change.adds,
                                            (size_t)k->change.drops};
      const uint64_t start = measure_now();
      if (part == 0) ddz_net_begin(net, k->role, k->position.input, (size_t)k->position.n, &base[i]);
      if (part == 1) ddz_net_extend(net, k->role, &base[i], &change, &sum);
      if (part == 2) ddz_net_values_of(net, k->role, &base[i], 1, &value[0]);
      if (part == 3) ddz_net_values_of(net, k->role, &base[i / 4 * 4 % (n - 3)], 4, value);
      samples[i] = (double)(measure_now() - start);
    }
    snprintf(name, sizeof name, "net_%s_%s", parts[part], kernel->name);
    measure_print(name, samples, n, "us");
  }
}

int main(void) {
  static const struct ddz_net_shape shape = {DDZ_FEATURES, 512, {128, 32}, 0};
  struct ddz_engine *engine = engine_new(MEMO);
  struct ddz_net_shape ours = shape;
  struct mapped file = {0};
  struct ddz_net net;
  struct toy_net toy = {0};
  char error[256];
  size_t moves = 0;
  ours.features = ddz_feature_signature();
  if (!mapped_open(&file, "models/ddz.net", error, sizeof error)) toy = toy_net_new(&ours, 1, 100);
  const void *image = file.bytes != NULL ? file.bytes : toy.image;
  const size_t size = file.bytes != NULL ? file.size : toy.size;
  const enum ddz_net_error wrong = ddz_judge_open(&net, image, size);
  if (wrong != DDZ_NET_OK) {
    fprintf(stderr, "models/ddz.net: %s\n", ddz_net_error_text(wrong));
    return 1;
  }
  printf("%-40s %s, %u inputs, width %u\n", "net", net.facts.name, net.shape.inputs, net.shape.width);
  engine->nets.play = &net;
  bench_decisions(engine, &moves);
  bench_leads(engine);
  for (size_t k = 0; ddz_net_kernel_at(k) != NULL; k++)
    bench_kernel(&net, ddz_net_kernel_at(k), moves / (MOVES / KEPT));
  toy_net_free(&toy);
  mapped_close(&file);
  free(engine);
  return 0;
}
