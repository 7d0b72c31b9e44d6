/* kitty.h - what are the three cards of a kitty, and what do they multiply the stake by?
 *
 * Pure: no allocation, no globals, any thread. */
#ifndef DDZ_CORE_KITTY_H
#define DDZ_CORE_KITTY_H

#include <stdint.h>

#include "core/base/card.h"

enum ddz_kitty_kind {
#define KITTY(name, ...) DDZ_KITTY_##name,
#include "core/game/table.def"
  DDZ_KITTY_KINDS
};
extern const char *const ddz_kitty_names[DDZ_KITTY_KINDS + 1]; /* closed by NULL */

/* Factors, 0: none. `any` counts for every kitty; else the highest of the kinds that the cards are. */
struct ddz_kitty_factor {
  uint8_t any, kind[DDZ_KITTY_KINDS];
};

/* What the stake is multiplied by; 1: by nothing. */
int ddz_kitty_times(const struct ddz_kitty_factor *factor, ddz_cards kitty);

#endif
