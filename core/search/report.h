/* report.h - what the search says of its choice and of each candidate.
 *
 * Win probabilities are corrected for what came of such estimates in played games; where nothing was tried
 * they are the net's, and NAN where nobody knows. */
#pragma once

#include "core/play/options.h"
#include "core/search/compare.h"
#include "core/search/contrast.h"

/* Write what is told of each candidate, and how much it is liked, on its option. The chosen one is liked
 * best: with full effort that of the highest score of those tried, the first of equal ones, or 0 where none
 * was; else that of ddz_compare_choose. With full effort nothing is said of what was not tried. Of the
 * rating `nodes` stays. */
void ddz_report_rate(const struct ddz_scene *scene, const struct ddz_comparison *comparison,
                     struct ddz_options *options, struct ddz_rating *rating);

/* What each admitted candidate is ordered by with full effort: its score. A settled win (candidates.h)
 * stands above all others, whatever a style adds to them, even where its points are not known
 * (NAN). */
void ddz_report_scores(const struct ddz_scene *scene, const struct ddz_comparison *comparison,
                       struct ddz_options *options, double out[DDZ_CANDIDATES_MAX]);
