/* memo.c - see memo.h. */
#include "memo.h"

#include <string.h>

enum { WAYS = 4, SMALLEST = 1024 };

size_t ddz_memo_size(size_t bytes) {
  size_t size = SMALLEST;
  while (size <= bytes / 2) size *= 2;
  return size;
}

void ddz_memo_init(struct ddz_memo *memo, void *memory, size_t bytes) {
  size_t slots = ddz_memo_size(bytes) / sizeof(struct ddz_memo_slot);
  memo->slots = memory;
  memo->mask = slots / WAYS - 1;
  memo->stats.capacity = slots;
  ddz_memo_reset(memo);
}

void ddz_memo_reset(struct ddz_memo *memo) {
  memset(memo->slots, 0, memo->stats.capacity * sizeof *memo->slots);
  memo->stats = (struct ddz_memo_stats){.capacity = memo->stats.capacity};
}

/* Counts sit in the low bits of nibbles and the multiplication carries them upwards, so the well mixed
 * bits are the high ones; folding them down twice lets every card reach every index bit. */
static struct ddz_memo_slot *bucket(const struct ddz_memo *memo, ddz_hand hand, ddz_ranks wild) {
  uint64_t hash = (hand ^ (uint64_t)wild << 45) * 0x9E3779B97F4A7C15ull;
  hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93ull;
  return memo->slots + (hash >> 32 & memo->mask) * WAYS;
}

bool ddz_memo_get(struct ddz_memo *memo, ddz_hand hand, ddz_ranks wild, int32_t *value) {
  const struct ddz_memo_slot *slot = bucket(memo, hand, wild);
  for (int way = 0; way < WAYS; way++, slot++) {
    if (slot->hand != hand || slot->wild != wild) continue;
    memo->stats.hits++;
    *value = slot->value;
    return true;
  }
  memo->stats.misses++;
  return false;
}

void ddz_memo_put(struct ddz_memo *memo, ddz_hand hand, ddz_ranks wild, int32_t value) {
  struct ddz_memo_slot *slot = bucket(memo, hand, wild);
  memo->stats.fill += slot[WAYS - 1].hand == 0;
  memmove(slot + 1, slot, (WAYS - 1) * sizeof *slot);
  *slot = (struct ddz_memo_slot){.hand = hand, .value = value, .wild = wild};
}
