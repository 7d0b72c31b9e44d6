/* deal.h - who got which cards: the pack, shuffled or gathered from the last game, or given.
 *
 * A deal is a deck cut into three hands and a kitty: drawn from a random generator, or given. Seats are 0,
 * 1, 2 and play goes 0, 1, 2, 0; which of them is the landlord may be known already. */
#pragma once

#include "core/base/card.h"
#include "core/base/rng.h"
#include "core/rules/rules.h"

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
 *   loose       blocks of equal cards, some of which changed places, dealt likewise: 6.54 fours of a
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
