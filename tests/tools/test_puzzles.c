/* The shelf of puzzles (web/puzzles.json): each has one winning first play, by proof, and they get harder. */
#include <jansson.h>

#include "core/base/role.h"
#include "core/solver/solver.h"
#include "tests/support/cards.h"
#include "tests/support/test.h"

enum { GRADES = 6, A_GRADE = 12, PLAYS_MAX = 1 << 14 };

static json_t *shelf;

static int open_shelf(void **state) {
  shelf = json_load_file("web/puzzles.json", 0, NULL);
  return json_is_array(shelf) ? 0 : -1;
}

static int close_shelf(void **state) {
  json_decref(shelf);
  return 0;
}

static int number(const json_t *puzzle, const char *key) {
  assert_true(json_is_integer(json_object_get(puzzle, key)));
  return (int)json_integer_value(json_object_get(puzzle, key));
}

static const char *text(const json_t *puzzle, const char *key) {
  assert_true(json_is_string(json_object_get(puzzle, key)));
  return json_string_value(json_object_get(puzzle, key));
}

static struct ddz_rules rules_of(const json_t *puzzle) {
  json_t *json = json_object_get(puzzle, "rules"), *name;
  struct ddz_rules rules;
  ddz_hand wild = 0;
  size_t i;
  assert_int_equal(ddz_rules_preset(text(json, "preset"), &rules), DDZ_OK);
  json_array_foreach(json_object_get(json, "forbid"), i, name) {
    const enum ddz_kind kind = ddz_kind_of(json_string_value(name));
    assert_true(kind < DDZ_KINDS);
    ddz_rules_forbid(&rules, 1u << kind);
  }
  json_array_foreach(json_object_get(json, "wild"), i, name) wild |= cards_hand(json_string_value(name));
  if (wild != 0) assert_int_equal(ddz_rules_set_wild(&rules, ddz_hand_at_least(wild, 1)), DDZ_OK);
  return rules;
}

/* The hands of a puzzle; returns how many. */
static int hands_of(const json_t *puzzle, ddz_hand hand[DDZ_ROLES]) {
  json_t *hands = json_object_get(puzzle, "hands");
  const int players = (int)json_object_size(hands);
  assert_true(players == 2 || players == 3);
  for (int r = 0; r < players; r++)
    hand[r] = cards_hand(text(hands, players == 2 && r > 0 ? "farmer" : ddz_role_name((enum ddz_role)r)));
  return players;
}

TEST(the_shelf_has_six_grades_of_twelve_each_with_its_own_id) {
  assert_int_equal(json_array_size(shelf), GRADES * A_GRADE);
  for (size_t i = 0; i < json_array_size(shelf); i++) {
    const json_t *puzzle = json_array_get(shelf, i);
    assert_int_equal(number(puzzle, "grade"), (int)i / A_GRADE + 1);
    assert_string_equal(text(puzzle, "to_move"), "landlord");
    for (size_t j = 0; j < i; j++) {
      assert_string_not_equal(text(puzzle, "id"), text(json_array_get(shelf, j), "id"));
      assert_false(
          json_equal(json_object_get(puzzle, "hands"), json_object_get(json_array_get(shelf, j), "hands")));
    }
  }
}

TEST(puzzles_get_harder_and_the_prompt_falls_into_every_trap) {
  for (size_t i = 0; i < json_array_size(shelf); i++) {
    const json_t *puzzle = json_array_get(shelf, i);
    assert_true(number(puzzle, "prompt") > 1);
    assert_true(number(puzzle, "plays") >= number(puzzle, "prompt"));
    if (i > 0)
      assert_true(number(puzzle, "difficulty") >= number(json_array_get(shelf, i - 1), "difficulty"));
  }
}

TEST(the_shelf_has_wildcards_forbidden_patterns_and_three_hands) {
  int forbid = 0, laizi = 0, yuncheng = 0, three = 0;
  json_t *puzzle;
  size_t i;
  json_array_foreach(shelf, i, puzzle) {
    const struct ddz_rules rules = rules_of(puzzle);
    forbid += rules.forbidden != 0;
    laizi += strcmp(rules.name, "laizi") == 0;
    yuncheng += strcmp(rules.name, "yuncheng") == 0;
    three += json_object_size(json_object_get(puzzle, "hands")) == 3;
  }
  assert_true(forbid >= 6 && laizi >= 2 && yuncheng >= 2 && three >= 3);
}

/* Sets of cards that win as the first play; `plays` gets how many there are to choose from. */
static int winners(struct ddz_solver *solver, const json_t *puzzle, int *plays) {
  static struct ddz_solved_play solved[PLAYS_MAX];
  const struct ddz_rules rules = rules_of(puzzle);
  struct ddz_solve_request request = {.rules = &rules, .solutions = DDZ_SOLUTIONS_ALL};
  struct ddz_solution out;
  int wins = 0;
  request.now.duel = hands_of(puzzle, request.hand) == 2;
  ddz_solver_reset(solver);
  assert_int_equal(ddz_solve(solver, &request, solved, PLAYS_MAX, &out), DDZ_OK);
  assert_true(out.count <= PLAYS_MAX);
  *plays = 0;
  for (size_t i = 0; i < out.count; i++) {
    bool seen = false;
    for (size_t j = 0; j < i && !seen; j++) seen = solved[j].play.cards == solved[i].play.cards;
    *plays += !seen;
    wins += !seen && solved[i].result == DDZ_RESULT_WIN;
  }
  return wins;
}

TEST(every_puzzle_has_exactly_one_winning_first_play) {
  struct ddz_solver *solver = ddz_solver_init(aligned_alloc(64, (ddz_solver_size(0) + 63) / 64 * 64), 0);
  json_t *puzzle;
  size_t i;
  json_array_foreach(shelf, i, puzzle) {
    int plays = 0;
    const int wins = winners(solver, puzzle, &plays);
    if (wins != 1 || plays != number(puzzle, "plays"))
      fail_msg("%s: %d of %d plays win", text(puzzle, "id"), wins, plays);
  }
  free(solver);
}

int main(void) { return test_run(open_shelf, close_shelf); }
