/* worst.c - which bounded request takes the most computing for each byte that is sent?
 *
 * Draws questions at random, keeps the one that takes longest for each byte, and changes it card by card and
 * field by field as long as that makes it longer. Runs in process, on one thread, each question three times
 * (the least counts). Then tells the worst of each route: its time, what it was estimated to take, and its
 * body.
 *
 * Judged: nothing that is BOUNDED takes more than the estimate, by which it was let in, times `slack`.
 *
 * usage: worst [seconds, default 20] [slack, default 0: print only] */
#include "api/api.h"
#include "core/base/rng.h"
#include "tests/support/measure.h"
#include "tests/support/seed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODY = 1024, TRIES = 3, CARDS_MAX = 21 };

static const char ranks[] = "3456789TJQKA2BR";

/* The body with the hand and the one or two wild ranks, `%s` in this order. */
static const struct {
  const char *path, *form;
} routes[] = {
    {"/prompt", "{\"hand\":\"%s\",\"limit\":1000,\"rules\":{\"preset\":\"%s\"%s}}"},
    {"/analyze", "{\"hand\":\"%s\",\"rules\":{\"preset\":\"%s\"%s}}"},
    {"/robot-move", "{\"hand\":\"%s\",\"rules\":{\"preset\":\"%s\"%s},\"role\":\"landlord\"}"},
    {"/classify", "{\"cards\":\"%s\",\"rules\":{\"preset\":\"%s\"%s}}"},
};
enum { ROUTES = sizeof routes / sizeof *routes, PRESETS = 3 };
static const char *const presets[PRESETS] = {"standard", "laizi", "yuncheng"};

struct asked {
  int route, preset, wild, cards;
  char hand[CARDS_MAX + 1];
  double us;
  uint64_t at_most_us;
  char body[BODY];
};

static struct ddz_rng rng;

static int below(int n) { return (int)ddz_rng_below(&rng, (uint64_t)n); }

static uint64_t clock_us(void *self) {
  (void)self;
  return (uint64_t)(measure_now() / 1000);
}

/* A card that the hand may still have. */
static char draw(const char *hand, int n) {
  for (;;) {
    const int r = below(15);
    int have = 0;
    for (int i = 0; i < n; i++) have += hand[i] == ranks[r];
    if (have < (r < 13 ? 4 : 1)) return ranks[r];
  }
}

static void draw_one(struct asked *a) {
  a->route = below(ROUTES);
  a->preset = below(PRESETS);
  a->wild = below(13);
  a->cards = 10 + below(11);
  for (int i = 0; i < a->cards; i++) a->hand[i] = draw(a->hand, i);
  a->hand[a->cards] = '\0';
}

static void change(struct asked *a) {
  if (below(12) == 0) a->wild = below(13);
  for (int n = 1 + below(3); n > 0; n--) {
    const int i = below(a->cards);
    a->hand[i] = a->hand[a->cards - 1];
    a->hand[a->cards - 1] = draw(a->hand, a->cards - 1);
  }
}

/* Microseconds; 0: it is refused, or not bounded. */
static double time_of(struct ddz_api *api, struct asked *a) {
  char wild[32] = "";
  if (a->preset == 1) snprintf(wild, sizeof wild, ",\"wild\":[\"%c\"]", ranks[a->wild]);
  snprintf(a->body, BODY, routes[a->route].form, a->hand, presets[a->preset], wild);
  a->us = 0;
  for (int i = 0; i < TRIES; i++) {
    const struct ddz_api_message message = {.method = "POST",
                                            .path = routes[a->route].path,
                                            .content_type = "application/json",
                                            .body = a->body,
                                            .length = strlen(a->body)};
    struct ddz_api_request request;
    ddz_api_open(&request, &message);
    const bool runs = request.answer.status == 0 && request.cost.at_most_us > 0;
    a->at_most_us = request.cost.at_most_us;
    const double begin = (double)measure_now();
    if (runs) ddz_api_run(api, &request);
    const double us = ((double)measure_now() - begin) / 1000;
    ddz_api_close(&request);
    if (!runs) return a->us = 0;
    if (i == 0 || us < a->us) a->us = us;
  }
  return a->us;
}

int main(int argc, char **argv) {
  const double seconds = argc > 1 ? strtod(argv[1], NULL) : 20, slack = argc > 2 ? strtod(argv[2], NULL) : 0;
  const struct ddz_host host = {.now_us = clock_us};
  struct ddz_api *api = ddz_api_new(&(struct ddz_api_options){.memo_bytes = 4 << 20}, &host);
  static struct asked worst[ROUTES][16], over;
  double over_by = 0;
  if (!api) return 2;
  ddz_rng_seed(&rng, test_seed());
  for (const double until = (double)measure_now() + seconds * 1e9; (double)measure_now() < until;) {
    struct asked a;
    draw_one(&a);
    if (time_of(api, &a) <= 0) continue;
    for (int failed = 0; failed < 60;) {
      struct asked next = a;
      change(&next);
      failed = time_of(api, &next) > a.us ? (a = next, 0) : failed + 1;
    }
    int wilds = 0;
    for (int i = 0; i < a.cards; i++) wilds += a.preset == 1 ? a.hand[i] == ranks[a.wild] : 0;
    if (a.us > worst[a.route][wilds].us) worst[a.route][wilds] = a;
    if (a.us / (double)a.at_most_us > over_by) over = a, over_by = a.us / (double)a.at_most_us;
  }
  for (int r = 0; r < ROUTES; r++)
    for (int w = 0; w < 16; w++)
      if (worst[r][w].us > 0)
        printf("%-12s %d wild %2d cards %8.0f us, estimated %6llu  %s\n", routes[r].path, w,
               worst[r][w].cards, worst[r][w].us, (unsigned long long)worst[r][w].at_most_us,
               worst[r][w].body);
  printf("most over its estimate: %.2f times, %s %s\n", over_by, routes[over.route].path, over.body);
  ddz_api_free(api);
  return slack > 0 && over_by > slack;
}
