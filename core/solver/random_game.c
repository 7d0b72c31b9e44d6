#include "random_game.h"

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

enum ddz_outcome ddz_random_game(struct ddz_prover *s, const struct ddz_endgame *start, struct ddz_rng *rng) {
  struct ddz_endgame g = *start, next;
  bool ally = true; /* is the player to move on the side of the first one? */
  for (;;) {
    if (ddz_prover_tick(s)) return DDZ_STOPPED;
    struct ddz_move *first = s->list.top;
    bool out = ddz_endgame_expand(s, &g);
    bool over = false;
    int turns = 0;
    if (!out) {
      const struct ddz_move *m = pick(first, s->list.top, g.kind != 0, rng);
      if (m != NULL)
        turns = ddz_endgame_play(s, &g, m, &next);
      else if (g.kind != 0)
        turns = ddz_endgame_pass(s, &g, &next);
      else
        over = (turns = ddz_endgame_pass_lead(s, &g, &next)) == 0;
    }
    s->list.top = first;
    if (s->list.full) continue; /* the next tick stops */
    if (out || over) return ally == out ? DDZ_WON : DDZ_LOST;
    ally = ddz_endgame_allies(&g, 0, turns) == ally;
    g = next;
  }
}
