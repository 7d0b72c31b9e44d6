#include "api/wire/problem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct ddz_problem_row rows[DDZ_PROBLEMS] = {
#define PROBLEM(name, status_, code_, title_, chinese_, remedy_, ...)                                        \
  {.status = status_, .code = code_, .title = title_, .chinese = chinese_, .remedy = remedy_},
#include "api/wire/problem.def"
};

const struct ddz_problem_row *ddz_problem_row_of(const char *code) {
  for (size_t i = 0; i < DDZ_PROBLEMS; i++)
    if (strcmp(rows[i].code, code) == 0) return &rows[i];
  return NULL;
}

struct ddz_phrase ddz_phrase(const char *format, ...) {
  struct ddz_phrase words;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words.text, sizeof words.text, format, arguments);
  va_end(arguments);
  return words;
}

struct ddz_phrase ddz_quote(const char *text) {
  const size_t length = strlen(text), kept = ddz_utf8_prefix(text, length, 40);
  return ddz_phrase("'%.*s%s'", (int)kept, text, kept < length ? "..." : "");
}

bool ddz_problem_set(struct ddz_problem *problem, enum ddz_problem_kind kind, const char *format, ...) {
  const struct ddz_problem_row *row = &rows[kind];
  char said[320];
  va_list arguments;
  problem->status = row->status;
  problem->code = row->code;
  problem->title = problem->chinese ? row->chinese : row->title;
  va_start(arguments, format);
  const int length = vsnprintf(said, sizeof said, format, arguments);
  va_end(arguments);
  if (length >= (int)sizeof said) /* cut at a character, not within one */
    said[ddz_utf8_prefix(said, sizeof said - 1, sizeof said - 5)] = 0;
  snprintf(problem->detail, sizeof problem->detail, problem->chinese ? "%s（%s）" : "%.0s%s", row->remedy,
           said);
  return false;
}

bool ddz_problem_core(struct ddz_problem *problem, enum ddz_error error, const char *more) {
  const struct ddz_problem_row *row = ddz_problem_row_of(ddz_error_rows[error].name);
  return ddz_problem_set(problem, row ? (enum ddz_problem_kind)(row - rows) : DDZ_PROBLEM_BAD_REQUEST,
                         "%s%s%s", ddz_error_rows[error].text, more ? ": " : "", more ? more : "");
}

char *ddz_problem_text(const struct ddz_problem *problem, size_t *length) {
  char type[64];
  struct ddz_writer out = {0};
  snprintf(type, sizeof type, "urn:ddz:problem:%s", problem->code);
  ddz_write_open(&out, NULL, '{');
  ddz_write_string(&out, "type", type);
  ddz_write_string(&out, "title", problem->title);
  ddz_write_int(&out, "status", problem->status);
  ddz_write_bytes(&out, "detail", problem->detail,
                  strlen(problem->detail)); /* paths and headers may be any bytes, */
  ddz_write_string(&out, "code", problem->code);
  if (problem->has_field) /* a parser may quote half of one */
    ddz_write_bytes(&out, "field", problem->field, strlen(problem->field));
  ddz_write_close(&out, '}');
  return ddz_writer_take(&out, length);
}

char *ddz_api_problem_text(const char *code, const char *detail, int *status) {
  const struct ddz_problem_row *row = ddz_problem_row_of(code);
  struct ddz_problem problem = {
      .status = row ? row->status : 500, .code = code, .title = row ? row->title : "Error"};
  size_t length;
  *status = problem.status;
  memcpy(problem.detail, detail, ddz_utf8_prefix(detail, strlen(detail), sizeof problem.detail - 1));
  return ddz_problem_text(&problem, &length);
}
