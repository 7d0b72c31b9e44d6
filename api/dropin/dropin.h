/* dropin.h - which servers can this one replace, and what can be asked of it then?
 *
 * A set of drop-ins has bit 1 << enum ddz_dropin; the empty set is a service with our routes alone.
 * Constants, any thread. */
#ifndef DDZ_API_DROPIN_H
#define DDZ_API_DROPIN_H

#include "api/dropin/names.h"
#include "api/route.h"

#define DROPIN(NAME, name, form)                                                                             \
  int ddz_refuse_##name(const struct ddz_problem *problem, struct ddz_writer *out); /* struct ddz_manner */
#include "api/dropin/dropin.def"
#undef DROPIN

#define AT(NAME, method, path, route) extern const struct ddz_handler ddz_drop_##route;
#include "api/dropin/dropin.def"
#undef AT

/* Row `i` of all drop-ins of the set; NULL past the end. A path may also be one of the server's own. */
const struct ddz_api_route *ddz_dropin_at(unsigned set, size_t i);

/* The route of a path in the set; NULL when there is none. */
const struct ddz_api_route *ddz_dropin_route_of(unsigned set, const char *path);

#endif
