/* test.h - cmocka, with what of the C library most tests need; a test is listed where it stands.
 *
 *   TEST(two_and_two_is_four) { assert_int_equal(2 + 2, 4); }
 *
 *   int main(void) { return test_run(NULL, NULL); }
 *
 * test_run runs the tests of the file in the order of its lines, between a setup and a teardown of all; after
 * test_each every test has a setup and a teardown of its own.
 *
 * Every test gets a state, which few of them look at, and every callback its number: not naming them is no
 * mistake here. */
#ifndef DDZ_TESTS_TEST_H
#define DDZ_TESTS_TEST_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

enum { TEST_MAX = 64 };
static struct CMUnitTest test_list[TEST_MAX] __attribute__((unused));
static size_t test_count __attribute__((unused));

static inline void test_add(const char *name, CMUnitTestFunction function) {
  if (test_count == TEST_MAX) abort();
  test_list[test_count++] = (struct CMUnitTest){.name = name, .test_func = function};
}

/* Constructors run in the order of their numbers: of the lines. */
#define TEST(name)                                                                                           \
  static void name(void **state);                                                                            \
  __attribute__((constructor(1000 + __LINE__))) static void name##_is_listed(void) {                         \
    test_add(#name, name);                                                                                   \
  }                                                                                                          \
  static void name(void **state)

static inline void test_each(CMFixtureFunction setup, CMFixtureFunction teardown) {
  for (size_t i = 0; i < test_count; i++) {
    test_list[i].setup_func = setup;
    test_list[i].teardown_func = teardown;
  }
}

static inline int test_run(CMFixtureFunction setup, CMFixtureFunction teardown) {
  return _cmocka_run_group_tests(program_invocation_short_name, test_list, test_count, setup, teardown);
}

#endif
