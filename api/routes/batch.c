/* POST /batch: up to 256 questions in one, answered in order, perhaps by several threads.
 *
 * All items are read up front, each into a struct of its own. One that is wrong is its
 * problem from then on and costs nothing more. What an item answers is what the single call would. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "api/route.h"

enum {
  ITEMS_MAX = 256,
  REFUSAL = 400 /* bytes of an item that is refused, and of what stands around one that is not */
};

struct item {
  const struct ddz_api_route *route; /* NULL: wrong */
  bool chinese;                      /* language of its problem */
  void *question;                    /* owned: of the route; or what is wrong, NULL where memory is short */
};

struct batch {
  size_t count;
  struct item item[ITEMS_MAX];
};

/* ---- reading ---- */

/* False and the problem filled in when no item can ask for it. */
static bool read_path(const struct ddz_field *path, const struct ddz_api_route **route) {
  const char *text = NULL;
  if (!ddz_read_required(path) || !ddz_read_string(path, &text)) return false;
  *route = ddz_route_of(text);
  if (!*route)
    return ddz_field_fail(path, DDZ_PROBLEM_NOT_FOUND, "no item can request %s%s", ddz_quote(text).text,
                          ddz_route_near(text).text);
  return (*route)->handler != &ddz_handle_batch ||
         ddz_field_fail(path, DDZ_PROBLEM_NESTED_BATCH,
                        "put the items of the inner batch into the outer one");
}

static bool read_item(const struct ddz_field *field, struct item *item) {
  static const char *const names[] = {"path", "body", NULL};
  if (!ddz_read_object(field, names)) return false;
  struct ddz_field body = ddz_field_of(field, "body");
  if (!read_path(DDZ_AT(field, "path"), &item->route)) return false;
  if (!item->route->handler->read) return true;
  if (!ddz_read_required(&body)) return false;
  struct ddz_field root = {.json = body.json, .problem = field->problem}; /* as if it were asked alone */
  return ddz_route_read(item->route, &root, &item->question);
}

static bool read_batch(const struct ddz_field *body, void *question) {
  struct batch *batch = question;
  if (!ddz_read_array(body, ITEMS_MAX, &batch->count)) return false;
  for (size_t i = 0; i < batch->count; i++) {
    struct ddz_problem problem = {0};
    struct ddz_field list = {.json = body->json, .problem = &problem}, field = ddz_field_item(&list, i);
    struct item *item = &batch->item[i];
    item->chinese = problem.chinese = ddz_asks_chinese(json_object_get(field.json, "body"));
    if (read_item(&field, item)) continue;
    free(item->question);
    item->route = NULL;
    item->question = malloc(sizeof problem);
    if (item->question) memcpy(item->question, &problem, sizeof problem);
  }
  return true;
}

static void close_batch(void *question) {
  struct batch *batch = question;
  for (size_t i = 0; i < batch->count; i++) free(batch->item[i].question);
}

/* ---- cost ---- */

static struct ddz_cost cost_of_item(const struct item *item) {
  return item->route ? ddz_route_cost(item->route, item->question) : (struct ddz_cost){0};
}

/* As long as its items after each other. */
static struct ddz_cost cost_of(const void *question) {
  const struct batch *batch = question;
  struct ddz_cost all = {0};
  size_t longs = 0, unknown = 0;
  for (size_t i = 0; i < batch->count; i++) {
    const struct ddz_cost cost = cost_of_item(&batch->item[i]);
    longs += cost.kind == DDZ_COST_LONG;
    unknown += batch->item[i].route && !cost.at_most_us;
    all.at_most_us += cost.at_most_us;
    all.searches += cost.searches;
  }
  all.kind = longs || all.at_most_us > DDZ_COST_HERE_US ? DDZ_COST_LONG : DDZ_COST_BOUNDED;
  all.group = (unsigned)((batch->count + 15 * longs) / 16);
  if (all.group >= DDZ_COST_GROUPS) all.group = DDZ_COST_GROUPS - 1;
  if (unknown) all.at_most_us = 0;
  return all;
}

/* ---- answering ---- */

/* The answers that are there already, of together at most `room` bytes. When one comes that is too much, the
 * last ones are dropped: an item is refused when it and those before it are longer than the room, whichever
 * thread came first. */
struct work {
  const struct batch *batch;
  const struct ddz_task *task;
  struct ddz_answer answers[ITEMS_MAX];
  atomic_flag locked; /* for some instructions at a time; of what stands below and the answers */
  size_t room, held;
  size_t cut;                       /* this one and those behind it are dropped */
  size_t last;                      /* no answer behind it is there */
  struct ddz_api_searches searches; /* of all items */
};

static void drop_last(struct work *work) {
  while (work->held > work->room) {
    struct ddz_answer *answer = &work->answers[work->last];
    if (answer->text) {
      work->cut = work->last;
      work->held -= answer->length;
      free(answer->text);
      *answer = (struct ddz_answer){0};
    }
    if (work->last > 0) work->last--;
  }
}

/* Keep an answer, as far as there is room; takes its text. */
static void keep(struct work *work, size_t i, const struct ddz_answer *answer) {
  while (atomic_flag_test_and_set_explicit(&work->locked, memory_order_acquire)) {
  }
  bool dropped = i >= work->cut;
  for (int k = 0; k < DDZ_SEARCH_OUTCOMES; k++) work->searches.ended[k] += answer->searches.ended[k];
  if (!dropped) {
    work->answers[i] = *answer;
    work->held += answer->length;
    if (i > work->last) work->last = i;
    drop_last(work);
  }
  atomic_flag_clear_explicit(&work->locked, memory_order_release);
  if (dropped) free(answer->text);
}

static void run_item(void *arg, size_t i, struct ddz_api *api) {
  struct work *work = arg;
  const struct item *item = &work->batch->item[i];
  struct ddz_span span = *work->task->span;
  const struct ddz_task turn = {.api = api, .span = &span};
  const bool busy = ddz_task_is_busy(&turn);
  struct ddz_problem problem = {.chinese = item->chinese};
  struct ddz_answer answer = {0};
  if (!item->route) {
    if (!item->question) ddz_memory_problem(&problem);
    ddz_answer_problem(item->question ? item->question : &problem, &answer);
  } else if (ddz_task_is_late(&turn) || (busy && cost_of_item(item).kind == DDZ_COST_LONG)) {
    ddz_problem_set(&problem, DDZ_PROBLEM_TOO_LATE, "%s",
                    busy ? "busy: others waited, and this batch had had its turn; send the item again"
                         : "the time for this batch was over before the item's turn");
    ddz_answer_problem(&problem, &answer);
    answer.searches.ended[DDZ_SEARCH_REFUSED] = cost_of_item(item).searches;
  } else {
    span.arrived_us = 0; /* its limits count from its turn */
    span.chinese = item->chinese;
    ddz_answer_run(api, item->route, item->question, &span, &answer);
  }
  keep(work, i, &answer);
}

/* The item is behind the end of what fits. */
static void refuse_length(const struct batch *batch, size_t i, size_t bytes, struct ddz_answer *answer) {
  struct ddz_problem problem = {.chinese = batch->item[i].chinese};
  struct ddz_field list = {.problem = &problem}, item = {.up = &list, .index = i, .problem = &problem};
  ddz_field_fail(
      &item, DDZ_PROBLEM_ANSWER_TOO_LARGE,
      "the response to the batch would be longer than %zu bytes; send this item and those behind it in "
      "another one",
      bytes);
  ddz_answer_problem(&problem, answer);
}

/* One item's answer, which is then thrown away; out of memory is an answer too. */
static void out_item(struct ddz_writer *out, struct ddz_answer *answer) {
  ddz_write_open(out, NULL, '{');
  ddz_write_int(out, "status", answer->status);
  ddz_write_raw(out, "body", answer->text ? answer->text : "null", answer->text ? answer->length : 4);
  ddz_write_close(out, '}');
  free(answer->text);
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct batch *batch = question;
  const struct ddz_host *host = &task->api->host;
  size_t n = batch->count, refused = 0, bytes = task->api->batch_bytes, around = n * REFUSAL;
  struct work work = {.batch = batch,
                      .task = task,
                      .locked = ATOMIC_FLAG_INIT,
                      .room = bytes > around ? bytes - around : 0,
                      .cut = n};
  if (host->spread) host->spread(host->self, n, run_item, &work);
  for (size_t i = 0; !host->spread && i < n; i++) run_item(&work, i, task->api);
  ddz_writer_reserve(out, work.held + around);
  ddz_write_open(out, NULL, '[');
  for (size_t i = 0; i < n; i++) {
    if (i >= work.cut) refuse_length(batch, i, bytes, &work.answers[i]);
    out_item(out, &work.answers[i]);
    task->nodes += work.answers[i].nodes;
    refused += work.answers[i].status != 200;
  }
  ddz_write_close(out, ']');
  task->engine = "batch";
  task->searches = work.searches;
  ddz_note(&task->notes, "items", NULL, n);
  ddz_note(&task->notes, "refused", NULL, refused);
}

const struct ddz_handler ddz_handle_batch = {
    .size = sizeof(struct batch), .read = read_batch, .cost = cost_of, .run = run, .close = close_batch};
