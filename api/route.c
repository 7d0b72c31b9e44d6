#include "api/route.h"

#include <string.h>

enum { KIB = 1024, ANSWER = DDZ_LENGTH_ANSWER, BATCH = DDZ_LENGTH_BATCH }; /* words of the table */

static const struct ddz_api_route routes[] = {
#define ROUTE(method_, path_, name, longest_)                                                                \
  {.method = method_, .path = path_, .handler = &ddz_handle_##name, .longest = longest_},
#include "api/routes.def"
#undef ROUTE
};
enum { ROUTES = sizeof routes / sizeof *routes };

const struct ddz_api_route *ddz_route_at(size_t i) { return i < ROUTES ? &routes[i] : NULL; }

const struct ddz_api_route *ddz_route_of(const char *path) {
  for (size_t i = 0; i < ROUTES; i++)
    if (strcmp(routes[i].path, path) == 0) return &routes[i];
  return NULL;
}

struct ddz_near_text ddz_route_near(const char *path) {
  const char *paths[ROUTES + 1] = {NULL};
  for (size_t i = 0; i < ROUTES; i++) paths[i] = routes[i].path;
  return ddz_near_text(path, paths);
}

size_t ddz_route_size(const struct ddz_api_route *route, const json_t *body) {
  const struct ddz_handler *handler = route->handler;
  size_t size = handler->size_of ? handler->size_of(body) : handler->size, unit = alignof(max_align_t);
  return (size + unit - 1) / unit * unit;
}

size_t ddz_route_budget(const struct ddz_api_route *route, const struct ddz_api *api) {
  if (route->longest == DDZ_LENGTH_BATCH) return api->batch_bytes;
  size_t longest = (size_t)route->longest;
  return longest > 0 && longest < api->answer_bytes ? longest : api->answer_bytes;
}
