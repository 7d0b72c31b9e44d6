/* ddz-deviate: a table of gains, the same each time; what it does not understand it refuses. */
#include <unistd.h>

#include "tests/support/command.h"
#include "tests/support/test.h"

TEST(equal_options_give_equal_tables) {
  static char first[sizeof command_said];
  if (access("models/ddz.net", R_OK) != 0) skip();
  assert_int_equal(command_run("ddz-deviate", "--decisions 8 --hands 8 --seed 5"), 0);
  assert_non_null(strstr(command_said, "8 of them with a choice"));
  assert_non_null(strstr(command_said, "\nlambda .85, a third by rules"));
  memcpy(first, command_said, sizeof first);
  assert_int_equal(command_run("ddz-deviate", "--decisions 8 --hands 8 --seed 5"), 0);
  assert_string_equal(command_said, first);
  assert_int_equal(command_run("ddz-deviate", "--decisions 8 --hands 8 --seed 6"), 0);
  assert_string_not_equal(command_said, first);
}

/* With a flower some seats cannot lead; with calling somebody would have to call. */
TEST(the_landlord_is_drawn_in_every_game) {
  if (access("models/ddz.net", R_OK) != 0) skip();
  assert_int_equal(command_run("ddz-deviate", "--rules standard --decisions 2 --hands 8"), 0);
  assert_non_null(strstr(command_said, "2 of them with a choice"));
  assert_int_equal(command_run("ddz-deviate", "--rules yuncheng --decisions 2 --hands 8"), 0);
  assert_non_null(strstr(command_said, "2 of them with a choice"));
}

/* Each decision is in one row for so many hands; few of them fit anything, but always the same. */
TEST(weights_are_fitted_to_every_decision) {
  static char first[sizeof command_said];
  double rows = 0, decisions = 0;
  if (access("models/ddz.net", R_OK) != 0) skip();
  assert_int_equal(command_run("ddz-deviate", "--weights --decisions 40 --hands 16 --seed 5"), 0);
  memcpy(first, command_said, sizeof first);
  for (const char *line = strchr(first, '\n'); line != NULL && line[1] != '\0';
       line = strchr(line + 1, '\n')) {
    double cards, n, hands;
    assert_int_equal(sscanf(line, "%lf %lf %lf", &cards, &n, &hands), 3);
    rows++;
    decisions += hands == 16 ? n : 0;
  }
  assert_true(rows == 12 && decisions == 40);
  assert_int_equal(command_run("ddz-deviate", "--weights --decisions 40 --hands 16 --seed 5"), 0);
  assert_string_equal(command_said, first);
}

TEST(what_is_not_understood_is_refused) {
  static const char *const wrong[] = {"--hands 0", "--hands 2000",      "--decisions x", "--rules chess",
                                      "--seed",    "--model /dev/null", "more",          "--lambda 1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(command_run("ddz-deviate", wrong[i]), 2);
    assert_non_null(strstr(command_said, "ddz-deviate: "));
  }
  assert_int_equal(command_run("ddz-deviate", "--help"), 0);
  assert_non_null(strstr(command_said, "--decisions"));
}

int main(void) { return test_run(NULL, NULL); }
