/* player.h - somebody who plays: an engine of the core, a simple robot, or a program of somebody else.
 *
 * Every player has an engine of its own, and belongs to one thread at a time. */
#ifndef DDZ_TOOLS_ARENA_PLAYER_H
#define DDZ_TOOLS_ARENA_PLAYER_H

#include "game.h"
#include "outside.h"
#include "spec.h"
#include "stats.h"

/* What went wrong with a choice. Whatever it was, the table then does what it does for a player who does not
 * answer (core/robot/timeout.h): a pass, or on the lead what the engine `rules` leads. */
enum fault {
  FAULT_NONE,
  FAULT_ILLEGAL, /* no JSON, no cards, or cards that may not be played */
  FAULT_LATE,    /* no answer in time; the program is started anew */
  FAULT_ENDED,   /* the program ended instead; likewise */
  FAULTS
};
extern const char *const fault_names[FAULTS];

struct player {
  const struct spec *spec;
  struct ddz_engine *engine;
  struct outside *outside; /* NULL but for MANNER_OUTSIDE */
  struct times times;      /* of its choices: computing time of the thread, of a program time on the wall */
  uint64_t answers;        /* of the outside program, that came at all */
  struct caller_memo memo;
  enum ddz_reason reason; /* of the last choice of an engine of the core; DDZ_REASONS: there is none */
};

/* NULL when memory is short. `spec` is not copied. `timeout_ms`: of an outside program. */
struct player *player_new(const struct spec *spec, int timeout_ms);
void player_free(struct player *player);

/* Choose for the seat to play and do it, in phase PLAY. All chance comes from `seed` (below 2^53). */
enum fault player_act(struct player *player, struct game *game, uint64_t seed);

#endif
