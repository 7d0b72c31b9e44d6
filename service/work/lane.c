#include "service/work/lane.h"

#include "service/ops/thread.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SPARE_MEMO = 1 << 20 };

/* The whole pages. Refusals do not matter: small pages do as well, only slower. */
static void advise(void *self, void *memory, size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (page - (uintptr_t)memory % page) % page;
  (void)self;
  if (before + page <= bytes) madvise((char *)memory + before, (bytes - before) / page * page, MADV_HUGEPAGE);
}

/* On a stack that is large enough; the first thread's may not be. */
static void *warm(void *api) {
  ddz_api_warm(api);
  return NULL;
}

bool lane_open(struct lane *lane, const char *kind, unsigned number, const struct lane_setup *setup,
               const struct ddz_host *host, bool spare) {
  struct ddz_api_options memory = setup->memory;
  struct ddz_host lent = *host;
  pthread_t warmer;
  snprintf(lane->name, sizeof lane->name, "%.8s-%u", kind, number % 1000u);
  lane->stamp.second = -1;
  lent.advise = advise;
  if (spare) memory.memo_bytes = SPARE_MEMO;
  lane->api = ddz_api_new(&memory, &lent);
  if (!lane->api) return false;
  ddz_api_use_model(lane->api, setup->model);
  if (thread_start(&warmer, warm, lane->api) != 0) return false;
  pthread_join(warmer, NULL);
  lane_publish(lane);
  return true;
}

void lane_close(struct lane *lane) {
  if (lane->api) ddz_api_free(lane->api);
  lane->api = NULL;
}

void lane_add_active(struct lane *lane, size_t by) {
  size_t active = atomic_load_explicit(&lane->active, memory_order_relaxed);
  atomic_store_explicit(&lane->active, active + by, memory_order_release);
}

void lane_publish(struct lane *lane) {
  const struct ddz_api_stats stats = ddz_api_stats(lane->api);
  uint64_t values[LANE_GAUGES];
  memcpy(values, &stats, sizeof values);
  for (size_t i = 0; i < LANE_GAUGES; i++)
    atomic_store_explicit(&lane->gauges[i], values[i], memory_order_relaxed);
}
