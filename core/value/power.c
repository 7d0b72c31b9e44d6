/* power.c - the power of a hand: sets of planes, and the rest by lanes.h.
 *
 * Planes with kickers cannot share those slots: their kickers are of one kind and of distinct ranks. They are
 * rare, so the set of planes is chosen first (none, one or two: 21 cards hold no more), and the rest is
 * evaluated by states that also want the kickers: at most one pair a rank, and at most as many singles a rank
 * as there are planes taking singles. For 2 + 2 and 3 + 2 kickers that limit is all that distinctness asks
 * (Gale and Ryser). A set is dropped unless a bound beats the best so far: its kickers taken as kickers, of
 * any kind and rank.
 *
 * All of this is checked against tests/support/naive_power.c, which knows nothing of it. */
#include "power.h"

#include <string.h>

#include "lanes.h"

/* ---- the memo: a lossy cache of hand values with a full key check, in fixed memory ----
 *
 *   key     hand (64 bits) and the set of wild ranks (16 bits)
 *   value   32 bits
 *   slot    16 bytes; four slots make a bucket, one cache line; a power of two of buckets
 *
 * A key is found in the bucket its hash names or not at all, and is compared in full: the memo may forget a
 * hand but never gives it another hand's value. In a bucket the newest entry stands first, and a new one
 * pushes out the oldest. */

enum { WAYS = 4, SMALLEST = 1024 };

struct slot {
  ddz_hand hand; /* 0: unused; the empty hand is never kept */
  int32_t value;
  ddz_ranks wild;
  uint16_t spare;
};

struct memo {
  struct slot *slots;
  uint64_t mask; /* buckets - 1 */
  struct ddz_memo_stats stats;
};

/* Bytes it takes when offered `bytes`: the greatest power of two that is not more, at least 1 KiB. */
static size_t memo_size(size_t bytes) {
  size_t size = SMALLEST;
  while (size <= bytes / 2) size *= 2;
  return size;
}

static void memo_reset(struct memo *memo) {
  memset(memo->slots, 0, memo->stats.capacity * sizeof *memo->slots);
  memo->stats = (struct ddz_memo_stats){.capacity = memo->stats.capacity};
}

static void memo_init(struct memo *memo, void *memory, size_t bytes) {
  size_t slots = memo_size(bytes) / sizeof(struct slot);
  memo->slots = memory;
  memo->mask = slots / WAYS - 1;
  memo->stats.capacity = slots;
  memo_reset(memo);
}

/* Counts sit in the low bits of nibbles and the multiplication carries them upwards, so the well mixed
 * bits are the high ones; folding them down twice lets every card reach every index bit. */
static struct slot *bucket(const struct memo *memo, ddz_hand hand, ddz_ranks wild) {
  uint64_t hash = (hand ^ (uint64_t)wild << 45) * 0x9E3779B97F4A7C15ull;
  hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93ull;
  return memo->slots + (hash >> 32 & memo->mask) * WAYS;
}

static bool memo_get(struct memo *memo, ddz_hand hand, ddz_ranks wild, int32_t *value) {
  const struct slot *slot = bucket(memo, hand, wild);
  for (int way = 0; way < WAYS; way++, slot++) {
    if (slot->hand != hand || slot->wild != wild) continue;
    memo->stats.hits++;
    *value = slot->value;
    return true;
  }
  memo->stats.misses++;
  return false;
}

/* Keep the value of a hand that is not there. `hand` is not empty. */
static void memo_put(struct memo *memo, ddz_hand hand, ddz_ranks wild, int32_t value) {
  struct slot *slot = bucket(memo, hand, wild);
  memo->stats.fill += slot[WAYS - 1].hand == 0;
  memmove(slot + 1, slot, (WAYS - 1) * sizeof *slot);
  *slot = (struct slot){.hand = hand, .value = value, .wild = wild};
}

/* ---- the evaluator ---- */

struct ddz_power {
  struct ddz_lanes *lanes;
  struct memo memo;
};

/* ---- the value of a hand ---- */

static ddz_weight_sum greater(ddz_weight_sum a, ddz_weight_sum b) { return a > b ? a : b; }

struct solving {
  struct ddz_lanes *lanes;
  ddz_weight_sum best;
};

/* Kickers as kickers of any kind and rank, their bonus taken off again. */
static ddz_weight_sum bound(const struct solving *s, const struct ddz_state *rest) {
  struct ddz_state loose = *rest;
  int kickers = rest->wants.solos + rest->wants.pairs;
  ddz_weight_sum bonus =
      rest->wants.solos * DDZ_WEIGHT_KICKER_SOLO + rest->wants.pairs * DDZ_WEIGHT_KICKER_PAIR;
  ddz_weight_sum best = DDZ_NEVER;
  loose.wants.solos = loose.wants.pairs = 0;
  loose = ddz_state_settled(loose);
  const ddz_weight_sum *lanes = ddz_lanes_of(s->lanes, &loose);
  for (int lane = -kickers; lane <= DDZ_LANE_MOST; lane++) best = greater(best, lanes[lane]);
  return best - bonus;
}

static void try_planes(void *self, const struct ddz_planes *planes, const struct ddz_state *rest) {
  struct solving *s = self;
  if (planes->weight + bound(s, rest) <= s->best) return;
  s->best = greater(s->best, planes->weight + *ddz_lanes_of(s->lanes, rest));
}

static ddz_weight_sum solve(struct ddz_lanes *lanes, const struct ddz_parts *parts) {
  struct solving s = {lanes, *ddz_lanes_of(lanes, &parts->state)};
  ddz_each_planes(parts, &s, try_planes);
  return s.best;
}

ddz_weight_sum ddz_power_sum(struct ddz_power *power, const struct ddz_rules *rules, ddz_hand hand) {
  if (hand == 0) return 0;
  struct ddz_parts parts = ddz_parts_of(rules, hand);
  ddz_ranks wild = parts.wilds != 0 ? rules->wild : 0;
  ddz_weight_sum weight;
  if (!memo_get(&power->memo, hand, wild, &weight)) {
    weight = solve(power->lanes, &parts);
    memo_put(&power->memo, hand, wild, weight);
  }
  return weight;
}

struct ddz_value ddz_power_of(struct ddz_power *power, const struct ddz_rules *rules, ddz_hand hand) {
  ddz_weight_sum weight = ddz_power_sum(power, rules, hand);
  return (struct ddz_value){ddz_sum_power(weight), ddz_sum_plays(weight)};
}

double ddz_play_power(const struct ddz_play *play) {
  ddz_weight_sum weight = ddz_weight((enum ddz_kind)play->kind, play->rank, play->length, play->size);
  return ddz_sum_power(weight);
}

/* ---- the evaluator's memory ---- */

static size_t lines_of(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

size_t ddz_power_size(size_t memo_bytes) {
  return lines_of(sizeof(struct ddz_power)) + lines_of(ddz_lanes_size()) + memo_size(memo_bytes);
}

struct ddz_power *ddz_power_init(void *memory, size_t memo_bytes) {
  struct ddz_power *power = memory;
  char *lanes = (char *)memory + lines_of(sizeof *power);
  memset(power, 0, sizeof *power);
  power->lanes = ddz_lanes_init(lanes);
  memo_init(&power->memo, lanes + lines_of(ddz_lanes_size()), memo_bytes);
  return power;
}

void ddz_power_reset(struct ddz_power *power) {
  ddz_lanes_reset(power->lanes);
  memo_reset(&power->memo);
}

struct ddz_lanes *ddz_power_lanes(struct ddz_power *power) {
  return power->lanes;
}

struct ddz_memo_stats ddz_power_stats(const struct ddz_power *power) {
  return power->memo.stats;
}
