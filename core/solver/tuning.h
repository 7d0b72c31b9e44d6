/* tuning.h - the rows of tuning.def as constants: DDZ_SOLVER_<NAME>. */
#ifndef DDZ_CORE_SOLVER_TUNING_H
#define DDZ_CORE_SOLVER_TUNING_H

enum ddz_solver_tuning {
#define TUNING(name, value, unit, text) DDZ_SOLVER_##name = (value),
#include "tuning.def"
#undef TUNING
};

#endif
