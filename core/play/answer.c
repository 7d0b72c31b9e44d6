#include "answer.h"

#include <math.h>

#include "core/base/objective.h"

void ddz_candidates_lower_others(struct ddz_candidate *out, size_t n) {
  double above = n > 1 ? out[1].score - out[0].score : 0;
  for (size_t i = 1; i < n && above > 0; i++) /* the difference is rounded */
    out[i].score = fmin(out[i].score - above, out[0].score);
}

double ddz_unproven(double probability) {
  static const double EDGE = .01, DRAWN = .9;
  const double inside = fmin(fmax(probability, EDGE), 1 - EDGE);
  return inside + DRAWN * (probability - inside);
}

struct ddz_interval ddz_interval_within(struct ddz_interval points, double most) {
  return (struct ddz_interval){ddz_points_within(points.low, most), ddz_points_within(points.high, most)};
}

struct ddz_interval ddz_interval_by_chance(struct ddz_interval points, struct ddz_interval chance,
                                           double least, double most) {
  return (struct ddz_interval){ddz_points_by_chance(points.low, chance.low, least, most),
                               ddz_points_by_chance(points.high, chance.high, least, most)};
}
