#include "api/problem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "api/api.h"

static const struct ddz_problem_row rows[DDZ_PROBLEMS] = {
#define PROBLEM(name, status_, code_, title_) {.status = status_, .code = code_, .title = title_},
#include "api/problem.def"
#undef PROBLEM
};

const struct ddz_problem_row *ddz_problem_row_of(const char *code) {
  for (size_t i = 0; i < DDZ_PROBLEMS; i++)
    if (strcmp(rows[i].code, code) == 0) return &rows[i];
  return NULL;
}

size_t ddz_utf8_prefix(const char *text, size_t length, size_t max) {
  if (length <= max) return length;
  while (max > 0 && ((unsigned char)text[max] & 0xC0) == 0x80) max--;
  return max;
}

struct ddz_quoted ddz_quote(const char *text) {
  struct ddz_quoted quoted;
  size_t length = strlen(text), kept = ddz_utf8_prefix(text, length, 40);
  snprintf(quoted.text, sizeof quoted.text, "'%.*s%s'", (int)kept, text, kept < length ? "..." : "");
  return quoted;
}

static void fill(struct ddz_problem *problem, const struct ddz_problem_row *row) {
  problem->status = row->status;
  problem->code = row->code;
  problem->title = row->title;
}

bool ddz_problem_set(struct ddz_problem *problem, enum ddz_problem_kind kind, const char *format, ...) {
  fill(problem, &rows[kind]);
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(problem->detail, sizeof problem->detail, format, arguments);
  va_end(arguments);
  if (length >= (int)sizeof problem->detail) /* cut at a character, not within one */
    problem
        ->detail[ddz_utf8_prefix(problem->detail, sizeof problem->detail - 1, sizeof problem->detail - 5)] =
        0;
  return false;
}

bool ddz_problem_core(struct ddz_problem *problem, enum ddz_error error, const char *more) {
  const struct ddz_problem_row *row = ddz_problem_row_of(ddz_error_code(error));
  ddz_problem_set(problem, row ? (enum ddz_problem_kind)(row - rows) : DDZ_PROBLEM_BAD_REQUEST, "%s%s%s",
                  ddz_error_text(error), more ? ": " : "", more ? more : "");
  return false;
}

static bool is_utf8(const char *bytes) {
  json_t *string = json_string(bytes);
  json_decref(string);
  return string != NULL;
}

/* Paths and headers may be any bytes, and a parser's message may quote half a character: where that is so,
 * every byte beyond ASCII becomes a question mark. */
static void out_bytes(struct ddz_out *out, const char *key, const char *bytes) {
  char text[sizeof((struct ddz_problem *)0)->detail];
  snprintf(text, sizeof text, "%s", bytes);
  if (!is_utf8(text))
    for (char *c = text; *c; c++)
      if ((unsigned char)*c >= 0x80) *c = '?';
  ddz_out_string(out, key, text);
}

void ddz_problem_write(const struct ddz_problem *problem, struct ddz_out *out) {
  char type[64];
  snprintf(type, sizeof type, "urn:ddz:problem:%s", problem->code);
  ddz_out_open(out, NULL, '{');
  ddz_out_string(out, "type", type);
  ddz_out_string(out, "title", problem->title);
  ddz_out_int(out, "status", problem->status);
  out_bytes(out, "detail", problem->detail);
  ddz_out_string(out, "code", problem->code);
  if (problem->has_field) out_bytes(out, "field", problem->field);
  ddz_out_close(out, '}');
}

char *ddz_api_problem_text(int status, const char *code, const char *detail) {
  const struct ddz_problem_row *row = ddz_problem_row_of(code);
  struct ddz_problem problem = {.status = status, .code = code, .title = row ? row->title : "Error"};
  struct ddz_out out = {0};
  memcpy(problem.detail, detail, ddz_utf8_prefix(detail, strlen(detail), sizeof problem.detail - 1));
  ddz_problem_write(&problem, &out);
  json_t *json = ddz_out_take(&out);
  char *text = json ? ddz_text_of(json) : NULL;
  json_decref(json);
  return text;
}
