/* objective.h - what a seat plays for. */
#ifndef DDZ_CORE_OBJECTIVE_H
#define DDZ_CORE_OBJECTIVE_H

enum ddz_objective {
  DDZ_OBJECTIVE_WIN,    /* win as often as possible */
  DDZ_OBJECTIVE_POINTS, /* win as many points as possible */
  DDZ_OBJECTIVES
};
extern const char *const ddz_objective_names[DDZ_OBJECTIVES + 1]; /* closed by NULL */

/* Points where nobody wins or loses more than `most`; NAN stays NAN. */
double ddz_points_within(double points, double most);

/* A game is won with this probability, and its stake lies between `least` and `most`. At worst `least` is won
 * and `most` lost; at best `most` is won and `least` lost. */
double ddz_points_worst(double probability, double least, double most);
double ddz_points_best(double probability, double least, double most);

/* Points of such a game, cut to what lies between. Where the probability is NAN, as ddz_points_within. */
double ddz_points_by_chance(double points, double probability, double least, double most);

#endif
