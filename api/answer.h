/* answer.h - a question's answer as text: what was asked for, or a problem. */
#ifndef DDZ_API_ANSWER_H
#define DDZ_API_ANSWER_H

#include "api/result.h"
#include "api/route.h"

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
