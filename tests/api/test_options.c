/* Options of `rules` and fields beside them in every route, a line each in tests/data/options.jsonl: what the
 * response says without it and with it. Each option that GET /rules lists has a line for each route. */
#include "tests/support/api.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static const char *const routes[] = {"/classify", "/prompt",  "/robot-move", "/robot-move search", "/table",
                                     "/review",   "/analyze", "/solve",      "/bid-advice"};
enum { ROUTES = sizeof routes / sizeof *routes };

struct run {
  json_t *options; /* the names that GET /rules lists, each with the set of routes that have a line */
  int faults;
};

static const char *route_of(json_t *line, char *text, size_t room) {
  const char *engine = json_string_value(json_object_get(json_object_get(line, "body"), "engine"));
  snprintf(text, room, "%s%s", jsonl_text(line, "path"),
           engine && strcmp(engine, "search") == 0 ? " search" : "");
  return text;
}

/* The body with these rules; a field stands beside them. */
static char *body_of(json_t *line, bool with, bool is_option) {
  json_t *body = json_deep_copy(json_object_get(line, "body")), *inner = json_object_get(body, "table");
  json_t *target = inner ? inner : body, *rules = json_deep_copy(json_object_get(line, "rules"));
  if (with && is_option) json_object_set(rules, jsonl_text(line, "option"), json_object_get(line, "value"));
  json_object_set_new(target, "rules", rules);
  if (with && !is_option) json_object_set(target, jsonl_text(line, "option"), json_object_get(line, "value"));
  char *text = json_dumps(body, JSON_COMPACT);
  json_decref(body);
  return text;
}

static void replay(json_t *line, size_t number, void *self) {
  struct run *run = self;
  const char *option = jsonl_text(line, "option"), *at = jsonl_text(line, "at");
  json_t *seen = json_object_get(run->options, option);
  char route[40];
  if (seen) json_object_set_new(seen, route_of(line, route, sizeof route), json_true());
  for (int with = 0; with < 2; with++) {
    char *body = body_of(line, with, seen != NULL);
    if (!api_says(jsonl_text(line, "path"), body, at, jsonl_text(line, with ? "with" : "without"))) {
      fprintf(stderr, "line %zu: %s %s\n", number, jsonl_text(line, "path"), body);
      run->faults++;
    }
    free(body);
  }
}

TEST(every_option_does_in_every_route_what_its_line_says) {
  struct reply reply = api_get("/rules");
  struct run run = {.options = json_object()};
  const json_t *list = json_object_get(reply.json, "options");
  for (size_t i = 0; i < json_array_size(list); i++)
    json_object_set_new(run.options, jsonl_text(json_array_get(list, i), "name"), json_object());
  assert_true(jsonl_each("options.jsonl", replay, &run) >= 80);
  assert_int_equal(run.faults, 0);
  const char *name;
  json_t *seen;
  json_object_foreach(run.options, name, seen) for (int i = 0; i < ROUTES;
                                                    i++) if (!json_object_get(seen, routes[i]))
      fail_msg("tests/data/options.jsonl has no line for %s in %s", name, routes[i]);
  json_decref(run.options);
}

int main(void) { return test_run(NULL, NULL); }
