/* deal.h - the pack, shuffled or gathered from the last game, and who got which cards.
 *
 * A deal is a deck cut into three hands and a kitty: drawn from a random generator, or given. Seats are 0, 1,
 * 2 and play goes 0, 1, 2, 0; which of them is the landlord may be known already. Pure: no allocation, no
 * globals, any thread. */
#ifndef DDZ_CORE_DEAL_H
#define DDZ_CORE_DEAL_H

#include "core/base/card.h"
#include "core/base/rng.h"
#include "core/rules/rules.h"

/* ---- the pack before it is dealt ---- */

/* Several platforms offer games without shuffling (不洗牌): cards that lay together in one game lie together
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
 * Or, with one number that says how many bombs come of it (`loose`): the four cards of each rank lie
 * together, and so do the jokers; these blocks, and the flower, lie in random order. Then so often two cards
 * at random places change places, and the pack is cut once.
 *
 * About 10 us gathered, 0.3 us shuffled. */

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

/* Blocks of equal cards, `swaps` pairs of which change places. */
void ddz_pack_loose(struct ddz_pack *pack, int cards, int swaps, struct ddz_rng *rng);

/* `n` cards from place `from` on, as a set. */
ddz_cards ddz_pack_part(const struct ddz_pack *pack, int from, int n);

/* ---- a deal ---- */

enum { DDZ_SEATS = 3, DDZ_NO_SEAT = -1 };

struct ddz_deal {
  ddz_cards cards[DDZ_SEATS];
  ddz_cards kitty; /* landlord unknown: besides the hands. Landlord known: he holds them already (or empty) */
  int first;       /* seat that is asked first, 0..2; not read when the landlord is known */
  int landlord;    /* 0..2, or DDZ_NO_SEAT: to be found */
};

/* Deal 17 cards of the rules' deck to each seat, the rest to the kitty; draw who is asked first. The landlord
 * is not known, except where the rules have no calling: there it is the seat drawn, and he holds the kitty.
 *
 * rules->dealing says how:
 *   shuffled    all deals are equally likely.
 *   unshuffled  a pack gathered from the last game, dealt in packets of 6, 6 and 5 cards from the
 *               seat that is asked first. All seats have equal chances, but equal cards come together:
 *               about 1.5 fours of a kind and rockets per deal instead of 0.58 (test_deal prints it).
 *   loose       blocks of equal cards, some of which changed places (pack.h), dealt likewise: 6.54 fours of a
 *               kind and rockets with no swaps, 3.27 with 8, 1.49 with 20. */
void ddz_deal_random(const struct ddz_rules *rules, struct ddz_rng *rng, struct ddz_deal *deal);

/* A deal of hands known by rank only: each seat in turn gets the lowest suits not given yet, the kitty first.
 *
 * kitty     with a landlord, cards of his hand (may be empty); without one, further cards.
 * Error: TOO_MANY_OF_RANK, NO_FLOWER; NOT_IN_HAND when the landlord does not hold the kitty. */
enum ddz_error ddz_deal_of_hands(const struct ddz_rules *rules, const ddz_hand hand[DDZ_SEATS],
                                 ddz_hand kitty, int landlord, struct ddz_deal *deal);

/* Can a game start from this deal?
 *
 * Landlord unknown: 17 cards a seat and a full kitty. Landlord known: 1 to 17 cards a farmer and 1 to
 * 17 + kitty cards for him (fewer than all: a game begun elsewhere), the kitty in his hand or already played.
 * Errors: DUPLICATE_CARD, NO_FLOWER, BAD_DEAL. */
enum ddz_error ddz_deal_check(const struct ddz_rules *rules, const struct ddz_deal *deal);

/* Does every card of the deck belong to this deal? */
bool ddz_deal_whole(const struct ddz_rules *rules, const struct ddz_deal *deal);

/* ---- what are the three cards of a kitty, and what do they multiply the stake by? ---- */

enum ddz_kitty_kind {
#define KITTY(name, ...) DDZ_KITTY_##name,
#include "core/game/table.def"
  DDZ_KITTY_KINDS
};
extern const char *const ddz_kitty_names[DDZ_KITTY_KINDS + 1]; /* closed by NULL */

/* Factors, 0: none. `any` counts for every kitty; else the highest of the kinds that the cards are. */
struct ddz_kitty_factor {
  uint8_t any, kind[DDZ_KITTY_KINDS];
};

/* What the stake is multiplied by; 1: by nothing. */
int ddz_kitty_times(const struct ddz_kitty_factor *factor, ddz_cards kitty);

#endif
