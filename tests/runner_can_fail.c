/* runner_can_fail.c - a test that fails, so that the runner can prove that it notices (make check-runner). */
#include <stdint.h>

#include "tests/support/test.h"

static void a_false_statement_fails(void **state) { assert_int_equal(1, 2); }

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_false_statement_fails)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
