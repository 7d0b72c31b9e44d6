/* Tests of api/request.c: routes, media types, JSON, and what happens when memory is short. */
#include "tests/support/api.h"
#include "tests/support/test.h"

#define HAND "{\"hand\":\"334455\"}"

TEST(a_path_that_is_not_there_is_a_404) {
  static const char *const paths[] = {"/", "", "/prompt/", "/Prompt", "/promp", "/health", "//prompt", "*"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    struct reply reply = api_post(paths[i], HAND);
    assert_int_equal(reply.status, 404);
    assert_string_equal(reply_code(&reply), "not_found");
  }
}

TEST(a_wrong_method_is_a_405_that_names_the_right_one) {
  static const struct {
    const char *method, *path, *allow;
  } lines[] = {{"GET", "/prompt", "POST"},     {"PUT", "/prompt", "POST"},
               {"HEAD", "/batch", "POST"},     {"POST", "/rules", "GET, HEAD"},
               {"get", "/rules", "GET, HEAD"}, {"OPTIONS", "/classify", "POST"}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct reply reply = api_ask_as(lines[i].method, lines[i].path, NULL, HAND, strlen(HAND));
    assert_int_equal(reply.status, 405);
    assert_string_equal(reply.allow, lines[i].allow);
  }
  struct reply head = api_ask_as("HEAD", "/rules", NULL, "", 0);
  assert_int_equal(head.status, 200);
}

TEST(json_is_taken_under_every_name_that_curl_and_libraries_give_it) {
  static const struct {
    const char *type;
    int status;
  } lines[] = {{NULL, 200},
               {"", 200},
               {"application/json", 200},
               {"application/json; charset=utf-8", 200},
               {" Application/JSON ;x=y", 200},
               {"application/x-www-form-urlencoded", 200},
               {"application/vnd.ddz.v1+json", 200},
               {"text/plain", 200},
               {"text/json", 415},
               {"+json", 415},
               {"application/jsonx", 415},
               {"application/jso", 415},
               {";", 415},
               {"multipart/form-data; boundary=x", 415}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct reply reply = api_ask_as("POST", "/classify", lines[i].type, "{\"cards\":\"3\"}", 13);
    if (reply.status != lines[i].status) fail_msg("%s gives %d", lines[i].type, reply.status);
  }
}

TEST(answers_and_problems_have_their_media_types) {
  struct reply good = api_post("/classify", "{\"cards\":\"3\"}"), bad = api_post("/classify", "{}");
  assert_string_equal(good.content_type, "application/json");
  assert_string_equal(bad.content_type, "application/problem+json");
}

TEST(the_cost_is_told_from_what_was_read) {
  static const struct {
    const char *path, *body;
    enum ddz_api_cost cost;
  } lines[] = {
      {"/prompt", HAND, DDZ_COST_BOUNDED},
      {"/prompt", "{\"hand\":\"77778\",\"rules\":\"laizi\"}", DDZ_COST_BOUNDED}, /* will be refused */
      {"/prompt", "{\"hand\":\"77789\",\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\"]}}", DDZ_COST_BOUNDED},
      {"/prompt", "{\"hand\":\"77778\",\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\"]}}", DDZ_COST_BOUNDED},
      {"/prompt", "{\"hand\":\"7777334455668899TJQK\",\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\"]}}",
       DDZ_COST_LONG},
      {"/analyze",
       "{\"hand\":\"7788334455TTJJQQKKAA\",\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\",\"8\"]}}",
       DDZ_COST_LONG},
      {"/batch", "[]", DDZ_COST_BOUNDED},
      {"/batch", "[{\"path\":\"/classify\",\"body\":{\"cards\":\"3\"}}]", DDZ_COST_BOUNDED},
      {"/batch", "[{\"path\":\"/solve\",\"body\":{\"landlord\":\"3\",\"farmer\":\"4\"}}]", DDZ_COST_LONG},
      {"/batch", "[{\"path\":\"/solve\",\"body\":{\"landlord\":\"3\",\"farmer\":\"x\"}}]", DDZ_COST_BOUNDED},
      {"/solve", "{\"landlord\":\"3\",\"farmer\":\"4\"}", DDZ_COST_LONG},
      {"/solve", "{\"landlord\":\"33333\",\"farmer\":\"4\"}", DDZ_COST_BOUNDED},
      {"/review", "{\"seed\":1,\"actions\":[{\"cards\":\"3\"}]}", DDZ_COST_BOUNDED},
      {"/robot-move", "{\"hand\":\"3\",\"role\":\"landlord\",\"limit\":{\"ms\":5}}", DDZ_COST_LONG},
      {"/robot-move", "{\"hand\":\"3\",\"limit\":{\"ms\":5}}", DDZ_COST_BOUNDED},
      {"/table", "{}", DDZ_COST_BOUNDED},
      {"/table", "{\"rules\":\"laizi\"}", DDZ_COST_BOUNDED}, /* draws one wild rank */
      {"/table", "{\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\",\"8\"]}}", DDZ_COST_LONG},
      {"/table", "3", DDZ_COST_BOUNDED},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct reply reply = api_post(lines[i].path, lines[i].body);
    if (reply.cost != lines[i].cost) fail_msg("%s %s has cost %d", lines[i].path, lines[i].body, reply.cost);
  }
}

#define SOLVE "{\"path\":\"/solve\",\"body\":{\"landlord\":\"3\",\"farmer\":\"4\"}}"
/* Nodes where ranks are wild: how long they take is not known, nor is it of a batch with such an item. */
#define WILD                                                                                                 \
  "{\"path\":\"/robot-move\",\"body\":{\"hand\":\"77334455\",\"role\":\"landlord\",\"engine\":\"search\","   \
  "\"limit\":{\"nodes\":9},\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\"]}}}"
#define PROMPT "{\"path\":\"/prompt\",\"body\":{\"hand\":\"33445566778899TTJJQQ\"}}"
TEST(a_long_call_says_its_size_and_its_own_limit) {
  static const struct {
    const char *path, *body;
    unsigned size;
    uint64_t at_most_us;
  } lines[] = {
      {"/solve", "{\"landlord\":\"334455\",\"farmer\":\"667788\"}", 4, 10000000},
      {"/solve", "{\"landlord\":\"334455\",\"farmer\":\"667788\",\"limit\":{\"nodes\":7}}", 4, 60000000},
      {"/solve", "{\"landlord\":\"334455\",\"farmer\":\"667788\",\"limit\":{\"ms\":7}}", 4, 7000},
      {"/solve", "{\"hands\":{\"landlord\":[\"3\",\"4\"],\"landlord_down\":\"33\",\"landlord_up\":\"44\"}}",
       2, 10000000},
      {"/solve",
       "{\"hands\":{\"landlord\":\"33334444555566667777\",\"landlord_down\":\"88889999TTTTJJJJQ\","
       "\"landlord_up\":\"QQQKKKKAAAA2222BR\"}}",
       15, 10000000},
      {"/robot-move", "{\"hand\":\"334455\",\"role\":\"landlord\",\"level\":10}", 10, 100000},
      {"/review", "{\"seed\":1,\"actions\":[],\"limit\":{\"ms\":30}}", 0, 30000},
      {"/batch", "[" SOLVE ",7,{\"path\":\"/version\"}," SOLVE "]", 2, 20000100},
      {"/batch", "[" PROMPT "," PROMPT "," PROMPT "," PROMPT "]", 0, 2480},
      {"/batch", "[" WILD "," SOLVE "]", 2, 0},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_api_message message = {
        .method = "POST", .path = lines[i].path, .body = lines[i].body, .length = strlen(lines[i].body)};
    struct ddz_api_request request;
    ddz_api_open(&request, &message);
    assert_int_equal(request.cost.kind, DDZ_COST_LONG);
    assert_int_equal(request.cost.group, lines[i].size);
    assert_int_equal(request.cost.at_most_us, lines[i].at_most_us);
    ddz_api_close(&request);
  }
}

static uint64_t slow_clock(void *self) {
  uint64_t *now = self;
  return *now += 100;
}

/* A request whose clock goes on by 100 us whenever it is read. */
struct timed {
  const char *path, *body;
  uint64_t waited_us, deadline_us; /* 0: none of its own */
  int word;                        /* what others say: stop, you are busy */
  struct ddz_api *api;
  struct ddz_api_request request; /* answered */
  uint64_t now_us;
  atomic_int said;
};

static void timed_ask(struct timed *t) {
  t->now_us = 1000000;
  atomic_init(&t->said, t->word);
  const struct ddz_api_options options = {.memo_bytes = 1 << 20};
  const struct ddz_host host = {.self = &t->now_us, .now_us = slow_clock};
  const struct ddz_api_message message = {.method = "POST",
                                          .path = t->path,
                                          .body = t->body,
                                          .length = strlen(t->body),
                                          .arrived_us = t->now_us - t->waited_us};
  t->api = ddz_api_new(&options, &host);
  ddz_api_open(&t->request, &message);
  t->request.span.word = &t->said;
  if (t->deadline_us) t->request.span.deadline_us = t->now_us + t->deadline_us;
  ddz_api_run(t->api, &t->request);
}

static void timed_end(struct timed *t) {
  ddz_api_close(&t->request);
  ddz_api_free(t->api);
}

#define TURN "{\"hand\":\"3345567889TJQKAA22BR\",\"role\":\"landlord\""

/* The nodes a search of 10 ms comes to when it is its turn so long after it was asked for. */
static long long nodes_after_waiting(uint64_t wait_us) {
  struct timed t = {.path = "/robot-move",
                    .body = TURN ",\"limit\":{\"ms\":10}}",
                    .waited_us = wait_us,
                    .word = DDZ_STOP_NOT};
  timed_ask(&t);
  assert_int_equal(t.request.answer.status, 200);
  const long long nodes = (long long)t.request.answer.nodes;
  timed_end(&t);
  return nodes;
}

TEST(a_limit_in_ms_counts_from_the_arrival) {
  const long long at_once = nodes_after_waiting(0), later = nodes_after_waiting(9000);
  assert_true(later > 0 && later < at_once / 4);
  assert_int_equal(nodes_after_waiting(10000), 0);
}

/* What others did to a request shows in its answer: how long it waited, what ended it, who stood in. */
TEST(an_answer_says_what_it_got) {
  static const struct {
    const char *more; /* of the body */
    uint64_t waited_us, deadline_us;
    int word; /* what others say: stop, you are busy */
    int status;
    const char *has, *lacks;
  } rows[] = {
      {"", 0, 0, DDZ_STOP_NOT, 200, "\"engine\":\"rules\"", "limit_reached"},
      {",\"limit\":{\"nodes\":500}", 0, 0, DDZ_STOP_NOT, 200, "\"limit_reached\":\"nodes\"", "busy"},
      {",\"limit\":{\"ms\":10}", 0, 0, DDZ_STOP_NOT, 200, "\"limit_reached\":\"time\"", "waited_ms"},
      {",\"limit\":{\"ms\":10}", 4000, 0, DDZ_STOP_NOT, 200, "\"waited_ms\":4", "busy"},
      {",\"limit\":{\"ms\":10}", 6000, 0, DDZ_STOP_NOT, 200, "\"busy\":true", "stands_in_for"},
      {",\"limit\":{\"ms\":10}", 0, 2000, DDZ_STOP_NOT, 200, "\"limit_reached\":\"deadline\"", "\"time\""},
      {",\"limit\":{\"ms\":10}", 0, 0, DDZ_STOP_BUSY, 200, "\"limit_reached\":\"busy\"", "\"time\""},
      {",\"limit\":{\"ms\":10}", 20000, 0, DDZ_STOP_NOT, 200, "\"stands_in_for\":\"search\"", "\"none\""},
      {",\"limit\":{\"ms\":10},\"engine\":\"search\"", 20000, 0, DDZ_STOP_NOT, 503, "too_late", "cards"},
      {",\"limit\":{\"ms\":10},\"engine\":\"search\"", 0, 0, DDZ_STOP_NOT, 200, "\"engine\":\"search\"",
       "stands_in"},
      {",\"limit\":{\"nodes\":5000},\"engine\":\"search\"", 0, 0, DDZ_STOP_BUSY, 503, "too_late", "cards"},
      /* a short time that nothing took away is searched in, with the least a search can do; where it ends
       * before the search begins another stands in */
      {",\"limit\":{\"ms\":1},\"engine\":\"search\"", 0, 0, DDZ_STOP_NOT, 200, "\"engine\":\"search\"",
       "stands_in"},
      {",\"limit\":{\"ms\":1},\"engine\":\"search\"", 800, 0, DDZ_STOP_NOT, 200,
       "\"stands_in_for\":\"search\"", "\"none\""},
      {",\"limit\":{\"ms\":1},\"engine\":\"search\"", 900, 0, DDZ_STOP_NOT, 503, "too_late", "cards"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char body[200];
    snprintf(body, sizeof body, TURN "%s}", rows[i].more);
    struct timed t = {.path = "/robot-move",
                      .body = body,
                      .waited_us = rows[i].waited_us,
                      .deadline_us = rows[i].deadline_us,
                      .word = rows[i].word};
    timed_ask(&t);
    const int status = t.request.answer.status;
    const char *text = t.request.answer.text;
    if (status != rows[i].status || !strstr(text, rows[i].has) || strstr(text, rows[i].lacks))
      fail_msg("row %zu: %d, wanted %s and no %s: %s", i, status, rows[i].has, rows[i].lacks, text);
    timed_end(&t);
  }
}

/* What the metrics are told: one search for each limit, and how it ended. A queue that refuses counts what
 * is asked for. */
TEST(searches_are_counted_by_how_they_ended) {
#define MOVE(more) "{\"path\":\"/robot-move\",\"body\":" TURN more "}}"
#define ITEMS "[" MOVE(",\"limit\":{\"nodes\":500}") "," MOVE("") "," MOVE(",\"limit\":{\"nodes\":1}") "]"
#define CALLS                                                                                                \
  "{\"rules\":\"huanle\",\"seed\":7,\"robots\":{\"1\":{\"limit\":{\"nodes\":50}},\"2\":{\"limit\":{\"ms\":"  \
  "5}}}"
  enum { NOT = DDZ_STOP_NOT, BUSY = DDZ_STOP_BUSY, LEFT = DDZ_STOP_LEFT };
  static const struct {
    const char *path, *body;
    uint64_t waited_us, deadline_us;
    int word;
    unsigned asked, ended[DDZ_SEARCH_OUTCOMES]; /* whole, cut, stood in, brief, refused */
  } rows[] = {
      {"/classify", "{\"cards\":\"33\"}", 0, 0, NOT, 0, {0}},
      {"/robot-move", TURN "}", 0, 0, BUSY, 0, {0}}, /* no search */
      {"/robot-move", TURN ",\"limit\":{\"nodes\":500}}", 0, 0, NOT, 1, {1}},
      {"/robot-move", TURN ",\"limit\":{\"nodes\":500}}", 900000, 0, NOT, 1, {1}}, /* late, but whole */
      {"/robot-move", TURN ",\"limit\":{\"nodes\":9000000}}", 0, 10000, NOT, 1, {1}},
      {"/robot-move", TURN ",\"limit\":{\"nodes\":9000000}}", 90000, 10000, NOT, 1, {0, 1}},
      {"/robot-move", TURN ",\"limit\":{\"ms\":10}}", 4000, 0, NOT, 1, {1}},
      {"/robot-move", TURN ",\"limit\":{\"ms\":10}}", 6000, 0, NOT, 1, {0, 1}},
      {"/robot-move", TURN ",\"limit\":{\"ms\":10}}", 20000, 0, NOT, 1, {0, 0, 1}},
      {"/robot-move", TURN ",\"limit\":{\"ms\":10}}", 0, 0, BUSY, 1, {0, 0, 1}},
      {"/robot-move",
       TURN ",\"limit\":{\"ms\":10},\"engine\":\"search\"}",
       20000,
       0,
       NOT,
       1,
       {0, 0, 0, 0, 1}},
      {"/robot-move", TURN ",\"limit\":{\"ms\":10}}", 0, 0, LEFT, 1, {0}},
      {"/bid-advice", "{\"hand\":\"3345567889TJQKA22\",\"limit\":{\"nodes\":9000}}", 0, 0, NOT, 1, {1}},
      {"/solve", "{\"landlord\":\"33\",\"farmer\":\"4\"}", 0, 0, NOT, 1, {1}},
      {"/review", "{\"seed\":1,\"actions\":[],\"limit\":{\"ms\":30}}", 20000, 0, NOT, 1, {0, 1}},
      {"/table", CALLS "}", 0, 0, NOT, 1, {2}},
      {"/table", CALLS "}", 0, 0, BUSY, 1, {0, 1}}, /* no turn came */
      {"/table", "{\"rules\":\"huanle\",\"seed\":7,\"robots\":{\"1\":true}}", 0, 0, BUSY, 0, {0}},
      {"/batch", ITEMS, 0, 0, NOT, 2, {1, 0, 0, 1}},
      {"/batch", ITEMS, 0, 0, BUSY, 2, {0, 0, 0, 0, 2}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct timed t = {.path = rows[i].path,
                      .body = rows[i].body,
                      .waited_us = rows[i].waited_us,
                      .deadline_us = rows[i].deadline_us,
                      .word = rows[i].word};
    timed_ask(&t);
    const unsigned *ended = t.request.answer.searches.ended, asked = t.request.cost.searches;
    if (asked != rows[i].asked || memcmp(ended, rows[i].ended, sizeof rows[i].ended) != 0)
      fail_msg("row %zu: %u, %u %u %u %u %u: %s", i, asked, ended[0], ended[1], ended[2], ended[3], ended[4],
               t.request.answer.text);
    timed_end(&t);
  }
}

/* Others wait, and a batch has had its time slice: what takes no time is answered all the same, what is long
 * is not. Nobody waits any more: nothing is. Both were refused before. */
TEST(a_batch_that_is_to_end_answers_what_is_short) {
  static const char body[] = "[{\"path\":\"/classify\",\"body\":{\"cards\":\"33\"}},{\"path\":\"/"
                             "robot-move\",\"body\":" TURN ",\"limit\":{\"nodes\":100000}}}]";
  static const struct {
    int word, first, second; /* status of each item */
  } rows[] = {{DDZ_STOP_NOT, 200, 200}, {DDZ_STOP_BUSY, 200, 503}, {DDZ_STOP_LEFT, 503, 503}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct timed t = {.path = "/batch", .body = body, .word = rows[i].word};
    timed_ask(&t);
    json_t *said = json_loads(t.request.answer.text, 0, NULL);
    for (size_t k = 0; k < 2; k++)
      assert_int_equal(json_integer_value(json_object_get(json_array_get(said, k), "status")),
                       k == 0 ? rows[i].first : rows[i].second);
    json_decref(said);
    timed_end(&t);
  }
}

int main(void) { return test_run(NULL, NULL); }
