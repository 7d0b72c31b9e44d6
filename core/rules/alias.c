#include "alias.h"

#include <string.h>

static const struct ddz_alias aliases[] = {
#define IS(kind) (1u << DDZ_##kind)
#define ALIAS(name, kinds) {name, kinds},
#include "alias.def"
#undef ALIAS
#undef IS
};
enum { ALIASES = sizeof aliases / sizeof *aliases };

uint32_t ddz_kinds_named(const char *name) {
  for (int kind = DDZ_PASS + 1; kind < DDZ_KINDS; kind++)
    if (strcmp(ddz_pattern_rows[kind].name, name) == 0 || strcmp(ddz_pattern_rows[kind].chinese, name) == 0)
      return 1u << kind;
  for (size_t i = 0; i < ALIASES; i++)
    if (strcmp(aliases[i].name, name) == 0) return aliases[i].kinds;
  return 0;
}

bool ddz_alias_at(size_t i, struct ddz_alias *alias) {
  if (i >= ALIASES) return false;
  *alias = aliases[i];
  return true;
}
