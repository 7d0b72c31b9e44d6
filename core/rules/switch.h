/* switch.h - the questions about patterns on which platforms disagree, each answered yes or no.
 *
 * A row of rules.def says what a switch is; rules.c alone says what it does. Constants. */
#ifndef DDZ_CORE_SWITCH_H
#define DDZ_CORE_SWITCH_H

enum ddz_switch_index {
#define SWITCH(name, ...) DDZ_SWITCH_INDEX_##name,
#include "rules.def"
#undef SWITCH
  DDZ_SWITCHES
};

enum ddz_switch {
#define SWITCH(name, ...) DDZ_SWITCH_##name = 1 << DDZ_SWITCH_INDEX_##name,
#include "rules.def"
#undef SWITCH
};

/* Rows of rules.def. */
struct ddz_switch_row {
  enum ddz_switch bit;
  const char *name, *text, *chinese, *example, *needs;
};
extern const struct ddz_switch_row ddz_switch_rows[DDZ_SWITCHES];

#endif
