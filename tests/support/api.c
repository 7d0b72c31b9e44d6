#include "api.h"

#include "now.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t ticking(void *self) {
  uint64_t *now = self;
  return *now += 100;
}

/* What a test can foresee: 1, 2, 3. */
static void counting(void *self, void *bytes, size_t n) {
  static unsigned char last;
  (void)self;
  memset(bytes, 0, n);
  *(unsigned char *)bytes = ++last;
}

static struct ddz_api *here;
static uint64_t now_us;
static struct reply kept[REPLIES_KEPT];
static unsigned last; /* of those kept */

static void forget(struct reply *reply) {
  json_decref(reply->json);
  free(reply->text);
}

static void release(void) {
  for (int i = 0; i < REPLIES_KEPT; i++) forget(&kept[i]);
  ddz_api_free(here);
}

struct ddz_api *api_here(void) {
  if (here) return here;
  const struct ddz_api_options options = {.memo_bytes = 1 << 20};
  const struct ddz_host host = {.self = &now_us, .now_us = ticking, .entropy = counting};
  here = ddz_api_new(&options, &host);
  if (!here) abort();
  atexit(release);
  return here;
}

static json_t *read_back(const char *text) {
  json_error_t error;
  json_t *json = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
  if (json) return json;
  fprintf(stderr, "the api answered what is no JSON: %s\n%s\n", error.text, text);
  abort();
}

/* What is wrong is refused by open and costs nothing; what open lets through has an answer. */
static void check_steps(const struct ddz_api_request *request, bool opened, const char *body, size_t length) {
  bool short_memory = request->answer.status == 503;
  if (opened ? request->answer.status == 200 || short_memory : request->cost.kind == DDZ_COST_BOUNDED) return;
  fprintf(stderr, "%.*s: %s, cost %d, status %d\n", (int)length, body, opened ? "opened" : "refused",
          request->cost.kind, request->answer.status);
  abort();
}

struct reply api_ask_for(const struct ddz_api_message *message) {
  struct ddz_api *api = api_here();
  struct ddz_api_request request;
  ddz_api_open(&request, message);
  bool opened = request.answer.status == 0;
  ddz_api_run(api, &request);
  check_steps(&request, opened, message->body, message->length);
  struct reply reply = {.status = request.answer.status,
                        .cost = request.cost.kind,
                        .content_type = request.answer.content_type,
                        .allow = request.allow};
  if (request.answer.text) {
    if (strlen(request.answer.text) != request.answer.length) abort();
    reply.text = strdup(request.answer.text);
  }
  ddz_api_close(&request);
  last = (last + 1) % REPLIES_KEPT;
  forget(&kept[last]);
  return kept[last] = reply;
}

struct reply api_ask_as(const char *method, const char *path, const char *type, const char *body,
                        size_t length) {
  struct reply reply = api_ask_for(&(struct ddz_api_message){
      .method = method, .path = path, .content_type = type, .body = body, .length = length});
  if (reply.text) reply.json = read_back(reply.text);
  test_now(NOW_ASKED, "%s %.*s: %d %.120s", path, length < 160 ? (int)length : 160, body, reply.status,
           reply.text ? reply.text : "");
  return kept[last] = reply;
}

struct reply api_post(const char *path, const char *body) {
  return api_ask_as("POST", path, NULL, body, strlen(body));
}
struct reply api_get(const char *path) {
  return api_ask_as("GET", path, NULL, "", 0);
}

struct reply api_post_json(const char *path, json_t *body) {
  char *text = json_dumps(body, JSON_COMPACT);
  struct reply reply = api_post(path, text);
  free(text);
  json_decref(body);
  return reply;
}

/* One step of a pointer; our keys need no unescaping. */
static json_t *step(json_t *json, const char *key, size_t length) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)length, key);
  if (json_is_array(json)) return json_array_get(json, (size_t)atoi(name));
  return json_object_get(json, name);
}

const char *reply_at(const struct reply *reply, const char *pointer) {
  static char *dumped;
  json_t *json = reply->json;
  while (json && *pointer == '/') {
    size_t n = strcspn(++pointer, "/");
    json = step(json, pointer, n);
    pointer += n;
  }
  free(dumped);
  dumped = json ? json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(12)) : NULL;
  return dumped ? dumped : "absent";
}

const char *reply_code(const struct reply *reply) {
  const char *code = json_string_value(json_object_get(reply->json, "code"));
  return reply->status >= 400 && code ? code : "";
}

bool api_says(const char *path, const char *body, const char *pointer, const char *value) {
  struct reply reply = api_post(path, body);
  const char *found = reply_at(&reply, pointer);
  const bool same = strcmp(found, value) == 0;
  if (!same)
    fprintf(stderr, "%s %s\n  has at %s %s instead of %s\n  %s\n", path, body, pointer, found, value,
            reply.text);
  return same;
}
