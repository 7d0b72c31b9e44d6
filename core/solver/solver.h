/* solver.h - open cards: who can force the win, with which plays, and how fast?
 *
 * Two hands (the landlord against one farmer) or three (against two partners), everybody sees everything.
 * The answer is exact: a proven win or a proven loss for the side to move, under any rule set, wildcards and
 * forbidden patterns included. It is `unknown` only when a limit of the call is reached first; then the plays
 * that were proven by then are still reported. A win always comes with a play that wins: where the limit is
 * reached before one can be named, the answer is `unknown`.
 *
 * Two hands: after a pass the other leads. Three hands: the turn goes round, two passes give the lead back to
 * who played last; the landlord wins when his hand is empty, the farmers when one of theirs is.
 *
 * A leader without any legal play (a lone flower, or all his patterns forbidden) passes the lead on, as at
 * the table (table.h); when nobody could lead, the side that should have has lost.
 *
 * A solver belongs to one thread and lives in memory it is given. It remembers what it proved: as long as the
 * rules stay the same and the hands of a call are within those of the first call of a series (as when a line
 * of play is followed), nothing is searched twice. Any other call starts afresh. The results, lengths and
 * plays of an answer do not depend on what was remembered; only `nodes` does, and with a limit what could be
 * proven under it: call ddz_solver_reset first where two answers must agree in every byte.
 *
 * The stack depth is bounded by the number of cards (some 100 kB). */
#pragma once

#include "core/base/limit.h"
#include "core/game/position.h"

struct ddz_solver;

enum { DDZ_SOLVER_TABLE_DEFAULT = 32 << 20, DDZ_SOLVER_TABLE_MIN = 64 << 10 }; /* bytes */

/* Bytes for a solver whose tables together take `table_bytes` (a power of two, rounded down; at least
 * DDZ_SOLVER_TABLE_MIN; 0: the default). Besides the tables it needs some 6 MiB, of which
 * only what a search uses is touched. */
size_t ddz_solver_size(size_t table_bytes);

/* So many of these bytes, the last ones, are the tables. */
size_t ddz_solver_table_size(size_t table_bytes);

/* Lay a solver out in `memory` (64-byte aligned, ddz_solver_size bytes). But for 200 KiB, memory is touched
 * only as far as a search needs it. Never fails. */
struct ddz_solver *ddz_solver_init(void *memory, size_t table_bytes);

/* Forget everything. Costs microseconds. */
void ddz_solver_reset(struct ddz_solver *solver);

enum ddz_solutions {
  DDZ_SOLUTIONS_ONE,    /* the result, and one winning play */
  DDZ_SOLUTIONS_ALL,    /* the result of every legal play */
  DDZ_SOLUTIONS_SCORED, /* and how long each takes */
  DDZ_SOLUTIONS_NONE    /* the result alone: no play is named, and no line */
};

struct ddz_solve_request {
  const struct ddz_rules *rules;
  struct ddz_position
      now; /* turn, last, owner (not turn) and duel are read; in a duel landlord_down is "the farmer" */
  ddz_hand hand[DDZ_ROLES]; /* by role; 1..21 cards each, together at most the deck */
  enum ddz_solutions solutions;
  bool estimate;          /* random games instead of proof: fills `probability` only */
  uint64_t seed;          /* for the estimate */
  struct ddz_limit limit; /* nodes; for the estimate: positions visited in random games (0: 1,000,000) */
};

/* One legal play (or pass) and what it leads to, for the side to move. */
struct ddz_solved_play {
  struct ddz_play play; /* cards 0: a pass */
  enum ddz_result result;
  int length;         /* SCORED: plays to the end, this one included; 0: not known */
  double probability; /* estimate: share of random games won, NAN when none was played */
};

enum { DDZ_LINE_MAX = 128 };

struct ddz_solution {
  enum ddz_result result; /* for the side to move */
  int length;             /* SCORED: plays to the end; 0: not known */
  double probability;     /* estimate: of the best play; else NAN */
  uint64_t nodes;         /* positions visited */
  size_t count;           /* plays reported; may exceed the room for them */
  size_t line_length;     /* principal line, passes included; ends early when a limit was reached */
  struct ddz_play line[DDZ_LINE_MAX];
};

/* The same after a legal play, or a pass (a play without cards), of the player to move. */
struct ddz_solve_request ddz_solve_after(const struct ddz_solve_request *request,
                                         const struct ddz_play *play);

/* Solve.
 *
 * Length counts the cards put down by anybody, the last play included, passes not: the winners play for the
 * quickest end, the losers for the latest.
 *
 * plays  room for `cap`. ONE: the winning play if there is one. ALL, SCORED: every legal play, the winning
 *        ones first, then the unknown, then the lost (SCORED: quickest wins first, longest losses first; with
 *        an estimate: by falling probability); else in the order of movegen.h, a pass last. Plays differ in
 *        cards or in the way they are read.
 * out    always filled on DDZ_OK.
 *
 * The line: the winners play a winning play (SCORED: a quickest one), the losers the play that leaves
 * them the fewest plays (SCORED: that lasts longest).
 *
 * Errors: EMPTY (a hand has no cards), TOO_MANY_CARDS, TOO_MANY_OF_RANK (more than the deck has). */
enum ddz_error ddz_solve(struct ddz_solver *solver, const struct ddz_solve_request *request,
                         struct ddz_solved_play *plays, size_t cap, struct ddz_solution *out);
