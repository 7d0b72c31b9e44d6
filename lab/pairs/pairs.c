#include "pairs.h"

#include <stdlib.h>
#include <string.h>

#include "tools/lib/flags.h"

/* What two farmers made of one game. */
struct result {
  double won, points;
  char *json;
};

/* What the threads are told and what comes of it. */
struct playing {
  const struct match_options *options;
  struct pairs *pairs;
};

static size_t games_of(const struct pairs *pairs) { return pairs->n * pairs->n; }

/* ---- a thread's part ---- */

struct worker {
  const struct match_options *options;
  size_t n;
  struct player *landlord, **farmer;
  struct account account;
  struct game game;
  struct result *result; /* of the last deal, n x n */
};

static void forget(struct worker *worker) {
  for (size_t g = 0; g < worker->n * worker->n; g++) free(worker->result[g].json);
  memset(worker->result, 0, worker->n * worker->n * sizeof *worker->result);
}

static void *enter(const void *self) {
  const struct playing *playing = self;
  const struct pairs *pairs = playing->pairs;
  const int timeout_ms = (int)playing->options->timeout_ms;
  struct worker *worker = tool_must(calloc(1, sizeof *worker));
  worker->options = playing->options;
  worker->n = pairs->n;
  worker->landlord = player_new(pairs->landlord, timeout_ms);
  worker->farmer = tool_must(calloc(pairs->n, sizeof(struct player *)));
  worker->result = tool_must(calloc(games_of(pairs), sizeof *worker->result));
  for (size_t i = 0; i < pairs->n; i++) worker->farmer[i] = player_new(&pairs->farmer[i], timeout_ms);
  return worker;
}

static void leave(void *self, void *gone) {
  const struct playing *playing = self;
  struct worker *worker = gone;
  account_add(&playing->pairs->account, &worker->account);
  forget(worker);
  for (size_t i = 0; i < worker->n; i++) player_free(worker->farmer[i]);
  player_free(worker->landlord);
  free(worker->result);
  free(worker->farmer);
  free(worker);
}

static void play_game(struct worker *worker, uint64_t seed, size_t down, size_t up, struct result *result) {
  const struct match_options *o = worker->options;
  const struct ddz_table *table = &worker->game.table;
  struct player *const by_role[DDZ_ROLES] = {[DDZ_LANDLORD] = worker->landlord,
                                             [DDZ_LANDLORD_DOWN] = worker->farmer[down],
                                             [DDZ_LANDLORD_UP] = worker->farmer[up]};
  struct player *at[DDZ_SEATS];
  game_start(&worker->game, &o->rules, seed, true);
  for (int seat = 0; seat < DDZ_SEATS; seat++) at[seat] = by_role[ddz_table_role(table, seat)];
  match_game(false, at, &worker->game);
  for (int seat = 0; seat < DDZ_SEATS; seat++) account_add(&worker->account, &worker->game.account[seat]);
  result->won = table->winner != DDZ_NO_SEAT && table->winner != table->landlord;
  result->points = -(double)table->score[table->landlord];
  if (o->json != NULL) result->json = match_text(&worker->game);
}

static const char *play_deal(void *self, uint64_t i) {
  struct worker *worker = self;
  const uint64_t seed = match_deal_seed(worker->options->seed, i);
  const size_t n = worker->n;
  forget(worker);
  for (size_t turn = 0; turn < n * n; turn++) {
    const size_t g = (size_t)((i + turn) % (n * n)); /* who comes later finds warm caches */
    play_game(worker, seed, g / n, g % n, &worker->result[g]);
  }
  const char *wrong = player_silence(worker->landlord);
  for (size_t f = 0; f < n && wrong == NULL; f++) wrong = player_silence(worker->farmer[f]);
  return wrong;
}

/* ---- adding up ---- */

static void yield_add(struct yield *yield, double won, double points) {
  sum_add(&yield->wins, won);
  sum_add(&yield->points, points);
}

/* What pair `g` made of a deal less the mean of what its two players make with themselves. */
static struct result gap_of(const struct result *result, size_t n, size_t g) {
  const struct result *down = &result[g / n * (n + 1)], *up = &result[g % n * (n + 1)];
  return (struct result){.won = result[g].won - (down->won + up->won) / 2,
                         .points = result[g].points - (down->points + up->points) / 2};
}

static void count_pair(struct pair *pair, const struct result *result, size_t n, size_t g) {
  const struct result gap = gap_of(result, n, g), turned = gap_of(result, n, g % n * n + g / n);
  yield_add(&pair->games, result[g].won, result[g].points);
  yield_add(&pair->gap, gap.won, gap.points);
  yield_add(&pair->both, (gap.won + turned.won) / 2, (gap.points + turned.points) / 2);
}

static bool count(void *self, void *worker) {
  const struct playing *playing = self;
  const struct result *result = ((struct worker *)worker)->result;
  struct pairs *pairs = playing->pairs;
  const size_t n = pairs->n;
  struct result all = {0}; /* gaps; those of a player with himself are 0 */
  for (size_t g = 0; g < n * n; g++) {
    const struct result gap = gap_of(result, n, g);
    all.won += gap.won;
    all.points += gap.points;
    count_pair(&pairs->pair[g], result, n, g);
    if (result[g].json != NULL) fprintf(playing->options->json, "%s\n", result[g].json);
  }
  const double mixed = (double)(n * n - n);
  if (mixed > 0) yield_add(&pairs->mixed, all.won / mixed, all.points / mixed);
  pairs->deals++;
  return true;
}

const char *pairs_play(const struct match_options *options, struct pairs *pairs) {
  struct playing playing = {options, pairs};
  const struct pool_plan plan = {
      .options = options,
      .ordered =
          true, /* means of pairs are no whole numbers: equal to the last digit, however many threads */
      .self = &playing,
      .enter = enter,
      .play = play_deal,
      .count = count,
      .leave = leave,
  };
  return pool_play(&plan);
}
