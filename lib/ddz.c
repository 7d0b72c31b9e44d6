#include "lib/ddz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/handle.h"
#include "lib/nets.h"
#include "lib/spare.h"

struct ddz {
  struct ddz_api *api;
  const struct nets *nets;
  unsigned answer_ms;
  struct ddz_api_request request; /* the last one, open while its text may be read */
  bool open;
  struct spare spare; /* while a body is parsed */
};

static uint64_t now_us(void *self) {
  struct timespec now;
  (void)self;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void entropy(void *self, void *bytes, size_t n) {
  (void)self;
  (void)!getentropy(bytes, n); /* cannot fail once the system runs */
}

/* A program built against an older header knows a shorter struct: what it does not know is zero. */
static struct ddz_settings settings_of(const struct ddz_settings *given) {
  struct ddz_settings settings = {0};
  if (given) memcpy(&settings, given, given->size < sizeof settings ? given->size : sizeof settings);
  return settings;
}

static void tell(char *error, size_t room, const char *text) {
  if (error && room) snprintf(error, room, "%s", text);
}

/* NULL: every setting is in its range. */
static const char *out_of_range(const struct ddz_settings *settings, bool given) {
  const struct ddz_bytes nets[] = {settings->net, settings->bids, settings->belief, settings->wild};
  if (given && (settings->size == 0 || settings->size % sizeof settings->size != 0)) /* of no such struct */
    return "settings.size: sizeof(struct ddz_settings) is due";
  if (settings->memo_bytes > DDZ_TABLES_MAX) return "settings.memo_bytes: too many";
  if (settings->table_bytes > DDZ_TABLES_MAX) return "settings.table_bytes: too many";
  for (size_t i = 0; i < sizeof nets / sizeof *nets; i++) {
    if (nets[i].size > DDZ_NET_MAX) return "settings: a net has too many bytes";
    if (nets[i].bytes == NULL && nets[i].size > 0) return "settings: the bytes of a net are NULL";
  }
  return NULL;
}

static struct nets_source source_of(const struct ddz_settings *settings) {
  static const char here;
  return (struct nets_source){.model = settings->model,
                              .code = &here,
                              .given = {{settings->net.bytes, settings->net.size},
                                        {settings->bids.bytes, settings->bids.size},
                                        {settings->belief.bytes, settings->belief.size},
                                        {settings->wild.bytes, settings->wild.size}}};
}

struct ddz *ddz_open(const struct ddz_settings *given, char *error, size_t room) {
  struct ddz_settings settings = settings_of(given);
  struct ddz_api_options options = {.memo_bytes = settings.memo_bytes, .table_bytes = settings.table_bytes};
  struct nets_source source = source_of(&settings);
  struct ddz_host host = {.now_us = now_us, .entropy = entropy};
  const char *wrong = out_of_range(&settings, given != NULL);
  struct ddz *handle = wrong ? NULL : calloc(1, sizeof *handle);
  tell(error, room, wrong ? wrong : "memory is short");
  if (handle == NULL) return NULL;
  spare_install();
  handle->answer_ms = settings.answer_ms;
  handle->api = ddz_api_new(&options, &host);
  if (handle->api != NULL) handle->nets = nets_open(&source, error, room);
  if (handle->nets == NULL) {
    ddz_close(handle);
    return NULL;
  }
  ddz_api_use_model(handle->api, handle->nets->model);
  tell(error, room, "");
  return handle;
}

struct ddz_engine *handle_engine(struct ddz *handle) {
  return handle->api->engine;
}

static void forget_last(struct ddz *handle) {
  if (handle->open) ddz_api_close(&handle->request);
  handle->open = false;
}

int ddz_ask_bytes(struct ddz *handle, const char *path, const char *body, size_t length,
                  struct ddz_reply *reply) {
  struct ddz_api_message message = {.method = body ? "POST" : "GET",
                                    .path = path,
                                    .content_type = body ? "application/json" : NULL,
                                    .body = body ? body : "",
                                    .length = length,
                                    .arrived_us = now_us(NULL),
                                    .guard_memory = spare_guard};
  struct ddz_api_request *request = &handle->request;
  forget_last(handle);
  spare_use(&handle->spare);
  ddz_api_open(request, &message);
  spare_use(NULL);
  handle->open = true;
  request->span.deadline_us = handle->answer_ms ? message.arrived_us + (uint64_t)handle->answer_ms * 1000 : 0;
  if (request->answer.status == 0) ddz_api_run(handle->api, request);
  *reply = (struct ddz_reply){.status = request->answer.status,
                              .text = request->answer.text ? request->answer.text : "",
                              .length = request->answer.length};
  return reply->status;
}

int ddz_ask(struct ddz *handle, const char *path, const char *body, struct ddz_reply *reply) {
  return ddz_ask_bytes(handle, path, body, body ? strlen(body) : 0, reply);
}

void ddz_close(struct ddz *handle) {
  if (handle == NULL) return;
  forget_last(handle);
  if (handle->api) ddz_api_free(handle->api);
  nets_close(handle->nets);
  free(handle);
}

const char *ddz_version(void) { return DDZ_VERSION; }
