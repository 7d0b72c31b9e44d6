/* split.h - what the cards of one rank can become on their own, outside runs.
 *
 * `naturals` cards of a rank, with some wildcards, fall into groups; every group has at least one natural.
 *
 *   form        cards   slots  weight
 *   solo          1       0    solo
 *   pair          2       0    pair
 *   trio          3       0    trio, bare
 *   trio open     3      +1    trio; somewhere a kicker fills it
 *   bomb          4..12   0    bomb; longer than four only with wild ranks
 *   kicker solo   1      -1    the bonus of the trio it fills
 *   kicker pair   2      -1    likewise
 *
 * A wildcard may be in any group of two and more; the flower only in bodies. Pure. */
#ifndef DDZ_CORE_SPLIT_H
#define DDZ_CORE_SPLIT_H

#include "weights.h"

enum ddz_form {
  DDZ_FORM_SOLO,
  DDZ_FORM_PAIR,
  DDZ_FORM_TRIO,
  DDZ_FORM_TRIO_OPEN,
  DDZ_FORM_BOMB,
  DDZ_FORM_KICKER_SOLO,
  DDZ_FORM_KICKER_PAIR,
  DDZ_FORMS
};

enum { DDZ_SPLIT_MAX = 4 }; /* groups: one natural each */

struct ddz_group {
  uint8_t form;     /* enum ddz_form */
  uint8_t naturals; /* 1..4 */
  uint8_t wilds;
};

struct ddz_split {
  int count;
  struct ddz_group group[DDZ_SPLIT_MAX];
};

typedef void ddz_split_visitor(void *self, const struct ddz_split *split);

/* Every way to split 1..4 naturals and exactly `wilds` wildcards (0..8, or 0..1 when they are the flower)
 * into groups, each way once. */
void ddz_each_split(int naturals, int wilds, bool flower, void *self, ddz_split_visitor *visit);

/* Of one group, of rank 3..2: its weight, and the slots it opens (or fills, negative). */
ddz_weight_sum ddz_group_weight(const struct ddz_group *group, int rank);
int ddz_group_slots(const struct ddz_group *group);

#endif
