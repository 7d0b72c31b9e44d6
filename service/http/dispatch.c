#include "lib/spare.h"
#include "service/http/exchange.h"

#include <stdlib.h>

/* Parsing takes up to so much for a byte: 64 KiB of [] took 3.2 ms, 1 MiB of questions 20. */
enum { PARSE_NS = 50 };

/* An entry is its job, and a member of the exchange. */
static struct exchange *exchange_of(void *job) {
  return (struct exchange *)(void *)((char *)job - offsetof(struct exchange, job));
}

/* When its response must be there, on the clock of its lane. */
static uint64_t deadline_of(const struct exchange *x) {
  const uint64_t route_us = x->desk->time_us[x->now.route];
  const uint64_t own_us = x->now.tenant ? atomic_load(&x->now.tenant->quota[QUOTA_MS]) * 1000u : 0;
  return x->now.began_us + (own_us && own_us < route_us ? own_us : route_us);
}

static bool is_too_late(const struct exchange *x) { return lane_now_us(x->lane) >= deadline_of(x); }

static bool has_left(const struct exchange *x) {
  return atomic_load_explicit(&x->conn.stop, memory_order_relaxed) == DDZ_STOP_LEFT;
}

static _Thread_local struct spare spare;

static void open_request(struct exchange *x) {
  const struct ddz_api_message message = {.method = x->now.head.method,
                                          .path = x->path,
                                          .content_type = x->now.head.content_type,
                                          .body = x->now.length ? x->body : "",
                                          .length = x->now.length,
                                          .arrived_us = x->now.api.span.arrived_us,
                                          .guard_memory = spare_guard};
  x->now.opened = true;
  spare_use(&spare);
  ddz_api_open(&x->now.api, &message);
  spare_use(NULL);
}

/* On the thread of the lane. */
static void run_request(struct exchange *x, struct lane *lane) {
  struct request *now = &x->now;
  const uint64_t start_us = now->now_us;
  now->api.span.deadline_us = deadline_of(x);
  now->api.span.word = &x->conn.stop;
  ddz_api_run(lane->api, &now->api);
  lane_publish(lane);
  now->now_us = clock_us();
  now->compute_us += now->now_us - start_us;
}

/* --- by a worker --- */

/* False: nobody waits any more; then there is no status, which the poller turns into a 503. */
static bool begin_in_worker(struct exchange *x) {
  x->now.now_us = clock_us();
  x->now.queue_us = x->now.now_us - x->now.handed_us;
  return !has_left(x) && !is_too_late(x);
}

static void open_in_worker(struct job *job, struct lane *lane) {
  struct exchange *x = exchange_of(job);
  (void)lane;
  if (!begin_in_worker(x)) return;
  open_request(x);
  x->now.compute_us = clock_us() - x->now.now_us;
}

static void run_in_worker(struct job *job, struct lane *lane) {
  struct exchange *x = exchange_of(job);
  struct request *now = &x->now;
  const uint64_t before_us = now->compute_us;
  if (!begin_in_worker(x)) return;
  run_request(x, lane);
  now->helped_us = job->helped_us;
  if (now->api.answer.status < 400)
    guess_learn(&x->desk->guess, now->route, now->api.cost.group, now->compute_us - before_us);
}

static void give_back(struct job *job) {
  struct exchange *x = exchange_of(job);
  MHD_resume_connection(x->connection); /* the poller may free x from here on */
}

/* The searches that are not done for want of a worker. */
static void miss_searches(struct exchange *x) {
  x->now.api.answer.searches.ended[DDZ_SEARCH_REFUSED] = x->now.api.cost.searches;
}

/* What Retry-After says: in whole seconds, so that who waits that long has waited enough. */
static unsigned retry_s(uint64_t wait_us) {
  return wait_us < 60000000 ? (unsigned)((wait_us + 999999) / 1000000) : 60;
}

static enum MHD_Result refuse_job(struct exchange *x, enum pool_verdict verdict, uint64_t wait_us) {
  static const struct strict_refusal refusals[POOL_VERDICTS] = {
      [POOL_FULL] = {"queue_full", "All workers are busy and the queue is full; try again in a moment."},
      [POOL_ALLOWANCE] =
          {"too_many_requests",
           "This client has as many long requests waiting as one may; wait for their responses."},
      [POOL_SLOW] = {"queue_full",
                     "All workers are busy and it would take too long until one is free; try again later."},
      [POOL_ENDING] = {"shutting_down", "This service is stopping; use another instance."}};
  x->now.retry_s = retry_s(wait_us);
  if (verdict == POOL_FULL || verdict == POOL_SLOW) miss_searches(x);
  return reply_problem(x, refusals[verdict].code, refusals[verdict].detail);
}

/* What the pool wants to know of a job before it judges it. */
static void introduce(struct exchange *x) {
  const struct ddz_cost *cost = &x->now.api.cost;
  const uint64_t most_us = cost->at_most_us,
                 guessed_us = guess_us(&x->desk->guess, x->now.route, cost->group);
  x->job.entry.client = exchange_client(x);
  x->job.entry.brief = most_us && most_us <= FAIR_BRIEF_US;
  x->job.entry.due_us = cost->own_us ? x->now.api.span.arrived_us + cost->own_us : 0;
  x->job.entry.stop = &x->conn.stop;
  x->job.helped_us = 0;
  x->job.expected_us = most_us && most_us < guessed_us ? most_us : guessed_us;
  x->job.deadline_us = deadline_of(x);
}

/* `stage`: OPENING or WORKER. */
static enum MHD_Result hand_over(struct exchange *x, enum stage stage) {
  struct pool *pool = x->desk->pool;
  uint64_t wait_us;
  x->job.run = stage == STAGE_OPENING ? open_in_worker : run_in_worker;
  x->job.done = give_back;
  introduce(x);
  enum pool_verdict verdict = pool_reserve(pool, &x->job, &wait_us);
  if (verdict != POOL_ROOM) return refuse_job(x, verdict, wait_us);
  x->now.handed_us = clock_us() - x->now.queue_us;
  if (x->now.stage != STAGE_ROUND) MHD_suspend_connection(x->connection);
  x->now.stage = stage;
  pool_publish(pool, &x->job);
  return MHD_YES;
}

static enum MHD_Result refuse_late(struct exchange *x) {
  miss_searches(x);
  return reply_problem(x, "too_late",
                       "No worker was free before the time for this response was over; try again.");
}

enum MHD_Result dispatch_resumed(struct exchange *x) {
  if (has_left(x)) return MHD_NO;
  return x->now.api.answer.status ? reply_answer(x) : refuse_late(x);
}

/* --- here --- */

/* OPTIONS: what the path allows, as its 405 would say; nothing for a path that is not there. */
static enum MHD_Result answer_options(struct exchange *x) {
  struct ddz_api_request *api = &x->now.api;
  if (strcmp(x->path, "*") == 0) api->allow = "GET, HEAD, POST";
  if (api->answer.status == 404 && !api->allow) return reply_answer(x);
  free(api->answer.text);
  api->answer.text = malloc(1);
  api->answer.length = 0;
  api->answer.status = 204;
  return reply_answer(x);
}

/* What the server has itself is asked for by GET, and HEAD, whose body the library leaves out. */
static bool is_read(const struct exchange *x) {
  return strcmp(x->now.head.method, "GET") == 0 || strcmp(x->now.head.method, "HEAD") == 0;
}

static enum MHD_Result refuse_method(struct exchange *x) {
  x->now.api.allow = "GET, HEAD";
  if (strcmp(x->now.head.method, "OPTIONS") == 0) return answer_options(x);
  return reply_problem(x, "method_not_allowed", "This path accepts GET and HEAD.");
}

static enum MHD_Result serve(struct exchange *x) {
  struct request *now = &x->now;
  const struct route *own = routes_find(x->path);
  if (own) return is_read(x) ? routes_answer(x, own) : refuse_method(x);
  if (!now->opened && now->length > DESK_OPEN) { /* it would take the poller too long to parse */
    now->api.cost.at_most_us = now->length * PARSE_NS / 1000;
    return hand_over(x, STAGE_OPENING);
  }
  if (!now->opened) open_request(x);
  if (strcmp(now->head.method, "OPTIONS") == 0) return answer_options(x);
  if (now->api.answer.status) return reply_answer(x);
  if (now->api.cost.kind == DDZ_COST_LONG) return hand_over(x, STAGE_WORKER);
  run_request(x, x->lane);
  return reply_answer(x);
}

/* On return a worker may own the request: leave it alone. */
static enum MHD_Result serve_in_round(struct exchange *x) {
  struct rounds *rounds = &x->lane->rounds;
  const uint64_t start_us = x->now.now_us;
  enum MHD_Result result = serve(x);
  rounds_spend(rounds, clock_us() - start_us);
  return result;
}

/* --- in rounds (rounds.h) --- */

static enum MHD_Result serve_later(struct exchange *x) {
  const uint64_t now_us = clock_us();
  x->now.queue_us = now_us - x->now.now_us;
  x->now.now_us = now_us;
  if (has_left(x)) return MHD_NO;
  return is_too_late(x) ? refuse_late(x) : serve_in_round(x);
}

static void call_next(struct rounds *rounds) {
  struct entry *entry = rounds_call(rounds);
  if (entry) MHD_resume_connection(exchange_of(entry)->connection);
}

enum MHD_Result dispatch_round(struct exchange *x) {
  struct rounds *rounds = &x->lane->rounds;
  struct entry *entry;
  rounds_begin(rounds, clock_us());
  x->now.stage = STAGE_BODY;
  enum MHD_Result result = serve_later(x);
  while ((entry = rounds_take(rounds, clock_us())) != NULL) {
    struct exchange *other = exchange_of(entry);
    if (serve_later(other) == MHD_NO) other->now.stage = STAGE_ANSWERED; /* it is closed when it is resumed */
    if (other->now.stage == STAGE_ANSWERED) MHD_resume_connection(other->connection); /* no worker has it */
  }
  call_next(rounds);
  return result;
}

void dispatch_forget(struct exchange *x) {
  rounds_forget(&x->lane->rounds, &x->job.entry);
  call_next(&x->lane->rounds);
}

/* Whatever waits, probes are answered. At the end of the service nothing waits any more: the library must not
 * stop while a connection is suspended. */
static bool may_go_on(struct exchange *x) {
  struct rounds *rounds = &x->lane->rounds;
  if (rounds_allow_all(rounds) || is_too_late(x) || strcmp(x->path, "/health") == 0 ||
      strcmp(x->path, "/ready") == 0)
    return true;
  x->job.entry.client = exchange_client(x);
  return rounds_allow(rounds, x->job.entry.client);
}

static enum MHD_Result serve_or_wait(struct exchange *x) {
  rounds_see(&x->lane->rounds, x, &x->round);
  if (may_go_on(x)) return serve_in_round(x);
  x->now.stage = STAGE_ROUND;
  rounds_wait(&x->lane->rounds, &x->job.entry, x->now.now_us); /* first: pollers_stop goes by its count */
  MHD_suspend_connection(x->connection);
  call_next(&x->lane->rounds);
  return MHD_YES;
}

enum MHD_Result dispatch_opened(struct exchange *x) {
  if (has_left(x)) return MHD_NO;
  if (!x->now.opened) return refuse_late(x);
  x->now.stage = STAGE_BODY;
  x->now.now_us = clock_us();
  return serve_or_wait(x);
}

enum MHD_Result dispatch(struct exchange *x) {
  struct request *now = &x->now;
  uint64_t wait_us;
  if (now->length > now->head.body_limit) return reply_too_large(x);
  if (now->crowded)
    return reply_problem(x, "queue_full", "Too many large requests are under way; try again in a moment.");
  if (now->tenant && !tenant_admit(now->tenant, now->began_us, &wait_us)) {
    atomic_fetch_add(&now->tenant->used[TENANT_LIMITED], 1);
    now->retry_s = retry_s(wait_us);
    return reply_problem(
        x, "too_many_requests",
        "The requests a second of this token are used up; wait as long as Retry-After says.");
  }
  if (!x->path[0])
    return reply_problem(x, "bad_request", "The request target is not a path this service can read.");
  if (now->file) return is_read(x) ? reply_file(x) : refuse_method(x);
  return serve_or_wait(x);
}
