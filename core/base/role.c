#include "role.h"

const char *const ddz_role_names[] = {"landlord", "landlord_down", "landlord_up", NULL};

const char *ddz_role_name(enum ddz_role role) { return role < DDZ_ROLES ? ddz_role_names[role] : "unknown"; }

const char *const ddz_objective_names[] = {"win", "points", NULL};
const char *const ddz_result_names[] = {"unknown", "win", "loss", NULL};

double ddz_points_within(double points, double most) {
  return points < -most ? -most : points > most ? most : points;
}

struct ddz_interval ddz_points_between(double probability, double least, double most) {
  return (struct ddz_interval){probability * least - (1 - probability) * most,
                               probability * most - (1 - probability) * least};
}

double ddz_points_by_chance(double points, double probability, double least, double most) {
  if (probability != probability) return ddz_points_within(points, most);
  const struct ddz_interval can = ddz_points_between(probability, least, most);
  return points < can.low ? can.low : points > can.high ? can.high : points;
}
