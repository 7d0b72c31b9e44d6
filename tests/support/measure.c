#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

uint64_t measure_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double measure_at(double *values, size_t n, double share) {
  qsort(values, n, sizeof *values, ascending);
  return values[(size_t)(share * (double)(n - 1))];
}

void measure_print(const char *name, double *samples, size_t n, const char *unit) {
  double per = strcmp(unit, "ms") == 0 ? 1e6 : strcmp(unit, "us") == 0 ? 1e3 : 1;
  qsort(samples, n, sizeof *samples, ascending);
  printf("%-40s %9.3f %9.3f %s %zu\n", name, samples[n / 2] / per, samples[n - 1 - n / 100] / per, unit, n);
}
