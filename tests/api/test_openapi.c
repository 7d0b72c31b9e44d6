/* openapi.yaml against the api: the same routes, and every example is what is really answered.
 *
 * The shipped nets play, so that the examples are those of the service. An example of an answer is replayed
 * with the request example of the same name, or with the raw body in its `x-request` (and `x-path`,
 * `x-method`, `x-type`); what only the server can answer says so in `x-not-replayed`. DDZ_UPDATE_EXAMPLES=1
 * writes the real answers into openapi.yaml instead: look at the difference before it is committed. That
 * answers obey the schemas is checked by the linters, since an example that breaks its schema is an error to
 * them. */
#include <unistd.h>

#include "lib/nets.h"
#include "tests/support/api.h"
#include "tests/support/test.h"

#define FILE_NAME "openapi.yaml"

enum { EXAMPLES_MAX = 200, EXAMPLE_LENGTH_MAX = 1800 };

struct example {
  const char *path, *method; /* the operation; "" in components */
  const char *status;        /* "" for a request */
  const char *type, *name;
  const json_t *node; /* value, x-request and so on */
  char *value;        /* as text */
  const char *file;   /* where the value lies alone; NULL: in openapi.yaml */
  size_t line;        /* of the value */
};

static struct {
  json_t *json;
  struct example examples[EXAMPLES_MAX];
  size_t count;
} document;

/* openapi.yaml as it lies here now: DDZ_UPDATE_EXAMPLES may follow an edit without make between. */
static json_t *read_yaml(void) {
  char program[512] = "", command[600];
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) return NULL;
  for (int up = 0; up < 3; up++) *strrchr(program, '/') = 0;
  snprintf(command, sizeof command, "'%s/json_of_yaml' --lines < " FILE_NAME, program);
  FILE *pipe = popen(command, "r");
  json_t *json = pipe ? json_loadf(pipe, 0, NULL) : NULL;
  return pipe && pclose(pipe) == 0 ? json : NULL;
}

static const char *text_of(const struct example *example, const char *key) {
  return json_string_value(json_object_get(example->node, key));
}

static void add_examples(struct example place, const json_t *content) {
  const char *type, *name;
  json_t *media, *node;
  json_object_foreach((json_t *)content, type, media)
      json_object_foreach(json_object_get(media, "examples"), name, node) {
    assert_true(document.count < EXAMPLES_MAX);
    struct example *example = &document.examples[document.count++];
    json_t *value = json_object_get(node, "value");
    *example = place;
    example->type = type;
    example->name = name;
    example->node = node;
    example->line = (size_t)json_integer_value(json_object_get(node, "x-line"));
    example->file = json_string_value(json_object_get(value, "$ref"));
    json_t *file = example->file ? json_load_file(example->file, 0, NULL) : NULL;
    example->value =
        json_dumps(file ? file : value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    json_decref(file);
  }
}

static void add_answers(struct example place, const json_t *answers) {
  json_t *answer;
  json_object_foreach((json_t *)answers, place.status, answer)
      add_examples(place, json_object_get(answer, "content"));
}

static const struct nets *nets;

static int read_document(void **state) {
  char error[300];
  const struct nets_source source = {.model = "models/ddz.net"};
  nets = nets_open(&source, error, sizeof error);
  if (!nets) fail_msg("%s", error);
  ddz_api_use_model(api_here(), nets->model);
  json_t *methods, *operation;
  struct example place = {.path = "", .method = "", .status = ""};
  document.json = read_yaml();
  if (!document.json) fail_msg(FILE_NAME " cannot be read");
  add_answers(place, json_object_get(json_object_get(document.json, "components"), "responses"));
  json_object_foreach(json_object_get(document.json, "paths"), place.path, methods)
      json_object_foreach(methods, place.method, operation) {
    add_examples(place, json_object_get(json_object_get(operation, "requestBody"), "content"));
    add_answers(place, json_object_get(operation, "responses"));
  }
  return 0;
}

static int free_document(void **state) {
  for (size_t i = 0; i < document.count; i++) free(document.examples[i].value);
  json_decref(document.json);
  ddz_api_use_model(api_here(), NULL);
  nets_close(nets);
  return 0;
}

/* Routes */

static bool is_described(const char *method, const char *path) {
  return json_object_get(json_object_get(json_object_get(document.json, "paths"), path),
                         strcmp(method, "GET") == 0 ? "get" : "post");
}

static size_t count_operations(void) {
  const char *path;
  json_t *methods;
  size_t count = 0;
  json_object_foreach(json_object_get(document.json, "paths"), path, methods) count +=
      json_object_size(methods);
  return count;
}

TEST(every_route_is_described_and_every_description_is_a_route) {
  static const char *const served[] = {"/health",       "/ready",        "/metrics",
                                       "/openapi.yaml", "/openapi.json", NULL}; /* by the server */
  const char *method, *path;
  size_t n = 0;
  for (; ddz_api_route_at(n, &method, &path); n++)
    if (!is_described(method, path)) fail_msg(FILE_NAME " lacks %s %s", method, path);
  for (size_t i = 0; served[i]; i++, n++)
    if (!is_described("GET", served[i])) fail_msg(FILE_NAME " lacks GET %s", served[i]);
  if (count_operations() != n)
    fail_msg(FILE_NAME " describes %zu operations, there are %zu", count_operations(), n);
}

TEST(every_route_has_examples_of_a_request_and_of_its_answer) {
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

static bool is_request_of(const struct example *request, const struct example *answer) {
  return !request->status[0] && strcmp(request->path, answer->path) == 0 &&
         strcmp(request->method, answer->method) == 0 && strcmp(request->name, answer->name) == 0;
}

static const char *request_of(const struct example *answer) {
  const char *other = text_of(answer, "x-request");
  if (other) return other;
  for (size_t i = 0; i < document.count; i++)
    if (is_request_of(&document.examples[i], answer)) return document.examples[i].value;
  return strcmp(answer->method, "get") == 0 ? "" : NULL;
}

static bool is_replayed(const struct example *answer) {
  return answer->status[0] && !text_of(answer, "x-not-replayed");
}

static struct reply replay(const struct example *answer) {
  const char *body = request_of(answer), *method = text_of(answer, "x-method"),
             *path = text_of(answer, "x-path");
  if (!body) fail_msg("line %zu: no request for the answer %s", answer->line, answer->name);
  if (!method) method = strcmp(answer->method, "get") == 0 ? "GET" : "POST";
  return api_ask_as(method, path ? path : answer->path, text_of(answer, "x-type"), body, strlen(body));
}

/* Where the two begin to differ. */
static void tell_difference(const json_t *stored, const json_t *real) {
  enum { BEFORE = 60, SHOWN = 160 };
  char *is = json_dumps(stored, JSON_COMPACT | JSON_ENCODE_ANY),
       *now = json_dumps(real, JSON_COMPACT | JSON_ENCODE_ANY);
  size_t at = 0;
  while (is && now && is[at] && is[at] == now[at]) at++;
  const size_t from = at < BEFORE ? 0 : at - BEFORE;
  if (is && now) fprintf(stderr, "  is  ...%.*s\n  now ...%.*s\n", SHOWN, is + from, SHOWN, now + from);
  free(is);
  free(now);
}

/* How many faults, each told. */
static int compare(const struct example *answer, const struct reply *reply) {
  json_t *value = json_loads(answer->value, 0, NULL);
  long due =
      atol(answer->status) ? atol(answer->status) : json_integer_value(json_object_get(value, "status"));
  bool right = value && json_equal(value, reply->json) && reply->status == due &&
               strcmp(answer->type, reply->content_type) == 0;
  if (!right) {
    fprintf(stderr, FILE_NAME ":%zu: %s is really %d %s (DDZ_UPDATE_EXAMPLES=1 writes it)\n", answer->line,
            answer->name, reply->status, reply->content_type);
    tell_difference(value, reply->json);
  }
  json_decref(value);
  return !right;
}

TEST(every_example_is_what_is_really_answered) {
  int faults = 0, replayed = 0;
  for (size_t i = 0; i < document.count; i++) {
    const struct example *answer = &document.examples[i];
    if (!is_replayed(answer)) continue;
    struct reply reply = replay(answer);
    faults += compare(answer, &reply);
    replayed++;
  }
  assert_true(replayed >= 30);
  assert_int_equal(faults, 0);
}

/* Every request is the request of some answer, or it would never be tried. */
TEST(every_request_example_has_its_answer) {
  for (size_t i = 0; i < document.count; i++) {
    const struct example *request = &document.examples[i];
    bool answered = request->status[0];
    for (size_t k = 0; k < document.count && !answered; k++)
      answered = document.examples[k].status[0] && request_of(&document.examples[k]) == request->value;
    if (!answered) fail_msg(FILE_NAME ":%zu: nothing answers the request %s", request->line, request->name);
  }
}

static size_t characters(const char *text) {
  size_t n = 0;
  for (; *text; text++) n += ((unsigned char)*text & 0xC0) != 0x80;
  return n;
}

/* Who reads an example wants to see it whole. A longer one lies in a file of its own. */
TEST(no_example_is_long) {
  int faults = 0;
  for (size_t i = 0; i < document.count; i++) {
    const struct example *e = &document.examples[i];
    if (e->file || characters(e->value) <= EXAMPLE_LENGTH_MAX) continue;
    fprintf(stderr, FILE_NAME ":%zu: %s has %zu characters, at most %d\n", e->line, e->name,
            characters(e->value), EXAMPLE_LENGTH_MAX);
    faults++;
  }
  assert_int_equal(faults, 0);
}

/* Defaults */

/* An example with one more field at a time. */
struct stating {
  const struct example *example;
  json_t *root;    /* its body */
  char *before;    /* its answer, */
  bool good;       /* which is no error */
  json_t *covered; /* the fields of this route that were stated, as "/rules/bomb_order" */
  json_t *nulls;   /* those that were stated as null */
  int tried, faults;
};

enum { WAY_MAX = 300 };

static const json_t *schema_of(const json_t *schema) {
  const char *ref = json_string_value(json_object_get(schema, "$ref"));
  const char *name = ref ? strrchr(ref, '/') + 1 : NULL;
  return name
             ? json_object_get(json_object_get(json_object_get(document.json, "components"), "schemas"), name)
             : schema;
}

static json_t *default_of(const json_t *property) {
  json_t *due = json_object_get(property, "default");
  return due ? due : json_object_get(schema_of(property), "default");
}

static const char *const choices[] = {"oneOf", "anyOf", "allOf"};

/* The schema, or the one of its choices, that is an object with properties; NULL: none. */
static const json_t *object_of(const json_t *schema) {
  const json_t *resolved = schema_of(schema), *found = NULL;
  json_t *item;
  size_t i;
  if (json_object_get(resolved, "properties")) return resolved;
  for (size_t c = 0; c < 3 && !found; c++)
    json_array_foreach(json_object_get(resolved, choices[c]), i, item) if (!found) found = object_of(item);
  return found;
}

/* How many fields with a default below `schema` were not stated yet; `route`: names them. */
static int count_open(const json_t *schema, const json_t *covered, const char *way, const char *route) {
  const json_t *object = object_of(schema);
  const char *name;
  json_t *property;
  int open = 0;
  json_object_foreach(json_object_get(object, "properties"), name, property) {
    char below[WAY_MAX];
    snprintf(below, sizeof below, "%s/%s", way, name);
    if (default_of(property) && !json_object_get(covered, below) && ++open && route)
      fprintf(stderr, "%s: no example states the default of %s\n", route, below);
    if (object_of(property)) open += count_open(property, covered, below, route);
  }
  return open;
}

/* Ask, and keep the answer, without what differs from one run to the next. */
static char *answer_text(struct stating *s) {
  char *body = json_dumps(s->root, JSON_COMPACT | JSON_ENCODE_ANY);
  struct reply reply = api_post(s->example->path, body);
  char *text = strdup(reply.text), *from = text, *to = text;
  for (size_t skip; *from; from += skip) { /* times are left out */
    const bool time = strncmp(from, "\"elapsed_us\":", 13) == 0;
    skip = time ? 13 + strspn(from + 13, "0123456789") : 1;
    if (!time) *to++ = *from;
  }
  *to = 0;
  s->good = reply.status == 200;
  free(body);
  return text;
}

static void state_default(struct stating *s, json_t *object, const char *name, json_t *value,
                          const char *way) {
  const bool good = s->good;
  json_object_set(object, name, value);
  char *now = answer_text(s);
  s->tried++;
  if (strcmp(now, s->before) != 0 && ++s->faults)
    fprintf(stderr, "%s, %s: the default of %s, or null, is not what leaving it out is\n  %s\n  %s\n",
            s->example->path, s->example->name, way, s->before, now);
  json_object_del(object, name);
  s->good = good;
  if (good) json_object_set_new(json_is_null(value) ? s->nulls : s->covered, way, json_true());
  free(now);
}

/* In the place of what the example has. */
static void state_instead(struct stating *s, json_t *object, const char *name, json_t *value,
                          const char *way) {
  json_t *given = json_incref(json_object_get(object, name));
  char *before = s->before;
  const bool good = s->good;
  json_object_del(object, name);
  s->before = answer_text(s);
  state_default(s, object, name, value, way);
  free(s->before);
  s->before = before;
  s->good = good;
  json_object_set_new(object, name, given);
}

static void state_defaults(struct stating *s, const json_t *schema, json_t *value, const char *way);

/* An object that no example has: empty, or the preset that stands there by name. Only where the answer is no
 * error. */
static void state_in_object(struct stating *s, const json_t *property, json_t *value, const char *name,
                            const char *way) {
  json_t *given = json_incref(json_object_get(value, name)), *object = json_object();
  char *before = s->before;
  const bool good = s->good;
  if (given) json_object_set(object, "preset", given);
  json_object_set(value, name, object);
  s->before = answer_text(s);
  if (s->good) state_defaults(s, object_of(property), object, way);
  free(s->before);
  s->before = before;
  s->good = good;
  if (given)
    json_object_set(value, name, given);
  else
    json_object_del(value, name);
  json_decref(given);
  json_decref(object);
}

static void state_defaults(struct stating *s, const json_t *schema, json_t *value, const char *way) {
  const json_t *resolved = schema_of(schema);
  const char *name;
  json_t *property, *item;
  size_t i;
  for (size_t c = 0; c < 3; c++)
    json_array_foreach(json_object_get(resolved, choices[c]), i, item) state_defaults(s, item, value, way);
  json_array_foreach(value, i, item) state_defaults(s, json_object_get(resolved, "items"), item, way);
  if (!json_is_object(value)) return;
  json_object_foreach(json_object_get(resolved, "properties"), name, property) {
    json_t *due = default_of(property), *given = json_object_get(value, name);
    char below[WAY_MAX];
    snprintf(below, sizeof below, "%s/%s", way, name);
    if (due && given && !json_object_get(s->covered, below)) state_instead(s, value, name, due, below);
    if (!given && !json_object_get(s->nulls, below)) state_default(s, value, name, json_null(), below);
    if (given && !json_is_string(given))
      state_defaults(s, property, given, below);
    else if (due && !given)
      state_default(s, value, name, due, below);
    else if (object_of(property) && count_open(property, s->covered, below, NULL) > 0)
      state_in_object(s, property, value, name, below);
  }
}

static const json_t *body_schema(const char *path) {
  const json_t *operation =
      json_object_get(json_object_get(json_object_get(document.json, "paths"), path), "post");
  const json_t *media = json_object_get(json_object_get(json_object_get(operation, "requestBody"), "content"),
                                        "application/json");
  return json_object_get(media, "schema");
}

/* Every field of every route, and null in its place: the answers are equal byte for byte. */
TEST(no_stated_default_changes_an_answer) {
  int tried = 0, faults = 0;
  json_t *covered = json_object(), *nulls = json_object(), *fields;
  const char *path;
  for (size_t i = 0; i < document.count; i++) {
    const struct example *e = &document.examples[i];
    if (*e->status || strcmp(e->method, "post") != 0 || strcmp(e->path, "/batch") == 0) continue;
    if (TEST_SANITIZED && strcmp(e->name, "fairness") == 0) continue; /* seconds for each of its fields */
    if (!json_object_get(covered, e->path)) json_object_set_new(covered, e->path, json_object());
    if (!json_object_get(nulls, e->path)) json_object_set_new(nulls, e->path, json_object());
    struct stating s = {.example = e,
                        .root = json_loads(e->value, JSON_DECODE_ANY, NULL),
                        .covered = json_object_get(covered, e->path),
                        .nulls = json_object_get(nulls, e->path)};
    free(answer_text(&s)); /* /solve knows then what it has solved */
    s.before = answer_text(&s);
    state_defaults(&s, body_schema(e->path), s.root, "");
    tried += s.tried;
    faults += s.faults;
    json_decref(s.root);
    free(s.before);
  }
  print_message("%d tried\n", tried);
  assert_true(tried > 500);
  json_object_foreach(covered, path, fields) faults += count_open(body_schema(path), fields, "", path);
  assert_int_equal(faults, 0);
  json_decref(covered);
  json_decref(nulls);
}

/* Rewriting */

static const struct example *answer_on(size_t line) {
  for (size_t i = 0; i < document.count; i++)
    if (document.examples[i].line == line && is_replayed(&document.examples[i])) return &document.examples[i];
  return NULL;
}

static void write_answer(const struct example *answer, FILE *out, const char *line) {
  struct reply reply = replay(answer);
  if (answer->file) {
    fputs(line, out);
    assert_int_equal(json_dump_file(reply.json, answer->file, JSON_INDENT(1) | JSON_REAL_PRECISION(15)), 0);
  } else {
    fprintf(out, "%*svalue: %s\n", (int)strspn(line, " "), "", reply.text);
  }
}

static int update(void) {
  FILE *in = fopen(FILE_NAME, "r"), *out = fopen(FILE_NAME ".new", "w");
  char *line = NULL;
  size_t room = 0, number = 0;
  if (!in || !out) return 1;
  read_document(NULL);
  while (getline(&line, &room, in) > 0) {
    const struct example *answer = answer_on(++number);
    if (answer)
      write_answer(answer, out, line);
    else
      fputs(line, out);
  }
  free(line);
  fclose(in);
  if (fclose(out) != 0 || rename(FILE_NAME ".new", FILE_NAME) != 0) return 1;
  return free_document(NULL);
}

int main(void) {
  if (getenv("DDZ_UPDATE_EXAMPLES")) return update();
  return test_run(read_document, free_document);
}
