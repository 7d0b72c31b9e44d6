/* tt.h - a transposition table: what was proven, under its full key, in given memory.
 *
 *   memory   buckets of two entries each
 *   entry    four words of key, then as many more as the table was made for. The low 21 bits of the
 *            fourth are not key but a value; 0: an empty place
 *
 * An entry lies in the bucket its key hashes to, and every bit of the key is compared, so there are no false
 * hits. Where no place is empty the first entry of the bucket goes: keeping those that took many nodes was
 * worth nothing. Only a window of the memory is in use: it starts at 64 buckets and doubles whenever it is
 * half full. So a small search stays in the processor's cache, and little is cleared to forget it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
  DDZ_TT_WORDS = 4,   /* of a key */
  DDZ_TT_FREE = 21,   /* low bits of the last word that are not key */
  DDZ_TT_ALIGNED = 64 /* bytes: of the memory */
};

struct ddz_tt {
  uint64_t *word;
  size_t size;    /* of an entry, in words */
  size_t buckets; /* in all, a power of two */
  size_t window;  /* in use, a power of two */
  uint64_t used;  /* entries in the window */
};

/* Use `memory`, aligned, `bytes` of it, for entries of `size` words (at least one bucket; the largest power
 * of two is taken). */
void ddz_tt_init(struct ddz_tt *table, void *memory, size_t bytes, size_t size);

/* Forget all. Nobody else may have written to the memory. */
void ddz_tt_clear(struct ddz_tt *table);

/* Bring the key's bucket into the processor's cache: it is asked for soon. */
void ddz_tt_fetch(const struct ddz_tt *table, const uint64_t *key);

/* The entry of the key, or NULL. Until the next is put. The low bits of the key's last word are zero. */
uint64_t *ddz_tt_find(const struct ddz_tt *table, const uint64_t *key);

/* The value stored under the key, 0 when there is none. */
unsigned ddz_tt_get(const struct ddz_tt *table, const uint64_t *key);

/* Store `value`, not 0. Returns the entry: what follows the key there stays, of a new one it is zero. */
uint64_t *ddz_tt_put(struct ddz_tt *table, const uint64_t *key, unsigned value);
