/* load.c - load on a service, in several ways, each from one generator (tests/support/load.h). */
#include "tests/load/ways.h"

#include "tests/support/mix.h"
#include "tests/support/seed.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int faults;

void demand(bool judged, bool kept, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("%s  ", kept ? "good" : judged ? "FAULT" : "note");
  vprintf(format, arguments);
  printf("\n");
  fflush(stdout);
  va_end(arguments);
  faults += judged && !kept;
}

/* A normal client while somebody else attacks: 200 short questions a second over 4 connections, from another
 * loopback address. */
static int steady(int argc, char **argv) {
  static struct mix mix;
  static struct load_tally sum;
  if (argc < 3) return 2;
  mix_make(&mix, test_seed());
  mix_weigh(&mix, MIX_LONG, 0);
  mix_weigh(&mix, MIX_BAD, 0);
  struct load *load = load_new(&(struct load_setup){.port = (unsigned)strtoul(argv[1], NULL, 10),
                                                    .source = "127.0.0.2",
                                                    .kinds = mix.kinds,
                                                    .kind_count = mix.count,
                                                    .connections = {[MIX_CHEAP] = 4},
                                                    .seed = test_seed()});
  load_rate(load, 200);
  load_run(load, strtod(argv[2], NULL));
  const bool settled = load_settle(load, 10);
  mix_sum(&mix, load, MIX_CHEAP, &sum);
  const double p99 = histogram_ms(&sum.took, 0.99), most = argc > 3 ? strtod(argv[3], NULL) : 0;
  demand(true, settled && sum.fine && !sum.refused && !sum.wrong,
         "a normal client: %llu answered, %llu refused, %llu wrong", (unsigned long long)sum.fine,
         (unsigned long long)sum.refused, (unsigned long long)sum.wrong);
  demand(most > 0, p99 < most, "p50 %.2f p99 %.2f max %.2f ms", histogram_ms(&sum.took, 0.5), p99,
         (double)sum.took.max_ns / 1e6);
  load_free(load);
  mix_free(&mix);
  return 0;
}

static const struct {
  const char *name, *arguments;
  int (*run)(int argc, char **argv);
} ways[] = {
    {"day", "[SECONDS]                     a day's mix: does the service stay as it was?", day},
    {"overload", "[SECONDS]                four times what it can do: does it go on doing what it can?",
     overload},
    {"steady", "PORT SECONDS [P99_MS]      a normal client beside an attack: is it answered?", steady},
    {"lines", "PORT FILE [--OPTION VALUE]  the requests of a file, counted exactly", lines},
};
enum { WAYS = sizeof ways / sizeof *ways };

int main(int argc, char **argv) {
  signal(SIGPIPE, SIG_IGN);
  for (int i = 0; argc > 1 && i < WAYS; i++)
    if (strcmp(argv[1], ways[i].name) == 0) {
      const int status = ways[i].run(argc - 1, argv + 1);
      return status ? status : faults > 0;
    }
  for (int i = 0; i < WAYS; i++) fprintf(stderr, "load %s %s\n", ways[i].name, ways[i].arguments);
  return 2;
}
