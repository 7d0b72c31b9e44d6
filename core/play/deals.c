#include "core/play/deals.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/solver/solver.h"

/* ---- draw ---- */

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
  ddz_hidden_of(&sampler->hidden, view);
  sampler->use_belief = false;
  ddz_pool_fill(&sampler->pool, sampler->hidden.pool);
}

bool ddz_sampler_has_hidden(const struct ddz_sampler *sampler) {
  const struct ddz_hidden *hidden = &sampler->hidden;
  return hidden->draw[ddz_role_next(hidden->role)] > 0 && hidden->draw[ddz_role_before(hidden->role)] > 0;
}

void ddz_sampler_use_belief(struct ddz_sampler *sampler, const struct ddz_net *belief,
                            const struct ddz_view *view, struct ddz_power *power) {
  float z[DDZ_BELIEF_WEIGHTS];
  const int draw = sampler->hidden.draw[ddz_role_next(view->role)];
  if (sampler->hidden.assumed || draw > DDZ_HAND_MAX || !ddz_sampler_has_hidden(sampler)) return;
  ddz_belief_ask(belief, view, power, z);
  ddz_belief_set(&sampler->belief, z, sampler->hidden.pool, draw);
  sampler->use_belief = true;
}

void ddz_sampler_draw(struct ddz_sampler *sampler, struct ddz_rng *rng, ddz_hand hand[DDZ_ROLES]) {
  const struct ddz_hidden *hidden = &sampler->hidden;
  if (sampler->use_belief) {
    ddz_hidden_deal(hidden, ddz_belief_draw(&sampler->belief, rng), hand);
    return;
  }
  sampler->pool.drawn = 0;
  for (int seat = 0; seat < DDZ_ROLES; seat++)
    hand[seat] = hidden->known[seat] + ddz_pool_draw(&sampler->pool, rng, hidden->draw[seat]);
}

/* ---- what a seat is likely to hold ---- */

static const float alike[DDZ_BELIEF_WEIGHTS]; /* all ways to deal are equally likely */

void ddz_unseen_hypergeometric(ddz_hand pool, int draw, ddz_unseen_marginals share) {
  struct ddz_belief even;
  ddz_belief_set(&even, alike, pool, draw);
  ddz_belief_shares(&even, share);
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
  assert(seat != sampler->hidden.role);
  if (!sampler->use_belief) {
    ddz_unseen_hypergeometric(sampler->hidden.pool, sampler->hidden.draw[seat], share);
  } else {
    ddz_belief_shares(&sampler->belief, share);
    if (seat != ddz_role_next(sampler->hidden.role)) mirror(sampler->hidden.pool, share);
  }
  add_known(sampler->hidden.known[seat], share);
}

/* ---- list ---- */

enum {
  FEW = 2,          /* cards that one of the others gets of the pool: then the pool may be large */
  SMALL = 8,        /* cards of the pool else */
  CARDS = 24,       /* in all three hands, for the solver */
  FITS_NODES = 2000 /* of the solver, over all deals */
};

static bool are_few(const struct ddz_hidden *hidden) {
  const int a = hidden->draw[ddz_role_next(hidden->role)], b = hidden->draw[ddz_role_before(hidden->role)];
  return ddz_least(a, b) <= FEW || a + b <= SMALL;
}

bool ddz_fits_list(struct ddz_engine *engine, const struct ddz_view *view, struct ddz_fits *fits) {
  struct ddz_sampler sampler;
  const struct ddz_hidden *hidden = &sampler.hidden;
  fits->n = 0;
  if (view->now.duel || ddz_rules_wilds(view->rules, view->hand + ddz_view_unseen(view)) != 0) return false;
  ddz_sampler_init(&sampler, view);
  if (hidden->assumed || !are_few(hidden)) return false;
  const int draw = hidden->draw[ddz_role_next(view->role)];
  if (engine->nets.belief != NULL) ddz_sampler_use_belief(&sampler, engine->nets.belief, view, engine->power);
  if (!sampler.use_belief) ddz_belief_set(&sampler.belief, alike, hidden->pool, draw);
  ddz_hand next = ddz_hand_highest(hidden->pool, draw);
  do {
    if (fits->n == DDZ_FITS_MAX) return false;
    ddz_hidden_deal(hidden, next, fits->hand[fits->n]);
    fits->chance[fits->n++] = ddz_belief_chance(&sampler.belief, next);
  } while (ddz_hand_next(hidden->pool, &next));
  return true;
}

/* ---- solve ---- */

double ddz_deal_won(struct ddz_engine *engine, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES],
                    const struct ddz_play *play, struct ddz_limit *limit) {
  struct ddz_solve_request ask = {
      .rules = view->rules, .now = view->now, .limit = *limit, .solutions = DDZ_SOLUTIONS_NONE};
  struct ddz_solution solution;
  if (play != NULL && ddz_position_play(&ask.now, play)) return 1;
  memcpy(ask.hand, hand, sizeof ask.hand);
  if (play != NULL) ask.hand[view->role] -= play->cards;
  if (limit->nodes == 0 || ddz_solve(engine->solver, &ask, NULL, 0, &solution) != DDZ_OK ||
      solution.result == DDZ_RESULT_UNKNOWN)
    return NAN;
  limit->nodes -= solution.nodes < limit->nodes ? solution.nodes : limit->nodes;
  return (solution.result == DDZ_RESULT_WIN) == !ddz_role_enemies(view->role, ask.now.turn);
}

double ddz_fits_won(struct ddz_engine *engine, const struct ddz_view *view, const struct ddz_fits *fits,
                    const struct ddz_play *play) {
  struct ddz_limit limit = {.nodes = FITS_NODES};
  double won = 0;
  if (play->cards == view->hand || ddz_hand_size(view->hand + ddz_view_unseen(view)) > CARDS) return NAN;
  ddz_solver_reset(engine->solver);
  for (size_t i = 0; i < fits->n && !isnan(won); i++)
    won += fits->chance[i] * ddz_deal_won(engine, view, fits->hand[i], play, &limit);
  return won;
}
