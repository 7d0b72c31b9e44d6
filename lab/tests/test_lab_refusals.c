/* What a program of the laboratory cannot do it says at once. */
#include "tests/support/command.h"
#include "tests/support/test.h"

TEST(it_is_refused_with_a_word) {
  static const struct {
    const char *program, *arguments, *text;
  } cases[] = {
      {"ddz-train", "--ring 10000 --fill 10001 --minutes 0.01", "it would never learn: --ring below --fill"},
      {"ddz-train", "--forks 1 --distill --minutes 0.01", "needs --forks and --teacher: --distill"},
      {"ddz-train", "--teacher nowhere.net:0.5", "nowhere.net"},
      {"ddz-train", "--match nowhere.net,there.net", "nowhere.net"},
      {"ddz-pairs", "rules --landlord net", "at least two players"},
      {"ddz-pairs", "rules prompt", "pairs of farmers take a landlord"},
      {"ddz-pairs", "rules prompt --landlord nobody", "no such player: nobody"},
      {"ddz-bids", "--test standard:/nowhere/a --reliability /nowhere/b", "cannot write: /nowhere/b"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(command_run(cases[i].program, cases[i].arguments), 2);
    if (strstr(command_said, cases[i].text) == NULL)
      fail_msg("%s %s: %s", cases[i].program, cases[i].arguments, command_said);
  }
}

int main(void) { return test_run(NULL, NULL); }
