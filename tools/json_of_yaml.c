/* json_of_yaml - a YAML file as JSON, for /openapi.json: reads stdin, writes stdout.
 *
 * usage: json_of_yaml [--lines]     --lines: a map with the key `value` also has `x-line`, the line of that
 * value
 *
 * A key that is there twice ends the build with the number of its line. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

static bool lines;

static void fail(size_t line, const char *what) {
  fprintf(stderr, "json_of_yaml: line %zu: %s\n", line + 1, what);
  exit(1);
}

/* A number as JSON has it, null, true, false, or text. */
static json_t *scalar(const yaml_node_t *node) {
  const char *text = (const char *)node->data.scalar.value;
  json_t *value = NULL;
  if (node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE) {
    if (!*text || strcmp(text, "~") == 0) return json_null();
    value = json_loads(text, JSON_DECODE_ANY, NULL);
  }
  return value ? value : json_stringn(text, node->data.scalar.length);
}

static json_t *json_of(yaml_document_t *document, int index) {
  const yaml_node_t *node = yaml_document_get_node(document, index);
  if (node->type == YAML_SCALAR_NODE) return scalar(node);
  if (node->type == YAML_SEQUENCE_NODE) {
    json_t *list = json_array();
    for (const yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top; i++)
      json_array_append_new(list, json_of(document, *i));
    return list;
  }
  json_t *map = json_object();
  for (const yaml_node_pair_t *i = node->data.mapping.pairs.start; i < node->data.mapping.pairs.top; i++) {
    const yaml_node_t *key = yaml_document_get_node(document, i->key);
    if (key->type != YAML_SCALAR_NODE) fail(key->start_mark.line, "this key is no text");
    const char *name = (const char *)key->data.scalar.value;
    if (json_object_get(map, name)) fail(key->start_mark.line, "a key is there twice");
    json_object_set_new(map, name, json_of(document, i->value));
    if (lines && strcmp(name, "value") == 0)
      json_object_set_new(map, "x-line", json_integer((json_int_t)key->start_mark.line + 1));
  }
  return map;
}

int main(int argc, char **argv) {
  yaml_parser_t parser;
  yaml_document_t document;
  lines = argc > 1 && strcmp(argv[1], "--lines") == 0;
  if (!yaml_parser_initialize(&parser)) fail(0, "memory is short");
  yaml_parser_set_input_file(&parser, stdin);
  if (!yaml_parser_load(&parser, &document)) fail(parser.problem_mark.line, parser.problem);
  if (!yaml_document_get_root_node(&document)) fail(0, "nothing to read");
  json_t *json = json_of(&document, 1);
  json_dumpf(json, stdout, JSON_COMPACT);
  json_decref(json);
  yaml_document_delete(&document);
  yaml_parser_delete(&parser);
  return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
