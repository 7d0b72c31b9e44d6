/* metrics.h - counters of answered requests, and their Prometheus text.
 *
 * A tally belongs to one poller, which alone adds to it; any thread may read it. Rows are routes, columns
 * are status codes and latency buckets; both are fixed at start, so counting is two array steps. */
#ifndef DDZ_SERVICE_METRICS_H
#define DDZ_SERVICE_METRICS_H

#include <stdio.h>

#include "api/api.h"

#define METRICS_ROUTES_MAX 48

struct tally;

/* Paths, each once; texts are not copied. Index 0 is "other". */
struct route_names {
  const char *path[METRICS_ROUTES_MAX];
  size_t count;
};
void route_names_init(struct route_names *names);
void route_names_add(struct route_names *names,
                     const char *path); /* duplicates and a full table are ignored */
size_t route_names_find(const struct route_names *names, const char *path); /* 0 when unknown */

/* NULL when memory is short. */
struct tally *tally_new(void);
void tally_free(struct tally *tally);

/* Owner's thread: one answer. */
struct tally_entry {
  size_t route;
  int status; /* 0: the connection ended without one */
  uint64_t duration_us;
  bool queued; /* a worker had it, so that queue_us counts as a wait */
  uint64_t queue_us, compute_us;
  uint64_t received, sent; /* bytes */
  const struct ddz_answer *answer;
};
void tally_add(struct tally *tally, const struct tally_entry *entry);

/* Sum `count` tallies and print them. */
void tally_print(FILE *out, const struct route_names *names, struct tally *const *tallies, size_t count);

/* Where the system tells about this process; opened once, because later that may be forbidden. */
struct process;
struct process *process_open(void); /* NULL when memory is short; what the system does not tell reads 0 */
void process_close(struct process *process); /* NULL is allowed */

/* Process figures: resident bytes, open descriptors, CPU seconds. Any thread. */
void process_print(struct process *process, FILE *out);

#endif
