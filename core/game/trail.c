#include "trail.h"

#include <string.h>

void ddz_trail_add(struct ddz_trail *trail, const struct ddz_position *before, const struct ddz_play *play) {
  const struct ddz_play *last = &before->last;
  memmove(trail->recent + 1, trail->recent, sizeof trail->recent - sizeof *trail->recent);
  trail->recent[0] = *play;
  if (trail->count < DDZ_TRAIL) trail->count++;
  if (play->kind != DDZ_PASS || (last->kind != DDZ_SOLO && last->kind != DDZ_PAIR)) return;
  uint8_t *lowest = &trail->refused[before->turn][last->kind == DDZ_PAIR];
  if (ddz_role_enemies(before->turn, before->owner) && (*lowest == 0 || last->rank < *lowest))
    *lowest = last->rank + 1;
}
