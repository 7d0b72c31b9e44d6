#include "core/net/deals.h"

static enum ddz_deals kind_of(const struct ddz_rules *rules) {
  const bool unshuffled = rules->dealing == DDZ_DEALING_UNSHUFFLED;
  if (rules->wildcard == DDZ_WILDCARD_RANKS) {
    if (rules->early + rules->late > 1) return unshuffled ? DDZ_DEALS_RANKS_UNSHUFFLED : DDZ_DEALS_RANKS;
    return unshuffled ? DDZ_DEALS_RANK_UNSHUFFLED : DDZ_DEALS_RANK;
  }
  if (rules->wildcard == DDZ_WILDCARD_FLOWER)
    return unshuffled ? DDZ_DEALS_FLOWER_UNSHUFFLED : DDZ_DEALS_FLOWER;
  if (unshuffled) return DDZ_DEALS_UNSHUFFLED;
  return rules->spring ? DDZ_DEALS_PLAIN : DDZ_DEALS_NO_SPRING;
}

/* At the most swaps it is as if shuffled. */
static struct ddz_deals_at of_loose(int swaps) {
  static const struct {
    int swaps;
    enum ddz_deals deals;
  } at[] = {{0, DDZ_DEALS_LOOSE_0},
            {8, DDZ_DEALS_LOOSE_8},
            {20, DDZ_DEALS_LOOSE_20},
            {DDZ_LOOSE_MAX, DDZ_DEALS_PLAIN}};
  int i = 0;
  while (swaps > at[i + 1].swaps) i++;
  return (struct ddz_deals_at){at[i].deals, at[i + 1].deals,
                               (double)(swaps - at[i].swaps) / (at[i + 1].swaps - at[i].swaps)};
}

struct ddz_deals_at ddz_deals_of(const struct ddz_rules *rules) {
  const enum ddz_deals deals = kind_of(rules);
  if (rules->dealing == DDZ_DEALING_LOOSE) return of_loose(rules->loose);
  return (struct ddz_deals_at){deals, deals, 0};
}
