/* mind.h - who plays in the trainer: an image (core/net/net.h), or several whose values are averaged. */
#pragma once

#include <math.h>

#include "lab/train/model.h"

#define POINTS_UNIT 2.0f /* points of one unit of the second head of the nets that play */

/* The chance, 0..1, of a logit. */
static inline float mind_chance(float logit) { return 1 / (1 + expf(-logit)); }

enum { MIND_NETS = 6 };

struct mind {
  int nets;
  const struct ddz_net *net[MIND_NETS];
  double share[MIND_NETS]; /* what each counts in the average: above 0, of their sum */
};

static inline struct mind mind_of(const struct ddz_net *net) {
  return (struct mind){.nets = 1, .net = {net}, .share = {1}};
}

/* What net i counts: 0..1. */
float mind_share(const struct mind *mind, int i);
