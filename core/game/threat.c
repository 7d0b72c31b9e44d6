#include "core/game/threat.h"

/* The unseen cards as the questions below need them. */
struct pool {
  const struct ddz_rules *rules;
  ddz_hand cards, naturals;
  int wilds; /* cards that may fill */
  int most;
};

static struct pool pool_of(const struct ddz_rules *rules, ddz_hand unseen, int most) {
  ddz_hand naturals = ddz_rules_naturals(rules, unseen);
  int all = ddz_hand_size(unseen);
  return (struct pool){.rules = rules,
                       .cards = unseen,
                       .naturals = naturals,
                       .wilds = ddz_hand_size(unseen & ~naturals),
                       .most = most < all ? most : all};
}

static bool may_fill(const struct pool *pool, int rank) { return (pool->rules->stand >> rank & 1) != 0; }

/* Are there `body` copies of `length` ranks from `rank` on? Without wildcards among the cards the ranks must
 * be there; with them something natural must be among the cards that they complete, as a kicker at least, or
 * each rank among the wildcards. */
static bool has_run(const struct pool *pool, int rank, int length, int body, bool kickers) {
  bool plain = true, wild = true;
  int lack = 0;
  for (int r = rank; r < rank + length; r++) {
    if (ddz_hand_count(pool->cards, r) < body) plain = false;
    if ((pool->rules->wild >> r & 1) == 0 || ddz_hand_count(pool->cards, r) == 0) wild = false;
    int have = ddz_hand_count(pool->naturals, r);
    if (have >= body) continue;
    lack += may_fill(pool, r) ? body - have : DDZ_HAND_MAX;
  }
  return plain || (lack <= pool->wilds && (wild || kickers || lack < body * length));
}

/* The highest rank at which a run of this row may start. */
static int last_start(const struct ddz_play *play) {
  if (play->length > 1) return DDZ_RANK_A - play->length + 1;
  return play->kind == DDZ_SOLO ? DDZ_RANK_R : DDZ_RANK_2;
}

static bool same_kind_beats(const struct pool *pool, const struct ddz_play *play) {
  if (play->size > pool->most) return false;
  const int body = ddz_pattern_rows[play->kind].body;
  const bool kickers = play->size > body * play->length;
  for (int rank = play->rank + 1; rank <= last_start(play); rank++)
    if (has_run(pool, rank, play->length, body, kickers)) return true;
  return false;
}

/* The strongest bomb of a rank: as long as wildcards and the rules allow, hard when it needs none of them. */
static struct ddz_play best_bomb(const struct pool *pool, int rank) {
  int have = ddz_hand_count(pool->naturals, rank);
  int size = have + (may_fill(pool, rank) ? pool->wilds : 0);
  bool pure = have == 0 && (pool->rules->wild >> rank & 1) != 0;
  if (size > pool->most) size = pool->most;
  if (size > pool->rules->bomb_most) size = pool->rules->bomb_most;
  if (have == 0 && !pure) size = 0;
  return (struct ddz_play){.kind = DDZ_BOMB,
                           .rank = (uint8_t)rank,
                           .length = 1,
                           .size = (uint8_t)size,
                           .grade = pure ? 2 : size <= have};
}

static const struct ddz_play rocket = {
    .cards = DDZ_HAND_ROCKET, .kind = DDZ_ROCKET, .rank = DDZ_RANK_B, .length = 1, .size = 2};

static bool rocket_beats(const struct pool *pool, const struct ddz_play *play) {
  bool both = ddz_hand_contains(pool->cards, DDZ_HAND_ROCKET) && pool->most >= 2;
  return both && ddz_rules_play(pool->rules, DDZ_ROCKET) && ddz_beats(pool->rules, &rocket, play);
}

static bool bomb_beats(const struct pool *pool, int rank, const struct ddz_play *play) {
  struct ddz_play bomb = best_bomb(pool, rank);
  return bomb.size >= 4 && ddz_beats(pool->rules, &bomb, play);
}

bool ddz_threat_matches(const struct ddz_rules *rules, ddz_hand unseen, int most,
                        const struct ddz_play *play) {
  struct pool pool = pool_of(rules, unseen, most);
  return !ddz_is_bomb(play) && same_kind_beats(&pool, play);
}

static bool bombs_beat(const struct pool *pool, const struct ddz_play *play) {
  if (rocket_beats(pool, play)) return true;
  for (int rank = 0; rank <= DDZ_RANK_2; rank++)
    if (bomb_beats(pool, rank, play)) return true;
  return false;
}

bool ddz_threat_beats(const struct ddz_rules *rules, ddz_hand unseen, int most, const struct ddz_play *play) {
  struct pool pool = pool_of(rules, unseen, most);
  return (!ddz_is_bomb(play) && same_kind_beats(&pool, play)) || bombs_beat(&pool, play);
}
