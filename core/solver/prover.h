/* prover.h - what all searches of one call share: rules, tables, the stack of plays, the limits.
 *
 * A search answers for the side of the player to move: won, lost, or stopped (a limit was reached, or the
 * stack of plays was too short, which counts as one). It allocates nothing and may be called again and
 * again; what it proved stays in the tables.
 *
 *   negamax.h    who wins a position
 *   root.h       the position of the request, and how many plays it takes */
#ifndef DDZ_CORE_SOLVER_PROVER_H
#define DDZ_CORE_SOLVER_PROVER_H

#include "core/base/limit.h"
#include "dominance.h"
#include "moves.h"
#include "tt.h"

enum ddz_outcome { DDZ_STOPPED = -1, DDZ_LOST = 0, DDZ_WON = 1 };

struct ddz_prover {
  struct ddz_solver_caps caps;
  struct ddz_left_slot *left;     /* DDZ_LEFT_SLOTS */
  struct ddz_tt table;            /* short entries: two hands without wildcards */
  struct ddz_dominance dominance; /* of the same positions */
  struct ddz_tt wide;             /* long entries: everything else; no lines when it is not needed */
  struct ddz_movelist list;
  struct ddz_play *plays;      /* scratch for movegen.h, DDZ_PROVER_PLAYS */
  uint64_t nodes, limit;       /* visited, and how many at most */
  uint64_t small;              /* the dominance table is used after so many nodes */
  const struct ddz_stop *stop; /* or NULL */
  uint8_t below;               /* of the last search between two hands: see negamax.c */
  bool stopped;                /* a limit was reached: every answer from here on is STOPPED */
};

enum {
  DDZ_PROVER_PLAYS = 1 << 17, /* of one hand: with eight wildcards 79,997 were met */
  DDZ_PROVER_MOVES = 1 << 18  /* room of the stack of plays */
};

/* Count a node; true when the search must stop. */
static inline bool ddz_prover_tick(struct ddz_prover *s) {
  if (s->nodes >= s->limit || s->list.full) s->stopped = true;
  if (s->stopped) return true;
  s->nodes++;
  if ((s->nodes & 1023) == 0 && s->stop != NULL && ddz_stop_asked(s->stop)) s->stopped = true;
  return s->stopped;
}

/* The same outcome for the other side. */
static inline enum ddz_outcome ddz_outcome_turned(enum ddz_outcome outcome) {
  return outcome == DDZ_STOPPED ? outcome : (enum ddz_outcome)(DDZ_WON - outcome);
}

#endif
