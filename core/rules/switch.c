#include "switch.h"

const struct ddz_switch_row ddz_switch_rows[DDZ_SWITCHES] = {
#define SWITCH(bit_, name_, text_, chinese_, example_, needs_)                                               \
  {DDZ_SWITCH_##bit_, name_, text_, chinese_, example_, needs_},
#include "rules.def"
#undef SWITCH
};
