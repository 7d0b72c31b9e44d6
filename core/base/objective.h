/* objective.h - what a seat plays for. */
#ifndef DDZ_CORE_OBJECTIVE_H
#define DDZ_CORE_OBJECTIVE_H

#include <stdbool.h>

enum ddz_objective {
  DDZ_OBJECTIVE_WIN,    /* win as often as possible */
  DDZ_OBJECTIVE_POINTS, /* win as many points as possible */
  DDZ_OBJECTIVES
};

/* "win", "points"; and back, false when there is no such name. */
const char *ddz_objective_name(enum ddz_objective objective);
bool ddz_objective_of(const char *name, enum ddz_objective *objective);

#endif
