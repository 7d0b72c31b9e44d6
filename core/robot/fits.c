#include "fits.h"

#include <math.h>

#include "core/search/sampler.h"
#include "core/solver/solver.h"

enum {
  FEW = 2,     /* cards that one of the others gets of the pool: then the pool may be large */
  SMALL = 8,   /* cards of the pool else */
  CARDS = 24,  /* in all three hands, for the solver */
  NODES = 2000 /* of the solver, over all deals */
};

static bool are_few(const struct ddz_sampler *sampler, enum ddz_role next, enum ddz_role before) {
  const int a = sampler->draw[next], b = sampler->draw[before];
  return (a < b ? a : b) <= FEW || a + b <= SMALL;
}

bool ddz_fits_list(const struct ddz_scene *scene, struct ddz_fits *fits) {
  static const float alike[DDZ_BELIEF_WEIGHTS];
  const struct ddz_view *view = scene->view;
  const enum ddz_role next = ddz_role_next(view->role), before = ddz_role_before(view->role);
  const struct ddz_net *net = ddz_engine_nets(scene->engine)->belief;
  struct ddz_sampler sampler;
  fits->n = 0;
  if (view->now.duel || ddz_rules_wilds(scene->rules, view->hand + ddz_view_unseen(view)) != 0) return false;
  ddz_sampler_init(&sampler, view);
  if (sampler.assumed != 0 || !are_few(&sampler, next, before)) return false;
  if (net != NULL) ddz_sampler_use_belief(&sampler, net, view, ddz_engine_power(scene->engine));
  const ddz_hand pool = ddz_sampler_pool(&sampler);
  if (!sampler.use_belief) ddz_belief_set(&sampler.belief, alike, pool, sampler.draw[next]);
  ddz_hand drawn = ddz_hand_highest(pool, sampler.draw[next]);
  do {
    if (fits->n == DDZ_FITS_MAX) return false;
    ddz_hand *hand = fits->hand[fits->n];
    hand[view->role] = view->hand;
    hand[next] = sampler.known[next] + drawn;
    hand[before] = sampler.known[before] + pool - drawn;
    fits->chance[fits->n++] = ddz_belief_chance(&sampler.belief, drawn);
  } while (ddz_hand_next(pool, &drawn));
  return true;
}

double ddz_fits_won(const struct ddz_scene *scene, const struct ddz_fits *fits, const struct ddz_play *play) {
  const enum ddz_role role = scene->view->role;
  struct ddz_position after = scene->view->now;
  uint64_t nodes = NODES;
  double won = 0;
  if (ddz_position_play(&after, play)) return NAN;
  if (ddz_hand_size(scene->view->hand + scene->unseen) > CARDS) return NAN;
  ddz_solver_reset(ddz_engine_solver(scene->engine));
  for (size_t i = 0; i < fits->n; i++) {
    struct ddz_solve_request ask = {.rules = scene->rules,
                                    .players = DDZ_ROLES,
                                    .to_move = after.turn,
                                    .last = after.last,
                                    .owner = after.owner,
                                    .limit.nodes = nodes};
    struct ddz_solved_play best;
    struct ddz_solution solution;
    for (int seat = 0; seat < DDZ_ROLES; seat++) ask.hand[seat] = fits->hand[i][seat];
    ask.hand[role] -= play->cards;
    if (nodes == 0 || ddz_solve(ddz_engine_solver(scene->engine), &ask, &best, 1, &solution) != DDZ_OK ||
        solution.result == DDZ_RESULT_UNKNOWN)
      return NAN;
    nodes -= solution.nodes < nodes ? solution.nodes : nodes;
    const bool ours = after.turn == role || ddz_role_partners(role, after.turn);
    if ((solution.result == DDZ_RESULT_WIN) == ours) won += fits->chance[i];
  }
  return won;
}
