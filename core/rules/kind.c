#include "kind.h"

#include <string.h>

#include "switch.h"

#define DDZ_SWITCH_ALWAYS 0
#define DDZ_SWITCH_NEVER 0

const struct ddz_pattern_row ddz_pattern_rows[DDZ_KINDS] = {
    {.name = "pass", .chinese = "不要"},
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

enum ddz_kind ddz_kind_of(const char *name) {
  int kind = DDZ_PASS + 1;
  while (kind < DDZ_KINDS && strcmp(ddz_pattern_rows[kind].name, name) != 0) kind++;
  return (enum ddz_kind)kind;
}
