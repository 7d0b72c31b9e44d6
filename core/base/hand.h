/* hand.h - a hand of cards as one 64-bit word: how many of each rank.
 *
 *   bit 63        59        55                                             3      0
 *      [ F count ][ R count ][ B count ][ 2 ][ A ][ K ] ... [ 5 ][ 4 ][ 3 count ]
 *
 * Sixteen nibbles, nibble r = cards of rank r. A hand of real cards has at most four of a rank;
 * what wildcards stand for may reach twelve (`ddz_play_as`), so no nibble ever overflows.
 * Suits are not here: the rules of the game never look at them (see card.h for physical cards).
 *
 * Each function is a few instructions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t ddz_hand;
typedef uint16_t ddz_ranks; /* a set of ranks, bit r = rank r */

enum ddz_rank {
  DDZ_RANK_3 = 0,
  DDZ_RANK_A = 11, /* highest rank of a chain */
  DDZ_RANK_2 = 12,
  DDZ_RANK_B = 13, /* small joker */
  DDZ_RANK_R = 14, /* big joker */
  DDZ_RANK_F = 15, /* flower: a wildcard of its own, in the 55-card deck */
  DDZ_RANKS = 16
};

enum {
  DDZ_HAND_DEALT = 17,    /* cards a seat, before the kitty */
  DDZ_HAND_MAX = 21,      /* those and a kitty of four */
  DDZ_CHAIN_RANKS = 0xFFF /* ranks 3..A as a set */
};

#define DDZ_HAND_ROCKET (((ddz_hand)1 << 4 * DDZ_RANK_B) | ((ddz_hand)1 << 4 * DDZ_RANK_R))
#define DDZ_HAND_DECK54 0x0114444444444444ull
#define DDZ_HAND_DECK55 0x1114444444444444ull

/* `count` cards of `rank` as a hand. */
static inline ddz_hand ddz_hand_of(int rank, int count) { return (ddz_hand)count << 4 * rank; }

/* How many cards of `rank` the hand holds. */
static inline int ddz_hand_count(ddz_hand hand, int rank) { return (int)(hand >> 4 * rank & 15); }

/* How many cards in all; exact up to 255. */
static inline int ddz_hand_size(ddz_hand hand) {
  hand = (hand & 0x0F0F0F0F0F0F0F0Full) + (hand >> 4 & 0x0F0F0F0F0F0F0F0Full);
  return (int)(hand * 0x0101010101010101ull >> 56);
}

/* Does `hand` hold every card of `part`? Counts of at most 7. */
static inline bool ddz_hand_contains(ddz_hand hand, ddz_hand part) {
  return (((hand | 0x8888888888888888ull) - part) & 0x8888888888888888ull) == 0x8888888888888888ull;
}

/* The ranks of which the hand holds at least `n` (1..7) cards. Counts of at most 7. */
static inline ddz_ranks ddz_hand_at_least(ddz_hand hand, int n) {
  uint64_t t = (hand + 0x1111111111111111ull * (uint64_t)(8 - n)) >> 3 & 0x1111111111111111ull;
  t = (t | t >> 3) & 0x0303030303030303ull;
  t = (t | t >> 6) & 0x000F000F000F000Full;
  t = (t | t >> 12) & 0x000000FF000000FFull;
  return (ddz_ranks)(t | t >> 24);
}

/* A hand with `count` of every rank of the set. */
static inline ddz_hand ddz_hand_spread(ddz_ranks ranks, int count) {
  uint64_t t = ranks;
  t = (t | t << 24) & 0x000000FF000000FFull;
  t = (t | t << 12) & 0x000F000F000F000Full;
  t = (t | t << 6) & 0x0303030303030303ull;
  t = (t | t << 3) & 0x1111111111111111ull;
  return t * (uint64_t)count;
}

/* The nibbles of the given ranks, the others cleared. */
static inline ddz_hand ddz_hand_only(ddz_hand hand, ddz_ranks ranks) {
  return hand & ddz_hand_spread(ranks, 15);
}

/* What is left of `hand` without those of `gone` that are in it. Every second nibble at once, with a bit
 * above each that stays where there are enough. */
static inline ddz_hand ddz_hand_without(ddz_hand hand, ddz_hand gone) {
  const uint64_t nibbles = 0x0F0F0F0F0F0F0F0Full, guard = 0x1010101010101010ull;
  ddz_hand left = 0;
  for (int shift = 0; shift <= 4; shift += 4) {
    const uint64_t less = ((hand >> shift & nibbles) | guard) - (gone >> shift & nibbles);
    const uint64_t enough = less & guard;
    left |= (less & (enough - (enough >> 4))) << shift;
  }
  return left;
}

/* Highest and lowest rank present; the hand must not be empty. */
static inline int ddz_hand_top(ddz_hand hand) { return (63 - __builtin_clzll(hand)) >> 2; }
static inline int ddz_hand_bottom(ddz_hand hand) { return __builtin_ctzll(hand) >> 2; }

/* The n highest cards of a hand that has so many. */
static inline ddz_hand ddz_hand_highest(ddz_hand hand, int n) {
  ddz_hand cards = 0;
  for (int rank = DDZ_RANKS - 1; n > 0; rank--) {
    const int all = ddz_hand_count(hand, rank), taken = all < n ? all : n;
    cards += ddz_hand_of(rank, taken);
    n -= taken;
  }
  return cards;
}

/* All ways to draw n cards of a pool, one after the other: `drawn` begins as ddz_hand_highest(pool, n), and
 * low ranks change last. False: it was the last one, and stays. */
static inline bool ddz_hand_next(ddz_hand pool, ddz_hand *drawn) {
  int over = 0; /* cards drawn of higher ranks */
  for (int rank = DDZ_RANKS - 1; rank >= 0; rank--) {
    const int n = ddz_hand_count(*drawn, rank);
    if (over > 0 && n < ddz_hand_count(pool, rank)) {
      const ddz_hand higher = ~(ddz_hand)0 << 4 * (rank + 1); /* over > 0: there is a higher rank */
      *drawn = (*drawn & ~higher) + ddz_hand_of(rank, 1) + ddz_hand_highest(pool & higher, over - 1);
      return true;
    }
    over += n;
  }
  return false;
}

/* The smaller and the larger of two numbers; a number within two bounds. */
static inline int ddz_least(int a, int b) { return a < b ? a : b; }
static inline int ddz_most(int a, int b) { return a > b ? a : b; }
static inline int ddz_clamp(int value, int least, int most) {
  return ddz_least(ddz_most(value, least), most);
}
