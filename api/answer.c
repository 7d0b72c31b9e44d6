#include "api/answer.h"

#include <stdlib.h>

#define JSON "application/json"

bool ddz_memory_problem(struct ddz_problem *problem) {
  return ddz_problem_set(problem, DDZ_PROBLEM_OUT_OF_MEMORY, "the service is short of memory; try again");
}

static bool length_problem(const struct ddz_api_route *route, size_t bytes, struct ddz_problem *problem) {
  const char *lower = route->handler->lower;
  struct ddz_field root = {.problem = problem},
                   field = {.up = lower ? &root : NULL, .key = lower, .problem = problem};
  return ddz_field_fail(&field, DDZ_PROBLEM_ANSWER_TOO_LARGE,
                        "the answer would be longer than %zu bytes; %s%s%s", bytes,
                        lower ? "lower `" : "ask for less at once", lower ? lower : "", lower ? "`" : "");
}

void ddz_answer_problem(const struct ddz_problem *problem, struct ddz_answer *answer) {
  answer->text = ddz_problem_text(problem, &answer->length);
  answer->status = answer->text ? problem->status : 503;
  answer->code = problem->code;
  answer->content_type = DDZ_API_PROBLEM_TYPE;
}

void ddz_answer_refuse(const struct ddz_api_route *route, const struct ddz_problem *problem,
                       struct ddz_answer *answer) {
  if (!route || !route->manner) {
    ddz_answer_problem(problem, answer);
    return;
  }
  struct ddz_writer out = {.budget = 0};
  answer->status = route->manner->refuse(problem, &out);
  answer->text = ddz_writer_take(&out, &answer->length);
  if (!answer->text) answer->status = 503;
  answer->code = problem->code;
  answer->content_type = JSON;
}

void ddz_answer_run(struct ddz_api *api, const struct ddz_api_route *route, const void *question,
                    const struct ddz_span *span, struct ddz_answer *answer) {
  struct ddz_task task = {.api = api, .span = span, .started_us = ddz_api_now_us(api)};
  struct ddz_writer out = {.budget = ddz_route_budget(route, api)};
  struct ddz_problem problem = {.chinese = span->chinese};
  task.arrived_us = span->arrived_us != 0 ? span->arrived_us : task.started_us;
  route->handler->run(&task, question, &out);
  if (task.refused) {
    ddz_problem_set(&problem, DDZ_PROBLEM_TOO_LATE,
                    "busy: no time was left to search; send the request again");
    free(ddz_writer_take(&out, &answer->length));
    ddz_answer_refuse(route, &problem, answer);
    return;
  }
  *answer = (struct ddz_answer){
      .status = 200, .content_type = JSON, .engine = task.engine, .nodes = task.nodes, .notes = task.notes};
  answer->text = ddz_writer_take(&out, &answer->length);
  if (answer->text) return;
  if (out.failure == DDZ_WRITER_OVER_BUDGET)
    length_problem(route, out.budget, &problem);
  else
    ddz_memory_problem(&problem);
  ddz_answer_refuse(route, &problem, answer);
}
