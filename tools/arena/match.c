#include "tools/arena/match.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tools/lib/flags.h"

void match_defaults(struct match_options *options) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  *options = (struct match_options){.seed = 1,
                                    .deals = 1000,
                                    .threads = cores > 0 ? (uint64_t)cores : 1,
                                    .timeout_ms = 5000,
                                    .progress = isatty(STDERR_FILENO)};
  ddz_rules_preset("douzero", &options->rules);
}

uint64_t match_deal_seed(uint64_t seed, uint64_t i) {
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, seed, i);
  return ddz_rng_next(&rng) >> 11;
}

/* ---- one game ---- */

/* Each program that held a seat gets the result once. */
static void tell(struct player *const at[DDZ_SEATS], const struct game *game) {
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    unsigned seats = 0;
    for (int other = 0; other < DDZ_SEATS; other++) seats |= (unsigned)(at[other] == at[seat]) << other;
    if (__builtin_ctz(seats) == seat) player_told(at[seat], game, seats);
  }
}

bool match_step(bool calling, struct player *const at[DDZ_SEATS], struct game *game) {
  const struct ddz_table *table = &game->table;
  if (table->phase == DDZ_PHASE_OVER || game->n == GAME_ACTIONS_MAX) return false;
  const int seat = table->turn == DDZ_NO_SEAT ? 0 : table->turn;
  const bool plays = table->phase == DDZ_PHASE_PLAY;
  struct account *account = &game->account[seat];
  if (game_forced(game) || !(plays || calling)) {
    player_decline(at[seat], game);
  } else if (plays) {
    account->choices++;
    account->faults[player_act(at[seat], game, game_chance(game))]++;
  } else {
    const enum fault fault = player_call(at[seat], game);
    if (fault != FAULT_NONE) account->faults[fault]++;
  }
  return true;
}

void match_game(bool calling, struct player *const at[DDZ_SEATS], struct game *game) {
  while (match_step(calling, at, game)) {
  }
  tell(at, game);
}

/* How the seats have played a game that is over. */
static void behave(struct game *game) {
  const struct ddz_table *table = &game->table;
  int plays[2] = {0}; /* of the landlord, of the farmers */
  for (int seat = 0; seat < DDZ_SEATS; seat++) plays[seat != table->landlord] += ddz_table_plays(table, seat);
  const bool lord_won = table->winner == table->landlord, spring = lord_won ? plays[1] == 0 : plays[0] == 1;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    const ddz_hand rest = table->hand[seat];
    struct account *account = &game->account[seat];
    account->seats++;
    account->bombs_kept += ddz_hand_at_least(rest, 4) != 0 || ddz_hand_contains(rest, DDZ_HAND_ROCKET);
    account->springs += spring && table->winner != DDZ_NO_SEAT && lord_won == (seat == table->landlord);
  }
}

char *match_text(const struct game *game) {
  json_t *json = game_json(game);
  char *text = tool_must(json_dumps(json, JSON_COMPACT));
  json_decref(json);
  return text;
}

/* ---- one deal ---- */

struct outcome {
  uint64_t deal;
  struct sum won_as[SIDES], points_as[SIDES]; /* as in struct match */
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
  sum_add(&outcome->won_as[!landlord], table->winner != DDZ_NO_SEAT && landlord == landlord_won);
  sum_add(&outcome->points_as[!landlord], points);
}

/* What A's seats won; where the sides are the landlord and the farmers, A's side. */
static void note_all(const struct match_options *o, const struct game *game, int g, struct outcome *outcome) {
  const struct ddz_table *table = &game->table;
  if (!o->calling) {
    const double landlord = (double)table->score[table->landlord];
    note(outcome, g == 0, table, g == 0 ? landlord : -landlord);
  }
  for (int seat = 0; o->calling && seat < DDZ_SEATS; seat++)
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
  struct player *at[DDZ_SEATS];
  game_start(game, &o->rules, seed, !o->calling);
  for (int seat = 0; seat < DDZ_SEATS; seat++) at[seat] = player[side_of(o, &game->table, seat, g)];
  if (o->replay == NULL) match_game(o->calling, at, game);
  const char *wrong = o->replay != NULL ? read_game(o->replay, game) : NULL;
  if (wrong != NULL) return wrong;
  behave(game);
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    account_add(&outcome->account[side_of(o, &game->table, seat, g)], &game->account[seat]);
  note_all(o, game, g, outcome);
  return NULL;
}

/* ---- deals on many threads ---- */

/* What the threads share; `lock` guards everything but the plan. */
struct pool {
  const struct pool_plan *plan;
  pthread_mutex_t lock;
  pthread_cond_t moved;   /* a deal is counted, or `stop` came */
  uint64_t next, counted; /* nobody has begun this deal; so many are counted */
  bool stop;
  const char *wrong;
  time_t told; /* when progress was told last */
};

/* A line that is written over, once a second. */
static void tell_progress(struct pool *pool) {
  const struct match_options *o = pool->plan->options;
  const time_t now = time(NULL);
  if (!o->progress || now == pool->told) return;
  pool->told = now;
  fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " deals\033[K", pool->counted, o->deals);
}

static void stop(struct pool *pool, const char *wrong) {
  static char text[320]; /* of the last pool: the worker that said it goes */
  snprintf(text, sizeof text, "%s", wrong);
  pool->wrong = text;
  pool->stop = true;
}

static void *work(void *self) {
  struct pool *pool = self;
  const struct pool_plan *plan = pool->plan;
  void *worker = plan->enter(plan->self);
  pthread_mutex_lock(&pool->lock);
  while (!pool->stop && pool->next < plan->options->deals) {
    const uint64_t deal = pool->next++;
    pthread_mutex_unlock(&pool->lock);
    const char *wrong = plan->play(worker, deal);
    pthread_mutex_lock(&pool->lock);
    if (wrong != NULL) stop(pool, wrong);
    while (plan->ordered && !pool->stop && pool->counted != deal)
      pthread_cond_wait(&pool->moved, &pool->lock);
    if (!pool->stop && !plan->count(plan->self, worker)) pool->stop = true;
    pool->counted++;
    tell_progress(pool);
    pthread_cond_broadcast(&pool->moved);
  }
  plan->leave(plan->self, worker);
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

const char *pool_play(const struct pool_plan *plan) {
  struct pool pool = {.plan = plan, .lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};
  const uint64_t threads = plan->options->threads;
  pthread_t *thread = tool_must(calloc(threads, sizeof *thread));
  uint64_t started = 0;
  while (started < threads && pthread_create(&thread[started], NULL, work, &pool) == 0) started++;
  for (uint64_t i = 0; i < started; i++) pthread_join(thread[i], NULL);
  if (plan->options->progress) fputs("\r\033[K", stderr);
  free(thread);
  return started > 0 ? pool.wrong : "no thread could be started";
}

/* ---- a thread's part ---- */

struct worker {
  const struct match_options *options;
  struct player *player[SIDES];
  struct game game;
  struct outcome outcome;
};

static void forget(struct outcome *outcome) {
  for (int g = 0; g < GAMES_MAX; g++) free(outcome->json[g]);
  *outcome = (struct outcome){0};
}

static void *enter(const void *self) {
  const struct match *match = self;
  struct worker *worker = tool_must(calloc(1, sizeof *worker));
  worker->options = match->options;
  for (int side = 0; side < SIDES; side++)
    worker->player[side] = player_new(match->side[side], (int)match->options->timeout_ms);
  return worker;
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
  struct match *match = self;
  struct worker *worker = gone;
  for (int side = 0; side < SIDES; side++) {
    struct player *player = worker->player[side];
    match->choices[side] += player->choices;
    match->ns[side] += player->ns;
    match->cpu_ns[side] += player_cpu_ns(player);
    if (player->outside.memory > match->memory[side]) match->memory[side] = player->outside.memory;
    player_free(player);
  }
  forget(&worker->outcome);
  free(worker);
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
  struct match *match = self;
  const struct match_options *o = match->options;
  const struct outcome *outcome = &((struct worker *)worker)->outcome;
  const struct sum *won_as = outcome->won_as, *points_as = outcome->points_as;
  const double n = won_as[0].n + won_as[1].n, won = (won_as[0].total + won_as[1].total) / n,
               points = (points_as[0].total + points_as[1].total) / n;
  sum_add(&match->wins, won);
  sum_add(&match->points, points);
  for (int role = 0; role < SIDES; role++) {
    sum_join(&match->won_as[role], &won_as[role]);
    sum_join(&match->points_as[role], &points_as[role]);
  }
  if (o->sample != NULL) o->sample[outcome->deal] = (struct sample){won, points};
  for (int g = 0; g < GAMES_MAX; g++)
    if (outcome->json[g] != NULL) fprintf(o->json, "%s\n", outcome->json[g]);
  for (int side = 0; side < SIDES; side++) account_add(&match->account[side], &outcome->account[side]);
  match->deals++;
  match->verdict = verdict(o->sprt, match);
  return match->verdict == SPRT_OPEN;
}

const char *match_play(const struct match_options *options, const struct spec *a, const struct spec *b,
                       struct match *match) {
  const struct pool_plan plan = {
      .options = options,
      .ordered = options->sprt != NULL || options->json != NULL,
      .self = match,
      .enter = enter,
      .play = play_deal,
      .count = count,
      .leave = leave,
  };
  *match = (struct match){.options = options, .side = {a, b}};
  return pool_play(&plan);
}
