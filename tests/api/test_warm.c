/* An engine that was warmed has used its memo, and answers as before. */
#include "api/api.h"
#include "tests/support/test.h"

static char *answer_of(struct ddz_api *api) {
  static const char body[] = "{\"hand\":\"334556789TTJQKA2R\",\"limit\":3}";
  const struct ddz_api_message message = {
      .method = "POST", .path = "/prompt", .body = body, .length = sizeof body - 1};
  struct ddz_api_request request;
  ddz_api_open(&request, &message);
  ddz_api_run(api, &request);
  char *text = strdup(request.answer.text);
  ddz_api_close(&request);
  return text;
}

TEST(warming_touches_the_memo_and_changes_no_answer) {
  const struct ddz_api_options options = {.memo_bytes = 1 << 20, .table_bytes = 1 << 20};
  const struct ddz_host host = {0};
  uint64_t stats[DDZ_API_STATS];
  struct ddz_api *cold = ddz_api_new(&options, &host), *warm = ddz_api_new(&options, &host);
  assert_non_null(cold);
  assert_non_null(warm);
  ddz_api_warm(warm);
  ddz_api_stats(cold, stats);
  assert_int_equal(stats[DDZ_API_MEMO_FILL], 0);
  ddz_api_stats(warm, stats);
  assert_true(stats[DDZ_API_MEMO_FILL] > 0);
  char *a = answer_of(cold), *b = answer_of(warm);
  assert_string_equal(a, b);
  free(a);
  free(b);
  ddz_api_free(cold);
  ddz_api_free(warm);
}

int main(void) { return test_run(NULL, NULL); }
