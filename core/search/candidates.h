/* candidates.h - which plays are compared?
 *
 * With a net that knows the rules (ddz_net_player_guesses) the candidates are its best plays, whose rating is
 * within a margin of the best. The first few are admitted at once, the others wait: they join after some
 * rounds, for with little time a few plays tried well are better than many tried badly. The pass and the
 * choice of the rules become candidates whatever the net thinks of them. Near the end of a game nobody
 * waits.
 *
 * Without such a net the candidates are the choice of the rules, the pass, and other plays by what they leave
 * in hand.
 *
 * With few cards in the own hand, plays with a wildcard in the place of a card that the hand has come on top,
 * as far as there is room.
 *
 * With full effort nobody waits and none is left out for its rating: the best DDZ_CANDIDATES_BEST plays
 * are candidates. What the request includes always is.
 *
 * Candidate 0 is the play to beat: the choice of the net or of the rules. What the rules know of it:
 *
 *   settled   nothing is left to think about (options.h): candidate 0 is chosen
 *   fallback  the net sees every play lose: the rules' play is chosen where it is about as good
 *
 * Tens of microseconds with a net. */
#pragma once

#include "core/play/options.h"
#include "core/search/compare.h"

/* Start a comparison with the candidates of a scene; at least one is admitted. pick  what the rules choose */
void ddz_candidates_gather(struct ddz_comparison *comparison, const struct ddz_scene *scene,
                           const struct ddz_option *pick);
