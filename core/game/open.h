/* open.h - a game with all cards open: for code that plays a game out, or plays against itself.
 *
 * Only the owner of this struct knows the hands. `view` is always that of the seat whose turn it is: its
 * role and hand follow the turn, and hidden cards are not in it. Tens of nanoseconds an action. */
#pragma once

#include "core/game/deal.h"
#include "core/game/view.h"

struct ddz_open {
  struct ddz_view view;
  ddz_hand hand[DDZ_ROLES];
};

/* From what a seat sees and assumed hands for all three; the cards left are counted in these hands. */
void ddz_open_of(struct ddz_open *open, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES]);

/* A game from its start. The landlord's hand holds the kitty, which is shown to all. */
void ddz_open_start(struct ddz_open *open, const struct ddz_rules *rules, const ddz_hand hand[DDZ_ROLES],
                    ddz_hand kitty);

/* The cards of the two players who are not to act. */
static inline ddz_hand ddz_open_others(const struct ddz_open *open) {
  const enum ddz_role turn = open->view.role;
  return open->hand[ddz_role_next(turn)] + open->hand[ddz_role_before(turn)];
}

/* A play, or a pass (an empty one), of the player to act; it must be legal. True when the game is over. */
bool ddz_open_play(struct ddz_open *open, const struct ddz_play *play);

/* Who has no cards left; DDZ_ROLES: nobody. */
enum ddz_role ddz_open_winner(const struct ddz_open *open);

/* The stakes of a farmer that play has come to, positive for `seat`'s side: ddz_position_factor, from `since`
 * on (NULL: of the whole game). A game that nobody has won is lost for everybody, and counts 1. */
double ddz_open_points(const struct ddz_open *open, enum ddz_role seat, const struct ddz_position *since);
