/* Ordinary HTTP: what a well-behaved client sees. */
#include "tests/support/test.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#include <dlfcn.h>
#include <microhttpd.h>
#include <sys/socket.h>

static struct wire_reply reply;

static int start(void **state) {
  toy_init();
  return toy_start(-1) ? 0 : -1;
}

static int stop(void **state) {
  toy_stop();
  return toy.states == 0 ? 0 : -1;
}

TEST(a_post_is_answered_by_the_app) {
  assert_int_equal(wire_once(toy.port, "POST", "/echo", "hello", &reply), 200);
  assert_string_equal(reply.body, "hello");
  assert_string_equal(wire_header(&reply, "Content-Type"), "text/plain");
}

TEST(an_empty_body_is_empty) {
  assert_int_equal(wire_once(toy.port, "POST", "/echo", "", &reply), 200);
  assert_int_equal(reply.length, 0);
}

TEST(a_connection_serves_many_requests) {
  struct wire wire = wire_open(toy.port);
  for (int i = 0; i < 200; i++) {
    char body[32];
    snprintf(body, sizeof body, "request %d", i);
    assert_int_equal(wire_post(&wire, i % 3 ? "/echo" : "/spread", i % 3 ? body : "2", &reply), 200);
    if (i % 3) assert_string_equal(reply.body, body);
    assert_null(wire_header(&reply, "Connection"));
  }
  wire_close(&wire);
}

TEST(pipelined_requests_are_answered_in_order) {
  struct wire wire = wire_open(toy.port);
  for (int i = 0; i < 20; i++) {
    char text[256];
    snprintf(text, sizeof text, "POST /%s HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\n%02d",
             i % 5 == 0 ? "spread" : "echo", i % 5 ? i : 3);
    wire_text(&wire, text);
  }
  for (int i = 0; i < 20; i++) {
    assert_int_equal(wire_read(&wire, &reply, false), 200);
    if (i % 5) assert_int_equal(atoi(reply.body), i);
  }
  wire_close(&wire);
}

TEST(a_request_in_single_bytes_is_understood) {
  struct wire wire = wire_open(toy.port);
  const char *text = "POST /echo HTTP/1.1\r\nHost: t\r\nA: b\r\nContent-Length: 5\r\n\r\nabcde";
  for (size_t i = 0; text[i]; i++) assert_true(wire_send(&wire, text + i, 1));
  assert_int_equal(wire_read(&wire, &reply, false), 200);
  assert_string_equal(reply.body, "abcde");
  assert_string_equal(wire_header(&reply, "X-Api-Version"), DDZ_INTERFACE); /* the app's */
  wire_close(&wire);
}

TEST(many_header_fields_are_understood) {
  struct wire wire = wire_open(toy.port);
  wire_text(&wire, "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n");
  for (int i = 0; i < 60; i++) {
    char field[128];
    snprintf(field, sizeof field, "X-Field-%d:%*svalue %d of sixty, with blanks at its start\r\n", i, i % 4,
             "", i);
    wire_text(&wire, field);
  }
  wire_text(&wire, "X-Empty:\r\nX-Blank: \r\nCookie: a=b; c=\"d\"\r\n\r\nok");
  assert_int_equal(wire_read(&wire, &reply, false), 200);
  assert_string_equal(reply.body, "ok");
  wire_close(&wire);
}

/* With an extension of a chunk, where the library can read it: 1.0.1 counts its line one byte short. */
TEST(a_chunked_body_is_put_together) {
  struct wire wire = wire_open(toy.port);
  wire_text(&wire, "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
  wire_text(&wire, strcmp(MHD_get_version(), "1.0.1") == 0 ? "1\r\n" : "1;x=y\r\n");
  wire_text(&wire, ",\r\n6\r\n world\r\n0\r\n\r\n");
  assert_int_equal(wire_read(&wire, &reply, false), 200);
  assert_string_equal(reply.body, "hello, world");
  assert_string_equal(wire_header(&reply, "Connection"), "close");
  assert_true(wire_ends(&wire));
  wire_close(&wire);
}

TEST(a_large_body_arrives_whole) {
  static char body[65537];
  for (size_t i = 0; i < 65536; i++) body[i] = (char)('a' + i % 26);
  assert_int_equal(wire_once(toy.port, "POST", "/echo", body, &reply), 200);
  assert_int_equal(reply.length, 65536);
  assert_memory_equal(reply.body, body, 65536);
}

TEST(a_large_answer_arrives_whole) {
  assert_int_equal(wire_once(toy.port, "POST", "/big", "250000", &reply), 200);
  assert_int_equal(reply.length, 250000);
}

TEST(expect_continue_is_answered) {
  struct wire wire = wire_open(toy.port);
  wire_text(&wire, "POST /echo HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
  char byte;
  assert_int_equal(recv(wire.fd, &byte, 1, MSG_PEEK), 1); /* the 100 */
  wire_text(&wire, "abc");
  assert_int_equal(wire_read(&wire, &reply, false), 200);
  assert_string_equal(reply.body, "abc");
  wire_close(&wire);
}

/* Only for what a poller answers: a connection that comes back from a worker is read first, and the library
 * takes the end of sending for the end of the connection. */
TEST(a_client_that_stops_sending_still_gets_its_answer) {
  struct wire wire = wire_open(toy.port);
  wire_text(&wire, "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\n\r\n4");
  shutdown(wire.fd, SHUT_WR);
  assert_int_equal(wire_read(&wire, &reply, false), 200);
  wire_close(&wire);
}

TEST(head_answers_as_get_without_a_body) {
  struct wire wire = wire_open(toy.port);
  static const char *const paths[] = {"/fixed", "/health", "/openapi.yaml"};
  for (size_t i = 0; i < 3; i++) {
    char text[128], length[32];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: t\r\n\r\n", paths[i]);
    wire_text(&wire, text);
    assert_int_equal(wire_read(&wire, &reply, false), 200);
    snprintf(length, sizeof length, "%zu", reply.length);
    snprintf(text, sizeof text, "HEAD %s HTTP/1.1\r\nHost: t\r\n\r\n", paths[i]);
    wire_text(&wire, text);
    assert_int_equal(wire_read(&wire, &reply, true), 200);
    assert_string_equal(wire_header(&reply, "Content-Length"), length);
  }
  wire_close(&wire);
}

TEST(options_names_the_methods_of_a_path) {
  static const struct {
    const char *path, *allow;
    int status;
  } cases[] = {{"/echo", "POST, OPTIONS", 204},
               {"/health", "GET, HEAD, OPTIONS", 204},
               {"*", "GET, HEAD, POST, OPTIONS", 204},
               {"/nowhere", NULL, 404}};
  for (size_t i = 0; i < 4; i++) {
    wire_once(toy.port, "OPTIONS", cases[i].path, "", &reply);
    assert_int_equal(reply.status, cases[i].status);
    if (cases[i].allow) assert_string_equal(wire_header(&reply, "Allow"), cases[i].allow);
  }
}

TEST(unknown_paths_are_404_and_wrong_methods_405) {
  static const struct {
    const char *method, *path;
    int status;
    const char *allow;
  } cases[] = {{"GET", "/nowhere", 404, NULL},
               {"POST", "/echo/", 404, NULL},
               {"GET", "/echo", 405, "POST, OPTIONS"},
               {"BREW", "/echo", 405, "POST, OPTIONS"},
               {"POST", "/health", 405, "GET, HEAD, OPTIONS"},
               {"DELETE", "/metrics", 405, "GET, HEAD, OPTIONS"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    wire_once(toy.port, cases[i].method, cases[i].path, "", &reply);
    assert_int_equal(reply.status, cases[i].status);
    assert_string_equal(wire_header(&reply, "Content-Type"), "application/problem+json");
    if (cases[i].allow) assert_string_equal(wire_header(&reply, "Allow"), cases[i].allow);
  }
}

TEST(queries_are_ignored) {
  static const char *const paths[] = {"/fixed?x=1", "/fixed?%00%zz", "http://any.host:80/fixed?x"};
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(wire_once(toy.port, "GET", paths[i], "", &reply), 200);
    assert_string_equal(reply.body, "fixed");
  }
}

TEST(http_1_0_is_answered_and_closed) {
  struct wire wire = wire_open(toy.port);
  wire_text(&wire, "GET /fixed HTTP/1.0\r\n\r\n");
  assert_int_equal(wire_read(&wire, &reply, false), 200);
  assert_true(wire_ends(&wire));
  wire_close(&wire);
}

TEST(a_request_id_comes_back_or_is_made) {
  char made[2][96];
  struct wire wire = wire_open(toy.port);
  wire_text(&wire, "GET /fixed HTTP/1.1\r\nHost: t\r\nX-Request-Id: abc-123\r\n\r\n");
  wire_read(&wire, &reply, false);
  assert_string_equal(wire_header(&reply, "X-Request-Id"), "abc-123");
  static const char *const unusable[] = {
      "", "X-Request-Id: no \"good\"\r\n",
      "X-Request-Id: 0123456789012345678901234567890123456789012345678901234567890123456789\r\n"};
  for (size_t i = 0; i < 3; i++) {
    char text[256];
    snprintf(text, sizeof text, "GET /fixed HTTP/1.1\r\nHost: t\r\n%s\r\n", unusable[i]);
    wire_text(&wire, text);
    assert_int_equal(wire_read(&wire, &reply, false), 200);
    const char *id = wire_header(&reply, "X-Request-Id");
    assert_in_range(strlen(id), 10, 64);
    assert_int_equal(strspn(id, "0123456789abcdefghijklmnopqrstuvwxyz-"), strlen(id));
    snprintf(made[i % 2], sizeof made[0], "%s", id);
    if (i) assert_string_not_equal(made[0], made[1]);
  }
  wire_close(&wire);
}

TEST(the_server_answers_for_itself) {
  wire_once(toy.port, "GET", "/health", "", &reply);
  assert_string_equal(reply.body, "{\"status\":\"ok\"}");
  wire_once(toy.port, "GET", "/ready", "", &reply);
  assert_string_equal(reply.body, "{\"status\":\"ready\"}");
  wire_once(toy.port, "GET", "/openapi.yaml", "", &reply);
  assert_int_equal(strncmp(reply.body, "openapi: 3.1.0\n", 15), 0);
}

/* The number behind `series` in the metrics just read, or -1. */
static double metric(const char *series) {
  for (const char *line = reply.body; line && *line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (strncmp(line, series, strlen(series)) == 0 && line[strlen(series)] == ' ')
      return strtod(line + strlen(series), NULL);
  }
  return -1;
}

/* Counted when the last byte is out, which may be some time after we have it: until only the one that asks is
 * there. */
static void await_peace(void) { assert_true(wire_await_metric(toy.port, "ddz_requests_active", 1)); }

TEST(requests_are_counted) {
  await_peace();
  wire_once(toy.port, "GET", "/metrics", "", &reply);
  double before = metric("ddz_http_requests_total{route=\"/echo\",code=\"405\"}");
  double all = metric("ddz_http_request_duration_seconds_count{route=\"/echo\"}");
  for (int i = 0; i < 3; i++) wire_once(toy.port, "GET", "/echo", "", &reply);
  await_peace();
  wire_once(toy.port, "GET", "/metrics", "", &reply);
  assert_true(metric("ddz_http_requests_total{route=\"/echo\",code=\"405\"}") ==
              (before < 0 ? 0 : before) + 3);
  assert_true(metric("ddz_http_request_duration_seconds_bucket{route=\"/echo\",le=\"+Inf\"}") == all + 3);
  assert_true(metric("ddz_workers") == 2);
  assert_true(metric("ddz_queue_capacity") == 256);
  assert_true(metric("ddz_connections") >= 1);
  assert_true(metric("process_resident_memory_bytes") > 100000);
  assert_true(metric("process_open_fds") > 3);
  assert_true(metric("process_start_time_seconds") > 1.6e9);
  assert_true(metric("ddz_http_received_bytes_total") > 100);
  assert_true(metric("ddz_http_sent_bytes_total") > 100);
  double long_ones = metric("ddz_queue_accepted_total");
  assert_true(long_ones > 0);
  assert_true(metric("ddz_queue_wait_seconds_count") == long_ones);
  assert_true(metric("ddz_queue_wait_seconds_bucket{le=\"+Inf\"}") == long_ones);
  const double echoes = metric("ddz_compute_duration_seconds_count{route=\"/echo\"}"); /* of large bodies */
  assert_true(echoes > 0);
  assert_true(metric("ddz_compute_duration_seconds_count{route=\"/spread\"}") + echoes == long_ones);
  assert_true(metric("ddz_compute_duration_seconds_sum{route=\"/spread\"}") >= 0.002 * (long_ones - echoes));
  assert_true(metric("ddz_workers_busy_seconds_total") > 0);
  assert_true(metric("ddz_connections_refused_total{reason=\"address\"}") == 0);
  assert_true(metric("ddz_memo_hits_total{engine=\"poller-0\"}") +
                  metric("ddz_memo_hits_total{engine=\"poller-1\"}") >
              10);
  assert_true(metric("ddz_memo_hits_total{engine=\"worker-0\"}") +
                  metric("ddz_memo_hits_total{engine=\"worker-1\"}") >
              10);
}

/* There is no body that it could wait for: 100 and then the answer, or with libmicrohttpd 1.0 the answer
 * alone. */
TEST(an_expectation_without_a_body_is_answered) {
  static const char go_on[] = "HTTP/1.1 100";
  char bytes[32];
  struct wire wire = wire_open(toy.port);
  wire_text(&wire, "GET /fixed HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\n\r\n");
  assert_int_equal(recv(wire.fd, bytes, sizeof go_on - 1, MSG_PEEK | MSG_WAITALL), sizeof go_on - 1);
  if (memcmp(bytes, go_on, sizeof go_on - 1) == 0) {
    for (char last = 0, byte; last != '\n' && recv(wire.fd, &byte, 1, 0) == 1;) last = byte;
    assert_int_equal(recv(wire.fd, bytes, 2, 0), 2); /* the empty line */
  }
  assert_int_equal(wire_read(&wire, &reply, false), 200);
  assert_string_equal(reply.body, "fixed");
  wire_close(&wire);
}

/* In the place of the library's own. */
static bool without_tls;

enum MHD_Result MHD_is_feature_supported(enum MHD_FEATURE feature) {
  static enum MHD_Result (*real)(enum MHD_FEATURE);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "MHD_is_feature_supported");
  return without_tls && feature == MHD_FEATURE_TLS ? MHD_NO : real(feature);
}

/* No server that speaks plainly where it was told to speak TLS. */
TEST(a_library_without_tls_is_said) {
  char error[256];
  struct server_setup setup = {.options = &toy.options, .name = "toy", .version = "1", .log_fd = -1};
  toy.options.tls_cert = toy.options.tls_key = "/etc/passwd"; /* it can be read */
  without_tls = true;
  struct server *server = server_start(&setup, error, sizeof error);
  without_tls = false;
  assert_null(server);
  assert_non_null(strstr(error, "built without TLS"));
}

int main(void) { return test_run(start, stop); }
