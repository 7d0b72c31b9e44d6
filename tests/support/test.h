/* test.h - cmocka, with what of the C library most tests need; a test is listed where it stands.
 *
 *   TEST(two_and_two_is_four) { assert_int_equal(2 + 2, 4); }
 *
 *   int main(void) { return test_run(NULL, NULL); }
 *
 * test_run runs the tests of the file in the order of its lines, between a setup and a teardown of all; after
 * test_each every test has a setup and a teardown of its own. Where tests run more than once, or not all on
 * the same ground, TEST_IN names their groups, bits of an enumeration, and test_run_group runs those of one.
 *
 * What fails says numbers in decimal, and what was looked at (now.h); what is drawn has its seed (seed.h).
 *
 * Every test gets a state, which few of them look at, and every callback its number: not naming them is no
 * mistake here. */
#pragma once

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

#include "tests/support/seed.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

/* cmocka says 0x6 != 0x3. */
#undef assert_int_equal
#define assert_int_equal(a, b) test_int_equal((long long)(a), (long long)(b), #a, #b, __FILE__, __LINE__)
static inline void test_int_equal(long long a, long long b, const char *left, const char *right,
                                  const char *file, int line) {
  if (a == b) return;
  print_error("%lld != %lld: %s, %s\n", a, b, left, right);
  _fail(file, line);
}

enum { TEST_MAX = 64 };
static struct CMUnitTest test_list[TEST_MAX] __attribute__((unused));
static unsigned test_groups[TEST_MAX] __attribute__((unused));
static size_t test_count __attribute__((unused));
static CMFixtureFunction test_teardown __attribute__((unused)); /* of each test */
static bool test_passed __attribute__((unused));

/* Behind each test. One that is skipped tells nothing either. */
static inline int test_end(void **state) {
  if (!test_passed) test_now_tell();
  test_now_forget();
  test_passed = false;
  return test_teardown ? test_teardown(state) : 0;
}
#undef skip
#define skip() (test_passed = true, _skip(__FILE__, __LINE__))

static inline void test_add(unsigned groups, const char *name, CMUnitTestFunction function) {
  if (test_count == TEST_MAX) abort();
  test_groups[test_count] = groups;
  test_list[test_count++] =
      (struct CMUnitTest){.name = name, .test_func = function, .teardown_func = test_end};
}

/* Constructors run in the order of their numbers: of the lines. */
#define TEST_IN(groups, name)                                                                                \
  static void name(void **state);                                                                            \
  static void name##_passes(void **state) {                                                                  \
    name(state);                                                                                             \
    test_passed = true;                                                                                      \
  }                                                                                                          \
  __attribute__((constructor(1000 + __LINE__))) static void name##_is_listed(void) {                         \
    test_add(groups, #name, name##_passes);                                                                  \
  }                                                                                                          \
  static void name(void **state)
#define TEST(name) TEST_IN(~0u, name)

static inline void test_each(CMFixtureFunction setup, CMFixtureFunction teardown) {
  test_teardown = teardown;
  for (size_t i = 0; i < test_count; i++) test_list[i].setup_func = setup;
}

static inline int test_run_group(unsigned group, const char *title, CMFixtureFunction setup,
                                 CMFixtureFunction teardown) {
  struct CMUnitTest some[TEST_MAX];
  size_t n = 0;
  for (size_t i = 0; i < test_count; i++)
    if (test_groups[i] & group) some[n++] = test_list[i];
  return _cmocka_run_group_tests(title, some, n, setup, teardown);
}

static inline int test_run(CMFixtureFunction setup, CMFixtureFunction teardown) {
  return test_run_group(~0u, program_invocation_short_name, setup, teardown);
}
