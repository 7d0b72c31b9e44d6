#include "sampler.h"

#include <assert.h>
#include <string.h>

static void fill_pool(struct ddz_sampler *sampler, ddz_hand cards) {
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    for (int n = ddz_hand_count(cards, rank); n > 0; n--)
      sampler->pool[sampler->pool_size++] = (unsigned char)rank;
}

/* Cards that `seat` draws from the pool, before there is a look at how many the pool has. */
static int wanted(struct ddz_sampler *sampler, const struct ddz_view *view, enum ddz_role seat) {
  int left = view->now.left[seat];
  if (left == 0) {
    sampler->assumed |= DDZ_ASSUMED_LEFT;
    left = ddz_hand_size(view->hand);
  }
  int draw = left - ddz_hand_size(sampler->known[seat]);
  return draw > 0 ? draw : 0;
}

void ddz_sampler_init(struct ddz_sampler *sampler, const struct ddz_view *view) {
  ddz_hand unseen = ddz_view_unseen(view);
  enum ddz_role next = ddz_role_next(view->role), before = ddz_role_before(view->role);
  memset(sampler, 0, sizeof *sampler);
  sampler->role = view->role;
  sampler->known[view->role] = view->hand;
  if (view->role != DDZ_LANDLORD) {
    const ddz_hand left = ddz_view_kitty_left(view);
    assert(ddz_hand_contains(unseen, left));
    bool fits = view->now.left[DDZ_LANDLORD] == 0 || ddz_hand_size(left) <= view->now.left[DDZ_LANDLORD];
    if (fits) sampler->known[DDZ_LANDLORD] = left;
  }
  fill_pool(sampler, unseen - sampler->known[next] - sampler->known[before]);
  sampler->draw[next] = wanted(sampler, view, next);
  sampler->draw[before] = wanted(sampler, view, before);
  while (sampler->draw[next] + sampler->draw[before] > sampler->pool_size)
    sampler->draw[sampler->draw[next] > sampler->draw[before] ? next : before]--;
  if (sampler->draw[next] + sampler->draw[before] < sampler->pool_size) sampler->assumed |= DDZ_ASSUMED_GONE;
}

void ddz_sampler_believe(struct ddz_sampler *sampler, const struct ddz_net *belief,
                         const struct ddz_view *view, struct ddz_power *power) {
  float z[DDZ_BELIEF_WEIGHTS];
  const int draw = sampler->draw[ddz_role_next(sampler->role)];
  if (sampler->assumed != 0 || draw > DDZ_HAND_MAX) return;
  ddz_belief_ask(belief, view, power, z);
  ddz_belief_set(&sampler->belief, z, ddz_sampler_pool(sampler), draw);
  sampler->believes = true;
}

static void draw_believed(const struct ddz_sampler *sampler, struct ddz_rng *rng, ddz_hand hand[DDZ_ROLES]) {
  const ddz_hand next = ddz_belief_draw(&sampler->belief, rng);
  memcpy(hand, sampler->known, sizeof sampler->known);
  hand[ddz_role_next(sampler->role)] += next;
  hand[ddz_role_before(sampler->role)] += sampler->belief.pool - next;
}

void ddz_sampler_draw(struct ddz_sampler *sampler, struct ddz_rng *rng, ddz_hand hand[DDZ_ROLES]) {
  unsigned char *pool = sampler->pool;
  int at = 0;
  if (sampler->believes) {
    draw_believed(sampler, rng, hand);
    return;
  }
  for (int seat = 0; seat < DDZ_ROLES; seat++) {
    hand[seat] = sampler->known[seat];
    for (int n = sampler->draw[seat]; n > 0; n--, at++) {
      int other = at + (int)ddz_rng_below(rng, (uint32_t)(sampler->pool_size - at));
      unsigned char rank = pool[other];
      pool[other] = pool[at];
      pool[at] = rank;
      hand[seat] += ddz_hand_of(rank, 1);
    }
  }
}
