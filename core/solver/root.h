/* root.h - the position of the request: hands by role, every legal play, and what each leads to.
 *
 * The searches work on positions without roles (endgame.h); here plays are legal plays of the rule set, none
 * left out, and the last play is the one that was put down. */
#ifndef DDZ_CORE_SOLVER_ROOT_H
#define DDZ_CORE_SOLVER_ROOT_H

#include "core/game/position.h"
#include "endgame.h"

struct ddz_root {
  const struct ddz_rules *rules;
  struct ddz_position now;
  ddz_hand hand[DDZ_ROLES]; /* of two players that of landlord_up is empty */
};

/* The position after a play, or a pass (a play without cards). */
struct ddz_root ddz_root_after(const struct ddz_root *root, const struct ddz_play *play);

/* The same position for the searches. True when who is to move there, once those who cannot answer have
 * passed, is on the side of the player to move at the root. */
bool ddz_root_endgame(const struct ddz_prover *search, const struct ddz_root *root, struct ddz_endgame *game);

/* The same after a play; true: seen from the root. The play does not empty the hand. */
bool ddz_root_play(const struct ddz_prover *search, const struct ddz_root *root, const struct ddz_play *play,
                   struct ddz_endgame *game);

/* Who wins after the play, for the side to move at the root. `length` (or NULL): plays to the end, this one
 * included; 0: not known. */
enum ddz_outcome ddz_root_outcome(struct ddz_prover *search, const struct ddz_root *root,
                                  const struct ddz_play *play, int *length);

/* The same as far as it is known without search. The play does not empty the hand. */
enum ddz_outcome ddz_root_known(struct ddz_prover *search, const struct ddz_root *root,
                                const struct ddz_play *play);

/* Push every legal play on the stack of the prover, the best looking first, a pass last. False when they are
 * too many. A leader may pass only when he has no play and somebody else has. */
bool ddz_root_list(struct ddz_prover *search, const struct ddz_root *root);

/* Sort in place without more memory (qsort may ask for some).
 *
 * Comb sort: about n log n steps; lists of tens of thousands of plays come with wildcards. `before` must be a
 * total order, so that every sort gives the same list. An item has at most DDZ_ROOT_SORT_MAX bytes. */
enum { DDZ_ROOT_SORT_MAX = 64 };
void ddz_root_sort(void *items, size_t n, size_t size, bool (*before)(const void *a, const void *b));

#endif
