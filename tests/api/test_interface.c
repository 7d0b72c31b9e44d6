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
  bool told;
};

static void count(void *self, const char *line, bool added, bool breaks) {
  struct changes *changes = self;
  changes->breaking += breaks;
  changes->adding += !breaks;
  if (changes->told)
    fprintf(stderr, "%s: %s: %s\n", breaks ? "breaks callers" : "adds", added ? "new" : "gone", line);
}

static bool is_same_version(const char *text) {
  return strncmp(text, HEAD DDZ_INTERFACE "\n", strlen(HEAD DDZ_INTERFACE "\n")) == 0;
}

static struct changes compare(const char *text, const struct interface_lines *now, bool told) {
  struct interface_lines before = interface_read(text);
  struct changes changes = {.told = told};
  interface_compare(&before, now, count, &changes);
  interface_free(&before);
  return changes;
}

TEST(the_interface_is_what_callers_were_told) {
  char *text = read_file(OUTLINE);
  struct interface_lines now = lines_now();
  const struct changes changes = compare(text, &now, true);
  if (changes.breaking > 0 && is_same_version(text))
    fail_msg("%d changes break callers of " DDZ_INTERFACE ": undo them, or raise DDZ_INTERFACE",
             changes.breaking);
  if (changes.breaking + changes.adding > 0 || !is_same_version(text))
    fail_msg(OUTLINE " is old: run DDZ_UPDATE_INTERFACE=1 with this program");
  interface_free(&now);
  free(text);
}

/* A test of the test: one change of a small document, and what it is. */
#define DOCUMENT(paths, a, b) "{\"paths\":{" paths "},\"components\":{\"schemas\":{\"A\":" a ",\"B\":" b "}}}"
#define PATH                                                                                                 \
  "\"/x\":{\"post\":{\"requestBody\":{\"content\":{\"application/json\":{\"schema\":{\"$ref\":\"#/s/"        \
  "A\"}}}},"                                                                                                 \
  "\"responses\":{\"200\":{\"content\":{\"application/json\":{\"schema\":{\"$ref\":\"#/s/B\"}}}}}}}"
#define OBJECT(required, fields)                                                                             \
  "{\"type\":\"object\",\"required\":[" required "],\"properties\":{" fields "}}"
#define WORD "\"word\":{\"type\":\"string\",\"enum\":[\"p\",\"q\"]}"
#define SENT OBJECT("\"n\"", "\"n\":{\"type\":\"integer\"}," WORD)
#define GOT OBJECT("\"m\"", "\"m\":{\"type\":\"integer\"}," WORD)

TEST(planted_changes_are_found) {
  static const struct {
    const char *what, *document;
    int breaking, adding;
  } rows[] = {
      {"nothing", DOCUMENT(PATH, SENT, GOT), 0, 0},
      {"a path gone", DOCUMENT("", SENT, GOT), 12, 1},
      {"a path more", DOCUMENT(PATH ",\"/y\":{\"get\":{}}", SENT, GOT), 0, 1},
      {"a field of requests renamed",
       DOCUMENT(PATH, OBJECT("\"n\"", "\"n\":{\"type\":\"integer\"},\"words\":{}"), GOT), 3, 1},
      {"a field of requests more",
       DOCUMENT(PATH, OBJECT("\"n\"", "\"n\":{\"type\":\"integer\"},\"o\":{}," WORD), GOT), 0, 1},
      {"one that they must have",
       DOCUMENT(PATH, OBJECT("\"n\",\"word\"", "\"n\":{\"type\":\"integer\"}," WORD), GOT), 1, 0},
      {"one that they need not have any more",
       DOCUMENT(PATH, OBJECT("", "\"n\":{\"type\":\"integer\"}," WORD), GOT), 0, 1},
      {"another type in requests", DOCUMENT(PATH, OBJECT("\"n\"", "\"n\":{\"type\":\"string\"}," WORD), GOT),
       1, 1},
      {"another type in answers", DOCUMENT(PATH, SENT, OBJECT("\"m\"", "\"m\":{\"type\":\"number\"}," WORD)),
       1, 1},
      {"a field of answers gone", DOCUMENT(PATH, SENT, OBJECT("\"m\"", "\"m\":{\"type\":\"integer\"}")), 3,
       0},
      {"one that they may lack now", DOCUMENT(PATH, SENT, OBJECT("", "\"m\":{\"type\":\"integer\"}," WORD)),
       1, 0},
      {"a value less in requests",
       DOCUMENT(
           PATH,
           OBJECT("\"n\"", "\"n\":{\"type\":\"integer\"},\"word\":{\"type\":\"string\",\"enum\":[\"p\"]}"),
           GOT),
       1, 0},
      {"a value more in answers",
       DOCUMENT(
           PATH, SENT,
           OBJECT(
               "\"m\"",
               "\"m\":{\"type\":\"integer\"},\"word\":{\"type\":\"string\",\"enum\":[\"p\",\"q\",\"r\"]}")),
       0, 1},
  };
  json_t *first = json_loads(rows[0].document, 0, NULL);
  struct interface_lines before = interface_of(first);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    json_t *document = json_loads(rows[i].document, 0, NULL);
    struct interface_lines now = interface_of(document);
    struct changes changes = {0};
    interface_compare(&before, &now, count, &changes);
    if (changes.breaking != rows[i].breaking || changes.adding != rows[i].adding)
      fail_msg("%s: %d break, %d add", rows[i].what, changes.breaking, changes.adding);
    interface_free(&now);
    json_decref(document);
  }
  interface_free(&before);
  json_decref(first);
}

static int update(void) {
  char *text = read_file(OUTLINE);
  struct interface_lines now = lines_now();
  const struct changes changes = compare(text, &now, true);
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
