/* answer.h - what the robot says: the play it chose, why, and what else it considered. */
#ifndef DDZ_CORE_ANSWER_H
#define DDZ_CORE_ANSWER_H

#include "core/base/reason.h"
#include "request.h"
#include "why.h"

struct ddz_interval {
  double low, high;
};
/* As ddz_points_within. */
struct ddz_interval ddz_interval_within(struct ddz_interval points, double most);

/* As ddz_points_by_chance, each end by the same end of the chance. */
struct ddz_interval ddz_interval_by_chance(struct ddz_interval points, struct ddz_interval chance,
                                           double least, double most);

#define DDZ_Z_90 1.645 /* standard errors on both sides of a mean: nine of ten true values */

/* One thing the robot could do, a pass included (an empty play). What an engine cannot tell is NAN. */
struct ddz_candidate {
  struct ddz_play play;
  double score;                    /* higher is better; comparable within one answer only, see below */
  double win_probability;          /* 0..1, of the seat's side */
  double expected_points;          /* of the seat, in units of the base stake */
  uint64_t visits;                 /* rollouts or nodes spent on it; 0 where nothing was searched */
  bool proven;                     /* win_probability is certain, not estimated */
  bool bounded;                    /* the three below are set */
  struct ddz_interval win, points; /* nine of ten true values lie in such a one */
  double behind_error; /* standard error of how far win_probability is behind that of the first candidate */
};

/* The chosen candidate stands first. Where it was not chosen for its score (a rule took it, or no other was
 * clearly better) the scores of all others are lowered by as much as the best of them is above it: they keep
 * their distances, and scores fall from the first to the last. */
void ddz_candidates_lower_others(struct ddz_candidate *out, size_t n);

/* Only what is proven is told as 0 or 1: what is within a hundredth of them is moved away, in its order, by a
 * thousandth at most. */
double ddz_unproven(double probability);

struct ddz_robot_move {
  struct ddz_play play; /* a pass is an empty play */
  enum ddz_reason reason;
  enum ddz_player player; /* which one really played */
  double win_probability; /* NAN when not known */
  double expected_points; /* likewise */
  bool proven, bounded;   /* as of a candidate; so are the intervals */
  struct ddz_interval win, points;
  uint64_t nodes;               /* searched; plies of rollouts; 0 for `rules` */
  size_t candidates;            /* how many there were in all */
  struct ddz_contrast contrast; /* of a search with full effort */
};

#endif
