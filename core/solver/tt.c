#include "tt.h"

#include <stdbool.h>
#include <string.h>

enum {
  FIRST_WINDOW = 64, /* buckets */
  WORDS_A_BUCKET = DDZ_TT_BUCKET / sizeof(uint64_t),
};

static uint64_t free_mask(int words) {
  return words == DDZ_TT_SHORT ? (1u << DDZ_TT_SHORT_FREE) - 1 : (1u << DDZ_TT_LONG_FREE) - 1;
}

static uint64_t hash_of(const uint64_t *key, int words) {
  uint64_t last = key[words - 1] & ~free_mask(words);
  uint64_t h = key[0] * 0x9E3779B97F4A7C15ull;
  if (words == DDZ_TT_LONG) h = (h ^ h >> 32 ^ key[1] ^ key[2] << 23 ^ key[2] >> 41) * 0xD6E8FEB86659FD93ull;
  h = (h ^ h >> 32 ^ last ^ last >> 27) * 0xC2B2AE3D27D4EB4Full;
  return h ^ h >> 32;
}

void ddz_tt_init(struct ddz_tt *table, void *memory, size_t bytes, int words) {
  table->word = memory;
  table->buckets = 1;
  while (table->buckets <= bytes / DDZ_TT_BUCKET / 2) table->buckets *= 2;
  table->words = words;
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
  __builtin_prefetch(bucket_of(table, hash_of(key, table->words)));
}

static bool same_key(const uint64_t *entry, const uint64_t *key, int words, uint64_t free) {
  if (entry[0] != key[0] || ((entry[words - 1] ^ key[words - 1]) & ~free) != 0) return false;
  return words == DDZ_TT_SHORT || (entry[1] == key[1] && entry[2] == key[2]);
}

unsigned ddz_tt_get(const struct ddz_tt *table, const uint64_t *key) {
  int words = table->words;
  uint64_t free = free_mask(words);
  const uint64_t *bucket = bucket_of(table, hash_of(key, words));
  for (int i = 0; i < WORDS_A_BUCKET; i += words)
    if (same_key(bucket + i, key, words, free)) return (unsigned)(bucket[i + words - 1] & free);
  return 0;
}

/* Double the window: every entry stays in its bucket or moves up by the old size. */
static void grow(struct ddz_tt *table) {
  size_t old = table->window;
  int words = table->words;
  memset(table->word + old * WORDS_A_BUCKET, 0, old * DDZ_TT_BUCKET);
  table->window *= 2;
  for (size_t i = 0; i < old; i++)
    for (int j = 0; j < WORDS_A_BUCKET; j += words) {
      uint64_t *entry = table->word + i * WORDS_A_BUCKET + j;
      if ((entry[words - 1] & free_mask(words)) == 0 || (hash_of(entry, words) & old) == 0) continue;
      memcpy(entry + old * WORDS_A_BUCKET, entry, (size_t)words * sizeof *entry);
      memset(entry, 0, (size_t)words * sizeof *entry);
    }
}

/* Where in the bucket the key goes: over itself, to an empty place, or over the first. */
static uint64_t *place_of(struct ddz_tt *table, uint64_t *bucket, const uint64_t *key) {
  const int words = table->words;
  const uint64_t free = free_mask(words);
  uint64_t *empty = NULL;
  for (int i = WORDS_A_BUCKET - words; i >= 0; i -= words) {
    if ((bucket[i + words - 1] & free) == 0)
      empty = bucket + i;
    else if (same_key(bucket + i, key, words, free))
      return bucket + i;
  }
  if (empty == NULL) return bucket;
  table->used++;
  return empty;
}

void ddz_tt_put(struct ddz_tt *table, const uint64_t *key, unsigned value) {
  int words = table->words;
  if (table->window < table->buckets && table->used * (uint64_t)words * 2 >= table->window * WORDS_A_BUCKET)
    grow(table);
  uint64_t *entry = place_of(table, bucket_of(table, hash_of(key, words)), key);
  memcpy(entry, key, (size_t)words * sizeof *entry);
  entry[words - 1] |= value;
}
