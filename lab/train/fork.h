/* fork.h - a decision whose best plays are all followed to the end, on the hands as they lie.
 *
 * Where one play is no worse than another to the net, games tell them apart slowly: each sees another deal,
 * and the luck of the cards is several times what the choice is worth. Followed on the same hands that luck
 * is shared, and what is left is the difference. The net plays on for all seats, as it does when it is asked
 * afterwards; so the better play is a step of improvement over it (policy iteration).
 *
 * With `distill` nothing is followed: the learner learns what the nets that play think of each play. Several
 * nets together play better than each alone, because each errs in its own way. Their mean has no luck of the
 * cards in it, so one net learns it fast (distillation, Hinton et al. 2015). */
#pragma once

#include "core/game/open.h"
#include "lab/train/choice.h"

enum { FORK_PLAYS = 3 };

struct fork {
  int n; /* plays, two or more */
  struct sample sample[FORK_PLAYS];
};

/* The decision that `position` is of.
 *
 * candidate, all  (n) its plays and their worths, `best` the best of them (choice.h)
 * lambda          1: what the game came to; less: also what the net thought on the way (play.h)
 *
 * False, and nothing to learn from, where no other play is nearly as good as the best, or the best goes out.
 */
struct fork_ask {
  const struct mind *mind;
  const struct ddz_open *game;
  const struct ddz_inputs *position;
  const struct ddz_play *candidate;
  const struct worth *all;
  size_t n, best;
  bool points;
  bool distill; /* nothing is followed: the worths in `all` are learned */
  float lambda;
};
bool fork_follow(const struct player_tools *tools, const struct fork_ask *ask, struct fork *fork);
