/* alias.h - patterns by the names that people give them.
 *
 * The rows are in alias.def. Constants, any thread. */
#ifndef DDZ_CORE_ALIAS_H
#define DDZ_CORE_ALIAS_H

#include <stdbool.h>
#include <stddef.h>

#include "kind.h"

/* The patterns that a name means, bit k = kind k: one by its name or its Chinese name, or all that an alias
 * means. 0: there is no such name. */
uint32_t ddz_kinds_named(const char *name);

/* Row `i` of the aliases; false past the end. */
struct ddz_alias {
  const char *name;
  uint32_t kinds;
};
bool ddz_alias_at(size_t i, struct ddz_alias *alias);

#endif
