/* runner_can_fail.c - a test that fails, so that the runner can prove that it notices (make check-runner). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_false_statement_fails(void **state) {
  (void)state;
  assert_int_equal(1, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_false_statement_fails)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
