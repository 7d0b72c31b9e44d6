/* problem.h - what went wrong, as an RFC 9457 problem object.
 *
 * A reader or a handler that finds an error fills one of these and returns false; the first error wins and
 * travels up untouched. The table of codes is problem.def; the field is a JSON pointer into the body.
 * No allocation, no globals, any thread. */
#pragma once

#include "api/wire/write.h"
#include "core/base/code.h"

enum ddz_problem_kind {
#define PROBLEM(name, ...) DDZ_PROBLEM_##name,
#include "api/wire/problem.def"
  DDZ_PROBLEMS
};

struct ddz_problem {
  bool chinese; /* language of title and detail; set before the problem is */
  int status;   /* HTTP status; 0: no problem */
  const char *code, *title;
  char detail[520]; /* a sentence the caller can act on, UTF-8; in Chinese the English one follows, with the
                       names and numbers of this case */
  char field[200];  /* JSON pointer, "" for the whole body */
  bool has_field;
};

/* Fill in a problem; the sentence as for printf. Words of the caller go through ddz_quote first. Always
 * returns false, so that a reader can `return ddz_problem_set(...)`. */
bool ddz_problem_set(struct ddz_problem *problem, enum ddz_problem_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for an error of the core; its own sentence, and `more` after it when that is not NULL. */
bool ddz_problem_core(struct ddz_problem *problem, enum ddz_error error, const char *more);

/* The problem object as a text of its own, which the caller frees; NULL when memory is short. */
char *ddz_problem_text(const struct ddz_problem *problem, size_t *length);

#define DDZ_API_PROBLEM_TYPE "application/problem+json"

/* A problem object as text, for errors that the server finds by itself (408, 413, 429, 431, 503, ...):
 * malloc'd, NULL when memory is short. `code` as in problem.def, whose status is written in any case;
 * `detail`: one sentence. */
char *ddz_api_problem_text(const char *code, const char *detail, int *status);

/* Row of a code; NULL when there is none. */
struct ddz_problem_row {
  int status;
  const char *code, *title, *chinese;
  const char *remedy; /* what to do, in Chinese */
};
const struct ddz_problem_row *ddz_problem_row_of(const char *code);

/* Words for such a sentence, as for printf; what is too long is cut off. */
struct ddz_phrase {
  char text[320];
};
struct ddz_phrase ddz_phrase(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The caller's text in single quotes, cut at a character boundary to at most 40 bytes. */
struct ddz_phrase ddz_quote(const char *text);
