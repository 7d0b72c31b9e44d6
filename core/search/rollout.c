#include "rollout.h"

#include "core/play/rulebook.h"

int ddz_rollout(struct ddz_engine *engine, struct ddz_open *open) {
  struct ddz_play play;
  int plies = 0;
  do {
    const enum ddz_role turn = open->view.role;
    const ddz_hand others = open->hand[ddz_role_next(turn)] + open->hand[ddz_role_before(turn)];
    ddz_rulebook_quick(engine, &open->view, others, &play);
    plies++;
  } while (!ddz_open_play_bare(open, &play));
  return plies;
}
