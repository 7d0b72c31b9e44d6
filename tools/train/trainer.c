#include "tools/train/trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MEMO_BYTES = 512 << 10, LEARN_STREAM = 77, DRAW_STREAM = 78, FULL_BEFORE = 8 };

void settings_defaults(struct settings *s) {
  *s = (struct settings){.threads = 1,
                         .width = 384,
                         .batch = 1024,
                         .games = 2048,
                         .ring = 400000,
                         .rate = 1e-3,
                         .rate_end = 3e-5,
                         .hold = 0.3,
                         .explore = 0.1,
                         .explore_end = 0.02,
                         .lambda = 0.85,
                         .warm = 0.01,
                         .reuse = 2,
                         .keep = 0.9995,
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
  const struct ddz_engine_options options = {.memo_bytes = MEMO_BYTES, .table_bytes = 1 << 16};
  const size_t size = (ddz_engine_size(&options) + 63) / 64 * 64;
  t->memory[thread] = must(aligned_alloc(64, size));
  struct ddz_engine *engine = ddz_engine_init(t->memory[thread], &options);
  t->tools[thread] = (struct player_tools){engine, engine->power, t->settings.off};
}

struct trainer *trainer_new(const struct settings *settings) {
  struct trainer *t = must(calloc(1, sizeof *t));
  const size_t threads = (size_t)settings->threads;
  struct ddz_rng rng;
  t->settings = *settings;
  ddz_rules_preset("douzero", &t->rules);
  t->crew = crew_new(settings->threads);
  t->tools = must(calloc(threads, sizeof *t->tools));
  t->memory = must(calloc(threads, sizeof *t->memory));
  for (int i = 0; i < settings->threads; i++) new_tools(t, i);
  ddz_rng_seed_stream(&rng, settings->seed, DRAW_STREAM);
  for (int r = 0; r < DDZ_ROLES; r++) {
    t->role[r] = model_new(settings->width);
    model_draw(t->role[r], &rng);
    t->ring[r] =
        (struct ring){.sample = must(malloc(settings->ring * sizeof(struct sample))), .size = settings->ring};
    t->batch[r] = must(calloc((size_t)settings->batch, sizeof *t->batch[r]));
    t->batch_of[r] = must(calloc((size_t)settings->batch, sizeof *t->batch_of[r]));
    for (int i = 0; i < settings->batch; i++) t->batch_of[r][i] = &t->batch[r][i];
  }
  t->learner = learner_new(t->role, settings->batch, t->crew);
  t->episode = must(calloc((size_t)settings->games, sizeof *t->episode));
  ddz_rng_seed_stream(&t->rng, settings->seed, LEARN_STREAM);
  return t;
}

void trainer_free(struct trainer *t) {
  learner_free(t->learner);
  for (int r = 0; r < DDZ_ROLES; r++) {
    model_free(t->role[r]);
    free(t->ring[r].sample);
    free(t->batch[r]);
    free(t->batch_of[r]);
  }
  for (int i = 0; i < t->settings.threads; i++) free(t->memory[i]);
  crew_free(t->crew);
  free(t->memory);
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

/* ---- self-play ---- */

struct round {
  struct trainer *trainer;
  struct episode_options options;
};

static void play_item(void *self, int item, int thread) {
  struct round *round = self;
  struct trainer *t = round->trainer;
  uint64_t number = t->progress.games + (uint64_t)item;
  if (t->settings.one_mode) number *= 2;
  play_episode(&t->tools[thread], &round->options, number, &t->episode[item]);
}

static void collect(struct trainer *t) {
  uint64_t new[DDZ_ROLES] = {0};
  for (int g = 0; g < t->settings.games; g++) {
    const struct episode *e = &t->episode[g];
    for (int i = 0; i < e->n; i++) {
      ring_put(&t->ring[e->sample[i].role], &e->sample[i]);
      new[e->sample[i].role]++;
    }
    t->progress.frames += (uint64_t)e->frames;
    t->progress.plies += (uint64_t)e->plies;
  }
  t->progress.games += (uint64_t)t->settings.games;
  for (int r = 0; r < DDZ_ROLES; r++) t->credit[r] += (double)new[r] * t->settings.reuse;
}

void trainer_refresh(struct trainer *t) {
  free(t->image);
  t->image = model_image(t->role, "training", "", &t->image_size);
  const enum ddz_net_error error =
      ddz_net_open(&t->net, t->image, t->image_size, DDZ_FEATURES, ddz_feature_signature());
  if (error == DDZ_NET_OK) return;
  fprintf(stderr, "ddz-train: %s\n", ddz_net_error_text(error));
  exit(1);
}

static void self_play(struct trainer *t, double part) {
  const struct settings *s = &t->settings;
  const bool warm = is_warming(s, part);
  struct round round = {t,
                        {.net = &t->net,
                         .rules = &t->rules,
                         .seed = s->seed,
                         .explore = (float)(warm ? s->explore : s->explore_end),
                         .lambda = warm ? 1 : (float)s->lambda}};
  trainer_refresh(t);
  crew_run(t->crew, play_item, &round, s->games);
  collect(t);
}

/* ---- learning ---- */

/* Samples of the ring at random. Drawn first and fetched ahead: each is a miss. */
static void draw_batch(struct trainer *t, int role) {
  enum { AHEAD = 8, LINE = 64 };
  const struct ring *ring = &t->ring[role];
  const struct sample *drawn[AHEAD];
  const int batch = t->settings.batch;
  for (int i = 0; i < batch + AHEAD; i++) {
    const struct sample **slot = &drawn[i % AHEAD];
    if (i >= AHEAD)
      memcpy(&t->batch[role][i - AHEAD], *slot,
             offsetof(struct sample, input) + (*slot)->n * sizeof(uint16_t));
    if (i >= batch) continue;
    *slot = &ring->sample[ddz_rng_below(&t->rng, (uint32_t)ring->count)];
    for (size_t at = 0; at < sizeof(struct sample); at += LINE) __builtin_prefetch((const char *)*slot + at);
  }
}

/* A batch for every role that has earned one. */
static bool draw_batches(struct trainer *t, const struct sample *const *batches[DDZ_ROLES]) {
  bool any = false;
  const int batch = t->settings.batch;
  for (int r = 0; r < DDZ_ROLES; r++) {
    batches[r] = NULL;
    if (t->credit[r] < batch || t->ring[r].count < (size_t)(batch * FULL_BEFORE)) continue;
    t->credit[r] -= batch;
    t->progress.samples += (uint64_t)batch;
    draw_batch(t, r);
    batches[r] = t->batch_of[r];
    any = true;
  }
  return any;
}

static void learn(struct trainer *t, double part) {
  const struct sample *const *batches[DDZ_ROLES];
  const float rate = (float)rate_at(&t->settings, part);
  while (draw_batches(t, batches)) learner_step(t->learner, batches, rate, (float)t->settings.keep, t->loss);
}

void trainer_round(struct trainer *t, double part) {
  const double begun = now();
  self_play(t, part);
  const double played = now();
  learn(t, part);
  const double ended = now();
  t->playing += played - begun;
  t->learning += ended - played;
  t->progress.seconds += ended - begun;
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
  crew_run(t->crew, match_item, &m, items);
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
  struct ddz_rng rng;
};
static const char magic[8] = "ddztrn1";

bool trainer_write(const struct trainer *t, const char *path) {
  char partial[4096];
  struct state_header header = {.features = ddz_feature_signature(),
                                .width = (uint32_t)t->settings.width,
                                .progress = t->progress,
                                .rng = t->rng};
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
  t->rng = header.rng;
  return true;
}

void trainer_from_net(struct trainer *t, const struct ddz_net *net, double part) {
  for (int r = 0; r < DDZ_ROLES; r++) model_from_net(t->role[r], net, (enum ddz_role)r);
  t->progress.part = part;
}
