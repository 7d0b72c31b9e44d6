#include "service/http/dispatch.h"

#include "service/http/reply.h"
#include "service/ops/clock.h"

#include <stdlib.h>
#include <string.h>

/* A turn is its job, and a member of the exchange. */
static struct exchange *exchange_of(void *job) {
  return (struct exchange *)(void *)((char *)job - offsetof(struct exchange, job));
}

static bool is_too_late(const struct exchange *x) {
  return x->desk->now_us(x->desk->now_self) >= exchange_deadline(x);
}

static bool has_left(const struct exchange *x) {
  return atomic_load_explicit(&x->conn.word, memory_order_relaxed) == APP_LEFT;
}

/* --- by a worker --- */

static void run_in_worker(struct job *job, struct lane *lane) {
  struct exchange *x = exchange_of(job);
  const struct desk *desk = x->desk;
  struct request *now = &x->now;
  uint64_t start_us = clock_us();
  now->queue_us = start_us - now->handed_us;
  now->now_us = start_us;
  if (!has_left(x) && !is_too_late(x)) {
    desk->app->run(lane->state, x->call, exchange_deadline(x), &x->conn.word, &now->answer);
    lane_publish(lane);
    now->now_us = clock_us();
    now->compute_us = now->now_us - start_us;
    if (now->answer.status < 400) guess_learn(desk->guess, now->route, now->answer.size, now->compute_us);
  } /* else nobody waits any more: no status, which the poller turns into a 503 */
}

static void give_back(struct job *job) {
  struct exchange *x = exchange_of(job);
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

/* What the pool wants to know of a job before it judges it. */
static void introduce(struct exchange *x) {
  const struct app_answer *answer = &x->now.answer;
  const uint64_t most_us = answer->at_most_us,
                 guessed_us = guess_us(x->desk->guess, x->now.route, answer->size);
  const uint64_t deadline_us = exchange_deadline(x), now_us = x->now.now_us;
  x->job.turn.client = exchange_client(x);
  x->job.turn.brief = most_us && most_us <= FAIR_BRIEF_US;
  x->job.turn.yields = answer->yields;
  x->job.word = &x->conn.word;
  x->job.expected_us = most_us && most_us < guessed_us ? most_us : guessed_us;
  x->job.part_us = answer->part_us;
  x->job.deadline_us = deadline_us;
  x->job.patience_us = deadline_us > now_us ? deadline_us - now_us : 0;
}

static enum MHD_Result hand_over(struct exchange *x) {
  struct pool *pool = x->desk->pool;
  uint64_t wait_us;
  x->job.run = run_in_worker;
  x->job.done = give_back;
  introduce(x);
  enum pool_verdict verdict = pool_reserve(pool, &x->job, &wait_us);
  if (verdict != POOL_ROOM) return refuse_job(x, verdict, wait_us);
  x->now.handed_us = clock_us() - x->now.queue_us;
  if (x->now.stage != STAGE_TURN) MHD_suspend_connection(x->connection);
  x->now.stage = STAGE_WORKER;
  pool_publish(pool, &x->job);
  return MHD_YES;
}

static enum MHD_Result refuse_late(struct exchange *x) {
  return reply_problem(x, "too_late",
                       "No worker was free before the time for this answer was over; try again.");
}

enum MHD_Result dispatch_resumed(struct exchange *x) {
  if (has_left(x)) return MHD_NO;
  return x->now.answer.status ? reply_answer(x) : refuse_late(x);
}

/* --- here --- */

static enum MHD_Result run_here(struct exchange *x) {
  struct request *now = &x->now;
  uint64_t start_us = now->now_us;
  x->desk->app->run(x->lane->state, x->call, exchange_deadline(x), &x->conn.word, &now->answer);
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

static const char *method_of(const struct exchange *x) {
  return strcmp(x->now.head.method, "HEAD") == 0 ? "GET" : x->now.head.method;
}

static enum MHD_Result serve(struct exchange *x) {
  const struct desk *desk = x->desk;
  struct request *now = &x->now;
  if (!desk->own(desk->own_self, method_of(x), x->path, &now->answer)) open_call(x, method_of(x));
  if (strcmp(now->head.method, "OPTIONS") == 0) return answer_options(x);
  if (now->answer.status) return reply_answer(x);
  now->route = route_names_find(desk->names, now->answer.route);
  return now->answer.cost == APP_LONG ? hand_over(x) : run_here(x);
}

/* A worker may have it afterwards. */
static enum MHD_Result serve_in_round(struct exchange *x) {
  struct rounds *rounds = &x->lane->rounds;
  const uint64_t start_us = x->now.now_us;
  enum MHD_Result result = serve(x);
  rounds_spend(rounds, clock_us() - start_us);
  return result;
}

/* --- in turns (rounds.h) --- */

static enum MHD_Result serve_later(struct exchange *x) {
  const uint64_t now_us = clock_us();
  x->now.queue_us = now_us - x->now.now_us;
  x->now.now_us = now_us;
  if (has_left(x)) return MHD_NO;
  return is_too_late(x) ? refuse_late(x) : serve_in_round(x);
}

static void call_next(struct rounds *rounds) {
  struct turn *turn = rounds_call(rounds);
  if (turn) MHD_resume_connection(exchange_of(turn)->connection);
}

static enum MHD_Result wait_for_turn(struct exchange *x) {
  x->now.stage = STAGE_TURN;
  rounds_wait(&x->lane->rounds, &x->job.turn, x->now.now_us); /* first: pollers_stop goes by its count */
  MHD_suspend_connection(x->connection);
  call_next(&x->lane->rounds);
  return MHD_YES;
}

enum MHD_Result dispatch_round(struct exchange *x) {
  struct rounds *rounds = &x->lane->rounds;
  struct turn *turn;
  rounds_begin(rounds, clock_us());
  x->now.stage = STAGE_BODY;
  enum MHD_Result result = serve_later(x);
  while ((turn = rounds_take(rounds, clock_us())) != NULL) {
    struct exchange *other = exchange_of(turn);
    serve_later(other); /* its answer is sent, or the lack of one seen, when it is resumed */
    if (other->now.stage == STAGE_WORKER) continue;
    other->now.stage = STAGE_READY;
    MHD_resume_connection(other->connection);
  }
  call_next(rounds);
  return result;
}

void dispatch_forget(struct exchange *x) {
  rounds_forget(&x->lane->rounds, &x->job.turn);
  call_next(&x->lane->rounds);
}

/* Whatever waits, probes are answered. At the end of the service nothing waits any more: the library must not
 * stop while a connection is suspended. */
static bool may_go_on(struct exchange *x) {
  struct rounds *rounds = &x->lane->rounds;
  if (rounds_allow_all(rounds) || is_too_late(x) || strcmp(x->path, "/health") == 0 ||
      strcmp(x->path, "/ready") == 0)
    return true;
  x->job.turn.client = exchange_client(x);
  return rounds_allow(rounds, x->job.turn.client);
}

enum MHD_Result dispatch(struct exchange *x) {
  struct request *now = &x->now;
  if (now->length > now->head.body_limit) return reply_too_large(x);
  if (now->crowded)
    return reply_problem(x, "queue_full", "Too many large requests are under way; try again in a moment.");
  if (!strict_path(&now->head, x->path, sizeof x->path))
    return reply_problem(x, "bad_request", "The request target is not a path this service can read.");
  const struct console_file *file = console_find(x->desk->console, x->path);
  if (file) return answer_file(x, file, method_of(x));
  rounds_see(&x->lane->rounds, x, &x->round);
  return may_go_on(x) ? serve_in_round(x) : wait_for_turn(x);
}
