#include "negamax.h"

#include "recall.h"
#include "refute.h"
#include "sure.h"

/* A position under search. */
struct node {
  struct ddz_endgame p;
  struct ddz_attack attack[DDZ_CANON_HANDS]; /* not of wildcards */
  struct ddz_recall recall;
};

/* An outcome of the player `turns` seats on, for the side of hand[0]. */
static enum ddz_outcome seen_by(const struct ddz_endgame *p, int turns, enum ddz_outcome outcome) {
  return ddz_endgame_allies(p, 0, turns) ? outcome : ddz_outcome_turned(outcome);
}

/* Try each play, the best looking first, then the pass. */
static enum ddz_outcome try_all(struct ddz_prover *s, const struct node *n, struct ddz_move *first) {
  const struct ddz_endgame *p = &n->p;
  struct ddz_move *const end = s->list.top;
  const bool played = end > first;
  struct ddz_refuted refuted = {.ranks = {0}};
  struct ddz_endgame next;
  int turns;
  for (; first < end; first++) {
    const struct ddz_move m = ddz_move_take(first, end);
    if (ddz_is_refuted(&refuted, &m)) continue;
    turns = ddz_endgame_play(s, p, &m, &next);
    enum ddz_outcome outcome = seen_by(p, turns, ddz_negamax(s, &next));
    if (outcome != DDZ_LOST) {
      if (n->recall.duel) s->below = ddz_refute_below(p, &n->attack[1], &m);
      return outcome;
    }
    if (n->recall.duel)
      ddz_refute_add(&s->caps, p, &n->attack[0], &m, m.reply_kind == 0 ? DDZ_REFUTE_ALL : s->below, &refuted);
  }
  if (p->kind != 0)
    turns = ddz_endgame_pass(s, p, &next);
  else if (played || (turns = ddz_endgame_pass_lead(s, p, &next)) == 0) /* a leader who can play must */
    return DDZ_LOST;
  enum ddz_outcome outcome = seen_by(p, turns, ddz_negamax(s, &next));
  s->below = DDZ_REFUTE_ALL;
  return outcome;
}

/* A play empties the hand. */
static void go_out(struct ddz_prover *s, const struct node *n, const struct ddz_move *m) {
  while (m->cards != n->p.c.hand[0]) m++;
  s->below = ddz_refute_below(&n->p, &n->attack[1], m);
}

static enum ddz_outcome search(struct ddz_prover *s, const struct node *n) {
  struct ddz_move *first = s->list.top;
  enum ddz_outcome outcome = DDZ_WON;
  if (!ddz_endgame_moves(s, &n->p, n->attack))
    outcome = try_all(s, n, first);
  else if (n->recall.duel)
    go_out(s, n, first);
  s->list.top = first;
  return outcome;
}

/* Normal form, and what is known without search; STOPPED: it must be searched. */
static inline enum ddz_outcome enter(struct ddz_prover *s, const struct ddz_endgame *position,
                                     struct node *n) {
  n->p = *position;
  if (n->p.wild) {
    ddz_recall_begin(s, &n->p, &n->recall);
    return ddz_recall_get(s, &n->p, &n->recall);
  }
  ddz_endgame_look(s, &n->p, n->attack);
  if (n->p.players == 2 && ddz_sure_win(&s->caps, &n->p, n->attack, &s->below)) return DDZ_WON;
  ddz_endgame_normalise(&n->p, n->attack);
  ddz_recall_begin(s, &n->p, &n->recall);
  ddz_endgame_look_again(s, &n->p, n->attack);
  ddz_recall_place(s, &n->p, n->attack, &n->recall);
  return ddz_recall_get(s, &n->p, &n->recall);
}

enum ddz_outcome ddz_negamax_known(struct ddz_prover *s, const struct ddz_endgame *position) {
  struct node n;
  return enter(s, position, &n);
}

enum ddz_outcome ddz_negamax(struct ddz_prover *s, const struct ddz_endgame *position) {
  if (ddz_prover_tick(s)) return DDZ_STOPPED;
  const uint64_t before = s->nodes;
  struct node n;
  enum ddz_outcome outcome = enter(s, position, &n);
  if (outcome != DDZ_STOPPED) return outcome;
  outcome = search(s, &n);
  if (outcome != DDZ_STOPPED) ddz_recall_put(s, &n.p, &n.recall, outcome, s->nodes - before + 1);
  return outcome;
}
