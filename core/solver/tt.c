#include "tt.h"

#include <stdbool.h>
#include <string.h>

enum { FIRST_WINDOW = 64 /* buckets */, LAST = DDZ_TT_WORDS - 1 };

static const uint64_t FREE = ((uint64_t)1 << DDZ_TT_FREE) - 1;

static uint64_t hash_of(const uint64_t *key) {
  uint64_t last = key[LAST] & ~FREE;
  uint64_t h = key[0] * 0x9E3779B97F4A7C15ull;
  h = (h ^ h >> 32 ^ key[1] ^ key[2] << 23 ^ key[2] >> 41) * 0xD6E8FEB86659FD93ull;
  h = (h ^ h >> 32 ^ last ^ last >> 27) * 0xC2B2AE3D27D4EB4Full;
  return h ^ h >> 32;
}

static size_t bytes_of(const struct ddz_tt *table, size_t buckets) {
  return buckets * 2 * table->size * sizeof *table->word;
}

void ddz_tt_init(struct ddz_tt *table, void *memory, size_t bytes, size_t size) {
  *table = (struct ddz_tt){.word = memory, .size = size, .buckets = 1, .used = 1};
  while (bytes_of(table, table->buckets) <= bytes / 2) table->buckets *= 2;
  ddz_tt_clear(table);
}

void ddz_tt_clear(struct ddz_tt *table) {
  table->window = table->buckets < FIRST_WINDOW ? table->buckets : FIRST_WINDOW;
  if (table->used > 0)
    memset(table->word, 0, bytes_of(table, table->window)); /* of a new one all is unknown */
  table->used = 0;
}

static uint64_t *bucket_of(const struct ddz_tt *table, const uint64_t *key) {
  return table->word + (hash_of(key) & (table->window - 1)) * 2 * table->size;
}

void ddz_tt_fetch(const struct ddz_tt *table, const uint64_t *key) {
  const uint64_t *bucket = bucket_of(table, key);
  __builtin_prefetch(bucket);
  __builtin_prefetch(bucket + table->size);
}

static bool is_empty(const uint64_t *entry) { return (entry[LAST] & FREE) == 0; }

static bool same_key(const uint64_t *entry, const uint64_t *key) {
  return entry[0] == key[0] && entry[1] == key[1] && entry[2] == key[2] &&
         ((entry[LAST] ^ key[LAST]) & ~FREE) == 0;
}

uint64_t *ddz_tt_find(const struct ddz_tt *table, const uint64_t *key) {
  uint64_t *first = bucket_of(table, key), *second = first + table->size;
  return same_key(first, key) ? first : same_key(second, key) ? second : NULL;
}

unsigned ddz_tt_get(const struct ddz_tt *table, const uint64_t *key) {
  const uint64_t *entry = ddz_tt_find(table, key);
  return entry != NULL ? (unsigned)(entry[LAST] & FREE) : 0;
}

/* Double the window: every entry stays in its bucket or moves up by the old size. */
static void grow(struct ddz_tt *table) {
  const size_t old = table->window, bytes = table->size * sizeof *table->word;
  uint64_t *const end = table->word + old * 2 * table->size;
  memset(end, 0, bytes_of(table, old));
  table->window *= 2;
  for (uint64_t *entry = table->word; entry < end; entry += table->size) {
    if (is_empty(entry) || (hash_of(entry) & old) == 0) continue;
    memcpy(entry + (end - table->word), entry, bytes);
    memset(entry, 0, bytes);
  }
}

/* It goes over itself, to an empty place, or over the first. */
uint64_t *ddz_tt_put(struct ddz_tt *table, const uint64_t *key, unsigned value) {
  if (table->window < table->buckets && table->used >= table->window) grow(table);
  uint64_t *entry = bucket_of(table, key), *second = entry + table->size;
  bool same = same_key(entry, key);
  if (!same && ((same = same_key(second, key)) || (!is_empty(entry) && is_empty(second)))) entry = second;
  table->used += is_empty(entry);
  const size_t more = table->size - DDZ_TT_WORDS; /* words that may be read as another type */
  if (!same && more > 0) memset(entry + DDZ_TT_WORDS, 0, more * sizeof *entry);
  memcpy(entry, key, DDZ_TT_WORDS * sizeof *entry);
  entry[LAST] |= value;
  return entry;
}
