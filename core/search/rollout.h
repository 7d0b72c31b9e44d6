/* rollout.h - a game played to its end by the fast policy. Only the caller knows all hands.
 *
 * Each seat is played by the rules of rulebook.c on what that seat may know (its own hand, the cards left,
 * what is still out), with the plays of thin.h. So a rollout of sampled hidden hands (sampler.h) says how a
 * game between decent players goes on. No chance in it: the same position has the same end. No allocation;
 * one engine, one thread; some 20 microseconds for a whole game. */
#ifndef DDZ_CORE_ROLLOUT_H
#define DDZ_CORE_ROLLOUT_H

#include "core/engine/engine.h"
#include "core/game/open.h"

/* Play a game that is not over to its end; `open` is left as it stands then (but for view.trail). Returns the
 * plies played. */
int ddz_rollout(struct ddz_engine *engine, struct ddz_open *open);

#endif
