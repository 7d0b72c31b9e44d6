/* test.h - cmocka, and the headers it wants before it.
 *
 * Every test gets a state, which few of them look at, and every callback its number: not naming them is no
 * mistake here. */
#ifndef DDZ_TESTS_TEST_H
#define DDZ_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

#endif
