#include "deal.h"

#include "pack.h"

enum { ROUNDS = 3 }; /* rounds of dealing, at most */

static ddz_cards deck_of(const struct ddz_rules *rules) { return ((ddz_cards)1 << rules->deck) - 1; }

/* How a pack is made and given out. */
static const struct dealing {
  void (*make)(struct ddz_pack *pack, int cards, struct ddz_rng *rng);
  bool from_first;    /* the seat that is asked first gets the first packet, not seat 0 */
  int packet[ROUNDS]; /* cards each seat gets in a round */
} dealings[DDZ_DEALINGS] = {
    [DDZ_DEALING_SHUFFLED] = {ddz_pack_shuffled, false, {DDZ_HAND_DEALT}},
    [DDZ_DEALING_UNSHUFFLED] = {ddz_pack_gathered, true, {6, 6, 5}},
};

/* Round by round from the bottom of the pack; what is left is the kitty. */
static void give_out(const struct dealing *dealing, const struct ddz_pack *pack, struct ddz_deal *deal) {
  const int start = dealing->from_first ? deal->first : 0;
  int at = 0;
  for (int seat = 0; seat < DDZ_SEATS; seat++) deal->cards[seat] = 0;
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < DDZ_SEATS; i++, at += dealing->packet[round])
      deal->cards[(start + i) % DDZ_SEATS] |= ddz_pack_part(pack, at, dealing->packet[round]);
  deal->kitty = ddz_pack_part(pack, at, pack->n - at);
}

void ddz_deal_random(const struct ddz_rules *rules, struct ddz_rng *rng, struct ddz_deal *deal) {
  const struct dealing *dealing = &dealings[rules->dealing];
  struct ddz_pack pack;
  dealing->make(&pack, rules->deck, rng);
  deal->first = (int)ddz_rng_below(rng, DDZ_SEATS);
  deal->landlord = DDZ_NO_SEAT;
  give_out(dealing, &pack, deal);
  if (rules->calling != DDZ_CALLING_NONE) return;
  deal->landlord = deal->first;
  deal->cards[deal->landlord] |= deal->kitty;
}

/* Move cards of these ranks out of the pack. */
static bool take(ddz_cards *pack, ddz_hand wanted, ddz_cards *taken) {
  *taken = 0;
  if (ddz_cards_pick(*pack, wanted, taken) != DDZ_OK) return false;
  *pack &= ~*taken;
  return true;
}

enum ddz_error ddz_deal_of_hands(const struct ddz_rules *rules, const ddz_hand hand[DDZ_SEATS],
                                 ddz_hand kitty, int landlord, struct ddz_deal *deal) {
  struct ddz_deal made = {.landlord = landlord};
  ddz_cards pack = deck_of(rules);
  ddz_hand rest[DDZ_SEATS] = {hand[0], hand[1], hand[2]};
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    if (rules->deck < 55 && ddz_hand_count(hand[seat] | kitty, DDZ_RANK_F) > 0) return DDZ_ERR_NO_FLOWER;
  if (landlord != DDZ_NO_SEAT) {
    if (!ddz_hand_contains(rest[landlord], kitty)) return DDZ_ERR_NOT_IN_HAND;
    rest[landlord] -= kitty;
  }
  bool enough = take(&pack, kitty, &made.kitty);
  for (int seat = 0; seat < DDZ_SEATS; seat++) enough = enough && take(&pack, rest[seat], &made.cards[seat]);
  if (!enough) return DDZ_ERR_TOO_MANY_OF_RANK;
  if (landlord != DDZ_NO_SEAT) made.cards[landlord] |= made.kitty;
  *deal = made;
  return DDZ_OK;
}

static enum ddz_error sizes_check(const struct ddz_rules *rules, const struct ddz_deal *deal) {
  const bool known = deal->landlord != DDZ_NO_SEAT;
  const int kitty = __builtin_popcountll(deal->kitty);
  if (kitty != rules->kitty && !(known && kitty == 0)) return DDZ_ERR_BAD_DEAL;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    int size = __builtin_popcountll(deal->cards[seat]);
    int most = DDZ_HAND_DEALT + (seat == deal->landlord ? rules->kitty : 0);
    if (size < 1 || size > most || (!known && size != most)) return DDZ_ERR_BAD_DEAL;
  }
  return DDZ_OK;
}

enum ddz_error ddz_deal_check(const struct ddz_rules *rules, const struct ddz_deal *deal) {
  if (deal->landlord < DDZ_NO_SEAT || deal->landlord >= DDZ_SEATS) return DDZ_ERR_BAD_DEAL;
  if (deal->landlord == DDZ_NO_SEAT && (deal->first < 0 || deal->first >= DDZ_SEATS)) return DDZ_ERR_BAD_DEAL;
  ddz_cards seen = deal->landlord == DDZ_NO_SEAT ? deal->kitty : 0, all = deal->kitty;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    if ((seen & deal->cards[seat]) != 0) return DDZ_ERR_DUPLICATE_CARD;
    /* a kitty card may be played already, but only the landlord can have it */
    if (seat != deal->landlord && (deal->kitty & deal->cards[seat]) != 0) return DDZ_ERR_DUPLICATE_CARD;
    seen |= deal->cards[seat];
    all |= deal->cards[seat];
  }
  if ((all & ~deck_of(rules)) != 0) return all >> 55 ? DDZ_ERR_BAD_DEAL : DDZ_ERR_NO_FLOWER;
  return sizes_check(rules, deal);
}

bool ddz_deal_whole(const struct ddz_rules *rules, const struct ddz_deal *deal) {
  return (deal->cards[0] | deal->cards[1] | deal->cards[2] | deal->kitty) == deck_of(rules);
}
