#include "tests/support/histogram.h"

/* Exact below 64, then six bits behind the leading one. */
static size_t bin_of(uint64_t ns) {
  if (ns < 64) return (size_t)ns;
  unsigned shift = 63u - (unsigned)__builtin_clzll(ns) - 6u;
  size_t bin = 64u * (shift + 1) + (size_t)(ns >> shift) - 64u;
  return bin < HISTOGRAM_BINS ? bin : HISTOGRAM_BINS - 1;
}

/* The largest value of a bin. */
static uint64_t top_of(size_t bin) {
  if (bin < 64) return bin;
  unsigned shift = (unsigned)(bin / 64) - 1;
  return ((bin % 64 + 65) << shift) - 1;
}

void histogram_add(struct histogram *histogram, uint64_t ns) {
  histogram->count++;
  histogram->bins[bin_of(ns)]++;
  if (ns > histogram->max_ns) histogram->max_ns = ns;
}

void histogram_merge(struct histogram *into, const struct histogram *from) {
  into->count += from->count;
  if (from->max_ns > into->max_ns) into->max_ns = from->max_ns;
  for (size_t i = 0; i < HISTOGRAM_BINS; i++) into->bins[i] += from->bins[i];
}

double histogram_ms(const struct histogram *histogram, double share) {
  uint64_t wanted = (uint64_t)(share * (double)histogram->count + 0.5), seen = 0;
  if (wanted == 0) wanted = histogram->count > 0;
  for (size_t i = 0; i < HISTOGRAM_BINS && wanted; i++) {
    seen += histogram->bins[i];
    if (seen >= wanted) return (double)(top_of(i) < histogram->max_ns ? top_of(i) : histogram->max_ns) / 1e6;
  }
  return 0;
}
