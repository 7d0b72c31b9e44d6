/* certain.h - what is certain, from what a seat knows.
 *
 * Proves a win against every deal that fits: whoever holds which of the unseen cards, as long as the partner
 * lets it happen. There are five ways:
 *
 *   OUT   one play empties the hand
 *   PASS  the partner goes out: he plays next, or leads after a landlord who cannot answer; and whatever he
 *         may hold is one play that fits
 *   FEED  as PASS, after a play of this seat
 *   RUN   plays that no enemy can beat, one after the other, until the last one, which may be beatable, goes
 *         out, or feeds the partner
 *   DEALS a play that wins in every deal that fits, with open hands
 *
 * They are looked for in this order. And a loss: nobody can beat an enemy's play, and whatever he holds is
 * one play; or every deal that fits is lost with open hands.
 *
 * What an enemy can do is an upper bound: any of the unseen cards, as many as he holds (cards that are surely
 * with the landlord are counted as his). So everything proved is certain, but not everything certain is
 * proved.
 *
 * A certain win beats every estimate of winning. Where all own bombs are played the points are known, too,
 * and a sure result is not given up for an estimate.
 *
 * No allocation; one engine, one thread. Microseconds to some tens of them: at most NODES positions
 * (certain.def) of the own hand are looked at. DEALS takes up to some milliseconds. */
#ifndef DDZ_CORE_CERTAIN_H
#define DDZ_CORE_CERTAIN_H

#include "core/engine/engine.h"
#include "core/game/view.h"
#include "core/value/prompt.h"

enum ddz_certain_way {
  DDZ_CERTAIN_NOT,
  DDZ_CERTAIN_OUT,
  DDZ_CERTAIN_PASS,
  DDZ_CERTAIN_FEED,
  DDZ_CERTAIN_RUN,
  DDZ_CERTAIN_DEALS,
};

enum { DDZ_CERTAIN_PLAYS = 192 }; /* with more no deals are looked at */

struct ddz_certain {
  enum ddz_certain_way way;
  ddz_hand cards;               /* to put down now; none: pass */
  bool wins[DDZ_CERTAIN_PLAYS]; /* DEALS: does prompt i win in all of them? [n]: does a pass? */
  bool full;                    /* all own bombs are played on the way: an estimate of more is not believed */
  bool top;                     /* whatever else is done, nobody can bring this seat more points */
  bool lost;                    /* whatever is done */
  double stakes;                /* of a farmer that are won (lost) then; NAN: not known */
};

/* What the proof rests on. */
struct ddz_certain_ask {
  struct ddz_engine *engine;
  const struct ddz_view *view;
  ddz_hand unseen;                  /* cards that may be with the others */
  bool for_points;                  /* a way that plays all own bombs is looked for first */
  const struct ddz_prompt *prompts; /* all legal plays */
  size_t n;
  int plays; /* in the best partition of the hand: with many nothing is looked for */
};
void ddz_certain_find(const struct ddz_certain_ask *ask, struct ddz_certain *out);

/* The same RUN where only a bomb could stop it.
 *
 * most  how likely it may be at most that an enemy holds one, by counting the ways in which the unseen cards
 * may lie (an upper bound): 0..1. Where none can hold one there is no such run: it would be certain
 *
 * Returns the cards to put down now, 0: there is no such run. */
ddz_hand ddz_certain_but_bombs(const struct ddz_certain_ask *ask, double most);

#endif
