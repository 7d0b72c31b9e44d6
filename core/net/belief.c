#include "belief.h"

#include <assert.h>
#include <string.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* GCC does not fuse in ISO C */
#endif

static const float Z_MAX = 8;
static const double ways[DDZ_BELIEF_MOST + 1][DDZ_BELIEF_MOST + 1] = {
    {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};

uint32_t ddz_belief_signature(void) {
  enum { REVISION = 0xBE11EF };
  const struct ddz_feature_group *group;
  size_t n = ddz_feature_groups(&group);
  while (group[n - 1].first >= DDZ_BELIEF_INPUTS) n--;
  return ddz_feature_sign(group, n, REVISION);
}

enum ddz_net_error ddz_belief_open(struct ddz_net *net, const void *image, size_t size) {
  struct ddz_net opened;
  const enum ddz_net_error error =
      ddz_net_open(&opened, image, size, DDZ_BELIEF_INPUTS, ddz_belief_signature());
  if (error != DDZ_NET_OK) return error;
  if (opened.shape.hidden[1] != DDZ_BELIEF_WEIGHTS) return DDZ_NET_BAD_SHAPE;
  *net = opened;
  return DDZ_NET_OK;
}

void ddz_belief_ask(const struct ddz_net *net, const struct ddz_view *view, struct ddz_power *power,
                    float z[DDZ_BELIEF_WEIGHTS]) {
  struct ddz_inputs position;
  struct ddz_net_sum sum;
  ddz_feature_begin(&position, view, power, false);
  ddz_net_begin(net, view->role, position.input, (size_t)position.n, &sum);
  ddz_net_inner_of(net, view->role, &sum, z);
}

/* exp(z) to ten digits: that of z / 256, some terms of the series, squared eight times. */
static double exp_of(float z) {
  const double x = (double)(z < -Z_MAX ? -Z_MAX : z > Z_MAX ? Z_MAX : z) / 256;
  double e = 1 + x * (1 + x * (1.0 / 2 + x * (1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120)))));
  for (int i = 0; i < 8; i++) e *= e;
  return e;
}

/* What lies in the ranks from `rank` on, once `weight` is there and the ranks above are done. */
static void add_up(struct ddz_belief *belief, int rank) {
  double *restrict tail = belief->tail[rank];
  const double *restrict above = belief->tail[rank + 1];
  const int n = ddz_hand_count(belief->pool, rank);
  for (int s = 0; s <= belief->draw; s++) tail[s] = above[s];
  for (int k = 1; k <= n; k++) {
    const double weight = belief->weight[rank][k];
    for (int s = k; s <= belief->draw; s++) tail[s] += weight * above[s - k];
  }
}

void ddz_belief_set(struct ddz_belief *belief, const float z[DDZ_BELIEF_WEIGHTS], ddz_hand pool, int draw) {
  assert(draw >= 0 && draw <= DDZ_HAND_MAX && draw <= ddz_hand_size(pool));
  belief->pool = pool;
  belief->draw = draw;
  memset(belief->tail[DDZ_RANKS], 0, sizeof belief->tail[DDZ_RANKS]);
  belief->tail[DDZ_RANKS][0] = 1;
  for (int rank = DDZ_RANKS - 1; rank >= 0; rank--) {
    const int n = ddz_hand_count(pool, rank);
    assert(n <= DDZ_BELIEF_MOST);
    belief->weight[rank][0] = 1;
    for (int k = 1; k <= n; k++)
      belief->weight[rank][k] = ways[n][k] * exp_of(z[DDZ_BELIEF_MOST * rank + k - 1]);
    add_up(belief, rank);
  }
}

/* Fewer than all of a rank may be impossible, when those above are too few: their tail is 0, and they are not
 * drawn. As many as there are can always be. */
ddz_hand ddz_belief_draw(const struct ddz_belief *belief, struct ddz_rng *rng) {
  ddz_hand next = 0;
  int left = belief->draw;
  for (int rank = 0; left > 0 && rank < DDZ_RANKS; rank++) {
    const int n = ddz_hand_count(belief->pool, rank), most = n < left ? n : left;
    if (n == 0) continue;
    double at = ddz_rng_unit(rng) * belief->tail[rank][left];
    int k = 0;
    while (k < most && (at -= belief->weight[rank][k] * belief->tail[rank + 1][left - k]) >= 0) k++;
    next += ddz_hand_of(rank, k);
    left -= k;
  }
  return next;
}

double ddz_belief_chance(const struct ddz_belief *belief, ddz_hand next) {
  double weight = 1 / belief->tail[0][belief->draw];
  if (!ddz_hand_contains(belief->pool, next) || ddz_hand_size(next) != belief->draw) return 0;
  for (int rank = 0; rank < DDZ_RANKS; rank++) weight *= belief->weight[rank][ddz_hand_count(next, rank)];
  return weight;
}

void ddz_belief_shares(const struct ddz_belief *belief, double share[DDZ_RANKS][DDZ_BELIEF_MOST + 1]) {
  const int draw = belief->draw;
  double head[2][DDZ_HAND_MAX + 1] = {{1}}; /* [s]: all ways to get s cards of the ranks below, over all */
  head[0][0] = 1 / belief->tail[0][draw];
  memset(share, 0, DDZ_RANKS * sizeof *share);
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    const double *restrict below = head[rank % 2], *restrict tail = belief->tail[rank + 1];
    double *restrict through = head[(rank + 1) % 2];
    memset(through, 0, sizeof head[0]);
    for (int k = 0; k <= ddz_hand_count(belief->pool, rank) && k <= draw; k++) {
      const double weight = belief->weight[rank][k];
      double sum = 0;
      for (int s = 0; s <= draw - k; s++) {
        through[s + k] += weight * below[s];
        sum += below[s] * tail[draw - k - s];
      }
      share[rank][k] = weight * sum;
    }
    if (ddz_hand_count(belief->pool, rank) == 0) share[rank][0] = 1; /* not rounded */
  }
}
