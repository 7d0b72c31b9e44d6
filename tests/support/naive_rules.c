#include "naive_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NATURAL_RANKS = 15 }; /* 3..R */

/* As the rule set was declared: what was compiled of it is what is tested. */
static bool has(const struct ddz_rules *rules, enum ddz_switch which) {
  return (rules->switches & which) != 0;
}

/* What is left of the cards beside the run. */
struct rest {
  int count[DDZ_RANKS];
  int cards;   /* in all */
  int ranks;   /* different ones */
  int pairs;   /* ranks with exactly two cards */
  int fours;   /* ranks with four */
  int most;    /* cards of the commonest rank */
  bool jokers; /* both of them */
};

static int count_all(const int *count) {
  int n = 0;
  for (int r = 0; r < NATURAL_RANKS; r++) n += count[r];
  return n;
}

static struct rest rest_of(const int *count, int lo, int length) {
  struct rest rest = {.cards = 0};
  for (int r = 0; r < NATURAL_RANKS; r++) {
    if (r >= lo && r < lo + length) continue;
    int n = rest.count[r] = count[r];
    rest.cards += n;
    rest.ranks += n > 0;
    rest.pairs += n == 2;
    rest.fours += n == 4;
    if (n > rest.most) rest.most = n;
  }
  rest.jokers = count[DDZ_RANK_B] > 0 && count[DDZ_RANK_R] > 0;
  return rest;
}

/* Three and more of a rank that would make the run longer. A run stays within 3..A. */
static bool trio_next_to(const struct rest *rest, int lo, int length) {
  int below = lo - 1, above = lo + length;
  return (below >= DDZ_RANK_3 && rest->count[below] >= 3) || (above <= DDZ_RANK_A && rest->count[above] >= 3);
}

static bool trio_chain_takes(const struct ddz_rules *rules, const struct rest *rest, int lo, int length) {
  if (rest->ranks != rest->cards && !has(rules, DDZ_SWITCH_KICKER_REPEAT)) return false;
  if (trio_next_to(rest, lo, length) && !has(rules, DDZ_SWITCH_KICKER_TRIO_NEXT)) return false;
  if (rest->most >= 4 && !has(rules, DDZ_SWITCH_KICKER_FOUR)) return false;
  if (rest->jokers && !has(rules, DDZ_SWITCH_KICKER_ROCKET)) return false;
  return true;
}

static bool four_takes(const struct ddz_rules *rules, const struct rest *rest) {
  if (rest->pairs == 1 && !has(rules, DDZ_SWITCH_FOUR_PAIR)) return false;
  if (rest->jokers && !has(rules, DDZ_SWITCH_FOUR_ROCKET)) return false;
  return true;
}

/* The kinds that `length` ranks from `lo`, `body` cards of each, make together with the rest. More than one
 * kind never fits, but a set is easier to read than a chain of exceptions. */
static uint32_t kinds_of(const struct ddz_rules *rules, int body, int lo, int length,
                         const struct rest *rest) {
  const bool bare = rest->cards == 0;
  const bool kickers_are_pairs = rest->cards == 2 * rest->pairs; /* distinct ranks, two of each */
  const bool fours = has(rules, DDZ_SWITCH_FOUR_CHAINS), one = has(rules, DDZ_SWITCH_FOUR_CHAIN_ONE);
  /* four of a kind as two of them */
  const bool four_pairs =
      has(rules, DDZ_SWITCH_KICKER_FOUR_PAIRS) && rest->cards == 2 * rest->pairs + 4 * rest->fours;
  uint32_t kinds = 0;

  if (body == 1 && length == 1 && bare) kinds |= 1u << DDZ_SOLO;
  if (body == 2 && length == 1 && bare) kinds |= 1u << DDZ_PAIR;
  if (body == 3 && length == 1 && bare) kinds |= 1u << DDZ_TRIO;
  if (body == 3 && length == 1 && rest->cards == 1) kinds |= 1u << DDZ_TRIO_SOLO;
  if (body == 3 && length == 1 && rest->cards == 2 && kickers_are_pairs) kinds |= 1u << DDZ_TRIO_PAIR;

  if (body == 1 && length >= 5 && bare) kinds |= 1u << DDZ_SOLO_CHAIN;
  if (body == 2 && length >= 3 && bare) kinds |= 1u << DDZ_PAIR_CHAIN;
  if (body == 3 && length >= 2 && bare) kinds |= 1u << DDZ_TRIO_CHAIN;
  if (body == 3 && length >= 2 && rest->cards == length && trio_chain_takes(rules, rest, lo, length))
    kinds |= 1u << DDZ_TRIO_SOLO_CHAIN;
  if (body == 3 && length >= 2 && rest->pairs == length && kickers_are_pairs)
    kinds |= 1u << DDZ_TRIO_PAIR_CHAIN;
  if (body == 3 && length >= 2 && four_pairs && rest->pairs + 2 * rest->fours == length)
    kinds |= 1u << DDZ_TRIO_PAIR_CHAIN;

  if (body == 4 && length == 1 && rest->cards == 2 && four_takes(rules, rest))
    kinds |= 1u << DDZ_FOUR_TWO_SOLO;
  if (body == 4 && length == 1 && rest->pairs == 2 && kickers_are_pairs) kinds |= 1u << DDZ_FOUR_TWO_PAIR;
  if (body == 4 && length == 1 && four_pairs && rest->fours == 1 && rest->cards == 4 &&
      has(rules, DDZ_SWITCH_FOUR_PAIR))
    kinds |= 1u << DDZ_FOUR_TWO_PAIR;
  if (fours && body == 4 && length >= 2 && bare) kinds |= 1u << DDZ_FOUR_CHAIN;
  if (fours && body == 4 && length >= 2 && rest->cards == 2 * length && rest->ranks == rest->cards &&
      (!rest->jokers || has(rules, DDZ_SWITCH_KICKER_ROCKET)))
    kinds |= 1u << DDZ_FOUR_CHAIN_SOLO;
  if (fours && body == 4 && length >= 2 && rest->pairs == 2 * length && kickers_are_pairs)
    kinds |= 1u << DDZ_FOUR_CHAIN_PAIR;
  if (one && body == 4 && length >= 2 && rest->cards == length && rest->ranks == rest->cards &&
      (!rest->jokers || has(rules, DDZ_SWITCH_KICKER_ROCKET)))
    kinds |= 1u << DDZ_FOUR_CHAIN_ONE_SOLO;
  if (one && body == 4 && length >= 2 && rest->pairs == length && kickers_are_pairs)
    kinds |= 1u << DDZ_FOUR_CHAIN_ONE_PAIR;

  if (body == 4 && length == 1 && bare) kinds |= 1u << DDZ_BOMB;
  if (body > 4 && length == 1 && bare && has(rules, DDZ_SWITCH_LONG_BOMBS)) kinds |= 1u << DDZ_BOMB;
  return kinds & ~rules->forbidden;
}

static bool is_rocket(const struct ddz_rules *rules, const int *count) {
  return (rules->forbidden & 1u << DDZ_ROCKET) == 0 && count_all(count) == 2 && count[DDZ_RANK_B] == 1 &&
         count[DDZ_RANK_R] == 1;
}

static void put(struct ddz_play *out, int *n, int kind, int rank, int length, int size) {
  out[(*n)++] = (struct ddz_play){
      .kind = (uint8_t)kind, .rank = (uint8_t)rank, .length = (uint8_t)length, .size = (uint8_t)size};
}

/* A run of trios from `lo` in which some rank has four cards: the fourth is a kicker. */
static void put_fourths(const struct ddz_rules *rules, const int *count, int lo, struct ddz_play *out,
                        int *n) {
  if (!has(rules, DDZ_SWITCH_KICKER_BODY) || (rules->forbidden >> DDZ_TRIO_SOLO_CHAIN & 1) != 0) return;
  int fourths = 0;
  for (int length = 1; lo + length - 1 <= DDZ_RANK_A; length++) {
    const int here = count[lo + length - 1];
    if (here != 3 && here != 4) break;
    fourths += here == 4;
    const struct rest rest = rest_of(count, lo, length);
    if (length > 1 && fourths > 0 && rest.cards + fourths == length &&
        trio_chain_takes(rules, &rest, lo, length))
      put(out, n, DDZ_TRIO_SOLO_CHAIN, lo, length, count_all(count));
  }
}

int naive_natural(const struct ddz_rules *rules, ddz_hand counts, struct ddz_play *out) {
  int count[DDZ_RANKS];
  for (int r = 0; r < DDZ_RANKS; r++) count[r] = ddz_hand_count(counts, r);

  if (count[DDZ_RANK_B] > 1 || count[DDZ_RANK_R] > 1) return 0; /* there is one of each */
  int n = 0, size = count_all(count);
  if (is_rocket(rules, count)) put(out, &n, DDZ_ROCKET, DDZ_RANK_B, 1, size);
  for (int lo = 0; lo < NATURAL_RANKS; lo++) {
    int body = count[lo];
    if (body == 0) continue;
    put_fourths(rules, count, lo, out, &n);
    /* Every other card of a rank of the run belongs to the body: it is never its own kicker. */
    for (int length = 1; count[lo + length - 1] == body; length++) {
      if (length > 1 && lo + length - 1 > DDZ_RANK_A) break;
      struct rest rest = rest_of(count, lo, length);
      uint32_t kinds = kinds_of(rules, body, lo, length, &rest);
      for (int kind = 1; kind < DDZ_KINDS; kind++)
        if (kinds & 1u << kind) put(out, &n, kind, lo, length, size);
    }
  }
  return n;
}

/* --- wildcards: every assignment --------------------------------------------------------------------- */

static int smaller(int a, int b) { return a < b ? a : b; }

/* `stand[r]` of the wildcards `own[r]` are to stand for rank r: how many stand for another rank than theirs.
 */
static int subs_of(const int *own, const int *stand) {
  int subs = 0;
  for (int r = 0; r < DDZ_RANKS; r++) subs += own[r] - smaller(own[r], stand[r]);
  return subs;
}

/* The ranks for which the wildcards of this set may stand. Alone they are themselves, or each other. */
static ddz_ranks allowed_ranks(const struct ddz_rules *rules, ddz_hand cards) {
  if (rules->wildcard == DDZ_WILDCARD_FLOWER) return DDZ_CHAIN_RANKS;
  if (ddz_rules_naturals(rules, cards) != 0) return DDZ_CHAIN_RANKS | 1u << DDZ_RANK_2;
  ddz_ranks among = 0;
  for (int r = 0; r < DDZ_RANKS; r++)
    if (ddz_hand_count(cards, r) > 0) among |= (ddz_ranks)(1u << r);
  return among;
}

struct expansion {
  const struct ddz_rules *rules;
  ddz_hand cards;
  ddz_ranks allowed;
  int count[DDZ_RANKS]; /* naturals and what wildcards stand for */
  int own[DDZ_RANKS];   /* the wildcards by their own rank */
  int stand[DDZ_RANKS]; /* by what they stand for */
  struct ddz_play *found;
  int n, room;
  const struct ddz_play *want; /* naive_play_as: this reading, and the best way to it so far */
  ddz_hand as;
};

static int grade_of(const struct ddz_rules *rules, ddz_hand cards, int kind) {
  if (kind != DDZ_BOMB) return 0;
  if (ddz_rules_naturals(rules, cards) == 0) return 2;
  return ddz_rules_wilds(rules, cards) == 0 ? 1 : 0;
}

/* The flower is in the body: the rank it stands for is one of the run. */
static bool flower_in_run(const struct expansion *x, const struct ddz_play *play) {
  if (x->own[DDZ_RANK_F] == 0) return true;
  for (int r = play->rank; r < play->rank + play->length; r++)
    if (x->stand[r] > 0) return true;
  return false;
}

/* Remember a reading, or that it takes fewer substitutions than thought. */
static void keep(struct expansion *x, const struct ddz_play *play, int subs) {
  for (int i = 0; i < x->n; i++) {
    struct ddz_play *p = &x->found[i];
    if (p->kind != play->kind || p->rank != play->rank || p->length != play->length) continue;
    if (subs < p->subs) p->subs = (uint8_t)subs;
    return;
  }
  if (x->n == x->room) abort(); /* the caller made room for every kind, rank and length */
  struct ddz_play *p = &x->found[x->n++];
  *p = *play;
  p->cards = x->cards;
  p->subs = (uint8_t)subs;
  p->grade = (uint8_t)grade_of(x->rules, x->cards, p->kind);
}

/* Does `a` come before `b`, card by card from the lowest? That is the one with more of the lowest rank in
 * which they differ. */
static bool lower_cards(ddz_hand a, ddz_hand b) {
  int r = 0;
  while (r < DDZ_RANKS - 1 && ddz_hand_count(a, r) == ddz_hand_count(b, r)) r++;
  return ddz_hand_count(a, r) > ddz_hand_count(b, r);
}

static void classify_one(struct expansion *x) {
  struct ddz_play natural[DDZ_READINGS_MAX];
  ddz_hand counts = 0;
  for (int r = 0; r < NATURAL_RANKS; r++) counts |= ddz_hand_of(r, x->count[r]);
  int n = naive_natural(x->rules, counts, natural);
  for (int i = 0; i < n; i++) {
    const struct ddz_play *p = &natural[i], *want = x->want;
    int subs = subs_of(x->own, x->stand);
    if (!flower_in_run(x, p)) continue;
    if (want == NULL)
      keep(x, p, subs);
    else if (p->kind == want->kind && p->rank == want->rank && p->length == want->length &&
             subs == want->subs && (x->as == 0 || lower_cards(counts, x->as)))
      x->as = counts;
  }
}

static void expand(struct expansion *x, int rank, int left) {
  if (left == 0) {
    classify_one(x);
    return;
  }
  if (rank == DDZ_RANKS) return;
  expand(x, rank + 1, left);
  if ((x->allowed & 1u << rank) == 0) return;
  for (int n = 1; n <= left; n++) {
    x->count[rank] += n;
    x->stand[rank] += n;
    expand(x, rank + 1, left - n);
    x->count[rank] -= n;
    x->stand[rank] -= n;
  }
}

static bool has_wildcards(const struct ddz_play *play, const struct ddz_rules *rules) {
  return ddz_rules_wilds(rules, play->cards) != 0;
}

static bool has_kickers(const struct ddz_play *play) {
  switch (play->kind) {
  case DDZ_TRIO_SOLO:
  case DDZ_TRIO_PAIR:
  case DDZ_TRIO_SOLO_CHAIN:
  case DDZ_TRIO_PAIR_CHAIN:
  case DDZ_FOUR_TWO_SOLO:
  case DDZ_FOUR_TWO_PAIR:
  case DDZ_FOUR_CHAIN_SOLO:
  case DDZ_FOUR_CHAIN_PAIR:
  case DDZ_FOUR_CHAIN_ONE_SOLO:
  case DDZ_FOUR_CHAIN_ONE_PAIR:
    return true;
  default:
    return false;
  }
}

/* Is reading `a` better than reading `b` of the same cards? */
static bool better(const struct ddz_rules *rules, const struct ddz_play *a, const struct ddz_play *b) {
  bool bomb_a = a->kind == DDZ_BOMB || a->kind == DDZ_ROCKET,
       bomb_b = b->kind == DDZ_BOMB || b->kind == DDZ_ROCKET;
  if (bomb_a != bomb_b) return bomb_a;
  if (!has_wildcards(a, rules) && has_kickers(a) != has_kickers(b)) return has_kickers(b);
  if (a->rank != b->rank) return has_wildcards(a, rules) ? a->rank > b->rank : a->rank < b->rank;
  if (a->subs != b->subs) return a->subs < b->subs;
  if (a->length != b->length) return a->length > b->length;
  return a->kind < b->kind;
}

enum { ALL_READINGS = DDZ_KINDS * NATURAL_RANKS * 12 };

static void expand_all(struct expansion *x) {
  int wildcards = 0;
  for (int r = 0; r < DDZ_RANKS; r++) {
    int n = ddz_hand_count(x->cards, r);
    bool wild = (x->rules->wild & 1u << r) != 0;
    if (r == DDZ_RANK_F && n > 0 && !wild) return; /* no such card under these rules */
    x->own[r] = wild ? n : 0;
    x->count[r] = wild ? 0 : n;
    wildcards += x->own[r];
  }
  if (x->cards == 0 || x->cards == ddz_hand_of(DDZ_RANK_F, 1)) return;
  x->allowed = allowed_ranks(x->rules, x->cards);
  expand(x, 0, wildcards);
}

int naive_readings(const struct ddz_rules *rules, ddz_hand cards, struct ddz_play *out, int cap) {
  struct ddz_play found[ALL_READINGS];
  struct expansion x = {.rules = rules, .cards = cards, .found = found, .room = ALL_READINGS};
  expand_all(&x);
  for (int i = 1; i < x.n; i++)
    for (int j = i; j > 0 && better(rules, &found[j], &found[j - 1]); j--) {
      struct ddz_play swap = found[j];
      found[j] = found[j - 1];
      found[j - 1] = swap;
    }
  for (int i = 0; i < x.n && i < cap; i++) out[i] = found[i];
  return x.n;
}

ddz_hand naive_play_as(const struct ddz_rules *rules, const struct ddz_play *play) {
  struct expansion x = {.rules = rules, .cards = play->cards, .want = play};
  expand_all(&x);
  return x.as;
}

bool naive_stands_for(const struct ddz_rules *rules, ddz_hand cards, ddz_hand counts, int *subs) {
  ddz_ranks allowed = allowed_ranks(rules, cards);
  int own[DDZ_RANKS], stand[DDZ_RANKS], total = 0;
  for (int r = 0; r < DDZ_RANKS; r++) {
    bool wild = (rules->wild & 1u << r) != 0;
    own[r] = wild ? ddz_hand_count(cards, r) : 0;
    stand[r] = ddz_hand_count(counts, r) - (wild ? 0 : ddz_hand_count(cards, r));
    if (stand[r] < 0) return false;
    if (stand[r] > 0 && (allowed & 1u << r) == 0) return false;
    total += own[r] - stand[r];
  }
  if (total != 0) return false;
  *subs = subs_of(own, stand);
  return true;
}

/* --- order -------------------------------------------------------------------------------------------- */

/* Where a bomb stands: size, then how hard it is (a matter of wild ranks: a flower's bomb is like any other),
 * then rank; the rocket above all or just below five cards. */
static int bomb_height(const struct ddz_rules *rules, const struct ddz_play *play) {
  const bool pure = rules->bomb_order == DDZ_BOMB_LONG_TOP_PURE && rules->wildcard == DDZ_WILDCARD_RANKS;
  if (play->kind == DDZ_ROCKET && pure) return (4 << 10) + (2 << 8) - 1; /* just below four wildcards */
  if (play->kind == DDZ_ROCKET) return rules->bomb_order == DDZ_BOMB_ROCKET_TOP ? 1 << 20 : (5 << 10) - 1;
  int grade = rules->wildcard == DDZ_WILDCARD_RANKS ? play->grade : 0;
  return (play->size << 10) + (grade << 8) + play->rank;
}

bool naive_beats(const struct ddz_rules *rules, const struct ddz_play *play, const struct ddz_play *last) {
  bool bomb = play->kind == DDZ_BOMB || play->kind == DDZ_ROCKET;
  bool last_bomb = last->kind == DDZ_BOMB || last->kind == DDZ_ROCKET;
  if (play->kind == DDZ_PASS) return false;
  if (last->kind == DDZ_PASS) return true;
  if (bomb && last_bomb) return bomb_height(rules, play) > bomb_height(rules, last);
  if (bomb || last_bomb) return bomb;
  return play->kind == last->kind && play->length == last->length && play->rank > last->rank;
}

/* --- generator: every sub-multiset --------------------------------------------------------------------- */

void naive_list_free(struct naive_list *list) {
  free(list->play);
  *list = (struct naive_list){0};
}

static void append(struct naive_list *list, const struct ddz_play *play) {
  if (list->length == list->room) {
    list->room = list->room ? 2 * list->room : 256;
    list->play = realloc(list->play, list->room * sizeof *list->play);
    if (list->play == NULL) abort();
  }
  list->play[list->length++] = *play;
}

static int body_of(const struct ddz_play *play) {
  switch (play->kind) {
  case DDZ_SOLO:
  case DDZ_SOLO_CHAIN:
  case DDZ_ROCKET:
    return 1;
  case DDZ_PAIR:
  case DDZ_PAIR_CHAIN:
    return 2;
  case DDZ_TRIO:
  case DDZ_TRIO_SOLO:
  case DDZ_TRIO_PAIR:
  case DDZ_TRIO_CHAIN:
  case DDZ_TRIO_SOLO_CHAIN:
  case DDZ_TRIO_PAIR_CHAIN:
    return 3;
  case DDZ_BOMB:
    return play->size;
  default:
    return 4;
  }
}

static bool kickers_are_pairs(const struct ddz_play *play) {
  return play->kind == DDZ_TRIO_PAIR || play->kind == DDZ_TRIO_PAIR_CHAIN ||
         play->kind == DDZ_FOUR_TWO_PAIR || play->kind == DDZ_FOUR_CHAIN_PAIR ||
         play->kind == DDZ_FOUR_CHAIN_ONE_PAIR;
}

bool naive_fills_lack(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *play) {
  if (play->kind == DDZ_ROCKET) return true;
  const bool fourths = has(rules, DDZ_SWITCH_KICKER_BODY) && play->kind == DDZ_TRIO_SOLO_CHAIN;
  int body = 0;
  for (int r = 0; r < NATURAL_RANKS; r++) {
    if (rules->wild & 1u << r) continue;
    int held = ddz_hand_count(hand, r), used = ddz_hand_count(play->cards, r);
    bool in_run = r >= play->rank && r < play->rank + play->length;
    if (in_run && used != smaller(held, body_of(play)) && !(fourths && used == 4)) return false;
    if (!in_run && kickers_are_pairs(play) && used % 2 == 1 && held != used) return false;
    if (in_run) body += smaller(used, body_of(play));
  }
  /* a flower is no kicker: in a body that is whole without it, it fills nothing */
  return ddz_hand_count(play->cards, DDZ_RANK_F) == 0 || body < body_of(play) * play->length;
}

struct search {
  const struct ddz_rules *rules;
  ddz_hand hand;
  const struct ddz_play *last;
  enum ddz_fill fill;
  struct naive_list *out;
};

static void add_readings(const struct search *s, ddz_hand cards) {
  struct ddz_play reading[ALL_READINGS];
  int n = naive_readings(s->rules, cards, reading, ALL_READINGS);
  for (int i = 0; i < n; i++) {
    if (s->last != NULL && !naive_beats(s->rules, &reading[i], s->last)) continue;
    if (s->fill == DDZ_FILL_LACK && !naive_fills_lack(s->rules, s->hand, &reading[i])) continue;
    append(s->out, &reading[i]);
  }
}

static void subsets(const struct search *s, int rank, ddz_hand cards) {
  if (rank == DDZ_RANKS) {
    add_readings(s, cards);
    return;
  }
  for (int n = 0; n <= ddz_hand_count(s->hand, rank); n++) subsets(s, rank + 1, cards | ddz_hand_of(rank, n));
}

void naive_moves(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                 enum ddz_fill fill, struct naive_list *out) {
  struct search s = {rules, hand, last, fill, out};
  out->length = 0;
  subsets(&s, 0, 0);
  if (out->length > 1) qsort(out->play, out->length, sizeof *out->play, naive_compare);
}

/* --- plays and text ------------------------------------------------------------------------------------ */

int naive_compare(const void *a, const void *b) {
  const struct ddz_play *p = a, *q = b;
  if (p->cards != q->cards) return p->cards < q->cards ? -1 : 1;
  if (p->kind != q->kind) return p->kind - q->kind;
  if (p->rank != q->rank) return p->rank - q->rank;
  return p->length - q->length;
}

bool naive_same(const struct ddz_play *a, const struct ddz_play *b) {
  return naive_compare(a, b) == 0 && a->size == b->size && a->subs == b->subs && a->grade == b->grade;
}

static const char letters[] = "3456789TJQKA2BRF";

ddz_hand naive_hand(const char *text) {
  ddz_hand hand = 0;
  for (; *text != '\0'; text++) {
    const char *at = strchr(letters, *text);
    if (at == NULL) {
      fprintf(stderr, "no card: %c\n", *text);
      abort();
    }
    hand += ddz_hand_of((int)(at - letters), 1);
  }
  return hand;
}

const char *naive_text(ddz_hand hand, char *text) {
  char *end = text;
  for (int r = 0; r < DDZ_RANKS; r++)
    for (int n = ddz_hand_count(hand, r); n > 0; n--) *end++ = letters[r];
  *end = '\0';
  return text;
}
