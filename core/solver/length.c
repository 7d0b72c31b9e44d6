#include "length.h"

#include "negamax.h"

enum { NEVER = 0xFF };

/* A question about one position. `ours`: the winners are to move. */
struct question {
  struct ddz_endgame game;
  bool ours;
  int plays;
};

static enum ddz_outcome within(struct ddz_prover *s, const struct question *q);

/* After a move: is it still won for the winners, and within what is left? */
static enum ddz_outcome onward(struct ddz_prover *s, const struct question *q, const struct ddz_endgame *next,
                               int turns, int plays) {
  struct question then = {
      .game = *next, .ours = ddz_endgame_allies(&q->game, 0, turns) == q->ours, .plays = plays};
  /* with no play left of the count, only a leader without a legal play ends the game */
  bool may_be_stuck = next->wild || !s->caps.free;
  if (plays < 0 || (plays == 0 && !may_be_stuck)) return DDZ_LOST;
  if (q->ours) { /* a choice of the winners may be wrong */
    enum ddz_outcome outcome = ddz_negamax(s, next);
    if (outcome == DDZ_STOPPED) return outcome;
    if ((outcome == DDZ_WON) != then.ours) return DDZ_LOST;
  }
  return within(s, &then);
}

/* Winners need one good move, losers one that lasts longer. */
static enum ddz_outcome each_move(struct ddz_prover *s, const struct question *q, struct ddz_move *first) {
  struct ddz_move *const end = s->list.top;
  const bool played = end > first;
  struct ddz_endgame next;
  int turns;
  enum ddz_outcome decides = q->ours ? DDZ_WON : DDZ_LOST;
  for (; first < end; first++) {
    const struct ddz_move m = ddz_move_take(first, end);
    turns = ddz_endgame_play(s, &q->game, &m, &next);
    enum ddz_outcome r = onward(s, q, &next, turns, q->plays - 1);
    if (r == DDZ_STOPPED || r == decides) return r;
  }
  if (q->game.kind != 0)
    turns = ddz_endgame_pass(s, &q->game, &next);
  else if (played || (turns = ddz_endgame_pass_lead(s, &q->game, &next)) == 0)
    return ddz_outcome_turned(decides); /* nobody can lead: over for the leader, who has lost */
  return onward(s, q, &next, turns, q->plays);
}

static enum ddz_outcome within(struct ddz_prover *s, const struct question *asked) {
  if (ddz_prover_tick(s)) return DDZ_STOPPED;
  uint64_t before = s->nodes, key[DDZ_TT_LONG];
  struct question q = *asked;
  struct ddz_move *first = s->list.top;
  bool out = ddz_endgame_expand(s, &q.game);
  ddz_endgame_key(&q.game, 1, key);
  unsigned known = ddz_tt_get(&s->wide, key);
  int low = (int)(known & 0xFF), high = known != 0 ? (int)(known >> 8) : NEVER;
  enum ddz_outcome r;
  if (q.plays >= high)
    r = DDZ_WON;
  else if (q.plays < low)
    r = DDZ_LOST;
  else if (out && q.ours && q.plays > 0)
    r = DDZ_WON;
  else
    r = each_move(s, &q, first);
  s->list.top = first;
  if (r == DDZ_WON && q.plays < high) high = out && q.ours ? 1 : q.plays;
  if (r == DDZ_LOST && q.plays >= low) low = q.plays + 1;
  if (r != DDZ_STOPPED) ddz_tt_put(&s->wide, key, (unsigned)(high << 8 | low), s->nodes - before + 1);
  return r;
}

int ddz_length(struct ddz_prover *s, const struct ddz_endgame *game, enum ddz_outcome outcome) {
  struct question q = {.game = *game, .ours = outcome == DDZ_WON};
  for (q.plays = 0; q.plays < NEVER; q.plays++) {
    enum ddz_outcome r = within(s, &q);
    if (r == DDZ_STOPPED) return -1;
    if (r == DDZ_WON) return q.plays;
  }
  return -1;
}
