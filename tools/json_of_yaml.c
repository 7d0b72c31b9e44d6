/* json_of_yaml - a YAML file as JSON, for /openapi.json: reads stdin, writes stdout.
 *
 * The YAML that openapi.yaml keeps to, which every parser reads alike: block maps and lists by indentation,
 * one entry a line, `>-` for folded text, values in flow style on one line, comments on lines of their own.
 * What is beyond that ends the build with the number of the line. */
#include <ctype.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct line {
  int number, indent;
  char *text; /* from the indent on */
};

static struct line *lines;
static int count, at;

static void fail(const char *what) {
  fprintf(stderr, "json_of_yaml: line %d: %s\n", at < count ? lines[at].number : -1, what);
  exit(1);
}

static void *grown(void *memory, size_t bytes) {
  void *more = realloc(memory, bytes);
  if (!more) fail("memory is short");
  return more;
}

/* ---- values on one line ---- */

static json_t *read_flow(char **p);

static void skip_blanks(char **p) { *p += strspn(*p, " "); }

/* YAML 1.1 reads more than 1.2 does: these as booleans, digits with colons and underscores as numbers. */
static void check_plain(const char *word) {
  static const char *const old[] = {"y", "n", "yes", "no", "on", "off", NULL};
  for (size_t i = 0; old[i]; i++)
    if (strcasecmp(word, old[i]) == 0) fail("quote this word: old parsers take it for a boolean");
  if (isdigit((unsigned char)*word) && strspn(word, "0123456789_:") == strlen(word) && strpbrk(word, "_:"))
    fail("quote this: old parsers take it for a number");
  if (strchr(word, '?')) fail("quote this text: old parsers stumble over the question mark");
}

/* A number as JSON has it, null, true, false, or text. */
static json_t *scalar(const char *text, size_t n) {
  char *word = strndup(text, n);
  json_t *value = NULL;
  check_plain(word);
  if (strcmp(word, "null") == 0 || strcmp(word, "~") == 0 || n == 0) value = json_null();
  if (strcmp(word, "true") == 0) value = json_true();
  if (strcmp(word, "false") == 0) value = json_false();
  if (!value && strspn(word, "-0123456789") > 0 && strspn(word, "+-.0123456789eE") == n)
    value = json_loads(word, JSON_DECODE_ANY, NULL);
  if (!value) value = json_string(word);
  free(word);
  return value;
}

static json_t *read_single(char **p) {
  char *text = strdup(*p), *to = text;
  for ((*p)++; **p; (*p)++) {
    if (**p == '\'' && (*p)[1] != '\'') break;
    if (**p == '\'') (*p)++;
    *to++ = **p;
  }
  if (**p != '\'') fail("a quote is not closed");
  (*p)++;
  json_t *value = json_stringn(text, (size_t)(to - text));
  free(text);
  return value;
}

static json_t *read_double(char **p) {
  char *end = *p + 1;
  while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
  if (*end != '"') fail("a quote is not closed");
  json_t *value = json_loadb(*p, (size_t)(end + 1 - *p), JSON_DECODE_ANY, NULL);
  if (!value) fail("this text is not quoted as JSON quotes");
  *p = end + 1;
  return value;
}

static json_t *read_quoted(char **p) { return **p == '"' ? read_double(p) : read_single(p); }
static bool is_quoted(const char *p) { return *p == '"' || *p == '\''; }

/* Plain text inside of brackets: to a comma, a closing bracket, or the colon of a key. */
static json_t *read_plain(char **p, bool key) {
  const char *from = *p;
  while (**p && !strchr(",]}[{", **p) && !(**p == ':' && ((*p)[1] == ' ' || key))) (*p)++;
  const char *end = *p;
  while (end > from && end[-1] == ' ') end--;
  return key ? json_stringn(from, (size_t)(end - from)) : scalar(from, (size_t)(end - from));
}

static json_t *read_list(char **p) {
  json_t *list = json_array();
  (*p)++;
  for (skip_blanks(p); **p != ']'; skip_blanks(p)) {
    json_array_append_new(list, read_flow(p));
    skip_blanks(p);
    if (**p == ',')
      (*p)++;
    else if (**p != ']')
      fail("a list is not closed");
  }
  (*p)++;
  return list;
}

static json_t *read_map(char **p) {
  json_t *map = json_object();
  (*p)++;
  for (skip_blanks(p); **p != '}'; skip_blanks(p)) {
    json_t *key = is_quoted(*p) ? read_quoted(p) : read_plain(p, true);
    skip_blanks(p);
    if (*(*p)++ != ':') fail("a key without a value");
    skip_blanks(p);
    if (json_object_get(map, json_string_value(key))) fail("a key is there twice");
    json_object_set_new(map, json_string_value(key), read_flow(p));
    json_decref(key);
    skip_blanks(p);
    if (**p == ',')
      (*p)++;
    else if (**p != '}')
      fail("a map is not closed");
  }
  (*p)++;
  return map;
}

static json_t *read_flow(char **p) {
  if (**p == '[') return read_list(p);
  if (**p == '{') return read_map(p);
  return is_quoted(*p) ? read_quoted(p) : read_plain(p, false);
}

/* The value that the rest of a line is. */
static json_t *read_value(char *p) {
  if (!strchr("[{\"'", *p)) {
    if (strstr(p, ": ") || strstr(p, " #") || strchr("&*!|>%@`", *p)) fail("quote this text");
    return scalar(p, strlen(p));
  }
  json_t *value = read_flow(&p);
  skip_blanks(&p);
  if (*p) fail("something stands behind the value");
  return value;
}

/* ---- blocks ---- */

static json_t *read_block(int indent);

static json_t *read_folded(int indent) {
  json_t *value;
  size_t length = 0;
  char *text = calloc(1, 1);
  for (; at < count && lines[at].indent > indent; at++) {
    const size_t more = strlen(lines[at].text);
    text = grown(text, length + more + 2);
    length += (size_t)sprintf(text + length, "%s%s", length ? " " : "", lines[at].text);
  }
  value = json_stringn(text, length);
  free(text);
  return value;
}

/* The key at the beginning of a line, NULL where there is none; `rest` is what follows its colon. */
static json_t *key_of(char *text, char **rest) {
  json_t *key;
  char *p = text;
  if (is_quoted(p)) {
    key = read_quoted(&p);
  } else {
    while (*p && !(*p == ':' && (p[1] == ' ' || !p[1]))) p++;
    if (strchr("[{", *text)) p = text + strlen(text);
    key = json_stringn(text, (size_t)(p - text));
  }
  if (*p != ':' || (p[1] && p[1] != ' ')) {
    json_decref(key);
    return NULL;
  }
  *rest = p + 1 + strspn(p + 1, " ");
  return key;
}

static bool is_item(const struct line *line) { return strncmp(line->text, "- ", 2) == 0; }

static json_t *read_items(int indent) {
  json_t *list = json_array();
  while (at < count && lines[at].indent == indent && is_item(&lines[at])) {
    char *rest;
    lines[at].text += 2;
    lines[at].indent += 2;
    json_t *key = key_of(lines[at].text, &rest);
    if (key)
      json_array_append_new(list, read_block(indent + 2));
    else
      json_array_append_new(list, read_value(lines[at++].text));
    json_decref(key);
  }
  return list;
}

/* What follows a key of this indent. */
static json_t *read_entry(int indent, char *rest) {
  at++;
  if (strcmp(rest, ">-") == 0) return read_folded(indent);
  if (*rest) {
    at--;
    json_t *value = read_value(rest);
    at++;
    return value;
  }
  if (at < count && lines[at].indent > indent) return read_block(lines[at].indent);
  if (at < count && lines[at].indent == indent && is_item(&lines[at])) return read_items(indent);
  return json_null();
}

static json_t *read_block(int indent) {
  json_t *map = json_object();
  if (is_item(&lines[at])) {
    json_decref(map);
    return read_items(indent);
  }
  while (at < count && lines[at].indent == indent && !is_item(&lines[at])) {
    char *rest = NULL;
    json_t *key = key_of(lines[at].text, &rest);
    if (!key) fail("a key and a colon are wanted");
    if (json_object_get(map, json_string_value(key))) fail("a key is there twice");
    json_object_set_new(map, json_string_value(key), read_entry(indent, rest));
    json_decref(key);
  }
  if (at < count && lines[at].indent > indent) fail("indented too far");
  return map;
}

static void read_lines(void) {
  char *line = NULL;
  size_t room = 0;
  for (int number = 1; getline(&line, &room, stdin) > 0; number++) {
    size_t n = strlen(line);
    while (n > 0 && isspace((unsigned char)line[n - 1])) line[--n] = 0;
    const size_t indent = strspn(line, " ");
    if (!line[indent] || line[indent] == '#') continue;
    lines = grown(lines, (size_t)(count + 1) * sizeof *lines);
    lines[count++] = (struct line){number, (int)indent, strdup(line + indent)};
  }
  free(line);
}

int main(void) {
  read_lines();
  if (count == 0) fail("nothing to read");
  json_t *document = read_block(0);
  if (at < count) fail("this belongs to nothing");
  json_dumpf(document, stdout, JSON_COMPACT);
  json_decref(document);
  return ferror(stdout) || fflush(stdout) ? 1 : 0; /* the lines go with the process */
}
