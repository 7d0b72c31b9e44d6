#include "allocate.h"

enum { LEAST = 2 }; /* candidates of a round: one alone has nobody to be compared with */

/* By the round's place in the cycle: one of so many candidates takes part. */
static const int parts[] = {1, 2, 2, 4, 4, 4, 4};
enum { CYCLE = sizeof parts / sizeof *parts };

/* How many have a higher score, or an equal one and a lower number? */
static int rank_of(const double *score, int count, int i) {
  int above = 0;
  for (int j = 0; j < count; j++) above += score[j] > score[i] || (j < i && score[j] == score[i]);
  return above;
}

void ddz_allocate(struct ddz_comparison *c, const double score[DDZ_CANDIDATES_MAX]) {
  const int count = c->candidates->count, part = parts[c->rounds % CYCLE];
  const int share = (count + part - 1) / part, width = share < LEAST ? LEAST : share;
  c->alive = 0;
  for (int i = 0; i < count; i++) {
    c->contender[i].alive = c->candidates->included[i] || rank_of(score, count, i) < width;
    c->alive += c->contender[i].alive;
  }
}
