/* bench_power.c - what the power value costs.
 *
 * Everything is forgotten before each hand, outside the clock. One core. */
#include <stdio.h>
#include <stdlib.h>

#include "core/value/power.h"
#include "tests/support/cards.h"
#include "tests/support/measure.h"
#include "tests/support/seed.h"

enum { HANDS = 4000, MEMO = 1 << 20 };

/* Hands of one kind. */
struct scene {
  const char *name, *rules;
  int naturals, wilds;
  int hands;
};

static const struct scene scenes[] = {
    {"power_17_cold", "standard", 17, 0, HANDS},
    {"power_20_cold", "standard", 20, 0, HANDS},
    {"power_20_flower_cold", "yuncheng", 19, 1, HANDS},
    {"power_20_wild4_cold", "laizi 7", 16, 4, HANDS / 2},
    {"power_20_wild8_cold", "laizi 7Q", 12, 8, HANDS / 2},
};

/* A random hand of exactly so many naturals and wildcards, every card as likely as any other. */
static ddz_hand deal(struct ddz_rng *rng, const struct ddz_rules *rules, const struct scene *scene) {
  ddz_hand wilds = ddz_rules_wilds(rules, ddz_rules_deck(rules));
  ddz_hand naturals = ddz_rules_deck(rules) - wilds;
  return cards_draw(rng, &naturals, scene->naturals) + cards_draw(rng, &wilds, scene->wilds);
}

static double sink;

static void cold(struct ddz_power *power, struct ddz_rng *rng, const struct scene *scene, double *samples) {
  struct ddz_rules rules = cards_rules(scene->rules);
  for (int i = 0; i < scene->hands; i++) {
    ddz_hand hand = deal(rng, &rules, scene);
    ddz_power_reset(power);
    uint64_t start = measure_now();
    sink += ddz_power_of(power, &rules, hand);
    samples[i] = (double)(measure_now() - start);
  }
  measure_print(scene->name, samples, (size_t)scene->hands, "us");
}

int main(void) {
  static double samples[HANDS];
  struct ddz_rng rng = test_rng(test_seed());
  void *memory = aligned_alloc(64, (ddz_power_size(MEMO) + 63) / 64 * 64);
  if (memory == NULL) return 1;
  struct ddz_power *power = ddz_power_init(memory, MEMO);
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) cold(power, &rng, &scenes[i], samples);
  free(memory);
  return sink == 0.5; /* keeps the work alive */
}
