/* bench_search.c - what a search costs, and whether it still visits the same nodes.
 *
 * Games of `search` against itself with a limit in nodes, on the shipped net and without one. One line each:
 * the time of a decision that searched, median and 99th percentile, and `signature`, a hash of every choice
 * and node count: a change of it means that other positions were visited. DDZ_SEED takes other deals. One
 * core. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/game/table.h"
#include "core/net/belief.h"
#include "core/net/judge.h"
#include "core/robot/robot.h"
#include "service/ops/mapped.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/measure.h"
#include "tests/support/seed.h"

enum { GAMES = 12, MOVES = 4000, NODES = 2000, MEMO = 1 << 22 };

struct sample {
  double took[MOVES];
  size_t n;
  uint64_t signature, nodes;
};

static void sign(struct sample *sample, uint64_t value) {
  sample->signature = (sample->signature ^ value) * 1099511628211u;
}

static void play_game(struct ddz_engine *engine, const struct ddz_rules *rules, uint64_t seed,
                      enum ddz_objective objective, struct sample *sample) {
  struct ddz_table table;
  ddz_table_init(&table, rules, seed, NULL);
  while (table.phase == DDZ_PHASE_PLAY && sample->n < MOVES) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    struct ddz_action action = {.seat = (uint8_t)table.turn};
    ddz_robot_defaults(&ask);
    ask.player = DDZ_PLAYER_SEARCH;
    ask.objective = objective;
    ask.seed = seed;
    ask.limit.nodes = NODES;
    ddz_table_view(&table, &ask.view);
    const uint64_t start = measure_now();
    ddz_robot_choose(engine, &ask, &move, NULL, 0);
    if (move.nodes > 0) sample->took[sample->n++] = (double)(measure_now() - start);
    sample->nodes += move.nodes;
    sign(sample, move.nodes);
    sign(sample, move.play.cards);
    action.cards = move.play.cards;
    ddz_table_apply(&table, &action);
  }
}

static void bench_games(struct ddz_engine *engine, const char *name) {
  static struct sample sample;
  struct ddz_rules rules = cards_rules("douzero");
  sample = (struct sample){.signature = 14695981039346656037u};
  for (uint64_t game = 0; game < GAMES; game++)
    play_game(engine, &rules, test_seed() + game, (enum ddz_objective)(game % DDZ_OBJECTIVES), &sample);
  measure_print(name, sample.took, sample.n, "ms");
  printf("%-40s %016" PRIx64 " %" PRIu64 " nodes\n", "search_signature", sample.signature, sample.nodes);
}

int main(void) {
  struct ddz_engine *engine = engine_new(MEMO);
  struct mapped file = {0}, beside = {0};
  struct ddz_net net, belief;
  char error[256];
  bench_games(engine, "search_without_net");
  if (!mapped_open(&file, "models/ddz.net", error, sizeof error)) {
    printf("%-40s %s\n", "search_on_net", error);
  } else if (ddz_judge_open(&net, file.bytes, file.size) == DDZ_NET_OK) {
    ddz_engine_nets(engine)->play = &net;
    bench_games(engine, "search_on_net");
  }
  if (ddz_engine_nets(engine)->play != NULL &&
      mapped_open(&beside, "models/ddz-belief.net", error, sizeof error) &&
      ddz_belief_open(&belief, beside.bytes, beside.size) == DDZ_NET_OK) {
    ddz_engine_nets(engine)->belief = &belief;
    bench_games(engine, "search_that_believes");
  }
  mapped_close(&beside);
  mapped_close(&file);
  free(engine);
  return 0;
}
