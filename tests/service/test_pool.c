/* Who is let into the queue, asked of the pool itself: jobs that end when they are told. */
#include "service/work/pool.h"
#include "tests/support/test.h"

#include <unistd.h>

#include "service/ops/thread.h"
#include "tests/support/toy_app.h"

enum { WORKERS = 2, LONG_US = 30000000, SLICE_US = 1000000 };

static struct lane_setup lanes;
static atomic_int stops[8];
static atomic_uint running;
static atomic_bool over;

static void run(struct job *job, struct lane *lane) {
  atomic_fetch_add(&running, 1);
  while (!atomic_load(&over) && atomic_load(job->entry.stop) == DDZ_STOP_NOT) usleep(1000);
}

static void done(struct job *job) { (void)job; }

static struct pool *pool_of(uint64_t slice_us) {
  toy_init();
  memset(stops, 0, sizeof stops);
  atomic_store(&running, 0);
  atomic_store(&over, false);
  toy.options.workers = WORKERS;
  toy.options.queue = 100;
  toy.options.queue_share = 100;
  toy.options.queue_ms = 15000;
  toy.options.turn_ms = (long)(slice_us / 1000);
  struct pool *pool = pool_new(&toy.options, &lanes);
  assert_non_null(pool);
  return pool;
}

static void end(struct pool *pool) {
  atomic_store(&over, true);
  pool_free(pool);
}

/* As a proof that may take long for all that is known. */
static struct job proof_of(struct client *client, size_t number) {
  return (struct job){.entry = {.client = client, .stop = &stops[number]},
                      .run = run,
                      .done = done,
                      .expected_us = LONG_US,
                      .deadline_us = clock_us() + 2 * (uint64_t)LONG_US};
}

/* Proofs of four others run. They end when their time slices are over, so the second of a fifth client waits
 * for time slices as well as its first. */
TEST(who_has_no_thread_waits_for_slices_also_with_its_second) {
  struct client client[5] = {{.held = 0}};
  struct job jobs[6];
  struct pool *pool = pool_of(SLICE_US);
  uint64_t wait_us;
  for (size_t i = 0; i < 6; i++) {
    jobs[i] = proof_of(&client[i < 4 ? i : 4], i);
    assert_int_equal(pool_reserve(pool, &jobs[i], &wait_us), POOL_ROOM);
    pool_publish(pool, &jobs[i]);
    while (i < WORKERS + FAIR_SLOW_SPARE && atomic_load(&running) <= i) usleep(1000);
  }
  assert_in_range(wait_us, 1, 7 * SLICE_US); /* five time slices of five, on four threads */
  end(pool);
}

int main(void) { return test_run(NULL, NULL); }
