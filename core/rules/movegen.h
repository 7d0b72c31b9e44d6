/* movegen.h - all the plays a hand allows.
 *
 * The same rows that classify also generate: for each row, each length, each run the hand can fill, each
 * choice of kickers. Wildcards fill needs: a body of n copies of a rank of which the hand has k lacks n - k,
 * so nothing is ever tried for every wildcard and every rank. The list belongs to the caller. */
#pragma once

#include "pattern.h"

enum ddz_fill {
  /* Wildcards fill only what the hand lacks: with 333 in hand, 33F is not proposed. This is what prompts
   * and robots want, and what S0 lists. */
  DDZ_FILL_LACK,
  /* Every set of cards that the referee would accept. For exact search. Same as LACK without wildcards. */
  DDZ_FILL_ANY
};

enum {
  DDZ_MOVES_MAX = 8192,      /* enough for any hand of 21 cards without wildcards; measured by a test */
  DDZ_MOVES_MAX_WILD = 65536 /* enough for DDZ_FILL_LACK with up to eight wildcards; measured likewise */
};

/* All plays of `hand` that may be put on `last`; pass is never listed.
 *
 * hand   0..21 cards.
 * last   what is to be beaten, or NULL (or a pass) for a lead.
 * out    room for `cap` plays.
 *
 * No two plays agree in cards, kind, rank and length. Order: rows of pattern.def, shorter runs first, lower
 * ranks first, kickers ascending: the same every time. Returns how many there are, which may exceed
 * `cap`; only the first `cap` are written. */
size_t ddz_moves(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                 enum ddz_fill fill, struct ddz_play *out, size_t cap);

/* ---- a few good plays of a hand instead of all of them ----
 *
 * What a fast policy looks at: every body a hand allows, but of the many ways to add kickers to it only one
 * or two: low single cards. Four with two is listed only when one is to be beaten. Everything listed is
 * legal. With wildcards among the cards the list is the full one, cut to the room there is. About a hundred
 * nanoseconds. */

enum { DDZ_THIN_MAX = 192 };

/* Plays of `hand` that may be put on `last` (a pass: leads). `out` has room for DDZ_THIN_MAX.
 * A hand that can answer at all has at least one answer in the list, and one that goes out has that play.
 * Returns how many; the one that goes out is the first. */
size_t ddz_thin_moves(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                      struct ddz_play *out);
