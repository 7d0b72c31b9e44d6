/* Tests of /batch: order kept, one bad item alone, the same on several threads as on one. */
#include <pthread.h>
#include <stdatomic.h>

#include "tests/support/api.h"
#include "tests/support/test.h"

TEST(every_item_has_the_answer_of_the_single_call) {
  static const struct {
    const char *path, *body;
  } items[] = {{"/classify", "{\"cards\":\"55566\"}"},
               {"/classify", "{\"cards\":\"33333\"}"},
               {"/prompt", "{\"hand\":\"3344556677889TJQKA2\",\"limit\":5}"},
               {"/analyze", "{\"hand\":\"334455\",\"tops\":1}"},
               {"/robot-move", "{\"hand\":\"334455\",\"role\":\"landlord\"}"},
               {"/bid-advice", "{\"hand\":\"34567789TJQKA22BR\"}"},
               {"/table", "{\"seed\":4}"}};
  enum { ITEMS = sizeof items / sizeof *items };
  char body[2000] = "[";
  for (size_t i = 0; i < ITEMS; i++)
    snprintf(body + strlen(body), sizeof body - strlen(body), "%s{\"path\":\"%s\",\"body\":%s}", i ? "," : "",
             items[i].path, items[i].body);
  strcat(body, "]");
  struct reply batch = api_post("/batch", body);
  assert_int_equal(batch.status, 200);
  assert_int_equal(json_array_size(batch.json), ITEMS);
  for (size_t i = 0; i < ITEMS; i++) {
    struct reply single = api_post(items[i].path, items[i].body);
    const json_t *item = json_array_get(batch.json, i);
    assert_int_equal(json_integer_value(json_object_get(item, "status")), single.status);
    assert_true(json_equal(json_object_get(item, "body"), single.json));
  }
}

TEST(a_path_that_is_nearly_one_is_named) {
  assert_true(api_says("/batch", "[{\"path\":\"/robot_move\"}]", "/0/body/detail",
                       "\"no item can request '/robot_move'; did you mean '/robot-move'?\""));
  assert_true(api_says("/batch", "[{\"path\":\"prompt\"}]", "/0/body/detail",
                       "\"no item can request 'prompt'; did you mean '/prompt'?\""));
}

TEST(a_bad_item_is_refused_alone) {
  static const struct {
    const char *item, *status, *code, *field;
  } lines[] = {
      {"{\"path\":\"/nowhere\",\"body\":{}}", "404", "\"not_found\"", "\"/0/path\""},
      {"{\"path\":\"/health\"}", "404", "\"not_found\"", "\"/0/path\""},
      {"{\"path\":\"/batch\",\"body\":[]}", "422", "\"nested_batch\"", "\"/0/path\""},
      {"{\"path\":7,\"body\":{}}", "400", "\"wrong_type\"", "\"/0/path\""},
      {"{\"body\":{}}", "422", "\"missing_field\"", "\"/0/path\""},
      {"{\"path\":\"/prompt\"}", "422", "\"missing_field\"", "\"/0/body\""},
      {"{\"path\":\"/prompt\",\"body\":{},\"id\":1}", "422", "\"unknown_field\"", "\"/0/id\""},
      {"{\"path\":\"/prompt\",\"body\":[]}", "400", "\"wrong_type\"", "\"\""},
      {"{\"path\":\"/prompt\",\"body\":{\"hand\":\"3\",\"limit\":0}}", "422", "\"out_of_range\"",
       "\"/limit\""},
      {"null", "400", "\"wrong_type\"", "\"/0\""},
      {"[]", "400", "\"wrong_type\"", "\"/0\""},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char body[400];
    snprintf(body, sizeof body, "[%s,{\"path\":\"/version\"}]", lines[i].item);
    struct reply reply = api_post("/batch", body);
    assert_int_equal(reply.status, 200);
    assert_string_equal(reply_at(&reply, "/0/status"), lines[i].status);
    assert_string_equal(reply_at(&reply, "/0/body/code"), lines[i].code);
    assert_string_equal(reply_at(&reply, "/0/body/field"), lines[i].field);
    assert_string_equal(reply_at(&reply, "/1/status"), "200");
  }
}

TEST(an_empty_batch_has_an_empty_answer) {
  struct reply reply = api_post("/batch", "[]");
  assert_string_equal(reply.text, "[]");
}

/* A pool of four threads, each with an api of its own. */

enum { THREADS = 4 };

struct spread {
  struct ddz_api *apis[THREADS];
  void (*item)(void *arg, size_t i, struct ddz_api *api);
  void *arg;
  size_t n;
  atomic_size_t next;
  atomic_int who;
};

static void *help(void *self) {
  struct spread *spread = self;
  struct ddz_api *api = spread->apis[atomic_fetch_add(&spread->who, 1)];
  for (size_t i; (i = atomic_fetch_add(&spread->next, 1)) < spread->n;) spread->item(spread->arg, i, api);
  return NULL;
}

static void spread_over_threads(void *self, size_t n, void (*item)(void *arg, size_t i, struct ddz_api *api),
                                void *arg) {
  struct spread *spread = self;
  pthread_t threads[THREADS];
  spread->item = item;
  spread->arg = arg;
  spread->n = n;
  atomic_store(&spread->next, 0);
  atomic_store(&spread->who, 0);
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, help, spread), 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

static char *run_with(struct ddz_api *api, const char *body, uint64_t deadline_us) {
  const struct ddz_api_message message = {
      .method = "POST", .path = "/batch", .body = body, .length = strlen(body)};
  struct ddz_api_request request;
  ddz_api_open(&request, &message);
  request.span.deadline_us = deadline_us;
  ddz_api_run(api, &request);
  assert_int_equal(request.answer.status, 200);
  char *text = strdup(request.answer.text);
  ddz_api_close(&request);
  return text;
}

TEST(several_threads_answer_as_one_does) {
  const struct ddz_api_options options = {.memo_bytes = 1 << 17};
  struct spread spread = {.n = 0};
  const struct ddz_host alone = {0}, with_help = {.self = &spread, .spread = spread_over_threads};
  struct ddz_api *one = ddz_api_new(&options, &alone), *many = ddz_api_new(&options, &with_help);
  for (int i = 0; i < THREADS; i++) spread.apis[i] = ddz_api_new(&options, &alone);

  static char body[65536] = "[";
  for (int i = 0; i < 256; i++)
    sprintf(body + strlen(body), "%s{\"path\":\"%s\",\"body\":{\"hand\":\"3%d44556677889TJQKA%s\"}}",
            i ? "," : "", i % 3 ? "/prompt" : "/analyze", 3 + i % 8, i % 5 ? "2" : "X");
  strcat(body, "]");
  char *expected = run_with(one, body, 0), *spread_out = run_with(many, body, 0);
  assert_string_equal(spread_out, expected);
  free(expected);
  free(spread_out);

  for (int i = 0; i < THREADS; i++) ddz_api_free(spread.apis[i]);
  ddz_api_free(one);
  ddz_api_free(many);
}

/* Forty items of about 20 KiB each, with room for some of them. */
enum { MANY = 40, BATCH = 300 << 10 };

static const char *forty_prompts(void) {
  static char body[16384];
  strcpy(body, "[");
  for (int i = 0; i < MANY; i++)
    sprintf(body + strlen(body),
            "%s{\"path\":\"/prompt\",\"body\":{\"hand\":\"33445566778%d9TJQKA2B\",\"limit\":1000}}",
            i ? "," : "", i % 6 + 3);
  strcat(body, "]");
  return body;
}

TEST(a_batch_longer_than_its_budget_is_cut_at_an_item) {
  const struct ddz_api_options options = {.memo_bytes = 1 << 17, .batch_bytes = BATCH};
  const struct ddz_host alone = {0};
  struct ddz_api *api = ddz_api_new(&options, &alone);
  char *text = run_with(api, forty_prompts(), 0);
  json_t *list = json_loads(text, 0, NULL), *item;
  size_t i, given = 0;
  assert_true(strlen(text) <= BATCH && strlen(text) > BATCH / 2);
  assert_int_equal(json_array_size(list), MANY);
  json_array_foreach(list, i, item) {
    bool ok = json_integer_value(json_object_get(item, "status")) == 200;
    const json_t *answer = json_object_get(item, "body");
    char field[32];
    snprintf(field, sizeof field, "/%zu", i);
    given += ok;
    assert_true(!ok || given == i + 1); /* nothing behind the first that is refused */
    if (ok) continue;
    assert_string_equal(json_string_value(json_object_get(answer, "code")), "answer_too_large");
    assert_string_equal(json_string_value(json_object_get(answer, "field")), field);
  }
  assert_true(given > 5 && given < MANY - 5);
  json_decref(list);
  free(text);
  ddz_api_free(api);
}

/* Whichever thread is first. */
TEST(the_cut_is_the_same_on_several_threads) {
  const struct ddz_api_options options = {.memo_bytes = 1 << 17, .batch_bytes = BATCH};
  struct spread spread = {.n = 0};
  const struct ddz_host alone = {0}, with_help = {.self = &spread, .spread = spread_over_threads};
  struct ddz_api *one = ddz_api_new(&options, &alone), *many = ddz_api_new(&options, &with_help);
  for (int i = 0; i < THREADS; i++) spread.apis[i] = ddz_api_new(&options, &alone);
  char *expected = run_with(one, forty_prompts(), 0);
  for (int round = 0; round < 20; round++) {
    char *text = run_with(many, forty_prompts(), 0);
    assert_string_equal(text, expected);
    free(text);
  }
  free(expected);
  for (int i = 0; i < THREADS; i++) ddz_api_free(spread.apis[i]);
  ddz_api_free(one);
  ddz_api_free(many);
}

static uint64_t late(void *self) { return 1000; }

TEST(items_whose_time_is_over_are_not_begun) {
  const struct ddz_api_options options = {.memo_bytes = 1 << 17};
  const struct ddz_host host = {.now_us = late};
  struct ddz_api *api = ddz_api_new(&options, &host);
  char *text = run_with(api, "[{\"path\":\"/version\"}]", 999);
  assert_non_null(strstr(text, "\"code\":\"too_late\""));
  assert_non_null(strstr(text, "\"status\":503"));
  free(text);
  ddz_api_free(api);
}

int main(void) { return test_run(NULL, NULL); }
