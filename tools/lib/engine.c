#include "engine.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/nets.h"
#include "tools/lib/flags.h"

enum { LINE = 64 };

struct ddz_engine *tool_engine_new(size_t memo_bytes, size_t table_bytes) {
  const struct ddz_engine_options options = {.memo_bytes = memo_bytes, .table_bytes = table_bytes};
  const size_t size = (ddz_engine_size(&options) + LINE - 1) / LINE * LINE;
  return ddz_engine_init(tool_must(aligned_alloc(LINE, size)), &options);
}

uint64_t tool_now_us(void *self) {
  struct timespec now;
  (void)self;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static char error[MAPPED_PATH + 200];

const char *model_error(void) { return error; }

struct ddz_nets model_open(const char *path) {
  const struct nets_source source = {.model = path};
  error[0] = '\0';
  const struct nets *nets = nets_open(&source, error, sizeof error);
  return ddz_api_model_nets(nets != NULL ? nets->model : NULL);
}

char *tool_ask(struct ddz_api *api, const char *path, json_t *body) {
  char *asked = tool_must(json_dumps(body, JSON_COMPACT));
  const struct ddz_api_message message = {.method = "POST",
                                          .path = path,
                                          .body = asked,
                                          .length = strlen(asked),
                                          .arrived_us = ddz_api_now_us(api)};
  struct ddz_api_request request;
  ddz_api_open(&request, &message);
  if (request.answer.status == 0) ddz_api_run(api, &request);
  char *text = strdup(tool_must(request.answer.text));
  ddz_api_close(&request);
  free(asked);
  json_decref(body);
  return tool_must(text);
}
