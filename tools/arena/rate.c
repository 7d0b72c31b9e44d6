#include "tools/arena/rate.h"

#include <math.h>
#include <stdlib.h>

enum { SEED = 0x67F8C2A6 }; /* of SHA-256 of "ddz-bench 1" the first eight digits */

static const char *const field[] = {"random", "auto:1", "auto:2", "auto:3", "auto:4", "auto:5",
                                    "auto:6", "auto:7", "auto:8", "auto:9", "auto:10"};
enum { FIELD = sizeof field / sizeof *field };

/* `beyond`: what each deal adds to the means of the field, beyond them. */
static void add_up(struct rating *rating, int part, const struct match *match, const struct sample *sample,
                   struct sample *beyond) {
  const double won = sum_mean(&match->wins), points = sum_mean(&match->points);
  for (uint64_t i = 0; i < match->deals; i++) {
    beyond[i].won += (sample[i].won - won) / (double)match->deals;
    beyond[i].points += (sample[i].points - points) / (double)match->deals;
  }
  rating->part[part].won += won / FIELD;
  rating->part[part].points += points / FIELD;
  account_add(&rating->account, &match->account[0]);
  rating->cpu_ns += match->cpu_ns[0];
  if (match->memory[0] > rating->memory) rating->memory = match->memory[0];
}

static double margin(double squares) { return STATS_Z95 * sqrt(squares) / FIELD; }

static const char *meet_all(int part, struct match_options *options, uint64_t deals, uint64_t slow,
                            const struct spec *player, void (*told)(const struct match *match),
                            struct rating *rating, struct sample *beyond) {
  static struct match match;
  double won = 0, points = 0;
  for (size_t i = 0; i < FIELD; i++) {
    struct spec opponent;
    const char *wrong = spec_read(field[i], &opponent);
    if (wrong == NULL) wrong = spec_open(&opponent, NULL);
    options->deals = spec_is_slow(&opponent) && deals > slow ? slow : deals;
    if (wrong == NULL) wrong = match_play(options, player, &opponent, &match);
    if (wrong != NULL) return wrong;
    told(&match);
    add_up(rating, part, &match, options->sample, beyond);
  }
  for (uint64_t i = 0; i < deals; i++) {
    won += beyond[i].won * beyond[i].won;
    points += beyond[i].points * beyond[i].points;
  }
  rating->part[part].won_margin = margin(won);
  rating->part[part].points_margin = margin(points);
  return NULL;
}

const char *rate_part(int part, const struct match_options *how, uint64_t deals, uint64_t slow,
                      const struct spec *player, void (*told)(const struct match *match),
                      struct rating *rating) {
  struct match_options options = *how;
  struct sample *beyond = calloc(deals, sizeof *beyond);
  options.sample = calloc(deals, sizeof *options.sample);
  options.seed = SEED;
  options.calling = part == 1;
  if (options.replay != NULL) options.threads = 1;
  const char *wrong = "out of memory";
  if (beyond != NULL && options.sample != NULL &&
      ddz_rules_preset(part == 0 ? "douzero" : "standard", &options.rules) == DDZ_OK)
    wrong = meet_all(part, &options, deals, slow, player, told, rating, beyond);
  free(options.sample);
  free(beyond);
  return wrong;
}
