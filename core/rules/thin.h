/* thin.h - a few good plays of a hand instead of all of them.
 *
 * What a fast policy looks at: every body a hand allows, but of the many ways to add kickers to it only one
 * or two: low single cards. Four with two is listed only when one is to be beaten. Everything
 * listed is legal. With wildcards among the cards the list is the full one (movegen.h), cut to the room there
 * is. Pure: no allocation, no globals, any thread; about a hundred nanoseconds. */
#ifndef DDZ_CORE_THIN_H
#define DDZ_CORE_THIN_H

#include <stddef.h>

#include "pattern.h"

enum { DDZ_THIN_MAX = 192 };

/* Plays of `hand` that may be put on `last` (a pass: leads). `out` has room for DDZ_THIN_MAX.
 * A hand that can answer at all has at least one answer in the list, and one that goes out has that play.
 * Returns how many; the one that goes out is the first. */
size_t ddz_thin_moves(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                      struct ddz_play *out);

#endif
