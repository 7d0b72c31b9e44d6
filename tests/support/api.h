/* api.h - asking the api without a server.
 *
 * One api for the whole test program, with a clock that goes on by 100 us whenever it is looked at, so that
 * `elapsed_us` is the same every time. */
#pragma once

#include <jansson.h>

#include "api/api.h"

/* Kept until so many more were asked for. */
enum { REPLIES_KEPT = 1024 };
struct reply {
  int status;
  enum ddz_api_cost cost;
  const char *content_type, *allow;
  char *text;   /* NULL when memory was short */
  json_t *json; /* the text read again; NULL without text. A text that is no JSON aborts */
};

struct ddz_api *api_here(void);

/* One request through open, run and close. Aborts when something wrong gets past open, or is called LONG. The
 * text is not read as JSON. */
struct reply api_ask_for(const struct ddz_api_message *message);

/* The same, read. `type` NULL: no content type. */
struct reply api_ask_as(const char *method, const char *path, const char *type, const char *body,
                        size_t length);
struct reply api_post(const char *path, const char *body);
struct reply api_post_json(const char *path, json_t *body); /* takes over `body` */
struct reply api_get(const char *path);

/* The text at a JSON pointer of the reply ("/prompts/0/cards"), dumped compactly; "absent" when there is
 * nothing. Kept until the next call. */
const char *reply_at(const struct reply *reply, const char *pointer);

/* Does the answer have this at the pointer? What it has instead is told. */
bool api_says(const char *path, const char *body, const char *pointer, const char *value);

/* The `code` of a problem, "" for an answer. */
const char *reply_code(const struct reply *reply);
