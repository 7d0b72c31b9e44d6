/* bench_power.c - what the power value costs.
 *
 * Cold: everything is forgotten before each hand, outside the clock. Warm: the hand is in the memo; a sample
 * is the mean over a round of all hands. One core. */
#include <stdio.h>
#include <stdlib.h>

#include "core/value/partition.h"
#include "tests/support/cards.h"
#include "tests/support/measure.h"
#include "tests/support/seed.h"

enum { HANDS = 4000, ROUNDS = 50, MEMO = 1 << 20 };

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
    sink += ddz_power_of(power, &rules, hand).power;
    samples[i] = (double)(measure_now() - start);
  }
  measure_print(scene->name, samples, (size_t)scene->hands, "us");
}

static void partitions(struct ddz_power *power, struct ddz_rng *rng, const struct scene *scene,
                       double *samples) {
  struct ddz_rules rules = cards_rules(scene->rules);
  struct ddz_partition best[3];
  for (int i = 0; i < scene->hands; i++) {
    ddz_hand hand = deal(rng, &rules, scene);
    ddz_power_reset(power);
    uint64_t start = measure_now();
    sink += ddz_partitions(power, &rules, hand, 3, best);
    samples[i] = (double)(measure_now() - start);
  }
  measure_print("partitions_20_best3_cold", samples, (size_t)scene->hands, "us");
}

static void warm(struct ddz_power *power, struct ddz_rng *rng, double *samples) {
  static ddz_hand hands[HANDS];
  struct ddz_rules rules = cards_rules(scenes[1].rules);
  for (int i = 0; i < HANDS; i++) {
    hands[i] = deal(rng, &rules, &scenes[1]);
    sink += ddz_power_of(power, &rules, hands[i]).power;
  }
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t start = measure_now();
    for (int i = 0; i < HANDS; i++) sink += ddz_power_of(power, &rules, hands[i]).power;
    samples[round] = (double)(measure_now() - start) / HANDS;
  }
  measure_print("power_20_warm", samples, ROUNDS, "ns");
}

int main(void) {
  static double samples[HANDS];
  struct ddz_rng rng = test_rng(test_seed());
  void *memory = aligned_alloc(64, (ddz_power_size(MEMO) + 63) / 64 * 64);
  if (memory == NULL) return 1;
  struct ddz_power *power = ddz_power_init(memory, MEMO);
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) cold(power, &rng, &scenes[i], samples);
  partitions(power, &rng, &scenes[1], samples);
  warm(power, &rng, samples);
  free(memory);
  return sink == 0.5; /* keeps the work alive */
}
