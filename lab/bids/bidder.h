/* bidder.h - one small net of core/bid/question.h, learned from examples.
 *
 * The loss is the cross entropy of the win head and half the squared error of the points head; the steps are
 * those of lab/train/learn.h. What is kept is a running average of the weights. One net, one thread;
 * deterministic. */
#pragma once

#include "core/bid/question.h"
#include "core/net/net.h"
#include "lib/net_pack.h"

enum { BIDDER_WIDTH = 64, BIDDER_H1 = 16, BIDDER_H2 = 16 };
extern const float bidder_points_unit; /* what the points head says is in this unit */

struct example {
  uint16_t input[DDZ_BID_ACTIVE_MAX];
  uint8_t n;
  uint8_t net; /* enum ddz_bid_net */
  float win;   /* 1 or 0; negative: nothing to learn of it */
  float points;
};

struct bidder;
struct bidder *bidder_new(uint64_t seed); /* exits when memory is short */
void bidder_free(struct bidder *bidder);

/* Go over the examples `epochs` times in random order; the rate falls from `rate` to nothing. Returns the
 * mean losses of the last epoch. */
struct bid_loss {
  double win, points;
};
struct bid_loss bidder_learn(struct bidder *bidder, const struct example *const *example, size_t n,
                             int epochs, float rate);

/* The averaged weights; model_floats_free lets them go. */
void bidder_floats(const struct bidder *bidder, struct ddz_net_floats *floats);
struct ddz_net_shape bidder_shape(void);
