/* What a program cannot do it says at once, and takes nothing for something else. */
#include "tests/support/command.h"
#include "tests/support/test.h"

TEST(it_is_refused_with_a_word) {
  static const struct {
    const char *program, *arguments, *text;
  } cases[] = {
      {"ddz-solve", "--table-mib 0 3 4", "number out of range: 0"},
      {"ddz-solve", "--nodes 99999999999999999999 3 4", "not a number: 99999999999999999999"},
      {"ddz-solve", "--speed 3 4", "unknown option"},
      {"ddz-solve", "--body [] 3 4", "no JSON object: []"},
      {"ddz-solve", "3", "two or three, please"},
      {"ddz-solve", "--rules '{\"preset\":\"standard\",\"five_pair\":true}' 3 4", "did you mean 'four_pair'"},
      {"ddz-solve", "--rules '{\"preset\":\"standard\",\"long_bombs\":true}' 3 4",
       "long_bombs changes nothing under these rules"},
      {"ddz-solve", "--body '{\"notation\":\"botzone\"}' [0,1,1] [12]", "the same physical card twice"},
      {"ddz-solve", "--body '{\"notation\":\"botzone\"}' [0,1,2] [12,0]", "the same physical card twice"},
      {"ddz-solve", "--body '{\"notation\":\"botzone\"}' --last [12] [0,1,2] [12,13]",
       "the same physical card twice"},
      {"ddz-solve", "--body '{\"notation\":\"douzero\"}' [3,3,3,3,3] [12]",
       "more cards of one rank than the deck holds"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(command_run(cases[i].program, cases[i].arguments), 2);
    if (strstr(command_said, cases[i].text) == NULL)
      fail_msg("%s %s: %s", cases[i].program, cases[i].arguments, command_said);
  }
}

TEST(who_asks_for_help_is_told) {
  static const char *const programs[] = {"ddz-arena", "ddz-game", "ddz-solve"};
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    char told[sizeof command_said];
    assert_int_equal(command_run(programs[i], "--help"), 0);
    assert_non_null(strstr(command_said, "--help"));
    memcpy(told, command_said, sizeof told);
    assert_int_equal(command_run(programs[i], "-h"), 0);
    assert_string_equal(command_said, told);
  }
}

TEST(cards_named_one_by_one_are_read) {
  assert_int_equal(command_run("ddz-solve", "--body '{\"notation\":\"botzone\"}' [0,1,2] [12,13]"), 0);
  assert_non_null(strstr(command_said, "landlord to move: win"));
}

/* 3333 with a pair is one play, where the switch is on. */
TEST(a_switch_is_obeyed) {
  assert_int_equal(
      command_run("ddz-solve", "--rules '{\"preset\":\"standard\",\"four_pair\":true}' 333344 5"), 0);
  assert_non_null(strstr(command_said, "  333344 "));
  assert_int_equal(
      command_run("ddz-solve", "--rules '{\"preset\":\"standard\",\"four_pair\":false}' 333344 5"), 0);
  assert_null(strstr(command_said, "  333344 "));
  assert_int_equal(
      command_run("ddz-solve", "--json --rules '{\"preset\":\"standard\",\"four_pair\":false}' 333344 5"), 0);
  assert_non_null(strstr(command_said, "\"result\":\"win\""));
}

/* Two wild ranks allow many more plays than a hand without wildcards can have: the first, and how many more.
 */
TEST(a_long_list_says_how_many_more_there_are) {
  enum { MOST_WITHOUT = 8192 };
  assert_int_equal(command_run("ddz-solve", "--rules '{\"preset\":\"laizi\",\"wild\":[\"3\",\"7\"]}' "
                                            "--scored --nodes 1 33337777445566889TJ KKQQJJ "
                                            "| sed -n 's/^  and \\(.*\\) more$/\\1/p'"),
                   0);
  assert_in_range(atoi(command_said), MOST_WITHOUT + 1, 1 << 17);
}

int main(void) { return test_run(NULL, NULL); }
