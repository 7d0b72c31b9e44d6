/* game.h - one game under way: the table, how it began, and everything done since.
 *
 * The referee (core/game/table.h) judges every action; this remembers them, so that the game can be shown to
 * a player who keeps nothing, written down, and replayed. The text is that of the service: a game as the body
 * of POST /table, a decision as the body of POST /robot-move. */
#ifndef DDZ_TOOLS_ARENA_GAME_H
#define DDZ_TOOLS_ARENA_GAME_H

#include <jansson.h>

#include "core/engine/engine.h"
#include "core/game/record.h"

enum { GAME_ACTIONS_MAX = 1000 };

struct game {
  struct ddz_table table;
  struct ddz_deal deal; /* how it began, when `given` */
  bool given;           /* the landlord was drawn where the rules would have called */
  struct ddz_action action[GAME_ACTIONS_MAX];
  size_t n;
  struct ddz_record record; /* of what was played */
};

/* Deal from `seed` (at most 2^53 - 1, what JSON holds). With `drawn` the landlord is drawn from the seed even
 * where the rules have calling, and doublings are still asked for. */
void game_start(struct game *game, const struct ddz_rules *rules, uint64_t seed, bool drawn);

/* Do it and remember it; an error changes nothing. */
enum ddz_error game_apply(struct game *game, const struct ddz_action *action);

/* What is done when there is nothing to choose: a redeal when nobody called, a pass of a seat that cannot
 * lead anything. False when somebody has to choose. */
bool game_forced(const struct game *game, struct ddz_action *action);

/* Points of a side at the end: the landlord's, which the farmers together lose or win. */
double game_landlord_points(const struct game *game);

/* The game so far as POST /table takes it; what the seat to play sees as POST /robot-move takes it. New
 * references. */
json_t *game_json(const struct game *game);
json_t *game_question(const struct game *game, uint64_t seed);

#endif
