/* Who is let into the queue, who comes first, how long an answer may take, and what a client's leaving ends.
 */
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "service/ops/clock.h"

#define HERE "127.0.0.1"
#define THERE "127.0.0.2"

static struct toy toy;
static struct wire_reply reply;

static void begin(void) {
  toy_init(&toy);
  toy.options.workers = 1;
}

static void start(void) { assert_true(toy_start(&toy, -1)); }

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

/* The value of a metric, or -1. */
static double metric(const char *name) {
  static struct wire_reply page;
  char line[128];
  wire_once(toy.port, "GET", "/metrics", "", &page);
  snprintf(line, sizeof line, "\n%s ", name);
  const char *at = strstr(page.body, line);
  return at ? strtod(at + strlen(line), NULL) : -1;
}

static void await_metric(const char *name, double value) {
  uint64_t until_ms = clock_ms() + WIRE_WAIT_MS;
  while (metric(name) != value)
    if (clock_ms() > until_ms) fail_msg("%s is %g, not %g", name, metric(name), value);
}

/* --- the queue --- */

static void one_address_may_hold_its_share_and_others_the_rest(void **state) {
  (void)state;
  begin();
  toy.options.queue = 4;
  toy.options.queue_share = 50;
  start();
  struct wire wires[4];
  wires[0] = post(HERE, "/wait", "");
  toy_await_waiting(&toy, 1);
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
  toy_open_gate(&toy);
  for (int i = 0; i < 4; i++) assert_int_equal(status_of(&wires[i]), 200);
  toy_stop(&toy);
}

static void a_client_with_one_job_waits_for_one_of_anothers(void **state) {
  (void)state;
  begin();
  start();
  struct wire first = post(HERE, "/wait", ""), many[6];
  toy_await_waiting(&toy, 1);
  for (int i = 0; i < 6; i++) {
    many[i] = post(HERE, "/spread", "50"); /* 100 ms each */
    await_metric("ddz_queue_depth", i + 1);
  }
  struct wire other = post(THERE, "/spread", "1");
  await_metric("ddz_queue_depth", 7);
  toy_open_gate(&toy);
  assert_int_equal(status_of(&other), 200);
  assert_false(is_answered(&many[2]));
  assert_false(is_answered(&many[5]));
  assert_int_equal(status_of(&first), 200);
  for (int i = 0; i < 6; i++) assert_int_equal(status_of(&many[i]), 200);
  toy_stop(&toy);
}

static void a_short_job_gets_through_between_the_items_of_anothers(void **state) {
  (void)state;
  begin();
  start();
  struct wire batch = post(HERE, "/spread", "500"); /* a second at least */
  await_metric("ddz_workers_busy", 1);
  struct wire same = post(HERE, "/spread", "1"), other = post(THERE, "/spread", "1");
  assert_int_equal(status_of(&other), 200);
  assert_string_equal(reply.body, "1 in order, 1 states");
  assert_false(is_answered(&batch));
  assert_false(is_answered(&same)); /* of the same client: after it */
  wire_read(&batch, &reply, false);
  assert_string_equal(reply.body, "500 in order, 1 states");
  wire_close(&batch);
  assert_int_equal(status_of(&same), 200);
  toy_stop(&toy);
}

/* Six that take as long as may be, of one address; what another wants shortly it gets. */
static void short_jobs_do_not_wait_for_long_ones_of_somebody_else(void **state) {
  (void)state;
  for (int workers = 1; workers <= 2; workers++) {
    struct wire wires[6];
    begin();
    toy.options.workers = workers;
    start();
    for (int i = 0; i < 6; i++) wires[i] = post(HERE, "/wait", "");
    toy_await_waiting(&toy, (unsigned)workers);
    await_metric("ddz_queue_depth", 6 - workers);
    for (int i = 0; i < 50; i++) {
      struct wire wire = post(THERE, "/nap", "");
      assert_int_equal(status_of(&wire), 200);
      assert_string_equal(reply.body, "rested");
    }
    struct wire own = post(HERE, "/nap", ""), longer = post(THERE, "/wait", "");
    await_metric("ddz_queue_depth", 6 - workers + 2); /* neither of somebody else, nor short */
    struct wire wire = post(THERE, "/nap", "");       /* waits for nothing but its own */
    usleep(20000);
    assert_false(is_answered(&own));
    toy_open_gate(&toy);
    for (int i = 0; i < 6; i++) assert_int_equal(status_of(&wires[i]), 200);
    assert_int_equal(status_of(&own), 200);
    assert_int_equal(status_of(&longer), 200);
    assert_int_equal(status_of(&wire), 200);
    toy_stop(&toy);
  }
}

static void what_would_wait_too_long_is_refused(void **state) {
  (void)state;
  begin();
  toy.options.queue_ms = 5; /* nothing is known of /wait yet, which counts as 10 ms */
  start();
  struct wire running = post(HERE, "/wait", "");
  toy_await_waiting(&toy, 1);
  assert_true(metric("ddz_queue_expected_wait_seconds") > 0.005);
  struct wire wire = post(HERE, "/wait", "");
  assert_int_equal(status_of(&wire), 503);
  assert_non_null(strstr(reply.body, "\"queue_full\""));
  assert_string_equal(wire_header(&reply, "Retry-After"), "1");
  assert_true(metric("ddz_queue_refused_total{reason=\"wait\"}") == 1);
  toy_open_gate(&toy);
  assert_int_equal(status_of(&running), 200);
  await_metric("ddz_workers_busy", 0);
  assert_true(metric("ddz_queue_expected_wait_seconds") == 0);
  wire = post(HERE, "/wait", "");
  assert_int_equal(status_of(&wire), 200);
  toy_stop(&toy);
}

/* Experience counts: after some of 100 ms, three in the queue of one worker are 300 ms. */
static void the_expected_wait_follows_what_was_seen(void **state) {
  (void)state;
  begin();
  toy.options.queue_ms = 150;
  start();
  struct wire wires[4], wire;
  for (int i = 0; i < 3; i++) {
    wire = post(HERE, "/spread", "60"); /* at least 120 ms */
    assert_int_equal(status_of(&wire), 200);
  }
  int refused = 0;
  for (int i = 0; i < 4; i++) wires[i] = post(HERE, "/spread", "60");
  for (int i = 0; i < 4; i++) refused += status_of(&wires[i]) == 503;
  assert_in_range(refused, 1, 3);
  toy_stop(&toy);
}

/* What one address has in the queue makes its own next job wait, and refused, but not another's. */
static void the_expected_wait_is_each_clients_own(void **state) {
  (void)state;
  struct wire wires[40], wire;
  int n = 0;
  begin();
  toy.options.queue_ms = 4000;
  start();
  wire = post(HERE, "/spread", "150"); /* at least 300 ms: so long they are from now on */
  assert_int_equal(status_of(&wire), 200);
  wires[n++] = post(HERE, "/wait", "");
  toy_await_waiting(&toy, 1);
  while (metric("ddz_queue_refused_total{reason=\"wait\"}") == 0 && n < 30) {
    wires[n++] = post(HERE, "/spread", "150");
    await_metric("ddz_queue_accepted_total", n + 1 - metric("ddz_queue_refused_total{reason=\"wait\"}"));
  }
  assert_in_range(n, 3, 20);
  assert_int_equal(status_of(&wires[--n]), 503);
  double queued = metric("ddz_queue_depth");
  wires[n++] = post(THERE, "/spread", "150"); /* waits for one that runs and one of HERE */
  await_metric("ddz_queue_depth", queued + 1);
  assert_true(metric("ddz_queue_expected_wait_seconds") > 4); /* of the last of all */
  for (int i = 0; i < n; i++) wire_close(&wires[i]);
  toy_stop(&toy);
}

/* --- time --- */

static void a_route_may_have_a_deadline_of_its_own(void **state) {
  (void)state;
  begin();
  toy.options.deadlines = "/echo=1000,/wait=150";
  start();
  uint64_t before_ms = clock_ms();
  struct wire wire = post(HERE, "/wait", "");
  assert_int_equal(status_of(&wire), 200);
  assert_string_equal(reply.body, "late");
  assert_in_range(clock_ms() - before_ms, 140, 5000);
  toy_stop(&toy);
}

static void deadlines_that_make_no_sense_are_refused(void **state) {
  (void)state;
  static const char *const wrong[] = {"/wait",       "/wait=",  "/wait=x",       "/wait=10x",
                                      "/nowhere=10", "/wait=0", "/wait=10,,",    "/wait=10 ,/echo=5",
                                      "/wait=-1",    "=5",      "/wait=99999999"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    begin();
    char error[256];
    toy.options.deadlines = wrong[i];
    struct server_setup setup = {
        .options = &toy.options, .app = &toy.app, .name = "toy", .version = "1", .log_fd = -1};
    if (server_start(&setup, error, sizeof error)) fail_msg("%s is taken", wrong[i]);
    assert_non_null(strstr(error, "deadlines wants"));
  }
}

/* The gate stays shut and 30 s are allowed: the worker is free again only because nobody waits any more. */
static void work_nobody_waits_for_is_given_up(void **state) {
  (void)state;
  begin();
  start();
  struct wire running = post(HERE, "/wait", ""), queued;
  toy_await_waiting(&toy, 1);
  queued = post(HERE, "/wait", "");
  await_metric("ddz_queue_depth", 1);
  uint64_t before_ms = clock_ms();
  wire_close(&queued);
  wire_close(&running);
  await_metric("ddz_queue_depth", 0);
  await_metric("ddz_workers_busy", 0);
  assert_in_range(clock_ms() - before_ms, 0, 7000);
  struct wire wire = post(HERE, "/spread", "1"); /* the worker is as good as before */
  assert_int_equal(status_of(&wire), 200);
  toy_stop(&toy);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_address_may_hold_its_share_and_others_the_rest),
      cmocka_unit_test(a_client_with_one_job_waits_for_one_of_anothers),
      cmocka_unit_test(a_short_job_gets_through_between_the_items_of_anothers),
      cmocka_unit_test(short_jobs_do_not_wait_for_long_ones_of_somebody_else),
      cmocka_unit_test(what_would_wait_too_long_is_refused),
      cmocka_unit_test(the_expected_wait_follows_what_was_seen),
      cmocka_unit_test(the_expected_wait_is_each_clients_own),
      cmocka_unit_test(a_route_may_have_a_deadline_of_its_own),
      cmocka_unit_test(deadlines_that_make_no_sense_are_refused),
      cmocka_unit_test(work_nobody_waits_for_is_given_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
