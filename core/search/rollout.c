#include "rollout.h"

#include "core/play/rulebook.h"

int ddz_rollout(struct ddz_engine *engine, struct ddz_open *open) {
  struct ddz_play play;
  int plies = 0;
  do {
    ddz_rulebook_quick(engine, &open->view, ddz_open_others(open), &play);
    plies++;
  } while (!ddz_open_play_bare(open, &play));
  return plies;
}
