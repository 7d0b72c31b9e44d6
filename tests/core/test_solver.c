/* The solver against the vectors, against the naive one, and against itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/movegen.h"
#include "core/solver.h"
#include "tests/support/cards.h"
#include "tests/support/jsonl.h"
#include "tests/support/naive_solver.h"
#include "tests/support/rule_cases.h"
#include "tests/support/seed.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { CASES = 60 };
#else
enum { CASES = 400 };
#endif

enum { PLAYS_MAX = 4096 };

static struct ddz_solved_play plays[PLAYS_MAX];

static struct ddz_solver *new_solver(size_t table_bytes) {
  size_t size = ddz_solver_size(table_bytes);
  void *memory = aligned_alloc(64, size);
  assert_non_null(memory);
  return ddz_solver_init(memory, table_bytes);
}

static struct ddz_solve_request two_hands(const struct ddz_rules *rules, ddz_hand landlord, ddz_hand farmer) {
  return (struct ddz_solve_request){.rules = rules, .players = 2, .hand = {landlord, farmer}};
}

static struct ddz_solution solve(struct ddz_solver *solver, const struct ddz_solve_request *request) {
  struct ddz_solution solution;
  assert_int_equal(ddz_solve(solver, request, plays, PLAYS_MAX, &solution), DDZ_OK);
  assert_true(solution.count <= PLAYS_MAX);
  return solution;
}

/* ---- vectors ---- */

static void vector_rules(json_t *line, struct ddz_rules *rules) {
  json_t *json = json_object_get(line, "rules"), *name;
  size_t i;
  assert_int_equal(ddz_rules_preset(json_string_value(json_object_get(json, "preset")), rules), DDZ_OK);
  json_array_foreach(json_object_get(json, "forbid"), i, name) {
    enum ddz_kind kind = DDZ_PASS;
    assert_int_equal(ddz_kind_of(json_string_value(name), &kind), DDZ_OK);
    rules->forbidden |= 1u << kind;
  }
}

/* Card sets of winning plays, sorted, each once. */
struct card_sets {
  ddz_hand set[PLAYS_MAX];
  size_t n;
};

static int by_value(const void *a, const void *b) {
  ddz_hand x = *(const ddz_hand *)a, y = *(const ddz_hand *)b;
  return x < y ? -1 : x > y;
}

static void tidy(struct card_sets *sets) {
  size_t kept = 0;
  if (sets->n > 0) qsort(sets->set, sets->n, sizeof *sets->set, by_value);
  for (size_t i = 0; i < sets->n; i++)
    if (kept == 0 || sets->set[kept - 1] != sets->set[i]) sets->set[kept++] = sets->set[i];
  sets->n = kept;
}

static void winning_sets(const struct ddz_solution *solution, struct card_sets *sets) {
  sets->n = 0;
  for (size_t i = 0; i < solution->count; i++)
    if (plays[i].result == DDZ_RESULT_WIN) sets->set[sets->n++] = plays[i].play.cards;
  tidy(sets);
}

static void check_vector(json_t *line, size_t number, void *self) {
  static struct card_sets wanted, got;
  struct ddz_solver *solver = self;
  struct ddz_rules rules;
  json_t *text;
  size_t i;
  vector_rules(line, &rules);
  struct ddz_solve_request request =
      two_hands(&rules, cards_hand(jsonl_text(line, "landlord")), cards_hand(jsonl_text(line, "farmer")));
  if (strcmp(jsonl_text(line, "to_move"), "landlord") != 0) request.to_move = DDZ_LANDLORD_DOWN;
  wanted.n = 0;
  json_array_foreach(json_object_get(line, "plays"), i, text) wanted.set[wanted.n++] =
      cards_hand(json_string_value(text));
  tidy(&wanted);

  struct ddz_solution one = solve(solver, &request);
  ddz_solver_reset(solver);
  request.solutions = DDZ_SOLUTIONS_ALL;
  struct ddz_solution all = solve(solver, &request);
  winning_sets(&all, &got);
  const char *result = jsonl_text(line, "result");
  if (strcmp(ddz_result_name(one.result), result) != 0 || strcmp(ddz_result_name(all.result), result) != 0 ||
      got.n != wanted.n || memcmp(got.set, wanted.set, got.n * sizeof *got.set) != 0)
    fail_msg("line %zu (%s): %s, one %s, all %s, %zu winning plays of %zu", number, jsonl_text(line, "id"),
             result, ddz_result_name(one.result), ddz_result_name(all.result), got.n, wanted.n);
}

static void published_puzzles_have_their_known_answers(void **state) {
  struct ddz_solver *solver = new_solver(0);
  (void)state;
  assert_true(jsonl_each("puzzles.jsonl", check_vector, solver) > 0);
  free(solver);
}

static void random_endgames_have_their_known_answers(void **state) {
  struct ddz_solver *solver = new_solver(0);
  (void)state;
  assert_true(jsonl_each("endgames.jsonl", check_vector, solver) > 0);
  free(solver);
}

/* ---- random positions ---- */

/* A random position: hands of `least` to `most` cards, perhaps a last play taken from the owner's cards. */
static struct naive_position random_position(struct ddz_rng *rng, const struct ddz_rules *rules, int players,
                                             int least, int most, bool may_answer) {
  static struct ddz_play list[DDZ_MOVES_MAX];
  struct naive_position p = {.players = players};
  ddz_hand deck = ddz_rules_deck(rules);
  if (ddz_rng_below(rng, 2) == 0) /* few ranks: more chains, trios and bombs */
    deck &= ddz_hand_spread((ddz_ranks)(0xFF << ddz_rng_below(rng, 8)) | rules->wild, 15);
  for (int i = 0; i < players; i++)
    p.hand[i] = cards_draw(rng, &deck, least + (int)ddz_rng_below(rng, (uint32_t)(most - least + 1)));
  p.to_move = (int)ddz_rng_below(rng, (uint32_t)players);
  if (!may_answer || ddz_rng_below(rng, 2) == 0) return p;
  p.owner = (p.to_move + 1 + (int)ddz_rng_below(rng, (uint32_t)(players - 1))) % players;
  size_t n = ddz_moves(rules, p.hand[p.owner], NULL, DDZ_FILL_ANY, list, DDZ_MOVES_MAX);
  const struct ddz_play *last = &list[ddz_rng_below(rng, (uint32_t)(n < DDZ_MOVES_MAX ? n : DDZ_MOVES_MAX))];
  if (n == 0 || last->cards == p.hand[p.owner]) return p;
  p.last = *last;
  p.hand[p.owner] -= last->cards;
  return p;
}

static struct ddz_solve_request request_of(const struct ddz_rules *rules, const struct naive_position *p) {
  struct ddz_solve_request r = {.rules = rules,
                                .players = p->players,
                                .to_move = (enum ddz_role)p->to_move,
                                .last = p->last,
                                .owner = (enum ddz_role)p->owner};
  for (int i = 0; i < p->players; i++) r.hand[i] = p->hand[i];
  return r;
}

static const char *position_text(const struct ddz_rules *rules, const struct naive_position *p) {
  static char text[300];
  snprintf(text, sizeof text,
           "%s wild %x forbid %x: %s / %s / %s, to move %d, last %s (%s rank %d length %d) by %d",
           rules->name, rules->wild, rules->forbidden, cards_text(p->hand[0]), cards_text(p->hand[1]),
           cards_text(p->hand[2]), p->to_move, cards_text(p->last.cards), ddz_pattern_rows[p->last.kind].name,
           p->last.rank, p->last.length, p->owner);
  return text;
}

/* All plays, their results and lengths against the naive solver. */
static void check_against_naive(struct ddz_solver *solver, const struct ddz_rules *rules,
                                const struct naive_position *p) {
  struct naive_solver *naive = naive_solver_new(rules, p->players, p->hand);
  struct naive_outcome outcome = naive_solve(naive, p);
  struct ddz_solve_request request = request_of(rules, p);
  struct ddz_solution one = solve(solver, &request);
  if ((one.result == DDZ_RESULT_WIN) != outcome.win || one.result == DDZ_RESULT_UNKNOWN)
    fail_msg("one: %s: naive %d", position_text(rules, p), outcome.win);
  request.solutions = DDZ_SOLUTIONS_SCORED;
  struct ddz_solution scored = solve(solver, &request);
  if ((scored.result == DDZ_RESULT_WIN) != outcome.win || scored.length != outcome.length)
    fail_msg("scored: %s: naive %d in %d, ours %s in %d", position_text(rules, p), outcome.win,
             outcome.length, ddz_result_name(scored.result), scored.length);
  for (size_t i = 0; i < scored.count; i++) {
    struct naive_outcome o = naive_solve_play(naive, p, &plays[i].play);
    if ((plays[i].result == DDZ_RESULT_WIN) != o.win || plays[i].length != o.length)
      fail_msg("play %s: %s: naive %d in %d, ours %s in %d", cards_text(plays[i].play.cards),
               position_text(rules, p), o.win, o.length, ddz_result_name(plays[i].result), plays[i].length);
  }
  naive_solver_free(naive);
}

static const char *const rule_sets[] = {"standard", "douzero", "huanle",  "botzone",
                                        "yuncheng", "laizi 7", "laizi 5J"};

/* A rule set of the list, now and then with patterns forbidden. Wild ranks are moved about. */
static struct ddz_rules random_rules(struct ddz_rng *rng, size_t i) {
  struct ddz_rules rules = cards_rules(rule_sets[i % (sizeof rule_sets / sizeof *rule_sets)]);
  if (rules.wildcard == DDZ_WILDCARD_RANKS && ddz_rng_below(rng, 4) == 0)
    rules.bomb_order = DDZ_BOMB_LONG_TOP;
  for (int n = (int)ddz_rng_below(rng, 4) == 0 ? 3 : 0; n > 0; n--)
    rules.forbidden |= 1u << (DDZ_SOLO + (int)ddz_rng_below(rng, DDZ_KINDS - DDZ_SOLO));
  return rules;
}

static void two_hands_agree_with_the_naive_solver(void **state) {
  struct ddz_solver *solver = new_solver(4 << 20);
  struct ddz_rng rng;
  (void)state;
  ddz_rng_seed(&rng, test_seed());
  for (uint64_t i = 0, cases = test_env("DDZ_CASES", CASES); i < cases; i++) {
    struct ddz_rules rules = random_rules(&rng, i);
    int most = rules.wildcard != DDZ_WILDCARD_NONE ? 6 : 7;
    struct naive_position p = random_position(&rng, &rules, 2, 3, most, true);
    check_against_naive(solver, &rules, &p);
  }
  free(solver);
}

static void three_hands_agree_with_the_naive_solver(void **state) {
  struct ddz_solver *solver = new_solver(4 << 20);
  struct ddz_rng rng;
  (void)state;
  ddz_rng_seed_stream(&rng, test_seed(), 3);
  for (uint64_t i = 0, cases = test_env("DDZ_CASES", CASES) / 2; i < cases; i++) {
    struct ddz_rules rules = random_rules(&rng, i);
    struct naive_position p = random_position(&rng, &rules, 3, 2, 5, true);
    check_against_naive(solver, &rules, &p);
  }
  free(solver);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(published_puzzles_have_their_known_answers),
      cmocka_unit_test(random_endgames_have_their_known_answers),
      cmocka_unit_test(two_hands_agree_with_the_naive_solver),
      cmocka_unit_test(three_hands_agree_with_the_naive_solver),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
