/* believer.h - a net of core/net/belief.h, learned from observations.
 *
 * The loss is what the nets are read for: minus the logarithm of how likely they thought it that the cards
 * lie as they did. By z it has the gradient share - (1 where it was so), both summed over all deals. The
 * steps are those of lab/train/learn.h. One net, one thread; deterministic on one kind of processor. */
#pragma once

#include "lab/beliefs/observation.h"
#include "lib/net_pack.h"

enum { BELIEVER_WIDTH = 128, BELIEVER_H1 = 32, BELIEVER_BATCH = 256 };

struct believer;
struct believer *believer_new(uint64_t seed); /* exits when memory is short */
void believer_free(struct believer *believer);

/* Keep one more observation. True when BELIEVER_BATCH of them were learned from, a step at this rate: `told`
 * is the mean logarithm of how likely the truth was thought before it. */
bool believer_learn(struct believer *believer, const struct observation *observation, float rate,
                    double *told);

/* The weights; model_floats_free lets them go. */
void believer_floats(const struct believer *believer, struct ddz_net_floats *floats);
struct ddz_net_shape believer_shape(void);
