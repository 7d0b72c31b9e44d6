/* Which of two equal candidates is chosen, tried, listed? The first: the one with the lower number. Without
 * such a rule the same request could get two answers. */
#include "core/net/judge.h"
#include "core/play/rulebook.h"
#include "core/search/report.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"

enum { CANDIDATES = 4, ROUNDS = 12 };

/* The candidates 0 to 3 of a comparison, each with the same value in every round. */
static const struct row {
  const char *name;
  double value[CANDIDATES];
  int chosen;            /* by `decide` and by full effort */
  bool half[CANDIDATES]; /* those of a round of the better half */
} rows[] = {
    {"all equal", {.5, .5, .5, .5}, 0, {1, 1, 0, 0}},
    {"two best ones", {.1, .6, .9, .9}, 2, {0, 0, 1, 1}},
    {"two best ones, and one between them", {.1, .9, .2, .9}, 1, {0, 1, 0, 1}},
    {"three best ones", {.2, .9, .9, .9}, 1, {0, 1, 1, 0}},
    {"two for the second place", {.9, .4, .4, .1}, 0, {1, 1, 0, 0}},
    {"the last two equal", {.3, .8, .1, .1}, 1, {1, 1, 0, 0}},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Solos of the ranks 3, 4, 5, ..., compared for points where `for_points` is set. */
static void compare(const struct row *row, bool full, bool for_points, struct ddz_comparison *comparison) {
  struct ddz_rollout round[DDZ_CANDIDATES_MAX] = {0};
  *comparison = (struct ddz_comparison){.objective = for_points ? DDZ_OBJECTIVE_POINTS : DDZ_OBJECTIVE_WIN,
                                        .full = full,
                                        .count = CANDIDATES,
                                        .alive = CANDIDATES,
                                        .cards = 54,
                                        .fallback = -1};
  for (int i = 0; i < CANDIDATES; i++) {
    comparison->candidate[i].play =
        (struct ddz_play){.cards = ddz_hand_of(i, 1), .kind = DDZ_SOLO, .rank = i};
    comparison->candidate[i].prior = (struct ddz_expected){.5, .5};
    round[i].value = round[i].outcome = (struct ddz_expected){row->value[i], row->value[i]};
  }
  for (int n = 0; n < ROUNDS; n++) {
    for (int i = 0; i < CANDIDATES; i++) ddz_compare_visit(comparison, i, &round[i]);
    ddz_compare_round(comparison, round);
  }
}

static void try_row(const struct row *row, bool full, bool for_points) {
  struct ddz_comparison comparison;
  struct ddz_robot_request ask = {.multiplier = 1};
  const struct ddz_rules rules = cards_rules("standard");
  struct ddz_view view = {.role = DDZ_LANDLORD, .rules = &rules, .hand = cards_hand("34567")};
  struct ddz_options options = {.n = 0};
  struct ddz_rating rating;
  double score[DDZ_CANDIDATES_MAX];
  const struct ddz_scene scene = {
      .engine = engine_here(), .view = &view, .rules = &rules, .ask = &ask, .leads = true};
  compare(row, full, for_points, &comparison);

  if (!full) assert_int_equal(ddz_compare_choose(&comparison), row->chosen);
  ddz_report_rate(&scene, &comparison, &options, &rating);
  assert_int_equal(options.n, CANDIDATES);
  assert_true(rating.pick == ddz_hand_of(row->chosen, 1));
  for (int i = 0; i < CANDIDATES; i++)
    assert_true(options.option[i].liked <= options.option[row->chosen].liked);

  ddz_report_scores(&scene, &comparison, &options, score);
  comparison.rounds = 1; /* of the better half */
  ddz_allocate(&comparison, score);
  for (int i = 0; i < CANDIDATES; i++) assert_int_equal(!comparison.stats[i].dropped, row->half[i]);
}

TEST(of_equal_candidates_the_first_one) {
  for (int i = 0; i < 4 * ROWS; i++) {
    print_message("%s%s%s\n", rows[i / 4].name, i & 1 ? ", full effort" : "", i & 2 ? ", for points" : "");
    try_row(&rows[i / 4], i & 1, i & 2);
  }
}

/* Whom elimination measures the others by, and keeps. */
TEST(elimination_keeps_the_first_of_the_best) {
  for (int i = 0; i < ROWS; i++) {
    struct ddz_comparison comparison;
    compare(&rows[i], false, false, &comparison);
    ddz_compare_eliminate(&comparison);
    assert_false(comparison.stats[rows[i].chosen].dropped);
    for (int j = 0; j < CANDIDATES; j++)
      if (comparison.stats[j].dropped) assert_int_equal(comparison.stats[j].leader, rows[i].chosen);
  }
}

TEST(of_equal_ratings_of_a_net_the_first_one) {
  static const struct {
    float win[CANDIDATES], points[CANDIDATES];
    size_t best_win, best_points;
  } rated[] = {{{1, 1, 1, 1}, {2, 2, 2, 2}, 0, 0},
               {{0, 1, 0, 1}, {-1, -2, -1, -3}, 1, 0},
               {{-2, -1, -1, -3}, {0, 0, 3, 3}, 1, 2}};
  for (size_t i = 0; i < sizeof rated / sizeof *rated; i++) {
    struct ddz_judged judged[CANDIDATES] = {0};
    for (int j = 0; j < CANDIDATES; j++)
      judged[j].value = (struct ddz_net_value){.win = rated[i].win[j], .points = rated[i].points[j]};
    assert_int_equal(ddz_judge_best(judged, CANDIDATES, DDZ_OBJECTIVE_WIN), rated[i].best_win);
    assert_int_equal(ddz_judge_best(judged, CANDIDATES, DDZ_OBJECTIVE_POINTS), rated[i].best_points);
  }
}

int main(void) { return test_run(NULL, NULL); }
