/* A shelf: things replaced while threads use them, each discarded once and never in use. */
#include "service/ops/shelf.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { THREADS = 4, LOOKS = 20000, THINGS = 500, WHOLE = 0x600D, GONE = 0xDEAD };

static atomic_int discarded;

static void discard(void *thing) {
  *(int *)thing = GONE;
  free(thing);
  discarded++;
}

static int *thing_new(void) {
  int *thing = malloc(sizeof *thing);
  assert_non_null(thing);
  *thing = WHOLE;
  return thing;
}

static void an_empty_shelf_has_nothing(void **state) {
  (void)state;
  struct shelf *shelf = shelf_new(discard);
  struct shelved *mine = NULL;
  assert_false(shelf_look(shelf, &mine));
  assert_null(shelf_thing(mine));
  shelf_give_back(shelf, &mine);
  shelf_free(shelf);
  shelf_free(NULL);
}

static void a_thing_in_use_outlives_its_place(void **state) {
  (void)state;
  struct shelf *shelf = shelf_new(discard);
  struct shelved *mine = NULL, *other = NULL;
  discarded = 0;
  assert_true(shelf_put(shelf, thing_new()));
  assert_true(shelf_look(shelf, &mine) && shelf_look(shelf, &other));
  assert_false(shelf_look(shelf, &mine));
  int *thing = shelf_thing(mine);
  assert_true(shelf_put(shelf, thing_new()));
  assert_int_equal(*thing, WHOLE);
  assert_true(shelf_look(shelf, &mine));
  assert_true(shelf_thing(mine) != thing && shelf_thing(other) == thing);
  assert_int_equal(discarded, 0);
  shelf_give_back(shelf, &other);
  assert_int_equal(discarded, 1);
  shelf_give_back(shelf, &mine);
  assert_int_equal(discarded, 1); /* the shelf has it still */
  shelf_free(shelf);
  assert_int_equal(discarded, 2);
}

static void *use(void *argument) {
  struct shelf *shelf = argument;
  struct shelved *mine = NULL;
  intptr_t changes = 0;
  for (int i = 0; i < LOOKS; i++) {
    changes += shelf_look(shelf, &mine);
    if (*(int *)shelf_thing(mine) != WHOLE) return (void *)-1;
  }
  shelf_give_back(shelf, &mine);
  return (void *)changes;
}

static void things_come_and_go_under_many_threads(void **state) {
  (void)state;
  struct shelf *shelf = shelf_new(discard);
  pthread_t thread[THREADS];
  discarded = 0;
  assert_true(shelf_put(shelf, thing_new()));
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&thread[i], NULL, use, shelf), 0);
  for (int i = 1; i < THINGS; i++) assert_true(shelf_put(shelf, thing_new()));
  for (int i = 0; i < THREADS; i++) {
    void *changes;
    pthread_join(thread[i], &changes);
    assert_true((intptr_t)changes >= 1);
  }
  assert_int_equal(discarded, THINGS - 1);
  shelf_free(shelf);
  assert_int_equal(discarded, THINGS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_empty_shelf_has_nothing),
      cmocka_unit_test(a_thing_in_use_outlives_its_place),
      cmocka_unit_test(things_come_and_go_under_many_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
