/* openapi.yaml against the api: the same routes, and every example is what is really answered.
 *
 * An example of an answer is replayed with the request example of the same name, or with the raw body in its
 * `x-request` (and `x-path`, `x-method`, `x-type`); what only the server can answer says so in
 * `x-not-replayed`. DDZ_UPDATE_EXAMPLES=1 writes the real answers into openapi.yaml instead: look at the
 * difference before it is committed. That answers obey the schemas is checked by the linters, since an
 * example that breaks its schema is an error to them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/api.h"
#include "tests/support/outline.h"

#define FILE_NAME "openapi.yaml"

enum { EXAMPLES_MAX = 200, OPERATIONS_MAX = 64 };

struct example {
  char path[OUTLINE_KEY], method[OUTLINE_KEY]; /* the operation; "" in components */
  char status[OUTLINE_KEY];                    /* "" for a request */
  char type[OUTLINE_KEY], name[OUTLINE_KEY];
  char *value, *request, *other_path, *other_method, *content_type;
  bool skip;
  size_t line; /* of the value */
};

struct document {
  struct example examples[EXAMPLES_MAX];
  size_t count;
  char operations[OPERATIONS_MAX][2 * OUTLINE_KEY];
  size_t operation_count;
};

static struct document document;

/* Which example a leaf belongs to, by the ways that lead to examples. */
static bool place_of(const struct outline_leaf *leaf, struct example *place) {
  static const char *const request[] = {"paths", "*",        "*", "requestBody", "content",
                                        "*",     "examples", "*", "*",           NULL};
  static const char *const response[] = {"paths", "*",        "*", "responses", "*", "content",
                                         "*",     "examples", "*", "*",         NULL};
  static const char *const shared[] = {"components", "responses", "*", "content", "*",
                                       "examples",   "*",         "*", NULL};
  bool in_request = outline_under(leaf, request), in_response = outline_under(leaf, response);
  if (!in_request && !in_response && !outline_under(leaf, shared)) return false;
  if (in_request || in_response) {
    strcpy(place->path, leaf->key[1]);
    strcpy(place->method, leaf->key[2]);
  }
  if (!in_request) strcpy(place->status, leaf->key[in_response ? 4 : 2]);
  strcpy(place->type, leaf->key[leaf->depth - 4]);
  strcpy(place->name, leaf->key[leaf->depth - 2]);
  return true;
}

static bool is_same(const struct example *a, const struct example *b) {
  return strcmp(a->path, b->path) == 0 && strcmp(a->method, b->method) == 0 &&
         strcmp(a->status, b->status) == 0 && strcmp(a->name, b->name) == 0;
}

static struct example *example_at(const struct example *place) {
  for (size_t i = 0; i < document.count; i++)
    if (is_same(&document.examples[i], place)) return &document.examples[i];
  assert_true(document.count < EXAMPLES_MAX);
  document.examples[document.count] = *place;
  return &document.examples[document.count++];
}

/* A JSON string as its text. */
static char *unquoted(const char *value) {
  json_t *json = json_loads(value, JSON_DECODE_ANY, NULL);
  if (!json_is_string(json)) fail_msg("not a quoted text: %s", value);
  char *text = strdup(json_string_value(json));
  json_decref(json);
  return text;
}

static void read_leaf(const struct outline_leaf *leaf, void *self) {
  (void)self;
  struct example place = {.line = 0};
  const char *last = leaf->key[leaf->depth - 1];
  if (leaf->depth == 3 && strcmp(leaf->key[0], "paths") == 0) {
    assert_true(document.operation_count < OPERATIONS_MAX);
    snprintf(document.operations[document.operation_count++], 2 * OUTLINE_KEY, "%s %s", last, leaf->key[1]);
  }
  if (!place_of(leaf, &place)) return;
  struct example *example = example_at(&place);
  if (strcmp(last, "value") == 0) {
    example->value = strdup(leaf->value);
    example->line = leaf->line;
  }
  if (strcmp(last, "x-request") == 0) example->request = unquoted(leaf->value);
  if (strcmp(last, "x-path") == 0) example->other_path = unquoted(leaf->value);
  if (strcmp(last, "x-method") == 0) example->other_method = unquoted(leaf->value);
  if (strcmp(last, "x-type") == 0) example->content_type = unquoted(leaf->value);
  if (strcmp(last, "x-not-replayed") == 0) example->skip = true;
}

static int read_document(void **state) {
  (void)state;
  outline_each(FILE_NAME, read_leaf, NULL);
  return 0;
}

static int free_document(void **state) {
  (void)state;
  for (size_t i = 0; i < document.count; i++) {
    struct example *e = &document.examples[i];
    free(e->value);
    free(e->request);
    free(e->other_path);
    free(e->other_method);
    free(e->content_type);
  }
  return 0;
}

/* Routes */

static bool is_described(const char *method, const char *path) {
  char wanted[2 * OUTLINE_KEY];
  snprintf(wanted, sizeof wanted, "%s %s", strcmp(method, "GET") == 0 ? "get" : "post", path);
  for (size_t i = 0; i < document.operation_count; i++)
    if (strcmp(document.operations[i], wanted) == 0) return true;
  return false;
}

static void every_route_is_described_and_every_description_is_a_route(void **state) {
  (void)state;
  static const char *const served[] = {"/health",       "/ready",        "/metrics",
                                       "/openapi.yaml", "/openapi.json", NULL}; /* by the server */
  const char *method, *path;
  size_t n = 0;
  for (; ddz_api_route_at(n, &method, &path); n++)
    if (!is_described(method, path)) fail_msg(FILE_NAME " lacks %s %s", method, path);
  for (size_t i = 0; served[i]; i++, n++)
    if (!is_described("GET", served[i])) fail_msg(FILE_NAME " lacks GET %s", served[i]);
  if (document.operation_count != n)
    fail_msg(FILE_NAME " describes %zu operations, there are %zu", document.operation_count, n);
}

static void every_route_has_examples_of_a_request_and_of_its_answer(void **state) {
  (void)state;
  const char *method, *path;
  for (size_t i = 0; ddz_api_route_at(i, &method, &path); i++) {
    int requests = 0, answers = 0, post = strcmp(method, "POST") == 0;
    for (size_t k = 0; k < document.count; k++) {
      const struct example *e = &document.examples[k];
      requests += strcmp(e->path, path) == 0 && !e->status[0];
      answers += strcmp(e->path, path) == 0 && strcmp(e->status, "200") == 0;
    }
    if (answers == 0 || (post && requests == 0)) fail_msg("no examples of %s", path);
  }
}

/* Examples */

static const char *request_of(const struct example *answer) {
  struct example place = *answer;
  place.status[0] = 0;
  if (answer->request) return answer->request;
  for (size_t i = 0; i < document.count; i++)
    if (is_same(&document.examples[i], &place)) return document.examples[i].value;
  return strcmp(answer->method, "get") == 0 ? "" : NULL;
}

static struct reply replay(const struct example *answer) {
  const char *body = request_of(answer);
  if (!body) fail_msg("line %zu: no request for the answer %s", answer->line, answer->name);
  const char *method = answer->other_method                 ? answer->other_method
                       : strcmp(answer->method, "get") == 0 ? "GET"
                                                            : "POST";
  const char *path = answer->other_path ? answer->other_path : answer->path;
  struct reply reply = api_ask_as(method, path, answer->content_type, body, strlen(body));
  reply.json = json_loads(reply.text, 0, NULL);
  return reply;
}

/* How many faults, each told. */
static int compare(const struct example *answer, const struct reply *reply) {
  json_t *value = json_loads(answer->value, JSON_REJECT_DUPLICATES, NULL);
  long due =
      atol(answer->status) ? atol(answer->status) : json_integer_value(json_object_get(value, "status"));
  bool right = value && json_equal(value, reply->json) && reply->status == due &&
               strcmp(answer->type, reply->content_type) == 0;
  json_decref(value);
  if (right) return 0;
  fprintf(stderr, FILE_NAME ":%zu: %s is really %d %s\n%s\n", answer->line, answer->name, reply->status,
          reply->content_type, reply->text);
  return 1;
}

static void every_example_is_what_is_really_answered(void **state) {
  (void)state;
  int faults = 0, replayed = 0;
  for (size_t i = 0; i < document.count; i++) {
    const struct example *answer = &document.examples[i];
    if (!answer->status[0] || answer->skip) continue;
    struct reply reply = replay(answer);
    faults += compare(answer, &reply);
    replayed++;
    reply_free(&reply);
  }
  assert_true(replayed >= 30);
  assert_int_equal(faults, 0);
}

/* Every request is the request of some answer, or it would never be tried. */
static void every_request_example_has_its_answer(void **state) {
  (void)state;
  for (size_t i = 0; i < document.count; i++) {
    const struct example *request = &document.examples[i];
    bool answered = request->status[0];
    for (size_t k = 0; k < document.count && !answered; k++)
      answered = document.examples[k].status[0] && request_of(&document.examples[k]) == request->value;
    if (!answered) fail_msg(FILE_NAME ":%zu: nothing answers the request %s", request->line, request->name);
  }
}

/* Rewriting */

static const struct example *answer_on(size_t line) {
  for (size_t i = 0; i < document.count; i++)
    if (document.examples[i].line == line && document.examples[i].status[0] && !document.examples[i].skip)
      return &document.examples[i];
  return NULL;
}

static int update(void) {
  FILE *in = fopen(FILE_NAME, "r"), *out = fopen(FILE_NAME ".new", "w");
  char *line = NULL;
  size_t room = 0, number = 0;
  if (!in || !out) return 1;
  read_document(NULL);
  while (getline(&line, &room, in) > 0) {
    const struct example *answer = answer_on(++number);
    if (!answer) {
      fputs(line, out);
      continue;
    }
    struct reply reply = replay(answer);
    fprintf(out, "%*svalue: %s\n", (int)strspn(line, " "), "", reply.text);
    reply_free(&reply);
  }
  free(line);
  fclose(in);
  if (fclose(out) != 0 || rename(FILE_NAME ".new", FILE_NAME) != 0) return 1;
  return free_document(NULL);
}

int main(void) {
  if (getenv("DDZ_UPDATE_EXAMPLES")) return update();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_route_is_described_and_every_description_is_a_route),
      cmocka_unit_test(every_route_has_examples_of_a_request_and_of_its_answer),
      cmocka_unit_test(every_example_is_what_is_really_answered),
      cmocka_unit_test(every_request_example_has_its_answer),
  };
  return cmocka_run_group_tests(tests, read_document, free_document);
}
