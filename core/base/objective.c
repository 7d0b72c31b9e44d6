#include "objective.h"

#include <string.h>

static const char *const names[DDZ_OBJECTIVES] = {"win", "points"};

const char *ddz_objective_name(enum ddz_objective objective) {
  return objective < DDZ_OBJECTIVES ? names[objective] : "unknown";
}

bool ddz_objective_of(const char *name, enum ddz_objective *objective) {
  for (int i = 0; i < DDZ_OBJECTIVES; i++)
    if (strcmp(name, names[i]) == 0) return *objective = (enum ddz_objective)i, true;
  return false;
}
