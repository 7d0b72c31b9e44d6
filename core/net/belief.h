/* belief.h - how the unseen cards are likely to lie.
 *
 * The plays and passes of a player say something about his hand. Small nets, one for each role, estimate it
 * from what the seat may know (the position's inputs of feature.h). For each rank there is a weight z[k] that
 * the next seat holds k of the n cards of it whose place is not certain, against none of them:
 *
 *   P(deal)  ~  product over the ranks of  C(n, k) exp(z[k])      where the k add up to what the seat gets
 *
 * so with every z 0 all ways to deal are equally likely. Nothing but that sum ties the ranks together. Hence
 * the weights of all deals are added up rank by rank, once a decision, and a deal is drawn rank by rank.
 *
 * The nets are an image of net.h, read below its heads (ddz_net_inner_of): z of k cards of a rank is number
 * 4 * rank + k - 1. Sums are taken in one order, without fused operations, and exp is made here: the same
 * bits on every machine. About 3 us a decision, 10 where its rows are not in the cache, and 0.1 us a draw. */
#pragma once

#include "core/base/rng.h"
#include "feature.h"
#include "net.h"

enum {
  DDZ_BELIEF_MOST = 4, /* cards of a rank */
  DDZ_BELIEF_WEIGHTS = DDZ_RANKS * DDZ_BELIEF_MOST,
  DDZ_BELIEF_INPUTS = DDZ_FEATURE_PLAY /* those of the position come first */
};

/* What the weights come to for some cards. */
struct ddz_belief {
  ddz_hand pool; /* the cards in question */
  int draw;      /* how many of them the next seat gets; the previous one gets the others */
  double weight[DDZ_RANKS][DDZ_BELIEF_MOST + 1];
  double tail[DDZ_RANKS + 1][DDZ_HAND_MAX + 1]; /* [r][s]: all ways to get s cards of the ranks from r on */
};

/* What the inputs mean (ddz_feature_sign), and ddz_net_open for them. */
uint32_t ddz_belief_signature(void);
enum ddz_net_error ddz_belief_open(struct ddz_net *net, const void *image, size_t size);

/* What the nets say in the decision of view->role, whose turn it is. */
void ddz_belief_ask(const struct ddz_net *net, const struct ddz_view *view, struct ddz_power *power,
                    float z[DDZ_BELIEF_WEIGHTS]);

/* pool  at most DDZ_BELIEF_MOST cards of a rank
 * draw  at most DDZ_HAND_MAX, and the pool's size
 * z     beyond +-8 counts as that much */
void ddz_belief_set(struct ddz_belief *belief, const float z[DDZ_BELIEF_WEIGHTS], ddz_hand pool, int draw);

/* A deal: what the next seat gets of the pool. */
ddz_hand ddz_belief_draw(const struct ddz_belief *belief, struct ddz_rng *rng);

/* How likely it is that the next seat gets just these: 0..1. */
double ddz_belief_chance(const struct ddz_belief *belief, ddz_hand next);

/* share[r][k]: how likely the next seat gets k cards of rank r. */
void ddz_belief_shares(const struct ddz_belief *belief, double share[DDZ_RANKS][DDZ_BELIEF_MOST + 1]);
