/* memo.h - a lossy cache of hand values with a full key check, in fixed memory.
 *
 *   key     hand (64 bits) and the set of wild ranks (16 bits)
 *   value   32 bits
 *   slot    16 bytes; four slots make a bucket, one cache line; a power of two of buckets
 *
 * A key is found in the bucket its hash names or not at all, and is compared in full before anything is
 * returned: the memo may forget a hand but never gives it another hand's value. Replacement: in a bucket
 * the newest entry stands first, and a new one pushes out the oldest. Never grows, never allocates. One
 * thread at a time. */
#ifndef DDZ_CORE_MEMO_H
#define DDZ_CORE_MEMO_H

#include <stddef.h>

#include "core/base/hand.h"

struct ddz_memo_stats {
  uint64_t hits, misses; /* look-ups */
  uint64_t fill;         /* slots in use */
  uint64_t capacity;     /* slots */
};

struct ddz_memo_slot {
  ddz_hand hand; /* 0: unused; the empty hand is never kept */
  int32_t value;
  ddz_ranks wild;
  uint16_t spare;
};

struct ddz_memo {
  struct ddz_memo_slot *slots;
  uint64_t mask; /* buckets - 1 */
  struct ddz_memo_stats stats;
};

/* Bytes a memo takes when offered `bytes`: the greatest power of two that is not more, at least 1 KiB. */
size_t ddz_memo_size(size_t bytes);

/* Lay a memo out in `memory`, 64-byte aligned, ddz_memo_size(bytes) long, and empty it. */
void ddz_memo_init(struct ddz_memo *memo, void *memory, size_t bytes);

/* Forget everything, the counters too. */
void ddz_memo_reset(struct ddz_memo *memo);

/* Look a hand up; writes `value` and returns true when it is there. Counts a hit or a miss. */
bool ddz_memo_get(struct ddz_memo *memo, ddz_hand hand, ddz_ranks wild, int32_t *value);

/* Keep the value of a hand that is not there. `hand` is not empty. */
void ddz_memo_put(struct ddz_memo *memo, ddz_hand hand, ddz_ranks wild, int32_t value);

#endif
