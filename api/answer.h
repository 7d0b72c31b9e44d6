/* answer.h - a question's answer as text: what was asked for, or a problem. */
#ifndef DDZ_API_ANSWER_H
#define DDZ_API_ANSWER_H

#include "api/route.h"

/* When a request came, and when it must be answered; host clock, 0: not told, none. And in which language its
 * problem is told. */
struct ddz_span {
  uint64_t arrived_us, deadline_us;
  bool chinese;
};

struct ddz_answer {
  int status;
  char *text; /* owned by the caller, who frees it; NULL: memory was short even for the problem, status is 503
               */
  size_t length;
  const char *content_type;
  const char *code; /* the problem's; static text or NULL */
  const char *engine;
  uint64_t nodes;
  struct ddz_api_notes notes;
};

/* Run a question that was read. */
void ddz_answer_run(struct ddz_api *api, const struct ddz_api_route *route, const void *question,
                    const struct ddz_span *span, struct ddz_answer *answer);

/* The problem as the answer of a route; NULL: of none. */
void ddz_answer_refuse(const struct ddz_api_route *route, const struct ddz_problem *problem,
                       struct ddz_answer *answer);

/* The problem as the answer. */
void ddz_answer_problem(const struct ddz_problem *problem, struct ddz_answer *answer);

/* Memory is short; false, to return it. */
bool ddz_memory_problem(struct ddz_problem *problem);

#endif
