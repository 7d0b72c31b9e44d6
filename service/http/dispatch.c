#include "service/http/dispatch.h"

#include "service/http/reply.h"
#include "service/ops/clock.h"

#include <stdlib.h>
#include <string.h>

/* --- by a worker --- */

static struct exchange *exchange_of_job(struct job *job) {
  return (struct exchange *)(void *)((char *)job - offsetof(struct exchange, job));
}

static void run_in_worker(struct job *job, struct lane *lane) {
  struct exchange *x = exchange_of_job(job);
  const struct desk *desk = x->desk;
  struct request *now = &x->now;
  uint64_t deadline_us = exchange_deadline(x), start_us = clock_us();
  bool left = atomic_load_explicit(&x->conn.left, memory_order_relaxed);
  now->queue_us = start_us - now->handed_us;
  now->now_us = start_us;
  if (!left && desk->now_us(desk->now_self) < deadline_us) {
    desk->app->run(lane->state, x->call, deadline_us, &now->answer);
    lane_publish(lane);
    now->now_us = clock_us();
    now->compute_us = now->now_us - start_us;
    if (now->answer.status < 400) guess_learn(desk->guess, now->route, now->answer.size, now->compute_us);
  } /* else nobody waits any more: no status, which the poller turns into a 503 */
}

static void give_back(struct job *job) {
  struct exchange *x = exchange_of_job(job);
  MHD_resume_connection(x->connection); /* the poller may free x from here on */
}

static enum MHD_Result refuse_job(struct exchange *x, enum pool_verdict verdict, uint64_t wait_us) {
  static const struct strict_refusal refusals[POOL_VERDICTS] = {
      [POOL_FULL] = {"queue_full", "All workers are busy and the queue is full; try again in a moment."},
      [POOL_SHARE] = {"too_many_requests",
                      "This address has as many long requests waiting as one may; wait for their answers."},
      [POOL_SLOW] = {"queue_full",
                     "All workers are busy and it would take too long until one is free; try again later."},
      [POOL_ENDING] = {"shutting_down", "This service is ending; ask another."}};
  x->now.retry_s = wait_us < 60000000 ? (unsigned)((wait_us + 999999) / 1000000) : 60;
  return reply_problem(x, refusals[verdict].code, refusals[verdict].detail);
}

/* Experience, but no more than the request itself allows. */
static void expect(struct exchange *x) {
  const struct app_answer *answer = &x->now.answer;
  uint64_t most = answer->at_most_us, us = 0;
  bool known = guess_us(x->desk->guess, x->now.route, answer->size, &us);
  x->job.expected_us = most && most < us ? most : us;
  x->job.sure = known || most;
}

/* What the pool wants to know of a job before it judges it. */
static void introduce(struct exchange *x) {
  uint64_t deadline_us = exchange_deadline(x), now_us = x->now.now_us;
  if (x->now.forwarded && !x->conn.speaks_for) conns_speak_for(x->desk->conns, &x->conn, &x->now.client);
  x->job.client = conn_client(&x->conn);
  x->job.deadline_us = deadline_us;
  x->job.patience_us = deadline_us > now_us ? deadline_us - now_us : 0;
}

static enum MHD_Result hand_over(struct exchange *x) {
  struct pool *pool = x->desk->pool;
  uint64_t wait_us;
  x->job.run = run_in_worker;
  x->job.done = give_back;
  introduce(x);
  expect(x);
  x->job.forsaken = &x->conn.left;
  enum pool_verdict verdict = pool_reserve(pool, &x->job, &wait_us);
  if (verdict != POOL_ROOM) return refuse_job(x, verdict, wait_us);
  x->now.stage = STAGE_WORKER;
  x->now.handed_us = clock_us();
  MHD_suspend_connection(x->connection);
  pool_publish(pool, &x->job);
  return MHD_YES;
}

enum MHD_Result dispatch_resumed(struct exchange *x) {
  if (atomic_load_explicit(&x->conn.left, memory_order_relaxed)) return MHD_NO;
  if (x->now.answer.status) return reply_answer(x);
  return reply_problem(x, "too_late",
                       "No worker was free before the time for this answer was over; try again.");
}

/* --- here --- */

static enum MHD_Result run_here(struct exchange *x) {
  struct request *now = &x->now;
  uint64_t start_us = now->now_us;
  x->desk->app->run(x->lane->state, x->call, exchange_deadline(x), &now->answer);
  lane_publish(x->lane);
  now->now_us = clock_us();
  now->compute_us = now->now_us - start_us;
  return reply_answer(x);
}

/* OPTIONS: what the path allows, as its 405 would say; nothing for a path that is not there. */
static enum MHD_Result answer_options(struct exchange *x) {
  struct app_answer *answer = &x->now.answer;
  if (strcmp(x->path, "*") == 0) answer->allow = "GET, HEAD, POST";
  if (answer->status == 404 && !answer->allow) return reply_answer(x);
  free(answer->text);
  answer->text = malloc(1);
  answer->length = 0;
  answer->status = 204;
  return reply_answer(x);
}

static void open_call(struct exchange *x, const char *method) {
  const struct app *app = x->desk->app;
  struct app_request request = {.method = method,
                                .path = x->path,
                                .content_type = x->now.head.content_type,
                                .body = x->now.length ? x->body : "",
                                .length = x->now.length,
                                .arrived_us = x->now.now_us};
  x->now.opened = true;
  app->open(app->self, x->call, &request, &x->now.answer);
}

/* A file of the console answers GET, and HEAD, whose body the library leaves out. */
static enum MHD_Result answer_file(struct exchange *x, const struct console_file *file, const char *method) {
  struct app_answer *answer = &x->now.answer;
  answer->route = CONSOLE_ROUTE;
  if (strcmp(method, "GET") == 0) return reply_file(x, file);
  answer->allow = "GET, HEAD";
  if (strcmp(method, "OPTIONS") == 0) return answer_options(x);
  return reply_problem(x, "method_not_allowed", "This path answers GET and HEAD.");
}

enum MHD_Result dispatch(struct exchange *x) {
  const struct desk *desk = x->desk;
  struct request *now = &x->now;
  const char *method = strcmp(now->head.method, "HEAD") == 0 ? "GET" : now->head.method;
  if (now->length > now->head.body_limit)
    return reply_problem(x, "body_too_large", "The body is larger than this service accepts.");
  if (!strict_path(&now->head, x->path, sizeof x->path))
    return reply_problem(x, "bad_request", "The request target is not a path this service can read.");
  const struct console_file *file = console_find(desk->console, x->path);
  if (file) return answer_file(x, file, method);
  if (!desk->own(desk->own_self, method, x->path, &now->answer)) open_call(x, method);
  if (strcmp(method, "OPTIONS") == 0) return answer_options(x);
  if (now->answer.status) return reply_answer(x);
  now->route = route_names_find(desk->names, now->answer.route);
  return now->answer.cost == APP_LONG ? hand_over(x) : run_here(x);
}
