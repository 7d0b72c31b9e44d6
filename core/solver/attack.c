#include "attack.h"

void ddz_solver_caps_init(struct ddz_solver_caps *caps, const struct ddz_rules *rules) {
  caps->rules = rules;
  bool fours = false; /* may be more than a bomb */
  caps->repeat = true;
  for (int kind = DDZ_SOLO; kind < DDZ_KINDS; kind++) {
    const struct ddz_rules_row *row = &rules->row[kind];
    if (!ddz_rules_play(rules, kind)) continue;
    if (row->kicker == 1 && row->kickers * row->max > 1 && row->same == 1) caps->repeat = false;
    if (row->fourth || (row->kicker == 2 && row->same > 1)) fours = true;
  }
  caps->free = ddz_rules_play(caps->rules, DDZ_SOLO) && !fours;
  caps->repeat &= caps->free;
}

#define ONES DDZ_NIBBLE_ONES

/* Ranks with at least 1, 2, 3, 4 cards, sixteen bits each: the four flags of every rank are written into its
 * nibble, then the 16 by 4 bits are transposed by exchanging bits of the index. Counts of at most 4. */
static uint64_t at_least_each(ddz_hand h) {
  ddz_hand half = h >> 1, four = h >> 2 & ONES, two = (half & ONES) | four;
  uint64_t x = ((h & ONES) | two) | two << 1 | ((h & half & ONES) | four) << 2 | four << 3, t;
  t = (x ^ x >> 3) & 0x0A0A0A0A0A0A0A0Aull, x ^= t ^ t << 3;
  t = (x ^ x >> 6) & 0x00CC00CC00CC00CCull, x ^= t ^ t << 6;
  t = (x ^ x >> 12) & 0x0000F0F00000F0F0ull, x ^= t ^ t << 12;
  t = (x ^ x >> 24) & 0x00000000FF00FF00ull, x ^= t ^ t << 24;
  return x;
}

void ddz_attack_of(const struct ddz_solver_caps *caps, ddz_hand hand, uint32_t links, struct ddz_attack *a) {
  uint64_t at = at_least_each(hand);
  a->hand = hand;
  a->at[0] = a->at[5] = 0;
  a->at[1] = (uint16_t)at;
  a->at[2] = (uint16_t)(at >> 16);
  a->at[3] = (uint16_t)(at >> 32);
  a->at[4] = (uint16_t)(at >> 48);
  a->rocket = (hand & DDZ_HAND_ROCKET) == DDZ_HAND_ROCKET;
  a->runs = 0;
  if (links == 0) return;
  uint32_t runs = 0;
  if (ddz_rules_play(caps->rules, DDZ_SOLO_CHAIN))
    runs |= ddz_ranks_in_runs(a->at[1], links, DDZ_LEAST_SOLO_CHAIN);
  if (ddz_rules_play(caps->rules, DDZ_PAIR_CHAIN))
    runs |= ddz_ranks_in_runs(a->at[2], links, DDZ_LEAST_PAIR_CHAIN);
  runs |= ddz_ranks_in_runs(a->at[3], links, DDZ_LEAST_TRIO_CHAIN);
  a->runs = (uint16_t)runs;
}

/* How many single cards outside `run` may be kickers together. */
static int solo_room(const struct ddz_attack *a, uint32_t links, const struct ddz_rules_row *row,
                     ddz_ranks run) {
  ddz_ranks out = (ddz_ranks)~run;
  int room = ddz_population(a->at[1] & out);
  if (a->rocket && !row->rocket) room--;
  if (row->fourth) room += ddz_population(a->at[4] & run);
  if (row->same < 2) return room;
  room += ddz_population(a->at[2] & out);
  if (row->beside < 3) out &= (ddz_ranks) ~((run & links) << 1 | (run >> 1 & links));
  room += ddz_population(a->at[3] & out);
  if (row->same > 3) room += ddz_population(a->at[4] & out);
  return room;
}

static bool kickers_fit(const struct ddz_attack *a, uint32_t links, const struct ddz_rules_row *row, int rank,
                        int length) {
  ddz_ranks run = ddz_ranks_run(rank, length);
  int kickers = row->kickers * length;
  if (row->kicker == 2) {
    int pairs = ddz_population(a->at[2] & (ddz_ranks)~run);
    if (row->same > 1) pairs += ddz_population(a->at[4] & (ddz_ranks)~run);
    return pairs >= kickers;
  }
  return solo_room(a, links, row, run) >= kickers;
}

ddz_ranks ddz_attack_starts(const struct ddz_solver_caps *caps, const struct ddz_attack *a, uint32_t links,
                            int kind, int length) {
  const struct ddz_rules_row *row = &caps->rules->row[kind];
  if (!ddz_rules_play(caps->rules, kind)) return 0;
  ddz_ranks starts = (ddz_ranks)ddz_linked_starts(a->at[row->body], links, length), kept = 0;
  if (row->kicker == 0) return starts;
  for (; starts != 0; starts &= (ddz_ranks)(starts - 1)) {
    int rank = ddz_ranks_lowest(starts);
    if (kickers_fit(a, links, row, rank, length)) kept |= (ddz_ranks)(1u << rank);
  }
  return kept;
}
