/* mind.h - who plays in the trainer: an image (core/net/net.h), or nets with a trunk (trunk.h), which no
 * image holds, in floats. */
#ifndef DDZ_TOOLS_TRAIN_MIND_H
#define DDZ_TOOLS_TRAIN_MIND_H

#include <math.h>

#include "tools/train/model.h"

#define POINTS_UNIT 2.0f /* points of one unit of the second head of the nets that play */

/* The chance, 0..1, of a logit. */
static inline float mind_chance(float logit) { return 1 / (1 + expf(-logit)); }

struct mind {
  const struct ddz_net *net; /* or */
  struct model *const *deep; /* the averages of three roles */
};

/* What the averages of one role say of n (1..TRUNK_SAMPLES) lists of inputs, the bias among them. */
void mind_values(const struct model *model, const struct input_list *list, int n,
                 struct ddz_net_value *value);

#endif
