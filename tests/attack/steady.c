/* steady.c - a normal client while somebody else attacks: 200 short questions a second over 4 connections,
 * from another loopback address. Prints its figures; fails when a question is not answered, and, with a third
 * argument, when the 99th percentile is not below that many milliseconds.
 *
 * usage: steady PORT SECONDS [P99_MS] */
#include "tests/support/mix.h"
#include "tests/support/seed.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  static struct mix mix;
  static struct load_tally sum;
  if (argc < 3) return 2;
  signal(SIGPIPE, SIG_IGN);
  mix_make(&mix, test_seed());
  mix_weigh(&mix, MIX_LONG, 0);
  mix_weigh(&mix, MIX_BAD, 0);
  struct load_setup setup = {.port = (unsigned)strtoul(argv[1], NULL, 10),
                             .source = "127.0.0.2",
                             .kinds = mix.kinds,
                             .kind_count = mix.count,
                             .connections = {[MIX_CHEAP] = 4},
                             .seed = test_seed()};
  struct load *load = load_new(&setup);
  load_rate(load, 200);
  load_run(load, strtod(argv[2], NULL));
  bool settled = load_settle(load, 10);
  mix_sum(&mix, load, MIX_CHEAP, &sum);
  double p99 = histogram_ms(&sum.took, 0.99);
  printf("a normal client: %llu answered, %llu refused, %llu wrong, p50 %.2f p99 %.2f max %.2f ms\n",
         (unsigned long long)sum.fine, (unsigned long long)sum.refused, (unsigned long long)sum.wrong,
         histogram_ms(&sum.took, 0.5), p99, (double)sum.took.max_ns / 1e6);
  load_free(load);
  mix_free(&mix);
  bool fast = argc < 4 || p99 < strtod(argv[3], NULL);
  return settled && sum.fine && !sum.refused && !sum.wrong && fast ? 0 : 1;
}
