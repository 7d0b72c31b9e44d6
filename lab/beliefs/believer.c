#include "lab/beliefs/believer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/train/learn.h"
#include "lib/net_pack.h"

enum { F = DDZ_BELIEF_INPUTS, BATCH = BELIEVER_BATCH, Z = DDZ_BELIEF_WEIGHTS };

struct believer {
  struct model *model;
  struct thread_pool *thread_pool;
  struct learner *learner;
  /* the batch that is gathered, and its inputs with the bias */
  int n;
  struct observation observation[BATCH];
  uint16_t input[BATCH][DDZ_FEATURE_STATE_MAX + 1];
  struct input_list list[BATCH];
};

struct believer *believer_new(uint64_t seed) {
  const struct model_shape shape = {.inputs = F, .width = BELIEVER_WIDTH, .hidden = {BELIEVER_H1, Z}};
  /* about sixty inputs are on; at first all deals are nearly alike */
  const struct model_start start = {.first = 0.1, .bias = 0.5, .inner = 0.02};
  const struct learning learning = {
      .batch = BATCH, .bound = MODEL_CLIP, .top_bound = MODEL_CLIP, .average_every = 1, .inner = true};
  struct believer *b = calloc(1, sizeof *b);
  struct ddz_rng rng;
  if (b == NULL) {
    fprintf(stderr, "ddz-beliefs: out of memory\n");
    exit(1);
  }
  ddz_rng_seed(&rng, seed);
  b->model = model_new(&shape);
  model_draw(b->model, &start, &rng);
  b->thread_pool = thread_pool_new(1);
  b->learner = learner_new(&b->model, 1, &learning, b->thread_pool);
  return b;
}

void believer_free(struct believer *b) {
  learner_free(b->learner);
  thread_pool_free(b->thread_pool);
  model_free(b->model);
  free(b);
}

/* Loss and slope of one observation. */
static double judge_one(const struct observation *observation, const float *z, float *slope) {
  double share[DDZ_RANKS][DDZ_BELIEF_MOST + 1];
  struct ddz_belief belief;
  ddz_belief_set(&belief, z, observation->pool, observation->draw);
  ddz_belief_shares(&belief, share);
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    for (int k = 1; k <= DDZ_BELIEF_MOST; k++)
      slope[rank * DDZ_BELIEF_MOST + k - 1] =
          (float)share[rank][k] - (float)(ddz_hand_count(observation->next, rank) == k);
  return log(ddz_belief_chance(&belief, observation->next));
}

static void judge(const void *self, int first, const float *said, float *slope, struct loss *loss) {
  const struct believer *b = self;
  for (int s = 0; s < CHUNK; s++)
    loss->win -= judge_one(&b->observation[first + s], said + s * Z, slope + s * Z);
}

static void gather(struct believer *b, const struct observation *observation) {
  uint16_t *input = b->input[b->n];
  memcpy(input, observation->input, observation->n * sizeof *input);
  input[observation->n] = F; /* the bias */
  b->list[b->n] = (struct input_list){input, observation->n + 1};
  b->observation[b->n++] = *observation;
}

bool believer_learn(struct believer *b, const struct observation *observation, float rate, double *told) {
  const struct batch batch = {b->list, judge, b};
  struct loss loss = {0};
  gather(b, observation);
  if (b->n < BATCH) return false;
  b->n = 0;
  learner_step(b->learner, &batch, rate, 0, &loss);
  *told = -loss.win / loss.samples;
  return true;
}

void believer_floats(const struct believer *b, struct ddz_net_floats *floats) {
  model_floats(b->model, floats);
}

struct ddz_net_shape believer_shape(void) {
  return (struct ddz_net_shape){F, BELIEVER_WIDTH, {BELIEVER_H1, Z}, ddz_belief_signature()};
}
