/* every_route.c - one handle asked every kind of question, for those who watch its memory: valgrind,
 * MemorySanitizer, and the program itself.
 *
 * usage: every_route FILE [BYTES]    FILE: questions, a line {"path", "body", "method"} each
 *        with BYTES: fails when a handle makes more of them resident than these, the nets not counted */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/ddz.h"

/* Bytes of this process that lie in memory and in no file. */
static long resident(void) {
  char line[200];
  long kib = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) (void)sscanf(line, "RssAnon: %ld", &kib);
  if (status) fclose(status);
  return kib * 1024;
}

static int ask_line(struct ddz *handle, const char *line) {
  struct ddz_reply reply;
  json_t *question = json_loads(line, 0, NULL), *body = json_object_get(question, "body");
  char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
  int status = ddz_ask(handle, json_string_value(json_object_get(question, "path")), text, &reply);
  if (status != 200) fprintf(stderr, "%s -> %d %s\n", line, status, reply.text);
  free(text);
  json_decref(question);
  return status;
}

static long ask_all(struct ddz *handle, const char *path) {
  static char line[1 << 16];
  FILE *file = fopen(path, "r");
  long wrong = file == NULL;
  while (file && fgets(line, sizeof line, file)) wrong += ask_line(handle, line) != 200;
  if (file) fclose(file);
  return wrong;
}

int main(int argc, char **argv) {
  char error[200];
  if (argc < 2) return 2;
  const struct ddz_settings settings = {.size = sizeof settings, .model = "models/ddz.net"};
  struct ddz *first = ddz_open(&settings, error, sizeof error); /* its nets are those of the second, too */
  const long before = resident();
  struct ddz *handle = first ? ddz_open(&settings, error, sizeof error) : NULL;
  if (!handle) return fprintf(stderr, "%s\n", error), 1;
  const long wrong = ask_all(handle, argv[1]), took = resident() - before;
  ddz_close(handle);
  ddz_close(first);
  printf("%ld questions not answered; the handle took %.1f MiB\n", wrong, (double)took / (1 << 20));
  return wrong != 0 || (argc > 2 && took > atol(argv[2]));
}
