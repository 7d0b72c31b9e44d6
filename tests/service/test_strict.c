/* Requests that two servers in a row might read differently: each is refused and its connection closed, and
 * what was smuggled behind it is never answered. */
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

#define HOST "Host: t\r\n"
#define SMUGGLED "GET /fixed HTTP/1.1\r\nHost: t\r\n\r\n"
#define BYTES(text) text, sizeof text - 1

/* Status 0: closed without a word. Some of these the library refuses before we see them, and for a bad length
 * it sends the head of its refusal twice; so what counts is the first status, that the connection ends, and
 * that nothing came of the smuggled request. */
static const struct {
  const char *name;
  int status;
  const char *bytes;
  size_t length;
} refused[] = {
    {"length and chunked", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST
           "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" SMUGGLED)},
    {"chunked and length", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST
           "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n" SMUGGLED)},
    {"two lengths that differ", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: 0\r\nContent-Length: 33\r\n\r\n" SMUGGLED)},
    {"two lengths that agree", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: 0\r\nContent-Length: 0\r\n\r\n" SMUGGLED)},
    {"two lengths in one field", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: 0, 0\r\n\r\n" SMUGGLED)},
    {"length with a sign", 400, BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: +0\r\n\r\n" SMUGGLED)},
    {"length below zero", 400, BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\n" SMUGGLED)},
    {"length in hex", 400, BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: 0x0\r\n\r\n" SMUGGLED)},
    {"length without digits", 400, BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length:\r\n\r\n" SMUGGLED)},
    {"length that overflows", 413,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: 99999999999999999999999\r\n\r\n" SMUGGLED)},
    {"blank before the colon", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length : 33\r\n\r\n" SMUGGLED)},
    {"tab before the colon", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length\t: 33\r\n\r\n" SMUGGLED)},
    {"blank before chunked's colon", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" SMUGGLED)},
    {"encoding twice", 501,
     BYTES("POST /echo HTTP/1.1\r\n" HOST
           "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" SMUGGLED)},
    {"unknown encoding", 501,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: xchunked\r\n\r\n" SMUGGLED)},
    {"encoding list", 501,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip, chunked\r\n\r\n" SMUGGLED)},
    {"encoding identity", 501,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: identity\r\n\r\n" SMUGGLED)},
    {"encoding with a blank", 501,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked \r\n\r\n0\r\n\r\n" SMUGGLED)},
    {"chunked in HTTP/1.0", 400,
     BYTES("POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" SMUGGLED)},
    {"bare LF after the request line", 400, BYTES("GET /fixed HTTP/1.1\nHost: t\r\n\r\n" SMUGGLED)},
    {"bare LF after a field", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\nA: b\r\n\r\n" SMUGGLED)},
    {"bare LF after the last field", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\n\r\n" SMUGGLED)},
    {"bare LF at the end of the head", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\n\n" SMUGGLED)},
    {"bare LF throughout", 400, BYTES("GET /fixed HTTP/1.1\nHost: t\n\n" SMUGGLED)},
    {"bare LF hides a length", 400,
     BYTES("POST /echo HTTP/1.1\r\nHost: t\r\nX: y\nContent-Length: 33\r\n\r\n" SMUGGLED)},
    {"bare CR in a value", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nX: a\rb\r\n\r\n" SMUGGLED)},
    {"folded field", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nX: a\r\n b\r\n\r\n" SMUGGLED)},
    {"folded last field, tab", 400, BYTES("GET /fixed HTTP/1.1\r\nX: y\r\nHost: t\r\n\tb\r\n\r\n" SMUGGLED)},
    {"fold of blanks only", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\n \r\n\r\n" SMUGGLED)},
    {"fold before any field", 400, BYTES("GET /fixed HTTP/1.1\r\n Host: t\r\n\r\n" SMUGGLED)},
    {"NUL in a value", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nX: a\0b\r\n\r\n" SMUGGLED)},
    {"NUL in a name", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nX\0: a\r\n\r\n" SMUGGLED)},
    {"NUL at the end of the last value", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\0\r\n\r\n" SMUGGLED)},
    {"NUL in the target", 400, BYTES("GET /fixed\0x HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"NUL in the method", 400, BYTES("GE\0T /fixed HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"no host", 400, BYTES("GET /fixed HTTP/1.1\r\n\r\n" SMUGGLED)},
    {"two hosts", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"empty field name", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\n: a\r\n\r\n" SMUGGLED)},
    {"field name with a slash", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nA/B: a\r\n\r\n" SMUGGLED)},
    {"field without a colon", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nnonsense\r\n\r\n" SMUGGLED)},
    {"blank in the target", 400, BYTES("GET /fixed /x HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"two blanks before the target", 400, BYTES("GET  /fixed HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"two blanks after the target", 400, BYTES("GET /fixed  HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"blank after the version", 400, BYTES("GET /fixed HTTP/1.1 \r\nHost: t\r\n\r\n" SMUGGLED)},
    {"tab in the request line", 400, BYTES("GET\t/fixed HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"UTF-8 in the target", 400, BYTES("GET /f\xc3\xaf HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"method that is no token", 400, BYTES("G(T /fixed HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"HTTP/1.2", 505, BYTES("GET /fixed HTTP/1.2\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"HTTP/2.0", 505, BYTES("GET /fixed HTTP/2.0\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"HTTP/0.9", 400, BYTES("GET /fixed\r\n\r\n" SMUGGLED)},
    {"HTTP/2 preface", 505, BYTES("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")},
    {"packed body", 415,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Encoding: gzip\r\nContent-Length: 33\r\n\r\n" SMUGGLED)},
    {"unknown expectation", 417,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Expect: wonders\r\nContent-Length: 33\r\n\r\n" SMUGGLED)},
    {"chunk size that is none", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n" SMUGGLED)},
    {"chunk size with a sign", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n" SMUGGLED)},
    {"chunk longer than it says", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST
           "Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n" SMUGGLED)},
    {"TLS hello", 0, BYTES("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n")},
};

static void what_could_be_read_in_two_ways_is_refused(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    struct wire wire = wire_open(toy.port);
    wire_send(&wire, refused[i].bytes, refused[i].length);
    wire_read(&wire, &reply, false);
    if (reply.status != refused[i].status)
      fail_msg("%s: %d\n%s%s", refused[i].name, reply.status, reply.head, reply.body);
    if (!wire_ends_without(&wire, "fixed")) fail_msg("%s: open, or answered on", refused[i].name);
    wire_close(&wire);
  }
}

static void refusals_are_problem_objects(void **state) {
  (void)state;
  struct wire wire = wire_open(toy.port);
  wire_text(&wire, "GET /fixed HTTP/1.1\r\n\r\n");
  wire_read(&wire, &reply, false);
  assert_int_equal(reply.status, 400);
  assert_string_equal(wire_header(&reply, "Content-Type"), "application/problem+json");
  assert_string_equal(wire_header(&reply, "Connection"), "close");
  assert_non_null(strstr(reply.body, "\"code\":\"bad_request\""));
  assert_non_null(strstr(reply.body, "Host"));
  wire_close(&wire);
}

/* A refusal may also come late on a connection that has behaved so far. */
static void a_second_request_is_checked_like_the_first(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    struct wire wire = wire_open(toy.port);
    wire_post(&wire, "/echo", "good", &reply);
    assert_int_equal(reply.status, 200);
    wire_send(&wire, refused[i].bytes, refused[i].length);
    wire_read(&wire, &reply, false);
    if (reply.status != refused[i].status) fail_msg("%s: %d", refused[i].name, reply.status);
    if (!wire_ends_without(&wire, "fixed")) fail_msg("%s: open, or answered on", refused[i].name);
    wire_close(&wire);
  }
}

static void paths_that_hide_something_are_refused(void **state) {
  (void)state;
  static const char *const paths[] = {"/fixed%00", "/fixed%00x", "/%0d%0a",     "/fixed%", "/fixed%4",
                                      "/fixed%zz", "fixed",      "http://host", "host:80"};
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
      cmocka_unit_test(paths_that_hide_something_are_refused),
      cmocka_unit_test(oversized_heads_are_431),
  };
  return cmocka_run_group_tests(tests, start, stop);
}
