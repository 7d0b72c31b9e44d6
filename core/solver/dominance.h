/* dominance.h - a result also proves all positions it dominates.
 *
 * Groups of the same sizes at higher ranks are never worse. Take two positions, A and B. In both each player
 * has groups of the same sizes, the same groups are linked to chains, and the play to answer is of the same
 * kind, or there is none. Match the groups of A with those of B. Let every group of mine that beats one of
 * the opponent's in A also beat it in B, let every group that is not beaten in A also not be beaten in B, and
 * let every group that may answer in A also answer in B.
 *
 * If I win A, to move, I win B: I play in B the groups that I would play in A. My play is legal in B, because
 * it beats there all that it beats in A. The opponent's play in B would be legal in A. Nothing else about
 * ranks matters: a play of several groups is compared by its lowest, and its kickers do not count; chains
 * need links, which are the same; a rocket beats all. So, by induction on the number of cards, the same
 * player goes out first. The reverse holds too: if I lose B, I lose A. This is true under every rule set
 * without wildcards.
 *
 *   order   of the groups of a hand: outside chains by size, and by rank among equal ones; then the chains.
 *           Groups are matched in it: if any matching works, this one does
 *   shape   the sizes in that order, four bits each, with a mark where a chain begins; and the rocket
 *   row     of a group of mine, 31 bits: which groups of the opponent's it beats, which do not beat it (both
 *           in their order), and may it answer? A row with more bits is never worse
 *   entry   of a table (tt.h), its key both shapes and the kind to answer: results, the last one first. Each
 *           is a word of 32 bits that says lost (1), or won and with which `below` (negamax.c; 2 more), and
 *           then the rows. 0: no more
 *
 * A new result takes the place of one that it dominates, or of the oldest. */
#pragma once

#include "core/base/role.h"
#include "moves.h"
#include "tt.h"

enum { DDZ_DOMINANCE_SIZE = 32 /* of an entry of the table, in words */ };

/* A position as the table sees it. */
struct ddz_dominance_query {
  uint64_t key[DDZ_TT_WORDS];
  int groups;                  /* of mine, 0: nothing is asked */
  uint32_t row[1 + DDZ_RANKS]; /* from 1 on */
};

/* Fill in the query for two hands in normal form, with their attack sets. */
void ddz_dominance_ask(const struct ddz_endgame *game, const struct ddz_attack attack[2],
                       struct ddz_dominance_query *query);

/* What is known; of a win also `below`, or less of it. */
enum ddz_result ddz_dominance_get(const struct ddz_tt *table, const struct ddz_dominance_query *query,
                                  uint8_t *below);

/* Store what was proven. */
void ddz_dominance_put(struct ddz_tt *table, const struct ddz_dominance_query *query, bool won,
                       uint8_t below);
