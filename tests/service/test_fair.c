/* The rule of the workers, simulated: clients of all kinds and sizes, against time that is a number.
 *
 * Each client draws its next work when it likes; a flooder keeps three waiting. What is checked at every
 * millisecond are the rules as pool.h says them, and how long who holds nothing waits. */
#include "service/work/fair.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/rng.h"
#include "tests/support/seed.h"

enum { CLIENTS = 12, THREADS = 5, LINE = 4, TURN_MS = 1000, BRIEF_MS = 100, FOREVER_MS = 30000 };

struct job {
  struct turn turn; /* first: a turn is its job */
  bool used;
  int ms;       /* it takes */
  int since_ms; /* it waits while its client holds nothing */
};

struct player {
  struct turns_client client;
  struct job line[LINE];
  bool floods, yields;
  int brief_in_10, most_ms;
};

struct world {
  struct fair fair;
  struct fair_work work[THREADS];
  struct job *job[THREADS];
  struct player player[CLIENTS];
  int clients, now_ms, worst_brief_ms, worst_slow_ms;
  bool all_yield;
  struct ddz_rng rng;
};

static int below(struct world *w, int n) { return (int)ddz_rng_below(&w->rng, (uint64_t)n); }

static void arrive(struct world *w, struct player *p) {
  for (int i = 0; i < (p->floods ? 3 : 1 + (p->brief_in_10 > 7)); i++) {
    struct job *job = &p->line[i];
    if (job->used || (!p->floods && below(w, 200))) continue;
    bool brief = below(w, 10) < p->brief_in_10;
    *job = (struct job){.turn = {.client = &p->client, .brief = brief, .yields = p->yields},
                        .used = true,
                        .ms = 1 + below(w, brief ? BRIEF_MS : p->most_ms),
                        .since_ms = w->now_ms};
    turns_push(&w->fair.queue, &job->turn);
  }
}

static void end(struct world *w, unsigned i) {
  fair_end(&w->fair, i);
  w->job[i]->used = false;
  w->job[i] = NULL;
}

static void begin(struct world *w, unsigned i, struct turn *turn) {
  struct job *job = (struct job *)(void *)turn;
  struct turns_client *client = turn->client;
  if (w->fair.busy - w->fair.passing >= w->fair.workers) assert_true(turn->brief && client->running == 0);
  if (client->running == 0) {
    int *worst = turn->brief ? &w->worst_brief_ms : &w->worst_slow_ms;
    if (w->now_ms - job->since_ms > *worst) *worst = w->now_ms - job->since_ms;
  }
  turns_take(&w->fair.queue, turn);
  const struct fair_work work = {
      .client = client, .brief = turn->brief, .yields = turn->yields, .began_us = (uint64_t)w->now_ms * 1000};
  fair_begin(&w->fair, i, &work);
  w->job[i] = job;
}

static bool has_ended(const struct world *w, unsigned i) {
  return w->job[i] && (w->work[i].told ||
                       (uint64_t)w->now_ms * 1000 >= w->work[i].began_us + (uint64_t)w->job[i]->ms * 1000);
}

/* Waits count from when a client has nothing any more. */
static void restart_waits(struct world *w) {
  for (int c = 0; c < w->clients; c++)
    for (struct turn *turn = w->player[c].client.first; turn; turn = turn->next)
      if (w->player[c].client.running || turn != w->player[c].client.first)
        ((struct job *)(void *)turn)->since_ms = w->now_ms;
}

static void check(const struct world *w) {
  const struct fair *fair = &w->fair;
  const unsigned cap = fair->workers > 1 ? fair->workers - 1 : 1;
  unsigned slow = 0, busy = 0, passing = 0;
  for (unsigned i = 0; i <= fair->workers; i++) {
    busy += w->job[i] != NULL;
    passing += w->job[i] && w->work[i].passing;
    slow += w->job[i] && !w->job[i]->turn.brief;
  }
  assert_int_equal(fair->busy, busy);
  assert_int_equal(fair->slow, slow);
  assert_int_equal(fair->passing, passing);
  assert_true(slow <= fair->workers && passing <= 1); /* slow work never holds all threads */
  for (int c = 0; c < w->clients; c++) {
    const struct turns_client *client = &w->player[c].client;
    assert_true(client->slow <= cap);
    for (const struct turn *turn = client->first; turn; turn = turn->next) {
      if (busy - passing < fair->workers)
        assert_true(!turn->brief && client->slow == cap); /* no worker idles */
      if (!passing) assert_false(turn->brief && client->running == 0);
    }
  }
}

static void step(struct world *w, bool more) {
  uint64_t again_us;
  for (unsigned i = 0; i <= w->fair.workers; i++)
    if (has_ended(w, i)) end(w, i);
  for (int c = 0; more && c < w->clients; c++) arrive(w, &w->player[c]);
  for (unsigned i = 0; i <= w->fair.workers; i++) {
    struct turn *turn = w->job[i] ? NULL : fair_next(&w->fair);
    if (turn) begin(w, i, turn);
  }
  check(w);
  while (fair_over(&w->fair, (uint64_t)w->now_ms * 1000, &again_us)) continue;
  restart_waits(w);
  w->now_ms++;
}

static void make(struct world *w, uint64_t seed, bool all_yield) {
  memset(w, 0, sizeof *w);
  ddz_rng_seed(&w->rng, seed);
  w->fair = (struct fair){
      .workers = 1 + (unsigned)below(w, THREADS - 1), .turn_us = TURN_MS * 1000, .work = w->work};
  w->clients = 2 + below(w, CLIENTS - 1);
  w->all_yield = all_yield;
  for (int c = 0; c < w->clients; c++) {
    struct player *p = &w->player[c];
    p->floods = below(w, 3) == 0;
    p->yields = all_yield || below(w, 2);
    p->brief_in_10 = p->floods ? below(w, 3) * 5 : below(w, 11); /* floods: none, half, all */
    p->most_ms = p->floods ? FOREVER_MS : 1 + below(w, 3000);
  }
}

/* A client with nothing waits for one brief work of each other, and, if all its work may be ended, for the
 * turns of those before it, as many at a time as there are workers. */
static void check_waits(const struct world *w) {
  int others = w->clients - 1, workers = (int)w->fair.workers;
  int briefs = (others + 1) * (BRIEF_MS + 2);
  if (w->worst_brief_ms > briefs) fail_msg("a brief one waited %d ms", w->worst_brief_ms);
  int turns = (others + workers - 1) / workers + 1;
  if (w->all_yield && w->worst_slow_ms > turns * (TURN_MS + 2) + briefs)
    fail_msg("a slow one waited %d ms, %d workers, %d clients", w->worst_slow_ms, workers, w->clients);
}

static void simulate(bool all_yield) {
  const uint64_t seed = test_seed();
  int worst_brief = 0, worst_slow = 0;
  for (uint64_t n = 0; n < 60 / TEST_SLOWER; n++) {
    static struct world w;
    make(&w, seed + n, all_yield);
    while (w.now_ms < 20000) step(&w, true);
    check_waits(&w);
    int until_ms = w.now_ms + CLIENTS * LINE * FOREVER_MS;
    while (w.fair.queue.first && w.now_ms < until_ms) step(&w, false);
    assert_null(w.fair.queue.first); /* nobody starves */
    if (w.worst_brief_ms > worst_brief) worst_brief = w.worst_brief_ms;
    if (w.worst_slow_ms > worst_slow) worst_slow = w.worst_slow_ms;
  }
  printf("longest waits with nothing at work: brief %d ms, slow %d ms\n", worst_brief, worst_slow);
}

static void who_holds_nothing_waits_for_turns(void **state) {
  (void)state;
  simulate(true);
}

static void brief_work_comes_through_beside_what_cannot_be_ended(void **state) {
  (void)state;
  simulate(false);
}

/* --- single cases --- */

/* Floods of brief work keep all threads busy; another's slow work comes through. */
static void slow_work_comes_through_beside_brief_floods(void **state) {
  (void)state;
  for (unsigned workers = 1; workers < THREADS; workers++) {
    static struct world w;
    make(&w, workers, true);
    w.fair.workers = workers;
    w.clients = (int)workers + 2;
    for (int c = 0; c < w.clients; c++) {
      w.player[c].floods = true;
      w.player[c].brief_in_10 = c ? 10 : 0;
      w.player[c].most_ms = 1;
    }
    while (w.now_ms < 20000) step(&w, true);
    if (w.worst_slow_ms > 2 * BRIEF_MS) fail_msg("%u workers: %d ms", workers, w.worst_slow_ms);
    assert_true(w.worst_slow_ms > 0);
  }
}

static void the_cap_is_all_workers_but_one_and_at_least_one(void **state) {
  (void)state;
  static const unsigned caps[][2] = {{1, 1}, {2, 1}, {3, 2}, {8, 7}};
  for (size_t i = 0; i < sizeof caps / sizeof *caps; i++) {
    const struct fair fair = {.workers = caps[i][0]};
    assert_int_equal(fair_cap(&fair), caps[i][1]);
  }
}

/* One waits: one turn ends, of the client with more, however many are over. */
static void one_turn_ends_for_each_who_waits(void **state) {
  (void)state;
  struct fair_work work[4] = {{.client = NULL}};
  struct fair fair = {.workers = 3, .turn_us = 1000, .work = work};
  struct turns_client a = {.first = NULL}, b = {.first = NULL}, c = {.first = NULL};
  struct turn waits = {.client = &c};
  uint64_t again_us;
  fair_begin(&fair, 0, &(struct fair_work){.client = &b, .yields = true, .began_us = 1});
  fair_begin(&fair, 1, &(struct fair_work){.client = &a, .yields = true, .began_us = 5});
  fair_begin(&fair, 2, &(struct fair_work){.client = &a, .yields = false, .began_us = 2});
  assert_null(fair_over(&fair, 9000, &again_us)); /* nobody waits */
  assert_true(again_us == FAIR_NEVER);
  turns_push(&fair.queue, &waits);
  assert_null(fair_over(&fair, 900, &again_us));
  assert_int_equal(again_us, 1001);
  assert_ptr_equal(fair_over(&fair, 2000, &again_us), &work[1]);
  assert_true(work[1].told);
  assert_null(fair_over(&fair, 9000, &again_us));
  fair_end(&fair, 1);
  assert_ptr_equal(fair_next(&fair), &waits);
}

/* A client's own quota of workers; 0: none. The last thread keeps its rule. */
static void a_quota_of_workers_is_kept(void **state) {
  (void)state;
  struct fair_work work[5] = {{.client = NULL}};
  struct fair fair = {.workers = 4, .work = work};
  struct turns_client a = {.workers = 2}, b = {.first = NULL};
  struct turn more = {.client = &a, .brief = true}, other = {.client = &b, .brief = true};
  turns_push(&fair.queue, &more);
  for (unsigned i = 0; i < 2; i++) {
    assert_ptr_equal(fair_next(&fair), &more);
    fair_begin(&fair, i, &(struct fair_work){.client = &a, .brief = true});
  }
  assert_null(fair_next(&fair));
  turns_push(&fair.queue, &other);
  assert_ptr_equal(fair_next(&fair), &other);
  turns_take(&fair.queue, &other);
  fair_end(&fair, 0);
  assert_ptr_equal(fair_next(&fair), &more);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_holds_nothing_waits_for_turns),
      cmocka_unit_test(brief_work_comes_through_beside_what_cannot_be_ended),
      cmocka_unit_test(slow_work_comes_through_beside_brief_floods),
      cmocka_unit_test(the_cap_is_all_workers_but_one_and_at_least_one),
      cmocka_unit_test(one_turn_ends_for_each_who_waits),
      cmocka_unit_test(a_quota_of_workers_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
