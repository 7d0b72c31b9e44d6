/* The queue in which clients take turns, and the guess of how long something takes. */
#include "service/work/pool.h"
#include "service/work/queue.h"
#include "tests/support/test.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/base/rng.h"
#include "tests/support/seed.h"

struct item {
  struct ticket ticket;
  int client, number;
};

static struct item *take_first(struct queue *queue) {
  struct ticket *ticket = queue->first->first;
  queue_take(queue, ticket);
  return (struct item *)(void *)ticket;
}

static void clients_take_turns(void **state) {
  struct queue queue = {0};
  struct client clients[3] = {0};
  struct item items[] = {{.client = 0, .number = 0}, {.client = 0, .number = 1}, {.client = 0, .number = 2},
                         {.client = 1, .number = 0}, {.client = 2, .number = 0}, {.client = 2, .number = 1}};
  static const int expected[][2] = {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}};
  for (int i = 0; i < 6; i++) {
    items[i].ticket.client = &clients[items[i].client];
    queue_push(&queue, &items[i].ticket);
  }
  for (int i = 0; i < 6; i++) {
    struct item *item = take_first(&queue);
    assert_int_equal(item->client, expected[i][0]);
    assert_int_equal(item->number, expected[i][1]);
  }
  assert_null(queue.first);
}

/* The `n`th of a line, or its last. */
static struct ticket *nth_of(const struct client *client, uint64_t n) {
  struct ticket *ticket = client->first;
  for (; n && ticket->next; n--) ticket = ticket->next;
  return ticket;
}

/* Any order of pushes and takes, also out of the middle of the ring and of a line: nothing is lost or comes
 * twice, and what is left of a line stays in order. */
static void nothing_is_lost_in_any_order(void **state) {
  enum { CLIENTS = 5, ITEMS = 2000 };
  static struct item items[ITEMS];
  struct queue queue = {0};
  struct client clients[CLIENTS] = {0};
  int pushed[CLIENTS] = {0}, taken[CLIENTS] = {0}, next = 0, waiting = 0;
  static bool gone[ITEMS];
  struct ddz_rng rng;
  ddz_rng_seed(&rng, test_seed());
  while (next < ITEMS || waiting) {
    if (next < ITEMS && (waiting == 0 || ddz_rng_below(&rng, 2))) {
      int c = (int)ddz_rng_below(&rng, CLIENTS);
      items[next] = (struct item){.ticket.client = &clients[c], .client = c, .number = pushed[c]++};
      queue_push(&queue, &items[next++].ticket);
      waiting++;
      continue;
    }
    struct client *client = queue.first;
    bool front = ddz_rng_below(&rng, 4) > 0;
    if (!front && client->next) client = client->next;
    struct ticket *ticket = nth_of(client, ddz_rng_below(&rng, 3));
    queue_take(&queue, ticket);
    const struct item *item = (struct item *)(void *)ticket;
    assert_false(gone[item - items]);
    gone[item - items] = true;
    taken[item->client]++;
    for (ticket = client->first; ticket && ticket->next; ticket = ticket->next)
      assert_true(((struct item *)(void *)ticket)->number < ((struct item *)(void *)ticket->next)->number);
    waiting--;
  }
  assert_null(queue.first);
  for (int c = 0; c < CLIENTS; c++) assert_int_equal(taken[c], pushed[c]);
}

static void a_guess_follows_what_was_seen(void **state) {
  static struct guess guess;
  assert_int_equal(guess_us(&guess, 3, 2), GUESS_UNKNOWN_US);
  guess_learn(&guess, 3, 2, 500);
  assert_int_equal(guess_us(&guess, 3, 2), 500);
  assert_int_equal(guess_us(&guess, 3, 1), GUESS_UNKNOWN_US); /* sizes are kept apart */
  assert_int_equal(guess_us(&guess, 4, 2), GUESS_UNKNOWN_US); /* and routes */
  for (int i = 0; i < 100; i++) guess_learn(&guess, 3, 2, 8000);
  assert_in_range(guess_us(&guess, 3, 2), 7900, 8000);
  guess_learn(&guess, 3, 2, 1000000000); /* one odd one */
  assert_in_range(guess_us(&guess, 3, 2), 8000, 12000);
  guess_learn(&guess, 4, 0, 80);
  guess_learn(&guess, 4, 0, 1000000000); /* counted as 4 x 80 + 1000 us */
  assert_int_equal(guess_us(&guess, 4, 0), (7 * 80 + 1320) / 8);
  guess_learn(&guess, 3, 99, 7); /* past the end: the last size */
  assert_int_equal(guess_us(&guess, 3, GUESS_SIZES - 1), 7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(clients_take_turns),
      cmocka_unit_test(nothing_is_lost_in_any_order),
      cmocka_unit_test(a_guess_follows_what_was_seen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
