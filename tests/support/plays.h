/* plays.h - plays and trails compared in tests; inline, for the support library does without cmocka. */
#ifndef DDZ_TESTS_SUPPORT_PLAYS_H
#define DDZ_TESTS_SUPPORT_PLAYS_H

#include "core/game/view.h"
#include "tests/support/test.h"

/* Fails unless both are the same in everything but the holes between their members. */
static inline void assert_same_play(const struct ddz_play *a, const struct ddz_play *b) {
  assert_int_equal(a->cards, b->cards);
  assert_int_equal(a->kind, b->kind);
  assert_int_equal(a->rank, b->rank);
  assert_int_equal(a->length, b->length);
  assert_int_equal(a->size, b->size);
  assert_int_equal(a->subs, b->subs);
  assert_int_equal(a->grade, b->grade);
}

static inline void assert_same_trail(const struct ddz_trail *a, const struct ddz_trail *b) {
  assert_int_equal(a->count, b->count);
  for (int i = 0; i < DDZ_TRAIL; i++) assert_same_play(&a->recent[i], &b->recent[i]);
  assert_memory_equal(a->refused, b->refused, sizeof a->refused);
}

#endif
