/* plays.h - plays and trails compared, actions of a table made, in tests; inline, for the support library
 * does without cmocka. */
#pragma once

#include "core/game/table.h"
#include "core/game/view.h"
#include "tests/support/cards.h"
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

/* Replay one action of the history. The view is unchanged on an error. */
static inline enum ddz_error view_play(struct ddz_view *view, enum ddz_role role, ddz_hand cards) {
  struct ddz_play play;
  const enum ddz_error error = ddz_view_check(view, role, cards, &play);
  if (error == DDZ_OK) ddz_view_advance(view, &play);
  return error;
}

static inline struct ddz_action call_by(int seat, enum ddz_call call) {
  return (struct ddz_action){.verb = DDZ_VERB_CALL, .seat = (uint8_t)seat, .call = (uint8_t)call};
}

static inline bool table_asks(const struct ddz_table *table) {
  return table->phase != DDZ_PHASE_PLAY && table->phase != DDZ_PHASE_REDEAL;
}

static inline enum ddz_call call_drawn(struct ddz_rng *rng, ddz_call_set open) {
  uint32_t at = ddz_rng_below(rng, (uint32_t)__builtin_popcount(open));
  while (at-- > 0) open &= (ddz_call_set)(open - 1);
  return (enum ddz_call)__builtin_ctz(open);
}

static inline void call_said(struct ddz_table *table, enum ddz_call call) {
  const struct ddz_action action = call_by(DDZ_SEAT_TURN, call);
  assert_int_equal(ddz_table_apply(table, &action), DDZ_OK);
}

static inline struct ddz_action cards_by(int seat, ddz_hand cards) {
  return (struct ddz_action){.verb = DDZ_VERB_PLAY, .seat = (uint8_t)seat, .cards = cards};
}

static inline enum ddz_error table_put(struct ddz_table *table, int seat, const char *cards) {
  const struct ddz_action action = cards_by(seat, cards_hand(cards));
  return ddz_table_apply(table, &action);
}

/* Calls written "0:pass 1:call": each is applied; the error of the last one is returned, the others must do.
 */
static inline enum ddz_error table_say(struct ddz_table *table, const char *script) {
  enum ddz_error error = DDZ_OK;
  while (*script != '\0') {
    assert_int_equal(error, DDZ_OK);
    const size_t length = strcspn(script + 2, " ");
    const enum ddz_call call = ddz_call_of(script + 2, length);
    assert_int_not_equal(call, DDZ_CALLS);
    struct ddz_action action = call_by(script[0] - '0', call);
    error = ddz_table_apply(table, &action);
    script += 2 + length;
    while (*script == ' ') script++;
  }
  return error;
}

/* Plays written "0:3 1:44 2:-". */
static inline void table_play(struct ddz_table *table, const char *script) {
  while (*script != '\0') {
    char cards[32] = "";
    const size_t length = strcspn(script + 2, " ");
    if (script[2] != '-') memcpy(cards, script + 2, length);
    assert_int_equal(table_put(table, script[0] - '0', cards), DDZ_OK);
    script += 2 + length;
    while (*script == ' ') script++;
  }
}
