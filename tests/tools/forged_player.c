/* forged_player - a program as the arena asks it, that plays well and at times behaves badly.
 *
 * usage: forged_player MANNER N
 *
 * Every question is answered as the service would answer it, but for every N-th, for which the manner is:
 *   never     nothing wrong at all (N is not read)
 *   illegal   cards that nobody holds
 *   garbage   a line that is no JSON
 *   silent    no answer
 *   ends      the program ends
 *   endless   a line without end
 *   twice     the answer, and another line that nobody asked for */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "api/api.h"

/* The line but for what is the arena's own is a request. */
static void reply(struct ddz_api *api, json_t *question) {
  char path[32];
  snprintf(path, sizeof path, "%s", json_string_value(json_object_get(question, "path")));
  json_object_del(question, "path");
  json_object_del(question, "legal");
  char *body = json_dumps(question, JSON_COMPACT);
  const struct ddz_api_message message = {
      .method = "POST", .path = path, .body = body, .length = strlen(body)};
  struct ddz_api_request request;
  ddz_api_open(&request, &message);
  if (request.answer.status == 0) ddz_api_run(api, &request);
  printf("%s\n", request.answer.text != NULL ? request.answer.text : "");
  ddz_api_close(&request);
  free(body);
}

static void misbehave(const char *manner) {
  if (strcmp(manner, "illegal") == 0) printf("{\"cards\":\"33333\"}\n");
  if (strcmp(manner, "garbage") == 0) printf("my best play is a pair\n");
  if (strcmp(manner, "ends") == 0) exit(0);
  if (strcmp(manner, "silent") == 0) pause();
  while (strcmp(manner, "endless") == 0) putchar('x');
}

int main(int argc, char **argv) {
  const struct ddz_api_options options = {.memo_bytes = 1 << 20};
  const struct ddz_host host = {0};
  struct ddz_api *api = ddz_api_new(&options, &host);
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  if (argc != 3 || api == NULL) return 2;
  const long every = strcmp(argv[1], "never") == 0 ? 0 : strtol(argv[2], NULL, 10);
  for (long i = 1; (length = getline(&line, &room, stdin)) > 0; i++) {
    json_t *question = json_loadb(line, (size_t)length, 0, NULL);
    const bool result = json_object_get(question, "result") != NULL; /* no decision: any line answers */
    if (result) i--;
    const bool bad = !result && every > 0 && i % every == 0;
    if (result)
      printf("noted\n");
    else if (!bad || strcmp(argv[1], "twice") == 0)
      reply(api, question);
    json_decref(question);
    if (bad && strcmp(argv[1], "twice") == 0) printf("{\"cards\":\"33333\"}\n");
    if (bad) misbehave(argv[1]);
    fflush(stdout);
  }
  free(line);
  ddz_api_free(api);
  return 0;
}
