/* The bad requests of tests/data/malformed.jsonl, asked of the real program over HTTP, in three ways: with a
 * length, in chunks, and cut off in the middle. None closes the service, none is a 500, and a good request is
 * answered afterwards as before. */
#include "tests/support/jsonl.h"
#include "tests/support/malformed.h"
#include "tests/support/program.h"
#include "tests/support/test.h"
#include "tests/support/wire.h"

#include <signal.h>

#include "service/ops/thread.h"

struct session {
  struct program program;
  struct wire wire; /* one connection for as long as the service keeps it */
  int faults;
};

static struct session session;
static struct wire_reply reply;

static int start(void **state) {
  session.program = program_start((const char *const[]){"--memo-mib", "1", "--log-level", "notice", NULL});
  session.wire = wire_open(session.program.port);
  return session.program.port ? 0 : -1;
}

static int stop(void **state) {
  wire_close(&session.wire);
  return program_end(&session.program, SIGTERM);
}

static void send_head(json_t *line, const char *framing) {
  const char *method = jsonl_text(line, "method"), *type = jsonl_text(line, "type");
  char head[512];
  snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: t\r\n%s%s%s%s\r\n\r\n", method ? method : "POST",
           jsonl_text(line, "path"), type ? "Content-Type: " : "", type ? type : "", type ? "\r\n" : "",
           framing);
  wire_text(&session.wire, head);
}

static void send_whole(json_t *line, const struct malformed_body *body) {
  char framing[64];
  snprintf(framing, sizeof framing, "Content-Length: %zu", body->length);
  send_head(line, framing);
  wire_send(&session.wire, body->data, body->length);
}

/* In three chunks, or fewer where there is too little. */
static void send_chunked(json_t *line, const struct malformed_body *body) {
  send_head(line, "Transfer-Encoding: chunked");
  size_t step = body->length / 3 + 1;
  for (size_t at = 0; at < body->length; at += step) {
    size_t length = body->length - at < step ? body->length - at : step;
    char size[32];
    snprintf(size, sizeof size, "%zx\r\n", length);
    wire_text(&session.wire, size);
    wire_send(&session.wire, body->data + at, length);
    wire_text(&session.wire, "\r\n");
  }
  wire_text(&session.wire, "0\r\n\r\n");
}

/* What is over the limit closes the connection, whatever the body says; the next request needs a new one. */
static bool too_large(const struct malformed_body *body) { return body->length > 64 * 1024; }

static void reconnect(void) {
  wire_close(&session.wire);
  session.wire = wire_open(session.program.port);
}

static void expect(json_t *line, size_t number, const char *way, const struct malformed_body *body,
                   bool last) {
  bool large = too_large(body);
  int due = large ? 413 : (int)json_integer_value(json_object_get(line, "status"));
  const char *due_code = large ? "body_too_large" : jsonl_text(line, "code");
  wire_read(&session.wire, &reply, false);
  json_t *problem = json_loads(reply.body, 0, NULL);
  const char *code = json_string_value(json_object_get(problem, "code"));
  if (reply.status != due || !code || strcmp(code, due_code) != 0) {
    fprintf(stderr, "line %zu (%s), %s: %d %s instead of %d %s\n", number, jsonl_text(line, "name"), way,
            reply.status, code ? code : "", due, due_code);
    session.faults++;
  }
  json_decref(problem);
  if (large || last || reply.status == 0) reconnect();
}

static void ask(json_t *line, size_t number, void *self) {
  struct malformed_body body = malformed_body(line);
  send_whole(line, &body);
  expect(line, number, "with a length", &body, false);
  send_chunked(line, &body);
  expect(line, number, "in chunks", &body, true); /* no chunked body is followed by another request */
  free(body.data);
}

TEST(every_bad_request_is_answered) {
  session.faults = 0;
  assert_true(jsonl_each("malformed.jsonl", ask, NULL) >= 150);
  assert_int_equal(session.faults, 0);
}

static void cut_off(json_t *line, size_t number, void *self) {
  struct malformed_body body = malformed_body(line);
  char framing[64];
  snprintf(framing, sizeof framing, "Content-Length: %zu", body.length + 10);
  reconnect();
  send_head(line, framing);
  wire_send(&session.wire, body.data, body.length / 2);
  free(body.data);
}

/* The series of the metrics page that begins with `text`, or NULL. */
static const char *metric(const char *text) {
  reconnect();
  wire_text(&session.wire, "GET /metrics HTTP/1.1\r\nHost: t\r\n\r\n");
  wire_read(&session.wire, &reply, false);
  return strstr(reply.body, text);
}

TEST(requests_cut_off_leave_nothing_behind) {
  jsonl_each("malformed.jsonl", cut_off, NULL);
  uint64_t until_ms = clock_ms() + WIRE_WAIT_MS;
  bool alone = false; /* the one that asks; the one that asked before may still be on its way out */
  while (!alone && clock_ms() < until_ms) alone = metric("\nddz_requests_active 1\n") != NULL;
  assert_true(alone);
}

TEST(none_of_it_was_a_500) {
  assert_non_null(metric("code=\"400\""));
  assert_null(strstr(reply.body, "code=\"500\""));
}

/* The answer but for its time. */
static json_t *good_answer(void) {
  reconnect();
  assert_int_equal(
      wire_post(&session.wire, "/prompt", "{\"hand\":\"3344556677889TJQKA2\",\"limit\":50}", &reply), 200);
  json_t *answer = json_loads(reply.body, 0, NULL);
  json_object_del(answer, "elapsed_us");
  return answer;
}

TEST(a_good_request_is_answered_as_before) {
  json_t *before = good_answer();
  jsonl_each("malformed.jsonl", ask, NULL);
  json_t *after = good_answer();
  assert_true(json_equal(before, after));
  json_decref(before);
  json_decref(after);
}

int main(void) { return test_run(start, stop); }
