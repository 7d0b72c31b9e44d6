/* result.h - an answer as it goes back to the caller: what was asked for, or a problem. */
#ifndef DDZ_API_RESULT_H
#define DDZ_API_RESULT_H

#include <stddef.h>
#include <stdint.h>

#include "api/notes.h"

struct ddz_answer {
  int status;               /* 0: not yet */
  const char *content_type; /* application/json or DDZ_API_PROBLEM_TYPE */
  char *text; /* NUL-terminated; its owner calls free(). NULL only when memory was too short even
                 for the problem: status is 503 */
  size_t length;
  const char *code;   /* the problem's, for the log; static text or NULL */
  const char *engine; /* likewise */
  uint64_t nodes;
  struct ddz_api_notes notes;
};

#endif
