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

static bool is_duel(const struct ddz_game *g) { return !g->wild && g->players == 2; }

static struct ddz_duel duel_of(const struct ddz_game *g) {
  return (struct ddz_duel){.c = g->c, .kind = g->kind, .length = g->length, .rank = g->rank};
}

/* Bring to normal form and look it up. */
static enum ddz_outcome recall(struct ddz_prover *s, struct ddz_game *g, uint64_t *key) {
  ddz_game_normalise(s, g);
  ddz_game_key(g, 0, key);
  unsigned known = ddz_proven_get(&s->wide, key);
  return known == 0 ? DDZ_STOPPED : known == 1 ? DDZ_LOST : DDZ_WON;
}

enum ddz_outcome ddz_game_known(struct ddz_prover *s, const struct ddz_game *position) {
  struct ddz_game g = *position;
  uint64_t key[DDZ_PROVEN_LONG];
  if (!is_duel(position)) return recall(s, &g, key);
  struct ddz_duel duel = duel_of(position);
  return ddz_duel_known(s, &duel);
}

enum ddz_outcome ddz_game_solve(struct ddz_prover *s, const struct ddz_game *position) {
  if (is_duel(position)) {
    struct ddz_duel duel = duel_of(position);
    return ddz_duel_solve(s, &duel);
  }
  if (ddz_prover_tick(s)) return DDZ_STOPPED;
  uint64_t before = s->nodes, key[DDZ_PROVEN_LONG];
  struct ddz_game g = *position;
  enum ddz_outcome outcome = recall(s, &g, key);
  if (outcome != DDZ_STOPPED) return outcome;
  struct ddz_move *first = s->list.top;
  outcome = ddz_game_expand(s, &g) ? DDZ_WON : try_all(s, &g, first);
  s->list.top = first;
  if (outcome != DDZ_STOPPED)
    ddz_proven_put(&s->wide, key, outcome == DDZ_WON ? 2 : 1, s->nodes - before + 1);
  return outcome;
}
