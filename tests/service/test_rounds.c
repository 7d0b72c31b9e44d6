/* Rounds of a poller, simulated: connections of some clients ask as soon as they are answered, or now and
 * then, and each request takes as long as it takes. A library that comes to each ready connection once in a
 * round is a loop here. */
#include "service/work/rounds.h"
#include "tests/support/test.h"

#include "core/base/rng.h"

enum { CLIENTS = 6, CONNECTIONS = 400, MOST_US = 2000, ROUNDS = 3000 };

struct connection {
  struct entry entry; /* first: an entry is its connection */
  uint64_t seen;
  bool asks, waits;
  int us, since; /* it takes; the round in which it asked */
};

struct world {
  struct rounds rounds;
  struct client client[CLIENTS];
  bool patient[CLIENTS]; /* asks now and then, over one connection */
  struct connection connection[CONNECTIONS];
  int connections, most_us[CLIENTS];
  int round, longest; /* that a patient client waited, in rounds */
  uint64_t now_us, spent_us;
  struct ddz_rng rng;
};

static int below(struct world *w, int n) { return (int)ddz_rng_below(&w->rng, (uint64_t)n); }

static int client_of(const struct world *w, const struct connection *c) {
  return (int)(c->entry.client - w->client);
}

static void serve(struct world *w, struct connection *c) {
  const int waited = w->round - c->since;
  if (w->patient[client_of(w, c)] && waited > w->longest) w->longest = waited;
  c->asks = c->waits = false;
  w->now_us += (uint64_t)c->us + REQUEST_US;
  w->spent_us += (uint64_t)c->us + REQUEST_US;
  rounds_spend(&w->rounds, (uint64_t)c->us);
}

static void ask(struct world *w, struct connection *c) {
  const int client = client_of(w, c);
  if (c->asks || (w->patient[client] && below(w, 5))) return;
  c->asks = true;
  c->since = w->round;
  c->us = below(w, w->most_us[client]);
}

/* Whose turn it is, has waited longest for it of all clients who wait. */
static void check_turn(const struct world *w, const struct entry *entry, uint64_t before_us) {
  for (const struct entry *at = w->rounds.first; at; at = at->line_next)
    if (at->client != entry->client) assert_true(at->client->place_us >= before_us);
}

static void step(struct world *w) {
  const struct entry *called = w->rounds.called;
  w->spent_us = 0;
  for (int i = 0; i < w->connections; i++) {
    struct connection *c = &w->connection[i];
    ask(w, c);
    if (called == &c->entry) {
      rounds_begin(&w->rounds, ++w->now_us);
      serve(w, c);
      struct entry *entry;
      uint64_t before_us[CLIENTS];
      for (int k = 0; k < CLIENTS; k++) before_us[k] = w->client[k].place_us;
      while ((entry = rounds_take(&w->rounds, ++w->now_us)) != NULL) {
        check_turn(w, entry, before_us[entry->client - w->client]);
        before_us[entry->client - w->client] = entry->client->place_us;
        serve(w, (struct connection *)(void *)entry);
      }
      rounds_call(&w->rounds);
    } else if (c->asks && !c->waits) {
      rounds_see(&w->rounds, c, &c->seen);
      c->waits = !rounds_allow_all(&w->rounds) && !rounds_allow(&w->rounds, c->entry.client);
      if (!c->waits) {
        serve(w, c);
        continue;
      }
      rounds_wait(&w->rounds, &c->entry, ++w->now_us);
      rounds_call(&w->rounds);
    }
  }
  w->round++;
}

static void make(struct world *w, uint64_t seed) {
  memset(w, 0, sizeof *w);
  ddz_rng_seed(&w->rng, seed);
  w->connections = CLIENTS + below(w, CONNECTIONS - CLIENTS);
  for (int k = 0; k < CLIENTS; k++) {
    w->patient[k] = k > below(w, CLIENTS);
    w->most_us[k] = 1 + below(w, k % 2 ? MOST_US : 50);
  }
  for (int i = 0; i < w->connections; i++) {
    int k = i < CLIENTS ? i : below(w, CLIENTS);
    while (i >= CLIENTS && w->patient[k]) k = below(w, k + 1);
    w->connection[i].entry.client = &w->client[k];
  }
}

/* However many connections ask for however much, a round is short, and who asks over one connection is served
 * after a round for each client at most. */
TEST(a_round_is_short_and_clients_take_turns) {
  const uint64_t seed = test_seed();
  int longest = 0;
  uint64_t most_us = 0;
  for (uint64_t n = 0; n < 40 / TEST_SLOWER; n++) {
    static struct world w;
    make(&w, seed + n);
    while (w.round < ROUNDS) {
      step(&w);
      /* What was allowed before the call was, and after it; the last of each may go beyond. */
      if (w.spent_us > 2 * (2 * ROUND_US + MOST_US + REQUEST_US))
        fail_msg("%llu us", (unsigned long long)w.spent_us);
      if (w.spent_us > most_us) most_us = w.spent_us;
    }
    if (w.longest > 2) fail_msg("%d rounds", w.longest);
    if (w.longest > longest) longest = w.longest;
    for (int i = 0; i < w.connections; i++)
      assert_false(w.connection[i].waits && w.round - w.connection[i].since > CONNECTIONS * CLIENTS);
    size_t waiting = 0;
    for (const struct entry *line = w.rounds.first; line; line = line->line_next)
      for (const struct entry *entry = line; entry; entry = entry->next) waiting++;
    assert_int_equal(waiting, w.rounds.waiting);
    assert_true((waiting == 0) == (w.rounds.called == NULL));
  }
  printf("longest round %llu us; one connection waited %d rounds at most\n", (unsigned long long)most_us,
         longest);
}

/* Without anything that waits, a connection that comes again begins a round; one that sends twice does not.
 */
TEST(a_round_is_seen_by_who_comes_again) {
  struct rounds rounds = {.first = NULL};
  uint64_t seen[2] = {0, 0};
  rounds_see(&rounds, &seen[0], &seen[0]);
  rounds_spend(&rounds, ROUND_US);
  rounds_see(&rounds, &seen[0], &seen[0]);
  assert_false(rounds_allow_all(&rounds));
  rounds_see(&rounds, &seen[1], &seen[1]);
  rounds_spend(&rounds, 1);
  rounds_see(&rounds, &seen[0], &seen[0]);
  assert_true(rounds_allow_all(&rounds));
}

TEST(who_waits_for_nothing_is_served_beside_who_waits) {
  struct rounds rounds = {.first = NULL};
  struct client a = {.held = 0}, b = {.held = 0};
  struct entry entry = {.client = &a};
  rounds_spend(&rounds, ROUND_US);
  assert_false(rounds_allow(&rounds, &b));
  rounds_wait(&rounds, &entry, 1);
  assert_false(rounds_allow_all(&rounds));
  assert_false(rounds_allow(&rounds, &a));
  assert_true(rounds_allow(&rounds, &b));
  rounds_spend(&rounds, ROUND_US);
  assert_false(rounds_allow(&rounds, &b));
}

TEST(who_has_gone_is_forgotten) {
  struct rounds rounds = {.first = NULL};
  struct client a = {.held = 0}, b = {.held = 0};
  struct entry slices[3] = {{.client = &a}, {.client = &a}, {.client = &b}};
  for (int i = 0; i < 3; i++) rounds_wait(&rounds, &slices[i], 1);
  assert_ptr_equal(rounds_call(&rounds), &slices[0]);
  assert_null(rounds_call(&rounds));
  rounds_forget(&rounds, &slices[2]);
  rounds_forget(&rounds, &slices[0]);
  assert_ptr_equal(rounds_call(&rounds), &slices[1]);
  rounds_begin(&rounds, 1);
  assert_null(rounds_take(&rounds, 2));
  assert_null(rounds_call(&rounds));
  assert_int_equal(rounds.waiting, 0);
}

/* Many of one client wait: each line keeps its order, and whoever leaves, from wherever, leaves it whole. */
TEST(lines_stay_whole) {
  enum { EACH = 20, LINES = 3 };
  struct client client[LINES] = {{.held = 0}};
  for (int gone = 0; gone < EACH; gone++) {
    struct rounds rounds = {.first = NULL};
    struct entry slices[LINES][EACH];
    memset(slices, 0, sizeof slices);
    int next[LINES] = {0};
    uint64_t now_us = 1;
    for (int i = 0; i < EACH; i++)
      for (int k = 0; k < LINES; k++) {
        slices[k][i].client = &client[k];
        rounds_wait(&rounds, &slices[k][i], now_us++);
      }
    rounds_forget(&rounds, &slices[gone % LINES][gone]);
    struct entry *entry;
    while ((entry = rounds_take(&rounds, now_us++)) != NULL) {
      const int k = (int)(entry->client - client);
      if (k == gone % LINES && next[k] == gone) next[k]++;
      assert_ptr_equal(entry, &slices[k][next[k]++]);
    }
    for (int k = 0; k < LINES; k++) assert_in_range(next[k], EACH - 1, EACH);
    assert_null(rounds.first);
    assert_int_equal(rounds.waiting, 0);
  }
}

int main(void) { return test_run(NULL, NULL); }
