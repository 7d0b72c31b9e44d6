/* solution.h - what the solver returns: the result of a position, of its plays, and the principal line. */
#ifndef DDZ_CORE_SOLVER_SOLUTION_H
#define DDZ_CORE_SOLVER_SOLUTION_H

#include "core/rules/pattern.h"

enum ddz_result { DDZ_RESULT_UNKNOWN, DDZ_RESULT_WIN, DDZ_RESULT_LOSS };

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

#endif
