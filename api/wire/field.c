#include "api/wire/field.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- the nearest word ---- */

enum {
  WORD_MAX = 40, /* longer words are nobody's slip */
  NAME_MIN = 3   /* every short word is near to a shorter name: `bid` is no slip for `id` */
};

static int letter(char c) { return c == '_' ? '-' : tolower((unsigned char)c); }

static int least(int a, int b) { return a < b ? a : b; }

/* Letters to put in, take out or change (Levenshtein), row by row. Neither word is longer than WORD_MAX. */
static int distance(const char *a, const char *b) {
  int row[WORD_MAX + 1];
  const int n = (int)strlen(b);
  for (int j = 0; j <= n; j++) row[j] = j;
  for (int i = 0; a[i]; i++) {
    int before = row[0]++;
    for (int j = 1; j <= n; j++) {
      const int changed = before + (letter(a[i]) != letter(b[j - 1]));
      before = row[j];
      row[j] = least(changed, least(row[j], row[j - 1]) + 1);
    }
  }
  return row[n];
}

/* The name that is nearest to `word`; NULL: none is near. */
static const char *nearest_to(const char *word, const char *const *names) {
  const char *nearest = NULL;
  const size_t length = strlen(word);
  int most = (int)(length + 2) / 3;
  for (; length <= WORD_MAX && *names; names++) {
    const int n = strlen(*names) <= WORD_MAX ? distance(word, *names) : WORD_MAX;
    if (n > most || (size_t)n >= length || strlen(*names) < NAME_MIN) continue;
    nearest = *names;
    most = n - 1;
  }
  return nearest;
}

struct ddz_phrase ddz_near_text(const char *word, const char *const *names) {
  const char *name = nearest_to(word, names);
  return name ? ddz_phrase("; did you mean '%s'?", name) : (struct ddz_phrase){""};
}

/* ---- where ---- */

struct ddz_field ddz_field_of(const struct ddz_field *object, const char *key) {
  const json_t *json = json_object_get(object->json, key);
  if (json_is_null(json)) json = NULL;
  return (struct ddz_field){.json = json, .up = object, .key = key, .problem = object->problem};
}

struct ddz_field ddz_field_item(const struct ddz_field *array, size_t index) {
  return (struct ddz_field){
      .json = json_array_get(array->json, index), .up = array, .index = index, .problem = array->problem};
}

enum { WAY_MAX = 1024, STEP_MAX = 128, KEY_MAX = 60 };

/* The way to a field: "/" and its key, with ~ and / escaped, or its place. Returns its length. */
static size_t write_way(const struct ddz_field *field, char way[WAY_MAX]) {
  size_t n = field->up ? write_way(field->up, way) : 0;
  if (!field->up || n + STEP_MAX > WAY_MAX) return n;
  if (!field->key) return n + (size_t)snprintf(way + n, STEP_MAX, "/%zu", field->index);
  const size_t kept = ddz_utf8_prefix(field->key, strlen(field->key), KEY_MAX);
  way[n++] = '/';
  for (size_t i = 0; i < kept; i++) {
    const char c = field->key[i];
    if (c == '~' || c == '/') way[n++] = '~';
    way[n++] = c == '~' ? '0' : c == '/' ? '1' : c;
  }
  way[n] = '\0';
  return n;
}

/* What does not fit is cut off at the front of the way, never in the middle of a step. */
static void locate(const struct ddz_field *field) {
  struct ddz_problem *problem = field->problem;
  char way[WAY_MAX] = "";
  const size_t n = write_way(field, way), room = sizeof problem->field;
  const char *begin = n < room ? way : strchr(way + n - room + 1, '/');
  memcpy(problem->field, begin, n + 1 - (size_t)(begin - way));
  problem->has_field = true;
}

bool ddz_field_fail(const struct ddz_field *field, enum ddz_problem_kind kind, const char *format, ...) {
  char detail[sizeof field->problem->detail];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(detail, sizeof detail, format, arguments);
  va_end(arguments);
  locate(field);
  return ddz_problem_set(field->problem, kind, "%s", detail);
}

bool ddz_field_fail_core(const struct ddz_field *field, enum ddz_error error) {
  locate(field);
  return ddz_problem_core(field->problem, error, NULL);
}

bool ddz_field_fail_more(const struct ddz_field *field, enum ddz_error error, const char *format, ...) {
  char more[sizeof field->problem->detail];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(more, sizeof more, format, arguments);
  va_end(arguments);
  locate(field);
  return ddz_problem_core(field->problem, error, more);
}

/* ---- scalars and containers ---- */

bool ddz_field_wrong_type(const struct ddz_field *field, const char *wanted) {
  static const char *const names[] = {"an object",     "an array", "a string", "an integer",
                                      "a real number", "true",     "false",    "null"};
  return ddz_field_fail(field, DDZ_PROBLEM_WRONG_TYPE, "must be %s, not %s", wanted,
                        names[json_typeof(field->json)]);
}

bool ddz_read_required(const struct ddz_field *field) {
  if (field->json) return true;
  return ddz_field_fail(field, DDZ_PROBLEM_MISSING_FIELD, "the field %s is required",
                        ddz_quote(field->key).text);
}

static bool is_listed(const char *name, const char *const *names) {
  for (; *names; names++)
    if (strcmp(*names, name) == 0) return true;
  return false;
}

struct ddz_phrase ddz_names_text(const char *const *names, size_t most) {
  struct ddz_phrase words = {""};
  size_t n = 0;
  for (size_t i = 0; names[i] && n < most; i++)
    n += (size_t)snprintf(words.text + n, most - n, "%s%s", i ? ", " : "", names[i]);
  return words;
}

/* What answers of ours tell about a play, an action or a call, beside the fields that are read. A client may
 * send such an object back without removing them. */
static const char *const told[] = {
    /* an action */
    "seat", "role", "action", "call", "cards", "id", "deal", "phase",
    /* a play */
    "pattern", "type", "name", "rank", "length", "main", "kicker", "size", "stands_for", "rest_power",
    "power", "rest_plays",
    /* what a robot thought of it */
    "reason", "why", "score", "win_probability", "interval", "expected_points", "points_interval", "proven",
    "visits", "candidates", "engine", "level", "nodes", "elapsed_us", "busy", "lacks", "seed", "unseen",
    /* advice on a call */
    "advice", "source", "must", "landlord_probability", "farmer_probability", "landlord_index",
    "big_card_score",
    /* a proof */
    "result", "lasts",
    /* a decision of a review */
    "hand", "forced", "best", "best_win_probability", "best_interval", "loss", "loss_interval", "points_loss",
    "verdict", "unjudged", "blunder", "text", NULL};

static const char *const nothing[] = {NULL};

static bool read_object(const struct ddz_field *field, const char *const *names, const char *const *more) {
  if (!json_is_object(field->json)) return ddz_field_wrong_type(field, "an object");
  /* jansson's iterators take a non-const object but do not change it */
  json_t *object = (json_t *)field->json;
  for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
    const char *name = json_object_iter_key(at);
    if (is_listed(name, names) || is_listed(name, more)) continue;
    struct ddz_field unknown = {.up = field, .key = name, .problem = field->problem};
    return ddz_field_fail(&unknown, DDZ_PROBLEM_UNKNOWN_FIELD, "there is no field %s here%s; known are %s",
                          ddz_quote(name).text, ddz_near_text(name, names).text,
                          ddz_names_text(names, DDZ_NAMES).text);
  }
  return true;
}

bool ddz_read_object(const struct ddz_field *field, const char *const *names) {
  return read_object(field, names, nothing);
}

bool ddz_read_told(const struct ddz_field *field, const char *const *names) {
  return read_object(field, names, told);
}

bool ddz_read_array(const struct ddz_field *field, size_t max, size_t *count) {
  *count = 0;
  if (!field->json) return true;
  if (!json_is_array(field->json)) return ddz_field_wrong_type(field, "an array");
  if (json_array_size(field->json) > max)
    return ddz_field_fail(field, DDZ_PROBLEM_TOO_MANY_ITEMS, "at most %zu items, not %zu", max,
                          json_array_size(field->json));
  *count = json_array_size(field->json);
  return true;
}

/* 3 and 3.0 are the same JSON integer. */
bool ddz_integer_of(const json_t *json, long long *value) {
  double real = json_real_value(json);
  if (json_is_integer(json))
    *value = json_integer_value(json);
  else if (json_is_real(json) && fabs(real) < 9e15 && real == floor(real))
    *value = (long long)real;
  else
    return false;
  return true;
}

bool ddz_read_int(const struct ddz_field *field, long long min, long long max, long long *value) {
  long long given;
  if (!field->json) return true;
  if (!ddz_integer_of(field->json, &given)) return ddz_field_wrong_type(field, "an integer");
  if (given < min || given > max)
    return ddz_field_fail(field, DDZ_PROBLEM_OUT_OF_RANGE, "must be between %lld and %lld, not %lld", min,
                          max, given);
  *value = given;
  return true;
}

bool ddz_read_bool(const struct ddz_field *field, bool *value) {
  if (!field->json) return true;
  if (!json_is_boolean(field->json)) return ddz_field_wrong_type(field, "true or false");
  *value = json_is_true(field->json);
  return true;
}

bool ddz_read_string(const struct ddz_field *field, const char **value) {
  if (!field->json) return true;
  if (!json_is_string(field->json)) return ddz_field_wrong_type(field, "a string");
  *value = json_string_value(field->json);
  return true;
}

bool ddz_read_choice_or(const struct ddz_field *field, const char *const *names, enum ddz_problem_kind kind,
                        int *index) {
  const char *name = NULL;
  if (!ddz_read_string(field, &name)) return false;
  if (!name) return true;
  for (int i = 0; names[i]; i++)
    if (strcmp(names[i], name) == 0) {
      *index = i;
      return true;
    }
  return ddz_field_fail(field, kind, "must be one of %s, not %s%s", ddz_names_text(names, DDZ_NAMES).text,
                        ddz_quote(name).text, ddz_near_text(name, names).text);
}

bool ddz_read_choice(const struct ddz_field *field, const char *const *names, int *index) {
  return ddz_read_choice_or(field, names, DDZ_PROBLEM_UNKNOWN_VALUE, index);
}

static bool is_default(const json_t *json, const char *due) {
  const char *text = json_string_value(json);
  if (due == NULL) return false;
  if (isdigit((unsigned char)*due)) return json_is_integer(json) && json_integer_value(json) == *due - '0';
  return text && strcmp(text, due) == 0;
}

bool ddz_check_alone(const struct ddz_field *body, const char *because, const struct ddz_beside *others) {
  for (; others->name; others++) {
    const struct ddz_field other = ddz_field_of(body, others->name);
    if (ddz_field_given(&other) && !is_default(other.json, others->due))
      return ddz_field_fail(&other, DDZ_PROBLEM_CONFLICT, "%s leave `%s` out", because, others->name);
  }
  return true;
}
