/* histogram.h - many times in little memory: 64 steps to each power of two, so a value is known to 1.6 %. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_BINS = 64 * 36 }; /* up to 70 s in ns */

struct histogram {
  uint64_t count, max_ns;
  uint32_t bins[HISTOGRAM_BINS];
};

void histogram_add(struct histogram *histogram, uint64_t ns);
void histogram_merge(struct histogram *into, const struct histogram *from);

/* The value that `share` (0..1) of all do not exceed, in ms; 0 when there are none. */
double histogram_ms(const struct histogram *histogram, double share);
