#include "tools/bids/learn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/train/clones.h"

enum {
  F = DDZ_BID_INPUTS,
  W = LEARN_WIDTH,
  H1 = LEARN_H1,
  H2 = LEARN_H2,
  HEADS = DDZ_NET_HEADS,
  BATCH = 256
};
const float learn_clip = 2, learn_points_unit = 8;

/* Everything that is learned, in the layout of struct ddz_net_floats. */
struct weights {
  float w1[F][W], b1[W], w2[H1][W], b2[H1], w3[H2][H1], b3[H2], w4[HEADS][H2], b4[HEADS];
};
enum { COUNT = sizeof(struct weights) / sizeof(float) };

struct learner {
  struct weights now, mean, gradient, first, second; /* and Adam's two moments */
  uint8_t seen[F];
  double steps;
  struct ddz_rng rng;
};

static void draw(struct ddz_rng *rng, float *w, size_t n, double bound) {
  for (size_t i = 0; i < n; i++) w[i] = (float)((2 * ddz_rng_unit(rng) - 1) * bound);
}

struct learner *learner_new(uint64_t seed) {
  struct learner *l = aligned_alloc(64, (sizeof *l + 63) / 64 * 64);
  if (l == NULL) {
    fprintf(stderr, "ddz-bids: out of memory\n");
    exit(1);
  }
  memset(l, 0, sizeof *l);
  ddz_rng_seed(&l->rng, seed);
  draw(&l->rng, l->now.w1[0], (size_t)F * W, 0.1); /* about thirty inputs are on */
  draw(&l->rng, l->now.w2[0], (size_t)H1 * W, sqrt(6.0 / W));
  draw(&l->rng, l->now.w3[0], (size_t)H2 * H1, sqrt(6.0 / H1));
  draw(&l->rng, l->now.w4[0], (size_t)HEADS * H2, 0.1);
  for (int j = 0; j < W; j++) l->now.b1[j] = 0.5f;
  l->mean = l->now;
  return l;
}

void learner_free(struct learner *learner) { free(learner); }

/* Forward and backward; adds to the gradient. */
CLONES static void teach(struct learner *l, const struct example *e, struct learn_loss *loss) {
  const struct weights *w = &l->now;
  struct weights *g = &l->gradient;
  float hidden[W], sum[W], one[H1], two[H2], head[HEADS], d_head[HEADS], d_two[H2] = {0}, d_one[H1] = {0},
                                                                         d_hidden[W] = {0};
  memcpy(sum, w->b1, sizeof sum);
  for (int i = 0; i < e->n; i++)
    for (int j = 0; j < W; j++) sum[j] += w->w1[e->input[i]][j];
  for (int j = 0; j < W; j++) {
    const float x = sum[j] > 0 ? sum[j] : 0;
    hidden[j] = x < learn_clip ? x : learn_clip;
  }
  for (int k = 0; k < H1; k++) {
    float x = w->b2[k];
    for (int j = 0; j < W; j++) x += w->w2[k][j] * hidden[j];
    one[k] = x > 0 ? x : 0;
  }
  for (int k = 0; k < H2; k++) {
    float x = w->b3[k];
    for (int j = 0; j < H1; j++) x += w->w3[k][j] * one[j];
    two[k] = x > 0 ? x : 0;
  }
  for (int k = 0; k < HEADS; k++) {
    head[k] = w->b4[k];
    for (int j = 0; j < H2; j++) head[k] += w->w4[k][j] * two[j];
  }
  const float p = 1 / (1 + expf(-head[0])), miss = head[1] - e->points / learn_points_unit;
  d_head[0] = e->win < 0 ? 0 : p - e->win;
  d_head[1] = miss;
  loss->win += e->win < 0 ? 0 : -log(fmax(1e-9, e->win > 0.5f ? p : 1 - p));
  loss->points += miss * miss;
  for (int k = 0; k < HEADS; k++) {
    g->b4[k] += d_head[k];
    for (int j = 0; j < H2; j++) {
      g->w4[k][j] += d_head[k] * two[j];
      d_two[j] += d_head[k] * w->w4[k][j];
    }
  }
  for (int k = 0; k < H2; k++) {
    if (two[k] <= 0) continue;
    g->b3[k] += d_two[k];
    for (int j = 0; j < H1; j++) {
      g->w3[k][j] += d_two[k] * one[j];
      d_one[j] += d_two[k] * w->w3[k][j];
    }
  }
  for (int k = 0; k < H1; k++) {
    if (one[k] <= 0) continue;
    g->b2[k] += d_one[k];
    for (int j = 0; j < W; j++) {
      g->w2[k][j] += d_one[k] * hidden[j];
      d_hidden[j] += d_one[k] * w->w2[k][j];
    }
  }
  for (int j = 0; j < W; j++) {
    d_hidden[j] = sum[j] > 0 && sum[j] < learn_clip ? d_hidden[j] : 0;
    g->b1[j] += d_hidden[j];
  }
  for (int i = 0; i < e->n; i++)
    for (int j = 0; j < W; j++) g->w1[e->input[i]][j] += d_hidden[j];
}

/* Adam, with a little decay, and the running average. */
CLONES static void step(struct learner *l, float rate) {
  const float keep_first = 0.9f, keep_second = 0.999f, keep_mean = 0.998f, decay = 1e-3f;
  float *w = (float *)&l->now, *mean = (float *)&l->mean, *g = (float *)&l->gradient;
  float *m = (float *)&l->first, *v = (float *)&l->second;
  l->steps++;
  const float right = (float)(sqrt(1 - pow(keep_second, l->steps)) / (1 - pow(keep_first, l->steps)));
  const float fresh = fmaxf(1 - keep_mean, (float)(1 / l->steps));
  for (int i = 0; i < COUNT; i++) {
    const float d = g[i] / BATCH;
    m[i] = keep_first * m[i] + (1 - keep_first) * d;
    v[i] = keep_second * v[i] + (1 - keep_second) * d * d;
    const float x = w[i] - rate * (right * m[i] / (sqrtf(v[i]) + 1e-7f) + decay * w[i]);
    w[i] = x < -learn_clip ? -learn_clip : x > learn_clip ? learn_clip : x;
    mean[i] += fresh * (w[i] - mean[i]);
    g[i] = 0;
  }
}

static void mark_seen(struct learner *l, const struct example *const *example, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (int k = 0; k < example[i]->n; k++) l->seen[example[i]->input[k]] = 1;
}

static void shuffle(struct ddz_rng *rng, const struct example **order, size_t n) {
  for (size_t i = n; i > 1; i--) {
    const size_t at = ddz_rng_below(rng, (uint32_t)i);
    const struct example *other = order[at];
    order[at] = order[i - 1];
    order[i - 1] = other;
  }
}

struct learn_loss learner_learn(struct learner *l, const struct example *const *example, size_t n, int epochs,
                                float rate) {
  const struct example **order = malloc((n + 1) * sizeof *order);
  struct learn_loss loss = {0, 0};
  const double all = (double)epochs * (double)(n / BATCH);
  double done = 0;
  if (order == NULL) exit(1);
  memcpy(order, example, n * sizeof *order);
  mark_seen(l, example, n);
  for (int epoch = 0; epoch < epochs; epoch++) {
    loss = (struct learn_loss){0, 0};
    shuffle(&l->rng, order, n);
    for (size_t at = 0; at + BATCH <= n; at += BATCH) {
      for (size_t i = 0; i < BATCH; i++) teach(l, order[at + i], &loss);
      step(l, rate * (float)(0.5 + 0.5 * cos(3.14159265 * done++ / all)));
    }
  }
  free(order);
  const double taught = (double)(n / BATCH * BATCH);
  return (struct learn_loss){loss.win / taught, loss.points / taught};
}

struct ddz_net_floats learner_floats(struct learner *l) {
  struct weights *w = &l->mean;
  for (int i = 0; i < F; i++)
    if (!l->seen[i]) memset(w->w1[i], 0, sizeof w->w1[i]);
  return (struct ddz_net_floats){.w1 = w->w1[0],
                                 .b1 = w->b1,
                                 .w2 = w->w2[0],
                                 .b2 = w->b2,
                                 .w3 = w->w3[0],
                                 .b3 = w->b3,
                                 .w4 = w->w4[0],
                                 .b4 = w->b4};
}

struct ddz_net_shape learner_shape(void) {
  return (struct ddz_net_shape){F, W, {H1, H2}, ddz_bid_signature()};
}
