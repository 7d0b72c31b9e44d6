#include "tt.h"

#include <stdbool.h>
#include <string.h>

enum {
  FIRST_WINDOW = 64, /* buckets */
  WORDS_A_BUCKET = DDZ_TT_BUCKET / sizeof(uint64_t),
  LAST = DDZ_TT_WORDS - 1
};

static const uint64_t FREE = ((uint64_t)1 << DDZ_TT_FREE) - 1;

static uint64_t hash_of(const uint64_t *key) {
  uint64_t last = key[LAST] & ~FREE;
  uint64_t h = key[0] * 0x9E3779B97F4A7C15ull;
  h = (h ^ h >> 32 ^ key[1] ^ key[2] << 23 ^ key[2] >> 41) * 0xD6E8FEB86659FD93ull;
  h = (h ^ h >> 32 ^ last ^ last >> 27) * 0xC2B2AE3D27D4EB4Full;
  return h ^ h >> 32;
}

void ddz_tt_init(struct ddz_tt *table, void *memory, size_t bytes) {
  table->word = memory;
  table->buckets = 1;
  while (table->buckets <= bytes / DDZ_TT_BUCKET / 2) table->buckets *= 2;
  table->used = 1; /* what lies there is not known */
  ddz_tt_clear(table);
}

void ddz_tt_clear(struct ddz_tt *table) {
  table->window = table->buckets < FIRST_WINDOW ? table->buckets : FIRST_WINDOW;
  if (table->used > 0) memset(table->word, 0, table->window * DDZ_TT_BUCKET);
  table->used = 0;
}

static uint64_t *bucket_of(const struct ddz_tt *table, uint64_t hash) {
  return table->word + (hash & (table->window - 1)) * WORDS_A_BUCKET;
}

void ddz_tt_fetch(const struct ddz_tt *table, const uint64_t *key) {
  __builtin_prefetch(bucket_of(table, hash_of(key)));
}

static bool same_key(const uint64_t *entry, const uint64_t *key) {
  return entry[0] == key[0] && entry[1] == key[1] && entry[2] == key[2] &&
         ((entry[LAST] ^ key[LAST]) & ~FREE) == 0;
}

unsigned ddz_tt_get(const struct ddz_tt *table, const uint64_t *key) {
  const uint64_t *bucket = bucket_of(table, hash_of(key));
  for (int i = 0; i < WORDS_A_BUCKET; i += DDZ_TT_WORDS)
    if (same_key(bucket + i, key)) return (unsigned)(bucket[i + LAST] & FREE);
  return 0;
}

/* Double the window: every entry stays in its bucket or moves up by the old size. */
static void grow(struct ddz_tt *table) {
  size_t old = table->window;
  memset(table->word + old * WORDS_A_BUCKET, 0, old * DDZ_TT_BUCKET);
  table->window *= 2;
  for (size_t i = 0; i < old; i++)
    for (int j = 0; j < WORDS_A_BUCKET; j += DDZ_TT_WORDS) {
      uint64_t *entry = table->word + i * WORDS_A_BUCKET + j;
      if ((entry[LAST] & FREE) == 0 || (hash_of(entry) & old) == 0) continue;
      memcpy(entry + old * WORDS_A_BUCKET, entry, (size_t)DDZ_TT_WORDS * sizeof *entry);
      memset(entry, 0, (size_t)DDZ_TT_WORDS * sizeof *entry);
    }
}

/* Where in the bucket the key goes: over itself, to an empty place, or over the first. */
static uint64_t *place_of(struct ddz_tt *table, uint64_t *bucket, const uint64_t *key) {
  uint64_t *empty = NULL;
  for (int i = WORDS_A_BUCKET - DDZ_TT_WORDS; i >= 0; i -= DDZ_TT_WORDS) {
    if ((bucket[i + LAST] & FREE) == 0)
      empty = bucket + i;
    else if (same_key(bucket + i, key))
      return bucket + i;
  }
  if (empty == NULL) return bucket;
  table->used++;
  return empty;
}

void ddz_tt_put(struct ddz_tt *table, const uint64_t *key, unsigned value) {
  if (table->window < table->buckets && table->used * DDZ_TT_WORDS * 2 >= table->window * WORDS_A_BUCKET)
    grow(table);
  uint64_t *entry = place_of(table, bucket_of(table, hash_of(key)), key);
  memcpy(entry, key, (size_t)DDZ_TT_WORDS * sizeof *entry);
  entry[LAST] |= value;
}
