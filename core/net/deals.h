/* deals.h - how are the cards dealt, for what is corrected by it?
 *
 * Nets learned from some deals; where others have more bombs, rows say what to correct (correction.def,
 * core/bid/bid.def). Pure, any thread. */
#ifndef DDZ_CORE_DEALS_H
#define DDZ_CORE_DEALS_H

#include "core/rules/rules.h"

/* Shuffled, and where no spring counts; not shuffled; with the flower, with one wild rank, with two, and
 * these not shuffled; after so many swaps. */
enum ddz_deals {
  DDZ_DEALS_PLAIN,
  DDZ_DEALS_NO_SPRING,
  DDZ_DEALS_UNSHUFFLED,
  DDZ_DEALS_FLOWER,
  DDZ_DEALS_RANK,
  DDZ_DEALS_RANKS,
  DDZ_DEALS_FLOWER_UNSHUFFLED,
  DDZ_DEALS_RANK_UNSHUFFLED,
  DDZ_DEALS_RANKS_UNSHUFFLED,
  DDZ_DEALS_LOOSE_0,
  DDZ_DEALS_LOOSE_8,
  DDZ_DEALS_LOOSE_20,
  DDZ_DEALS
};

/* Loose deals lie between two rows: `part` of the way from one to the other, 0..1. Else both are the same. */
struct ddz_deals_at {
  enum ddz_deals from, to;
  double part;
};
struct ddz_deals_at ddz_deals_of(const struct ddz_rules *rules);

/* What a number is there that is `from` and `to` in the two rows. */
static inline double ddz_deals_mix(const struct ddz_deals_at *at, double from, double to) {
  return from + at->part * (to - from);
}

#endif
