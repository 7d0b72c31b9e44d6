/* Who is let into the queue, asked of the pool itself: jobs that end when they are told. */
#include "service/work/pool.h"
#include "tests/support/test.h"

#include <string.h>
#include <unistd.h>

#include "service/ops/thread.h"
#include "tests/support/toy_app.h"

enum { WORKERS = 2, LONG_US = 30000000, TURN_US = 1000000, WAIT_US = 15000000 };

static struct toy toy;
static const struct lane_setup lanes;
static struct log *log_of_pool;
static atomic_int words[8];
static atomic_uint running;
static atomic_bool over;

static void run(struct job *job, struct lane *lane) {
  atomic_fetch_add(&running, 1);
  while (!atomic_load(&over) && atomic_load(job->word) == DDZ_STOP_NOT) usleep(1000);
}

static void done(struct job *job) { (void)job; }

static uint64_t now_us(void *self) { return clock_us(); }

static struct pool *pool_of(uint64_t turn_us) {
  toy_init(&toy);
  memset(words, 0, sizeof words);
  atomic_store(&running, 0);
  atomic_store(&over, false);
  log_of_pool = log_new(-1, LOG_OFF);
  const struct pool_setup setup = {.workers = WORKERS,
                                   .queue = 100,
                                   .share = 100,
                                   .wait_us = WAIT_US,
                                   .turn_us = turn_us,
                                   .lanes = &lanes,
                                   .log = log_of_pool,
                                   .clock = now_us};
  struct pool *pool = pool_new(&setup);
  assert_non_null(pool);
  return pool;
}

static void end(struct pool *pool) {
  atomic_store(&over, true);
  pool_free(pool);
  log_free(log_of_pool);
}

/* As a proof that may take long for all that is known. */
static struct job proof_of(struct client *client, size_t word) {
  return (struct job){.ticket = {.client = client},
                      .run = run,
                      .done = done,
                      .word = &words[word],
                      .expected_us = LONG_US,
                      .patience_us = 2 * (uint64_t)LONG_US,
                      .deadline_us = clock_us() + 2 * (uint64_t)LONG_US};
}

/* Proofs of four others run. They end when their turns are over, so the second of a fifth client waits for
 * turns as well as its first. */
static void who_has_no_thread_waits_for_turns_also_with_its_second(void **state) {
  struct client client[5] = {{.held = 0}};
  struct job jobs[6];
  struct pool *pool = pool_of(TURN_US);
  uint64_t wait_us;
  for (size_t i = 0; i < 6; i++) {
    jobs[i] = proof_of(&client[i < 4 ? i : 4], i);
    assert_int_equal(pool_reserve(pool, &jobs[i], &wait_us), POOL_ROOM);
    pool_publish(pool, &jobs[i]);
    while (i < WORKERS + FAIR_SLOW_SPARE && atomic_load(&running) <= i) usleep(1000);
  }
  assert_in_range(wait_us, 1, 7 * TURN_US); /* five turns of five, on four threads */
  end(pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_has_no_thread_waits_for_turns_also_with_its_second),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
