/* Who takes a connection: the poller that has the fewest.
 *
 * Once the pollers shared the listening socket: whoever was awake took what had come, and of a load's 128
 * connections all but a few were on one of two; it was busy without a pause, and answers took seconds. */
#include "tests/support/test.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#include <time.h>

enum { POLLERS = 4, EACH = 12, STATES_MAX = 16 };

static struct wire_reply reply;

static unsigned who(struct wire *wire) {
  wire_text(wire, "GET /who HTTP/1.1\r\nHost: t\r\n\r\n");
  assert_int_equal(wire_read(wire, &reply, false), 200);
  return (unsigned)strtoul(reply.body, NULL, 10);
}

static unsigned most_of(const unsigned *count) {
  unsigned most = 0;
  for (unsigned i = 0; i < STATES_MAX; i++)
    if (count[i] > most) most = count[i];
  return most;
}

static double open_now(void) { return wire_metric(toy.port, "ddz_connections"); }

static void start(void) {
  toy.options.threads = POLLERS;
  assert_true(toy_start(-1));
}

/* All come at once, before anything is asked. */
TEST(a_burst_is_dealt_out_evenly) {
  struct wire wire[POLLERS * EACH];
  unsigned count[STATES_MAX] = {0};
  start();
  for (int i = 0; i < POLLERS * EACH; i++) wire[i] = wire_open(toy.port);
  for (int i = 0; i < POLLERS * EACH; i++) count[who(&wire[i]) % STATES_MAX]++;
  assert_int_equal(most_of(count), EACH);
  for (int i = 0; i < POLLERS * EACH; i++) wire_close(&wire[i]);
}

/* One poller loses all its connections; the next go to it. */
TEST(who_comes_next_goes_where_the_fewest_are) {
  struct wire wire[POLLERS * EACH];
  unsigned by[POLLERS * EACH], count[STATES_MAX] = {0};
  start();
  for (int i = 0; i < POLLERS * EACH; i++) {
    wire[i] = wire_open(toy.port);
    by[i] = who(&wire[i]);
  }
  const unsigned emptied = by[0];
  for (int i = 0; i < POLLERS * EACH; i++)
    if (by[i] == emptied) wire_close(&wire[i]);
  while (open_now() > POLLERS * EACH - EACH + 1) nanosleep(&(struct timespec){0, 1000000}, NULL);
  for (int i = 0; i < POLLERS * EACH; i++) {
    if (by[i] != emptied) continue;
    wire[i] = wire_open(toy.port);
    count[who(&wire[i]) % STATES_MAX]++;
  }
  assert_in_range(count[emptied], EACH - 1,
                  EACH); /* the one that asked for the metrics may still be counted */
  for (int i = 0; i < POLLERS * EACH; i++) wire_close(&wire[i]);
}

int main(void) {
  test_each(toy_begin, toy_end);
  return test_run(NULL, NULL);
}
