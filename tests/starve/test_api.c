/* Short memory in the api: whichever allocation of a request fails, whoever asks for it (the api, jansson,
 * libc), the answer is the right one or says that memory is short. Nothing is lost: LeakSanitizer looks. */
#include "lib/spare.h"
#include "tests/starve/judge.h"
#include "tests/starve/starve.h"
#include "tests/support/api.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

enum { ALLOCATIONS_MAX = 20000 };

struct question {
  const char *method, *path;
  char *body;
};

struct tally {
  size_t requests, failures;
};

/* The status; the text, if there is one, is the caller's. `failed`: an allocation was refused. */
static int ask(const struct question *q, long n, bool all_after, char **text, bool *failed) {
  const struct ddz_api_message message = {.method = q->method,
                                          .path = q->path,
                                          .body = q->body,
                                          .length = strlen(q->body),
                                          .guard_memory = spare_guard};
  struct ddz_api_request request;
  starve_after(starve_orders(), n, all_after);
  ddz_api_open(&request, &message);
  ddz_api_run(api_here(), &request);
  *failed = atomic_load(&starve_orders()->countdown) < 0;
  starve_end(starve_orders());
  *text = request.answer.text ? strdup(request.answer.text) : NULL;
  ddz_api_close(&request);
  return request.answer.status;
}

static void check(const struct question *q, long n, int status, const char *text, const json_t *due) {
  if (!judge_answer(status, text, due))
    fail_msg("%s %s\n  allocation %ld fails, and the answer is %d %s", q->path, q->body, n, status,
             text ? text : "(nothing)");
}

static void starve_question(const struct question *q, bool all_after, struct tally *tally) {
  char *text;
  bool failed;
  int status = ask(q, 0, false, &text, &failed);
  if (status != 200) fail_msg("%s %s: %d %s", q->path, q->body, status, text);
  json_t *due = judge_read(text);
  free(text);
  failed = true;
  for (long n = 1; failed; n++) {
    if (n > ALLOCATIONS_MAX) fail_msg("%s never stops allocating", q->path);
    status = ask(q, n, all_after, &text, &failed);
    check(q, n, status, text, due);
    tally->failures += failed;
    free(text);
  }
  tally->requests++;
  json_decref(due);
}

static void starve_line(json_t *line, size_t number, void *self) {
  json_t *body = json_object_get(line, "body");
  const char *method = jsonl_text(line, "method");
  struct question q = {method ? method : "POST", jsonl_text(line, "path"),
                       body ? json_dumps(body, JSON_COMPACT) : strdup("")};
  starve_question(&q, false, self);
  starve_question(&q, true, self);
  free(q.body);
}

TEST(an_allocation_that_fails_makes_no_wrong_answer) {
  struct tally tally = {0};
  static struct spare spare;
  spare_install();
  spare_use(&spare);
  (void)api_here();
  assert_true(jsonl_each("requests.jsonl", starve_line, &tally) >= 25);
  printf("%zu requests, %zu failures injected\n", tally.requests, tally.failures);
}

/* The test would prove nothing if nothing failed. */
TEST(allocations_fail_when_they_should) {
  starve_after(starve_orders(), 2, false);
  void *first = malloc(10), *second = malloc(10), *third = malloc(10);
  assert_int_equal(starve_end(starve_orders()), 1);
  assert_true(first && !second && third);
  free(first);
  free(third);
  starve_after(starve_orders(), 1, true);
  char *copy = strdup("x"), *again = strdup("y");
  assert_int_equal(starve_end(starve_orders()), 2);
  assert_true(!copy && !again);
}

int main(void) { return test_run(NULL, NULL); }
