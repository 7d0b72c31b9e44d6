#include "core/search/ending.h"

#include <math.h>
#include <string.h>

#include "core/solver/solver.h"

enum {
  NODES_MAX = 2000, /* for one ending */
  SETUP_NODES = 16, /* what it takes to set the solver up, in nodes */
};

/* Can anybody double the stake with a bomb? */
static bool has_bombs(const struct ddz_rules *rules, const ddz_hand hand[DDZ_ROLES]) {
  bool any = false;
  for (int i = 0; i < DDZ_ROLES; i++)
    any = any || ddz_rules_wilds(rules, hand[i]) != 0 || ddz_hand_at_least(hand[i], 4) != 0 ||
          ddz_hand_contains(hand[i], DDZ_HAND_ROCKET);
  return any;
}

/* Can the end still be a spring? */
static bool may_be_spring(const struct ddz_position *now) {
  return ddz_position_is_spring(now, DDZ_LANDLORD) || (now->from_start && now->plays[DDZ_LANDLORD] <= 1);
}

bool ddz_ending_is(const struct ddz_scene *scene, const struct ddz_candidates *candidates,
                   const ddz_hand hand[DDZ_ROLES]) {
  const struct ddz_rules *rules = scene->view->rules;
  int cards = 0;
  for (int i = 0; i < DDZ_ROLES; i++) cards += ddz_hand_size(hand[i]);
  return cards <= candidates->solved_cards &&
         !(candidates->for_points && (rules->stand != 0 || rules->spring || has_bombs(rules, hand)));
}

/* What the solver says of a play, read as it is here; UNKNOWN where it says nothing. */
static enum ddz_result result_of(const struct ddz_solved_play *solved, size_t n,
                                 const struct ddz_play *play) {
  size_t k = 0;
  while (k < n && !(solved[k].play.cards == play->cards && ddz_play_alike(&solved[k].play, play))) k++;
  return k < n ? solved[k].result : DDZ_RESULT_UNKNOWN;
}

bool ddz_ending_solve(const struct ddz_scene *scene, const struct ddz_candidates *candidates,
                      const ddz_hand hand[DDZ_ROLES], struct ddz_budget *budget,
                      struct ddz_rollout result[DDZ_CANDIDATES_MAX]) {
  const struct ddz_view *view = scene->view;
  struct ddz_solver *solver = ddz_engine_solver(scene->engine);
  struct ddz_solved_play *solved = ddz_engine_solved(scene->engine);
  struct ddz_solution solution;
  struct ddz_rollout found[DDZ_CANDIDATES_MAX];
  struct ddz_solve_request ask = {.rules = view->rules,
                                  .players = DDZ_ROLES,
                                  .to_move = view->role,
                                  .last = view->now.last,
                                  .owner = view->now.owner,
                                  .solutions = DDZ_SOLUTIONS_ALL,
                                  .limit = *budget->limit};
  memcpy(ask.hand, hand, sizeof ask.hand);
  ask.limit.nodes = NODES_MAX;
  if (budget->node_limit != 0 && budget->node_limit - budget->nodes < NODES_MAX)
    ask.limit.nodes = budget->node_limit - budget->nodes;
  ddz_solver_reset(solver);
  budget->nodes += SETUP_NODES;
  if (ddz_solve(solver, &ask, solved, DDZ_ENGINE_SOLVED, &solution) != DDZ_OK) return false;
  budget->nodes += solution.nodes;
  const bool doubles = has_bombs(view->rules, hand) || (view->rules->spring && may_be_spring(&view->now));
  for (int i = 0; i < candidates->count; i++) {
    const enum ddz_result proved = result_of(solved, solution.count, &candidates->admitted[i].play);
    if (proved == DDZ_RESULT_UNKNOWN) return false;
    const bool won = proved == DDZ_RESULT_WIN;
    found[i].value = found[i].outcome = (struct ddz_expected){.win = won,
                                                              .points = doubles ? NAN
                                                                        : won   ? 1
                                                                                : -1};
  }
  memcpy(result, found, (size_t)candidates->count * sizeof *result);
  return true;
}
