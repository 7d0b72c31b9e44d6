#include "api/dropin/dropin.h"

#include <string.h>

static const struct ddz_manner manners[DDZ_DROPINS] = {
#define DROPIN(NAME, name, form) {form, ddz_refuse_##name},
#include "api/dropin/dropin.def"
#undef DROPIN
};

static const struct {
  enum ddz_dropin dropin;
  struct ddz_api_route route;
} rows[] = {
#define AT(NAME, method_, path_, route_)                                                                     \
  {DDZ_DROPIN_##NAME,                                                                                        \
   {.method = method_,                                                                                       \
    .path = path_,                                                                                           \
    .handler = &ddz_drop_##route_,                                                                           \
    .longest = DDZ_LENGTH_ANSWER,                                                                            \
    .manner = &manners[DDZ_DROPIN_##NAME]}},
#include "api/dropin/dropin.def"
#undef AT
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool has(unsigned set, enum ddz_dropin dropin) { return set >> dropin & 1; }

const struct ddz_api_route *ddz_dropin_at(unsigned set, size_t i) {
  for (size_t row = 0; row < ROWS; row++)
    if (has(set, rows[row].dropin) && i-- == 0) return &rows[row].route;
  return NULL;
}

const struct ddz_api_route *ddz_dropin_route_of(unsigned set, const char *path) {
  for (size_t row = 0; row < ROWS; row++)
    if (has(set, rows[row].dropin) && strcmp(rows[row].route.path, path) == 0) return &rows[row].route;
  return NULL;
}
