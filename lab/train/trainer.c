#include "lab/train/trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/lib/engine.h"

enum { MEMO_BYTES = 512 << 10, TABLE_BYTES = 64 << 10, DRAW_STREAM = 77, LEARN_STREAM = 78 };
enum { TOP_BOUND = 100, AVERAGE_EVERY = 16 };

void settings_defaults(struct settings *s) {
  struct ddz_rules rules;
  ddz_rules_preset("douzero", &rules);
  *s = (struct settings){.mixture = mixture_of(&rules),
                         .threads = 1,
                         .width = 512,
                         .batch = 1024,
                         .games = 2048,
                         .ring = 400000,
                         .fill = 50000,
                         .rate = 1e-3,
                         .rate_end = 3e-5,
                         .hold = 0.3,
                         .explore = 0.1,
                         .explore_end = 0.02,
                         .lambda = 0.85,
                         .warm = 0.01,
                         .reuse = 2,
                         .keep = 0.9995,
                         .bound = 1,
                         .seed = 1};
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *must(void *memory) {
  if (memory != NULL) return memory;
  fprintf(stderr, "ddz-train: out of memory\n");
  exit(1);
}

static void new_tools(struct trainer *t, int thread) {
  struct ddz_engine *engine = tool_engine_new(MEMO_BYTES, TABLE_BYTES);
  engine->nets.bids = t->settings.bids;
  t->tools[thread] = (struct player_tools){engine, engine->power, t->settings.off};
}

struct trainer *trainer_new(const struct settings *settings) {
  struct trainer *t = must(calloc(1, sizeof *t));
  const size_t threads = (size_t)settings->threads;
  const struct model_shape shape = roles_shape(settings->width);
  const struct learning learning = {.batch = settings->batch,
                                    .bound = (float)settings->bound,
                                    .top_bound = TOP_BOUND,
                                    .average_every = AVERAGE_EVERY,
                                    .frozen = settings->frozen,
                                    .only = settings->only};
  struct ddz_rng rng;
  t->settings = *settings;
  t->thread_pool = thread_pool_new(settings->threads);
  t->tools = must(calloc(threads, sizeof *t->tools));
  for (int i = 0; i < settings->threads; i++) new_tools(t, i);
  ddz_rng_seed_stream(&rng, settings->seed, DRAW_STREAM);
  for (int r = 0; r < DDZ_ROLES; r++) {
    t->role[r] = model_new(&shape);
    model_draw(t->role[r], &roles_start, &rng);
    t->ring[r] =
        (struct ring){.sample = must(malloc(settings->ring * sizeof(struct sample))), .size = settings->ring};
    if (settings->forks > 0)
      t->forks[r] = (struct fork_ring){.fork = must(malloc(settings->ring * sizeof(struct fork))),
                                       .size = settings->ring};
    t->batch[r] = must(calloc((size_t)settings->batch, sizeof *t->batch[r]));
    t->list[r] = must(calloc((size_t)settings->batch, sizeof *t->list[r]));
    for (int i = 0; i < settings->batch; i++) t->list[r][i].input = t->batch[r][i].input;
  }
  t->learner = learner_new(t->role, DDZ_ROLES, &learning, t->thread_pool);
  t->episode = must(calloc((size_t)settings->games, sizeof *t->episode));
  for (int r = 0; r < DDZ_ROLES; r++)
    ddz_rng_seed_stream(&t->rng[r], settings->seed, LEARN_STREAM + (uint64_t)r);
  return t;
}

void trainer_free(struct trainer *t) {
  learner_free(t->learner);
  for (int r = 0; r < DDZ_ROLES; r++) {
    model_free(t->role[r]);
    free(t->ring[r].sample);
    free(t->forks[r].fork);
    free(t->batch[r]);
    free(t->list[r]);
  }
  for (int i = 0; i < t->settings.threads; i++) free(t->tools[i].engine);
  thread_pool_free(t->thread_pool);
  free(t->tools);
  free(t->episode);
  free(t->image);
  free(t);
}

/* ---- schedules ---- */

/* Constant, then falling by equal ratios. */
static double rate_at(const struct settings *s, double part) {
  if (part <= s->hold) return s->rate;
  return s->rate * pow(s->rate_end / s->rate, (part - s->hold) / (1 - s->hold));
}

static bool is_warming(const struct settings *s, double part) { return part < s->warm; }

/* ---- learning ---- */

static void take(struct trainer *t, int role, int at, const struct sample *from) {
  struct sample *to = &t->batch[role][at];
  memcpy(to, from, offsetof(struct sample, input) + from->n * sizeof(uint16_t));
  t->list[role][at].n = from->n;
}

static void fetch(const void *memory, size_t bytes) {
  enum { LINE = 64 };
  for (size_t at = 0; at < bytes; at += LINE) __builtin_prefetch((const char *)memory + at);
}

/* Samples of the ring at random, to places from..to-1. Drawn first and fetched ahead: each is a miss. */
static void draw_samples(struct trainer *t, int role, int from, int to) {
  enum { AHEAD = 8 };
  const struct ring *ring = &t->ring[role];
  const struct sample *drawn[AHEAD];
  for (int i = from; i < to + AHEAD; i++) {
    const struct sample **slot = &drawn[i % AHEAD];
    if (i - from >= AHEAD) take(t, role, i - AHEAD, *slot);
    if (i >= to) continue;
    *slot = &ring->sample[ddz_rng_below(&t->rng[role], (uint32_t)ring->count)];
    fetch(*slot, sizeof(struct sample));
  }
}

/* Whole forks at random from place `from` on, as long as they fit below `to`; returns where they end. */
static int draw_forks(struct trainer *t, int role, int from, int to) {
  const struct fork_ring *ring = &t->forks[role];
  const struct fork *next = &ring->fork[ddz_rng_below(&t->rng[role], (uint32_t)ring->count)];
  for (;;) {
    const struct fork *fork = next;
    if (from + fork->n > to) return from;
    next = &ring->fork[ddz_rng_below(&t->rng[role], (uint32_t)ring->count)];
    fetch(next, sizeof *next);
    for (int i = 0; i < fork->n; i++) take(t, role, from++, &fork->sample[i]);
  }
}

enum { ALONE = CHUNK / 10 }; /* of a chunk with forks: samples of games, so that levels stay */

static void draw_batch(struct trainer *t, int role) {
  const int batch = t->settings.batch;
  if (t->settings.forks <= 0) {
    draw_samples(t, role, 0, batch);
    return;
  }
  for (int chunk = 0; chunk < batch; chunk += CHUNK)
    draw_samples(t, role, draw_forks(t, role, chunk, chunk + CHUNK - ALONE), chunk + CHUNK);
}

/* What a role learns from: forks where there are any. */
static size_t stock(const struct trainer *t, int role) {
  return t->settings.forks > 0 ? t->forks[role].count : t->ring[role].count;
}

/* The next batch of a role into its place; false when it has not earned one. */
static bool next_batch(struct trainer *t, int role) {
  const int batch = t->settings.batch;
  if (t->credit[role] < batch || stock(t, role) < t->settings.fill) return false;
  t->credit[role] -= batch;
  draw_batch(t, role);
  return true;
}

static struct batch batch_of(const struct trainer *t, int role) {
  return (struct batch){t->list[role], roles_judge, t->batch[role]};
}

static void learn_together(struct trainer *t, float rate) {
  for (;;) {
    struct batch batch[DDZ_ROLES] = {0};
    bool any = false;
    for (int r = 0; r < DDZ_ROLES; r++)
      if (next_batch(t, r)) batch[r] = batch_of(t, r), any = true;
    if (!any) return;
    learner_step(t->learner, batch, rate, (float)t->settings.keep, t->loss);
  }
}

static void learn_alone(struct trainer *t, int role, float rate, int thread) {
  const struct batch batch = batch_of(t, role);
  while (next_batch(t, role))
    learner_step_alone(t->learner, role, &batch, rate, (float)t->settings.keep, thread, &t->loss[role]);
}

/* ---- self-play ---- */

struct mind trainer_mind(const struct trainer *t) {
  return mind_of(&t->net);
}

void trainer_refresh(struct trainer *t) {
  free(t->image);
  t->image = roles_image(t->role, "training", "", &t->image_size);
  const enum ddz_net_error error =
      ddz_net_open(&t->net, t->image, t->image_size, DDZ_FEATURES, ddz_feature_signature());
  if (error == DDZ_NET_OK) return;
  fprintf(stderr, "ddz-train: %s\n", ddz_net_error_text(error));
  exit(1);
}

static struct episode_options options_at(const struct trainer *t, double part) {
  const struct settings *s = &t->settings;
  const bool warm = is_warming(s, part);
  return (struct episode_options){.mind = s->teacher.nets > 0 ? s->teacher : trainer_mind(t),
                                  .mixture = &s->mixture,
                                  .seed = s->seed,
                                  .explore = (float)(warm ? s->explore : s->explore_end),
                                  .temperature = (float)s->temperature,
                                  .opponent_pool = (float)s->opponent_pool,
                                  .forks = (float)s->forks,
                                  .distill = s->distill,
                                  .lambda = warm ? 1 : (float)s->lambda};
}

static void put_fork(struct fork_ring *ring, const struct fork *fork) {
  ring->fork[ring->next] = *fork;
  ring->next = ring->next + 1 == ring->size ? 0 : ring->next + 1;
  if (ring->count < ring->size) ring->count++;
}

static void collect(struct trainer *t) {
  uint64_t new[DDZ_ROLES] = {0}, forked[DDZ_ROLES] = {0};
  for (int g = 0; g < t->settings.games; g++) {
    const struct episode *e = &t->episode[g];
    for (int i = 0; i < e->n; i++) {
      ring_put(&t->ring[e->sample[i].role], &e->sample[i]);
      new[e->sample[i].role]++;
    }
    for (int i = 0; i < e->forks; i++) {
      const int role = e->fork[i].sample[0].role;
      put_fork(&t->forks[role], &e->fork[i]);
      forked[role] += (uint64_t)e->fork[i].n;
    }
    t->progress.forks += (uint64_t)e->forks;
    t->progress.frames += (uint64_t)e->frames;
    t->progress.plies += (uint64_t)e->plies;
  }
  t->progress.games += (uint64_t)t->settings.games;
  for (int r = 0; r < DDZ_ROLES; r++) {
    t->progress.samples += new[r];
    t->credit[r] += (double)(t->settings.forks > 0 ? forked[r] : new[r]) * t->settings.reuse;
  }
}

/* ---- a round ---- */

enum { ALONE_MOST = 4 }; /* threads up to which roles learn on their own */

struct round {
  struct trainer *trainer;
  struct episode_options options;
  float rate;
  int learners;               /* the first items learn, the others play */
  double learning[DDZ_ROLES]; /* seconds */
};

static void round_item(void *self, int item, int thread) {
  struct round *round = self;
  struct trainer *t = round->trainer;
  if (item < round->learners) {
    const double begun = now();
    learn_alone(t, item, round->rate, thread);
    round->learning[item] = now() - begun;
    return;
  }
  const int game = item - round->learners;
  uint64_t number = t->progress.games + (uint64_t)game;
  if (t->settings.one_mode) number *= 2;
  play_episode(&t->tools[thread], &round->options, number, &t->episode[game]);
}

void trainer_round(struct trainer *t, double part) {
  const bool alone = t->settings.threads <= ALONE_MOST;
  const double begun = now();
  struct round round = {
      t, options_at(t, part), (float)rate_at(&t->settings, part), alone ? DDZ_ROLES : 0, {0}};
  trainer_refresh(t);
  if (!alone) {
    learn_together(t, round.rate);
    round.learning[0] = (now() - begun) * t->settings.threads;
  }
  thread_pool_run(t->thread_pool, round_item, &round, round.learners + t->settings.games);
  collect(t);
  const double seconds = now() - begun;
  const double learning = round.learning[0] + round.learning[1] + round.learning[2];
  t->learning += learning;
  t->playing += seconds * t->settings.threads - learning;
  t->progress.seconds += seconds;
  t->progress.part = part;
  t->progress.rounds++;
}

/* ---- matches ---- */

enum { SLICE = 16 }; /* deals of an item */

struct matching {
  struct trainer *trainer;
  const struct contest *contest;
  struct tally *slice;
  int deals;
};

static void match_item(void *self, int item, int thread) {
  struct matching *m = self;
  const int end = (item + 1) * SLICE < m->deals ? (item + 1) * SLICE : m->deals;
  for (int deal = item * SLICE; deal < end; deal++)
    play_deal(&m->trainer->tools[thread], m->contest, (uint64_t)deal, &m->slice[item]);
}

void trainer_match(struct trainer *t, const struct contest *contest, int deals, struct tally *tally) {
  const int items = (deals + SLICE - 1) / SLICE;
  struct matching m = {t, contest, must(calloc((size_t)items, sizeof *m.slice)), deals};
  thread_pool_run(t->thread_pool, match_item, &m, items);
  *tally = (struct tally){0};
  for (int i = 0; i < items; i++) {
    tally->games += m.slice[i].games;
    tally->won += m.slice[i].won;
    tally->points += m.slice[i].points;
    tally->square += m.slice[i].square;
    tally->decisions += m.slice[i].decisions;
  }
  free(m.slice);
}

/* ---- state ---- */

struct state_header {
  char magic[8];
  uint32_t features, width;
  struct progress progress;
  struct ddz_rng rng[DDZ_ROLES];
  double credit[DDZ_ROLES];
};
static const char magic[8] = "ddztrn6";

bool trainer_write(const struct trainer *t, const char *path) {
  char partial[4096];
  struct state_header header = {
      .features = ddz_feature_signature(), .width = (uint32_t)t->settings.width, .progress = t->progress};
  memcpy(header.rng, t->rng, sizeof header.rng);
  memcpy(header.credit, t->credit, sizeof header.credit);
  memcpy(header.magic, magic, sizeof magic);
  snprintf(partial, sizeof partial, "%s.part", path);
  FILE *file = fopen(partial, "wb");
  if (file == NULL) return false;
  bool good = fwrite(&header, sizeof header, 1, file) == 1;
  for (int r = 0; r < DDZ_ROLES; r++) good = good && model_write(t->role[r], file);
  good = fclose(file) == 0 && good;
  return good && rename(partial, path) == 0;
}

bool trainer_read(struct trainer *t, const char *path) {
  struct state_header header;
  FILE *file = fopen(path, "rb");
  if (file == NULL) return false;
  bool good = fread(&header, sizeof header, 1, file) == 1 && memcmp(header.magic, magic, sizeof magic) == 0 &&
              header.features == ddz_feature_signature() && header.width == (uint32_t)t->settings.width;
  for (int r = 0; good && r < DDZ_ROLES; r++) good = model_read(t->role[r], file);
  fclose(file);
  if (!good) return false;
  t->progress = header.progress;
  memcpy(t->rng, header.rng, sizeof t->rng);
  memcpy(t->credit, header.credit, sizeof t->credit);
  return true;
}

void trainer_from_net(struct trainer *t, const struct ddz_net *net, double part) {
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, t->settings.seed, DRAW_STREAM);
  for (int r = 0; r < DDZ_ROLES; r++) model_from_net(t->role[r], &roles_start, net, (enum ddz_role)r, &rng);
  t->progress.part = part;
}
