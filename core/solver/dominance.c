#include "dominance.h"

#include <assert.h>
#include <string.h>

#define ONES DDZ_NIBBLE_ONES
#define GUARDS 0x0820820820820820ull /* bit 5 of every field */

enum {
  FIRST_WINDOW = 512, /* places */
  PLACE_WORDS = DDZ_DOMINANCE_PLACE / 8,
  KEY_WORDS = 2,
  FIELD_BITS = 6,
  FIELDS_A_WORD = 10,
  FIELDS_MOST = FIELDS_A_WORD * DDZ_DOMINANCE_WORDS,
  FLAG_SHIFT = FIELD_BITS * FIELDS_A_WORD,
  SETS_MOST = 8, /* three chains, four counts */
  OF_CHAIN = 9   /* copies differ */
};

static const uint64_t FIELDS = ((uint64_t)1 << FLAG_SHIFT) - 1;

/* The groups of a hand in sets: the ranks of a chain, or those of one count outside chains. */
struct shape {
  uint64_t word; /* names it: 60 bits */
  uint32_t set[SETS_MOST];
  uint8_t copies[SETS_MOST]; /* of every rank of the set, or OF_CHAIN */
  int sets;
};

/* Chains are written one after the other from rank 0 up, with a gap of a rank between them. */
static void chains_of(struct shape *shape, const struct ddz_attack *hand, uint32_t links) {
  ddz_hand written = 0;
  int at = 0;
  for (uint32_t runs = hand->runs; runs != 0;) {
    int first = __builtin_ctz(runs), length = 1;
    while ((links >> (first + length - 1) & runs >> (first + length) & 1) != 0) length++;
    assert(at + length <= 15 && shape->sets < SETS_MOST - 4);
    uint32_t run = ((1u << length) - 1) << first;
    written |= ddz_hand_only(hand->hand, (ddz_ranks)run) >> 4 * first << 4 * at;
    at += length + 1;
    shape->copies[shape->sets] = OF_CHAIN;
    shape->set[shape->sets++] = run;
    runs &= ~run;
  }
  shape->word = ddz_squeezed(written);
}

static void shape_of(struct shape *shape, const struct ddz_attack *hand, uint32_t links) {
  static const uint8_t shift[] = {0, 45, 49, 53, 56};
  uint32_t unchained = ~(uint32_t)hand->runs & ~(hand->rocket ? 3u << DDZ_RANK_B : 0);
  shape->word = 0;
  shape->sets = 0;
  if (hand->runs != 0) chains_of(shape, hand, links);
  for (int n = 1; n <= 4; n++) {
    uint32_t ranks = hand->at[n] & ~(uint32_t)hand->at[n + 1] & unchained;
    if (ranks == 0) continue;
    shape->word |= (uint64_t)ddz_population(ranks) << shift[n];
    shape->copies[shape->sets] = (uint8_t)n;
    shape->set[shape->sets++] = ranks;
  }
  shape->word |= (uint64_t)hand->rocket << 59;
}

static bool is_free(const uint64_t *place) { return (place[0] | place[1]) == 0; }

static bool has_key(const uint64_t *place, const uint64_t *key) {
  return place[0] == key[0] && place[1] == key[1];
}

static uint64_t hash_of(const uint64_t *key) {
  uint64_t h = key[0] * 0x9E3779B97F4A7C15ull;
  uint64_t g = key[1] * 0xD6E8FEB86659FD93ull;
  h = ((h ^ h >> 32) + (g ^ g >> 29)) * 0xC2B2AE3D27D4EB4Full;
  return h >> 32;
}

static uint64_t *place_of(const struct ddz_dominance *table, const uint64_t *key) {
  return table->word + (hash_of(key) & (table->window - 1)) * PLACE_WORDS;
}

/* For every rank, a nibble each: how many ranks of the set are below it, and how many not above it. */
struct ladder {
  uint64_t below, upto;
};

static struct ladder ladder_of(uint32_t set) {
  uint64_t each = ddz_hand_spread((ddz_ranks)set, 1), upto = each * ONES;
  return (struct ladder){upto - each, upto};
}

/* Fields are written from the lowest of the first word on. */
struct fields {
  uint64_t *word;
  int shift;
};

static inline void write_field(struct fields *f, uint64_t value) {
  if (f->shift == FLAG_SHIFT) {
    *++f->word = 0;
    f->shift = 0;
  }
  *f->word |= value << f->shift;
  f->shift += FIELD_BITS;
}

static void write_vector(struct ddz_dominance_query *query, const struct shape *mine, const struct shape *his,
                         const struct ddz_endgame *game) {
  const int body = ddz_pattern_rows[game->kind].body; /* cards of a rank that an answer needs, 0 for a lead */
  struct fields fields = {query->field, 0};
  struct ladder ladder[SETS_MOST];
  query->field[0] = 0;
  for (int j = 0; j < his->sets; j++) ladder[j] = ladder_of(his->set[j]);
  for (int i = 0; i < mine->sets; i++) {
    for (uint32_t ranks = mine->set[i]; ranks != 0; ranks &= ranks - 1) {
      int shift = 4 * __builtin_ctz(ranks);
      for (int j = 0; j < his->sets; j++)
        write_field(&fields, (ladder[j].below >> shift & 15) + (ladder[j].upto >> shift & 15));
    }
    if (body != 0 && mine->copies[i] >= body && (game->length == 1 || mine->copies[i] == OF_CHAIN))
      write_field(&fields, (uint64_t)ddz_population(mine->set[i] >> game->rank));
  }
  query->words = (int)(fields.word - query->field) + 1;
}

/* How many fields there will be, at most. */
static int room_of(const struct shape *mine, const struct shape *his) {
  int groups = 0;
  for (int i = 0; i < mine->sets; i++) groups += ddz_population(mine->set[i]);
  return groups * his->sets + mine->sets;
}

void ddz_dominance_init(struct ddz_dominance *table, void *memory, size_t bytes) {
  table->word = memory;
  table->places = 1;
  while (table->places * 2 * DDZ_DOMINANCE_PLACE <= bytes) table->places *= 2;
  table->used = 1; /* what lies there is not known */
  ddz_dominance_clear(table);
}

void ddz_dominance_clear(struct ddz_dominance *table) {
  table->window = table->places < FIRST_WINDOW ? table->places : FIRST_WINDOW;
  if (table->used > 0) memset(table->word, 0, table->window * DDZ_DOMINANCE_PLACE);
  table->used = 0;
}

bool ddz_dominance_ask(const struct ddz_dominance *table, const struct ddz_solver_caps *caps,
                       const struct ddz_endgame *game, const struct ddz_attack attack[2],
                       struct ddz_dominance_query *query) {
  const unsigned type = ddz_solver_type(caps, game->kind, game->length);
  struct shape mine, his;
  shape_of(&mine, &attack[0], game->links);
  shape_of(&his, &attack[1], game->links);
  query->key[0] = mine.word | (uint64_t)(type & 15) << 60;
  query->key[1] = his.word | (uint64_t)(type >> 4) << 60;
  query->place = place_of(table, query->key);
  __builtin_prefetch(query->place);
  __builtin_prefetch(query->place + PLACE_WORDS / 2);
  if (room_of(&mine, &his) > FIELDS_MOST) return false;
  write_vector(query, &mine, &his, game);
  return true;
}

/* Is every field of `a` at most that of `b`? */
static bool at_most(const uint64_t *a, const uint64_t *b, int words) {
  for (int i = 0; i < words; i++)
    if (((((b[i] & FIELDS) | GUARDS) - (a[i] & FIELDS)) & GUARDS) != GUARDS) return false;
  return true;
}

static unsigned flag_of(const uint64_t *entry) { return (unsigned)(entry[0] >> FLAG_SHIFT); }

int ddz_dominance_get(const struct ddz_dominance_query *query, uint8_t *below) {
  const uint64_t *place = query->place;
  int words = query->words;
  if (!has_key(place, query->key)) return -1;
  for (int at = KEY_WORDS; at + words <= PLACE_WORDS && flag_of(place + at) != 0; at += words) {
    unsigned flag = flag_of(place + at);
    if (flag == 1 && at_most(query->field, place + at, words)) return 0;
    if (flag > 1 && at_most(place + at, query->field, words)) {
      *below = flag == 15 ? DDZ_DOMINANCE_BELOW_MOST : (uint8_t)(flag - 2);
      return 1;
    }
  }
  return -1;
}

/* Double the window: every place stays or moves up by the old size. */
static void grow(struct ddz_dominance *table) {
  size_t old = table->window;
  memset(table->word + old * PLACE_WORDS, 0, old * DDZ_DOMINANCE_PLACE);
  table->window *= 2;
  for (size_t i = 0; i < old; i++) {
    uint64_t *place = table->word + i * PLACE_WORDS;
    if ((hash_of(place) & old) == 0 || is_free(place)) continue;
    memcpy(place + old * PLACE_WORDS, place, DDZ_DOMINANCE_PLACE);
    memset(place, 0, DDZ_DOMINANCE_PLACE);
  }
}

/* Put the new vector first and take out those it dominates; the others move up by one. The last one may be
 * lost. */
static void insert(uint64_t *place, const uint64_t *entry, int words) {
  uint64_t kept[PLACE_WORDS];
  int n = 0, room = (PLACE_WORDS - KEY_WORDS) / words * words;
  bool won = flag_of(entry) > 1;
  for (int at = KEY_WORDS; at < KEY_WORDS + room && flag_of(place + at) != 0; at += words) {
    const uint64_t *old = place + at;
    bool same = (flag_of(old) > 1) == won;
    if (same && (won ? at_most(entry, old, words) : at_most(old, entry, words))) continue;
    memcpy(kept + n, old, (size_t)words * sizeof *old);
    n += words;
  }
  if (n + words > room) n = room - words;
  memcpy(place + KEY_WORDS, entry, (size_t)words * sizeof *entry);
  memcpy(place + KEY_WORDS + words, kept, (size_t)n * sizeof *kept);
  int end = KEY_WORDS + words + n;
  memset(place + end, 0, (size_t)(PLACE_WORDS - end) * sizeof *place);
}

void ddz_dominance_put(struct ddz_dominance *table, const struct ddz_dominance_query *query, bool won,
                       uint8_t below) {
  uint64_t entry[DDZ_DOMINANCE_WORDS], *place;
  int words = query->words;
  if (table->window < table->places && table->used * 4 >= table->window * 3) grow(table);
  place = place_of(table, query->key);
  if (!has_key(place, query->key)) {
    table->used += is_free(place);
    memset(place, 0, DDZ_DOMINANCE_PLACE);
    memcpy(place, query->key, sizeof query->key);
  }
  memcpy(entry, query->field, (size_t)words * sizeof *entry);
  unsigned most = below == DDZ_DOMINANCE_BELOW_MOST ? 13 : 12;
  entry[0] |= (uint64_t)(!won ? 1 : 2 + (below < most ? below : most)) << FLAG_SHIFT;
  insert(place, entry, words);
}
