/* carlo.c - random games, for positions too large to prove.
 *
 * The plays are drawn at random, but good-looking ones (few plays left in the rest) more often. */
#include "prover.h"

/* The best play half of the time, the second best a quarter, and so on; NULL: pass. */
static const struct ddz_move *pick(struct ddz_move *first, struct ddz_move *end, bool may_pass,
                                   struct ddz_rng *rng) {
  uint64_t coins = ddz_rng_next(rng);
  for (; first < end; first++, coins >>= 1) {
    struct ddz_move *best = ddz_move_best(first, end), m = *best;
    *best = *first;
    *first = m;
    if ((coins & 1) != 0 || (!may_pass && first + 1 == end)) return first;
  }
  return NULL;
}

enum ddz_outcome ddz_game_playout(struct ddz_prover *s, const struct ddz_game *start, struct ddz_rng *rng) {
  struct ddz_game g = *start, next;
  bool ally = true; /* of who is to move, seen from who was at the start */
  for (;;) {
    if (ddz_prover_tick(s)) return DDZ_STOPPED;
    struct ddz_move *first = s->list.top;
    bool out = ddz_game_expand(s, &g);
    bool over = false;
    int turns = 0;
    if (!out) {
      const struct ddz_move *m = pick(first, s->list.top, g.kind != 0, rng);
      if (m != NULL)
        ddz_game_play(s, &g, m, &next, &turns);
      else if (g.kind != 0)
        ddz_game_pass(s, &g, &next, &turns);
      else if (!ddz_game_pass_lead(s, &g, &next, &turns))
        over = true;
    }
    s->list.top = first;
    if (s->list.full) continue; /* the next tick stops */
    if (out || over) return ally == out ? DDZ_WON : DDZ_LOST;
    ally = ddz_game_allies(&g, 0, turns) == ally;
    g = next;
  }
}
