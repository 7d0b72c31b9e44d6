/* Requests that two servers in a row might read differently: each is refused and its connection closed, and
 * what was smuggled behind it is never answered. */
#include "tests/support/shapes.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct toy toy;
static struct wire_reply reply;

static int start(void **state) {
  (void)state;
  toy_init(&toy);
  return toy_start(&toy, -1) ? 0 : -1;
}

static int stop(void **state) {
  (void)state;
  toy_stop(&toy);
  return 0;
}

static void what_could_be_read_in_two_ways_is_refused(void **state) {
  (void)state;
  for (size_t i = 0; i < shape_count; i++) {
    int status = shape_status(&shapes[i]);
    if (status < 0) continue;
    struct wire wire = wire_open(toy.port);
    wire_send(&wire, shapes[i].bytes, shapes[i].length);
    wire_read(&wire, &reply, false);
    if (reply.status != status)
      fail_msg("%s: %d\n%s%s", shapes[i].name, reply.status, reply.head, reply.body);
    if (!wire_ends_without(&wire, "fixed")) fail_msg("%s: open, or answered on", shapes[i].name);
    wire_close(&wire);
  }
}

/* One that every version of the library leaves to us. */
static void refusals_are_problem_objects(void **state) {
  (void)state;
  struct wire wire = wire_open(toy.port);
  wire_text(&wire, "GET /f\xc3\xaf HTTP/1.1\r\nHost: t\r\n\r\n");
  wire_read(&wire, &reply, false);
  assert_int_equal(reply.status, 400);
  assert_string_equal(wire_header(&reply, "Content-Type"), "application/problem+json");
  assert_string_equal(wire_header(&reply, "Connection"), "close");
  assert_non_null(strstr(reply.body, "\"code\":\"bad_request\""));
  assert_non_null(strstr(reply.body, "target"));
  wire_close(&wire);
}

/* A refusal may also come late on a connection that has behaved so far. */
static void a_second_request_is_checked_like_the_first(void **state) {
  (void)state;
  for (size_t i = 0; i < shape_count; i++) {
    int status = shape_status(&shapes[i]);
    if (status < 0) continue;
    struct wire wire = wire_open(toy.port);
    wire_post(&wire, "/echo", "good", &reply);
    assert_int_equal(reply.status, 200);
    wire_send(&wire, shapes[i].bytes, shapes[i].length);
    wire_read(&wire, &reply, false);
    if (reply.status != status) fail_msg("%s: %d", shapes[i].name, reply.status);
    if (!wire_ends_without(&wire, "fixed")) fail_msg("%s: open, or answered on", shapes[i].name);
    wire_close(&wire);
  }
}

/* A proxy that shuts /metrics off compares what it sees: no second spelling of a path may be answered. */
static void a_path_has_one_spelling(void **state) {
  (void)state;
  static const char *const paths[] = {"/%66ixed",    "/fixe%64",  "/fixed%00",   "/fixed%",    "/fixed%zz",
                                      "/%6detrics",  "/%72eady",  "/%2fmetrics", "//metrics",  "/./metrics",
                                      "/x/../ready", "/metrics/", "/METRICS",    "/metrics;x", "/metrics#x"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
    wire_once(toy.port, "GET", paths[i], "", &reply);
    if (reply.status != 404) fail_msg("%s: %d", paths[i], reply.status);
  }
}

static void a_target_may_name_scheme_and_host(void **state) {
  (void)state;
  static const char *const targets[] = {"http://t/fixed", "https://t/fixed", "HTTPS://t:443/fixed",
                                        "https://t/fixed?x=https://t/y"};
  for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
    wire_once(toy.port, "GET", targets[i], "", &reply);
    if (reply.status != 200) fail_msg("%s: %d", targets[i], reply.status);
  }
}

/* However long, and though it begins like one that is there. */
static void a_path_longer_than_any_of_ours_is_not_found(void **state) {
  (void)state;
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

static void targets_that_are_no_path_are_refused(void **state) {
  (void)state;
  static const char *const paths[] = {"fixed",   "http://host",  "host:80",      "http://host?/fixed",
                                      "https:/", "https://host", "ftp://h/fixed"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
    wire_once(toy.port, "GET", paths[i], "", &reply);
    if (reply.status != 400) fail_msg("%s: %d", paths[i], reply.status);
  }
}

static void oversized_heads_are_431(void **state) {
  (void)state;
  static char text[12000];
  struct wire wire = wire_open(toy.port);
  int n = snprintf(text, sizeof text, "GET /fixed HTTP/1.1\r\nHost: t\r\nX: ");
  memset(text + n, 'x', 8200);
  memcpy(text + n + 8200, "\r\n\r\n", 5);
  wire_text(&wire, text);
  wire_read(&wire, &reply, false);
  assert_int_equal(reply.status, 431);
  assert_string_equal(wire_header(&reply, "Content-Type"), "application/problem+json");
  assert_true(wire_ends(&wire));
  wire_close(&wire);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_could_be_read_in_two_ways_is_refused),
      cmocka_unit_test(refusals_are_problem_objects),
      cmocka_unit_test(a_second_request_is_checked_like_the_first),
      cmocka_unit_test(a_path_has_one_spelling),
      cmocka_unit_test(a_target_may_name_scheme_and_host),
      cmocka_unit_test(a_path_longer_than_any_of_ours_is_not_found),
      cmocka_unit_test(targets_that_are_no_path_are_refused),
      cmocka_unit_test(oversized_heads_are_431),
  };
  return cmocka_run_group_tests(tests, start, stop);
}
