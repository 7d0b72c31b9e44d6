#include "tests/starve/judge.h"

#include <string.h>

/* Answers are compared without what the clock and a memo that knows the question do to them. */
static json_t *timeless(json_t *answer) {
  if (json_is_object(answer)) json_object_del(answer, "elapsed_us");
  if (json_is_object(answer)) json_object_del(answer, "nodes");
  if (json_is_object(answer)) json_object_del(answer, "waited_ms");
  return answer;
}

/* A page of figures: how many there are. */
static json_t *count_figures(const char *text) {
  json_int_t figures = 0;
  for (const char *at = text; (at = strstr(at, "\n# TYPE ")); at++) figures++;
  return json_integer(figures);
}

json_t *judge_read(const char *text) {
  json_t *answer = text ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
  if (answer || !text) return timeless(answer);
  return strncmp(text, "# HELP", 6) == 0 ? count_figures(text) : json_string(text);
}

static bool says_short(const json_t *answer) {
  const char *code = json_string_value(json_object_get(answer, "code"));
  return code && strcmp(code, "out_of_memory") == 0;
}

/* Each item of a batch is right or says that memory was short. */
static bool items_right(const json_t *answer, const json_t *due) {
  if (!json_is_array(answer) || json_array_size(answer) != json_array_size(due)) return false;
  for (size_t i = 0; i < json_array_size(due); i++) {
    json_t *whole = json_array_get(answer, i), *item = timeless(json_object_get(whole, "body")),
           *wanted = timeless(json_object_get(json_array_get(due, i), "body"));
    bool nothing = json_is_null(item) && json_integer_value(json_object_get(whole, "status")) == 503;
    if (!nothing && !says_short(item) && !json_equal(item, wanted)) return false;
  }
  return true;
}

bool judge_answer(int status, const char *text, const json_t *due) {
  json_t *answer = judge_read(text);
  bool right = status == 200 && (json_equal(answer, due) || items_right(answer, due));
  bool refused = status == 503 && (!text || says_short(answer));
  json_decref(answer);
  return right || refused;
}
