/* alliance.c - who wins any position: three open hands, the landlord against two partners, or wildcards.
 *
 * Negamax as in duel.c, but the next player may be a partner: then his outcome is ours. */
#include "prover.h"

static enum ddz_outcome seen_by(const struct ddz_game *g, int turns, enum ddz_outcome outcome) {
  return ddz_game_allies(g, 0, turns) ? outcome : ddz_outcome_turned(outcome);
}

static enum ddz_outcome try_all(struct ddz_prover *s, const struct ddz_game *g, struct ddz_move *first) {
  struct ddz_move *end = s->list.top;
  const bool played = end > first;
  struct ddz_game next;
  int turns;
  for (; first < end; first++) {
    struct ddz_move *best = ddz_move_best(first, end), m = *best;
    *best = *first;
    ddz_game_play(s, g, &m, &next, &turns);
    enum ddz_outcome outcome = seen_by(g, turns, ddz_game_solve(s, &next));
    if (outcome != DDZ_LOST) return outcome;
  }
  if (g->kind != 0)
    ddz_game_pass(s, g, &next, &turns);
  else if (played || !ddz_game_pass_lead(s, g, &next, &turns))
    return DDZ_LOST;
  return seen_by(g, turns, ddz_game_solve(s, &next));
}

enum ddz_outcome ddz_game_solve(struct ddz_prover *s, const struct ddz_game *position) {
  if (!position->wild && position->players == 2)
    return ddz_duel_solve(
        s, &(struct ddz_duel){
               .c = position->c, .kind = position->kind, .length = position->length, .rank = position->rank});
  if (ddz_prover_tick(s)) return DDZ_STOPPED;
  uint64_t before = s->nodes, key[DDZ_PROVEN_LONG];
  struct ddz_game g = *position;
  ddz_game_normalise(s, &g);
  ddz_game_key(&g, 0, key);
  unsigned known = ddz_proven_get(&s->wide, key);
  if (known != 0) return known == 1 ? DDZ_LOST : DDZ_WON;
  struct ddz_move *first = s->list.top;
  enum ddz_outcome outcome = ddz_game_expand(s, &g) ? DDZ_WON : try_all(s, &g, first);
  s->list.top = first;
  if (outcome != DDZ_STOPPED)
    ddz_proven_put(&s->wide, key, outcome == DDZ_WON ? 2 : 1, s->nodes - before + 1);
  return outcome;
}
