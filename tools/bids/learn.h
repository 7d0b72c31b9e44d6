/* learn.h - one small net of core/net/net.h's shape, learned from examples in plain C.
 *
 * Adam on the sum of two losses: cross entropy of the win head, half the squared error of the points head.
 * What is kept is a running average of the weights. One net, one thread; deterministic. */
#ifndef DDZ_TOOLS_BIDS_LEARN_H
#define DDZ_TOOLS_BIDS_LEARN_H

#include "core/robot/bid_feature.h"

enum { LEARN_WIDTH = 64, LEARN_H1 = 16, LEARN_H2 = 16 };
extern const float learn_clip;        /* C of net.h */
extern const float learn_points_unit; /* what the points head says is in this unit */

struct example {
  uint16_t input[DDZ_BID_ACTIVE_MAX];
  uint8_t n;
  uint8_t net; /* enum ddz_bid_net */
  float win;   /* 1 or 0; negative: nothing to learn of it */
  float points;
};

struct learner;
struct learner *learner_new(uint64_t seed); /* exits when memory is short */
void learner_free(struct learner *learner);

/* Go over the examples `epochs` times in random order; the rate falls from `rate` to nothing. Returns the
 * mean losses of the last epoch. */
struct learn_loss {
  double win, points;
};
struct learn_loss learner_learn(struct learner *learner, const struct example *const *example, size_t n,
                                int epochs, float rate);

/* The averaged weights, as long as the learner lives. */
struct ddz_net_floats learner_floats(struct learner *learner);
struct ddz_net_shape learner_shape(void);

#endif
