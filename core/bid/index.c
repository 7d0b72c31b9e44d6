#include "index.h"

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
