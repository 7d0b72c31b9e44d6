/* tt.h - the transposition table: proven results under their full key, in given memory.
 *
 *   memory   buckets of 64 bytes, two entries each
 *   entry    four words of key; the low 21 bits of the last one are the value instead, 0: an empty place
 *
 * An entry lies in the bucket its key hashes to, and every bit of the key is compared, so there are no false
 * hits. Where no place is empty the first entry of the bucket goes: keeping those that took many nodes was
 * worth nothing. Only a window of the memory is in use: it starts at 4 KiB and doubles whenever it is half
 * full. So a small search stays in the processor's cache, and little is cleared to forget it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
  DDZ_TT_BUCKET = 64,
  DDZ_TT_WORDS = 4, /* of an entry */
  DDZ_TT_FREE = 21  /* low bits of the last word that are not key */
};

struct ddz_tt {
  uint64_t *word;
  size_t buckets; /* in all, a power of two */
  size_t window;  /* in use, a power of two */
  uint64_t used;  /* entries in the window */
};

/* Use `memory`, 64-byte aligned, `bytes` of it (at least one bucket; the largest power of two is taken). */
void ddz_tt_init(struct ddz_tt *table, void *memory, size_t bytes);

/* Forget all. Nobody else may have written to the memory. */
void ddz_tt_clear(struct ddz_tt *table);

/* Bring the key's bucket into the processor's cache: it is asked for soon. */
void ddz_tt_fetch(const struct ddz_tt *table, const uint64_t *key);

/* The value stored under the key, 0 when there is none. The low bits of the key's last word are zero. */
unsigned ddz_tt_get(const struct ddz_tt *table, const uint64_t *key);

/* Store `value`, not 0. */
void ddz_tt_put(struct ddz_tt *table, const uint64_t *key, unsigned value);
