/* now.h - what a test looks at just now, told when it fails: a preset, a seed, a line of data.
 *
 * Support says most of it by itself (cards, rule_cases, jsonl, api); a test says what only
 * it knows, test_now(NOW_ROW, "...") with the remedy where there is one. What is said stays until it is said
 * anew, or the test ends. */
#pragma once

#include <stdarg.h>
#include <stdio.h>

enum test_now { NOW_RULES, NOW_SEED, NOW_CARDS, NOW_LINE, NOW_ASKED, NOW_ROW, NOWS };

/* One of each thread in a program, whoever includes this. */
__attribute__((weak)) _Thread_local char test_now_texts[NOWS][320];

__attribute__((format(printf, 2, 3))) static inline void test_now(enum test_now of, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(test_now_texts[of], sizeof test_now_texts[of], format, arguments);
  va_end(arguments);
}

static inline void test_now_forget(void) {
  for (int of = 0; of < NOWS; of++) test_now_texts[of][0] = '\0';
}

static inline void test_now_tell(void) {
  static const char *const names[NOWS] = {"rules", "seed", "cards", "line", "asked", "row"};
  for (int of = 0; of < NOWS; of++)
    if (test_now_texts[of][0]) fprintf(stderr, "[   NOW    ] --- %s: %s\n", names[of], test_now_texts[of]);
}
