#include "toy_net.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/rng.h"
#include "core/net/belief.h"
#include "core/net/judge.h"
#include "lib/net_pack.h"
#include "tests/support/engine.h"
#include "tests/support/seed.h"

static void *given(void *memory) {
  if (memory != NULL) return memory;
  fprintf(stderr, "tests/support/toy_net: out of memory\n");
  abort();
}

size_t toy_floats_count(const struct ddz_net_shape *shape) {
  const size_t F = shape->inputs, W = shape->width, H1 = shape->hidden[0], H2 = shape->hidden[1];
  return F * W + W + W * H1 + H1 + H1 * H2 + H2 + 2 * H2 + 2;
}

struct ddz_net_floats toy_floats_new(const struct ddz_net_shape *shape) {
  const size_t F = shape->inputs, W = shape->width, H1 = shape->hidden[0], H2 = shape->hidden[1];
  float *at = given(calloc(toy_floats_count(shape), sizeof *at));
  struct ddz_net_floats floats = {.w1 = at};
  floats.b1 = floats.w1 + F * W;
  floats.w2 = floats.b1 + W;
  floats.b2 = floats.w2 + W * H1;
  floats.w3 = floats.b2 + H1;
  floats.b3 = floats.w3 + H1 * H2;
  floats.w4 = floats.b3 + H2;
  floats.b4 = floats.w4 + 2 * H2;
  return floats;
}

/* About normal: mean 0, the given deviation. */
static float draw(struct ddz_rng *rng, double deviation) {
  double sum = -6;
  for (int i = 0; i < 12; i++) sum += ddz_rng_unit(rng);
  return (float)(sum * deviation);
}

static void fill(struct ddz_rng *rng, float *x, size_t n, double deviation) {
  for (size_t i = 0; i < n; i++) x[i] = draw(rng, deviation);
}

static void fill_role(struct ddz_rng *rng, const struct ddz_net_shape *shape,
                      const struct ddz_net_floats *floats, int active) {
  const size_t F = shape->inputs, W = shape->width, H1 = shape->hidden[0], H2 = shape->hidden[1];
  fill(rng, floats->w1, F * W, 1.2 / sqrt(active));
  for (size_t i = 5; i < F; i += 10) memset(floats->w1 + i * W, 0, W * sizeof *floats->w1);
  fill(rng, floats->b1, W, 0.5);
  fill(rng, floats->w2, W * H1, sqrt(2.0 / (double)W));
  fill(rng, floats->b2, H1, 0.1);
  fill(rng, floats->w3, H1 * H2, sqrt(2.0 / (double)H1));
  fill(rng, floats->b3, H2, 0.1);
  fill(rng, floats->w4, 2 * H2, sqrt(2.0 / (double)H2));
  fill(rng, floats->b4, 2, 0.1);
}

struct toy_net toy_net_new(const struct ddz_net_shape *shape, uint64_t seed, int active) {
  static const char record[] = "random weights\nfor tests";
  struct toy_net toy = {.shape = *shape, .facts = {.name = "toy-1", .clip = 2, .points_unit = 3}};
  struct ddz_rng rng = test_rng(seed);
  for (int role = 0; role < DDZ_ROLES; role++) {
    for (int o = 0; o < 2; o++) toy.facts.curves->slope[role][o] = 1;
    toy.floats[role] = toy_floats_new(shape);
    fill_role(&rng, shape, &toy.floats[role], active);
  }
  toy.size = ddz_net_image_size(shape, toy.floats, strlen(record));
  toy.image = given(aligned_alloc(DDZ_NET_ALIGN, toy.size));
  ddz_net_pack(shape, &toy.facts, toy.floats, record, toy.image, &toy.loss);
  return toy;
}

struct toy_net toy_net_player(uint64_t seed) {
  const struct ddz_net_shape shape = {DDZ_FEATURES, 64, {16, 16}, ddz_feature_signature()};
  return toy_net_new(&shape, seed, 100);
}

struct toy_net toy_net_belief(uint64_t seed) {
  const struct ddz_net_shape shape = {
      DDZ_BELIEF_INPUTS, 128, {32, DDZ_BELIEF_WEIGHTS}, ddz_belief_signature()};
  return toy_net_new(&shape, seed, 60);
}

void toy_net_free(struct toy_net *toy) {
  for (int role = 0; role < DDZ_ROLES; role++) free(toy->floats[role].w1);
  free(toy->image);
}

static struct toy_net player;
static struct ddz_net player_net;

int toy_player_open(void **state) {
  (void)state;
  player = toy_net_player(test_seed());
  engine_here()->nets.play = &player_net;
  return ddz_judge_open(&player_net, player.image, player.size) == DDZ_NET_OK ? 0 : -1;
}

const struct toy_net *toy_player_here(void) { return &player; }

int toy_player_close(void **state) {
  (void)state;
  engine_here()->nets.play = NULL;
  toy_net_free(&player);
  return 0;
}

static struct toy_net belief;
static struct ddz_net belief_net;

int toy_believer_open(void **state) {
  belief = toy_net_belief(test_seed());
  engine_here()->nets.belief = &belief_net;
  if (ddz_belief_open(&belief_net, belief.image, belief.size) != DDZ_NET_OK) return -1;
  return toy_player_open(state);
}

int toy_believer_close(void **state) {
  engine_here()->nets.belief = NULL;
  toy_net_free(&belief);
  return toy_player_close(state);
}
