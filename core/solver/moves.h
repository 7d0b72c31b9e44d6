/* moves.h - the solver's own generator: every play of a hand without wildcards, thinned and ordered.
 *
 * Driven by the rows of pattern.def and the switches, like core/rules/movegen.h, but for positions that were
 * renumbered (below). Thinned means: of plays that lead to the same game one is kept, and of two plays of
 * which one is at least as good in every case only the better. Pure but for the cache of plays left. */
#pragma once

#include "attack.h"

/* ---- a position, and its normal form: different deals, one game ----
 *
 * Which rank a card has does not matter. What matters is which hands hold higher cards, and which ranks
 * follow each other in a chain that a hand can still play. So in the normal form of a position
 *
 *   - ranks that no hand holds are left out, the others are numbered from 0 up
 *   - r and r + 1 are linked only if one hand could play a chain across them
 *   - neighbouring ranks that one player alone holds and that are in no chain are interchangeable but for
 *     their counts: they are sorted by count
 *   - both jokers in one hand stay where they are, as the rocket; else a joker is a rank like any other
 *
 * The player to move is hand 0. */

enum { DDZ_ENDGAME_HANDS = 3 };

/* No hand of a player is empty. While somebody holds wildcards (`wild`), kind .. grade are the last play
 * itself, and hand[0] may have no answer. */
struct ddz_endgame {
  ddz_hand hand[DDZ_ENDGAME_HANDS]; /* the third of two players is empty */
  uint32_t links;                   /* bit r: r + 1 follows r */
  uint8_t players;                  /* 2 or 3 */
  uint8_t landlord;                 /* index of the landlord's hand */
  uint8_t owner;                    /* index of the player of the last play; 0 when hand[0] leads */
  bool wild;
  uint8_t kind, length, rank; /* kind 0: hand[0] leads. Of a bomb, rank may be DDZ_REPLY_ROCKET */
  uint8_t size, grade;        /* 0 unless `wild` */
};

/* ---- about how many plays does a hand need? For the order of the search only ----
 *
 * An estimate, mostly too high: each trio takes one kicker, each four takes two, and every way to play chains
 * first is tried. What hands with chains need is remembered in a small cache in given memory. */

enum { DDZ_LEFT_SLOTS = 4096 };

/* All zero before the first use and when the rules change. */
struct ddz_left_slot {
  ddz_hand hand;
  uint32_t links;
  uint32_t left; /* 0: an empty slot */
};

/* Without chains: every trio takes a kicker along, every four takes two. */
static inline int ddz_plays_left_simple(ddz_hand h) {
  const uint64_t ones = DDZ_NIBBLE_ONES;
  ddz_hand one = (h | h >> 1 | h >> 2) & ones, three = (h + 5 * ones) >> 3 & ones, four = h >> 2 & ones;
  int ranks = (int)(one * ones >> 60), threes = (int)(three * ones >> 60), fours = (int)(four * ones >> 60);
  int loose = ranks - threes - threes - fours;
  if ((h & DDZ_HAND_ROCKET) == DDZ_HAND_ROCKET) loose--;
  return threes + (loose > 0 ? loose : 0);
}

/* With chains. */
int ddz_plays_left_chained(const struct ddz_solver_caps *caps, struct ddz_left_slot *slots, ddz_hand hand,
                           uint32_t links);

/* `hand` without wildcards; `slots`: DDZ_LEFT_SLOTS of them. */
static inline int ddz_plays_left(const struct ddz_solver_caps *caps, struct ddz_left_slot *slots,
                                 ddz_hand hand, uint32_t links) {
  return links == 0 ? ddz_plays_left_simple(hand) : ddz_plays_left_chained(caps, slots, hand, links);
}

/* ---- the list ---- */

/* A play on the list. 16 bytes.
 *
 * A play of ddz_solver_moves says how the opponents may answer it: not at all (reply_kind 0), in its own
 * kind, or with a bomb (DDZ_BOMB), from reply_rank on. One of a whole rule set (core/rules/movegen.h) is a
 * struct ddz_play as it came, with the order in the room behind its fields: set the play first. The code that
 * made the list knows which it is. */
struct ddz_move {
  union {
    struct ddz_play play;
    struct {
      ddz_hand cards;
      uint8_t kind, rank, length, size; /* as in ddz_play */
      uint8_t reply_kind, reply_rank;
      uint16_t order; /* search lower first */
    };
  };
};
_Static_assert(offsetof(struct ddz_move, kind) == offsetof(struct ddz_play, kind) &&
                   offsetof(struct ddz_move, size) == offsetof(struct ddz_play, size) &&
                   offsetof(struct ddz_move, order) > offsetof(struct ddz_play, grade),
               "a move begins with a play");

/* In which order plays are searched, found by trial: those that leave few plays (`left`) first, then those
 * that put down many cards, or are low. A bomb waits, as if it left two plays more. */
static inline uint16_t ddz_move_order(int kind, int size, int rank, int left) {
  const int bomb = ((uint32_t)DDZ_KINDS_BOMBS >> kind & 1) != 0 ? 2 : 0;
  return (uint16_t)((left + bomb) << 10 | (31 - size) << 5 | rank);
}

/* The list being written: a stack shared by all depths of a search. */
struct ddz_movelist {
  struct ddz_move *base, *top, *end;
  bool full; /* there was no room: the list is not complete */
};

/* All plays of hand[0] that answer the last play, or leads, pushed on the list, in no order. Returns true
 * when one of them empties the hand.
 *
 * game    in normal form, without wildcards
 * attack  the sets of each hand, in turn order */
bool ddz_solver_moves(const struct ddz_solver_caps *caps, struct ddz_left_slot *left,
                      const struct ddz_endgame *game, const struct ddz_attack *attack,
                      struct ddz_movelist *list);

/* Take the play to be searched next off the list, which is not empty: lowest order first. The first play gets
 * its place, and the caller goes on from `first` + 1. */
static inline struct ddz_move ddz_move_take(struct ddz_move *first, const struct ddz_move *end) {
  struct ddz_move *best = first;
  for (struct ddz_move *m = first; m < end; m++)
    if (m->order < best->order) best = m;
  const struct ddz_move taken = *best;
  *best = *first;
  return taken;
}
