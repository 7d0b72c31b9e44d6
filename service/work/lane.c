#include "service/work/lane.h"

bool lane_open(struct lane *lane, const char *kind, unsigned number, const struct app *app,
               const struct app_host *host) {
  snprintf(lane->name, sizeof lane->name, "%.8s-%u", kind, number % 1000u);
  lane->app = app;
  lane->stamp.second = -1;
  lane->state = app->state_new(app->self, host);
  if (!lane->state) return false;
  lane_publish(lane);
  return true;
}

void lane_close(struct lane *lane) {
  if (lane->state) lane->app->state_free(lane->state);
  lane->state = NULL;
}

void lane_add_active(struct lane *lane, size_t by) {
  size_t active = atomic_load_explicit(&lane->active, memory_order_relaxed);
  atomic_store_explicit(&lane->active, active + by, memory_order_release);
}

void lane_publish(struct lane *lane) {
  if (lane->app->gauge_count == 0) return;
  uint64_t values[APP_GAUGES_MAX] = {0};
  lane->app->read(lane->state, values);
  for (size_t i = 0; i < lane->app->gauge_count; i++)
    atomic_store_explicit(&lane->gauges[i], values[i], memory_order_relaxed);
}
