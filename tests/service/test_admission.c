/* Who is let into the queue, who comes first, how long an answer may take, and what a client's leaving ends.
 */
#include "tests/support/test.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#include <poll.h>
#include <unistd.h>

#include "service/ops/log.h"
#include "service/ops/thread.h"

#define HERE "127.0.0.1"
#define THERE "127.0.0.2"
#define ELSEWHERE "127.0.0.3"
#define FAR "127.0.0.4"

static struct wire_reply reply;

static int begin(void **state) {
  toy_init();
  toy.options.workers = 1;
  return 0;
}

static void start(void) { assert_true(toy_start(-1)); }

static struct wire post(const char *from, const char *path, const char *body) {
  struct wire wire = wire_open_from(toy.port, from);
  char text[256];
  assert_true(wire.fd >= 0);
  snprintf(text, sizeof text, "POST %s HTTP/1.1\r\nHost: t\r\nContent-Length: %zu\r\n\r\n%s", path,
           strlen(body), body);
  wire_text(&wire, text);
  return wire;
}

static int status_of(struct wire *wire) {
  wire_read(wire, &reply, false);
  wire_close(wire);
  return reply.status;
}

static bool is_answered(const struct wire *wire) {
  struct pollfd ready = {.fd = wire->fd, .events = POLLIN};
  return poll(&ready, 1, 0) > 0;
}

static double metric(const char *name) { return wire_metric(toy.port, name); }

static void await_metric(const char *name, double value) {
  if (!wire_await_metric(toy.port, name, value)) fail_msg("%s is %g, not %g", name, metric(name), value);
}

/* Until `n` jobs were judged since the start, this way or that; false: the last of them was refused because
 * it would wait too long. */
static bool was_let_in(double n) {
  static double refused_before;
  double accepted = 0, refused = 0;
  for (uint64_t until_ms = clock_ms() + WIRE_WAIT_MS; accepted + refused < n;) {
    if (clock_ms() > until_ms) fail_msg("%g of %g jobs were judged", accepted + refused, n);
    accepted = metric("ddz_queue_accepted_total");
    refused = metric("ddz_queue_refused_total{reason=\"wait\"}");
  }
  if (n == 1) refused_before = 0;
  bool more = refused > refused_before;
  refused_before = refused;
  return !more;
}

/* --- the queue --- */

TEST(one_address_may_hold_its_share_and_others_the_rest) {
  toy.options.queue = 4;
  toy.options.queue_share = 50;
  start();
  struct wire wires[6];
  wires[0] = post(HERE, "/wait", "");
  toy_await_waiting(1);
  wires[4] = post(ELSEWHERE, "/wait", ""); /* on the threads for clients that have none */
  wires[5] = post(FAR, "/wait", "");
  toy_await_waiting(3);
  for (int i = 1; i < 3; i++) {
    wires[i] = post(HERE, "/wait", "");
    await_metric("ddz_queue_depth", i);
  }
  struct wire wire = post(HERE, "/wait", "");
  assert_int_equal(status_of(&wire), 429);
  assert_non_null(strstr(reply.body, "\"too_many_requests\""));
  assert_non_null(wire_header(&reply, "Retry-After"));
  assert_true(metric("ddz_queue_refused_total{reason=\"share\"}") == 1);
  wires[3] = post(THERE, "/wait", "");
  await_metric("ddz_queue_depth", 3);
  toy_open_gate();
  for (int i = 0; i < 6; i++) assert_int_equal(status_of(&wires[i]), 200);
}

static unsigned place_of(struct wire *wire) {
  assert_int_equal(status_of(wire), 200);
  return (unsigned)strtoul(reply.body, NULL, 10);
}

TEST(a_client_with_one_job_waits_for_one_of_anothers) {
  start();
  struct wire first = post(HERE, "/wait", ""), many[6];
  toy_await_waiting(1);
  struct wire spare = post(ELSEWHERE, "/wait", ""), more = post(FAR, "/wait", "");
  toy_await_waiting(3); /* on the threads for clients that have none */
  for (int i = 0; i < 6; i++) {
    many[i] = post(HERE, "/order", "");
    await_metric("ddz_queue_depth", i + 1);
  }
  struct wire other = post(THERE, "/order", "");
  await_metric("ddz_queue_depth", 7);
  wire_close(&first); /* one thread is free, and only one */
  assert_in_range(place_of(&other), 0, 1);
  await_metric("ddz_queue_depth", 0);
  toy_open_gate();
  assert_int_equal(status_of(&spare), 200);
  assert_int_equal(status_of(&more), 200);
  for (int i = 0; i < 6; i++) assert_in_range(place_of(&many[i]), i, i + 1);
}

/* Six that take as long as may be hold all workers, of as many addresses; what another wants shortly it gets.
 */
TEST(short_jobs_do_not_wait_for_long_ones_of_somebody_else) {
  for (int workers = 1; workers <= 2; workers++) {
    struct wire wires[6];
    begin(NULL);
    toy.options.workers = workers;
    start();
    for (int i = 0; i < 6; i++) {
      wires[i] = post(i < workers - 1 ? ELSEWHERE : HERE, "/wait", "");
      if (i < workers) toy_await_waiting((unsigned)i + 1);
    }
    await_metric("ddz_queue_depth", 6 - workers);
    for (int i = 0; i < 50; i++) {
      struct wire wire = post(THERE, "/nap", "");
      assert_int_equal(status_of(&wire), 200);
      assert_string_equal(reply.body, "rested");
    }
    struct wire own = post(HERE, "/nap", ""), longer = post(THERE, "/wait", "");
    assert_int_equal(status_of(&own), 200); /* beside its own long one, too */
    toy_await_waiting((unsigned)workers + 1);
    struct wire wire = post(THERE, "/nap", ""), next = post(THERE, "/wait", "");
    assert_int_equal(status_of(&wire), 200);
    await_metric("ddz_queue_depth", 6 - workers + 1); /* a second long one waits */
    toy_open_gate();
    for (int i = 0; i < 6; i++) assert_int_equal(status_of(&wires[i]), 200);
    assert_int_equal(status_of(&longer), 200);
    assert_int_equal(status_of(&next), 200);
    toy_stop();
  }
}

/* Whoever comes later finds a thread, though one address has all workers. */
TEST(a_lone_address_has_all_workers) {
  struct wire wires[5];
  toy.options.workers = 3;
  start();
  for (int i = 0; i < 4; i++) wires[i] = post(HERE, "/wait", "");
  toy_await_waiting(3);
  await_metric("ddz_queue_depth", 1);
  wires[4] = post(THERE, "/wait", "");
  toy_await_waiting(4);
  assert_true(metric("ddz_queue_depth") == 1);
  toy_open_gate();
  for (int i = 0; i < 5; i++) assert_int_equal(status_of(&wires[i]), 200);
}

/* The gate stays shut: the turn of the first ends because the second waits, and not before. */
TEST(a_turn_ends_when_a_client_waits_who_holds_nothing) {
  toy.options.turn_ms = 20;
  start();
  struct wire first = post(HERE, "/yield", "");
  toy_await_waiting(1);
  struct wire spare = post(ELSEWHERE, "/yield", "");
  toy_await_waiting(2);
  struct wire more = post(FAR, "/yield", "");
  toy_await_waiting(3);
  struct wire own = post(HERE, "/yield", "");
  await_metric("ddz_queue_depth", 1);
  usleep(60000);
  assert_false(is_answered(&first));
  struct wire other = post(THERE, "/yield", "");
  assert_int_equal(status_of(&first), 200);
  assert_string_equal(reply.body, "busy");
  assert_int_equal(status_of(&spare), 200); /* its turn ends for the first address's next */
  assert_string_equal(reply.body, "busy");
  toy_open_gate();
  assert_int_equal(status_of(&own), 200);
  assert_string_equal(reply.body, "opened");
  assert_int_equal(status_of(&other), 200);
  assert_int_equal(status_of(&more), 200);
  assert_string_equal(reply.body, "opened");
}

TEST(what_would_wait_too_long_is_refused) {
  toy.options.queue_ms =
      5; /* nothing is known of /wait yet, which counts as 10 ms, and then as twice what it took */
  start();
  struct wire running = post(HERE, "/wait", "");
  toy_await_waiting(1);
  uint64_t began_ms = clock_ms();
  while (clock_ms() < began_ms + 20) continue;
  assert_true(metric("ddz_queue_expected_wait_seconds") > 0.005);
  struct wire wire = post(HERE, "/wait", "");
  assert_int_equal(status_of(&wire), 503);
  assert_non_null(strstr(reply.body, "\"queue_full\""));
  assert_non_null(wire_header(&reply, "Retry-After"));
  assert_true(metric("ddz_queue_refused_total{reason=\"wait\"}") == 1);
  while (clock_ms() < began_ms + 1050) usleep(10000);
  const double before = metric("ddz_queue_expected_wait_seconds");
  wire = post(HERE, "/wait", "");
  assert_int_equal(status_of(&wire), 503);
  const double told = strtod(wire_header(&reply, "Retry-After"), NULL);
  assert_true(before > 1 && told >= before && told < metric("ddz_queue_expected_wait_seconds") + 1);
  toy_open_gate();
  assert_int_equal(status_of(&running), 200);
  await_metric("ddz_workers_busy", 0);
  assert_true(metric("ddz_queue_expected_wait_seconds") == 0);
  wire = post(HERE, "/wait", "");
  assert_int_equal(status_of(&wire), 200);
  await_metric("ddz_searches_total{outcome=\"whole\"}", 2);
  assert_true(metric("ddz_searches_total{outcome=\"refused\"}") == 2);
  assert_true(metric("ddz_searches_total{outcome=\"cut\"}") == 0);
}

/* The service learns how long a spread of `items` takes: at least 2 ms each. */
static void learn(const char *items) {
  struct wire wire = post(HERE, "/spread", items);
  assert_int_equal(status_of(&wire), 200);
}

/* Four follow one that runs until the gate opens; false: even the first would have waited too long. */
static bool some_of_four_are_refused(const char *items, long longest_ms) {
  struct wire wires[5];
  int refused = 0;
  begin(NULL);
  toy.options.queue_ms = longest_ms;
  start();
  learn(items);
  wires[0] = post(HERE, "/wait", "");
  toy_await_waiting(1);
  assert_true(was_let_in(1) && was_let_in(2));
  for (int i = 1; i < 5; i++) {
    wires[i] = post(HERE, "/spread", items);
    refused += !was_let_in(i + 2);
  }
  toy_open_gate();
  for (int i = 0; i < 5; i++) refused -= status_of(&wires[i]) == 503;
  assert_int_equal(refused, 0);
  double counted = metric("ddz_queue_refused_total{reason=\"wait\"}");
  toy_stop();
  assert_true(counted > 0);
  return counted < 4;
}

enum { AGAIN = 5 }; /* a machine may stand still for a second; a fault is there each time */

/* Of jobs that take four fifths of the longest wait the third, at the latest, has too much before it. Only a
 * machine that is very slow refuses the first, too, for what was running has taken so long then. */
TEST(the_expected_wait_follows_what_was_seen) {
  if (some_of_four_are_refused("60", 150)) return;
  bool right = some_of_four_are_refused("200", 500);
  for (int i = 0; i < AGAIN && !right; i++) right = some_of_four_are_refused("1000", 2500);
  assert_true(right);
}

/* Jobs of `items` each fill what one address may wait; what another asks then is let in. False: the machine
 * was so slow that it was not. */
static bool another_is_let_in(const char *items, long longest_ms) {
  struct wire wires[40];
  int n = 0;
  begin(NULL);
  toy.options.queue_ms = longest_ms;
  start();
  learn(items);
  wires[n++] = post(HERE, "/wait", "");
  toy_await_waiting(1);
  assert_true(was_let_in(1) && was_let_in(2));
  bool let_in = true;
  while (let_in && n < 30) {
    wires[n++] = post(HERE, "/spread", items);
    let_in = was_let_in(n + 1);
  }
  assert_false(let_in);
  assert_int_equal(status_of(&wires[--n]), 503);
  wires[n++] = post(THERE, "/spread", items); /* waits for one that runs and one of HERE */
  let_in = was_let_in(n + 2);
  assert_true(metric("ddz_queue_expected_wait_seconds") * 1000 > longest_ms); /* of the last of all */
  for (int i = 0; i < n; i++) wire_close(&wires[i]);
  toy_stop();
  return let_in && n > 3;
}

/* What one address has in the queue makes its own next job wait, and refused, but not another's. */
TEST(the_expected_wait_is_each_clients_own) {
  bool right = another_is_let_in("150", 4000) || another_is_let_in("400", 10000);
  for (int i = 0; i < AGAIN && !right; i++) right = another_is_let_in("1000", 25000);
  assert_true(right);
}

/* --- on a poller --- */

/* Twenty of one address wait while the poller is held; then one of another, and a probe, which come last. */
TEST(connections_of_one_address_take_turns_with_others) {
  enum { MANY = 20 };
  struct wire many[MANY], other, probe;
  FILE *log = tmpfile();
  char text[65536];
  toy.options.threads = 1;
  toy.options.log_level = LOG_INFO;
  assert_true(toy_start(fileno(log)));
  for (int i = 0; i < MANY; i++) many[i] = wire_open_from(toy.port, HERE);
  other = wire_open_from(toy.port, THERE);
  probe = wire_open_from(toy.port, ELSEWHERE);
  await_metric("ddz_connections", MANY + 3);
  struct wire hold = post(ELSEWHERE, "/hold", "");
  toy_await_waiting(1);
  static const char rank[] = "POST /rank HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\n\r\n";
  for (int i = 0; i < MANY; i++) wire_text(&many[i], rank);
  wire_text(&other, rank);
  wire_text(&probe, "GET /health HTTP/1.1\r\nHost: t\r\n\r\n");
  toy_open_gate();
  assert_in_range(place_of(&other), 0, 3);
  assert_int_equal(status_of(&probe), 200);
  for (int i = 0; i < MANY; i++) assert_in_range(place_of(&many[i]), 0, MANY);
  assert_int_equal(status_of(&hold), 200);
  toy_stop();
  text[pread(fileno(log), text, sizeof text - 1, 0)] = '\0';
  fclose(log);
  int before = 0;
  const char *health = strstr(text, "\"/health\"");
  for (const char *at = text; (at = strstr(at, "\"/rank\"")) != NULL && at < health; at++) before++;
  assert_non_null(health);
  assert_in_range(before, 0, 4);
}

/* --- time --- */

/* Without it the answer would be an hour away. A machine so slow that the job does not begin in time says
 * 503. */
TEST(a_route_may_have_a_deadline_of_its_own) {
  static const char *const deadlines[] = {"/echo=1000,/wait=150", "/echo=1,/wait=2000", "/wait=20000"};
  static const uint64_t least_ms[] = {150, 2000, 20000};
  int status = 503;
  for (int i = 0; i < 3 && status == 503; i++) {
    begin(NULL);
    toy.options.deadlines = deadlines[i];
    start();
    uint64_t before_ms = clock_ms();
    struct wire wire = post(HERE, "/wait", "");
    status = status_of(&wire);
    assert_true(clock_ms() - before_ms + 10 >= least_ms[i]); /* two clocks, of 1 ms and of 1 us */
    toy_stop();
  }
  assert_int_equal(status, 200);
  assert_string_equal(reply.body, "late");
}

TEST(deadlines_that_make_no_sense_are_refused) {
  static const char *const wrong[] = {"/wait",       "/wait=",  "/wait=x",       "/wait=10x",
                                      "/nowhere=10", "/wait=0", "/wait=10,,",    "/wait=10 ,/echo=5",
                                      "/wait=-1",    "=5",      "/wait=99999999"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    begin(NULL);
    char error[256];
    toy.options.deadlines = wrong[i];
    struct server_setup setup = {.options = &toy.options, .name = "toy", .version = "1", .log_fd = -1};
    if (server_start(&setup, error, sizeof error)) fail_msg("%s is taken", wrong[i]);
    assert_non_null(strstr(error, "deadlines wants"));
  }
}

/* The gate stays shut and an hour is allowed: the worker is free again only because nobody waits any more. */
TEST(work_nobody_waits_for_is_given_up) {
  start();
  struct wire running = post(HERE, "/wait", ""), queued;
  toy_await_waiting(1);
  queued = post(HERE, "/wait", "");
  await_metric("ddz_queue_depth", 1);
  wire_close(&queued);
  wire_close(&running);
  await_metric("ddz_queue_depth", 0);
  await_metric("ddz_workers_busy", 0);
  struct wire wire = post(HERE, "/spread", "1"); /* the worker is as good as before */
  assert_int_equal(status_of(&wire), 200);
}

int main(void) {
  test_each(begin, toy_end);
  return test_run(NULL, NULL);
}
