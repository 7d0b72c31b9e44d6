#include "bid_feature.h"

#include <assert.h>
#include <math.h>

#include "core/net/feature.h"

bool ddz_must_call(ddz_hand hand) {
  return ddz_hand_contains(hand, DDZ_HAND_ROCKET) || ddz_hand_count(hand, DDZ_RANK_2) == 4;
}

double ddz_landlord_index(const struct ddz_rules *rules, ddz_hand hand) {
  enum { BOTH = 8, BIG = 4, SMALL = 3, WILD = 3, TWO = 2, FOUR = 6, MOST = 30 };
  ddz_hand naturals = ddz_rules_naturals(rules, hand);
  bool big = ddz_hand_count(naturals, DDZ_RANK_R) > 0, small = ddz_hand_count(naturals, DDZ_RANK_B) > 0;
  int fours = __builtin_popcount(ddz_hand_at_least(naturals, 4) & DDZ_CHAIN_RANKS);
  int points = big && small ? BOTH : big ? BIG : small ? SMALL : 0;
  points += WILD * ddz_hand_size(ddz_rules_wilds(rules, hand));
  points += TWO * ddz_hand_count(naturals, DDZ_RANK_2) + FOUR * fours;
  return (double)(points < MOST ? points : MOST) / MOST;
}

static const struct ddz_feature_group groups[] = {
#define GROUP(name, inputs, text) {#name, text, DDZ_BID_IN_##name, (inputs), false},
#include "bid_feature.def"
};

_Static_assert(DDZ_BID_PHASES == 5 && DDZ_CALLINGS == 4 && DDZ_CALLS == 12, "as bid_feature.def says");

uint32_t ddz_bid_signature(void) {
  enum { REVISION = 1 };
  return ddz_feature_sign(groups, sizeof groups / sizeof *groups, REVISION);
}

enum ddz_net_error ddz_bid_open(struct ddz_net *net, const void *image, size_t size) {
  return ddz_net_open(net, image, size, DDZ_BID_INPUTS, ddz_bid_signature());
}

struct list {
  int n;
  uint16_t *input;
};

static void put(struct list *list, int input) {
  assert(list->n < DDZ_BID_ACTIVE_MAX - 1);
  list->input[list->n++] = (uint16_t)input;
}

static int clamp(int value, int least, int most) {
  return value < least ? least : value > most ? most : value;
}

static void put_cards(struct list *list, int first, ddz_hand cards) {
  while (cards != 0) {
    const int rank = ddz_hand_bottom(cards), count = ddz_hand_count(cards, rank);
    put(list, first + rank * 4 + clamp(count, 1, 4) - 1);
    cards &= ~ddz_hand_of(rank, 15);
  }
}

static void put_question(struct list *list, const struct ddz_bid_request *ask) {
  const bool known = ask->role < DDZ_ROLES;
  const int highest = ask->phase == DDZ_BID_SCORE ? clamp(ask->highest, 0, 3) : ask->phase == DDZ_BID_ROB;
  put(list, DDZ_BID_IN_PHASE + (int)ask->phase);
  put(list, DDZ_BID_IN_SCHEME + (int)ask->rules->calling);
  put(list, known ? DDZ_BID_IN_ROLE + (int)ask->role : DDZ_BID_IN_ORDER + clamp(ask->seat, 0, 2));
  if (!known) put(list, DDZ_BID_IN_HIGHEST + highest);
  for (int i = 0; i < DDZ_ROLES; i++)
    if (ask->said[i] != 0) put(list, DDZ_BID_IN_SAID + i * DDZ_CALLS + ask->said[i] - 1);
  if (known) put(list, DDZ_BID_IN_STAKE + clamp((int)floor(log2(fmax(1, ask->multiplier))), 0, 5));
}

static void put_kitty(struct list *list, const struct ddz_bid_request *ask) {
  if (ask->role == DDZ_ROLES || ask->kitty == 0) return;
  put(list, DDZ_BID_IN_SHOWN);
  put_cards(list, DDZ_BID_IN_KITTY, ask->kitty);
}

static void put_power(struct list *list, const struct ddz_value *value) {
  enum { MEAN_PLAY = 200, LEAST = -180, STEP = 30 }; /* a mean play costs about 200 (power.h) */
  const int plays = clamp(value->plays, 0, 11);
  const double above = value->power + MEAN_PLAY * plays;
  put(list, DDZ_BID_IN_PLAYS + clamp(value->plays, 0, 15));
  put(list, DDZ_BID_IN_POWER + clamp((int)floor((value->power + 2000) / 50), 0, 63));
  put(list, DDZ_BID_IN_QUALITY + plays * 24 + clamp((int)floor((above - LEAST) / STEP), 0, 23));
}

/* Wild ranks are shown when the landlord is found. */
static void put_wild(struct list *list, const struct ddz_rules *rules, ddz_hand hand) {
  put(list, DDZ_BID_IN_WILDCARD + (int)rules->wildcard);
  if (rules->wildcard != DDZ_WILDCARD_RANKS || rules->wild == 0) return;
  for (int wild = rules->wild; wild != 0; wild &= wild - 1)
    put(list, DDZ_BID_IN_WILD + __builtin_ctz((unsigned)wild));
  put(list, DDZ_BID_IN_WILD_HELD + clamp(ddz_hand_size(ddz_rules_wilds(rules, hand)), 0, 8));
}

int ddz_bid_list(const struct ddz_bid_request *ask, struct ddz_power *power, uint16_t *out) {
  struct list list = {0};
  const ddz_hand hand = ddz_bid_hand(ask);
  const struct ddz_value value = ddz_power_of(power, ask->rules, hand);
  const int jokers = ddz_hand_count(hand, DDZ_RANK_B) + 2 * ddz_hand_count(hand, DDZ_RANK_R);
  const int fours = __builtin_popcount(ddz_hand_at_least(hand, 4));
  list.input = out;
  put_question(&list, ask);
  put_cards(&list, DDZ_BID_IN_HAND, hand);
  put_kitty(&list, ask);
  put(&list, DDZ_BID_IN_INDEX + (int)lround(30 * ddz_landlord_index(ask->rules, hand)));
  put(&list, DDZ_BID_IN_TOPS + clamp(ddz_hand_count(hand, DDZ_RANK_2), 0, 4) * 4 + jokers);
  put(&list, DDZ_BID_IN_FOURS + clamp(fours, 0, 4));
  put_power(&list, &value);
  put_wild(&list, ask->rules, hand);
  return list.n;
}

uint16_t ddz_bid_choice_input(enum ddz_bid_phase phase, int choice) {
  return (uint16_t)(DDZ_BID_IN_CHOICE + (int)phase * DDZ_BID_CHOICES + choice);
}
