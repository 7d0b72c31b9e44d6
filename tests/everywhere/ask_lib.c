/* ask_lib.c - answer questions through libddz: a JSON line {"path","body"} in, "STATUS TEXT" out.
 *
 * usage: ask_lib NET < questions */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/ddz.h"

int main(int argc, char **argv) {
  struct ddz_settings settings = {.size = sizeof settings, .model = argc > 1 ? argv[1] : NULL};
  char error[200], *line = NULL;
  size_t room = 0;
  struct ddz *handle = ddz_open(&settings, error, sizeof error);
  if (!handle) return fprintf(stderr, "%s\n", error), 1;
  while (getline(&line, &room, stdin) > 0) {
    json_t *question = json_loads(line, 0, NULL), *body = json_object_get(question, "body");
    char *text = body ? json_dumps(body, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    struct ddz_reply reply;
    ddz_ask(handle, json_string_value(json_object_get(question, "path")), text, &reply);
    printf("%d %s\n", reply.status, reply.text);
    free(text);
    json_decref(question);
  }
  free(line);
  ddz_close(handle);
  return 0;
}
