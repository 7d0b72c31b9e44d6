#include "objective.h"

#include <string.h>

static const char *const names[DDZ_OBJECTIVES] = {"win", "points"};

const char *ddz_objective_name(enum ddz_objective objective) {
  return objective < DDZ_OBJECTIVES ? names[objective] : "unknown";
}

enum ddz_objective ddz_objective_of(const char *name) {
  int objective = 0;
  while (objective < DDZ_OBJECTIVES && strcmp(name, names[objective]) != 0) objective++;
  return (enum ddz_objective)objective;
}

double ddz_points_within(double points, double most) {
  return points < -most ? -most : points > most ? most : points;
}

double ddz_points_worst(double probability, double least, double most) {
  return probability * least - (1 - probability) * most;
}

double ddz_points_best(double probability, double least, double most) {
  return probability * most - (1 - probability) * least;
}

double ddz_points_by_chance(double points, double probability, double least, double most) {
  if (probability != probability) return ddz_points_within(points, most);
  const double low = ddz_points_worst(probability, least, most);
  const double high = ddz_points_best(probability, least, most);
  return points < low ? low : points > high ? high : points;
}
