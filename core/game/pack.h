/* pack.h - the pack of cards before it is dealt: shuffled, or put together from the last game.
 *
 * Several platforms offer games that are not shuffled (不洗牌): what lay together in one game lies together
 * in the next, and bombs are two to three times as frequent. None of them publishes how it gathers the cards.
 * This is how it is done at a table by hand, and all of it is drawn from the generator:
 *
 *   the last game   a fairly shuffled deal, played by a simple policy under the rules of the preset
 * `standard` (a flower stays in the hand): who leads plays the most cards he can, the lowest first; who can
 * beat an enemy does so with the lowest play that is no bomb; bombs are kept to the end. gathered        the
 * tricks in the order of play, each play with its cards in ascending order; on top of them the hands that
 * were left over, sorted, the landlord's first. cut             into DDZ_PACK_STRIPS strips at places drawn
 * at random, which are put together in an order drawn at random. (Cutting a pack in two again and again does
 * no more than cutting it once.)
 *
 * How it is dealt is in deal.h. Pure: no allocation, no globals, any thread; some 10 microseconds gathered,
 * 0.3 shuffled. */
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
