/* naive_solver.h - endgames solved the slow way, to hold core/solver against.
 *
 * Every set of cards a hand can put down comes from naive_rules.h, which classifies every sub-multiset. Every
 * position is searched to the end, nothing is cut off, and what was found is remembered under the whole
 * position written out as text. It knows no normal forms, no bounds, no orders, and not which side a play
 * cannot be answered by. Hands of up to 7 cards: milliseconds to a second. */
#pragma once

#include "core/rules/pattern.h"

struct naive_position {
  int players; /* 2 or 3; player 0 is the landlord, play goes 0, 1, 2, 0 */
  ddz_hand hand[3];
  int to_move;
  struct ddz_play last; /* zeroed: to_move leads */
  int owner;            /* of last */
};

/* What the side to move reaches, and after how many plays (passes not counted; winners want few, losers
 * many). */
struct naive_outcome {
  bool win;
  int length;
};

struct naive_solver;

/* A solver for positions within these hands. */
struct naive_solver *naive_solver_new(const struct ddz_rules *rules, int players, const ddz_hand *hands);
void naive_solver_free(struct naive_solver *solver);

struct naive_outcome naive_solve(struct naive_solver *solver, const struct naive_position *position);

/* The position after `play` (zeroed: a pass). The hand must not be emptied by it. */
struct naive_position naive_after(const struct naive_position *position, const struct ddz_play *play);

/* The same for one play of the side to move: its outcome, the play included. */
struct naive_outcome naive_solve_play(struct naive_solver *solver, const struct naive_position *position,
                                      const struct ddz_play *play);
