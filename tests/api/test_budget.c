/* Every answer has a bound in bytes, whatever is asked. */
#include "api/route.h"
#include "tests/support/api.h"
#include "tests/support/test.h"

/* 35,000 legal plays: before there were bounds, an answer of 15.6 MB that took 317 MiB. */
#define MANY_PLAYS                                                                                           \
  "{\"landlord\":\"333355556789TJQKA2BR\",\"farmer\":\"4466778899TTJJQKA\","                                 \
  "\"rules\":{\"preset\":\"laizi\",\"wild\":[\"3\",\"5\"]},\"solutions\":\"scored\",\"limit\":{\"ms\":60}%"  \
  "s}"

static const char *many_plays(const char *more) {
  static char body[400];
  snprintf(body, sizeof body, MANY_PLAYS, more);
  return body;
}

static size_t size_at(const struct reply *reply, const char *key) {
  return json_array_size(json_object_get(reply->json, key));
}

TEST(a_list_of_plays_is_bounded_and_says_how_many_there_are) {
  struct reply reply = api_post("/solve", many_plays(""));
  assert_int_equal(reply.status, 200);
  assert_true(strlen(reply.text) <= DDZ_ANSWER_BYTES);
  assert_int_equal(size_at(&reply, "moves"), 1000);
  assert_true(atoi(reply_at(&reply, "/count")) > 30000);
  assert_true(size_at(&reply, "unproven") <= 1000 && size_at(&reply, "plays") <= 1000);
  assert_true(atoi(reply_at(&reply, "/unproven_count")) + atoi(reply_at(&reply, "/plays_count")) > 1000);
  reply = api_post("/solve", many_plays(",\"top\":3"));
  assert_int_equal(size_at(&reply, "moves"), 3);
  assert_true(atoi(reply_at(&reply, "/count")) > 30000);
}

static uint64_t ticking(void *self) {
  uint64_t *now = self;
  return *now += 100;
}

/* The answer of an api whose answers are short. */
static struct ddz_api_request ask_within(size_t bytes, const char *path, const char *body) {
  uint64_t now_us = 0;
  const struct ddz_api_options options = {.memo_bytes = 1 << 17, .answer_bytes = bytes};
  const struct ddz_host host = {.self = &now_us, .now_us = ticking};
  const struct ddz_api_message message = {
      .method = "POST", .path = path, .body = body, .length = strlen(body)};
  struct ddz_api *api = ddz_api_new(&options, &host);
  struct ddz_api_request request;
  ddz_api_open(&request, &message);
  ddz_api_run(api, &request);
  ddz_api_free(api);
  return request;
}

TEST(an_answer_beyond_its_budget_is_refused_and_says_what_to_lower) {
  struct ddz_api_request request = ask_within(100 << 10, "/solve", many_plays(""));
  assert_int_equal(request.answer.status, 422);
  assert_string_equal(request.answer.code, "answer_too_large");
  assert_non_null(strstr(request.answer.text,
                         "\"detail\":\"the response would be longer than 102400 bytes; lower `top`\""));
  assert_non_null(strstr(request.answer.text, "\"field\":\"/top\""));
  ddz_api_close(&request);
  request = ask_within(100 << 10, "/solve", many_plays(",\"top\":50"));
  assert_int_equal(request.answer.status, 200);
  ddz_api_close(&request);
}

TEST(an_item_of_a_batch_has_the_budget_of_a_single_answer) {
  char body[800];
  snprintf(body, sizeof body, "[{\"path\":\"/version\"},{\"path\":\"/solve\",\"body\":%s}]", many_plays(""));
  struct ddz_api_request request = ask_within(100 << 10, "/batch", body);
  assert_int_equal(request.answer.status, 200);
  assert_non_null(strstr(request.answer.text, "[{\"status\":200,"));
  assert_non_null(
      strstr(request.answer.text, "{\"status\":422,\"body\":{\"type\":\"urn:ddz:problem:answer_too_large\""));
  assert_non_null(strstr(request.answer.text, "\"field\":\"/top\""));
  ddz_api_close(&request);
}

/* The largest answers there are, of routes that are not bounded by the options: room is left. */
TEST(what_a_question_bounds_stays_within_its_row) {
#define WILD "\"rules\":{\"preset\":\"laizi\",\"wild\":[\"3\",\"4\"]}"
  static const struct {
    const char *method, *path, *body;
  } lines[] = {
      {"POST", "/classify", "{\"cards\":\"33334444555666777\"," WILD "}"},
      {"POST", "/classify", "{\"cards\":\"33334444\"," WILD ",\"last\":\"\"}"},
      {"POST", "/classify", "{\"cards\":\"3333444455\"," WILD ",\"last\":\"55566677\"}"},
      {"POST", "/classify", "{\"cards\":[0,1,2,3,4,5,6,7,12,13,16,17],\"notation\":\"botzone\"," WILD "}"},
      {"POST", "/bid-advice", "{\"hand\":\"34567789TJQKA22BR\"}"},
      {"GET", "/rules", ""},
      {"GET", "/version", ""},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const struct ddz_api_route *route = ddz_route_of(lines[i].path);
    struct reply reply =
        api_ask_as(lines[i].method, lines[i].path, NULL, lines[i].body, strlen(lines[i].body));
    if (strlen(reply.text) * 2 > (size_t)route->longest || route->longest <= 0)
      fail_msg("%s %s: %zu bytes", lines[i].path, lines[i].body, strlen(reply.text));
  }
}

TEST(a_short_bound_is_never_too_short_for_an_answer_without_lists) {
  struct ddz_api_request request = ask_within(1, "/classify", "{\"cards\":\"3\"}");
  assert_int_equal(request.answer.status, 200);
  ddz_api_close(&request);
}

int main(void) { return test_run(NULL, NULL); }
