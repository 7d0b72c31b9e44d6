#include "pattern.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* ---- which kickers may a body take, and what do wildcards stand for? ---- */

/* The ranks that the wildcards of a play may stand for; empty for a lone flower. */
static ddz_ranks stand_of(const struct ddz_rules *rules, ddz_hand naturals, ddz_hand wilds) {
  if (naturals != 0) return rules->stand;
  return rules->wilds_alone ? ddz_hand_at_least(wilds, 1) : 0;
}

/* The ranks that lack a card of a pair: those with one or three. */
static ddz_ranks odd_ranks(ddz_hand hand) { return ddz_hand_at_least(hand & 0x1111111111111111ull, 1); }

/* May the cards beside the run that are no wildcards be its kickers, or part of them? */
static bool kickers_fit(const struct ddz_placing *p) {
  if (p->row->kicker == 1)
    return ddz_hand_contains(p->caps, p->kickers) &&
           (p->row->rocket || !ddz_hand_contains(p->kickers, DDZ_HAND_ROCKET));
  const ddz_ranks odd = odd_ranks(p->kickers);
  return (p->wilds > 0 ? odd & ~p->stand : odd) == 0 &&
         (p->row->same > 1 || ddz_hand_at_least(p->kickers, 3) == 0);
}

/* `want` more kickers of `rank`: wildcards of that very rank first. */
static void place(struct ddz_placing *p, int rank, int want) {
  int self = ddz_least(want, ddz_hand_count(p->left, rank));
  p->kickers += ddz_hand_of(rank, want);
  p->left -= ddz_hand_of(rank, self);
  p->wilds -= want;
}

/* Single kickers: as themselves as far as the caps allow, then the lowest ranks with room. */
static void place_solos(struct ddz_placing *p) {
  /* where a wildcard is no kicker, it stands in the body for a card that is one */
  const ddz_ranks stand = p->rules->kicker_wilds ? p->stand : p->stand & p->run;
  for (int themselves = 1; themselves >= 0; themselves--) {
    ddz_ranks ranks = themselves ? stand & ddz_hand_at_least(p->left, 1) : stand;
    for (; ranks != 0 && p->wilds > 0; ranks &= (ddz_ranks)(ranks - 1)) {
      const int rank = __builtin_ctz(ranks);
      const int room = ddz_hand_count(p->caps, rank) - ddz_hand_count(p->kickers, rank);
      const int most = ddz_least(room, themselves ? ddz_hand_count(p->left, rank) : room);
      place(p, rank, ddz_least(most, p->wilds));
    }
  }
}

/* Pair kickers: first complete what lies there, then make pairs of their own, those with two wildcards of one
 * rank before those with one before those with none. */
static void place_pairs(struct ddz_placing *p) {
  const int full = 2 * p->row->same;
  const ddz_ranks stand = p->stand & (ddz_ranks)~p->run;
  for (ddz_ranks odd = odd_ranks(p->kickers); odd != 0; odd &= (ddz_ranks)(odd - 1))
    place(p, __builtin_ctz(odd), 1);
  for (int own = 2; own >= 0; own--) {
    ddz_ranks ranks = own > 0 ? stand & ddz_hand_at_least(p->left, own) : stand;
    for (; ranks != 0 && p->wilds > 0; ranks &= (ddz_ranks)(ranks - 1)) {
      const int rank = __builtin_ctz(ranks);
      while (p->wilds > 0 && ddz_hand_count(p->kickers, rank) < full && ddz_hand_count(p->left, rank) >= own)
        place(p, rank, 2);
    }
  }
}

/* Wildcards of a rank of the run stay themselves in the body, as many as it has copies; the others only in
 * kickers. */
static void place_all(struct ddz_placing *p, ddz_hand wilds) {
  p->left = ddz_hand_without(wilds, p->body);
  if (p->wilds > 0) (p->row->kicker == 1 ? place_solos : place_pairs)(p);
}

int ddz_placing_subs(const struct ddz_placing *placing, ddz_hand wilds) {
  const ddz_hand left = ddz_hand_without(wilds, placing->body);
  if (left == 0 || placing->wilds == 0) return ddz_hand_size(left);
  struct ddz_placing p = *placing;
  place_all(&p, wilds);
  return ddz_hand_size(p.left);
}

/* With `kickers` cards beside `copies` of each rank of the run. Fewer wildcards than none: it is no play. */
static struct ddz_placing placing_of(const struct ddz_rules *rules, const struct ddz_rules_row *row,
                                     ddz_ranks run, int copies, int kickers, ddz_hand naturals) {
  struct ddz_placing p = {
      .rules = rules, .row = row, .run = run, .kickers = ddz_hand_only(naturals, (ddz_ranks)~run)};
  if (row->fourth) p.kickers += ddz_hand_spread(run & ddz_hand_at_least(naturals, copies + 1), 1);
  p.wilds = kickers - ddz_hand_size(p.kickers);
  if (p.wilds < 0) return p;
  p.body = ddz_hand_spread(run, copies);
  if (row->kicker == 1) p.caps = ddz_kicker_caps(row, run);
  return p;
}

ddz_hand ddz_play_as(const struct ddz_rules *rules, const struct ddz_play *play) {
  const ddz_hand naturals = ddz_rules_naturals(rules, play->cards), wilds = play->cards - naturals;
  const struct ddz_rules_row *row = &rules->row[play->kind];
  const int copies = play->kind == DDZ_BOMB ? play->size : row->body; /* of long bombs more */
  if (wilds == 0) return play->cards;
  struct ddz_placing p =
      placing_of(rules, row, ddz_play_run(play), copies, play->size - copies * play->length, naturals);
  p.stand = stand_of(rules, naturals, wilds);
  place_all(&p, wilds);
  return p.kickers + p.body;
}

/* ---- what is this set of cards? ---- */

/* The cards being read. */
struct set {
  const struct ddz_rules *rules;
  ddz_hand cards, naturals, wilds;
  int size, free;    /* cards, wildcards */
  ddz_ranks stand;   /* what a wildcard may stand for; empty: there is none */
  ddz_ranks own[14]; /* ranks with at least n naturals, n = 1..13 */
};

static void split(const struct ddz_rules *rules, ddz_hand cards, struct set *set) {
  set->rules = rules;
  set->cards = cards;
  set->size = ddz_hand_size(cards);
  set->wilds = ddz_rules_wilds(rules, cards);
  set->naturals = cards - set->wilds;
  set->free = set->wilds != 0 ? ddz_hand_size(set->wilds) : 0;
  set->stand = set->wilds != 0 ? stand_of(rules, set->naturals, set->wilds) : 0;
  for (int n = 1; n <= 4; n++) set->own[n] = ddz_hand_at_least(set->naturals, n);
  memset(set->own + 5, 0, sizeof set->own - 5 * sizeof *set->own);
}

/* The readings found so far. */
struct readings {
  struct ddz_play *out;
  int count;
};

static void found(struct readings *r, const struct set *set, int kind, int rank, int length, int subs) {
  assert(r->count < DDZ_READINGS_MAX);
  r->out[r->count++] = (struct ddz_play){.cards = set->cards,
                                         .kind = (uint8_t)kind,
                                         .rank = (uint8_t)rank,
                                         .length = (uint8_t)length,
                                         .size = (uint8_t)set->size,
                                         .subs = (uint8_t)subs,
                                         .grade = kind != DDZ_BOMB     ? 0
                                                  : set->free == 0     ? 1
                                                  : set->naturals == 0 ? 2
                                                                       : 0};
}

/* How many wildcards stand for another rank where the set is `row` over the run; -1: it is not. */
static int reads_as(const struct set *set, const struct ddz_rules_row *row, ddz_ranks run, int copies,
                    int kickers) {
  if ((set->own[copies + 1] & run) != 0 && !row->fourth) return -1; /* a body rank is never its own kicker */
  if (set->free == 0 && row->kicker == 0) return 0;                 /* the size says that nothing is left */
  struct ddz_placing p = placing_of(set->rules, row, run, copies, kickers, set->naturals);
  p.stand = set->stand;
  if (p.wilds < 0 || (row->kicker != 0 && !kickers_fit(&p))) return -1;
  if (set->free == 0) return 0;
  /* a flower is no kicker, but in the body it may stand for a card that is one */
  if (p.wilds > 0 && !set->rules->kicker_wilds && !row->fourth) return -1;
  place_all(&p, set->wilds);
  return p.wilds == 0 ? ddz_hand_size(p.left) : -1;
}

static void read_rows(struct readings *r, const struct set *set) {
  for (uint32_t kinds = set->rules->kinds_of_size[set->size]; kinds != 0; kinds &= kinds - 1) {
    const int kind = __builtin_ctz(kinds);
    const struct ddz_rules_row *row = &set->rules->row[kind];
    const int copies = kind == DDZ_BOMB ? set->size : row->body;
    const int length = kind == DDZ_BOMB ? 1 : set->size / ddz_rules_row_cards(row);
    ddz_ranks at = ddz_run_starts(ddz_ranks_filled(set->own, set->stand, set->free, copies), copies, length);
    for (; at != 0; at &= (ddz_ranks)(at - 1)) {
      const int rank = __builtin_ctz(at);
      const ddz_ranks run = (ddz_ranks)(((1u << length) - 1) << rank);
      const int subs = reads_as(set, row, run, copies, set->size - copies * length);
      if (subs >= 0) found(r, set, kind, rank, length, subs);
    }
  }
}

static int bomb_size(const struct ddz_play *play) { return ddz_is_bomb(play) ? play->size : 0; }
static bool has_kickers(const struct ddz_play *play) { return ddz_pattern_rows[play->kind].kicker != 0; }

/* Does reading `a` come before `b`? Both of the same cards. */
static bool better(const struct set *set, const struct ddz_play *a, const struct ddz_play *b) {
  if (bomb_size(a) != bomb_size(b)) return bomb_size(a) > bomb_size(b);
  if (set->free == 0 && has_kickers(a) != has_kickers(b)) return !has_kickers(a);
  if (a->rank != b->rank) return set->free == 0 ? a->rank < b->rank : a->rank > b->rank;
  if (a->subs != b->subs) return a->subs < b->subs;
  if (a->length != b->length) return a->length > b->length;
  return a->kind < b->kind;
}

static void sort(struct readings *r, const struct set *set) {
  for (int i = 1; i < r->count; i++) {
    struct ddz_play play = r->out[i];
    int j = i;
    for (; j > 0 && better(set, &play, &r->out[j - 1]); j--) r->out[j] = r->out[j - 1];
    r->out[j] = play;
  }
}

int ddz_readings(const struct ddz_rules *rules, ddz_hand cards, struct ddz_play *out) {
  struct readings r = {out, 0};
  struct set set;
  split(rules, cards, &set);
  if (set.size == 0 || set.size > DDZ_HAND_MAX) return 0;
  if (cards == DDZ_HAND_ROCKET && ddz_rules_play(rules, DDZ_ROCKET))
    found(&r, &set, DDZ_ROCKET, DDZ_RANK_B, 1, 0);
  read_rows(&r, &set);
  sort(&r, &set);
  return r.count;
}

enum ddz_error ddz_classify(const struct ddz_rules *rules, ddz_hand cards, struct ddz_play *out) {
  struct ddz_play readings[DDZ_READINGS_MAX];
  if (cards == 0) return DDZ_ERR_EMPTY;
  if (ddz_readings(rules, cards, readings) == 0) return DDZ_ERR_NOT_A_PATTERN;
  *out = readings[0];
  return DDZ_OK;
}

static bool bomb_beats(const struct ddz_rules *rules, const struct ddz_play *a, const struct ddz_play *b) {
  if (a->kind == DDZ_ROCKET) return b->kind != DDZ_ROCKET && !ddz_rules_over_rocket(rules, b->size, b->grade);
  if (b->kind == DDZ_ROCKET) return ddz_rules_over_rocket(rules, a->size, a->grade);
  if (a->size != b->size) return a->size > b->size;
  if (rules->bombs_are_graded && a->grade != b->grade) return a->grade > b->grade;
  return a->rank > b->rank;
}

bool ddz_beats(const struct ddz_rules *rules, const struct ddz_play *play, const struct ddz_play *last) {
  if (play->kind == DDZ_PASS) return false;
  if (last->kind == DDZ_PASS) return true;
  if (ddz_is_bomb(play) && ddz_is_bomb(last)) return bomb_beats(rules, play, last);
  if (ddz_is_bomb(play) || ddz_is_bomb(last)) return ddz_is_bomb(play);
  return play->kind == last->kind && play->length == last->length && play->rank > last->rank;
}

enum ddz_error ddz_answer(const struct ddz_rules *rules, ddz_hand cards, const struct ddz_play *last,
                          struct ddz_play *out) {
  struct ddz_play readings[DDZ_READINGS_MAX];
  if (cards == 0) return DDZ_ERR_EMPTY;
  int n = ddz_readings(rules, cards, readings);
  if (n == 0) return DDZ_ERR_NOT_A_PATTERN;
  const struct ddz_play *best = NULL;
  for (int i = 0; i < n; i++) {
    if (!ddz_beats(rules, &readings[i], last)) continue;
    if (best == NULL || ddz_beats(rules, &readings[i], best)) best = &readings[i];
  }
  if (best == NULL) return DDZ_ERR_DOES_NOT_BEAT;
  *out = *best;
  return DDZ_OK;
}

/* ---- what the unseen cards can do to a play ---- */

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

/* With the same kind, where its cards are there. Without wildcards among the cards the ranks must be there;
 * with them something natural must be among the cards that they complete, as a kicker at least, or each rank
 * among the wildcards. */
static bool same_kind_beats(const struct pool *pool, const struct ddz_play *play) {
  const int body = ddz_pattern_rows[play->kind].body;
  const ddz_ranks above = (ddz_ranks)(0xFFFF << (play->rank + 1));
  const ddz_ranks held = ddz_hand_at_least(pool->cards, body);
  if (play->size > pool->most) return false;
  if ((ddz_run_starts(held, body, play->length) & above) != 0) return true;
  if (pool->wilds == 0) return false;
  const ddz_ranks wild = pool->rules->wild & ddz_hand_at_least(pool->cards, 1);
  ddz_ranks at = ddz_run_starts(held | pool->rules->stand, body, play->length) & above;
  for (; at != 0; at &= (ddz_ranks)(at - 1)) {
    const ddz_ranks run = (ddz_ranks)(((1u << play->length) - 1) << __builtin_ctz(at));
    const int lack = ddz_hand_size(ddz_hand_without(ddz_hand_spread(run, body), pool->naturals));
    if (lack <= pool->wilds && (lack < play->size || (run & ~wild) == 0)) return true;
  }
  return false;
}

/* The strongest bomb of a rank: as long as wildcards and the rules allow, hard when it needs none of them. */
static struct ddz_play best_bomb(const struct pool *pool, int rank) {
  int have = ddz_hand_count(pool->naturals, rank);
  int size = have + ((pool->rules->stand >> rank & 1) != 0 ? pool->wilds : 0);
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

bool ddz_threat_matches(const struct ddz_rules *rules, ddz_hand unseen, int most,
                        const struct ddz_play *play) {
  struct pool pool = pool_of(rules, unseen, most);
  return !ddz_is_bomb(play) && same_kind_beats(&pool, play);
}

static bool bombs_beat(const struct pool *pool, const struct ddz_play *play) {
  const bool both = ddz_hand_contains(pool->cards, DDZ_HAND_ROCKET) && pool->most >= 2;
  const struct ddz_play rocket = ddz_play_of(DDZ_ROCKET, DDZ_RANK_B, 1, DDZ_HAND_ROCKET);
  if (both && ddz_rules_play(pool->rules, DDZ_ROCKET) && ddz_beats(pool->rules, &rocket, play)) return true;
  for (int rank = 0; rank <= DDZ_RANK_2; rank++) {
    const struct ddz_play bomb = best_bomb(pool, rank);
    if (bomb.size >= 4 && ddz_beats(pool->rules, &bomb, play)) return true;
  }
  return false;
}

bool ddz_threat_beats(const struct ddz_rules *rules, ddz_hand unseen, int most, const struct ddz_play *play) {
  struct pool pool = pool_of(rules, unseen, most);
  return (!ddz_is_bomb(play) && same_kind_beats(&pool, play)) || bombs_beat(&pool, play);
}
