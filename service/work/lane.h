/* lane.h - what belongs to one thread: its application state and its counters.
 *
 * Nothing in a lane is shared for writing. The counters and gauges are atomics only so that another thread
 * may read them for /metrics: one writer, relaxed loads and stores, no read-modify-write. */
#ifndef DDZ_SERVICE_LANE_H
#define DDZ_SERVICE_LANE_H

#include "service/ops/log.h"
#include "service/ops/metrics.h"
#include "service/work/rounds.h"

struct lane {
  char name[16]; /* "poller-0", "worker-1" */
  const struct app *app;
  void *state;
  struct log_stamp stamp;
  struct tally *tally;  /* NULL in workers, which answer nobody */
  struct rounds rounds; /* of a poller */
  uint64_t requests;    /* numbered for the request id */
  atomic_size_t active; /* requests between request line and last byte of the answer */
  atomic_uint_fast64_t gauges[APP_GAUGES_MAX];
};

/* Prepare `lane`, whose memory is zeroed; false when memory is short, then lane_close is still due. */
bool lane_open(struct lane *lane, const char *kind, unsigned number, const struct app *app,
               const struct app_host *host);
void lane_close(struct lane *lane);

/* On the lane's own thread. */
void lane_add_active(struct lane *lane, size_t by);

/* Publish the state's gauges; on the lane's own thread, after each call. */
void lane_publish(struct lane *lane);

#endif
