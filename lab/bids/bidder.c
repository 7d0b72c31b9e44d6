#include "lab/bids/bidder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/train/learn.h"
#include "lib/net_pack.h"

enum { BATCH = 256, BIAS = DDZ_BID_INPUTS };
const float bidder_points_unit = 8;
static const float keep = 0.998f;

struct bidder {
  struct model *model;
  struct thread_pool *thread_pool;
  struct learner *learner;
  struct ddz_rng rng;
  /* of a batch */
  const struct example *example[BATCH];
  uint16_t input[BATCH][DDZ_BID_ACTIVE_MAX + 1]; /* with the bias */
  struct input_list list[BATCH];
};

struct bidder *bidder_new(uint64_t seed) {
  const struct model_shape shape = {
      .inputs = DDZ_BID_INPUTS, .width = BIDDER_WIDTH, .hidden = {BIDDER_H1, BIDDER_H2}};
  const struct model_start start = {.first = 0.1, .bias = 0.5, .heads = 0.1}; /* about thirty inputs are on */
  const struct learning learning = {
      .batch = BATCH, .bound = MODEL_CLIP, .top_bound = MODEL_CLIP, .decay = 1e-3f, .average_every = 1};
  struct bidder *b = calloc(1, sizeof *b);
  if (b == NULL) {
    fprintf(stderr, "ddz-bids: out of memory\n");
    exit(1);
  }
  ddz_rng_seed(&b->rng, seed);
  b->model = model_new(&shape);
  model_draw(b->model, &start, &b->rng);
  b->thread_pool = thread_pool_new(1);
  b->learner = learner_new(&b->model, 1, &learning, b->thread_pool);
  return b;
}

void bidder_free(struct bidder *b) {
  learner_free(b->learner);
  thread_pool_free(b->thread_pool);
  model_free(b->model);
  free(b);
}

/* The loss told is that of all examples with an end; what is told of points is the squared error. */
static void judge(const void *self, int first, const float *said, float *slope, struct loss *loss) {
  const struct bidder *b = self;
  for (int s = 0; s < CHUNK; s++, said += HEADS, slope += HEADS) {
    const struct example *e = b->example[first + s];
    const float p = 1 / (1 + expf(-said[0])), miss = said[1] - e->points / bidder_points_unit;
    slope[0] = e->win < 0 ? 0 : p - e->win;
    slope[1] = miss;
    loss->win += e->win < 0 ? 0 : -log(fmax(1e-9, (double)(e->win > 0.5f ? p : 1 - p)));
    loss->points += (double)(miss * miss);
  }
}

static void fill_batch(struct bidder *b, const struct example *const *example) {
  for (int i = 0; i < BATCH; i++) {
    const struct example *e = b->example[i] = example[i];
    memcpy(b->input[i], e->input, e->n * sizeof *e->input);
    b->input[i][e->n] = BIAS;
    b->list[i] = (struct input_list){b->input[i], e->n + 1};
  }
}

static void shuffle(struct ddz_rng *rng, const struct example **order, size_t n) {
  for (size_t i = n; i > 1; i--) {
    const size_t at = ddz_rng_below(rng, (uint32_t)i);
    const struct example *other = order[at];
    order[at] = order[i - 1];
    order[i - 1] = other;
  }
}

struct bid_loss bidder_learn(struct bidder *b, const struct example *const *example, size_t n, int epochs,
                             float rate) {
  const struct example **order = malloc((n + 1) * sizeof(void *));
  const struct batch batch = {b->list, judge, b};
  const size_t batches = n / BATCH;
  const double all = (double)epochs * (double)batches;
  struct loss loss = {0};
  double done = 0;
  if (order == NULL) exit(1);
  memcpy(order, example, n * sizeof(void *));
  for (int epoch = 0; epoch < epochs; epoch++) {
    loss = (struct loss){0};
    shuffle(&b->rng, order, n);
    for (size_t at = 0; at + BATCH <= n; at += BATCH) {
      fill_batch(b, order + at);
      learner_step(b->learner, &batch, rate * (float)(0.5 + 0.5 * cos(3.14159265 * done++ / all)), keep,
                   &loss);
    }
  }
  free(order);
  return (struct bid_loss){loss.win / loss.samples, loss.points / loss.samples};
}

void bidder_floats(const struct bidder *b, struct ddz_net_floats *floats) { model_floats(b->model, floats); }

struct ddz_net_shape bidder_shape(void) {
  return (struct ddz_net_shape){DDZ_BID_INPUTS, BIDDER_WIDTH, {BIDDER_H1, BIDDER_H2}, ddz_bid_signature()};
}
