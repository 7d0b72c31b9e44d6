/* rulebook.h - the rules that the player `rules` tries in order.
 *
 * Each rule is a small function with a precondition, a reason and a level from which it is known: one row of
 * the table at the end of rulebook.c. It looks at a scene, gathered once a move, and either picks a prompt,
 * or passes, or has nothing to say; the first that picks decides. Sources: S0 section 6 (1 to 8), S1. */
#pragma once

#include "core/play/options.h"
#include "core/play/scene.h"

/* ---- what the rules do there ---- */

/* Look for what is certain, and try the rules; what comes of both goes to the scene. */
void ddz_rulebook_decide(struct ddz_scene *scene);

/* The player `rules`: it likes their pick alone; the others stand by what they leave. */
bool ddz_rulebook_rate(const struct ddz_scene *scene, struct ddz_options *options, struct ddz_rating *rating);

/* The same rules at full level on the few plays of movegen.h, for rollouts: what the seat of `view` plays
 * when the cards `unseen` are with the others. */
void ddz_rulebook_quick(struct ddz_engine *engine, const struct ddz_view *view, ddz_hand unseen,
                        struct ddz_play *play);

/* A player without rules, who plays what leaves the best rest and passes on his partner's plays: as the first
 * prompt (core/value/prompt.h), but on the few plays of movegen.h. */
void ddz_rulebook_naive(struct ddz_engine *engine, const struct ddz_view *view, struct ddz_play *play);

/* ---- what a style likes ---- */

/* Where a net or a search rates a play. `aggressive` likes to take an enemy's lead and to bomb, `cooperative`
 * leaves the lead to the partner. A little is added to such plays, so that a style decides where plays are
 * close and costs little.
 *
 * What the style of a request adds to `play` (an empty one: pass), in logits of winning; 0 where it does not
 * care. */
double ddz_style_bonus(const struct ddz_robot_request *request, const struct ddz_play *play);

/* The same in the unit of the objective, about even chances: a probability, or a farmer's stakes. */
double ddz_style_bonus_of(const struct ddz_robot_request *request, const struct ddz_play *play);
