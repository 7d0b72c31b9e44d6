#include "kind.h"

#include <string.h>

#include "switch.h"

#define DDZ_SWITCH_ALWAYS 0
#define DDZ_SWITCH_NEVER 0

const struct ddz_pattern_row ddz_pattern_rows[DDZ_KINDS] = {
    {.name = "pass", .chinese = "不出"},
#define PATTERN(kind, name, chinese, class, body, min, max, kicker, kickers, needs, repeat, rocket)          \
  {name,                                                                                                     \
   chinese,                                                                                                  \
   body,                                                                                                     \
   min,                                                                                                      \
   max,                                                                                                      \
   kicker,                                                                                                   \
   kickers,                                                                                                  \
   DDZ_SWITCH_##needs,                                                                                       \
   DDZ_SWITCH_##repeat,                                                                                      \
   DDZ_SWITCH_##rocket},
#include "pattern.def"
#undef PATTERN
};

enum ddz_error ddz_kind_of(const char *name, enum ddz_kind *kind) {
  for (int i = DDZ_PASS + 1; i < DDZ_KINDS; i++)
    if (strcmp(ddz_pattern_rows[i].name, name) == 0) {
      *kind = (enum ddz_kind)i;
      return DDZ_OK;
    }
  return DDZ_ERR_UNKNOWN_PATTERN;
}
