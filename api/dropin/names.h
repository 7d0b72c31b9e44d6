/* names.h - drop-ins by their names. A set of them has bit 1 << enum ddz_dropin; constants, any thread. */
#ifndef DDZ_API_DROPIN_NAMES_H
#define DDZ_API_DROPIN_NAMES_H

#include <stddef.h>

enum ddz_dropin {
#define DROPIN(NAME, name, form) DDZ_DROPIN_##NAME,
#include "api/dropin/dropin.def"
#undef DROPIN
  DDZ_DROPINS
};

/* Read names separated by commas into `set`. NULL on success; else the place in the list of the first unknown
 * name. */
const char *ddz_api_dropins_of(const char *list, unsigned *set);

const char *ddz_api_dropin_name(size_t i); /* NULL past the end */

#endif
