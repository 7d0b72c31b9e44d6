#include "lab/train/curve.h"

#include <math.h>

enum { STEPS = 30 };

double curve_probability(const struct curve *curve, double logit) {
  return 1 / (1 + exp(-(curve->slope * logit + curve->offset)));
}

/* One step of Newton's method: the gradient of the likelihood, and its curvature, which is of rank two. */
static void improve(struct curve *curve, const struct forecast *forecast, size_t n) {
  double g[2] = {0, 0}, h[3] = {1e-9, 0, 1e-9};
  for (size_t i = 0; i < n; i++) {
    const double x = forecast[i].logit, p = curve_probability(curve, x), w = p * (1 - p);
    g[0] += (forecast[i].won - p) * x;
    g[1] += forecast[i].won - p;
    h[0] += w * x * x;
    h[1] += w * x;
    h[2] += w;
  }
  const double det = h[0] * h[2] - h[1] * h[1];
  curve->slope += (g[0] * h[2] - g[1] * h[1]) / det;
  curve->offset += (g[1] * h[0] - g[0] * h[1]) / det;
}

struct curve curve_fit(const struct forecast *forecast, size_t n) {
  struct curve curve = {1, 0};
  for (int step = 0; step < STEPS; step++) improve(&curve, forecast, n);
  return curve;
}

void bins_add(struct bins *bins, double p, double won) {
  const int bin = p < 1 ? (int)(p * BINS) : BINS - 1;
  bins->forecast[bin] += p;
  bins->won[bin] += won;
  bins->n[bin]++;
  bins->all++;
}

double bins_error(const struct bins *bins) {
  double error = 0;
  for (int b = 0; b < BINS; b++)
    if (bins->n[b] > 0) error += fabs(bins->forecast[b] - bins->won[b]) / (double)bins->all;
  return error;
}

void bins_write(const struct bins *bins, FILE *file, const char *what, const char *name) {
  for (int b = 0; b < BINS; b++)
    if (bins->n[b] > 0)
      fprintf(file, "%s\t%s\t%.5f\t%.5f\t%zu\n", what, name, bins->forecast[b] / (double)bins->n[b],
              bins->won[b] / (double)bins->n[b], bins->n[b]);
}
