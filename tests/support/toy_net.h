/* toy_net.h - nets with random weights, as floats and as an image. */
#pragma once

#include "core/net/net.h"
#include "lib/net_pack.h"

struct toy_net {
  struct ddz_net_shape shape;
  struct ddz_net_facts facts;
  struct ddz_net_floats floats[DDZ_ROLES];
  void *image; /* aligned */
  size_t size;
  struct ddz_net_loss loss;
};

/* Weights as those of a trained net: many small, few large; the first layer's sums reach both ends of the
 * clipping with `active` inputs on. Input 5 and every tenth from there on was never on. Aborts when memory is
 * short. */
struct toy_net toy_net_new(const struct ddz_net_shape *shape, uint64_t seed, int active);
void toy_net_free(struct toy_net *toy);

/* A small one for this program's features: it plays like nobody, but always the same. */
struct toy_net toy_net_player(uint64_t seed);

/* Nets of core/net/belief.h, of the shape that ships: they believe anything. */
struct toy_net toy_net_belief(uint64_t seed);

/* Group setup and teardown: engine_here() plays on such a net, seeded by test_seed(). */
int toy_player_open(void **state);
int toy_player_close(void **state);

/* The same, with such beliefs beside the net. */
int toy_believer_open(void **state);
int toy_believer_close(void **state);

/* The net that toy_player_open made. */
const struct toy_net *toy_player_here(void);

/* Memory for the floats of one role; one block, released with free(floats.w1). */
struct ddz_net_floats toy_floats_new(const struct ddz_net_shape *shape);
size_t toy_floats_count(const struct ddz_net_shape *shape);
