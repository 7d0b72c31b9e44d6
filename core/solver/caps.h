/* caps.h - what a rule set allows, as the solver reads it.
 *
 * Computed once for a search. Pure. */
#ifndef DDZ_CORE_SOLVER_CAPS_H
#define DDZ_CORE_SOLVER_CAPS_H

#include "core/rules/pattern.h"

struct ddz_solver_caps {
  const struct ddz_rules *rules;
  uint32_t kinds;          /* set of enum ddz_kind that may be played */
  bool free;               /* solos are allowed, so a leader always has a play. Without them no play dominates
                              another: having to play may be worse than not being able to */
  bool repeat;             /* wherever single kickers go, two or three of one rank may go too */
  uint8_t type[DDZ_KINDS]; /* type[kind] + length: a number below 64 for every kind and length */
};

/* `rules` must live as long as `caps`. */
void ddz_solver_caps_init(struct ddz_solver_caps *caps, const struct ddz_rules *rules);

/* May this kind be played? */
static inline bool ddz_solver_may(const struct ddz_solver_caps *caps, int kind) {
  return (caps->kinds >> kind & 1) != 0;
}

#endif
