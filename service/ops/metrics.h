/* metrics.h - counters of answered requests, and their Prometheus text.
 *
 * A tally belongs to one poller, which alone adds to it; any thread may read it. Rows are routes, columns
 * are status codes and latency buckets; both are fixed at start, so counting is two array steps. */
#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

#include "api/api.h"

/* ---- counters by kind of answer ---- */

/* A kind is the engine that gave it, the level and the preset. Kinds are few, because their words come from
 * the api's tables; what there is no row for is counted as "other". One thread adds, any thread may print. */

#define KINDS_MAX 256u
enum { KINDS_FIGURES = 5, KINDS_PART = 32, KINDS_LABELS = 7 * KINDS_PART + 1 }; /* what is counted; bytes */

struct kinds {
  atomic_size_t count;
  struct kind {
    char labels[KINDS_LABELS]; /* engine="search",level="3",preset="standard" */
    atomic_uint_fast64_t figure[KINDS_FIGURES];
  } kind[KINDS_MAX];
};

/* An answer that an engine gave; others are left out. */
void kinds_add(struct kinds *kinds, const struct ddz_answer *answer, uint64_t compute_us);

/* Add what `more` has counted to `total`, which one thread uses. */
void kinds_merge(struct kinds *total, const struct kinds *more);

/* As lines of /metrics. */
void kinds_print(FILE *out, const struct kinds *kinds);

/* ---- a metric in the text format of Prometheus ---- */

/* The two lines before the values. type  "counter", "gauge" or "histogram" */
static inline void metric_head(FILE *out, const char *name, const char *type, const char *help) {
  fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* A metric of one value. */
static inline void metric_print(FILE *out, const char *name, const char *type, const char *help,
                                double value) {
  metric_head(out, name, type, help);
  fprintf(out, "%s %.15g\n", name, value);
}

/* A counter that each row of some table has. `unit`: of what is counted, in that of the metric. */
struct metric_figure {
  const char *name, *help;
  double unit;
};

/* ---- tallies ---- */

#define METRICS_ROUTES_MAX 48

struct tally;

/* Paths, each once; texts are not copied. Index 0 is "other". */
struct route_names {
  const char *path[METRICS_ROUTES_MAX];
  size_t count;
};
void route_names_add(struct route_names *names,
                     const char *path); /* duplicates and a full table are ignored */
size_t route_names_find(const struct route_names *names, const char *path); /* 0 when unknown */

/* One more in the list `all`, which free() takes. NULL when memory is short. */
struct tally *tally_new(struct tally **all);

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

/* Sum all tallies of a list and print them. */
void tally_print(FILE *out, const struct route_names *names, const struct tally *all);

/* Where the system tells about this process; opened once, because later that may be forbidden. */
struct process;
struct process *process_open(void); /* NULL when memory is short; what the system does not tell reads 0 */
void process_close(struct process *process); /* NULL is allowed */

struct process_view {
  double resident_bytes, descriptors, descriptors_most, began_s, cpu_s; /* began_s: since 1970 */
};
struct process_view process_look(struct process *process); /* any thread */
