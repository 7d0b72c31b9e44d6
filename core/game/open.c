#include "core/game/open.h"

#include <string.h>

static void look(struct ddz_open *open) {
  open->view.role = open->view.now.turn;
  open->view.hand = open->hand[open->view.role];
}

void ddz_open_of(struct ddz_open *open, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES]) {
  open->view = *view;
  memcpy(open->hand, hand, sizeof open->hand);
  for (int role = 0; role < DDZ_ROLES; role++) open->view.now.left[role] = ddz_hand_size(hand[role]);
  look(open);
}

void ddz_open_start(struct ddz_open *open, const struct ddz_rules *rules, const ddz_hand hand[DDZ_ROLES],
                    ddz_hand kitty) {
  struct ddz_view view;
  ddz_view_init(&view, rules, DDZ_LANDLORD, hand[DDZ_LANDLORD], kitty);
  ddz_open_of(open, &view, hand);
}

bool ddz_open_play(struct ddz_open *open, const struct ddz_play *play) {
  open->hand[open->view.now.turn] -= play->cards;
  const bool over = ddz_view_advance(&open->view, play);
  look(open);
  return over;
}

enum ddz_role ddz_open_winner(const struct ddz_open *open) {
  int role = 0;
  while (role < DDZ_ROLES && open->hand[role] != 0) role++;
  return (enum ddz_role)role;
}

double ddz_open_points(const struct ddz_open *open, enum ddz_role seat, const struct ddz_position *since) {
  const enum ddz_role winner = ddz_open_winner(open);
  if (winner == DDZ_ROLES) return -1;
  const double factor = ddz_position_factor(&open->view.now, open->view.rules, winner, since);
  return ddz_role_enemies(winner, seat) ? -factor : factor;
}
