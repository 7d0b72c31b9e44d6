#include "core/search/sampler.h"

#include <assert.h>
#include <string.h>

void ddz_pool_fill(struct ddz_pool *pool, ddz_hand cards) {
  pool->size = pool->drawn = 0;
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    for (int n = ddz_hand_count(cards, rank); n > 0; n--) pool->rank[pool->size++] = (unsigned char)rank;
}

ddz_hand ddz_pool_draw(struct ddz_pool *pool, struct ddz_rng *rng, int n) {
  ddz_hand drawn = 0;
  for (; n > 0 && pool->drawn < pool->size; n--, pool->drawn++) {
    const int other = pool->drawn + (int)ddz_rng_below(rng, (uint32_t)(pool->size - pool->drawn));
    const unsigned char rank = pool->rank[other];
    pool->rank[other] = pool->rank[pool->drawn];
    pool->rank[pool->drawn] = rank;
    drawn += ddz_hand_of(rank, 1);
  }
  return drawn;
}

void ddz_sampler_init(struct ddz_sampler *sampler, const struct ddz_view *view) {
  struct ddz_hidden hidden;
  ddz_hidden_of(&hidden, view);
  sampler->role = view->role;
  memcpy(sampler->known, hidden.known, sizeof sampler->known);
  memcpy(sampler->draw, hidden.draw, sizeof sampler->draw);
  sampler->assumed = hidden.assumed;
  sampler->use_belief = false;
  ddz_pool_fill(&sampler->pool, hidden.pool);
}

void ddz_sampler_use_belief(struct ddz_sampler *sampler, const struct ddz_net *belief,
                            const struct ddz_view *view, struct ddz_power *power) {
  float z[DDZ_BELIEF_WEIGHTS];
  const int draw = sampler->draw[ddz_role_next(sampler->role)];
  if (sampler->assumed || draw > DDZ_HAND_MAX || !ddz_sampler_has_hidden(sampler)) return;
  ddz_belief_ask(belief, view, power, z);
  ddz_belief_set(&sampler->belief, z, ddz_sampler_pool(sampler), draw);
  sampler->use_belief = true;
}

static void draw_by_belief(const struct ddz_sampler *sampler, struct ddz_rng *rng, ddz_hand hand[DDZ_ROLES]) {
  const ddz_hand next = ddz_belief_draw(&sampler->belief, rng);
  memcpy(hand, sampler->known, sizeof sampler->known);
  hand[ddz_role_next(sampler->role)] += next;
  hand[ddz_role_before(sampler->role)] += sampler->belief.pool - next;
}

void ddz_sampler_draw(struct ddz_sampler *sampler, struct ddz_rng *rng, ddz_hand hand[DDZ_ROLES]) {
  if (sampler->use_belief) {
    draw_by_belief(sampler, rng, hand);
    return;
  }
  sampler->pool.drawn = 0;
  for (int seat = 0; seat < DDZ_ROLES; seat++)
    hand[seat] = sampler->known[seat] + ddz_pool_draw(&sampler->pool, rng, sampler->draw[seat]);
}

/* ---- what a seat is likely to hold ---- */

/* n over k. Exact while below 2^53; for 55 cards intermediate products may be rounded. */
static double choose(int n, int k) {
  double ways = 1;
  if (k < 0 || k > n) return 0;
  if (k > n - k) k = n - k;
  for (int i = 1; i <= k; i++) ways = ways * (n - k + i) / i;
  return ways;
}

void ddz_unseen_hypergeometric(ddz_hand pool, int draw, ddz_unseen_marginals share) {
  const int size = ddz_hand_size(pool);
  assert(draw >= 0 && draw <= size);
  memset(share, 0, sizeof(ddz_unseen_marginals));
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    const int n = ddz_hand_count(pool, rank);
    assert(n <= DDZ_UNSEEN_MOST);
    for (int k = 0; k <= n; k++)
      share[rank][k] = choose(n, k) * choose(size - n, draw - k) / choose(size, draw);
  }
}

/* The pool is between two seats: the other one holds what this one does not. */
static void mirror(ddz_hand pool, ddz_unseen_marginals share) {
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    for (int low = 0, high = ddz_hand_count(pool, rank); low < high; low++, high--) {
      const double kept = share[rank][low];
      share[rank][low] = share[rank][high];
      share[rank][high] = kept;
    }
}

/* What is held for certain comes on top. */
static void add_known(ddz_hand known, ddz_unseen_marginals share) {
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    const int sure = ddz_hand_count(known, rank);
    for (int k = DDZ_UNSEEN_MOST; k >= 0; k--) share[rank][k] = k >= sure ? share[rank][k - sure] : 0;
  }
}

void ddz_unseen_of(const struct ddz_sampler *sampler, enum ddz_role seat, ddz_unseen_marginals share) {
  assert(seat != sampler->role);
  if (!sampler->use_belief) {
    ddz_unseen_hypergeometric(ddz_sampler_pool(sampler), sampler->draw[seat], share);
  } else {
    ddz_belief_shares(&sampler->belief, share);
    if (seat != ddz_role_next(sampler->role)) mirror(sampler->belief.pool, share);
  }
  add_known(sampler->known[seat], share);
}
