/* measure.h - what the bench programs share: a clock, and one line a figure.
 *
 * A line is "name median p99 unit n": n samples, times in the unit. Nothing here judges a figure: a loaded
 * machine must not fail a test. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Monotonic nanoseconds. */
uint64_t measure_now(void);

/* Sorts `n` (at least 1) samples in nanoseconds and prints the line; `unit` is "ns", "us" or "ms". */
void measure_print(const char *name, double *samples, size_t n, const char *unit);

/* Sorts `n` (at least 1) values; the one that `share` (0..1) of them do not exceed. */
double measure_at(double *values, size_t n, double share);
