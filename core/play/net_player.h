/* net_player.h - the player `net`: the play that the net rates highest.
 *
 * It decides by its win head, for the objective `points` by its points head, within what is known of each
 * play (core/robot/decide.h). Where there is no net, or it was not trained for these rules, or the cards left
 * are not known (ddz_net_player_guesses), the player `rules` answers instead. Deterministic. */
#pragma once

#include "core/net/judge.h"
#include "core/play/request.h"
#include "options.h"
#include "rulebook.h"

/* The net that plays under these rules: with wildcards the one for them, where there is such a one. NULL:
 * none. */
const struct ddz_net *ddz_net_player_net(struct ddz_engine *engine, const struct ddz_rules *rules);

/* Is there a net, was it trained for these rules (net_player.c), and is every card that is not seen
 * with one of the others, as it is when the game is known from its start? */
bool ddz_net_player_knows(struct ddz_engine *engine, const struct ddz_view *view);

/* Likewise; or at least the cards left are known. Then what was played before is dealt some times at random,
 * by the request's seed (ddz_view_complete), and the mean of what the net says decides. */
bool ddz_net_player_guesses(struct ddz_engine *engine, const struct ddz_view *view);

/* What the net says there (ddz_net_player_guesses): of the plays it chooses from, room for
 * DDZ_FEATURE_CANDIDATES (ddz_judge); of `n` that the caller has at hand. */
size_t ddz_net_player_judge(const struct ddz_scene *scene, struct ddz_judged *out);
void ddz_net_player_judge_these(const struct ddz_scene *scene, const struct ddz_play *play, size_t n,
                                struct ddz_judged *out);

/* Rate the options of the scene: those that the net chooses from, and what the request includes. False, and
 * nothing is written, where it does not know its way (ddz_net_player_guesses).
 *
 * A level (request.h) may have a doubt, the width, in logits, of the error with which each play is misjudged;
 * the net that is asked for by name has none. */
bool ddz_net_player_rate(const struct ddz_scene *scene, struct ddz_options *options,
                         struct ddz_rating *rating);
