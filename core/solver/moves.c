#include "moves.h"

#include <assert.h>
#include <string.h>

#define ONES 0x1111111111111111ull

static ddz_ranks bit(int rank) { return (ddz_ranks)(1u << rank); }
static ddz_ranks from(int rank) { return (ddz_ranks)(0xFFFFu << rank); }
static int lowest(ddz_ranks ranks) { return __builtin_ctz(ranks); }
static ddz_ranks run_of(int rank, int length) { return (ddz_ranks)(((1u << length) - 1) << rank); }

void ddz_mover_init(struct ddz_mover *mover, const struct ddz_rules *rules, struct ddz_left_slot *slot) {
  mover->rules = rules;
  mover->slot = slot;
  mover->kinds = 0;
  mover->repeat = true;
  for (int kind = DDZ_SOLO, next = 1; kind < DDZ_KINDS; kind++) {
    mover->type[kind] = (uint8_t)(next - ddz_pattern_rows[kind].min);
    next += ddz_pattern_rows[kind].max - ddz_pattern_rows[kind].min + 1;
  }
  mover->type[DDZ_PASS] = 0;
  for (int kind = DDZ_SOLO; kind < DDZ_KINDS; kind++) {
    const struct ddz_pattern_row *row = &ddz_pattern_rows[kind];
    if ((rules->forbidden >> kind & 1) != 0 || (row->needs & ~rules->switches) != 0) continue;
    mover->kinds |= 1u << kind;
    if (row->wing == 1 && row->wings * row->max > 1 && (rules->switches & row->repeat) == 0)
      mover->repeat = false;
  }
  mover->free = (mover->kinds >> DDZ_SOLO & 1) != 0;
  mover->repeat &= mover->free;
  memset(slot, 0, DDZ_LEFT_SLOTS * sizeof *slot);
}

static bool may(const struct ddz_mover *mover, int kind) { return (mover->kinds >> kind & 1) != 0; }

/* Ranks inside a run of at least `shortest` (2, 3 or 5) ranks of the set. */
static uint32_t in_runs(uint32_t ranks, uint32_t links, int shortest) {
  uint32_t start = ranks & ranks >> 1 & links; /* of two */
  if (shortest == 2) return start | start << 1;
  start &= start >> 1; /* of three */
  if (shortest == 3) return start | start << 1 | start << 2;
  start &= start >> 2; /* of five */
  uint32_t two = start | start << 1;
  return two | two << 2 | start << 4;
}

/* Ranks with at least 1, 2, 3, 4 cards, sixteen bits each: the four flags of every rank are written into its
 * nibble, then the 16 by 4 bits are transposed by exchanging bits of the index. Counts of at most 4. */
static uint64_t at_least_each(ddz_hand h) {
  ddz_hand half = h >> 1, four = h >> 2 & ONES, two = (half & ONES) | four;
  uint64_t x = ((h & ONES) | two) | two << 1 | ((h & half & ONES) | four) << 2 | four << 3, t;
  t = (x ^ x >> 3) & 0x0A0A0A0A0A0A0A0Aull, x ^= t ^ t << 3;
  t = (x ^ x >> 6) & 0x00CC00CC00CC00CCull, x ^= t ^ t << 6;
  t = (x ^ x >> 12) & 0x0000F0F00000F0F0ull, x ^= t ^ t << 12;
  t = (x ^ x >> 24) & 0x00000000FF00FF00ull, x ^= t ^ t << 24;
  return x;
}

void ddz_sight_of(const struct ddz_mover *mover, ddz_hand hand, uint32_t links, struct ddz_sight *s) {
  uint64_t at = at_least_each(hand);
  s->hand = hand;
  s->at[0] = s->at[5] = 0;
  s->at[1] = (uint16_t)at;
  s->at[2] = (uint16_t)(at >> 16);
  s->at[3] = (uint16_t)(at >> 32);
  s->at[4] = (uint16_t)(at >> 48);
  s->rocket = (hand & DDZ_HAND_ROCKET) == DDZ_HAND_ROCKET;
  s->runs = 0;
  if (links == 0) return;
  uint32_t runs = 0;
  if (may(mover, DDZ_SOLO_CHAIN)) runs |= in_runs(s->at[1], links, 5);
  if (may(mover, DDZ_PAIR_CHAIN)) runs |= in_runs(s->at[2], links, 3);
  runs |= in_runs(s->at[3], links, 2);
  s->runs = (uint16_t)runs;
}

ddz_ranks ddz_runs_of(const struct ddz_mover *mover, ddz_hand hand, uint32_t links) {
  struct ddz_sight sight;
  ddz_sight_of(mover, hand, links, &sight);
  return sight.runs;
}

/* How many single cards outside `run` may be wings together. */
static int solo_room(const struct ddz_mover *mover, const struct ddz_sight *s, uint32_t links,
                     const struct ddz_pattern_row *row, ddz_ranks run) {
  uint32_t switches = mover->rules->switches;
  ddz_ranks out = (ddz_ranks)~run;
  int room = ddz_population(s->at[1] & out);
  if (s->rocket && (switches & row->rocket) == 0) room--;
  if ((switches & row->repeat) == 0) return room;
  room += ddz_population(s->at[2] & out);
  if (row->body == 3 && (switches & DDZ_SWITCH_WING_TRIO_NEXT) == 0)
    out &= (ddz_ranks) ~((run & links) << 1 | (run >> 1 & links));
  room += ddz_population(s->at[3] & out);
  if ((switches & DDZ_SWITCH_WING_FOUR) != 0) room += ddz_population(s->at[4] & out);
  return room;
}

static bool wings_fit(const struct ddz_mover *mover, const struct ddz_sight *s, uint32_t links,
                      const struct ddz_pattern_row *row, int rank, int length) {
  ddz_ranks run = run_of(rank, length);
  int wings = row->wings * length;
  if (row->wing == 2) return ddz_population(s->at[2] & (ddz_ranks)~run) >= wings;
  return solo_room(mover, s, links, row, run) >= wings;
}

static ddz_ranks bodies(const struct ddz_sight *s, uint32_t links, int copies, int length) {
  uint32_t start = s->at[copies];
  for (int i = 1; i < length; i++) start &= (uint32_t)s->at[copies] >> i & links >> (i - 1);
  return (ddz_ranks)start;
}

static ddz_ranks keep_winged(const struct ddz_mover *mover, const struct ddz_sight *s, uint32_t links,
                             int kind, int length, ddz_ranks starts) {
  const struct ddz_pattern_row *row = &ddz_pattern_rows[kind];
  if (row->wing == 0) return starts;
  ddz_ranks kept = 0;
  for (ddz_ranks left = starts; left != 0; left &= (ddz_ranks)(left - 1))
    if (wings_fit(mover, s, links, row, lowest(left), length)) kept |= bit(lowest(left));
  return kept;
}

ddz_ranks ddz_starts(const struct ddz_mover *mover, const struct ddz_sight *s, uint32_t links, int kind,
                     int length) {
  if (!may(mover, kind)) return 0;
  ddz_ranks starts = bodies(s, links, ddz_pattern_rows[kind].body, length);
  return keep_winged(mover, s, links, kind, length, starts);
}

/* ---- plays left ---- */

/* Without chains: every trio takes a kicker along, every four takes two. */
static int left_simple(ddz_hand h) {
  ddz_hand one = (h | h >> 1 | h >> 2) & ONES, three = (h + 5 * ONES) >> 3 & ONES, four = h >> 2 & ONES;
  int ranks = (int)(one * ONES >> 60), threes = (int)(three * ONES >> 60), fours = (int)(four * ONES >> 60);
  int loose = ranks - threes - threes - fours;
  if ((h & DDZ_HAND_ROCKET) == DDZ_HAND_ROCKET) loose--;
  return threes + (loose > 0 ? loose : 0);
}

static int left_of(const struct ddz_mover *mover, ddz_hand hand, uint32_t links);

static int left_chains(const struct ddz_mover *mover, ddz_hand hand, uint32_t links, int copies, int shortest,
                       int best) {
  uint32_t ranks = ddz_hand_at_least(hand, copies), start = ranks;
  for (int length = 2; start != 0; length++) {
    start &= ranks >> (length - 1) & links >> (length - 2);
    if (length < shortest) continue;
    for (uint32_t s = start; s != 0; s &= s - 1) {
      int left = left_of(mover, hand - ddz_hand_spread(run_of(__builtin_ctz(s), length), copies), links);
      if (copies == 3) left = left > length ? left - length : left > 0;
      if (1 + left < best) best = 1 + left;
    }
  }
  return best;
}

static int left_of(const struct ddz_mover *mover, ddz_hand hand, uint32_t links) {
  uint32_t one = ddz_hand_at_least(hand, 1), two = ddz_hand_at_least(hand, 2),
           three = ddz_hand_at_least(hand, 3);
  bool solos = in_runs(one, links, 5) != 0, pairs = in_runs(two, links, 3) != 0,
       trios = in_runs(three, links, 2) != 0;
  if (!solos && !pairs && !trios) return left_simple(hand);
  uint64_t hash = (hand ^ (uint64_t)links << 40) * 0x9E3779B97F4A7C15ull;
  struct ddz_left_slot *slot = &mover->slot[hash >> 52];
  if (slot->hand == hand && slot->links == links && slot->left != 0) return (int)slot->left;
  int best = left_simple(hand);
  if (solos && may(mover, DDZ_SOLO_CHAIN)) best = left_chains(mover, hand, links, 1, 5, best);
  if (pairs && may(mover, DDZ_PAIR_CHAIN)) best = left_chains(mover, hand, links, 2, 3, best);
  if (trios) best = left_chains(mover, hand, links, 3, 2, best);
  *slot = (struct ddz_left_slot){hand, links, (uint32_t)best};
  return best;
}

int ddz_plays_left(const struct ddz_mover *mover, ddz_hand hand, uint32_t links) {
  return links == 0 ? left_simple(hand) : left_of(mover, hand, links);
}

/* ---- the generator ---- */

struct gen {
  const struct ddz_mover *mover;
  const struct ddz_wanted *w;
  struct ddz_movelist *list;
  ddz_ranks tops;       /* from the highest rank of the foes up */
  ddz_ranks calm;       /* ranks outside possible chains */
  ddz_ranks solo, pair; /* kickers worth trying, likes included */
  bool dominance;       /* drop what is never better */
  bool out;             /* a play empties the hand */
  /* the group at hand: one kind and length */
  int kind, length;
  const struct ddz_pattern_row *row;
  ddz_ranks replies;  /* ranks from which some foe answers in kind */
  uint8_t bomb_reply; /* lowest bomb of a foe, DDZ_REPLY_ROCKET, or 0xFF */
  /* the run at hand */
  int rank;
  ddz_ranks run;
  ddz_hand body;
};

/* Few plays left in the rest come first; then ranks in it that no foe has a higher card than, cards put down,
 * low ranks; bombs wait. Weights by trial on random deals: nodes visited. */
enum { BASE = 8192, LEFT = 256, BOMB_WAITS = 300, TOPS = 24, CARDS = 8 };

static uint16_t order_of(const struct gen *g, ddz_hand rest, const struct ddz_move *m) {
  int left = ddz_plays_left(g->mover, rest, g->w->links);
  int tops = ddz_population(ddz_hand_at_least(rest, 1) & g->tops);
  return (uint16_t)(BASE + LEFT * left + (m->kind >= DDZ_BOMB ? BOMB_WAITS : 0) - TOPS * tops -
                    CARDS * m->size + m->rank);
}

static void emit(struct gen *g, ddz_hand wings) {
  struct ddz_movelist *list = g->list;
  if (list->top == list->end) {
    list->full = true;
    return;
  }
  struct ddz_move *m = list->top++;
  m->cards = g->body + wings;
  m->kind = (uint8_t)g->kind;
  m->length = (uint8_t)g->length;
  m->rank = (uint8_t)g->rank;
  m->size = (uint8_t)(g->kind == DDZ_ROCKET ? 2 : (g->row->body + g->row->wing * g->row->wings) * g->length);
  ddz_ranks above = g->replies & from(g->rank + 1);
  m->reply_kind = above != 0 ? m->kind : g->bomb_reply != 0xFF ? DDZ_BOMB : 0;
  m->reply_rank = (uint8_t)(above != 0 ? lowest(above) : g->bomb_reply);
  ddz_hand rest = g->w->own->hand - m->cards;
  if (rest == 0) g->out = true;
  m->order = order_of(g, rest, m);
}

/* Of likes in a row (r, r + 1, ...) only the lowest. */
static ddz_ranks unlike(const struct gen *g, ddz_ranks ranks) {
  return ranks & (ddz_ranks) ~(g->w->same & ranks << 1);
}

/* Wings taken so far, rank by rank from below. */
struct taking {
  ddz_hand chosen;
  int left;       /* still to take */
  int before;     /* copies taken of the rank below */
  bool spared[3]; /* [n]: a calm rank with exactly n cards was left whole */
};

static int most_wings(const struct gen *g, int rank, ddz_hand chosen) {
  uint32_t switches = g->mover->rules->switches;
  int count = ddz_hand_count(g->w->own->hand, rank), cap = 1;
  if (rank == DDZ_RANK_R && g->w->own->rocket && (switches & g->row->rocket) == 0 &&
      ddz_hand_count(chosen, DDZ_RANK_B) != 0)
    return 0;
  if ((switches & g->row->repeat) != 0) {
    ddz_ranks next = (ddz_ranks)((g->run & g->w->links) << 1 | (g->run >> 1 & g->w->links));
    cap = (switches & DDZ_SWITCH_WING_FOUR) != 0 ? 4 : 3;
    if (g->row->body == 3 && (switches & DDZ_SWITCH_WING_TRIO_NEXT) == 0 && (next >> rank & 1) != 0) cap = 2;
  }
  return count < cap ? count : cap;
}

/* May all `count` cards of the rank go, when a calm rank of as many was spared below? */
static bool outdone(const struct gen *g, const struct taking *t, int rank, int count) {
  if (count > 2 || !t->spared[count]) return false;
  return !(g->w->own->rocket && rank >= DDZ_RANK_B);
}

static void take_solos(struct gen *g, struct taking t, ddz_ranks ranks) {
  if (t.left == 0) {
    emit(g, t.chosen);
    return;
  }
  if (ranks == 0) return;
  int rank = lowest(ranks), count = ddz_hand_count(g->w->own->hand, rank);
  ranks &= (ddz_ranks)(ranks - 1);
  int most = most_wings(g, rank, t.chosen);
  if (most > t.left) most = t.left;
  bool like = (g->w->same >> rank & 1) != 0 && (g->run >> (rank - 1) & 1) == 0;
  if (like && most > t.before) most = t.before;
  for (int n = most; n >= 0; n--) {
    if (n == count && outdone(g, &t, rank, count)) continue;
    struct taking more = t;
    more.left -= n;
    more.before = n;
    if (n > 0) more.chosen += ddz_hand_of(rank, n);
    if (n == 0 && count <= 2 && (g->calm >> rank & 1) != 0 && g->dominance) more.spared[count] = true;
    take_solos(g, more, ranks);
  }
}

static void take_pairs(struct gen *g, struct taking t, ddz_ranks ranks) {
  if (t.left == 0) {
    emit(g, t.chosen);
    return;
  }
  if (ddz_population(ranks) < t.left) return;
  int rank = lowest(ranks), count = ddz_hand_count(g->w->own->hand, rank);
  ranks &= (ddz_ranks)(ranks - 1);
  bool like = (g->w->same >> rank & 1) != 0 && (g->run >> (rank - 1) & 1) == 0;
  for (int n = 2; n >= 0; n -= 2) {
    if (n > 0 && ((like && t.before == 0) || (count == 2 && outdone(g, &t, rank, 2)))) continue;
    struct taking more = t;
    more.left -= n / 2;
    more.before = n;
    if (n > 0) more.chosen += ddz_hand_of(rank, 2);
    if (n == 0 && count == 2 && (g->calm >> rank & 1) != 0 && g->dominance) more.spared[2] = true;
    take_pairs(g, more, ranks);
  }
}

static void one_wing(struct gen *g, ddz_ranks kickers, int copies) {
  for (ddz_ranks k = unlike(g, kickers & (ddz_ranks)~g->run); k != 0; k &= (ddz_ranks)(k - 1))
    emit(g, ddz_hand_of(lowest(k), copies));
}

static void attach(struct gen *g) {
  int wings = g->row->wings * g->length;
  if (wings == 0) {
    emit(g, 0);
    return;
  }
  bool solos = g->row->wing == 1;
  if (wings == 1) {
    one_wing(g, solos ? g->solo : g->pair, g->row->wing);
    return;
  }
  ddz_ranks ranks = g->w->own->at[g->row->wing] & (ddz_ranks)~g->run;
  struct taking t = {.left = wings};
  (solos ? take_solos : take_pairs)(g, t, ranks);
}

/* Kickers that are never the better choice, above the lowest calm single (pair): other singles (pairs),
 * because what stays is worse; and ranks to be broken up, because the whole rank does whatever its rest and
 * the lower single (pair) together do. A four is more than its parts only in its own way, so it may be
 * broken. */
static ddz_ranks better_kickers(const struct gen *g, int copies) {
  const uint16_t *at = g->w->own->at;
  ddz_ranks exactly = at[copies] & (ddz_ranks)~at[copies + 1], calm = exactly & g->calm;
  if (!g->dominance || calm == 0) return at[copies];
  ddz_ranks worse = exactly;
  if (g->mover->repeat) worse |= at[copies] & (ddz_ranks)~at[4] & g->calm;
  worse &= from(lowest(calm) + 1);
  if (g->w->own->rocket) worse &= (ddz_ranks)~from(DDZ_RANK_B);
  return at[copies] & (ddz_ranks)~worse;
}

/* Among neighbours that only we hold a single (pair) may be taken for a broken pair or trio: what is broken
 * up leaves less. */
static ddz_ranks unbroken(const struct gen *g, int copies, ddz_ranks starts) {
  const struct ddz_wanted *w = g->w;
  assert(w->foes[0] != NULL);
  uint32_t alone = starts & g->calm & ~w->foes[0]->at[1];
  if (w->foes[1] != NULL) alone &= ~(uint32_t)w->foes[1]->at[1];
  if (w->own->rocket) alone &= ~(3u << DDZ_RANK_B);
  uint32_t exactly = alone & ~(uint32_t)w->own->at[copies + 1];
  if (!g->mover->repeat || exactly == 0) return starts;
  uint32_t beside = ((alone + exactly) ^ alone) & alone; /* carries run up through the neighbours */
  return starts & (ddz_ranks) ~(beside & ~exactly & ~(uint32_t)w->own->at[4]);
}

static void group(struct gen *g, int kind, int length, ddz_ranks starts) {
  const struct ddz_wanted *w = g->w;
  g->kind = kind;
  g->length = length;
  g->row = &ddz_pattern_rows[kind];
  g->replies = 0;
  for (int i = 0; i < 2 && w->foes[i] != NULL; i++)
    g->replies |= ddz_starts(g->mover, w->foes[i], w->links, kind, length);
  if (kind <= DDZ_PAIR) starts = unbroken(g, g->row->body, starts);
  if (length == 1) starts = unlike(g, starts);
  for (; starts != 0; starts &= (ddz_ranks)(starts - 1)) {
    g->rank = lowest(starts);
    g->run = run_of(g->rank, length);
    g->body = ddz_hand_spread(g->run, g->row->body);
    attach(g);
  }
}

static void leads(struct gen *g) {
  const struct ddz_sight *own = g->w->own;
  for (int kind = DDZ_SOLO; kind < DDZ_BOMB; kind++) {
    const struct ddz_pattern_row *row = &ddz_pattern_rows[kind];
    if (own->at[row->body] == 0 || !may(g->mover, kind)) continue;
    if (row->max > 1 && (g->w->links == 0 || own->runs == 0)) continue;
    uint32_t starts = own->at[row->body];
    for (int length = 1; length <= row->max; length++) {
      if (length > 1) starts &= (uint32_t)own->at[row->body] >> (length - 1) & g->w->links >> (length - 2);
      if (starts == 0) break;
      if (length >= row->min) group(g, kind, length, (ddz_ranks)starts);
    }
  }
}

/* Lowest bomb among the foes above `rank`, or the rocket, or 0xFF. */
static uint8_t bomb_above(const struct gen *g, int rank) {
  ddz_ranks fours = 0;
  bool rocket = false;
  for (int i = 0; i < 2 && g->w->foes[i] != NULL; i++) {
    fours |= g->w->foes[i]->at[4];
    rocket |= g->w->foes[i]->rocket;
  }
  fours &= from(rank + 1);
  if (fours != 0 && may(g->mover, DDZ_BOMB)) return (uint8_t)lowest(fours);
  return rocket && may(g->mover, DDZ_ROCKET) ? DDZ_REPLY_ROCKET : 0xFF;
}

static void bombs(struct gen *g) {
  const struct ddz_wanted *w = g->w;
  ddz_ranks fours = may(g->mover, DDZ_BOMB) ? w->own->at[4] : 0;
  if (w->kind == DDZ_BOMB) fours &= w->rank == DDZ_REPLY_ROCKET ? 0 : from(w->rank);
  g->kind = DDZ_BOMB;
  g->length = 1;
  g->row = &ddz_pattern_rows[DDZ_BOMB];
  g->replies = 0;
  for (fours = unlike(g, fours); fours != 0; fours &= (ddz_ranks)(fours - 1)) {
    g->rank = lowest(fours);
    g->body = ddz_hand_of(g->rank, 4);
    g->bomb_reply = bomb_above(g, g->rank);
    emit(g, 0);
  }
  if (!w->own->rocket || !may(g->mover, DDZ_ROCKET)) return;
  g->kind = DDZ_ROCKET;
  g->rank = DDZ_RANK_B;
  g->body = DDZ_HAND_ROCKET;
  g->bomb_reply = 0xFF;
  emit(g, 0);
}

bool ddz_solver_moves(const struct ddz_mover *mover, const struct ddz_wanted *w, struct ddz_movelist *list) {
  const struct ddz_sight *own = w->own;
  struct gen g = {.mover = mover, .w = w, .list = list};
  g.dominance = w->dominance && mover->free;
  uint32_t foes = w->foes[0]->at[1] | (w->foes[1] != NULL ? w->foes[1]->at[1] : 0u);
  g.tops = foes != 0 ? from(31 - __builtin_clz(foes)) : 0;
  g.calm = (ddz_ranks)~own->runs;
  g.solo = better_kickers(&g, 1);
  g.pair = better_kickers(&g, 2);
  g.bomb_reply = bomb_above(&g, -1);
  if (w->kind == 0)
    leads(&g);
  else if (w->kind != DDZ_BOMB)
    group(&g, w->kind, w->length, ddz_starts(mover, own, w->links, w->kind, w->length) & from(w->rank));
  bombs(&g);
  return g.out;
}
