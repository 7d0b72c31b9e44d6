/* search_games.h - games of `search` against itself, to be timed and to be signed.
 *
 * Under `douzero`, with a limit in nodes: without a net, on the trained net, and with the belief net beside
 * it; the last two again with the record of the game, in all styles, with the pass judged too. Equal for
 * equal seeds (seed.h). */
#pragma once

#include "core/robot/decide.h"

enum search_games {
  SEARCH_WITHOUT_NET,
  SEARCH_ON_NET,
  SEARCH_ON_NET_WITH_RECORD,
  SEARCH_THAT_BELIEVES,
  SEARCH_THAT_BELIEVES_WITH_RECORD,
  SEARCH_GAMES
};
const char *search_games_name(enum search_games kind); /* "search_without_net" ... */

struct search_decision {
  const struct ddz_robot_move *move;
  const struct ddz_candidate *candidate; /* move->candidates, the chosen one first */
  double ns;                             /* that it took */
};

/* Play them; `told` is called for each decision. `nets` has those that there are. */
void search_games_play(struct ddz_engine *engine, const struct ddz_nets *nets, enum search_games kind,
                       void (*told)(void *self, const struct search_decision *), void *self);
