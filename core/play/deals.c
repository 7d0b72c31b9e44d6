#include "deals.h"

#include <string.h>

#include "core/solver/solver.h"

enum { PLAYS = 64 }; /* legal plays at most, the pass included */

/* What all deals so far have in common. */
struct common {
  const struct ddz_deals_ask *ask;
  enum ddz_role first, second; /* the two others, in turn order */
  bool lost, known;            /* all lost; none was left open by a limit */
  bool wins[PLAYS];            /* by the place of the prompt; the pass is the last */
  uint64_t nodes;              /* left */
};

static bool may_win(const struct common *c) {
  for (size_t i = 0; i <= c->ask->n; i++)
    if (c->wins[i]) return true;
  return false;
}

static bool undecided(const struct common *c) { return c->known && (c->lost || may_win(c)); }

/* Is there a winning play of these cards? */
static bool wins_with(const struct ddz_solved_play *plays, size_t n, ddz_hand cards) {
  for (size_t i = 0; i < n; i++)
    if (plays[i].play.cards == cards && plays[i].result == DDZ_RESULT_WIN) return true;
  return false;
}

static void solve(struct common *c, ddz_hand first) {
  const struct ddz_view *view = c->ask->view;
  struct ddz_solver *solver = ddz_engine_solver(c->ask->engine);
  struct ddz_solved_play *plays = ddz_engine_solved(c->ask->engine);
  struct ddz_solution solution;
  struct ddz_solve_request ask = {.rules = view->rules,
                                  .players = DDZ_ROLES,
                                  .to_move = view->role,
                                  .last = view->now.last,
                                  .owner = view->now.owner,
                                  .solutions = may_win(c) ? DDZ_SOLUTIONS_ALL : DDZ_SOLUTIONS_ONE,
                                  .limit.nodes = c->nodes};
  ask.hand[view->role] = view->hand;
  ask.hand[c->first] = first;
  ask.hand[c->second] = c->ask->unseen - first;
  c->known = ddz_solve(solver, &ask, plays, DDZ_ENGINE_SOLVED, &solution) == DDZ_OK &&
             solution.result != DDZ_RESULT_UNKNOWN && solution.count <= DDZ_ENGINE_SOLVED;
  if (!c->known) return;
  c->nodes -= solution.nodes < c->nodes ? solution.nodes : c->nodes;
  c->known = c->nodes > 0;
  c->lost = c->lost && solution.result == DDZ_RESULT_LOSS;
  for (size_t i = 0; i <= c->ask->n; i++)
    c->wins[i] =
        c->wins[i] && wins_with(plays, solution.count, i < c->ask->n ? c->ask->prompts[i].play.cards : 0);
}

/* Every hand of the first of the others: `wanted` more cards of the pool, of ranks from `rank` on. */
static void each_deal(struct common *c, ddz_hand pool, int rank, int wanted, ddz_hand hand) {
  if (!undecided(c)) return;
  if (wanted == 0) {
    solve(c, hand);
    return;
  }
  if (rank == DDZ_RANKS || ddz_hand_size(pool >> 4 * rank << 4 * rank) < wanted) return;
  for (int n = 0; n <= ddz_hand_count(pool, rank) && n <= wanted; n++)
    each_deal(c, pool, rank + 1, wanted - n, hand + ddz_hand_of(rank, n));
}

static bool is_asked(const struct ddz_deals_ask *ask, const struct common *c) {
  const struct ddz_position *now = &ask->view->now;
  const int unseen = ddz_hand_size(ask->unseen), own = ddz_hand_size(ask->view->hand);
  return unseen <= DDZ_DEALS_UNSEEN && unseen + own <= DDZ_DEALS_CARDS && own > 0 && ask->n < PLAYS &&
         now->left[c->first] > 0 && now->left[c->second] > 0 &&
         now->left[c->first] + now->left[c->second] == unseen;
}

enum ddz_deals ddz_deals_judge(const struct ddz_deals_ask *ask, ddz_hand *cards) {
  const enum ddz_role role = ask->view->role;
  struct common c = {.ask = ask,
                     .first = ddz_role_next(role),
                     .second = ddz_role_before(role),
                     .lost = true,
                     .known = true,
                     .nodes = DDZ_DEALS_NODES};
  if (!is_asked(ask, &c)) return DDZ_DEALS_OPEN;
  for (size_t i = 0; i <= ask->n; i++) c.wins[i] = i < ask->n || !ddz_position_leads(&ask->view->now);
  const ddz_hand first = c.first == DDZ_LANDLORD ? ask->landlords : 0;
  const ddz_hand pool = ask->unseen - ask->landlords;
  const int wanted = ask->view->now.left[c.first] - ddz_hand_size(first);
  if (wanted < 0 || wanted > ddz_hand_size(pool)) return DDZ_DEALS_OPEN;
  ddz_solver_reset(ddz_engine_solver(ask->engine));
  each_deal(&c, pool, 0, wanted, first);
  if (!c.known) return DDZ_DEALS_OPEN;
  if (c.lost) return DDZ_DEALS_LOST;
  for (size_t i = 0; i <= ask->n; i++)
    if (c.wins[i]) {
      *cards = i < ask->n ? ask->prompts[i].play.cards : 0;
      return DDZ_DEALS_WON;
    }
  return DDZ_DEALS_OPEN;
}
