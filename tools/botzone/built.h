/* built.h - the nets that a program holds within itself. */
#ifndef DDZ_TOOLS_BOTZONE_BUILT_H
#define DDZ_TOOLS_BOTZONE_BUILT_H

#include <stddef.h>

struct built {
  const void *bytes; /* aligned for nets */
  size_t size;
};

/* To play, to call, and to believe; NULL: there are none in this program. */
const struct built *built_nets(void);

#endif
