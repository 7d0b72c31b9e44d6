#include "unseen.h"

#include <assert.h>
#include <string.h>

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
