/* memo.h - a lossy cache with a full key check, in fixed memory.
 *
 * Structure, from the outside: capacity slots, a power of two; a key is found in its slot or not at all, and
 * is compared in full before anything is returned. Replacement rule: see memo.c. Never grows, never
 * allocates, one thread. */
#ifndef DDZ_CORE_MEMO_H
#define DDZ_CORE_MEMO_H

#include <stdint.h>

struct ddz_memo_stats {
  uint64_t hits, misses; /* look-ups */
  uint64_t fill;         /* slots in use */
  uint64_t capacity;     /* slots */
};

#endif
