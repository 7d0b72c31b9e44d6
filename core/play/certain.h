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
 * Microseconds to some tens of them: at most NODES positions of the own hand are looked at. DEALS takes up
 * to some milliseconds. */
#pragma once

#include "core/play/scene.h"

/* What is certain, as far as it can be proved: microseconds, for deals up to some milliseconds. */
void ddz_certain_find(const struct ddz_scene *scene, struct ddz_certain *out);

/* The same RUN where only a bomb could stop it.
 *
 * most  how likely it may be at most that an enemy holds one, by counting the ways in which the unseen cards
 * may lie (an upper bound): 0..1. Where none can hold one there is no such run: it would be certain
 *
 * Returns the cards to put down now, 0: there is no such run. */
ddz_hand ddz_certain_but_bombs(const struct ddz_scene *scene, double most);
