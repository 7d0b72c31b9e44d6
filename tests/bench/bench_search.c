/* bench_search.c - what a search costs, and whether it still visits the same nodes and says the same.
 *
 * Games of `search` against itself with a limit in nodes: without a net, on the shipped net, and with the
 * belief net beside it; then the last two again with the record of the game, in all styles, with the pass
 * judged too. Three lines each: the time of a decision that searched, median and 99th percentile;
 * `search_signature`, a hash of every choice and node count (a change means that other positions were
 * visited); and `search_numbers`, a hash of every number of every answer and candidate. DDZ_SEED takes other
 * deals. One core. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/table.h"
#include "core/net/belief.h"
#include "core/net/judge.h"
#include "core/robot/robot.h"
#include "lib/mapped.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/measure.h"
#include "tests/support/seed.h"

enum { GAMES = 12, MOVES = 4000, NODES = 2000, MEMO = 1 << 22, LISTED = 1100 };
static const uint64_t HASH_START = 14695981039346656037u;

/* What the searchers are told and asked beside the view. */
enum told { VIEW_ALONE, RECORD_TOO };

struct sample {
  double took[MOVES];
  size_t n;
  uint64_t signature, numbers, nodes;
};

static void hash(uint64_t *sum, uint64_t value) { *sum = (*sum ^ value) * 1099511628211u; }

static void hash_double(uint64_t *sum, double value) {
  uint64_t bits = 0;
  if (!isnan(value)) memcpy(&bits, &value, sizeof bits);
  hash(sum, bits);
}

static void hash_numbers(uint64_t *sum, const struct ddz_robot_move *move, const struct ddz_candidate *all) {
  hash(sum, move->reason);
  hash(sum, move->player);
  hash_double(sum, move->chosen.win_probability);
  hash_double(sum, move->chosen.expected_points);
  for (size_t i = 0; i < move->candidates && i < LISTED; i++) {
    hash(sum, all[i].play.cards);
    hash(sum, all[i].visits);
    hash_double(sum, all[i].score);
    hash_double(sum, all[i].win_probability);
    hash_double(sum, all[i].expected_points);
  }
}

static void play_game(struct ddz_engine *engine, const struct ddz_rules *rules, uint64_t seed,
                      enum ddz_objective objective, enum told told, struct sample *sample) {
  static const struct ddz_play pass;
  static struct ddz_candidate all[LISTED];
  struct ddz_record record = {.n = 0};
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
    if (told == RECORD_TOO) {
      ask.record = &record;
      ask.style = (enum ddz_style)(record.n % DDZ_STYLES);
      if (ask.view.now.last.kind != DDZ_PASS) ask.include = &pass, ask.includes = 1;
    }
    const uint64_t start = measure_now();
    ddz_robot_choose(engine, &ask, &move, all, LISTED);
    if (move.nodes > 0) sample->took[sample->n++] = (double)(measure_now() - start);
    sample->nodes += move.nodes;
    hash(&sample->signature, move.nodes);
    hash(&sample->signature, move.chosen.play.cards);
    hash_numbers(&sample->numbers, &move, all);
    action.cards = move.chosen.play.cards;
    ddz_table_apply(&table, &action);
    ddz_record_add_action(&record, &table, &action);
  }
}

static void bench_games(struct ddz_engine *engine, const char *name, enum told told) {
  static struct sample sample;
  struct ddz_rules rules = cards_rules("douzero");
  sample = (struct sample){.signature = HASH_START, .numbers = HASH_START};
  for (uint64_t game = 0; game < GAMES; game++)
    play_game(engine, &rules, test_seed() + game, (enum ddz_objective)(game % DDZ_OBJECTIVES), told, &sample);
  measure_print(name, sample.took, sample.n, "ms");
  printf("%-40s %016" PRIx64 " %" PRIu64 " nodes\n", "search_signature", sample.signature, sample.nodes);
  printf("%-40s %016" PRIx64 "\n", "search_numbers", sample.numbers);
}

int main(void) {
  struct ddz_engine *engine = engine_new(MEMO);
  struct mapped file = {0}, beside = {0};
  struct ddz_net net, belief;
  char error[256];
  bench_games(engine, "search_without_net", VIEW_ALONE);
  if (!mapped_open(&file, "models/ddz.net", error, sizeof error)) {
    printf("%-40s %s\n", "search_on_net", error);
  } else if (ddz_judge_open(&net, file.bytes, file.size) == DDZ_NET_OK) {
    engine->nets.play = &net;
    bench_games(engine, "search_on_net", VIEW_ALONE);
    bench_games(engine, "search_on_net_with_record", RECORD_TOO);
  }
  if (engine->nets.play != NULL && mapped_open(&beside, "models/ddz-belief.net", error, sizeof error) &&
      ddz_belief_open(&belief, beside.bytes, beside.size) == DDZ_NET_OK) {
    engine->nets.belief = &belief;
    bench_games(engine, "search_that_believes", VIEW_ALONE);
    bench_games(engine, "search_that_believes_with_record", RECORD_TOO);
  }
  mapped_close(&beside);
  mapped_close(&file);
  free(engine);
  return 0;
}
