/* ending.h - who wins after each candidate, proved with open hands?
 *
 * In a determinization with few cards left a rollout is only an estimate; the solver (solver.h) proves the
 * result. It knows who wins, not for how much. So for points it is used only where no bomb, wildcard or
 * spring can double the stake any more; and for the win the points are not known (NAN) where something still
 * can. No allocation; the engine's solver, one thread. */
#ifndef DDZ_CORE_ENDING_H
#define DDZ_CORE_ENDING_H

#include "core/base/limit.h"
#include "core/search/candidates.h"

/* Are these hands an ending that the solver decides? */
bool ddz_ending_is(const struct ddz_scene *scene, const struct ddz_candidates *candidates,
                   const ddz_hand hand[DDZ_ROLES]);

/* Solve it. `value` and `outcome` of each admitted candidate go to `result`, by its number; the nodes are
 * taken from the budget. False where a limit came first; then `result` is not written. */
bool ddz_ending_solve(const struct ddz_scene *scene, const struct ddz_candidates *candidates,
                      const ddz_hand hand[DDZ_ROLES], struct ddz_budget *budget,
                      struct ddz_rollout result[DDZ_CANDIDATES_MAX]);

#endif
