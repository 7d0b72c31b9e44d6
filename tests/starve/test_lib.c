/* Short memory in libddz: whichever allocation of a question fails, whoever asks for it (the library,
 * jansson, libc), the answer is the right one or 503, and the handle answers as before afterwards. Nothing is
 * lost: LeakSanitizer looks. */
#include "lib/ddz.h"
#include "tests/starve/judge.h"
#include "tests/starve/starve.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

enum { ALLOCATIONS_MAX = 20000 };

struct tally {
  struct ddz *handle;
  size_t requests, failures;
};

/* True when an allocation was refused. */
static bool ask(struct ddz *handle, const char *path, const char *body, long n, bool all_after,
                struct ddz_reply *reply) {
  starve_after(starve_orders(), n, all_after);
  ddz_ask(handle, path, body, reply);
  bool failed = atomic_load(&starve_orders()->countdown) < 0;
  starve_end(starve_orders());
  return failed;
}

static void starve_question(struct tally *tally, const char *path, const char *body, bool all_after) {
  struct ddz_reply reply;
  ask(tally->handle, path, body, 0, false, &reply);
  if (reply.status != 200) fail_msg("%s %s: %d %s", path, body, reply.status, reply.text);
  json_t *due = judge_read(reply.text);
  bool failed = true;
  for (long n = 1; failed; n++) {
    if (n > ALLOCATIONS_MAX) fail_msg("%s never stops allocating", path);
    failed = ask(tally->handle, path, body, n, all_after, &reply);
    if (!judge_answer(reply.status, *reply.text ? reply.text : NULL, due))
      fail_msg("%s %s\n  allocation %ld fails, and the answer is %d %s", path, body, n, reply.status,
               reply.text);
    tally->failures += failed;
  }
  tally->requests++;
  json_decref(due);
}

static void starve_line(json_t *line, size_t number, void *self) {
  json_t *body = json_object_get(line, "body");
  char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
  starve_question(self, jsonl_text(line, "path"), text, false);
  starve_question(self, jsonl_text(line, "path"), text, true);
  free(text);
}

/* `pieces` items of a batch: texts longer than the memory that a handle has at hand. */
static char *long_body(size_t pieces) {
  char *body = malloc(64 + pieces * 64), *end = body;
  end += sprintf(end, "[");
  for (size_t i = 0; i < pieces; i++)
    end += sprintf(end, "%s{\"path\":\"/classify\",\"body\":{\"cards\":\"33344455566677788899\"}}",
                   i ? "," : "");
  strcpy(end, "]");
  return body;
}

TEST(an_allocation_that_fails_makes_no_wrong_answer) {
  struct ddz_settings settings = {.size = sizeof settings, .model = "none", .table_bytes = 1 << 20};
  struct tally tally = {.handle = ddz_open(&settings, NULL, 0)};
  assert_non_null(tally.handle);
  assert_true(jsonl_each("requests.jsonl", starve_line, &tally) >= 25);
  char *body = long_body(200);
  starve_question(&tally, "/batch", body, true);
  free(body);
  printf("%zu requests, %zu failures injected\n", tally.requests, tally.failures);
  ddz_close(tally.handle);
}

TEST(a_handle_opens_whole_or_not_at_all) {
  bool failed = true;
  for (long n = 1; failed; n++) {
    struct ddz_settings settings = {.size = sizeof settings, .model = "none", .table_bytes = 1 << 20};
    char error[100] = "";
    starve_after(starve_orders(), n, false);
    struct ddz *handle = ddz_open(&settings, error, sizeof error);
    failed = starve_end(starve_orders()) > 0;
    if (handle == NULL && strstr(error, "memory is short") == NULL)
      fail_msg("allocation %ld fails: '%s'", n, error);
    ddz_close(handle);
  }
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
