/* bench_solve - CPU time of proofs over seeded random deals, cold table.
 *
 * One line a size: deals, median, 95th percentile, slowest, nodes in all: other nodes mean that the search
 * visits other positions (`make signatures` has more kinds). DDZ_SEED takes other deals, DDZ_DEALS scales how
 * many (percent). */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "core/solver/solver.h"
#include "tests/support/cards.h"
#include "tests/support/measure.h"
#include "tests/support/seed.h"

static double cpu_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Solve from a cold table; returns milliseconds. */
static double solve(struct ddz_solver *solver, const struct ddz_solve_request *request, uint64_t *nodes) {
  struct ddz_solved_play play;
  struct ddz_solution solution;
  ddz_solver_reset(solver);
  double start = cpu_ms();
  enum ddz_error error = ddz_solve(solver, request, &play, 1, &solution);
  double ms = cpu_ms() - start;
  assert(error == DDZ_OK && solution.result != DDZ_RESULT_UNKNOWN);
  (void)error;
  *nodes += solution.nodes;
  return ms;
}

static void solve_all(struct ddz_solver *solver, const struct ddz_rules *rules, int players, const int *sizes,
                      int deals) {
  struct ddz_rng rng;
  uint64_t nodes = 0;
  double *ms = malloc((size_t)deals * sizeof *ms);
  assert(ms != NULL);
  ddz_rng_seed_stream(&rng, test_seed(), (uint64_t)(sizes[0] * 100 + players));
  for (int i = 0; i < deals; i++) {
    struct ddz_solve_request request = {.rules = rules, .now.duel = players == 2};
    ddz_hand deck = ddz_rules_deck(rules);
    for (int p = 0; p < players; p++) request.hand[p] = cards_draw(&rng, &deck, sizes[p]);
    ms[i] = solve(solver, &request, &nodes);
  }
  const size_t n = (size_t)deals;
  printf("solve %2d v %2d%s%-3.0d %5d deals  median %8.3f ms  p95 %8.3f ms  slowest %8.3f ms  %10" PRIu64
         " nodes\n",
         sizes[0], sizes[1], players > 2 ? " + " : "   ", players > 2 ? sizes[2] : 0, deals,
         measure_at(ms, n, 0.5), measure_at(ms, n, 0.95), measure_at(ms, n, 1), nodes);
  free(ms);
}

static void measure_puzzle(struct ddz_solver *solver, const struct ddz_rules *rules) {
  struct ddz_solve_request request = {
      .rules = rules, .now.duel = true, .hand = {cards_hand("RAQQJJT999844"), cards_hand("B22AAT886633")}};
  uint64_t nodes = 0;
  double best = solve(solver, &request, &nodes);
  for (int i = 0; i < 9; i++) {
    uint64_t again = 0;
    double ms = solve(solver, &request, &again);
    if (ms < best) best = ms;
  }
  printf("solve wx_expert50       best of 10 %8.3f ms  %" PRIu64 " nodes\n", best, nodes);
}

/* Full deals that take long: among the hardest of 200. */
static void measure_hard(struct ddz_solver *solver, const struct ddz_rules *rules) {
  static const char *const deals[][2] = {{"4556678899TTTJQQKAA2", "3344456778TQKA2BR"},
                                         {"3334455678899TQKA22R", "37899TTJJJQQKKA22"},
                                         {"334456677889JQKAA222", "3445558899TQQKKAB"}};
  for (size_t i = 0; i < sizeof deals / sizeof *deals; i++) {
    struct ddz_solve_request request = {
        .rules = rules, .now.duel = true, .hand = {cards_hand(deals[i][0]), cards_hand(deals[i][1])}};
    uint64_t nodes = 0;
    double ms = solve(solver, &request, &nodes);
    printf("solve hard 20 v 17 no. %zu %8.0f ms  %10" PRIu64 " nodes\n", i + 1, ms, nodes);
  }
}

int main(void) {
  static const struct {
    int players, sizes[3], deals;
  } classes[] = {{2, {12, 12}, 400}, {2, {14, 14}, 200},  {2, {17, 17}, 60},
                 {2, {20, 17}, 10},  {3, {6, 6, 6}, 100}, {3, {8, 8, 8}, 30}};
  struct ddz_rules rules = cards_rules("douzero");
  const size_t page = 2 << 20, bytes = (ddz_solver_size(0) + page - 1) / page * page;
  void *memory = aligned_alloc(page, bytes); /* in large pages, as in the service */
  assert(memory != NULL);
  madvise(memory, bytes, MADV_HUGEPAGE);
  struct ddz_solver *solver = ddz_solver_init(memory, 0);
  int percent = (int)test_env("DDZ_DEALS", 100);
  printf("solver memory %.1f MiB\n", (double)bytes / (1 << 20));
  measure_puzzle(solver, &rules);
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    int deals = classes[i].deals * percent / 100;
    solve_all(solver, &rules, classes[i].players, classes[i].sizes, deals > 0 ? deals : 1);
  }
  measure_hard(solver, &rules);
  free(memory);
  return 0;
}
