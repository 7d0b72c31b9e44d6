/* bench_search.c - what a search costs: the time of a decision that searched, median and 99th percentile, in
 * the games of search_games.h. `make signatures` says whether it still visits the same nodes. One core. */
#include <stdio.h>
#include <stdlib.h>

#include "api/thread.h"
#include "lib/nets.h"
#include "tests/support/engine.h"
#include "tests/support/measure.h"
#include "tests/support/search_games.h"

enum { MOVES = 4000, MEMO = 1 << 22 };

struct sample {
  double ns[MOVES];
  size_t n;
};

static void take(void *self, const struct search_decision *d) {
  struct sample *sample = self;
  if (d->move->nodes > 0 && sample->n < MOVES) sample->ns[sample->n++] = d->ns;
}

int main(void) {
  static struct sample sample;
  char error[256];
  struct ddz_engine *engine = engine_new(MEMO);
  const struct nets *nets = nets_open(&(struct nets_source){.model = "models/ddz.net"}, error, sizeof error);
  if (nets == NULL) printf("%-40s %s\n", "search_on_net", error);
  for (int kind = 0; kind < (nets != NULL ? SEARCH_GAMES : SEARCH_ON_NET); kind++) {
    const struct ddz_nets open = ddz_api_model_nets(nets != NULL ? nets->model : NULL);
    sample.n = 0;
    search_games_play(engine, &open, (enum search_games)kind, take, &sample);
    measure_print(search_games_name((enum search_games)kind), sample.ns, sample.n, "ms");
  }
  nets_close(nets);
  free(engine);
  return 0;
}
