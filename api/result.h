/* result.h - an answer as it goes back to the caller, what was asked for or a problem; and when it must be
 * there. */
#ifndef DDZ_API_RESULT_H
#define DDZ_API_RESULT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/notes.h"

/* When a request came, and when it must be answered; host clock, 0: not told, none. And in which language its
 * problem is told. */
struct ddz_span {
  uint64_t arrived_us, deadline_us;
  const atomic_int *word; /* who says that it must end (core/base/stop.h); NULL: nobody */
  bool chinese;
};

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
