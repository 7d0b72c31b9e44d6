#include "jsonl.h"

#include "now.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Support code knows no test framework: what is wrong with our own data stops the program. */
static void stop(const char *path, size_t number, const char *why) {
  fprintf(stderr, "%s:%zu: %s\n", path, number, why);
  abort();
}

static size_t read_file(const char *path, FILE *file, void (*each)(json_t *, size_t, void *), void *self) {
  char *text = NULL;
  size_t room = 0, number = 0;
  while (getline(&text, &room, file) > 0) {
    json_error_t error;
    json_t *line = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    number++;
    if (!json_is_object(line)) stop(path, number, error.text);
    test_now(NOW_LINE, "%s:%zu: %s", path, number, text);
    each(line, number, self);
    json_decref(line);
  }
  free(text);
  return number;
}

size_t jsonl_each(const char *name, void (*each)(json_t *, size_t, void *), void *self) {
  static const char *const folders[] = {"tests/data", "../shared/data"};
  size_t lines = 0;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folders[i], name);
    FILE *file = fopen(path, "r");
    if (file == NULL && i == 0)
      stop(path, 0, "the sample is missing; run tests from the root of the project");
    if (file == NULL) continue;
    lines += read_file(path, file, each, self);
    fclose(file);
  }
  return lines;
}

const char *jsonl_text(json_t *line, const char *key) {
  json_t *value = json_object_get(line, key);
  if (value == NULL || json_is_null(value)) return NULL;
  if (!json_is_string(value)) stop(key, 0, "not a string");
  return json_string_value(value);
}
