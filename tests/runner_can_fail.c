/* runner_can_fail.c - a test that fails, so that the runner can prove that it notices (make check-runner). */
#include "tests/support/test.h"

TEST(a_false_statement_fails) { assert_int_equal(1, 2); }

int main(void) { return test_run(NULL, NULL); }
