/* believer.h - a net of core/net/belief.h, learned from sights in plain C.
 *
 * The loss is what the nets are read for: minus the logarithm of how likely they thought it that the cards
 * lie as they did. By z it has the gradient share - (1 where it was so), both summed over all deals. Adam,
 * of the first layer on the rows that a batch touched. One net, one thread; deterministic on one kind of
 * processor. */
#ifndef DDZ_TOOLS_BELIEFS_BELIEVER_H
#define DDZ_TOOLS_BELIEFS_BELIEVER_H

#include "tools/beliefs/sight.h"

enum { BELIEVER_WIDTH = 128, BELIEVER_H1 = 32, BELIEVER_BATCH = 256 };
extern const float believer_clip; /* C of net.h */

struct believer;
struct believer *believer_new(uint64_t seed); /* exits when memory is short */
void believer_free(struct believer *believer);

/* Learn from one more; every BELIEVER_BATCH of them is a step. Returns the logarithm of how likely it was
 * thought before. */
double believer_learn(struct believer *believer, const struct sight *sight, float rate);

/* The weights, as long as the believer lives. */
struct ddz_net_floats believer_floats(struct believer *believer);
struct ddz_net_shape believer_shape(void);

#endif
