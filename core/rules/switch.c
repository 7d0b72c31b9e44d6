#include "switch.h"

const struct ddz_switch_row ddz_switch_rows[DDZ_SWITCHES] = {
#define SWITCH(bit_, name_, text_, chinese_, example_) {DDZ_SWITCH_##bit_, name_, text_, chinese_, example_},
#include "rules.def"
#undef SWITCH
};
