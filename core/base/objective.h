/* objective.h - what a seat plays for. */
#ifndef DDZ_CORE_OBJECTIVE_H
#define DDZ_CORE_OBJECTIVE_H

enum ddz_objective {
  DDZ_OBJECTIVE_WIN,    /* win as often as possible */
  DDZ_OBJECTIVE_POINTS, /* win as many points as possible */
  DDZ_OBJECTIVES
};

/* Points where nobody wins or loses more than `most`; NAN stays NAN. */
double ddz_points_within(double points, double most);

/* The same of a game that is won with this probability, where nobody wins or loses less than `least` either:
 * between `least` won and `most` lost, and `most` won and `least` lost. A probability of NAN says nothing. */
double ddz_points_by_chance(double points, double probability, double least, double most);

/* "win", "points"; and back, DDZ_OBJECTIVES when there is no such name. */
const char *ddz_objective_name(enum ddz_objective objective);
enum ddz_objective ddz_objective_of(const char *name);

#endif
