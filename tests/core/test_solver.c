/* The solver against the vectors, against the naive one, and against itself. */
#include <inttypes.h>
#include <math.h>

#include "core/rules/movegen.h"
#include "core/solver/solver.h"
#include "tests/support/cards.h"
#include "tests/support/jsonl.h"
#include "tests/support/naive_solver.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { CASES = TEST_SANITIZED ? 60 : 200 };

enum { PLAYS_MAX = 4096 };

static struct ddz_solved_play plays[PLAYS_MAX];

static struct ddz_solver *new_solver(size_t table_bytes) {
  size_t size = ddz_solver_size(table_bytes);
  void *memory = aligned_alloc(64, size);
  assert_non_null(memory);
  return ddz_solver_init(memory, table_bytes);
}

static struct ddz_solve_request two_hands(const struct ddz_rules *rules, ddz_hand landlord, ddz_hand farmer) {
  return (struct ddz_solve_request){.rules = rules, .now.duel = true, .hand = {landlord, farmer}};
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
    const enum ddz_kind kind = ddz_kind_of(json_string_value(name));
    assert_true(kind < DDZ_KINDS);
    ddz_rules_forbid(rules, 1u << kind);
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
  if (strcmp(jsonl_text(line, "to_move"), "landlord") != 0) request.now.turn = DDZ_LANDLORD_DOWN;
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
  if (strcmp(ddz_result_names[one.result], result) != 0 ||
      strcmp(ddz_result_names[all.result], result) != 0 || got.n != wanted.n ||
      memcmp(got.set, wanted.set, got.n * sizeof *got.set) != 0)
    fail_msg("line %zu (%s): %s, one %s, all %s, %zu winning plays of %zu", number, jsonl_text(line, "id"),
             result, ddz_result_names[one.result], ddz_result_names[all.result], got.n, wanted.n);
}

TEST(published_puzzles_have_their_known_answers) {
  struct ddz_solver *solver = new_solver(0);
  assert_true(jsonl_each("puzzles.jsonl", check_vector, solver) > 0);
  free(solver);
}

TEST(random_endgames_have_their_known_answers) {
  struct ddz_solver *solver = new_solver(0);
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
                                .now = {.last = p->last,
                                        .turn = (enum ddz_role)p->to_move,
                                        .owner = (enum ddz_role)p->owner,
                                        .duel = p->players == 2}};
  for (int i = 0; i < p->players; i++) r.hand[i] = p->hand[i];
  return r;
}

static const char *position_text(const struct ddz_rules *rules, const struct naive_position *p) {
  static char text[300];
  snprintf(text, sizeof text,
           "%s wild %x forbid %x switches %x: %s / %s / %s, to move %d, last %s (%s rank %d length %d) by %d",
           rules->name, rules->wild, rules->forbidden, rules->switches, cards_text(p->hand[0]),
           cards_text(p->hand[1]), cards_text(p->hand[2]), p->to_move, cards_text(p->last.cards),
           ddz_pattern_rows[p->last.kind].name, p->last.rank, p->last.length, p->owner);
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
             outcome.length, ddz_result_names[scored.result], scored.length);
  for (size_t i = 0; i < scored.count; i++) {
    struct naive_outcome o = naive_solve_play(naive, p, &plays[i].play);
    if ((plays[i].result == DDZ_RESULT_WIN) != o.win || plays[i].length != o.length)
      fail_msg("play %s: %s: naive %d in %d, ours %s in %d", cards_text(plays[i].play.cards),
               position_text(rules, p), o.win, o.length, ddz_result_names[plays[i].result], plays[i].length);
  }
  naive_solver_free(naive);
}

static const char *const rule_sets[] = {"standard", "douzero", "huanle",  "botzone",
                                        "yuncheng", "laizi 7", "laizi 5J"};

/* A rule set of the list, one in three with any switches, now and then with patterns forbidden. Wild ranks
 * are moved about. */
static struct ddz_rules random_rules(struct ddz_rng *rng, size_t i) {
  struct ddz_rules rules = cards_rules(rule_sets[i % (sizeof rule_sets / sizeof *rule_sets)]);
  if (ddz_rng_below(rng, 3) == 0) ddz_rules_set_switches(&rules, ddz_rng_below(rng, 1u << DDZ_SWITCHES));
  if (rules.wildcard == DDZ_WILDCARD_RANKS && ddz_rng_below(rng, 4) == 0)
    ddz_rules_set_bomb_order(&rules, DDZ_BOMB_LONG_TOP);
  for (int n = (int)ddz_rng_below(rng, 4) == 0 ? 3 : 0; n > 0; n--)
    ddz_rules_forbid(&rules, 1u << (DDZ_SOLO + (int)ddz_rng_below(rng, DDZ_KINDS - DDZ_SOLO)));
  return rules;
}

TEST(two_hands_agree_with_the_naive_solver) {
  struct ddz_solver *solver = new_solver(4 << 20);
  struct ddz_rng rng = test_rng(test_seed());
  for (uint64_t i = 0, cases = test_env("DDZ_CASES", CASES); i < cases; i++) {
    struct ddz_rules rules = random_rules(&rng, i);
    int most = rules.wildcard != DDZ_WILDCARD_NONE ? 6 : 7;
    struct naive_position p = random_position(&rng, &rules, 2, 3, most, true);
    check_against_naive(solver, &rules, &p);
  }
  free(solver);
}

/* Under switches by which a four is more than a bomb: two runs of trios and fours, and a few cards more. */
TEST(fours_as_kickers_agree_with_the_naive_solver) {
  const uint32_t fours = DDZ_SWITCH_KICKER_FOUR_PAIRS | DDZ_SWITCH_KICKER_BODY | DDZ_SWITCH_FOUR_CHAIN_ONE;
  struct ddz_solver *solver = new_solver(4 << 20);
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, test_seed(), 9);
  for (uint64_t i = 0, cases = test_env("DDZ_CASES", CASES) / 20; i < cases; i++) {
    struct ddz_rules rules = cards_rules(rule_sets[i % 4]);
    ddz_rules_set_switches(&rules, ddz_rng_below(&rng, 1u << DDZ_SWITCHES) | fours);
    struct naive_position p = {.players = 2};
    ddz_hand deck = ddz_rules_deck(&rules);
    for (int hand = 0; hand < 2; hand++) {
      const int low = 1 + 3 * hand;
      p.hand[hand] = ddz_hand_of(low, 3 + (int)ddz_rng_below(&rng, 2)) + ddz_hand_of(low + 1, 3);
      deck -= p.hand[hand];
    }
    for (int hand = 0; hand < 2; hand++) p.hand[hand] += cards_draw(&rng, &deck, (int)ddz_rng_below(&rng, 4));
    p.to_move = (int)ddz_rng_below(&rng, 2);
    check_against_naive(solver, &rules, &p);
  }
  free(solver);
}

TEST(three_hands_agree_with_the_naive_solver) {
  struct ddz_solver *solver = new_solver(4 << 20);
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, test_seed(), 3);
  for (uint64_t i = 0, cases = test_env("DDZ_CASES", CASES) / 2; i < cases; i++) {
    struct ddz_rules rules = random_rules(&rng, i);
    struct naive_position p = random_position(&rng, &rules, 3, 2, 5, true);
    check_against_naive(solver, &rules, &p);
  }
  free(solver);
}

/* ---- what must hold of every solved position ---- */

static bool one_side(enum ddz_role a, enum ddz_role b) { return (a == DDZ_LANDLORD) == (b == DDZ_LANDLORD); }

/* Every play's result is the result of the position it leads to; a win has a winning play, a loss has none.
 */
static void check_plays_lead_where_they_say(struct ddz_solver *solver, struct ddz_solve_request request) {
  static struct ddz_solved_play listed[PLAYS_MAX];
  request.solutions = DDZ_SOLUTIONS_ALL;
  struct ddz_solution all = solve(solver, &request);
  memcpy(listed, plays, all.count * sizeof *listed);
  bool wins = false;
  for (size_t i = 0; i < all.count; i++) {
    wins |= listed[i].result == DDZ_RESULT_WIN;
    struct ddz_solve_request next = ddz_solve_after(&request, &listed[i].play);
    if (next.hand[request.now.turn] == 0) {
      assert_int_equal(listed[i].result, DDZ_RESULT_WIN);
      continue;
    }
    next.solutions = DDZ_SOLUTIONS_ONE;
    ddz_solver_reset(solver);
    enum ddz_result result = solve(solver, &next).result;
    bool won = one_side(next.now.turn, request.now.turn) == (result == DDZ_RESULT_WIN);
    assert_int_equal(won, listed[i].result == DDZ_RESULT_WIN);
  }
  assert_int_equal(wins, all.result == DDZ_RESULT_WIN);
}

/* The line is legal, ends with an empty hand, and that of the side that wins. */
static void check_line(const struct ddz_solve_request *request, const struct ddz_solution *solution) {
  struct ddz_solve_request at = *request;
  assert_true(solution->line_length > 0);
  for (size_t i = 0; i < solution->line_length; i++) {
    const struct ddz_play *play = &solution->line[i];
    enum ddz_role mover = at.now.turn;
    if (play->kind != DDZ_PASS) {
      assert_true(ddz_hand_contains(at.hand[mover], play->cards));
      assert_true(ddz_beats(request->rules, play, &at.now.last));
    }
    at = ddz_solve_after(&at, play);
    if (at.hand[mover] != 0) continue;
    assert_int_equal(i + 1, solution->line_length);
    assert_int_equal(one_side(mover, request->now.turn), solution->result == DDZ_RESULT_WIN);
    return;
  }
  fail_msg("the line ends too early");
}

TEST(each_play_leads_where_the_solver_says) {
  struct ddz_solver *solver = new_solver(1 << 20);
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, test_seed(), 4);
  for (int i = 0; i < CASES / 4; i++) {
    struct ddz_rules rules = cards_rules(i % 2 ? "douzero" : "standard");
    struct naive_position p = random_position(&rng, &rules, 2 + i % 3 / 2, 6, 9 - i % 3 / 2 * 2, true);
    struct ddz_solve_request request = request_of(&rules, &p);
    struct ddz_solution one = solve(solver, &request);
    check_line(&request, &one);
    request.solutions = DDZ_SOLUTIONS_ALL;
    assert_int_equal(solve(solver, &request).result, one.result);
    check_plays_lead_where_they_say(solver, request);
  }
  free(solver);
}

TEST(a_small_table_only_takes_longer) {
  struct ddz_solver *small = new_solver(64 << 10), *large = new_solver((size_t)256 << 20);
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, test_seed(), 5);
  for (int i = 0; i < CASES / 10; i++) {
    struct ddz_rules rules = cards_rules("douzero");
    struct naive_position p = random_position(&rng, &rules, 2 + i % 2, i % 2 ? 6 : 12, i % 2 ? 7 : 13, true);
    struct ddz_solve_request request = request_of(&rules, &p);
    request.solutions = i % 4 == 0 ? DDZ_SOLUTIONS_ALL : DDZ_SOLUTIONS_ONE;
    struct card_sets few, many;
    struct ddz_solution a = solve(small, &request);
    winning_sets(&a, &few);
    struct ddz_solution b = solve(large, &request);
    winning_sets(&b, &many);
    assert_int_equal(a.result, b.result);
    assert_int_equal(few.n, many.n);
    assert_memory_equal(few.set, many.set, few.n * sizeof *few.set);
  }
  free(small);
  free(large);
}

static uint64_t end_of_time(void *self) {
  ++*(int *)self;
  return UINT64_MAX;
}

TEST(limits_stop_the_search_and_keep_what_was_proven) {
  struct ddz_solver *solver = new_solver(0);
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_solve_request request =
      two_hands(&rules, cards_hand("33346678899TJQAA2"), cards_hand("34557789TTJQKAA2B"));
  int asked = 0;
  request.limit.nodes = 5000;
  struct ddz_solution nodes = solve(solver, &request);
  assert_int_equal(nodes.result, DDZ_RESULT_UNKNOWN);
  assert_true(nodes.nodes <= 5000);
  const struct ddz_stop stop = {.clock_us = end_of_time, .self = &asked};
  request.limit = (struct ddz_limit){.stop = &stop};
  struct ddz_solution late = solve(solver, &request);
  assert_int_equal(late.result, DDZ_RESULT_UNKNOWN);
  assert_int_equal(asked, 1);
  /* a hard position with one play that goes out at once */
  request = two_hands(&rules, cards_hand("46899JKAA"), cards_hand("3346TTJA2"));
  request.solutions = DDZ_SOLUTIONS_ALL;
  request.limit.nodes = 1500;
  ddz_solver_reset(solver);
  struct ddz_solution some = solve(solver, &request);
  size_t proven = 0;
  for (size_t i = 0; i < some.count; i++) proven += plays[i].result != DDZ_RESULT_UNKNOWN;
  assert_true(proven > 0 && proven < some.count);
  free(solver);
}

/* Each limit from one node on. A win used to come without its play when the limit fell between the proof and
 * the search for the play. */
TEST(a_win_under_any_limit_names_a_play_that_wins) {
  struct ddz_solver *solver = new_solver(64 << 10);
  struct ddz_rng rng;
  size_t named = 0;
  ddz_rng_seed_stream(&rng, test_seed(), 6);
  for (uint64_t i = 0; i < CASES / 2; i++) {
    struct ddz_rules rules = random_rules(&rng, i);
    struct naive_position p = random_position(&rng, &rules, 2 + (int)(i / 7 % 2), 2, 6, true);
    struct ddz_solve_request request = request_of(&rules, &p);
    ddz_solver_reset(solver);
    struct ddz_solution whole = solve(solver, &request);
    for (request.limit.nodes = 1; request.limit.nodes <= whole.nodes && request.limit.nodes <= 100;
         request.limit.nodes++) {
      ddz_solver_reset(solver);
      struct ddz_solution got = solve(solver, &request);
      assert_true(got.nodes <= request.limit.nodes);
      assert_true(got.result == whole.result || got.result == DDZ_RESULT_UNKNOWN);
      assert_int_equal(got.count, got.result == DDZ_RESULT_WIN);
      if (got.result != DDZ_RESULT_WIN) continue;
      struct ddz_solve_request next = ddz_solve_after(&request, &plays[0].play);
      assert_int_equal(got.line[0].cards, plays[0].play.cards);
      named++;
      if (next.hand[request.now.turn] == 0) continue;
      next.limit.nodes = 0;
      bool ours = one_side(next.now.turn, request.now.turn);
      assert_int_equal(solve(solver, &next).result, ours ? DDZ_RESULT_WIN : DDZ_RESULT_LOSS);
    }
    assert_int_equal(whole.count, whole.result == DDZ_RESULT_WIN);
  }
  assert_true(named > CASES / 4);
  free(solver);
}

TEST(following_a_line_asks_the_table_only) {
  struct ddz_solver *solver = new_solver(0);
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_solve_request request =
      two_hands(&rules, cards_hand("RAQQJJT999844"), cards_hand("B22AAT886633"));
  struct ddz_solution first = solve(solver, &request);
  assert_int_equal(first.result, DDZ_RESULT_WIN);
  for (size_t i = 0; i + 1 < first.line_length; i++) {
    request = ddz_solve_after(&request, &first.line[i]);
    struct ddz_solution next = solve(solver, &request);
    assert_int_equal(next.result == DDZ_RESULT_WIN, request.now.turn == DDZ_LANDLORD);
    assert_true(next.nodes * 10 < first.nodes);
  }
  free(solver);
}

TEST(impossible_hands_are_refused) {
  struct ddz_solver *solver = new_solver(64 << 10);
  struct ddz_rules rules = cards_rules("standard");
  struct ddz_solution solution;
  static const struct {
    const char *landlord, *farmer;
    enum ddz_error error;
  } lines[] = {{"33", "", DDZ_ERR_EMPTY},
               {"", "3", DDZ_ERR_EMPTY},
               {"3334", "335", DDZ_ERR_TOO_MANY_OF_RANK},
               {"B", "B", DDZ_ERR_TOO_MANY_OF_RANK},
               {"3333444455556666777788", "9", DDZ_ERR_TOO_MANY_CARDS}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_solve_request request =
        two_hands(&rules, cards_hand(lines[i].landlord), cards_hand(lines[i].farmer));
    assert_int_equal(ddz_solve(solver, &request, plays, PLAYS_MAX, &solution), lines[i].error);
  }
  free(solver);
}

TEST(random_games_find_the_play_that_wins) {
  struct ddz_solver *solver = new_solver(64 << 10);
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_solve_request request = two_hands(&rules, cards_hand("66788TTKBR"), cards_hand("3366799AAA22"));
  request.estimate = true;
  request.limit.nodes = 100000;
  struct ddz_solution solution = solve(solver, &request);
  assert_int_equal(solution.result, DDZ_RESULT_UNKNOWN); /* an estimate proves nothing */
  assert_int_equal(plays[0].play.cards, cards_hand("7"));
  assert_true(solution.probability > 0.6 && solution.probability <= 1);
  for (size_t i = 1; i < solution.count; i++) assert_true(plays[i].probability <= plays[i - 1].probability);
  double best = solution.probability;
  assert_true(solve(solver, &request).probability == best); /* the same seed, the same games */
  free(solver);
}

int main(void) { return test_run(NULL, NULL); }
