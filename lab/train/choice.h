/* choice.h - what a net in the trainer would play.
 *
 * A decision: the plays there are, their inputs, what the net says of each. Who cannot lead has one play, the
 * pass. */
#pragma once

#include "core/engine/engine.h"
#include "lab/train/mind.h"
#include "lab/train/sample.h"

/* What one thread needs. */
struct player_tools {
  struct ddz_engine *engine; /* for `rules`, and who calls; NULL where there are neither */
  struct ddz_power *power;
  const uint8_t *off; /* inputs that are left out (DDZ_FEATURES), or NULL */
};

/* A play as the net sees it. */
struct worth {
  float win, points; /* a logit, or 0..1 where that is said; +-2^(bombs from now on) */
};

/* The plays of a decision; returns how many, at least one. */
size_t choice_plays(const struct ddz_view *view, struct ddz_play candidate[DDZ_FEATURE_CANDIDATES]);

/* The one that goes out; -1: none. */
int choice_finishing(const struct ddz_view *view, const struct ddz_play *candidate, size_t n);

/* The inputs of the position. points  what the net plays for */
void choice_begin(const struct player_tools *tools, struct ddz_inputs *position, const struct ddz_view *view,
                  bool points);

/* The best of n plays, by number.
 *
 * worth  of the best: win 0..1
 * all    (n) of each: win a logit; 1000 for a play that goes out */
size_t choice_of(const struct player_tools *tools, const struct mind *mind, const struct ddz_inputs *position,
                 bool points, const struct ddz_play *candidate, size_t n, struct worth *worth,
                 struct worth *all);

/* A play as a sample, what it came to left open; false where it has too many inputs. */
bool choice_sample(const struct player_tools *tools, const struct ddz_inputs *position,
                   const struct ddz_play *play, struct sample *sample);

/* What the play came to: win 0..1, points as in a worth; more than four bombs count as four. */
void choice_came(struct sample *sample, const struct worth *came);
