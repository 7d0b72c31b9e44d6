#include "playout.h"

#include "rulebook.h"

enum { PLIES_MAX = 400 };

void ddz_playout_set(struct ddz_playout *playout, const struct ddz_view *view,
                     const ddz_hand hand[DDZ_ROLES]) {
  *playout = (struct ddz_playout){.view = *view};
  for (int i = 0; i < DDZ_ROLES; i++) {
    playout->hand[i] = hand[i];
    playout->view.left[i] = ddz_hand_size(hand[i]);
  }
}

bool ddz_playout_play(struct ddz_playout *playout, const struct ddz_play *play) {
  struct ddz_view *view = &playout->view;
  enum ddz_role turn = view->turn;
  view->turn = ddz_role_next(turn);
  if (play->kind == DDZ_PASS) {
    if (view->last.kind != DDZ_PASS && ++view->passes == DDZ_ROLES - 1) {
      view->last = (struct ddz_play){0};
      view->passes = 0;
    }
    return false;
  }
  playout->hand[turn] -= play->cards;
  view->plays[turn]++;
  view->left[turn] -= play->size;
  view->last = *play;
  view->owner = turn;
  view->passes = 0;
  view->bombs += ddz_is_bomb(play);
  return view->left[turn] == 0;
}

struct ddz_ending ddz_playout_run(struct ddz_engine *engine, struct ddz_playout *playout) {
  struct ddz_view *view = &playout->view;
  struct ddz_ending ending = {.winner = DDZ_ROLES};
  int bombs = view->bombs;
  while (ending.plies < PLIES_MAX) {
    enum ddz_role turn = view->turn;
    struct ddz_play play;
    view->role = turn;
    view->hand = playout->hand[turn];
    ddz_hand others = playout->hand[ddz_role_next(turn)] + playout->hand[ddz_role_before(turn)];
    ddz_rulebook_quick(engine, view, others, &play);
    ending.plies++;
    if (!ddz_playout_play(playout, &play)) continue;
    ending.winner = turn;
    break;
  }
  ending.bombs = view->bombs - bombs;
  return ending;
}
