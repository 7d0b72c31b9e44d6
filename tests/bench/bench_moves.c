/* bench_moves.c - the classifier and the generator.
 *
 * A sample of the generator is one call on a fresh hand; of the classifier, whose calls are shorter than the
 * clock, the mean over a batch of sets. Hands are dealt from the whole deck with a fixed seed (DDZ_SEED). */
#include <assert.h>
#include <stdio.h>

#include "core/rules/movegen.h"
#include "tests/support/measure.h"
#include "tests/support/rule_cases.h"
#include "tests/support/seed.h"

enum { HANDS = 4000, BATCH = 256, BATCHES = 2000 };

static double sample[HANDS];
static struct ddz_play plays[DDZ_MOVES_MAX_WILD];
static volatile uint64_t sink; /* what is computed is used */

/* `n` cards of the pile at random, no leaning. */
static ddz_hand deal(struct ddz_rng *rng, ddz_hand pile, int n) {
  unsigned char card[55];
  size_t cards = 0;
  for (int r = 0; r < DDZ_RANKS; r++)
    for (int k = ddz_hand_count(pile, r); k > 0; k--) card[cards++] = (unsigned char)r;
  ddz_rng_shuffle(rng, card, cards);
  ddz_hand hand = 0;
  for (int i = 0; i < n; i++) hand += ddz_hand_of(card[i], 1);
  return hand;
}

static struct ddz_rules laizi(ddz_ranks wild) {
  return rule_case(&(struct rule_variant){"laizi", "laizi", wild});
}

static size_t moves(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                    enum ddz_fill fill) {
  return ddz_moves(rules, hand, last, fill, plays, DDZ_MOVES_MAX_WILD);
}

/* All leads of `cards` cards, `wilds` of them wildcards. */
static void bench_leads(const char *name, const struct ddz_rules *rules, int cards, int wilds,
                        enum ddz_fill fill) {
  struct ddz_rng rng = test_rng(test_seed());
  ddz_hand deck = ddz_rules_deck(rules);
  double total = 0;
  for (int i = 0; i < HANDS; i++) {
    ddz_hand hand = deal(&rng, ddz_rules_naturals(rules, deck), cards - wilds) +
                    deal(&rng, ddz_rules_wilds(rules, deck), wilds);
    uint64_t start = measure_now();
    size_t n = moves(rules, hand, NULL, fill);
    sample[i] = (double)(measure_now() - start);
    total += (double)n;
  }
  measure_print(name, sample, HANDS, "us");
  printf("# %s: %.1f plays a hand\n", name, total / HANDS);
}

/* All answers to a random play of another hand. */
static void bench_answers(const char *name, const struct ddz_rules *rules, int cards) {
  struct ddz_rng rng = test_rng(test_seed() + 1);
  for (int i = 0; i < HANDS; i++) {
    size_t n = moves(rules, deal(&rng, ddz_rules_deck(rules), cards), NULL, DDZ_FILL_LACK);
    struct ddz_play last = plays[ddz_rng_below(&rng, (uint32_t)n)];
    ddz_hand hand = deal(&rng, ddz_rules_deck(rules), cards);
    uint64_t start = measure_now();
    sink += moves(rules, hand, &last, DDZ_FILL_LACK);
    sample[i] = (double)(measure_now() - start);
  }
  measure_print(name, sample, HANDS, "us");
}

/* Fill `set` with plays of random hands, sixteen of each hand. */
static void random_plays(struct ddz_rng *rng, const struct ddz_rules *rules, ddz_hand *set) {
  for (int k = 0; k < BATCH;) {
    size_t n = moves(rules, deal(rng, ddz_rules_deck(rules), 17), NULL, DDZ_FILL_LACK);
    for (int i = 0; i < 16; i++) set[k++] = plays[ddz_rng_below(rng, (uint32_t)n)].cards;
  }
}

static void random_sets(struct ddz_rng *rng, const struct ddz_rules *rules, ddz_hand *set) {
  for (int k = 0; k < BATCH; k++) set[k] = deal(rng, ddz_rules_deck(rules), 1 + (int)ddz_rng_below(rng, 10));
}

/* `legal`: plays of random hands, else any sets of up to ten cards. */
static void bench_classify(const char *name, const struct ddz_rules *rules, bool legal) {
  struct ddz_rng rng = test_rng(test_seed() + 2);
  for (int i = 0; i < BATCHES; i++) {
    ddz_hand set[BATCH];
    (legal ? random_plays : random_sets)(&rng, rules, set);
    uint64_t found = 0, start = measure_now();
    for (int k = 0; k < BATCH; k++) {
      struct ddz_play play;
      found += ddz_classify(rules, set[k], &play) == DDZ_OK;
    }
    sample[i] = (double)(measure_now() - start) / BATCH;
    sink += found;
    assert(!legal || found == BATCH);
  }
  measure_print(name, sample, BATCHES, "ns");
}

int main(void) {
  struct ddz_rules standard = rule_case(&rule_variants[0]), douzero = rule_case(&rule_variants[1]);
  struct ddz_rules yuncheng = rule_case(&rule_variants[4]);
  struct ddz_rules one = laizi(1u << 4), two = laizi(1u << 4 | 1u << 8);

  bench_leads("moves_lead_20_standard", &standard, 20, 0, DDZ_FILL_LACK);
  bench_leads("moves_lead_20_douzero", &douzero, 20, 0, DDZ_FILL_LACK);
  bench_leads("moves_lead_17_standard", &standard, 17, 0, DDZ_FILL_LACK);
  bench_answers("moves_answer_17_standard", &standard, 17);
  bench_leads("moves_lead_21_yuncheng_flower", &yuncheng, 21, 1, DDZ_FILL_LACK);
  bench_leads("moves_lead_20_laizi_4_wild", &one, 20, 4, DDZ_FILL_LACK);
  bench_leads("moves_lead_20_laizi_8_wild", &two, 20, 8, DDZ_FILL_LACK);
  bench_leads("moves_lead_20_laizi_8_wild_any", &two, 20, 8, DDZ_FILL_ANY);
  bench_classify("classify_legal_standard", &standard, true);
  bench_classify("classify_any_standard", &standard, false);
  bench_classify("classify_legal_yuncheng", &yuncheng, true);
  bench_classify("classify_legal_laizi_2_wild_ranks", &two, true);
  bench_classify("classify_any_laizi_2_wild_ranks", &two, false);
  return 0;
}
