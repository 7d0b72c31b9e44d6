/* allocate.h - which candidates take part in the next round, with full effort?
 *
 * Sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013) in
 * short cycles, so that it may stop at any time (Sagers, Winands and Soemers, "Anytime sequential halving in
 * Monte-Carlo tree search", 2024). A cycle has 7 rounds: one of all candidates, two of the better half, four
 * of the best quarter. So the best one has at most 7 times the visits of the worst one, and whoever was
 * unlucky comes back in the next cycle. What the request includes takes part in every round.
 *
 * Pure; no allocation. */
#ifndef DDZ_CORE_ALLOCATE_H
#define DDZ_CORE_ALLOCATE_H

#include "compare.h"

/* Set `alive` of every candidate for the next round. score  of each, higher is better */
void ddz_allocate(struct ddz_comparison *comparison, const double score[DDZ_CANDIDATES_MAX]);

#endif
