/* Any bytes as the body of any route of a drop-in: an answer that is JSON of its shape, and never a 500.
 *
 * The first byte is the route's letter (below), the rest is the body. The engine `net` plays a small net of
 * random weights. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "tests/support/toy_api.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* `says`: a field of every answer, be it good or bad; `refuses`: of a bad one. */
static const struct route {
  char letter;
  const char *path, *says, *refuses;
} routes[] = {{'p', "/predict", "status", "message"},  {'l', "/legal", "status", "message"},
              {'P', "/api/play", NULL, "detail"},      {'a', "/api/actions", NULL, "detail"},
              {'b', "/api/bid", NULL, "detail"},       {'d', "/api/double", NULL, "detail"},
              {'g', "/decide_play", "action", "error"}};
enum { ROUTES = sizeof routes / sizeof *routes };

static const struct route *route_of(uint8_t letter) {
  for (size_t i = 0; i < ROUTES; i++)
    if (routes[i].letter == (char)letter) return &routes[i];
  return &routes[letter % ROUTES];
}

static void check(const struct route *route, const struct ddz_api_call *call) {
  json_t *json = call->answer.text
                     ? json_loadb(call->answer.text, call->answer.length, JSON_REJECT_DUPLICATES, NULL)
                     : NULL;
  bool right =
      json && (call->answer.status == 200 || (call->answer.status >= 400 && call->answer.status < 500));
  if (route->says) right = right && json_object_get(json, route->says);
  if (call->answer.status >= 400) right = right && json_is_string(json_object_get(json, route->refuses));
  if (!right) {
    fprintf(stderr, "%s: %d %s\n", route->path, call->answer.status,
            call->answer.text ? call->answer.text : "(no text)");
    abort();
  }
  json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  const struct route *route = route_of(data[0]);
  const struct ddz_api_request request = {.method = "POST",
                                          .path = route->path,
                                          .body = (const char *)data + 1,
                                          .length = size - 1,
                                          .dropins = (1u << DDZ_DROPINS) - 1};
  struct ddz_api_call call;
  ddz_api_open(&call, &request);
  const bool opened = call.answer.status == 0;
  ddz_api_run(toy_api(NULL), &call);
  if (opened && call.answer.status != 200) abort(); /* nothing wrong is left after open */
  check(route, &call);
  ddz_api_close(&call);
  return 0;
}
