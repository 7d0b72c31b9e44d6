/* POST /batch: up to 256 questions in one, answered in order, perhaps by several threads.
 *
 * Every item is read by one thread only (readers never touch a reference count) and builds an answer
 * of its own; the answers are joined at the end. What an item answers is what the single call would. */
#include <string.h>

#include "api/handler.h"

enum { ITEMS_MAX = 256 };

struct batch {
  const struct ddz_field *body;
  uint64_t deadline_us;
  struct ddz_answer answers[ITEMS_MAX];
};

/* NULL and the problem filled in when no item can ask for it. */
static const struct ddz_api_route *item_route(const struct ddz_field *path) {
  const char *text = NULL;
  if (!ddz_read_required(path) || !ddz_read_string(path, &text)) return NULL;
  const struct ddz_api_route *route = ddz_api_route_of(text);
  if (!route) {
    ddz_field_fail(path, DDZ_PROBLEM_NOT_FOUND, "no item can ask for %s", ddz_quote(text).text);
  } else if (route->handle == ddz_handle_batch) {
    ddz_field_fail(path, DDZ_PROBLEM_NESTED_BATCH, "put the items of the inner batch into the outer one");
    route = NULL;
  }
  return route;
}

static bool read_item(const struct ddz_field *item, const struct ddz_api_route **route, const json_t **body) {
  static const char *const names[] = {"path", "body", NULL};
  if (!ddz_read_object(item, names)) return false;
  struct ddz_field path = ddz_field_of(item, "path"), inner = ddz_field_of(item, "body");
  const struct ddz_api_route *found = item_route(&path);
  if (!found) return false;
  if (strcmp(found->method, "POST") == 0 && !ddz_read_required(&inner)) return false;
  *route = found;
  *body = inner.json;
  return true;
}

static bool is_late(const struct ddz_api *api, uint64_t deadline_us) {
  return deadline_us && api->host.now_us && api->host.now_us(api->host.self) > deadline_us;
}

static void refuse_item(struct ddz_answer *answer, const struct ddz_problem *problem) {
  struct ddz_out out = {0};
  ddz_problem_write(problem, &out);
  *answer = (struct ddz_answer){.status = problem->status, .json = ddz_out_take(&out)};
}

static void run_item(void *arg, size_t i, struct ddz_api *api) {
  struct batch *batch = arg;
  struct ddz_problem problem = {0};
  struct ddz_field body = {.json = batch->body->json, .problem = &problem}, item = ddz_field_item(&body, i);
  const struct ddz_api_route *route;
  const json_t *inner;
  if (is_late(api, batch->deadline_us)) {
    ddz_problem_set(&problem, DDZ_PROBLEM_TOO_LATE,
                    "the time for this batch was over before the item's turn");
    refuse_item(&batch->answers[i], &problem);
  } else if (!read_item(&item, &route, &inner)) {
    refuse_item(&batch->answers[i], &problem);
  } else {
    const struct ddz_span span = {.deadline_us = batch->deadline_us}; /* its limits count from its turn */
    ddz_api_answer(api, route, inner, &span, &batch->answers[i]);
  }
}

static void run_items(struct ddz_task *task, struct batch *batch, size_t n) {
  const struct ddz_host *host = &task->api->host;
  if (host->spread)
    host->spread(host->self, n, run_item, batch);
  else
    for (size_t i = 0; i < n; i++) run_item(batch, i, task->api);
}

/* One item's answer; out of memory is an answer too. */
static void out_item(struct ddz_out *out, const struct ddz_answer *answer) {
  ddz_out_open(out, NULL, '{');
  ddz_out_int(out, "status", answer->json ? answer->status : 503);
  ddz_out_value(out, "body", answer->json ? answer->json : json_null());
  ddz_out_close(out, '}');
}

bool ddz_handle_batch(struct ddz_task *task, const struct ddz_field *body, struct ddz_out *out) {
  struct batch batch = {.body = body, .deadline_us = task->deadline_us};
  size_t n;
  if (!ddz_read_array(body, ITEMS_MAX, &n)) return false;
  run_items(task, &batch, n);
  ddz_out_open(out, NULL, '[');
  size_t refused = 0;
  for (size_t i = 0; i < n; i++) {
    out_item(out, &batch.answers[i]);
    task->nodes += batch.answers[i].nodes;
    refused += batch.answers[i].status != 200;
  }
  ddz_out_close(out, ']');
  task->engine = "batch";
  ddz_task_note(task, "items", NULL, n);
  ddz_task_note(task, "refused", NULL, refused);
  return true;
}
