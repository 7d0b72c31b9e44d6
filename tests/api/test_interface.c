/* The promise of compatibility: openapi.yaml against tests/data/interface.txt, which is what callers were
 * told.
 *
 * What adds to the interface is written into the file by DDZ_UPDATE_INTERFACE=1. What breaks callers needs a
 * higher DDZ_INTERFACE first (api/version.h, docs/replace.md).
 *
 * What callers rely on are lines, "KIND NAME: VALUE": operations, bodies, answers, fields with their types,
 * which fields must be there, the values of enumerations. Descriptions, examples, orders and bounds are left
 * out. A field that one schema has in requests and answers is told for both. */
#include <jansson.h>

#include "api/version.h"
#include "tests/support/test.h"

#define OUTLINE "tests/data/interface.txt"
#define HEAD "# What callers rely on (tests/api/test_interface.c), of version "

extern const char openapi_json[];

enum { NAME = 200, TYPE = 600 };

/* Which changes of a line break callers, by its kind. */
static const struct {
  const char *kind;
  bool gone, added;
} rules[] = {
    {"operation", true, false}, /* a method and a path */
    {"body", true, false},      /* what it takes */
    {"answer", true, false},    /* what it answers */
    {"sends", true, false},     /* a field of requests and its type */
    {"gets", true, false},      /* a field of answers and its type */
    {"must", false, true},      /* a field that requests must have */
    {"always", true, false},    /* a field that answers always have */
    {"takes", true, false},     /* a value of an enumeration in requests */
    {"says", true, false},      /* in answers; lists of values may grow (docs/replace.md) */
};
enum { RULES = sizeof rules / sizeof *rules };

/* ---- lines ---- */

struct interface_lines {
  char **line; /* sorted, no two alike; malloc'd */
  size_t count, room;
};

static void add(struct interface_lines *lines, const char *text, size_t length) {
  if (lines->count == lines->room) {
    lines->room = lines->room ? 2 * lines->room : 256;
    lines->line = realloc(lines->line, lines->room * sizeof *lines->line);
    if (!lines->line) abort();
  }
  if (!(lines->line[lines->count++] = strndup(text, length))) abort();
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void sort(struct interface_lines *lines) {
  size_t kept = 0;
  if (lines->count > 0) qsort(lines->line, lines->count, sizeof *lines->line, by_text);
  for (size_t i = 0; i < lines->count; i++)
    if (kept > 0 && strcmp(lines->line[kept - 1], lines->line[i]) == 0)
      free(lines->line[i]);
    else
      lines->line[kept++] = lines->line[i];
  lines->count = kept;
}

/* The lines of a text, sorted. */
static struct interface_lines interface_read(const char *text) {
  struct interface_lines lines = {0};
  for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
    if (*text != '\n' && *text != '#') add(&lines, text, strcspn(text, "\n"));
  sort(&lines);
  return lines;
}

static void interface_free(struct interface_lines *lines) {
  for (size_t i = 0; i < lines->count; i++) free(lines->line[i]);
  free(lines->line);
}

/* ---- a document ---- */

struct walk {
  const json_t *schemas;
  bool answers; /* the way leads through answers, else through requests */
  struct interface_lines *lines;
  json_t *seen; /* names of schemas, in this direction */
};

static const char *text_at(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

/* The name behind "#/components/schemas/". */
static const char *name_of(const char *ref) { return strrchr(ref, '/') + 1; }

static void put(struct walk *walk, const char *sends, const char *gets, const char *name, const char *value) {
  char line[2 * (NAME + TYPE)];
  const int n = snprintf(line, sizeof line, "%s %s: %s", walk->answers ? gets : sends, name, value);
  if (n >= (int)sizeof line) abort();
  add(walk->lines, line, (size_t)n);
}

static void walk_schema(struct walk *walk, const json_t *schema, const char *name, char type[TYPE]);

static void walk_named(struct walk *walk, const char *name) {
  char type[TYPE];
  const json_t *schema = json_object_get(walk->schemas, name);
  if (!schema || json_object_get(walk->seen, name)) return;
  json_object_set_new(walk->seen, name, json_true());
  walk_schema(walk, schema, name, type);
  if (!json_object_get(schema, "properties")) put(walk, "sends", "gets", name, type);
}

static void append(char type[TYPE], const char *more) {
  if (strlen(type) + strlen(more) + 1 > TYPE) abort();
  strcat(type, more);
}

static void walk_object(struct walk *walk, const json_t *schema, const char *name) {
  const char *key;
  json_t *field, *required;
  size_t i;
  json_object_foreach(json_object_get(schema, "properties"), key, field) {
    char inner[NAME], type[TYPE];
    snprintf(inner, sizeof inner, "%s.%s", name, key);
    walk_schema(walk, field, inner, type);
    put(walk, "sends", "gets", inner, type);
  }
  json_array_foreach(json_object_get(schema, "required"), i, required)
      put(walk, "must", "always", name, json_string_value(required));
}

/* One of several. */
static void walk_choice(struct walk *walk, const json_t *choices, const char *name, char type[TYPE]) {
  const json_t *choice;
  size_t i;
  json_array_foreach(choices, i, choice) {
    char inner[TYPE];
    walk_schema(walk, choice, name, inner);
    if (i > 0) append(type, "|");
    append(type, inner);
  }
}

static void walk_types(const json_t *types, char type[TYPE]) {
  const json_t *one;
  size_t i;
  if (json_is_string(types)) append(type, json_string_value(types));
  json_array_foreach(types, i, one) {
    if (i > 0) append(type, "|");
    append(type, json_string_value(one));
  }
}

/* Writes the type in a word, and adds the lines of what is inside. */
static void walk_schema(struct walk *walk, const json_t *schema, const char *name, char type[TYPE]) {
  const char *ref = text_at(schema, "$ref");
  const json_t *value, *items = json_object_get(schema, "items");
  size_t i;
  *type = 0;
  if (ref) {
    append(type, name_of(ref));
    walk_named(walk, name_of(ref));
    return;
  }
  walk_choice(walk, json_object_get(schema, "anyOf"), name, type);
  walk_choice(walk, json_object_get(schema, "oneOf"), name, type);
  walk_types(json_object_get(schema, "type"), type);
  if (items) {
    char inner[TYPE];
    walk_schema(walk, items, name, inner);
    append(type, " of ");
    append(type, inner);
  }
  if (json_is_object(json_object_get(schema, "additionalProperties"))) {
    char inner[TYPE];
    walk_schema(walk, json_object_get(schema, "additionalProperties"), name, inner);
    append(type, " of ");
    append(type, inner);
  }
  walk_object(walk, schema, name);
  json_array_foreach(json_object_get(schema, "enum"), i, value) {
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    put(walk, "takes", "says", name, text);
    free(text);
  }
}

static void walk_content(struct walk *walk, const json_t *content, const char *name) {
  const char *media;
  json_t *about;
  json_object_foreach((json_t *)content, media, about) {
    char value[TYPE + NAME], type[TYPE];
    walk_schema(walk, json_object_get(about, "schema"), name, type);
    snprintf(value, sizeof value, "%.100s %s", media, type);
    put(walk, "body", "answer", name, value);
  }
}

static const json_t *answer_of(const json_t *openapi, const json_t *answer) {
  const char *ref = text_at(answer, "$ref");
  const json_t *shared = json_object_get(json_object_get(openapi, "components"), "responses");
  return ref ? json_object_get(shared, name_of(ref)) : answer;
}

static void walk_operation(struct walk *sent, struct walk *got, const json_t *openapi, const char *name,
                           const json_t *operation) {
  const char *status;
  json_t *answer;
  char line[NAME];
  const int n = snprintf(line, sizeof line, "operation %s", name);
  add(sent->lines, line, (size_t)n);
  walk_content(sent, json_object_get(json_object_get(operation, "requestBody"), "content"), name);
  json_object_foreach(json_object_get(operation, "responses"), status, answer) {
    char inner[NAME];
    snprintf(inner, sizeof inner, "%.150s %.10s", name, status);
    walk_content(got, json_object_get(answer_of(openapi, answer), "content"), inner);
  }
}

static struct interface_lines interface_of(const json_t *openapi) {
  struct interface_lines lines = {0};
  const json_t *schemas = json_object_get(json_object_get(openapi, "components"), "schemas");
  struct walk sent = {schemas, false, &lines, json_object()}, got = {schemas, true, &lines, json_object()};
  const char *path, *method;
  json_t *methods, *operation;
  json_object_foreach(json_object_get(openapi, "paths"), path, methods)
      json_object_foreach(methods, method, operation) {
    char name[NAME];
    snprintf(name, sizeof name, "%s %s", method, path);
    walk_operation(&sent, &got, openapi, name, operation);
  }
  json_decref(sent.seen);
  json_decref(got.seen);
  sort(&lines);
  return lines;
}

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

/* ---- changes ---- */

struct changes {
  int breaking, adding;
};

static void count(struct changes *changes, const char *line, bool added) {
  bool breaks = !added; /* of a kind that is not known */
  for (size_t i = 0; i < RULES; i++)
    if (strncmp(line, rules[i].kind, strlen(rules[i].kind)) == 0)
      breaks = added ? rules[i].added : rules[i].gone;
  changes->breaking += breaks;
  changes->adding += !breaks;
  fprintf(stderr, "%s: %s: %s\n", breaks ? "breaks callers" : "adds", added ? "new" : "gone", line);
}

static struct changes compare(const char *text, const struct interface_lines *now) {
  struct interface_lines before = interface_read(text);
  struct changes changes = {0};
  size_t i = 0, k = 0;
  while (i < before.count || k < now->count) {
    const int order = i == before.count ? 1 : k == now->count ? -1 : strcmp(before.line[i], now->line[k]);
    if (order < 0) count(&changes, before.line[i], false);
    if (order > 0) count(&changes, now->line[k], true);
    i += order <= 0;
    k += order >= 0;
  }
  interface_free(&before);
  return changes;
}

static bool is_same_version(const char *text) {
  return strncmp(text, HEAD DDZ_INTERFACE "\n", strlen(HEAD DDZ_INTERFACE "\n")) == 0;
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
