#include "tools/arena/match.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  CHANCE_STREAM = 1, /* of a deal's seed: what the players draw */
};
static const double WATCH_SECONDS = .25; /* between two lines of progress */

uint64_t match_deal_seed(uint64_t seed, uint64_t i) {
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, seed, i);
  return match_chance(&rng);
}

void match_chance_of(struct ddz_rng *rng, uint64_t deal_seed) {
  ddz_rng_seed_stream(rng, deal_seed, CHANCE_STREAM);
}

uint64_t match_chance(struct ddz_rng *rng) { return ddz_rng_next(rng) >> 11; }

/* ---- one game ---- */

/* Declining is what ddz_table_calls lists first: with a drawn landlord nobody doubles. */
static void decline(struct game *game) {
  const struct ddz_action action = {.verb = DDZ_VERB_CALL,
                                    .seat = (uint8_t)game->table.turn,
                                    .call = (uint8_t)__builtin_ctz(ddz_table_calls(&game->table))};
  if (game_apply(game, &action) != DDZ_OK) abort(); /* it is one of the open calls */
}

/* Each program that held a seat gets the result once. */
static void tell(struct player *const at[DDZ_SEATS], const struct game *game) {
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    unsigned seats = 0;
    for (int other = 0; other < DDZ_SEATS; other++) seats |= (unsigned)(at[other] == at[seat]) << other;
    if (__builtin_ctz(seats) == seat) player_told(at[seat], game, seats);
  }
}

void match_game(const struct match_options *o, struct player *const at[DDZ_SEATS], struct game *game,
                struct account account[DDZ_SEATS]) {
  const struct ddz_table *table = &game->table;
  struct ddz_action forced;
  struct ddz_rng rng;
  match_chance_of(&rng, table->seed);
  while (table->phase != DDZ_PHASE_OVER && game->n < GAME_ACTIONS_MAX) {
    const int seat = table->turn;
    if (game_forced(game, &forced)) {
      if (game_apply(game, &forced) != DDZ_OK) abort();
    } else if (table->phase != DDZ_PHASE_PLAY) {
      const enum fault fault = o->calling ? player_call(at[seat], game) : FAULT_NONE;
      if (!o->calling) decline(game);
      if (fault != FAULT_NONE) account[seat].faults[fault]++;
    } else {
      account[seat].choices++;
      account[seat].faults[player_act(at[seat], game, match_chance(&rng))]++;
    }
  }
  tell(at, game);
}

void account_add(struct account *sum, const struct account *more) {
  sum->choices += more->choices;
  for (int f = 0; f < FAULTS; f++) sum->faults[f] += more->faults[f];
  sum->seats += more->seats;
  sum->bombs_kept += more->bombs_kept;
  sum->springs += more->springs;
  sum->partner += more->partner;
  sum->beaten += more->beaten;
}

/* How a seat has played a game that is over. */
static void behave(const struct game *game, int seat, struct account *account) {
  const struct ddz_table *table = &game->table;
  const ddz_hand rest = table->hand[seat];
  int plays[2] = {0}; /* of the landlord, of the farmers */
  for (int s = 0; s < DDZ_SEATS; s++) plays[s != table->landlord] += ddz_table_plays(table, s);
  const bool spring = table->winner == table->landlord ? plays[1] == 0 : plays[0] == 1;
  const bool won =
      table->winner != DDZ_NO_SEAT && (table->winner == table->landlord) == (seat == table->landlord);
  account->seats++;
  account->bombs_kept += ddz_hand_at_least(rest, 4) != 0 || ddz_hand_contains(rest, DDZ_HAND_ROCKET);
  account->springs += won && spring;
  account->partner += game->partner[seat];
  account->beaten += game->beaten[seat];
}

char *match_text(const struct game *game) {
  json_t *json = game_json(game);
  char *text = json_dumps(json, JSON_COMPACT);
  json_decref(json);
  return text;
}

/* ---- one deal ---- */

/* A seat that A held, at the end of a game. */
struct seated {
  bool landlord, won;
  double points;
};
enum { SEATED_MAX = GAMES_MAX * DDZ_SEATS / 2 };

struct outcome {
  uint64_t deal;
  struct seated seated[SEATED_MAX]; /* without calling a game is one: A's side */
  int n;
  struct account account[SIDES];
  char *json[GAMES_MAX];
};

int match_games(const struct match_options *options) { return options->calling ? GAMES_MAX : SIDES; }

/* Who plays in a seat, in game `g` of a deal. */
static int side_of(const struct match_options *o, const struct ddz_table *table, int seat, int g) {
  if (!o->calling) return (seat == table->landlord) == (g == 0) ? 0 : 1;
  return (seat == g % DDZ_SEATS) == (g < DDZ_SEATS) ? 0 : 1;
}

static void note(struct outcome *outcome, bool landlord, const struct ddz_table *table, double points) {
  const bool landlord_won = table->winner == table->landlord;
  outcome->seated[outcome->n++] = (struct seated){
      .landlord = landlord,
      .won = table->winner != DDZ_NO_SEAT && landlord == landlord_won,
      .points = points,
  };
}

/* What A's seats won; where the sides are the landlord and the farmers, A's side. */
static void note_all(const struct match_options *o, const struct game *game, int g, struct outcome *outcome) {
  const struct ddz_table *table = &game->table;
  const double landlord = game_landlord_points(game);
  if (!o->calling) {
    note(outcome, g == 0, table, g == 0 ? landlord : -landlord);
    return;
  }
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    if (side_of(o, table, seat, g) == 0)
      note(outcome, seat == table->landlord, table, (double)table->score[seat]);
}

/* The next line of the record is this game. NULL, or why not. */
static const char *read_game(FILE *replay, struct game *game) {
  static char line[1 << 16]; /* one thread */
  if (fgets(line, sizeof line, replay) == NULL) return "the record ends too soon";
  json_t *json = json_loads(line, 0, NULL), *actions = json_object_get(json, "actions"), *action;
  size_t i;
  bool fits = json_integer_value(json_object_get(json, "seed")) == (json_int_t)game->table.seed;
  json_array_foreach(actions, i, action) fits = fits && game_read(game, action);
  json_decref(json);
  if (fits && game->table.phase == DDZ_PHASE_OVER) return NULL;
  return "the record is not that of these deals, or its actions are not legal";
}

/* Game `g` of a deal. NULL, or why there is none. */
static const char *play_game(const struct match_options *o, struct player *const player[SIDES], uint64_t seed,
                             int g, struct game *game, struct outcome *outcome) {
  struct account account[DDZ_SEATS] = {0};
  struct player *at[DDZ_SEATS];
  game_start(game, &o->rules, seed, !o->calling);
  for (int seat = 0; seat < DDZ_SEATS; seat++) at[seat] = player[side_of(o, &game->table, seat, g)];
  if (o->replay == NULL) match_game(o, at, game, account);
  const char *wrong = o->replay != NULL ? read_game(o->replay, game) : NULL;
  if (wrong != NULL) return wrong;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    behave(game, seat, &account[seat]);
    account_add(&outcome->account[side_of(o, &game->table, seat, g)], &account[seat]);
  }
  note_all(o, game, g, outcome);
  return NULL;
}

/* ---- deals on many threads ---- */

/* What the threads share; `lock` guards everything but the plan. */
struct pool {
  const struct pool_plan *plan;
  pthread_mutex_t lock;
  pthread_cond_t moved;   /* a deal is counted, or `stop` came */
  uint64_t next, counted; /* nobody has begun this deal; the last one counted is before that */
  bool stop;
  const char *wrong;
  struct timespec began;
  double shown; /* seconds when somebody was told last */
};

static void watch(struct pool *pool, bool over) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double seconds =
      (double)(now.tv_sec - pool->began.tv_sec) + (double)(now.tv_nsec - pool->began.tv_nsec) * 1e-9;
  if (!over && seconds < pool->shown + WATCH_SECONDS) return;
  pool->shown = seconds;
  pool->plan->watch(pool->plan->self, seconds, over);
}

/* Draw the next deal; false when there is none. */
static bool take(struct pool *pool, uint64_t *deal) {
  pthread_mutex_lock(&pool->lock);
  const bool more = !pool->stop && pool->next <= pool->plan->last;
  if (more) *deal = pool->next++;
  pthread_mutex_unlock(&pool->lock);
  return more;
}

static void stop(struct pool *pool, const char *wrong) {
  static char text[320]; /* of the last pool: the worker that said it goes */
  snprintf(text, sizeof text, "%s", wrong);
  pool->wrong = text;
  pool->stop = true;
}

static void give(struct pool *pool, void *worker, uint64_t deal, const char *wrong) {
  pthread_mutex_lock(&pool->lock);
  if (wrong != NULL) stop(pool, wrong);
  while (pool->plan->ordered && !pool->stop && pool->counted != deal)
    pthread_cond_wait(&pool->moved, &pool->lock);
  if (!pool->stop && !pool->plan->count(pool->plan->self, worker)) pool->stop = true;
  pool->counted = deal + 1;
  watch(pool, false);
  pthread_cond_broadcast(&pool->moved);
  pthread_mutex_unlock(&pool->lock);
}

static void *work(void *self) {
  struct pool *pool = self;
  void *worker = pool->plan->enter(pool->plan->self);
  uint64_t deal;
  while (worker != NULL && take(pool, &deal)) {
    const char *wrong = pool->plan->play(worker, deal);
    give(pool, worker, deal, wrong);
  }
  pthread_mutex_lock(&pool->lock);
  if (worker != NULL)
    pool->plan->leave(pool->plan->self, worker);
  else
    stop(pool, "out of memory");
  pthread_cond_broadcast(&pool->moved);
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

const char *pool_play(const struct pool_plan *plan) {
  struct pool pool = {.plan = plan, .next = plan->first, .counted = plan->first};
  pthread_t *threads = calloc(plan->threads, sizeof *threads);
  unsigned started = 0;
  if (threads == NULL) return "out of memory";
  pthread_mutex_init(&pool.lock, NULL);
  pthread_cond_init(&pool.moved, NULL);
  clock_gettime(CLOCK_MONOTONIC, &pool.began);
  while (started < plan->threads && pthread_create(&threads[started], NULL, work, &pool) == 0) started++;
  for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
  watch(&pool, true);
  pthread_cond_destroy(&pool.moved);
  pthread_mutex_destroy(&pool.lock);
  free(threads);
  return started > 0 ? pool.wrong : "no thread could be started";
}

/* ---- a thread's part ---- */

struct worker {
  const struct match_options *options;
  struct player *player[SIDES];
  struct game game;
  struct outcome outcome;
};

/* What the threads are told and what comes of it. */
struct playing {
  const struct match_options *options;
  struct match *match;
};

static void forget(struct outcome *outcome) {
  for (int g = 0; g < GAMES_MAX; g++) free(outcome->json[g]);
  *outcome = (struct outcome){0};
}

static void worker_free(struct worker *worker) {
  forget(&worker->outcome);
  for (int side = 0; side < SIDES; side++) player_free(worker->player[side]);
  free(worker);
}

static void *enter(const void *self) {
  const struct playing *playing = self;
  struct worker *worker = calloc(1, sizeof *worker);
  if (worker == NULL) return NULL;
  worker->options = playing->options;
  for (int side = 0; side < SIDES; side++)
    worker->player[side] = player_new(playing->match->side[side], playing->options->timeout_ms);
  if (worker->player[0] != NULL && worker->player[1] != NULL) return worker;
  worker_free(worker);
  return NULL;
}

static const char *play_deal(void *self, uint64_t i) {
  struct worker *worker = self;
  struct outcome *outcome = &worker->outcome;
  const struct match_options *o = worker->options;
  const uint64_t seed = match_deal_seed(o->seed, i);
  const int games = match_games(o);
  forget(outcome);
  outcome->deal = i;
  for (int turn = 0; turn < games; turn++) {
    /* who comes second finds warm caches; a record has the games in their order */
    const int g = o->replay != NULL ? turn : (int)((i + (uint64_t)turn) % (uint64_t)games);
    const char *wrong = play_game(o, worker->player, seed, g, &worker->game, outcome);
    if (wrong != NULL) return wrong;
    if (o->json != NULL) outcome->json[g] = match_text(&worker->game);
  }
  const char *wrong = player_silence(worker->player[0]);
  return wrong != NULL ? wrong : player_silence(worker->player[1]);
}

static void leave(void *self, void *gone) {
  const struct playing *playing = self;
  struct worker *worker = gone;
  for (int side = 0; side < SIDES; side++) {
    times_join(&playing->match->times[side], &worker->player[side]->times);
    playing->match->cpu_ns[side] += player_cpu_ns(worker->player[side]);
    const struct outside *outside = worker->player[side]->outside;
    if (outside != NULL && outside->memory > playing->match->memory[side])
      playing->match->memory[side] = outside->memory;
  }
  worker_free(worker);
}

/* ---- adding up ---- */

/* The test asks about B, whose wins are what A's are not. */
static enum sprt_verdict verdict(const struct sprt *test, const struct match *match) {
  if (test == NULL) return SPRT_OPEN;
  struct sum b = match->wins;
  b.squares = b.n - 2 * b.total + b.squares; /* of 1 - x */
  b.total = b.n - b.total;
  return sprt_verdict(test, &b);
}

static bool count(void *self, void *worker) {
  const struct playing *playing = self;
  const struct outcome *outcome = &((struct worker *)worker)->outcome;
  struct match *match = playing->match;
  double won = 0, points = 0;
  for (int i = 0; i < outcome->n; i++) {
    const struct seated *seated = &outcome->seated[i];
    won += seated->won;
    points += seated->points;
    sum_add(&match->won_as[!seated->landlord], seated->won);
    sum_add(&match->points_as[!seated->landlord], seated->points);
  }
  sum_add(&match->wins, won / outcome->n);
  sum_add(&match->points, points / outcome->n);
  if (playing->options->sample != NULL)
    playing->options->sample[outcome->deal - playing->options->first] =
        (struct sample){won / outcome->n, points / outcome->n};
  for (int g = 0; g < GAMES_MAX; g++)
    if (outcome->json[g] != NULL) fprintf(playing->options->json, "%s\n", outcome->json[g]);
  for (int side = 0; side < SIDES; side++) account_add(&match->account[side], &outcome->account[side]);
  match->deals++;
  match->verdict = verdict(playing->options->sprt, match);
  return match->verdict == SPRT_OPEN;
}

void match_progress(const struct match_options *o, const char *who, const char *stands, uint64_t deals,
                    uint64_t games, double seconds, bool over) {
  const double all = (double)(o->last - o->first + 1), done = (double)deals;
  if (o->progress == NULL) return;
  fprintf(o->progress, "\r%s: %.0f of %.0f deals, %s, %.0f games/s, %.0f s left \033[K", who, done, all,
          stands, (double)games * done / seconds, done > 0 ? seconds / done * (all - done) : 0);
  if (over) fprintf(o->progress, "\r\033[K");
  fflush(o->progress);
}

static void show_progress(const void *self, double seconds, bool over) {
  const struct playing *playing = self;
  const struct match *match = playing->match;
  char who[100], stands[64];
  snprintf(who, sizeof who, "%.40s - %.40s", match->side[0]->text, match->side[1]->text);
  snprintf(stands, sizeof stands, "%.4f +-%.4f", sum_mean(&match->wins), sum_margin(&match->wins));
  match_progress(playing->options, who, stands, match->deals, (uint64_t)match_games(playing->options),
                 seconds, over);
}

const char *match_play(const struct match_options *options, const struct spec *a, const struct spec *b,
                       struct match *match) {
  struct playing playing = {options, match};
  const struct pool_plan plan = {
      .first = options->first,
      .last = options->last,
      .threads = options->threads,
      .ordered = options->sprt != NULL || options->json != NULL,
      .self = &playing,
      .enter = enter,
      .play = play_deal,
      .count = count,
      .leave = leave,
      .watch = show_progress,
  };
  *match = (struct match){.side = {a, b}};
  return pool_play(&plan);
}
