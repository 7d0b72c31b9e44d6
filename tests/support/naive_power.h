/* naive_power.h - the power value said a second time: all plays with the highest card, one after another.
 *
 * The fast code in core/value/power.c is held against this one. It was written from the definition alone and
 * shares no line and no weight with it: every partition of a hand has one play that holds the highest card,
 * so try every such play, with every choice of kickers, and every way to put wildcards in place of what is
 * there or is not; the rest is a smaller hand, remembered in a table that forgets nothing.
 *
 * Cost: milliseconds for 20 natural cards, a second for a dozen cards with four wildcards. Values are in
 * thousandths, so they are exact. */
#pragma once

#include "core/rules/rules.h"

struct naive_value {
  long power; /* in thousandths */
  int plays;  /* the fewest among the best */
};

/* P of a hand. The flower, where there is one, stands for 3..A and is in a body; wild ranks stand for 3..2 in
 * bodies and among the kickers, and a play of wildcards only has one of their own ranks. */
struct naive_value naive_power(const struct ddz_rules *rules, ddz_hand hand);

/* What one play is worth: `copies` of each of `length` ranks from `rank`, kickers of `kicker` equal cards. */
long naive_weight(int copies, int rank, int length, int kicker);

/* The values of the best distinct partitions of a hand without wildcards, best first, at most `k`. Two with
 * the same bodies and the same kickers are one. Tries them all: for a dozen cards. Returns how many. */
int naive_partitions(ddz_hand hand, int k, struct naive_value *out);
