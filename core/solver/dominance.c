#include "dominance.h"

#include <string.h>

enum { ROOM = 2 * (DDZ_DOMINANCE_SIZE - DDZ_TT_WORDS) /* words of 32 bits for results */ };

/* The groups of a hand in order. */
struct shape {
  uint64_t key;
  int groups;
  uint8_t rank[DDZ_RANKS];
};

static void add(struct shape *shape, int rank, unsigned size) {
  shape->key |= (uint64_t)size << 4 * shape->groups;
  shape->rank[shape->groups++] = (uint8_t)rank;
}

static void shape_of(struct shape *shape, const struct ddz_attack *hand, uint32_t links) {
  const uint32_t runs = hand->runs, first = runs & ~((runs & links) << 1);
  const uint32_t loose = ~runs & ~(hand->rocket ? 3u << DDZ_RANK_B : 0);
  shape->key = (uint64_t)hand->rocket << 63;
  shape->groups = 0;
  for (unsigned n = 1; n <= 4; n++)
    for (uint32_t ranks = hand->at[n] & ~(uint32_t)hand->at[n + 1] & loose; ranks != 0; ranks &= ranks - 1)
      add(shape, __builtin_ctz(ranks), n);
  for (uint32_t ranks = runs; ranks != 0; ranks &= ranks - 1) {
    const int rank = __builtin_ctz(ranks);
    add(shape, rank, (unsigned)ddz_hand_count(hand->hand, rank) | (first >> rank & 1) << 3);
  }
}

void ddz_dominance_ask(const struct ddz_endgame *game, const struct ddz_attack attack[2],
                       struct ddz_dominance_query *query) {
  struct shape mine, his;
  uint32_t group[DDZ_RANKS] = {0}, row[DDZ_RANKS], beaten = 0, answers = 0;
  shape_of(&mine, &attack[0], game->links);
  shape_of(&his, &attack[1], game->links);
  query->key[0] = mine.key;
  query->key[1] = his.key;
  query->key[2] = 0;
  query->key[3] = ((uint64_t)game->kind | (uint64_t)game->length << 8) << DDZ_TT_FREE;
  query->groups = mine.groups;
  if (game->kind != 0) answers = attack[0].at[ddz_pattern_rows[game->kind].body] & ddz_ranks_from(game->rank);
  if (game->length > 1) answers &= attack[0].runs;
  for (int i = 0; i < his.groups; i++) group[his.rank[i]] = 1u << i;
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    row[rank] = beaten;
    beaten |= group[rank];
    row[rank] |= beaten << 15;
  }
  for (int i = 0; i < mine.groups; i++)
    query->row[1 + i] = row[mine.rank[i]] | (answers >> mine.rank[i] & 1) << 30;
}

/* Has each row of `b` all bits of the same row of `a`? */
static bool at_most(const uint32_t *a, const uint32_t *b, int groups) {
  for (int i = 1; i <= groups; i++)
    if ((a[i] & ~b[i]) != 0) return false;
  return true;
}

enum ddz_result ddz_dominance_get(const struct ddz_tt *table, const struct ddz_dominance_query *query,
                                  uint8_t *below) {
  const uint64_t *entry = ddz_tt_find(table, query->key);
  if (entry == NULL) return DDZ_RESULT_UNKNOWN;
  const int groups = query->groups;
  const uint32_t *at = (const uint32_t *)(entry + DDZ_TT_WORDS), *end = at + ROOM - groups;
  for (; at < end && *at != 0; at += 1 + groups) {
    if (*at == 1 && at_most(query->row, at, groups)) return DDZ_RESULT_LOSS;
    if (*at > 1 && at_most(at, query->row, groups)) {
      *below = (uint8_t)(*at - 2);
      return DDZ_RESULT_WIN;
    }
  }
  return DDZ_RESULT_UNKNOWN;
}

void ddz_dominance_put(struct ddz_tt *table, const struct ddz_dominance_query *query, bool won,
                       uint8_t below) {
  const int groups = query->groups;
  uint32_t *first = (uint32_t *)(ddz_tt_put(table, query->key, 1) + DDZ_TT_WORDS), *at = first;
  const uint32_t *last = first + (ROOM / (1 + groups) - 1) * (1 + groups);
  for (; at < last && *at != 0; at += 1 + groups) {
    if (won ? *at > 1 && at_most(query->row, at, groups) : *at == 1 && at_most(at, query->row, groups)) break;
  }
  memmove(first + 1 + groups, first, (size_t)(at - first) * sizeof *at);
  memcpy(first + 1, query->row + 1, (size_t)groups * sizeof *at);
  *first = won ? 2u + below : 1;
}
