/* Long requests: the queue, the workers, items spread over them, and the end of the service around them. */
#include "tests/support/test.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#include <sys/socket.h>
#include <unistd.h>

#include "service/ops/thread.h"
#include "service/work/pool.h"

static struct wire_reply reply;

static int begin(void **state) {
  toy_init();
  toy.options.queue = 2;
  toy.options.workers = 2;
  return 0;
}

static void post_without_reading(struct wire *wire, const char *path, const char *body) {
  char text[256];
  snprintf(text, sizeof text, "POST %s HTTP/1.1\r\nHost: t\r\nContent-Length: %zu\r\n\r\n%s", path,
           strlen(body), body);
  wire_text(wire, text);
}

static double metric(const char *name) { return wire_metric(toy.port, name); }

static void await_metric(const char *name, double value) {
  if (!wire_await_metric(toy.port, name, value)) fail_msg("%s is %g, not %g", name, metric(name), value);
}

TEST(long_requests_do_not_hold_up_short_ones) {
  assert_true(toy_start(-1));
  struct wire waiting[4];
  for (int i = 0; i < 4; i++) {
    waiting[i] = wire_open(toy.port);
    post_without_reading(&waiting[i], "/wait", "");
    if (i == 1) toy_await_waiting(2); /* the queue has room for the next two only */
  }
  await_metric("ddz_queue_depth", 2);
  assert_true(metric("ddz_workers_busy") == 2);
  struct wire wire = wire_open(toy.port);
  for (int i = 0; i < 100; i++) {
    assert_int_equal(wire_post(&wire, "/echo", "short", &reply), 200);
  }
  wire_close(&wire);
  toy_open_gate();
  for (int i = 0; i < 4; i++) {
    assert_int_equal(wire_read(&waiting[i], &reply, false), 200);
    assert_string_equal(reply.body, "opened");
    wire_close(&waiting[i]);
  }
}

TEST(a_full_queue_is_503_with_retry_after) {
  assert_true(toy_start(-1));
  struct wire waiting[4];
  for (int i = 0; i < 4; i++) {
    waiting[i] = wire_open(toy.port);
    post_without_reading(&waiting[i], "/wait", "");
    if (i == 1) toy_await_waiting(2); /* both workers are busy: the next two must queue */
  }
  await_metric("ddz_queue_depth", 2);
  struct wire wire = wire_open(toy.port);
  assert_int_equal(wire_post(&wire, "/wait", "", &reply), 503);
  assert_true(strtol(wire_header(&reply, "Retry-After"), NULL, 10) >= 1);
  assert_non_null(strstr(reply.body, "\"queue_full\""));
  assert_true(metric("ddz_queue_refused_total{reason=\"full\"}") == 1);
  assert_int_equal(wire_post(&wire, "/spread", "1", &reply), 503);
  wire_post(&wire, "/echo", "still here", &reply); /* the connection is good for more */
  assert_int_equal(reply.status, 200);
  wire_close(&wire);
  toy_open_gate();
  for (int i = 0; i < 4; i++) {
    assert_int_equal(wire_read(&waiting[i], &reply, false), 200);
    wire_close(&waiting[i]);
  }
}

/* The gate stays shut: the app stops by itself, or, on a very slow machine, was not even asked in time. */
TEST(answers_come_no_later_than_the_deadline) {
  toy.options.answer_ms = 150;
  toy.options.workers = 1;
  assert_true(toy_start(-1));
  int late = 0;
  for (int i = 0; i < 40 && !late; i++) {
    struct wire wires[2] = {wire_open(toy.port), wire_open(toy.port)};
    for (int k = 0; k < 2; k++) post_without_reading(&wires[k], "/wait", "");
    for (int k = 0; k < 2; k++) { /* the second began a moment later: it ran to its end or not at all */
      wire_read(&wires[k], &reply, false);
      if (reply.status == 200) assert_string_equal(reply.body, "late");
      if (reply.status != 200) assert_int_equal(reply.status, 503);
      late += reply.status == 200;
      wire_close(&wires[k]);
    }
  }
  assert_true(late > 0);
}

/* A job whose time is over while another has the only worker. False: it was refused at once, because the
 * other had run for longer than that already. */
static bool one_waits_too_long(const char *deadlines, uint64_t deadline_ms) {
  begin(NULL);
  toy.options.deadlines = deadlines;
  toy.options.workers = 1;
  assert_true(toy_start(-1));
  struct wire first = wire_open(toy.port), second = wire_open(toy.port);
  post_without_reading(&first, "/wait", "");
  toy_await_waiting(1);
  post_without_reading(&second, "/order", "");
  double refused = 0;
  for (double accepted = 0; accepted + refused < 2;) {
    accepted = metric("ddz_queue_accepted_total");
    refused = metric("ddz_queue_refused_total{reason=\"wait\"}");
  }
  for (uint64_t begun_ms = clock_ms(); clock_ms() < begun_ms + deadline_ms + 10;) usleep(10000);
  toy_open_gate();
  assert_int_equal(wire_read(&second, &reply, false), 503);
  if (refused == 0) assert_non_null(strstr(reply.body, "\"too_late\""));
  assert_int_equal(toy.ordered, 0);
  wire_close(&first);
  wire_close(&second);
  toy_stop();
  return refused == 0;
}

TEST(a_job_that_waited_too_long_is_not_run) {
  assert_true(one_waits_too_long("/order=300", 300) || one_waits_too_long("/order=3000", 3000) ||
              one_waits_too_long("/order=30000", 30000));
}

TEST(a_client_that_leaves_does_not_disturb_its_job) {
  assert_true(toy_start(-1));
  for (int i = 0; i < 2; i++) {
    struct wire wire = wire_open(toy.port);
    post_without_reading(&wire, "/wait", "");
    toy_await_waiting((unsigned)i + 1);
    wire_close(&wire);
  }
  toy_open_gate();
  await_metric("ddz_workers_busy", 0);
  assert_int_equal(wire_once(toy.port, "POST", "/wait", "", &reply), 200);
}

static unsigned waiting_now(void) {
  pthread_mutex_lock(&toy.mutex);
  unsigned waiting = toy.waiting;
  pthread_mutex_unlock(&toy.mutex);
  return waiting;
}

/* What is unread may be the next request, or the goodbye of TLS; the end behind it is seen all the same. */
TEST(a_client_that_has_gone_is_noticed) {
  static const char *const behind[] = {"", "GET /fixed HTTP/1.1\r\nHost: t\r\n\r\n", "\x15\x03\x03"};
  assert_true(toy_start(-1));
  for (size_t i = 0; i < 6; i++) {
    struct wire wire = wire_open(toy.port);
    post_without_reading(&wire, "/wait", "");
    toy_await_waiting(1);
    wire_text(&wire, behind[i % 3]);
    uint64_t until_ms = clock_ms() + WIRE_WAIT_MS; /* 2 s where somebody looks at once */
    if (i < 3) /* else it only says that nothing more will come, which is taken for the same */
      wire_close(&wire);
    else
      shutdown(wire.fd, SHUT_WR);
    while (waiting_now() && clock_ms() < until_ms) usleep(10000);
    assert_int_equal(waiting_now(), 0); /* the gate is shut, and an hour is allowed */
    if (i >= 3) wire_close(&wire);
  }
}

TEST(spread_items_run_once_each_on_several_workers) {
  toy.options.workers = 4;
  assert_true(toy_start(-1));
  struct wire wire = wire_open(toy.port);
  post_without_reading(&wire, "/meet", "128"); /* no item ends before two workers have one */
  wire_read(&wire, &reply, false);
  wire_close(&wire);
  unsigned states = 0;
  assert_int_equal(sscanf(reply.body, "128 in order, %u states", &states), 1);
  assert_in_range(states, 2, 4);
  wire_once(toy.port, "POST", "/spread", "1", &reply);
  assert_string_equal(reply.body, "1 in order, 1 states");
  wire_once(toy.port, "POST", "/spread", "0", &reply);
  assert_string_equal(reply.body, "0 in order, 0 states");
}

/* Every worker spreads at the same time, and each helps the others when its own is done. */
TEST(many_spreads_at_once_all_end) {
  toy.options.workers = 3;
  toy.options.queue = 64;
  assert_true(toy_start(-1));
  struct wire wires[12];
  for (int i = 0; i < 12; i++) {
    wires[i] = wire_open(toy.port);
    post_without_reading(&wires[i], "/spread", "20");
  }
  for (int i = 0; i < 12; i++) {
    wire_read(&wires[i], &reply, false);
    assert_int_equal(strncmp(reply.body, "20 in order", 11), 0);
    wire_close(&wires[i]);
  }
}

/* A worker that waits at the gate cannot help; the spread ends without it. */
TEST(a_spread_does_not_wait_for_busy_workers) {
  assert_true(toy_start(-1));
  struct wire waiting = wire_open(toy.port);
  post_without_reading(&waiting, "/wait", "");
  toy_await_waiting(1);
  wire_once(toy.port, "POST", "/spread", "30", &reply);
  assert_string_equal(reply.body, "30 in order, 1 states");
  wire_close(&waiting);
}

/* A poller would be held by it. Then it goes on as any other: here, or to a worker again. */
TEST(a_large_body_is_opened_by_a_worker) {
  enum { SMALL = 40 * 1024, LARGE = SMALL + 1 };
  static char body[LARGE + 1];
  static const struct {
    const char *path;
    size_t length;
    int status;
    unsigned opened;
  } rows[] = {{"/echo", SMALL, 200, 0},  {"/echo", LARGE, 200, 1}, {"/nap", LARGE, 200, 2},
              {"/fixed", LARGE, 405, 3}, {"/none", LARGE, 404, 4}, {"/health", LARGE, 405, 4}};
  assert_true(toy_start(-1));
  struct wire wire = wire_open(toy.port);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    memset(body, 'x', rows[i].length);
    body[rows[i].length] = '\0';
    char head[128];
    snprintf(head, sizeof head, "POST %s HTTP/1.1\r\nHost: t\r\nContent-Length: %zu\r\n\r\n", rows[i].path,
             rows[i].length);
    wire_text(&wire, head);
    wire_text(&wire, body);
    wire_read(&wire, &reply, false);
    assert_int_equal(reply.status, rows[i].status);
    assert_int_equal(toy.opened_by_workers, rows[i].opened);
    if (strcmp(rows[i].path, "/echo") == 0) assert_string_equal(reply.body, body);
  }
  wire_close(&wire);
}

/* --- the end --- */

static void *drain(void *self) {
  assert_true(server_drain(toy.server));
  return NULL;
}

/* Work that does not look when it is told to end: on a worker, on a poller. */
static void check_abandoned(const char *path) {
  toy.options.grace_s = 0;
  assert_true(toy_start(-1));
  struct wire stuck = wire_open(toy.port);
  post_without_reading(&stuck, path, "");
  toy_await_waiting(1);
  const uint64_t begun_ms = clock_ms();
  assert_false(server_drain(toy.server));
  assert_in_range(clock_ms() - begun_ms, POOL_LAST_MS, 4 * POOL_LAST_MS);
  toy_open_gate();
  wire_close(&stuck);
}
TEST(a_worker_that_never_returns_does_not_hold_the_end) { check_abandoned("/stay"); }
TEST(a_poller_that_never_returns_does_not_hold_the_end) { check_abandoned("/sit"); }

TEST(accepted_requests_finish_and_new_connections_are_refused) {
  pthread_t drainer;
  toy.options.workers = 1;
  assert_true(toy_start(-1));
  struct wire running = wire_open(toy.port), queued = wire_open(toy.port), kept = wire_open(toy.port);
  wire_post(&kept, "/echo", "1", &reply);
  post_without_reading(&running, "/wait", "");
  toy_await_waiting(1);
  post_without_reading(&queued, "/wait", "");
  await_metric("ddz_queue_depth", 1);
  assert_int_equal(pthread_create(&drainer, NULL, drain, NULL), 0);
  struct wire late;
  uint64_t until_ms = clock_ms() + WIRE_WAIT_MS;
  while ((late = wire_open(toy.port)).fd >= 0 && clock_ms() < until_ms) wire_close(&late);
  assert_int_equal(late.fd, -1); /* nobody listens any more */
  wire_text(&kept, "GET /ready HTTP/1.1\r\nHost: t\r\n\r\n");
  assert_int_equal(wire_read(&kept, &reply, false), 503);
  assert_string_equal(wire_header(&reply, "Connection"), "close");
  assert_true(wire_ends(&kept));
  toy_open_gate();
  wire_read(&running, &reply, false);
  assert_string_equal(reply.body, "opened");
  wire_read(&queued, &reply, false);
  assert_string_equal(reply.body, "opened");
  pthread_join(drainer, NULL);
  wire_close(&running);
  wire_close(&queued);
  wire_close(&kept);
}

TEST(when_grace_is_over_engines_are_told_and_clients_answered) {
  toy.options.workers = 1;
  toy.options.grace_s = 0;
  assert_true(toy_start(-1));
  struct wire running = wire_open(toy.port), queued = wire_open(toy.port);
  post_without_reading(&running, "/wait", "");
  toy_await_waiting(1);
  post_without_reading(&queued, "/wait", "");
  await_metric("ddz_queue_depth", 1);
  assert_true(server_drain(toy.server));
  assert_int_equal(wire_read(&running, &reply, false), 200);
  assert_string_equal(reply.body, "late");
  assert_int_equal(wire_read(&queued, &reply, false), 503);
  wire_close(&running);
  wire_close(&queued);
}

TEST(idle_connections_do_not_delay_the_end) {
  assert_true(toy_start(-1));
  struct wire idle = wire_open(toy.port), silent = wire_open(toy.port);
  wire_post(&idle, "/echo", "1", &reply);
  assert_true(server_drain(toy.server)); /* grace is an hour */
  assert_true(wire_ends(&idle));
  wire_close(&idle);
  wire_close(&silent);
}

TEST(a_port_in_use_is_an_error_in_words) {
  assert_true(toy_start(-1));
  struct options options = toy.options;
  options.port = (long)toy.port;
  struct server_setup setup = {.options = &options, .name = "toy", .version = "1", .log_fd = -1};
  char error[256];
  assert_null(server_start(&setup, error, sizeof error));
  assert_non_null(strstr(error, "Address already in use"));
  options.listen = "nowhere";
  assert_null(server_start(&setup, error, sizeof error));
  assert_non_null(strstr(error, "nowhere"));
}

int main(void) {
  test_each(begin, toy_end);
  return test_run(NULL, NULL);
}
