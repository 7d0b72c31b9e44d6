/* pack.h - the pack of cards before it is dealt: shuffled, or gathered from the last game.
 *
 * Several platforms offer games without shuffling (不洗牌): cards that lay together in one game lie together
 * in the next, and bombs are two to three times as frequent. No platform publishes how it gathers the cards.
 * Ours is what people do at a table by hand. The random generator decides all of it:
 *
 *   1. The last game: a fairly shuffled deal, played by a simple policy under the rules `standard` (a flower
 *      stays in the hand). The leader plays as many cards as he can, the lowest first. A seat that can beat
 *      an enemy does so with its lowest play that is no bomb. Bombs are kept to the end.
 *   2. Gathered: the tricks in the order of play, the cards of each play in ascending order. On top of them
 *      the hands that were left, sorted, the landlord's first.
 *   3. Cut: into DDZ_PACK_STRIPS strips at random places, put together in a random order. (Cutting a pack in
 *      two again and again does no more than cutting it once.)
 *
 * How it is dealt is in deal.h. Pure: no allocation, no globals, any thread; about 10 us gathered, 0.3 us
 * shuffled. */
#ifndef DDZ_CORE_PACK_H
#define DDZ_CORE_PACK_H

#include "core/base/card.h"
#include "core/base/rng.h"

enum { DDZ_PACK_MAX = 55, DDZ_PACK_STRIPS = 4 };

/* The cards from the bottom to the top. */
struct ddz_pack {
  unsigned char card[DDZ_PACK_MAX];
  int n; /* 54 or 55 */
};

/* All orders are equally likely. */
void ddz_pack_shuffled(struct ddz_pack *pack, int cards, struct ddz_rng *rng);

/* Put together from the last game. */
void ddz_pack_gathered(struct ddz_pack *pack, int cards, struct ddz_rng *rng);

/* `n` cards from place `from` on, as a set. */
ddz_cards ddz_pack_part(const struct ddz_pack *pack, int from, int n);

#endif
