#include "role.h"

const char *const ddz_role_names[] = {"landlord", "landlord_down", "landlord_up", NULL};

const char *ddz_role_name(enum ddz_role role) { return role < DDZ_ROLES ? ddz_role_names[role] : "unknown"; }

const char *const ddz_objective_names[] = {"win", "points", NULL};

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
