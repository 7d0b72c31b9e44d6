/* Short memory in the whole program: whichever allocation fails between a connection and its end - in the
 * service, in libmicrohttpd, in jansson, in libc - the client gets the right answer, an error, or a closed
 * connection, at once; the program goes on, and at its end LeakSanitizer finds nothing lost. */
#include <signal.h>
#include <unistd.h>

#include "tests/starve/judge.h"
#include "tests/starve/starve.h"
#include "tests/support/jsonl.h"
#include "tests/support/program.h"
#include "tests/support/test.h"
#include "tests/support/wire.h"

enum { ALLOCATIONS_MAX = 20000 };

/* What the service does not end at once it keeps for an hour, and nobody here waits so long. */
#define SMALL                                                                                                \
  "--memo-mib", "1", "--threads", "1", "--workers", "1", "--log-level", "info", "--upload-ms", "3600000",    \
      "--idle-s", "3600", "--answer-ms", "3600000"

struct tally {
  size_t requests, failures, closed, refused, right;
};

static struct starve *orders;
static struct program program;
static struct wire_reply reply;

/* --- one request --- */

static void send_request(struct wire *wire, json_t *line) {
  const char *method = jsonl_text(line, "method");
  json_t *body = json_object_get(line, "body");
  char *text = body ? json_dumps(body, JSON_COMPACT) : strdup(""), head[512];
  snprintf(head, sizeof head,
           "%s %s HTTP/1.1\r\nHost: t\r\nX-Request-Id: starve\r\nContent-Length: %zu\r\nConnection: "
           "close\r\n\r\n",
           method ? method : "POST", jsonl_text(line, "path"), strlen(text));
  wire_text(wire, head);
  wire_text(wire, text);
  free(text);
}

/* On a connection of its own; true when an allocation failed meanwhile. */
static bool ask(json_t *line, long n, bool all_after) {
  starve_after(orders, n, all_after);
  struct wire wire = wire_open(program.port);
  send_request(&wire, line);
  wire_read(&wire, &reply, false);
  bool ends = wire_ends_without(&wire, "HTTP/1.1 200");
  bool failed = atomic_load(&orders->countdown) < 0;
  starve_end(orders);
  wire_close(&wire);
  if (!ends) fail_msg("allocation %ld of %s fails, and the connection stays", n, jsonl_text(line, "path"));
  return failed;
}

static void check(json_t *line, long n, const json_t *due, struct tally *tally) {
  tally->closed += reply.status == 0;
  tally->refused += reply.status == 503;
  tally->right += reply.status == 200;
  if (reply.status == 0) return;
  if (!judge_answer(reply.status, reply.body, due))
    fail_msg("%s: allocation %ld fails, and the answer is %d %s", jsonl_text(line, "path"), n, reply.status,
             reply.body);
  if (!wire_header(&reply, "Content-Type") || !wire_header(&reply, "X-Request-Id"))
    fail_msg("%s: allocation %ld fails, and the answer lacks a header\n%s", jsonl_text(line, "path"), n,
             reply.head);
}

static json_t *ask_in_peace(json_t *line) {
  ask(line, 0, false);
  if (reply.status != 200) fail_msg("%s: %d %s", jsonl_text(line, "path"), reply.status, reply.body);
  return judge_read(reply.body);
}

static void starve_request(json_t *line, bool all_after, struct tally *tally) {
  json_t *due = ask_in_peace(line);
  bool failed = true;
  for (long n = 1; failed; n++) {
    if (n > ALLOCATIONS_MAX) fail_msg("%s never stops allocating", jsonl_text(line, "path"));
    failed = ask(line, n, all_after);
    check(line, n, due, tally);
    tally->failures += failed;
  }
  json_decref(ask_in_peace(line));
  json_decref(due);
  tally->requests++;
}

static void starve_line(json_t *line, size_t number, void *self) {
  /* how the api answers is tests/starve/test_lib's; here it is the way there and back */
  const char *path = jsonl_text(line, "path");
  static char seen[64];
  if (strcmp(path, seen) == 0) return; /* one a route */
  snprintf(seen, sizeof seen, "%s", path);
  starve_request(line, false, self);
  starve_request(line, true, self);
}

TEST(a_request_short_of_memory_is_answered_or_closed) {
  struct tally tally = {0};
  program = program_start((const char *const[]){SMALL, NULL});
  assert_true(program.port > 0);
  jsonl_each("requests.jsonl", starve_line, &tally);
  static const char *const own[] = {"/health", "/ready", "/openapi.yaml", "/metrics"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    json_t *line = json_pack("{s:s,s:s}", "method", "GET", "path", own[i]);
    starve_request(line, false, &tally);
    json_decref(line);
  }
  printf("%zu requests, %zu failures injected: %zu answers right, %zu refused, %zu closed\n", tally.requests,
         tally.failures, tally.right, tally.refused, tally.closed);
  assert_true(tally.closed > 0 && tally.refused > 0);
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

/* --- the start --- */

TEST(a_start_short_of_memory_says_so) {
  size_t refused = 0, started = 0;
  bool failed = true;
  for (long n = 1; failed; n++) {
    assert_true(n < ALLOCATIONS_MAX);
    starve_after(orders, n, false);
    program = program_start((const char *const[]){SMALL, NULL});
    failed = atomic_load(&orders->countdown) < 0;
    starve_end(orders);
    int status = program_end(&program, program.port ? SIGTERM : 0);
    bool right = program.port ? status == 0 : status == 1 || status == 2;
    if (!right) fail_msg("allocation %ld fails, and the program ends with %d", n, status);
    refused += program.port == 0;
    started += program.port != 0;
  }
  printf("%zu starts refused, %zu in spite of it\n", refused, started);
  assert_true(refused > 0);
}

static int share_orders(void **state) {
  program_choose("tests/starve/ddzd");
  orders = starve_share();
  return orders ? 0 : -1;
}

static int remove_orders(void **state) { return unlink(getenv("DDZ_STARVE")); }

int main(void) { return test_run(share_orders, remove_orders); }
