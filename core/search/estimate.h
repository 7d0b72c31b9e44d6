/* estimate.h - what is a candidate worth, and how sure is that?
 *
 * The mean is that of the rollouts and of the prior, which counts as some visits (compare.h). Its squared
 * error has two parts:
 *
 *   variance  of the samples and of the prior. Few samples may be equal by chance, so their variance is mixed
 *             with the one that a game of this chance has (shrinkage).
 *   bias      of the value (compare.h), as far as the residual does not correct it yet.
 *
 * Full effort: the mean includes the residual, minus its mean over all candidates. Effort `decide`: the mean
 * uses the values only. Both stay on one scale, and more nodes do not shift all candidates together.
 *
 * This mean is shown, and chosen by with full effort. In `decide` ddz_compare_mean chooses: it adds the
 * residual and the style, as only the order counts there, and what is common to all does not change that.
 * Pure; no allocation. */
#ifndef DDZ_CORE_ESTIMATE_H
#define DDZ_CORE_ESTIMATE_H

#include "compare.h"

struct ddz_estimate {
  double mean, error; /* standard error */
};

/* Probability to win and points of candidate i, the latter in stakes of a farmer. mean NAN: not known */
struct ddz_estimate ddz_estimate_win(const struct ddz_comparison *comparison, int i);
struct ddz_estimate ddz_estimate_points(const struct ddz_comparison *comparison, int i);

/* The standard error of the difference in probability between two candidates. */
double ddz_estimate_error_between(const struct ddz_comparison *comparison, int a, int b);

#endif
