/* lane.h - what belongs to one thread: its api and its counters.
 *
 * Nothing in a lane is shared for writing. The counters and gauges are atomics only so that another thread
 * may read them for /metrics: one writer, relaxed loads and stores, no read-modify-write. */
#ifndef DDZ_SERVICE_LANE_H
#define DDZ_SERVICE_LANE_H

#include "service/ops/log.h"
#include "service/ops/metrics.h"
#include "service/work/rounds.h"

/* What the apis of all lanes are made of. */
struct lane_setup {
  struct ddz_api_options memory;
  const struct ddz_api_model *model; /* NULL: no net */
};

enum { LANE_GAUGES = sizeof(struct ddz_api_stats) / sizeof(uint64_t) };

struct lane {
  char name[16]; /* "poller-0", "worker-1" */
  struct ddz_api *api;
  struct log_stamp stamp;
  struct tally *tally;                      /* NULL in workers, which answer nobody */
  struct rounds rounds;                     /* of a poller */
  uint64_t requests;                        /* numbered for the request id */
  atomic_size_t active;                     /* requests between request line and last byte of the answer */
  atomic_uint_fast64_t gauges[LANE_GAUGES]; /* struct ddz_api_stats */
};

/* Prepare `lane`, whose memory is zeroed; false when memory is short, then lane_close is still due. `spare`:
 * it is seldom used, and does with a small memo. */
bool lane_open(struct lane *lane, const char *kind, unsigned number, const struct lane_setup *setup,
               const struct ddz_host *host, bool spare);
void lane_close(struct lane *lane);

/* On the lane's own thread. */
void lane_add_active(struct lane *lane, size_t by);

/* Publish the api's gauges; on the lane's own thread, after each call. */
void lane_publish(struct lane *lane);

#endif
