/* metric.h - a metric in the text format of Prometheus. */
#ifndef DDZ_SERVICE_METRIC_H
#define DDZ_SERVICE_METRIC_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

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

/* A counter that each row of some table has: its atomic_uint_fast64_t lies at `offset`. */
struct metric_figure {
  const char *name, *help;
  size_t offset;
  double unit;
};

static inline double metric_read(const struct metric_figure *figure, const void *row) {
  const atomic_uint_fast64_t *at = (const void *)((const char *)row + figure->offset);
  return (double)atomic_load(at) * figure->unit;
}

#endif
