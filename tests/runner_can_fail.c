/* runner_can_fail.c - a test that fails, one that is left out: does the runner notice (make check-runner)? */
#include "tests/support/test.h"

TEST(this_is_left_out) { skip(); }
TEST(a_false_statement_fails) { assert_int_equal(1, 2); }

int main(void) { return test_run(NULL, NULL); }
