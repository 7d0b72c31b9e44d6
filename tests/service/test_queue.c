/* The queue in which clients take turns, and the guess of how long something takes. */
#include "service/work/pool.h"
#include "tests/support/test.h"

#include "core/base/rng.h"

struct item {
  struct entry entry;
  int client, number;
};

static struct item *take_first(struct fair *fair) {
  struct entry *entry = fair->ring->first;
  fair_take(fair, entry);
  return (struct item *)(void *)entry;
}

TEST(clients_take_turns) {
  struct fair fair = {0};
  struct client clients[3] = {0};
  struct item items[] = {{.client = 0, .number = 0}, {.client = 0, .number = 1}, {.client = 0, .number = 2},
                         {.client = 1, .number = 0}, {.client = 2, .number = 0}, {.client = 2, .number = 1}};
  static const int expected[][2] = {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}};
  for (int i = 0; i < 6; i++) {
    items[i].entry.client = &clients[items[i].client];
    fair_push(&fair, &items[i].entry);
  }
  for (int i = 0; i < 6; i++) {
    struct item *item = take_first(&fair);
    assert_int_equal(item->client, expected[i][0]);
    assert_int_equal(item->number, expected[i][1]);
  }
  assert_null(fair.ring);
}

/* The `n`th of a line, or its last. */
static struct entry *nth_of(const struct client *client, uint64_t n) {
  struct entry *entry = client->first;
  for (; n && entry->next; n--) entry = entry->next;
  return entry;
}

/* Any order of pushes and takes, also out of the middle of the ring and of a line: nothing is lost or comes
 * twice, and what is left of a line stays in order. */
TEST(nothing_is_lost_in_any_order) {
  enum { CLIENTS = 5, ITEMS = 2000 };
  static struct item items[ITEMS];
  struct fair fair = {0};
  struct client clients[CLIENTS] = {0};
  int pushed[CLIENTS] = {0}, taken[CLIENTS] = {0}, next = 0, waiting = 0;
  static bool gone[ITEMS];
  struct ddz_rng rng = test_rng(test_seed());
  while (next < ITEMS || waiting) {
    if (next < ITEMS && (waiting == 0 || ddz_rng_below(&rng, 2))) {
      int c = (int)ddz_rng_below(&rng, CLIENTS);
      items[next] = (struct item){.entry.client = &clients[c], .client = c, .number = pushed[c]++};
      fair_push(&fair, &items[next++].entry);
      waiting++;
      continue;
    }
    struct client *client = fair.ring;
    bool front = ddz_rng_below(&rng, 4) > 0;
    if (!front && client->next) client = client->next;
    struct entry *entry = nth_of(client, ddz_rng_below(&rng, 3));
    fair_take(&fair, entry);
    const struct item *item = (struct item *)(void *)entry;
    assert_false(gone[item - items]);
    gone[item - items] = true;
    taken[item->client]++;
    for (entry = client->first; entry && entry->next; entry = entry->next)
      assert_true(((struct item *)(void *)entry)->number < ((struct item *)(void *)entry->next)->number);
    waiting--;
  }
  assert_null(fair.ring);
  for (int c = 0; c < CLIENTS; c++) assert_int_equal(taken[c], pushed[c]);
}

TEST(a_guess_follows_what_was_seen) {
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
}

int main(void) { return test_run(NULL, NULL); }
