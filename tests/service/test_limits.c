/* What the server does not put up with: large bodies, slow senders, too many connections, idle ones. */
#include "tests/support/test.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service/ops/thread.h"

static struct wire_reply reply;

TEST(a_large_body_is_413_before_it_is_sent) {
  toy.options.body_kib = 1;
  assert_true(toy_start(-1));
  struct wire wire = wire_open(toy.port);
  wire_text(&wire, "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 1000000000\r\n\r\n");
  assert_int_equal(wire_read(&wire, &reply, false), 413);
  assert_non_null(strstr(reply.body, "\"body_too_large\""));
  assert_non_null(strstr(reply.body, "larger than 1024 bytes"));
  assert_true(wire_ends(&wire));
  wire_close(&wire);
  static char body[1025];
  memset(body, 'x', 1024);
  assert_int_equal(wire_once(toy.port, "POST", "/echo", body, &reply), 200);
}

TEST(a_client_that_sends_a_large_body_anyway_hears_the_413) {
  assert_true(toy_start(-1));
  static char body[100001];
  memset(body, 'x', 100000);
  assert_int_equal(wire_once(toy.port, "POST", "/echo", body, &reply), 413);
}

/* Python's urllib looks for no answer before it has sent all of a body. It lost the 413 to a reset. */
TEST(a_body_of_megabytes_is_read_before_its_413) {
  enum { LONG = 4000000 };
  assert_true(toy_start(-1));
  char *body = malloc(LONG + 1);
  memset(body, 'x', LONG);
  body[LONG] = '\0';
  for (int i = 0; i < 10; i++) {
    assert_int_equal(wire_once(toy.port, "POST", "/echo", body, &reply), 413);
  }
  free(body);
  assert_int_equal(
      wire_say(toy.port,
               "POST /echo HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 4000000\r\n\r\n",
               &reply),
      413);
}

/* 64 bodies of 1 MiB are announced: there is no room for one more, but for small ones there is. */
TEST(large_bodies_share_a_bound) {
  enum { LARGE = 1 << 20, UNDER_WAY = 64, ANOTHER = 80000, SENT = 1000 };
  static char body[ANOTHER + 1];
  struct wire wires[UNDER_WAY];
  memset(body, 'x', ANOTHER);
  toy.options.body_kib = LARGE / 1024;
  assert_true(toy_start(-1));
  for (int i = 0; i < UNDER_WAY; i++) {
    wires[i] = wire_open(toy.port);
    wire_text(&wires[i], "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 1048576\r\n\r\n");
    wire_send(&wires[i], body, SENT);
  }
  uint64_t until_ms = clock_ms() + WIRE_WAIT_MS;
  do wire_once(toy.port, "POST", "/echo", body, &reply);
  while (reply.status == 200 && clock_ms() < until_ms); /* until all of them have come in */
  assert_int_equal(reply.status, 503);
  assert_non_null(strstr(reply.body, "\"queue_full\""));
  assert_int_equal(wire_once(toy.port, "POST", "/echo", "small", &reply), 200);
  for (int i = 0; i < UNDER_WAY; i++) wire_close(&wires[i]);
  until_ms = clock_ms() + WIRE_WAIT_MS;
  do wire_once(toy.port, "POST", "/echo", body, &reply);
  while (reply.status == 503 && clock_ms() < until_ms);
  assert_int_equal(reply.status, 200);
}

/* The bound is at least one body, whatever may be the largest. */
TEST(a_large_limit_leaves_room_for_one) {
  enum { LARGE_KIB = 65 << 10, SENT = 80000 };
  static char body[SENT];
  toy.options.body_kib = LARGE_KIB;
  assert_true(toy_start(-1));
  struct wire wire = wire_open(toy.port);
  wire_text(&wire, "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n13880\r\n");
  memset(body, 'x', SENT);
  wire_send(&wire, body, SENT);
  wire_text(&wire, "\r\n0\r\n\r\n");
  assert_int_equal(wire_read(&wire, &reply, false), 200);
  wire_close(&wire);
}

TEST(a_chunked_body_over_the_limit_is_413) {
  toy.options.body_kib = 1;
  assert_true(toy_start(-1));
  struct wire wire = wire_open(toy.port);
  static char chunk[2000];
  wire_text(&wire, "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n");
  wire_send(&wire, chunk, sizeof chunk);
  wire_text(&wire, "\r\n0\r\n\r\n");
  assert_int_equal(wire_read(&wire, &reply, false), 413);
  wire_close(&wire);
}

TEST(a_chunked_body_without_end_is_cut_with_413) {
  toy.options.body_kib = 1;
  assert_true(toy_start(-1));
  struct wire wire = wire_open(toy.port);
  static char chunk[1000000];
  wire_text(&wire, "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 9; i++) {
    wire_text(&wire, "f4240\r\n");
    wire_send(&wire, chunk, sizeof chunk);
    wire_text(&wire, "\r\n");
  }
  assert_int_equal(wire_read(&wire, &reply, false), 413);
  assert_true(wire_ends(&wire));
  wire_close(&wire);
}

/* One byte at a time defeats a time-out that counts silence; the deadline counts from the beginning. Sent
 * until there is an answer, which comes not sooner than `least_ms` after `before_ms`; idling has an hour. */
static void dribble_on(struct wire *wire, const char *begun, const char *byte, uint64_t before_ms,
                       uint64_t least_ms) {
  struct pollfd ready = {.fd = wire->fd, .events = POLLIN};
  wire_text(wire, begun);
  for (int i = 0; i < WIRE_WAIT_MS / 10 && poll(&ready, 1, 10) == 0; i++) wire_text(wire, byte);
  assert_int_equal(wire_read(wire, &reply, false), 408);
  assert_non_null(strstr(reply.body, "\"request_timeout\""));
  assert_string_equal(wire_header(&reply, "Connection"), "close");
  assert_true(clock_ms() - before_ms >= least_ms);
  assert_true(wire_ends(wire));
}

static void dribble(const char *begun, const char *byte) {
  toy.options.upload_ms = 200;
  assert_true(toy_start(-1));
  uint64_t before_ms = clock_ms();
  struct wire wire = wire_open(toy.port);
  dribble_on(&wire, begun, byte, before_ms, 180); /* the kernel counts in ticks of up to 10 ms */
  wire_close(&wire);
}

TEST(a_slow_body_is_408) { dribble("POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 1000\r\n\r\n", "x"); }

TEST(a_slow_chunked_body_is_408) {
  dribble("POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n");
}

TEST(a_slow_head_is_408) { dribble("POST /echo HTTP/1.1\r\nHost: t\r\nX: ", "x"); }

TEST(a_silent_upload_is_408) {
  dribble("POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nabc", "");
}

TEST(a_slow_request_line_is_408) { dribble("POST /ech", "o"); }

TEST(a_silent_request_line_is_408) { dribble("P", ""); }

/* On a connection that has been good for one: it may idle, but not once it has begun. A machine that is so
 * slow that the first comes too late gets more time for both. */
static void second_line(const char *begun, const char *byte) {
  bool idled = false;
  for (long upload_ms = 300; !idled && upload_ms < WIRE_WAIT_MS; upload_ms *= 4) {
    toy_init();
    toy.options.upload_ms = upload_ms;
    assert_true(toy_start(-1));
    struct wire wire = wire_open(toy.port);
    wire_post(&wire, "/echo", "x", &reply);
    idled = reply.status == 200;
    if (idled) {
      usleep(2 * (unsigned)upload_ms * 1000);
      dribble_on(&wire, begun, byte, clock_ms(), (uint64_t)upload_ms - 20);
    }
    wire_close(&wire);
    toy_stop();
  }
  assert_true(idled);
}

TEST(a_slow_second_request_line_is_408) { second_line("POST /ech", "o"); }

TEST(a_silent_second_request_line_is_408) { second_line("P", ""); }

TEST(a_connection_without_a_request_is_closed) {
  toy.options.upload_ms = 200;
  assert_true(toy_start(-1));
  uint64_t before_ms = clock_ms();
  struct wire wire = wire_open(toy.port);
  assert_true(wire_ends(&wire)); /* without a word */
  assert_true(clock_ms() - before_ms >= 180);
  wire_close(&wire);
}

/* Six requests, each soon after the one before, which take longer than one may. */
static bool six_are_in_time(long upload_ms) {
  int good = 0;
  toy_init();
  toy.options.upload_ms = upload_ms;
  assert_true(toy_start(-1));
  struct wire wire = wire_open(toy.port);
  for (int i = 0; i < 6; i++) {
    wire_post(&wire, "/echo", "x", &reply);
    good += reply.status == 200;
    usleep((unsigned)upload_ms * 1000 / 3);
  }
  wire_close(&wire);
  toy_stop();
  return good == 6;
}

/* A slow machine needs more time for each. */
TEST(the_clock_starts_anew_with_each_request) {
  assert_true(six_are_in_time(300) || six_are_in_time(1500) || six_are_in_time(7500) ||
              six_are_in_time(30000));
}

TEST(idle_connections_are_closed) {
  toy.options.idle_s = 1;
  assert_true(toy_start(-1));
  uint64_t before_ms = clock_ms();
  struct wire fresh = wire_open(toy.port), used = wire_open(toy.port);
  wire_post(&used, "/echo", "x", &reply);
  assert_true(wire_ends(&fresh));
  assert_true(wire_ends(&used));
  assert_true(clock_ms() - before_ms >= 980);
  wire_close(&fresh);
  wire_close(&used);
}

/* The end of a connection that comes together with data is overlooked by the library. */
TEST(clients_that_leave_in_the_middle_are_noticed) {
  static const char *const parts[] = {"POST /ec", "POST /echo HTTP/1.1\r\nHost:",
                                      "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 50\r\n\r\nabc"};
  assert_true(toy_start(-1));
  for (int i = 0; i < 40; i++) {
    struct wire wire = wire_open(toy.port);
    wire_text(&wire, parts[i % 3]);
    wire_close(&wire);
  }
  uint64_t until_ms = clock_ms() + WIRE_WAIT_MS; /* upload and idling have an hour */
  bool alone = false;
  while (!alone && clock_ms() < until_ms) {
    usleep(50000);
    wire_once(toy.port, "GET", "/metrics", "", &reply);
    alone = strstr(reply.body, "ddz_requests_active 1\n") && strstr(reply.body, "ddz_connections 1\n");
  }
  assert_true(alone);
}

/* `piece`: bytes read now and then; silence is not what ends it. Those who ask for the figures idle, too, but
 * they leave. */
static void read_slowly(size_t piece) {
  toy.options.idle_s = 1;
  toy.options.unsent_mib = 256;
  assert_true(toy_start(-1));
  struct wire wire = wire_open(toy.port);
  wire_text(&wire, "POST /big HTTP/1.1\r\nHost: t\r\nContent-Length: 8\r\n\r\n90000000");
  uint64_t until_ms = clock_ms() + WIRE_WAIT_MS;
  bool gone = false;
  while (!gone && clock_ms() < until_ms) {
    static char bytes[65536];
    usleep(50000);
    if (piece) recv(wire.fd, bytes, piece, MSG_DONTWAIT);
    gone = wire_metric(toy.port, "ddz_http_request_duration_seconds_count{route=\"/big\"}") >= 1;
  }
  assert_true(gone);                                                  /* it could not have come out */
  assert_true(wire_await_metric(toy.port, "ddz_requests_active", 1)); /* the one that asks */
  wire_close(&wire);
}

TEST(an_answer_nobody_reads_is_given_up) { read_slowly(0); }

TEST(an_answer_read_too_slowly_is_given_up) { read_slowly(65536); /* 1 MB a second */ }

static double unsent(void) { return wire_metric(toy.port, "ddz_answers_unsent_bytes"); }

/* Of twelve that ask for 900 kB each and read nothing, two of the first address find room, for it may hold no
 * more than it leaves to others, and one of the second; small answers go on. */
static void answers_that_nobody_reads_hold_so_much(bool forwarded) {
  struct wire wires[12];
  int refused = 0;
  toy.options.unsent_mib = 4;
  if (forwarded) toy.options.proxies = "127.0.0.4";
  assert_true(toy_start(-1));
  uint64_t until_ms = clock_ms() + WIRE_WAIT_MS;
  for (int i = 0; i < 12; i++) {
    const char *from = i < 6 ? "127.0.0.2" : "127.0.0.3";
    char text[160];
    wires[i] = wire_open_from(toy.port, forwarded ? "127.0.0.4" : from);
    snprintf(text, sizeof text,
             "POST /big HTTP/1.1\r\nHost: t\r\nX-Forwarded-For: %s\r\nContent-Length: 6\r\n\r\n900000", from);
    wire_text(&wires[i], text);
    while (i == 5 && unsent() < 1800000 && clock_ms() < until_ms) usleep(10000);
  }
  while (unsent() < 2700000 && clock_ms() < until_ms) usleep(10000);
  assert_true(unsent() >= 2700000 && unsent() < (4 << 20) + 20000);
  assert_int_equal(wire_once(toy.port, "POST", "/echo", "small", &reply), 200);
  for (int i = 0; i < 12; i++) {
    char start[13] = "";
    if (recv(wires[i].fd, start, 12, MSG_WAITALL) != 12) fail_msg("%d: no answer", i);
    refused += strcmp(start, "HTTP/1.1 503") == 0;
  }
  /* Not in the loop above: each one that is closed makes room, and a later request would find it. */
  for (int i = 0; i < 12; i++) wire_close(&wires[i]);
  assert_int_equal(refused, 9);
  until_ms = clock_ms() + WIRE_WAIT_MS;
  while (unsent() > 20000 && clock_ms() < until_ms) usleep(10000);
  assert_true(unsent() <= 20000);
  assert_int_equal(wire_once(toy.port, "POST", "/big", "200000", &reply), 200);
}

TEST(answers_that_nobody_reads_hold_so_much_and_no_more) { answers_that_nobody_reads_hold_so_much(false); }

TEST(behind_a_proxy_each_client_has_its_share) { answers_that_nobody_reads_hold_so_much(true); }

TEST(too_many_connections_of_one_address_are_429) {
  toy.options.per_address = 3;
  assert_true(toy_start(-1));
  struct wire wires[4];
  for (int i = 0; i < 4; i++) {
    wires[i] = wire_open(toy.port);
    wire_post(&wires[i], "/echo", "x", &reply);
    assert_int_equal(reply.status, i < 3 ? 200 : 429);
  }
  assert_string_equal(wire_header(&reply, "Retry-After"), "1");
  assert_true(wire_ends(&wires[3]));
  for (int i = 0; i < 4; i++) wire_close(&wires[i]);
  uint64_t until_ms = clock_ms() + WIRE_WAIT_MS;
  do wire_once(toy.port, "POST", "/echo", "x", &reply);
  while (reply.status != 200 && clock_ms() < until_ms);
  assert_int_equal(reply.status, 200); /* there is room again */
}

static int count_ended(const struct wire *wires, int n) {
  int ended = 0;
  for (int i = 0; i < n; i++) ended += poll(&(struct pollfd){wires[i].fd, POLLRDHUP, 0}, 1, 0);
  return ended;
}

/* Two are served, the third is told so in an answer of its own, as RESERVE others would be; the rest hears it
 * past the library, unasked. */
static void many_more_are_refused(int status, const char *code, const char *metric) {
  enum { ALL = 90, SERVED = 2, RESERVE = 64 };
  assert_true(toy_start(-1));
  struct wire wires[ALL];
  for (int i = 0; i <= SERVED; i++) {
    wires[i] = wire_open(toy.port);
    wire_post(&wires[i], "/echo", "x", &reply);
    assert_int_equal(reply.status, i < SERVED ? 200 : status);
  }
  assert_non_null(strstr(reply.body, code));
  assert_true(wire_ends(&wires[SERVED]));
  const int rest = ALL - SERVED - 1;
  for (int i = ALL - rest; i < ALL; i++) wires[i] = wire_open(toy.port);
  while (count_ended(wires + ALL - rest, rest) < rest - RESERVE) usleep(1000); /* then all have been seen */
  for (int i = ALL - rest; i < ALL; i++) {
    assert_int_equal(wire_post(&wires[i], "/echo", "x", &reply), status);
    assert_string_equal(wire_header(&reply, "Retry-After"), "1");
    assert_true(wire_ends(&wires[i]));
  }
  for (int i = 0; i < ALL; i++) wire_close(&wires[i]);
  do usleep(1000);
  while (wire_once(toy.port, "GET", "/fixed", "", &reply) != 200);
  assert_true(wire_metric(toy.port, metric) >= ALL - SERVED);
}

TEST(many_more_connections_than_the_limit_are_503_too) {
  toy.options.connections = 2;
  many_more_are_refused(503, "\"connections_full\"", "ddz_connections_refused_total{reason=\"server\"}");
}

TEST(many_more_connections_of_one_address_than_its_limit_are_429_too) {
  toy.options.per_address = 2;
  many_more_are_refused(429, "\"too_many_connections\"", "ddz_connections_refused_total{reason=\"address\"}");
}

/* A bounded call that does not end has its poller: the others answer, and say so. */
TEST(a_poller_that_is_stuck_is_seen) {
  assert_true(toy_start(-1));
  struct wire stuck = wire_open(toy.port);
  for (int i = 0; i < 20; i++) assert_true(server_watch(toy.server));
  wire_text(&stuck, "POST /hold HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\n\r\nx");
  toy_await_waiting(1);
  for (int i = 0; i < 10; i++) assert_true(server_watch(toy.server));
  assert_false(server_watch(toy.server));
  assert_int_equal(wire_once(toy.port, "GET", "/health", "", &reply), 503);
  assert_string_equal(reply.body, "{\"status\":\"stuck\"}");
  toy_open_gate();
  assert_int_equal(wire_read(&stuck, &reply, false), 200);
  assert_true(server_watch(toy.server));
  assert_int_equal(wire_once(toy.port, "GET", "/health", "", &reply), 200);
  wire_close(&stuck);
}

int main(void) {
  test_each(toy_begin, toy_end);
  return test_run(NULL, NULL);
}
