/* The promise of compatibility: openapi.yaml against tests/data/interface.txt, which is what callers were
 * told.
 *
 * What adds to the interface is written into the file by DDZ_UPDATE_INTERFACE=1. What breaks callers needs a
 * higher DDZ_INTERFACE first (api/version.h, docs/replace.md). */
#include "api/version.h"
#include "tests/support/interface.h"
#include "tests/support/test.h"

#define OUTLINE "tests/data/interface.txt"
#define HEAD "# What callers rely on (tests/support/interface.h), of version "

extern const char openapi_json[];

static char *read_file(const char *path) {
  FILE *file = fopen(path, "r");
  char *text = calloc(1, 1 << 20);
  if (!file || !text) fail_msg("%s cannot be read", path);
  text[fread(text, 1, (1 << 20) - 1, file)] = 0;
  fclose(file);
  return text;
}

static struct interface_lines lines_now(void) {
  json_t *openapi = json_loads(openapi_json, 0, NULL);
  struct interface_lines lines = interface_of(openapi);
  json_decref(openapi);
  return lines;
}

struct changes {
  int breaking, adding;
};

static void count(void *self, const char *line, bool added, bool breaks) {
  struct changes *changes = self;
  changes->breaking += breaks;
  changes->adding += !breaks;
  fprintf(stderr, "%s: %s: %s\n", breaks ? "breaks callers" : "adds", added ? "new" : "gone", line);
}

static bool is_same_version(const char *text) {
  return strncmp(text, HEAD DDZ_INTERFACE "\n", strlen(HEAD DDZ_INTERFACE "\n")) == 0;
}

static struct changes compare(const char *text, const struct interface_lines *now) {
  struct interface_lines before = interface_read(text);
  struct changes changes = {0};
  interface_compare(&before, now, count, &changes);
  interface_free(&before);
  return changes;
}

TEST(the_interface_is_what_callers_were_told) {
  char *text = read_file(OUTLINE);
  struct interface_lines now = lines_now();
  const struct changes changes = compare(text, &now);
  if (changes.breaking > 0 && is_same_version(text))
    fail_msg("%d changes break callers of " DDZ_INTERFACE ": undo them, or raise DDZ_INTERFACE",
             changes.breaking);
  if (changes.breaking + changes.adding > 0 || !is_same_version(text))
    fail_msg(OUTLINE " is old: run DDZ_UPDATE_INTERFACE=1 with this program");
  interface_free(&now);
  free(text);
}

static int update(void) {
  char *text = read_file(OUTLINE);
  struct interface_lines now = lines_now();
  const struct changes changes = compare(text, &now);
  FILE *file = NULL;
  if (changes.breaking > 0 && is_same_version(text))
    fprintf(stderr, "raise DDZ_INTERFACE (api/version.h) first\n");
  else
    file = fopen(OUTLINE, "w");
  if (file) fprintf(file, HEAD DDZ_INTERFACE "\n");
  for (size_t i = 0; file && i < now.count; i++) fprintf(file, "%s\n", now.line[i]);
  interface_free(&now);
  free(text);
  return file && fclose(file) == 0 ? 0 : 1;
}

int main(void) {
  if (getenv("DDZ_UPDATE_INTERFACE")) return update();
  return test_run(NULL, NULL);
}
