/* calling.h - deals that were played (outcome.h), called in every way.
 *
 * Seats call as they are told, but now and then at random, so that there is something of every kind; and at
 * each question every choice is tried: the others then go on as they do, and the points are known. */
#pragma once

#include "lab/bids/bidder.h"
#include "lab/bids/outcome.h"
#include "tools/arena/player.h"

struct examples {
  struct example *at;
  size_t n, room;
};

struct calling {
  const struct ddz_rules *rules;
  struct ddz_engine *engine; /* with the nets so far */
  enum caller caller;        /* how seats call */
  double explore;            /* share of calls at random */
  double blind;              /* share of examples that do not know what was said, or what the kitty was */
  struct ddz_rng rng;
};

/* The table of a deal, seat 0 asked first. */
void calling_table(const struct ddz_rules *rules, const struct dealt *dealt, struct ddz_table *table);
bool calling_on(const struct ddz_table *table); /* somebody is asked */

/* All seats call by the advice until cards are played; where nobody does, the cards are dealt again. */
void calling_advised(struct ddz_table *table, struct ddz_engine *engine);

/* Points of a seat when the calling is over. */
double calling_points(const struct ddz_table *table, const struct dealt *dealt, int seat);

/* Add what there is to learn from a deal. Exits when memory is short. */
void calling_examples(struct calling *calling, const struct dealt *dealt, struct examples *examples);
