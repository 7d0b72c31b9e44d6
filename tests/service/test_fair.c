/* The rule of the workers, simulated: clients of all kinds and sizes, against time that is a number.
 *
 * Each client draws its next work when it likes; a flooder keeps three waiting. What is checked at every
 * millisecond is the rule as fair.h says it, and how long who holds nothing waits. */
#include "service/work/fair.h"
#include "tests/support/test.h"

#include "core/base/rng.h"

enum {
  CLIENTS = 12,
  THREADS = 4 + FAIR_SPARE,
  LINE = 8,
  SLICE_MS = 1000,
  BRIEF_MS = 100,
  FOREVER_MS = 30000
};

struct job {
  struct entry entry; /* first: an entry is its job */
  bool used;
  int ms;       /* it takes */
  int since_ms; /* it waits while its client holds nothing */
};

struct player {
  struct client client;
  struct job line[LINE];
  bool floods;
  int brief_in_10, most_ms;
};

struct world {
  struct fair fair;
  struct job *job[THREADS];
  struct player player[CLIENTS];
  int clients, now_ms, worst_brief_ms, worst_slow_ms, worst_due_ms;
  struct ddz_rng rng;
};

static int below(struct world *w, int n) { return (int)ddz_rng_below(&w->rng, (uint64_t)n); }

static void arrive(struct world *w, struct player *p) {
  for (int i = 0; i < (p->floods ? 3 : 1 + (p->brief_in_10 > 7)); i++) {
    struct job *job = &p->line[i];
    if (job->used || (!p->floods && below(w, 200))) continue;
    bool brief = below(w, 10) < p->brief_in_10;
    const int own_ms = brief || below(w, 2) ? 0 : 100 + below(w, 400);
    *job = (struct job){.entry = {.client = &p->client,
                                  .brief = brief,
                                  .due_us = own_ms ? (uint64_t)(w->now_ms + own_ms) * 1000 : 0},
                        .used = true,
                        .ms = own_ms ? own_ms : 1 + below(w, brief ? BRIEF_MS : p->most_ms),
                        .since_ms = w->now_ms};
    fair_push(&w->fair, &job->entry);
  }
}

static void end(struct world *w, unsigned i) {
  fair_end(&w->fair, i);
  w->job[i]->used = false;
  w->job[i] = NULL;
}

static uint64_t now_us(const struct world *w) { return (uint64_t)w->now_ms * 1000; }

static bool is_due(const struct world *w, const struct entry *entry) {
  return entry->due_us && entry->due_us <= now_us(w);
}

/* The rule once more, as fair.h says it. */
static bool may_begin(const struct world *w, const struct entry *entry) {
  const unsigned busy = w->fair.busy - w->fair.express, workers = w->fair.workers;
  const bool free = entry->client->running == 0, due = is_due(w, entry);
  const bool brief = entry->brief && entry->client->running < 2;
  return busy < workers || (busy < workers + 2 && (free || due)) || (!w->fair.express && brief) ||
         (w->fair.express < 2 && due);
}

static void begin(struct world *w, unsigned i, struct entry *entry) {
  struct job *job = (struct job *)(void *)entry;
  struct client *client = entry->client;
  assert_true(may_begin(w, entry));
  if (is_due(w, entry)) {
    const int late = w->now_ms - (int)(entry->due_us / 1000);
    if (late > w->worst_due_ms) w->worst_due_ms = late;
    job->ms = 1; /* it answers with what is there */
  } else if (client->running == 0) {
    int *worst = entry->brief ? &w->worst_brief_ms : &w->worst_slow_ms;
    if (w->now_ms - job->since_ms > *worst) *worst = w->now_ms - job->since_ms;
  }
  fair_take(&w->fair, entry);
  entry->brief |= is_due(w, entry);
  fair_begin(&w->fair, i, entry, now_us(w));
  w->job[i] = job;
}

static bool has_ended(const struct world *w, unsigned i) {
  return w->job[i] &&
         (w->fair.work[i].stopped ||
          (uint64_t)w->now_ms * 1000 >= w->fair.work[i].began_us + (uint64_t)w->job[i]->ms * 1000);
}

/* Waits count from when a client has nothing any more. */
static void restart_waits(struct world *w) {
  for (int c = 0; c < w->clients; c++)
    for (struct entry *entry = w->player[c].client.first; entry; entry = entry->next)
      if (w->player[c].client.running || entry != w->player[c].client.first)
        ((struct job *)(void *)entry)->since_ms = w->now_ms;
}

static void check(const struct world *w) {
  const struct fair *fair = &w->fair;
  unsigned busy = 0;
  for (unsigned i = 0; i < fair->workers + FAIR_SPARE; i++) busy += w->job[i] != NULL;
  assert_int_equal(fair->busy, busy);
  for (int c = 0; c < w->clients; c++)
    for (const struct entry *entry = w->player[c].client.first; entry; entry = entry->next)
      assert_false(may_begin(w, entry)); /* no thread idles that may not */
}

static void step(struct world *w, bool more) {
  uint64_t again_us;
  for (unsigned i = 0; i < w->fair.workers + FAIR_SPARE; i++)
    if (has_ended(w, i)) end(w, i);
  for (int c = 0; more && c < w->clients; c++) arrive(w, &w->player[c]);
  for (unsigned i = 0; i < w->fair.workers + FAIR_SPARE; i++) {
    struct entry *entry = w->job[i] ? NULL : fair_next(&w->fair, now_us(w));
    if (entry) begin(w, i, entry);
  }
  check(w);
  while (fair_over(&w->fair, (uint64_t)w->now_ms * 1000, &again_us)) continue;
  restart_waits(w);
  w->now_ms++;
}

static void make(struct world *w, uint64_t seed) {
  memset(w, 0, sizeof *w);
  ddz_rng_seed(&w->rng, seed);
  w->fair =
      (struct fair){.workers = 1 + (unsigned)below(w, THREADS - FAIR_SPARE), .slice_us = SLICE_MS * 1000};
  w->clients = 2 + below(w, CLIENTS - 1);
  for (int c = 0; c < w->clients; c++) {
    struct player *p = &w->player[c];
    p->floods = below(w, 3) == 0;
    p->brief_in_10 = p->floods ? below(w, 3) * 5 : below(w, 11); /* floods: none, half, all */
    p->most_ms = p->floods ? FOREVER_MS : 1 + below(w, 3000);
  }
}

/* A client with nothing waits for one brief work of each other, and for the time slices of those before it,
 * as many at a time as threads have slow work; what is due, for one brief work of each other. */
static void check_waits(const struct world *w) {
  int others = w->clients - 1, slow = (int)w->fair.workers + FAIR_SLOW_SPARE;
  int briefs = (others + 1) * (BRIEF_MS + 2);
  if (w->worst_brief_ms > briefs) fail_msg("a brief one waited %d ms", w->worst_brief_ms);
  if (w->worst_due_ms > briefs) fail_msg("one that was due waited %d ms", w->worst_due_ms);
  int slices = FAIR_NODES_SLICES * ((others + slow - 1) / slow + 1);
  if (w->worst_slow_ms > slices * (SLICE_MS + 2) + briefs)
    fail_msg("a slow one waited %d ms, %d threads, %d clients", w->worst_slow_ms, slow, w->clients);
}

TEST(who_holds_nothing_waits_for_slices) {
  const uint64_t seed = test_seed();
  int worst_brief = 0, worst_slow = 0, worst_due = 0;
  for (uint64_t n = 0; n < 120 / TEST_SLOWER; n++) {
    static struct world w;
    make(&w, seed + n);
    while (w.now_ms < 20000) step(&w, true);
    check_waits(&w);
    int until_ms = w.now_ms + CLIENTS * LINE * FOREVER_MS;
    while (w.fair.ring && w.now_ms < until_ms) step(&w, false);
    assert_null(w.fair.ring); /* nobody starves */
    if (w.worst_brief_ms > worst_brief) worst_brief = w.worst_brief_ms;
    if (w.worst_slow_ms > worst_slow) worst_slow = w.worst_slow_ms;
    if (w.worst_due_ms > worst_due) worst_due = w.worst_due_ms;
  }
  assert_true(worst_brief > 0 && worst_slow > 0);
  printf("longest waits with nothing at work: brief %d ms, slow %d ms; after the own time: %d ms\n",
         worst_brief, worst_slow, worst_due);
}

/* --- single cases --- */

/* Eight searches of 500 ms at the same time on two workers get 125 ms each, one after another. */
TEST(a_clients_searches_share_its_time) {
  enum { WORKERS = 2, SEARCHES = 8, OWN_US = 500000 };
  struct fair fair = {.workers = WORKERS, .slice_us = 1000000};
  struct client a = {.first = NULL};
  struct entry entry[SEARCHES] = {{.next = NULL}};
  uint64_t again_us, had_us[SEARCHES] = {0};
  size_t of[WORKERS + FAIR_SPARE] = {0}, begun = 0;
  for (size_t i = 0; i < SEARCHES; i++) {
    entry[i] = (struct entry){.client = &a, .due_us = OWN_US};
    fair_push(&fair, &entry[i]);
  }
  for (uint64_t now_us = 1; now_us < OWN_US; now_us += 1000) {
    while (fair_over(&fair, now_us, &again_us)) continue;
    for (unsigned i = 0; i < WORKERS + FAIR_SPARE; i++) {
      if (fair.work[i].entry && fair.work[i].stopped) fair_end(&fair, i);
      struct entry *next = fair.work[i].entry ? NULL : fair_next(&fair, now_us);
      if (next) {
        fair_take(&fair, next);
        fair_begin(&fair, i, next, now_us);
        of[i] = begun++;
      }
      if (fair.work[i].entry) had_us[of[i]] += 1000;
    }
  }
  assert_int_equal(begun, SEARCHES);
  for (size_t i = 0; i < SEARCHES; i++) assert_in_range(had_us[i], 120000, 132000);
}

/* What is due begins beside its own client's work, and a thread that waits looks in time. */
TEST(what_is_due_begins) {
  struct fair fair = {.workers = 1, .slice_us = 1000000};
  struct client a = {.first = NULL};
  struct entry runs = {.client = &a}, waits = {.client = &a, .due_us = 300};
  uint64_t again_us;
  fair_begin(&fair, 0, &runs, 0);
  fair_push(&fair, &waits);
  assert_null(fair_next(&fair, 299));
  assert_null(fair_over(&fair, 299, &again_us));
  assert_int_equal(again_us, 300);
  assert_ptr_equal(fair_next(&fair, 300), &waits);
}

/* One waits: one time slice ends, of the client with more, however many are over. */
TEST(one_slice_ends_for_each_who_waits) {
  struct fair fair = {.workers = 2, .slice_us = 1000};
  struct client a = {.first = NULL}, b = {.first = NULL}, c = {.first = NULL}, d = {.first = NULL};
  struct entry of_a[2] = {{.client = &a, .due_us = 90000}, {.client = &a, .due_us = 90000}},
               of_b = {.client = &b, .due_us = 90000}, of_d = {.client = &d}, waits = {.client = &c};
  uint64_t again_us;
  fair_begin(&fair, 0, &of_a[0], 7);
  fair_begin(&fair, 1, &of_a[1], 5);
  fair_begin(&fair, 2, &of_b, 1);
  fair_begin(&fair, 3, &of_d, 0);
  assert_null(fair_over(&fair, 9000, &again_us)); /* nobody waits */
  assert_true(again_us == FAIR_NEVER);
  fair_push(&fair, &waits);
  assert_null(fair_over(&fair, 900, &again_us));
  assert_int_equal(again_us, 1001);
  assert_ptr_equal(fair_over(&fair, 2000, &again_us), &of_a[1]);
  assert_true(fair.work[1].stopped);
  assert_null(fair_over(&fair, 4000, &again_us));
  fair_end(&fair, 1);
  assert_ptr_equal(fair_next(&fair, 4000), &waits);
}

/* A client's own quota of workers; 0: none. The last thread keeps its rule. */
TEST(a_quota_of_workers_is_kept) {
  struct fair fair = {.workers = 4};
  const atomic_uint quota = 2;
  struct client a = {.workers = &quota}, b = {.first = NULL};
  struct entry runs = {.client = &a, .brief = true}, more = runs, other = {.client = &b, .brief = true};
  fair_push(&fair, &more);
  for (unsigned i = 0; i < 2; i++) {
    assert_ptr_equal(fair_next(&fair, 0), &more);
    fair_begin(&fair, i, &runs, 0);
  }
  assert_null(fair_next(&fair, 0));
  fair_push(&fair, &other);
  assert_ptr_equal(fair_next(&fair, 0), &other);
  fair_take(&fair, &other);
  fair_end(&fair, 0);
  assert_ptr_equal(fair_next(&fair, 0), &more);
}

int main(void) { return test_run(NULL, NULL); }
