/* answer.h - the answer of one call being written: plays into the caller's room, in their final order. */
#ifndef DDZ_CORE_SOLVER_ANSWER_H
#define DDZ_CORE_SOLVER_ANSWER_H

#include "prover.h"
#include "solution.h"

struct ddz_answer {
  struct ddz_solved_play *plays;
  size_t cap; /* of plays; more are counted, not kept */
  struct ddz_solution *out;
};

/* WON is a win, LOST a loss, STOPPED unknown. */
enum ddz_result ddz_result_of(enum ddz_outcome outcome);

/* Add a play in the order of the calls: kept while there is room, counted always. */
void ddz_answer_add(struct ddz_answer *answer, const struct ddz_solved_play *play);

/* Winning plays first, quick ones before slow ones; then unknown; then lost, slow ones first. With an
 * estimate: by falling probability. Otherwise in the order of movegen.h, a pass last. */
void ddz_answer_sort(struct ddz_answer *answer);

#endif
