/* curve.h - are forecast probabilities true? And the curve that makes them so.
 *
 * A curve bends a logit: p = 1 / (1 + exp(-(slope * logit + offset))). It is fitted to what came of what was
 * forecast by logistic regression. How true probabilities are is the expected calibration error: the mean
 * distance of what was forecast from what came, over bins of equal width, each as heavy as it is full. */
#pragma once

#include <stdio.h>

struct curve {
  double slope, offset; /* 1 and 0: as it was forecast */
};

/* What was forecast, and what came: 1 or 0. */
struct forecast {
  double logit, won;
};

/* Newton's method from slope 1, offset 0; n of 0 leaves them so. Thirty passes over the list. */
struct curve curve_fit(const struct forecast *forecast, size_t n);

double curve_probability(const struct curve *curve, double logit);

enum { BINS = 20 };
struct bins {
  double forecast[BINS], won[BINS]; /* sums */
  size_t n[BINS], all;
};

void bins_add(struct bins *bins, double p, double won);
double bins_error(const struct bins *bins); /* expected calibration error; 0 of nothing */

/* A line for each bin that holds something: what, name, mean forecast, mean that came, how many; between
 * tabs. */
void bins_write(const struct bins *bins, FILE *file, const char *what, const char *name);
