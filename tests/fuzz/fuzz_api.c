/* Any bytes as the body of any route: an answer that is JSON, and never a 500.
 *
 * The first byte is the route's letter (below), the rest is the body. The engine `net` plays a small net of
 * random weights. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "tests/support/toy_net.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct {
  char letter;
  const char *path;
} routes[] = {{'c', "/classify"},   {'p', "/prompt"},     {'a', "/analyze"},
              {'r', "/robot-move"}, {'b', "/bid-advice"}, {'t', "/table"},
              {'B', "/batch"},      {'s', "/solve"},      {'v', "/review"}};
enum { ROUTES = sizeof routes / sizeof *routes };

static const char *path_of(uint8_t letter) {
  for (size_t i = 0; i < ROUTES; i++)
    if (routes[i].letter == (char)letter) return routes[i].path;
  return routes[letter % ROUTES].path;
}

/* A clock that goes on by 10 ms whenever it is read: limits come after as much work every time. */
static uint64_t clock_us;
static uint64_t tick(void *self) {
  (void)self;
  return clock_us += 10000;
}

/* One for all inputs, with a little memory. */
static struct ddz_api *toy_api(void) {
  static struct ddz_api *here;
  static struct toy_net toy;
  const struct ddz_api_options options = {.memo_bytes = 1 << 20, .table_bytes = 1 << 20};
  const struct ddz_host host = {.now_us = tick};
  struct ddz_api_model *model = NULL;
  if (here) return here;
  toy = toy_net_player(1);
  here = ddz_api_new(&options, &host);
  if (!here || ddz_api_model_add(&model, DDZ_MODEL_PLAY, toy.image, toy.size)) abort();
  ddz_api_use_model(here, model);
  return here;
}

static void check(const struct ddz_api_request *request) {
  json_t *json = request->answer.text
                     ? json_loadb(request->answer.text, request->answer.length, JSON_REJECT_DUPLICATES, NULL)
                     : NULL;
  bool right = json && (request->answer.status == 200 ||
                        (request->answer.status >= 400 && request->answer.status < 500));
  if (request->answer.status >= 400) right = right && json_is_string(json_object_get(json, "code"));
  if (!right) {
    fprintf(stderr, "%d %s\n", request->answer.status,
            request->answer.text ? request->answer.text : "(no text)");
    abort();
  }
  json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  const struct ddz_api_message message = {
      .method = "POST", .path = path_of(data[0]), .body = (const char *)data + 1, .length = size - 1};
  struct ddz_api_request request;
  ddz_api_open(&request, &message);
  if (request.answer.status && request.cost.kind != DDZ_COST_BOUNDED)
    abort(); /* nothing wrong takes a worker */
  bool opened = request.answer.status == 0;
  request.span.deadline_us = clock_us + 500000;
  ddz_api_run(toy_api(), &request);
  if (opened && request.answer.status != 200) abort(); /* nor is anything wrong left after it */
  check(&request);
  ddz_api_close(&request);
  return 0;
}
