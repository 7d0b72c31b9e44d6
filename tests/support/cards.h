/* cards.h - short ways to write hands, plays and rule sets in tests.
 *
 * Test data is ours: a letter or name that is wrong aborts. */
#pragma once

#include "core/base/rng.h"
#include "core/rules/pattern.h"

/* Rank letters as a hand; "" is empty. */
ddz_hand cards_hand(const char *letters);

/* A hand as rank letters, in one of eight buffers used in turn. */
const char *cards_text(ddz_hand hand);

/* A preset by name; "laizi 7" and "laizi 7J" name the wild ranks. */
struct ddz_rules cards_rules(const char *name);

/* The best reading of letters; "" is a pass. */
struct ddz_play cards_play(const struct ddz_rules *rules, const char *letters);

/* Take `size` random cards out of `deck`. */
ddz_hand cards_draw(struct ddz_rng *rng, ddz_hand *deck, int size);
