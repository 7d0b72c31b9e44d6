#include "core/game/kitty.h"

#include <stdbool.h>
#include <stddef.h>

const char *const ddz_kitty_names[DDZ_KITTY_KINDS + 1] = {
#define KITTY(id, name, text, chinese) name,
#include "core/game/table.def"
    NULL};

/* All in one suit; a joker has none. */
static bool is_flush(ddz_cards kitty) {
  enum { SUITS = 4, SUIT_CARDS = 13 };
  const ddz_cards suit = ((ddz_cards)1 << SUIT_CARDS) - 1;
  for (int i = 0; i < SUITS; i++)
    if ((kitty & ~(suit << i * SUIT_CARDS)) == 0) return true;
  return false;
}

static bool is_straight(ddz_hand kitty) {
  const int lowest = ddz_hand_bottom(kitty);
  const ddz_ranks ranks = ddz_hand_at_least(kitty, 1);
  return lowest + 2 <= DDZ_RANK_A && ranks == (ddz_ranks)(7u << lowest);
}

/* The kinds that three cards are, bit k = kind k; a kitty of other size has none. */
static unsigned kinds_of(ddz_cards kitty) {
  enum { NINE = 6 };
  const ddz_hand hand = ddz_cards_hand(kitty);
  if (ddz_hand_size(hand) != 3) return 0;
  const int jokers = ddz_hand_count(hand, DDZ_RANK_B) + ddz_hand_count(hand, DDZ_RANK_R);
  const bool flush = is_flush(kitty), straight = is_straight(hand);
  const bool is[DDZ_KITTY_KINDS] = {[DDZ_KITTY_JOKER] = jokers == 1,
                                    [DDZ_KITTY_JOKERS] = jokers == 2,
                                    [DDZ_KITTY_TRIO] = ddz_hand_at_least(hand, 3) != 0,
                                    [DDZ_KITTY_STRAIGHT_FLUSH] = flush && straight,
                                    [DDZ_KITTY_FLUSH] = flush,
                                    [DDZ_KITTY_STRAIGHT] = straight,
                                    [DDZ_KITTY_PAIR_OF_TWOS] = ddz_hand_count(hand, DDZ_RANK_2) == 2,
                                    [DDZ_KITTY_LOW] = ddz_hand_top(hand) <= NINE};
  unsigned kinds = 0;
  for (int kind = 0; kind < DDZ_KITTY_KINDS; kind++) kinds |= (unsigned)is[kind] << kind;
  return kinds;
}

int ddz_kitty_times(const struct ddz_kitty_factor *factor, ddz_cards kitty) {
  const unsigned kinds = kinds_of(kitty);
  int times = factor->any > 0 ? factor->any : 1;
  for (int kind = 0; kind < DDZ_KITTY_KINDS; kind++)
    if ((kinds >> kind & 1) != 0 && factor->kind[kind] > times) times = factor->kind[kind];
  return times;
}
