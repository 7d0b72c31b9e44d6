#include "state.h"

struct ddz_problem ddz_problem_of(const struct ddz_rules *rules, ddz_hand hand) {
  struct ddz_problem problem = {.wilds = ddz_hand_only(hand, rules->wild | 1u << DDZ_RANK_F)};
  ddz_hand naturals = hand - problem.wilds;
  problem.jokers = ddz_hand_count(naturals, DDZ_RANK_B) + 2 * ddz_hand_count(naturals, DDZ_RANK_R);
  problem.state.hand = ddz_hand_only(naturals, (1u << (DDZ_RANK_2 + 1)) - 1);
  if (problem.wilds != 0) {
    problem.state.wants.wilds = (uint8_t)ddz_hand_size(problem.wilds);
    problem.state.wants.face = (uint8_t)ddz_hand_top(problem.wilds);
    problem.state.wants.spare =
        problem.state.wants.face == DDZ_RANK_F && ddz_hand_count(naturals, DDZ_RANK_2) == 3;
  }
  return problem;
}
