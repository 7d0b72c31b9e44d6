#include "match.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  WINDOW = 1024,     /* deals that may be finished before an earlier one is */
  CHANCE_STREAM = 1, /* of a deal's seed: what the players draw */
  GIVE_UP = 20,      /* questions in a row without any answer ever: the program does not work */
  PROGRESS_MS = 250,
};

/* ---- one deal ---- */

/* A seat that A held, at the end of a game. */
struct seated {
  bool landlord, won;
  double points;
};
enum { SEATED_MAX = GAMES_MAX * DDZ_SEATS / 2 };

struct outcome {
  bool done;
  struct seated seated[SEATED_MAX]; /* without calling a game is one: A's side */
  int n;
  uint32_t faults[SIDES][FAULTS], choices[SIDES];
  char *json[GAMES_MAX];
};

int match_games(const struct match_options *options) { return options->calling ? GAMES_MAX : SIDES; }

uint64_t match_deal_seed(uint64_t seed, uint64_t i) {
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, seed, i);
  return match_chance(&rng);
}

void match_chance_of(struct ddz_rng *rng, uint64_t deal_seed) {
  ddz_rng_seed_stream(rng, deal_seed, CHANCE_STREAM);
}

uint64_t match_chance(struct ddz_rng *rng) { return ddz_rng_next(rng) >> 11; }

/* Who plays in a seat, in game `g` of a deal. */
static int side_of(const struct match_options *o, const struct ddz_table *table, int seat, int g) {
  if (!o->calling) return (seat == table->landlord) == (g == 0) ? 0 : 1;
  return (seat == g % DDZ_SEATS) == (g < DDZ_SEATS) ? 0 : 1;
}

/* Declining is what ddz_table_calls lists first: with a drawn landlord nobody doubles. */
static void call(const struct match_options *o, const struct player *player, struct game *game) {
  const struct ddz_table *table = &game->table;
  const enum ddz_call said = o->calling ? caller_call(player->spec->caller, table, player->engine)
                                        : (enum ddz_call)__builtin_ctz(ddz_table_calls(table));
  const struct ddz_action action = {
      .verb = DDZ_VERB_CALL, .seat = (uint8_t)table->turn, .call = (uint8_t)said};
  if (game_apply(game, &action) != DDZ_OK) abort(); /* it is one of the open calls */
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

/* Game `g` of a deal. */
static void play_game(const struct match_options *o, struct player *const player[SIDES], uint64_t seed, int g,
                      struct game *game, struct outcome *outcome) {
  const struct ddz_table *table = &game->table;
  struct ddz_action forced;
  struct ddz_rng rng;
  match_chance_of(&rng, seed);
  game_start(game, &o->rules, seed, !o->calling);
  while (table->phase != DDZ_PHASE_OVER && game->n < GAME_ACTIONS_MAX) {
    if (game_forced(game, &forced)) {
      if (game_apply(game, &forced) != DDZ_OK) abort();
      continue;
    }
    const int side = side_of(o, table, table->turn, g);
    if (table->phase != DDZ_PHASE_PLAY) {
      call(o, player[side], game);
    } else {
      outcome->choices[side]++;
      outcome->faults[side][player_act(player[side], game, match_chance(&rng))]++;
    }
  }
  note_all(o, game, g, outcome);
}

static char *game_text(const struct game *game) {
  json_t *json = game_json(game);
  char *text = json_dumps(json, JSON_COMPACT);
  json_decref(json);
  return text;
}

static void play_deal(const struct match_options *o, struct player *const player[SIDES], uint64_t i,
                      struct game *game, struct outcome *outcome) {
  const uint64_t seed = match_deal_seed(o->seed, i);
  const int games = match_games(o);
  *outcome = (struct outcome){.done = false};
  for (int turn = 0; turn < games; turn++) {
    const int g = (int)((i + (uint64_t)turn) % (uint64_t)games); /* who comes second finds warm caches */
    play_game(o, player, seed, g, game, outcome);
    if (o->json != NULL) outcome->json[g] = game_text(game);
  }
}

/* ---- adding up, in the order of the deals ---- */

/* What the threads share; `lock` guards everything but options. */
struct hall {
  const struct match_options *options;
  struct match *match;
  pthread_mutex_t lock;
  pthread_cond_t moved; /* `counted` went on, or `stop` came */
  pthread_cond_t left;  /* a worker is done; apart from `moved`, which nobody but workers wakes up for */
  uint64_t next;        /* deal nobody has begun */
  uint64_t counted;     /* deals before this one are added up */
  unsigned workers;     /* still at work */
  bool stop;
  const char *wrong;
  struct timespec began;
  struct outcome outcome[WINDOW];
};

static void count(struct hall *hall, const struct outcome *outcome) {
  struct match *match = hall->match;
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
  for (int g = 0; g < GAMES_MAX; g++)
    if (outcome->json[g] != NULL) fprintf(hall->options->json, "%s\n", outcome->json[g]);
  for (int side = 0; side < SIDES; side++) {
    match->choices[side] += outcome->choices[side];
    for (int f = 0; f < FAULTS; f++) match->faults[side][f] += outcome->faults[side][f];
  }
  match->deals++;
}

static void forget(struct outcome *outcome) {
  for (int g = 0; g < GAMES_MAX; g++) free(outcome->json[g]);
  *outcome = (struct outcome){.done = false};
}

/* The test asks about B, whose wins are what A's are not. */
static enum sprt_verdict verdict(const struct hall *hall) {
  const struct sprt *test = hall->options->sprt;
  if (test == NULL) return SPRT_OPEN;
  struct sum b = hall->match->wins;
  b.squares = b.n - 2 * b.total + b.squares; /* of 1 - x */
  b.total = b.n - b.total;
  return sprt_verdict(test, &b);
}

/* Add up every deal whose turn it is. */
static void settle(struct hall *hall) {
  while (!hall->stop && hall->counted <= hall->options->last) {
    struct outcome *outcome = &hall->outcome[hall->counted % WINDOW];
    if (!outcome->done) break;
    count(hall, outcome);
    forget(outcome);
    hall->counted++;
    hall->match->verdict = verdict(hall);
    hall->stop = hall->match->verdict != SPRT_OPEN;
  }
  pthread_cond_broadcast(&hall->moved);
}

/* ---- threads ---- */

/* Draw the next deal; false when there is none. */
static bool take(struct hall *hall, uint64_t *i) {
  pthread_mutex_lock(&hall->lock);
  while (!hall->stop && hall->next <= hall->options->last && hall->next >= hall->counted + WINDOW)
    pthread_cond_wait(&hall->moved, &hall->lock);
  const bool more = !hall->stop && hall->next <= hall->options->last;
  if (more) *i = hall->next++;
  pthread_mutex_unlock(&hall->lock);
  return more;
}

static void give(struct hall *hall, uint64_t i, const struct outcome *outcome, const char *wrong) {
  pthread_mutex_lock(&hall->lock);
  hall->outcome[i % WINDOW] = *outcome;
  hall->outcome[i % WINDOW].done = true;
  if (wrong != NULL) {
    hall->wrong = wrong;
    hall->stop = true;
  }
  settle(hall);
  pthread_mutex_unlock(&hall->lock);
}

static bool works(const struct player *player) {
  return player->outside == NULL || player->answers > 0 || player->times.n < GIVE_UP;
}

static void work(struct hall *hall, struct player *const player[SIDES]) {
  static const char *const silent = "a program does not answer";
  struct game *game = malloc(sizeof *game);
  struct outcome outcome;
  uint64_t i;
  while (game != NULL && take(hall, &i)) {
    play_deal(hall->options, player, i, game, &outcome);
    give(hall, i, &outcome, works(player[0]) && works(player[1]) ? NULL : silent);
  }
  free(game);
}

static void *work_thread(void *self) {
  struct hall *hall = self;
  struct player *player[SIDES];
  for (int side = 0; side < SIDES; side++)
    player[side] = player_new(hall->match->side[side], hall->options->timeout_ms);
  const bool ready = player[0] != NULL && player[1] != NULL;
  if (ready) work(hall, player);
  pthread_mutex_lock(&hall->lock);
  for (int side = 0; ready && side < SIDES; side++)
    times_join(&hall->match->times[side], &player[side]->times);
  if (!ready) {
    hall->wrong = "out of memory";
    hall->stop = true;
  }
  hall->workers--;
  pthread_cond_broadcast(&hall->moved);
  pthread_cond_broadcast(&hall->left);
  pthread_mutex_unlock(&hall->lock);
  for (int side = 0; side < SIDES; side++) player_free(player[side]);
  return NULL;
}

/* ---- watching ---- */

static double seconds_since(const struct timespec *began) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - began->tv_sec) + (double)(now.tv_nsec - began->tv_nsec) * 1e-9;
}

static void show_progress(const struct hall *hall) {
  const struct match_options *o = hall->options;
  const struct match *match = hall->match;
  const double all = (double)(o->last - o->first + 1), done = (double)match->deals;
  const double seconds = seconds_since(&hall->began);
  if (o->progress == NULL) return;
  fprintf(o->progress, "\r%.40s - %.40s: %.0f of %.0f deals, %.4f +-%.4f, %.0f games/s, %.0f s left \033[K",
          match->side[0]->text, match->side[1]->text, done, all, sum_mean(&match->wins),
          sum_margin(&match->wins), match_games(o) * done / seconds,
          done > 0 ? seconds / done * (all - done) : 0);
  fflush(o->progress);
}

static void watch(struct hall *hall) {
  pthread_mutex_lock(&hall->lock);
  while (hall->workers > 0) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PROGRESS_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (hall->workers > 0 && pthread_cond_timedwait(&hall->left, &hall->lock, &until) == 0) {
    }
    show_progress(hall);
  }
  pthread_mutex_unlock(&hall->lock);
  if (hall->options->progress != NULL) fprintf(hall->options->progress, "\r\033[K");
}

/* Start the threads, as many as can be; returns how many. */
static unsigned start_workers(struct hall *hall, pthread_t *threads) {
  unsigned started = 0;
  pthread_mutex_lock(&hall->lock); /* nobody leaves before all are counted */
  while (started < hall->options->threads && pthread_create(&threads[started], NULL, work_thread, hall) == 0)
    started++;
  hall->workers = started;
  if (started == 0) hall->wrong = "no thread could be started";
  pthread_mutex_unlock(&hall->lock);
  return started;
}

static const char *play(struct hall *hall) {
  pthread_t *threads = calloc(hall->options->threads, sizeof *threads);
  if (threads == NULL) return "out of memory";
  const unsigned started = start_workers(hall, threads);
  watch(hall);
  for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < WINDOW; i++) forget(&hall->outcome[i]);
  free(threads);
  return hall->wrong;
}

const char *match_play(const struct match_options *options, const struct spec *a, const struct spec *b,
                       struct match *match) {
  struct hall *hall = calloc(1, sizeof *hall);
  if (hall == NULL) return "out of memory";
  *match = (struct match){.side = {a, b}};
  hall->options = options;
  hall->match = match;
  hall->next = hall->counted = options->first;
  pthread_mutex_init(&hall->lock, NULL);
  pthread_cond_init(&hall->moved, NULL);
  pthread_cond_init(&hall->left, NULL);
  clock_gettime(CLOCK_MONOTONIC, &hall->began);
  const char *wrong = play(hall);
  match->seconds = seconds_since(&hall->began);
  pthread_cond_destroy(&hall->left);
  pthread_cond_destroy(&hall->moved);
  pthread_mutex_destroy(&hall->lock);
  free(hall);
  return wrong;
}
