/* contrast.h - what sets the best play apart from another one?
 *
 * Claims come from the cards (what nobody can beat, what is kept or broken up, how many plays are left, whose
 * play is beaten) and from the rollouts (who leads next, who goes out on his next turn). A claim of the
 * rollouts is made where the two plays differ by much and by more than chance. Pure but for the engine's
 * memo; no allocation. */
#ifndef DDZ_CORE_CONTRAST_H
#define DDZ_CORE_CONTRAST_H

#include "core/play/rulebook.h"
#include "course.h"

/* Hold `best` against `other`; of both, what came of their rollouts. From few rollouts the cards alone speak.
 * Of two claims that weigh alike the earlier row of the code goes first: rollouts, then the cards. */
struct ddz_contrast ddz_contrast_of(const struct ddz_scene *scene, const struct ddz_play *best,
                                    const struct ddz_courses *best_courses, const struct ddz_play *other,
                                    const struct ddz_courses *other_courses);

#endif
