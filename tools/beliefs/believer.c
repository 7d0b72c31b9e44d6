#include "tools/beliefs/believer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/train/clones.h"

enum { F = DDZ_BELIEF_INPUTS, W = BELIEVER_WIDTH, N1 = BELIEVER_H1, N2 = DDZ_BELIEF_WEIGHTS };
const float believer_clip = 2;

/* Everything that is learned, in the layout of struct ddz_net_floats; and the heads, which nobody asks. */
struct weights {
  float w1[F][W], b1[W], w2[N1][W], b2[N1], w3[N2][N1], b3[N2];
};
enum { ABOVE = (sizeof(struct weights) - sizeof(float[F][W])) / sizeof(float) };

struct believer {
  struct weights now, gradient, first, second; /* and Adam's two moments */
  float heads[DDZ_NET_HEADS * N2 + DDZ_NET_HEADS];
  uint8_t touched[F], seen[F];
  uint16_t row[F]; /* those touched since the last step */
  int rows, learned;
};

static void draw(struct ddz_rng *rng, float *w, size_t n, double bound) {
  for (size_t i = 0; i < n; i++) w[i] = (float)((2 * ddz_rng_unit(rng) - 1) * bound);
}

struct believer *believer_new(uint64_t seed) {
  struct believer *b = aligned_alloc(64, (sizeof *b + 63) / 64 * 64);
  struct ddz_rng rng;
  if (b == NULL) {
    fprintf(stderr, "ddz-beliefs: out of memory\n");
    exit(1);
  }
  memset(b, 0, sizeof *b);
  ddz_rng_seed(&rng, seed);
  draw(&rng, b->now.w1[0], (size_t)F * W, 0.1); /* about sixty inputs are on */
  draw(&rng, b->now.w2[0], (size_t)N1 * W, sqrt(6.0 / W));
  draw(&rng, b->now.w3[0], (size_t)N2 * N1, 0.02); /* at first all deals are nearly alike */
  for (int j = 0; j < W; j++) b->now.b1[j] = 0.5f;
  return b;
}

void believer_free(struct believer *believer) { free(believer); }

/* What a sight makes of the layers, and the loss by each. */
struct pass {
  float sum[W], hidden[W], one[N1], z[N2], d_one[N1], d_hidden[W], d_z[N2];
};

CLONES static void forward(const struct weights *w, const struct sight *sight, struct pass *p) {
  memcpy(p->sum, w->b1, sizeof p->sum);
  for (int i = 0; i < sight->n; i++)
    for (int j = 0; j < W; j++) p->sum[j] += w->w1[sight->input[i]][j];
  for (int j = 0; j < W; j++) {
    const float x = p->sum[j] > 0 ? p->sum[j] : 0;
    p->hidden[j] = x < believer_clip ? x : believer_clip;
  }
  for (int k = 0; k < N1; k++) {
    float x = w->b2[k];
    for (int j = 0; j < W; j++) x += w->w2[k][j] * p->hidden[j];
    p->one[k] = x > 0 ? x : 0;
  }
  for (int q = 0; q < N2; q++) {
    p->z[q] = w->b3[q];
    for (int k = 0; k < N1; k++) p->z[q] += w->w3[q][k] * p->one[k];
  }
}

/* Adds to the gradient. */
CLONES static void backward(const struct weights *w, struct weights *g, const struct sight *sight,
                            struct pass *p) {
  memset(p->d_one, 0, sizeof p->d_one);
  memset(p->d_hidden, 0, sizeof p->d_hidden);
  for (int q = 0; q < N2; q++) {
    if (p->d_z[q] == 0) continue;
    g->b3[q] += p->d_z[q];
    for (int k = 0; k < N1; k++) {
      g->w3[q][k] += p->d_z[q] * p->one[k];
      p->d_one[k] += p->d_z[q] * w->w3[q][k];
    }
  }
  for (int k = 0; k < N1; k++) {
    if (p->one[k] <= 0) continue;
    g->b2[k] += p->d_one[k];
    for (int j = 0; j < W; j++) {
      g->w2[k][j] += p->d_one[k] * p->hidden[j];
      p->d_hidden[j] += p->d_one[k] * w->w2[k][j];
    }
  }
  for (int j = 0; j < W; j++) {
    p->d_hidden[j] = p->sum[j] > 0 && p->sum[j] < believer_clip ? p->d_hidden[j] : 0;
    g->b1[j] += p->d_hidden[j];
  }
  for (int i = 0; i < sight->n; i++)
    for (int j = 0; j < W; j++) g->w1[sight->input[i]][j] += p->d_hidden[j];
}

/* Adam on n weights. */
CLONES static void move(float *restrict w, float *restrict g, float *restrict m, float *restrict v, int n,
                        float rate) {
  const float keep_first = 0.9f, keep_second = 0.999f;
  for (int i = 0; i < n; i++) {
    const float d = g[i] / BELIEVER_BATCH;
    m[i] = keep_first * m[i] + (1 - keep_first) * d;
    v[i] = keep_second * v[i] + (1 - keep_second) * d * d;
    const float x = w[i] - rate * m[i] / (sqrtf(v[i]) + 1e-6f);
    w[i] = x < -believer_clip ? -believer_clip : x > believer_clip ? believer_clip : x;
    g[i] = 0;
  }
}

static void step(struct believer *b, float rate) {
  for (int i = 0; i < b->rows; i++) {
    const int row = b->row[i];
    move(b->now.w1[row], b->gradient.w1[row], b->first.w1[row], b->second.w1[row], W, rate);
    b->touched[row] = 0;
  }
  move(b->now.b1, b->gradient.b1, b->first.b1, b->second.b1, ABOVE, rate);
  b->rows = 0;
}

static void touch(struct believer *b, const struct sight *sight) {
  for (int i = 0; i < sight->n; i++) {
    const uint16_t row = sight->input[i];
    if (b->touched[row]) continue;
    b->touched[row] = b->seen[row] = 1;
    b->row[b->rows++] = row;
  }
}

double believer_learn(struct believer *b, const struct sight *sight, float rate) {
  double share[DDZ_RANKS][DDZ_BELIEF_MOST + 1];
  struct ddz_belief belief;
  struct pass pass;
  forward(&b->now, sight, &pass);
  ddz_belief_set(&belief, pass.z, sight->pool, sight->draw);
  ddz_belief_shares(&belief, share);
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    for (int k = 1; k <= DDZ_BELIEF_MOST; k++)
      pass.d_z[rank * DDZ_BELIEF_MOST + k - 1] =
          (float)share[rank][k] - (ddz_hand_count(sight->next, rank) == k);
  touch(b, sight);
  backward(&b->now, &b->gradient, sight, &pass);
  if (++b->learned % BELIEVER_BATCH == 0) step(b, rate);
  return log(ddz_belief_chance(&belief, sight->next));
}

struct ddz_net_floats believer_floats(struct believer *b) {
  struct weights *w = &b->now;
  for (int i = 0; i < F; i++)
    if (!b->seen[i]) memset(w->w1[i], 0, sizeof w->w1[i]);
  return (struct ddz_net_floats){.w1 = w->w1[0],
                                 .b1 = w->b1,
                                 .w2 = w->w2[0],
                                 .b2 = w->b2,
                                 .w3 = w->w3[0],
                                 .b3 = w->b3,
                                 .w4 = b->heads,
                                 .b4 = b->heads + DDZ_NET_HEADS * N2};
}

struct ddz_net_shape believer_shape(void) {
  return (struct ddz_net_shape){F, W, {N1, N2}, ddz_belief_signature()};
}
