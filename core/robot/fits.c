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

struct listing {
  struct ddz_fits *fits;
  struct ddz_sampler sampler;
  enum ddz_role next, before; /* the two others, in turn order */
  ddz_hand pool;
};

/* In how many ways the cards of `hand` come out of the pool. */
static double ways_of(ddz_hand pool, ddz_hand hand) {
  double ways = 1;
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    const int n = ddz_hand_count(pool, rank), k = ddz_hand_count(hand, rank);
    for (int i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
  }
  return ways;
}

static bool add(struct listing *list, ddz_hand next) {
  const struct ddz_sampler *sampler = &list->sampler;
  struct ddz_fits *fits = list->fits;
  if (fits->n == DDZ_FITS_MAX) return false;
  ddz_hand *hand = fits->hand[fits->n];
  hand[sampler->role] = sampler->known[sampler->role];
  hand[list->next] = sampler->known[list->next] + next;
  hand[list->before] = sampler->known[list->before] + list->pool - next;
  fits->chance[fits->n++] =
      sampler->use_belief ? ddz_belief_chance(&sampler->belief, next) : ways_of(list->pool, next);
  return true;
}

/* All hands of `wanted` more cards of the ranks from `rank` on; false when there are too many. */
static bool add_all(struct listing *list, int rank, int wanted, ddz_hand next) {
  if (wanted == 0) return add(list, next);
  if (rank == DDZ_RANKS || ddz_hand_size(list->pool >> 4 * rank << 4 * rank) < wanted) return true;
  for (int n = 0; n <= ddz_hand_count(list->pool, rank) && n <= wanted; n++)
    if (!add_all(list, rank + 1, wanted - n, next + ddz_hand_of(rank, n))) return false;
  return true;
}

static bool are_few(const struct listing *list) {
  const int a = list->sampler.draw[list->next], b = list->sampler.draw[list->before];
  return (a < b ? a : b) <= FEW || a + b <= SMALL;
}

bool ddz_fits_list(const struct ddz_scene *scene, struct ddz_fits *fits) {
  const struct ddz_view *view = scene->view;
  const struct ddz_net *belief = ddz_engine_nets(scene->engine)->belief;
  struct listing list = {
      .fits = fits, .next = ddz_role_next(view->role), .before = ddz_role_before(view->role)};
  double sum = 0;
  fits->n = 0;
  if (view->now.duel || ddz_rules_wilds(scene->rules, view->hand + ddz_view_unseen(view)) != 0) return false;
  ddz_sampler_init(&list.sampler, view);
  if (list.sampler.assumed != 0 || !are_few(&list)) return false;
  if (belief != NULL) ddz_sampler_use_belief(&list.sampler, belief, view, ddz_engine_power(scene->engine));
  list.pool = ddz_sampler_pool(&list.sampler);
  if (!add_all(&list, 0, list.sampler.draw[list.next], 0)) return false;
  for (size_t i = 0; i < fits->n; i++) sum += fits->chance[i];
  for (size_t i = 0; i < fits->n; i++) fits->chance[i] /= sum;
  return sum > 0;
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
