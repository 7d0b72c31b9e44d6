/* Requests that two servers in a row might read differently: each is refused and its connection closed, and
 * what was smuggled behind it is never answered. */
#include "tests/support/shapes.h"
#include "tests/support/test.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#include <strings.h>
#include <sys/socket.h>

static struct wire_reply reply;

static int start(void **state) {
  toy_init();
  return toy_start(-1) ? 0 : -1;
}

static int stop(void **state) {
  toy_stop();
  return 0;
}

/* As the first request of a connection, or behind one that was good. */
static void expect_refused(bool behind_another) {
  for (size_t i = 0; i < shape_count; i++) {
    if (!shape_counts(&shapes[i])) continue;
    struct wire wire = wire_open(toy.port);
    if (behind_another) assert_int_equal(wire_post(&wire, "/echo", "good", &reply), 200);
    wire_send(&wire, shapes[i].bytes, shapes[i].length);
    wire_read(&wire, &reply, false);
    if (!shape_has_status(&shapes[i], reply.status))
      fail_msg("%s: %d\n%s%s", shapes[i].name, reply.status, reply.head, reply.body);
    if (!wire_ends_without(&wire, "fixed")) fail_msg("%s: open, or answered on", shapes[i].name);
    wire_close(&wire);
  }
}

TEST(what_could_be_read_in_two_ways_is_refused) { expect_refused(false); }

TEST(a_second_request_is_checked_like_the_first) { expect_refused(true); }

/* One that every version of the library leaves to us. */
TEST(refusals_are_problem_objects) {
  assert_int_equal(wire_say(toy.port, "GET /f\xc3\xaf HTTP/1.1\r\nHost: t\r\n\r\n", &reply), 400);
  assert_string_equal(wire_header(&reply, "Content-Type"), "application/problem+json");
  assert_string_equal(wire_header(&reply, "Connection"), "close");
  assert_non_null(strstr(reply.body, "\"code\":\"bad_request\""));
  assert_non_null(strstr(reply.body, "target"));
}

/* A proxy that shuts /metrics off compares what it sees: no second spelling of a path may be answered. */
TEST(a_path_has_one_spelling) {
  static const char *const paths[] = {"/%66ixed",    "/fixe%64",  "/fixed%00",   "/fixed%",    "/fixed%zz",
                                      "/%6detrics",  "/%72eady",  "/%2fmetrics", "//metrics",  "/./metrics",
                                      "/x/../ready", "/metrics/", "/METRICS",    "/metrics;x", "/metrics#x"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
    wire_once(toy.port, "GET", paths[i], "", &reply);
    if (reply.status != 404) fail_msg("%s: %d", paths[i], reply.status);
  }
}

TEST(a_target_may_name_scheme_and_host) {
  static const char *const targets[] = {"http://t/fixed", "https://t/fixed", "HTTPS://t:443/fixed",
                                        "https://t/fixed?x=https://t/y"};
  for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
    wire_once(toy.port, "GET", targets[i], "", &reply);
    if (reply.status != 200) fail_msg("%s: %d", targets[i], reply.status);
  }
}

/* However long, and though it begins like one that is there. */
TEST(a_path_longer_than_any_of_ours_is_not_found) {
  static const size_t lengths[] = {100, 254, 255, 256, 257, 300, 4000};
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
    char path[4096] = "/fixed";
    memset(path + 6, '/', lengths[i] - 6);
    path[lengths[i]] = '\0';
    wire_once(toy.port, "GET", path, "", &reply);
    if (reply.status != 404) fail_msg("%zu bytes: %d", lengths[i], reply.status);
    wire_once(toy.port, "POST", path, "body", &reply);
    if (reply.status != 404) fail_msg("%zu bytes: %d", lengths[i], reply.status);
  }
}

TEST(targets_that_are_no_path_are_refused) {
  static const char *const paths[] = {"fixed",   "http://host",  "host:80",      "http://host?/fixed",
                                      "https:/", "https://host", "ftp://h/fixed"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
    wire_once(toy.port, "GET", paths[i], "", &reply);
    if (reply.status != 400) fail_msg("%s: %d", paths[i], reply.status);
  }
}

TEST(oversized_heads_are_431) {
  static char text[12000];
  struct wire wire = wire_open(toy.port);
  int n = snprintf(text, sizeof text, "GET /fixed HTTP/1.1\r\nHost: t\r\nX: ");
  memset(text + n, 'x', 8200);
  memcpy(text + n + 8200, "\r\n\r\n", 5);
  wire_text(&wire, text);
  assert_int_equal(wire_read(&wire, &reply, false), 431);
  assert_string_equal(wire_header(&reply, "Content-Type"), "application/problem+json");
  assert_true(wire_ends(&wire));
  wire_close(&wire);
}

/* --- queries --- */

static void ask_with_arguments(struct wire *wire, int count) {
  wire_text(wire, "GET /fixed?a");
  for (int i = 1; i < count; i++) wire_text(wire, "&a");
  wire_text(wire, " HTTP/1.1\r\nHost: t\r\n\r\n");
}

TEST(too_many_arguments_are_431) {
  static const struct {
    int arguments, status;
  } lines[] = {{1, 200}, {100, 200}, {101, 431}, {210, 431}, {300, 431}, {3000, 431}};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    struct wire wire = wire_open(toy.port);
    ask_with_arguments(&wire, lines[i].arguments);
    wire_read(&wire, &reply, false);
    if (reply.status != lines[i].status) fail_msg("%d arguments: %d", lines[i].arguments, reply.status);
    wire_close(&wire);
  }
}

/* In each state of the request; the metrics page itself is the one that is active. */
TEST(who_leaves_with_many_arguments_is_not_active_any_more) {
  for (int i = 0; i < 20; i++) {
    struct wire wire = wire_open(toy.port);
    ask_with_arguments(&wire, 150 + 20 * i);
    wire_close(&wire);
  }
  reply.body[0] = '\0';
  for (int tries = 0; tries < 2000 && !strstr(reply.body, "\nddz_requests_active 1\n"); tries++)
    wire_once(toy.port, "GET", "/metrics", "", &reply);
  assert_non_null(strstr(reply.body, "\nddz_requests_active 1\n"));
}

/* --- forms --- */

TEST(a_form_of_a_foreign_page_is_refused) {
  static const struct {
    const char *fields;
    int status;
  } lines[] = {{"", 200},
               {"Content-Type: application/x-www-form-urlencoded\r\n", 200},
               {"Content-Type: text/plain\r\nOrigin: http://t\r\n", 200},
               {"Content-Type: text/plain\r\nOrigin: https://T\r\nSec-Fetch-Site: same-origin\r\n", 200},
               {"Content-Type: text/plain\r\nSec-Fetch-Site: none\r\n", 200},
               {"Content-Type: text/plain\r\nOrigin: http://evil\r\n", 415},
               {"Content-Type: text/plain\r\nOrigin: null\r\n", 415},
               {"Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: cross-site\r\n", 415},
               {"Content-Type: multipart/form-data; boundary=x\r\nSec-Fetch-Site: same-site\r\n", 415},
               {"Content-Type: application/jsonx\r\nOrigin: http://evil\r\n", 415},
               {"Origin: http://evil\r\n", 415},
               {"Origin: http://t.evil\r\n", 415},
               {"Content-Type: application/json\r\nOrigin: http://evil\r\n", 200},
               {"Content-Type: application/json; charset=utf-8\r\nSec-Fetch-Site: cross-site\r\n", 200}};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    struct wire wire = wire_open(toy.port);
    wire_text(&wire, "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\n");
    wire_text(&wire, lines[i].fields);
    wire_text(&wire, "\r\nx");
    wire_read(&wire, &reply, false);
    if (reply.status != lines[i].status) fail_msg("%s: %d", lines[i].fields, reply.status);
    wire_close(&wire);
  }
}

/* --- chunks --- */

/* Whatever a chunked body is: nobody answers what comes behind it. */
TEST(nothing_behind_a_chunked_body_is_answered) {
  static const struct {
    const char *name, *body;
  } lines[] = {{"as it should be", "3\r\nabc\r\n0\r\n\r\n"},
               {"an extension", "3;a=b\r\nabc\r\n0\r\n\r\n"},
               {"an extension of nothing", "3;\r\nabc\r\n0;\r\n\r\n"},
               {"a quoted extension", "3;a=\"x;y\"\r\nabc\r\n0\r\n\r\n"},
               {"a CR in an extension", "3;a\rb\r\nabc\r\n0\r\n\r\n"},
               {"a bare LF after the size", "3\nabc\r\n0\r\n\r\n"},
               {"a bare LF after the data", "3\r\nabc\n0\r\n\r\n"},
               {"bare LFs throughout", "3\nabc\n0\n\n"},
               {"a bare CR", "3\rabc\r0\r\r"},
               {"blanks before the size", "  3\r\nabc\r\n0\r\n\r\n"},
               {"blanks behind the size", "3  \r\nabc\r\n0\r\n\r\n"},
               {"a sign", "+3\r\nabc\r\n0\r\n\r\n"},
               {"0x", "0x3\r\nabc\r\n0\r\n\r\n"},
               {"a size too large", "10000000000000003\r\nabc\r\n0\r\n\r\n"},
               {"zeros before the size", "00000000000000000003\r\nabc\r\n0\r\n\r\n"},
               {"more data than said", "3\r\nabcd\r\n0\r\n\r\n"},
               {"less data than said", "4\r\nabc\r\n0\r\n\r\n"},
               {"a trailer", "3\r\nabc\r\n0\r\nA: b\r\n\r\n"},
               {"a trailer that changes the length", "0\r\nContent-Length: 40\r\n\r\n"},
               {"a fold in a trailer", "0\r\nA: b\r\n c\r\n\r\n"},
               {"a trailer with a blank name", "0\r\n : b\r\n\r\n"},
               {"a trailer without a colon", "0\r\nabc\r\n\r\n"},
               {"no end", "3\r\nabc\r\n0\r\n"},
               {"no size", "\r\nabc\r\n0\r\n\r\n"},
               {"a minus", "-3\r\nabc\r\n0\r\n\r\n"}};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    struct wire wire = wire_open(toy.port);
    wire_text(&wire, "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n");
    wire_text(&wire, lines[i].body);
    wire_text(&wire, "GET /fixed HTTP/1.1\r\nHost: t\r\n\r\n");
    shutdown(wire.fd, SHUT_WR);
    wire_read(&wire, &reply, false);
    const char *connection = wire_header(&reply, "Connection");
    if (reply.status && (!connection || strcasecmp(connection, "close") != 0))
      fail_msg("%s: %d, and the connection stays", lines[i].name, reply.status);
    if (!wire_ends_without(&wire, "fixed")) fail_msg("%s: open, or answered on", lines[i].name);
    wire_close(&wire);
  }
}

TEST(a_nul_in_a_trailer_is_the_end) {
  static const char body[] = "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"
                             "0\r\nA: b\0c\r\n\r\nGET /fixed HTTP/1.1\r\nHost: t\r\n\r\n";
  struct wire wire = wire_open(toy.port);
  wire_send(&wire, body, sizeof body - 1);
  wire_read(&wire, &reply, false);
  assert_true(wire_ends_without(&wire, "fixed"));
  wire_close(&wire);
}

int main(void) { return test_run(start, stop); }
