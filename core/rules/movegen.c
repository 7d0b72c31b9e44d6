#include "movegen.h"

/* What is being generated for one hand. */
struct gen {
  const struct ddz_rules *rules;
  const struct ddz_play *last; /* NULL: a lead */
  enum ddz_fill fill;
  ddz_hand naturals;
  int free;         /* wildcards in the hand */
  ddz_ranks own[6]; /* ranks with at least n naturals, n = 1..5 */
  ddz_ranks stand;  /* what a wildcard may stand for beside a natural card; empty: there is none */
  int wild[2];      /* the wild ranks, the lower first; wild[1] is wild[0] when there is one */
  int held[2];      /* and how many the hand holds */
  struct ddz_play *out;
  size_t cap, count;
};

/* The run being filled. */
struct run {
  const struct ddz_rules_row *row;
  enum ddz_kind kind;
  int rank, length, size; /* size: cards of a play, kickers included */
  ddz_ranks ranks;
  ddz_hand body; /* naturals in the run */
  int used;      /* wildcards in the run */
  int copies;
};

static void put(struct gen *g, const struct ddz_play *play) {
  if (g->last != NULL && !ddz_beats(g->rules, play, g->last)) return;
  if (g->count < g->cap) g->out[g->count] = *play;
  g->count++;
}

/* The plays of these naturals and `wilds` wildcards over a run: one for each way to take them from the wild
 * ranks. At least one natural. */
static void emit(struct gen *g, const struct run *run, ddz_hand kickers, int wilds) {
  struct ddz_play play = {.cards = run->body + kickers,
                          .kind = (uint8_t)run->kind,
                          .rank = (uint8_t)run->rank,
                          .length = (uint8_t)run->length,
                          .size = (uint8_t)run->size,
                          .grade = run->kind == DDZ_BOMB && wilds == 0};
  if (wilds == 0) {
    put(g, &play);
    return;
  }
  const ddz_hand naturals = play.cards;
  for (int second = ddz_most(0, wilds - g->held[0]); second <= ddz_least(wilds, g->held[1]); second++) {
    play.cards = naturals + ddz_hand_of(g->wild[0], wilds - second) + ddz_hand_of(g->wild[1], second);
    play.subs = (uint8_t)ddz_play_subs(g->rules, &play, naturals);
    put(g, &play);
  }
}

/* Naturals that may become kickers, rank by rank. */
struct kickers {
  int ranks;
  uint8_t rank[DDZ_RANKS], held[DDZ_RANKS];
};

/* Ranks of the run of which a card more than the body's may be a kicker. Where wildcards are kickers, too,
 * one in the body and a card beside it would be the same cards again. Rare: kept out of the usual loop. */
__attribute__((noinline)) static ddz_ranks fourth_cards(const struct gen *g, const struct run *run) {
  ddz_ranks ranks = 0;
  for (ddz_ranks left = run->ranks & g->own[3]; left != 0; left &= (ddz_ranks)(left - 1)) {
    const int rank = __builtin_ctz(left), body = ddz_hand_count(run->body, rank);
    if (body < run->copies && g->rules->kicker_wilds) continue;
    if (ddz_hand_count(g->naturals, rank) > body) ranks |= (ddz_ranks)(1u << rank);
  }
  return ranks;
}

static struct kickers kickers_outside(const struct gen *g, const struct run *run, ddz_hand caps, int copies) {
  struct kickers w = {.ranks = 0};
  ddz_ranks ranks = g->own[copies] & (ddz_ranks)~run->ranks;
  if (run->row->fourth) ranks |= fourth_cards(g, run);
  for (; ranks != 0; ranks &= (ddz_ranks)(ranks - 1)) {
    int rank = __builtin_ctz(ranks);
    w.rank[w.ranks] = (uint8_t)rank;
    w.held[w.ranks++] = (uint8_t)ddz_least(ddz_hand_count(g->naturals, rank), ddz_hand_count(caps, rank));
  }
  return w;
}

/* A flower in the run and a card of that rank the kicker: of several ranks of three that read alike the
 * lowest is listed. Rare, too. */
__attribute__((noinline)) static bool is_listed(const struct gen *g, const struct run *run, ddz_hand chosen) {
  if (run->used == 0 || g->rules->kicker_wilds) return true;
  const ddz_hand all = run->body + chosen;
  const ddz_ranks three =
      ddz_hand_at_least(all, 3) & (ddz_ranks)~ddz_hand_at_least(all, 4) & run->ranks & g->stand;
  const ddz_ranks gave = three & (ddz_ranks)~ddz_hand_at_least(run->body, 3);
  return gave == 0 || (three & (ddz_ranks)(gave - 1)) == 0;
}

/* Choose `left` single kickers among the ranks from `at` on; `wilds` wildcards are kickers too. */
static void choose_solos(struct gen *g, const struct run *run, const struct kickers *w, int at, int left,
                         ddz_hand chosen, int wilds) {
  if (left == 0) {
    if (run->body + chosen != 0 && (!run->row->fourth || is_listed(g, run, chosen)))
      emit(g, run, chosen, run->used + wilds);
    return;
  }
  for (; at < w->ranks; at++) {
    int rank = w->rank[at];
    if (rank == DDZ_RANK_R && !run->row->rocket && ddz_hand_count(chosen, DDZ_RANK_B) != 0) continue;
    ddz_hand more = chosen;
    for (int n = 1; n <= ddz_least(w->held[at], left); n++) {
      more += ddz_hand_of(rank, 1);
      choose_solos(g, run, w, at + 1, left - n, more, wilds);
    }
  }
}

static void solo_kickers(struct gen *g, const struct run *run) {
  int kickers = run->row->kickers * run->length;
  struct kickers w = kickers_outside(g, run, ddz_kicker_caps(run->row, run->ranks), 1);
  int spare = g->rules->kicker_wilds ? g->free - run->used : 0;
  for (int wilds = 0; wilds <= ddz_least(spare, kickers); wilds++)
    choose_solos(g, run, &w, 0, kickers - wilds, 0, wilds);
}

/* Choose `left` pair kickers, of a rank as often as the row says; of a rank with one natural (with FILL_ANY:
 * any rank), or with three for two pairs, a wildcard may complete the pair, and what is left at the end are
 * pairs of wildcards. */
static void choose_pairs(struct gen *g, const struct run *run, const struct kickers *w, int at, int left,
                         ddz_hand chosen, int wilds) {
  int spare = g->rules->kicker_wilds ? g->free - run->used - wilds : 0;
  if (2 * left <= spare && run->body + chosen != 0) emit(g, run, chosen, run->used + wilds + 2 * left);
  if (left == 0) return;
  for (; at < w->ranks; at++) {
    int rank = w->rank[at], held = ddz_hand_count(g->naturals, rank);
    if (rank > DDZ_RANK_2) break;
    if (held >= 2) choose_pairs(g, run, w, at + 1, left - 1, chosen + ddz_hand_of(rank, 2), wilds);
    if (spare > 0 && (held == 1 || g->fill == DDZ_FILL_ANY))
      choose_pairs(g, run, w, at + 1, left - 1, chosen + ddz_hand_of(rank, 1), wilds + 1);
    if (run->row->same < 2 || left < 2) continue;
    if (held >= 4) choose_pairs(g, run, w, at + 1, left - 2, chosen + ddz_hand_of(rank, 4), wilds);
    if (spare > 0 && (held == 3 || (held > 3 && g->fill == DDZ_FILL_ANY)))
      choose_pairs(g, run, w, at + 1, left - 2, chosen + ddz_hand_of(rank, 3), wilds + 1);
  }
}

static void pair_kickers(struct gen *g, const struct run *run) {
  struct kickers w = kickers_outside(g, run, ~(ddz_hand)0, g->free > 0 ? 1 : 2);
  choose_pairs(g, run, &w, 0, run->row->kickers * run->length, 0, 0);
}

static void attach(struct gen *g, const struct run *run) {
  if (run->row->kicker == 1)
    solo_kickers(g, run);
  else if (run->row->kicker == 2)
    pair_kickers(g, run);
  else if (run->body != 0)
    emit(g, run, 0, run->used);
}

/* FILL_ANY: hold back naturals of the run from rank index `i` on, wildcards taking their place. */
static void hold_back(struct gen *g, struct run *run, int i) {
  if (i == run->length) {
    attach(g, run);
    return;
  }
  int rank = run->rank + i;
  hold_back(g, run, i + 1);
  if ((g->stand >> rank & 1) == 0) return;
  struct run less = *run;
  while (less.used < g->free && ddz_hand_count(less.body, rank) > 0) {
    less.body -= ddz_hand_of(rank, 1);
    less.used++;
    hold_back(g, &less, i + 1);
  }
}

/* A run at `rank`: all naturals it can take, wildcards for what it lacks. */
static void fill_run(struct gen *g, struct run *run, int rank) {
  run->rank = rank;
  run->ranks = (ddz_ranks)(((1u << run->length) - 1) << rank);
  run->body = 0;
  for (int n = 1; n <= run->copies; n++) run->body += ddz_hand_spread(g->own[n] & run->ranks, 1);
  run->used = run->copies * run->length - ddz_hand_size(run->body);
  if (run->used > g->free) return;
  if (g->fill == DDZ_FILL_ANY && g->free > run->used)
    hold_back(g, run, 0);
  else
    attach(g, run);
}

static void runs_of(struct gen *g, enum ddz_kind kind, int length, ddz_ranks above) {
  struct run run = {.row = &g->rules->row[kind], .kind = kind, .length = length};
  run.copies = run.row->body;
  run.size = length * ddz_rules_row_cards(run.row);
  ddz_ranks at = ddz_run_starts(g->own[run.copies] | g->stand, run.copies, length) & above;
  for (; at != 0; at &= (ddz_ranks)(at - 1)) fill_run(g, &run, __builtin_ctz(at));
}

static void rows(struct gen *g) {
  int size = ddz_hand_size(g->naturals) + g->free;
  for (uint32_t kinds = g->rules->kinds & DDZ_KINDS_RUNS; kinds != 0; kinds &= kinds - 1) {
    const int kind = __builtin_ctz(kinds);
    const struct ddz_rules_row *row = &g->rules->row[kind];
    if (row->body > 1 && g->own[row->body] == 0 && g->free == 0) continue;
    int longest = ddz_least(row->max, size / ddz_rules_row_cards(row));
    for (int length = row->min; length <= longest; length++) runs_of(g, (enum ddz_kind)kind, length, 0x7FFF);
  }
}

/* Bombs of `size` cards with at least one natural. */
static void bombs_of(struct gen *g, int size) {
  struct run run = {
      .row = &g->rules->row[DDZ_BOMB], .kind = DDZ_BOMB, .length = 1, .size = size, .copies = size};
  for (ddz_ranks at = g->own[4] | (g->own[1] & g->stand); at != 0; at &= (ddz_ranks)(at - 1)) {
    int rank = __builtin_ctz(at), held = ddz_hand_count(g->naturals, rank);
    for (int naturals = ddz_least(held, size); naturals >= 1 && size - naturals <= g->free; naturals--) {
      if (naturals < size && (g->stand >> rank & 1) == 0) break;
      run.rank = rank;
      run.ranks = (ddz_ranks)(1u << rank);
      run.body = ddz_hand_of(rank, naturals);
      emit(g, &run, 0, size - naturals);
      if (g->fill == DDZ_FILL_LACK) break;
    }
  }
}

static void bombs(struct gen *g) {
  const int longest = ddz_least(4 + g->free, g->rules->bomb_most);
  for (int size = 4; size <= longest; size++) bombs_of(g, size);
  if (ddz_rules_play(g->rules, DDZ_ROCKET) && ddz_hand_contains(g->naturals, DDZ_HAND_ROCKET))
    put(g, &(struct ddz_play){
               .cards = DDZ_HAND_ROCKET, .kind = DDZ_ROCKET, .rank = DDZ_RANK_B, .length = 1, .size = 2});
}

/* Sets of wildcards only are few: ask the classifier about each. */
static void wildcards_only(struct gen *g) {
  struct ddz_play readings[DDZ_READINGS_MAX];
  for (int first = 0; first <= g->held[0]; first++)
    for (int second = 0; second <= g->held[1]; second++) {
      ddz_hand cards = ddz_hand_of(g->wild[0], first) + ddz_hand_of(g->wild[1], second);
      int n = ddz_readings(g->rules, cards, readings);
      for (int i = 0; i < n; i++) put(g, &readings[i]);
    }
}

/* Only what can beat the last play: its own row and length from the next rank on. */
static void answers(struct gen *g) {
  const struct ddz_play *last = g->last;
  if (!ddz_is_bomb(last) && ddz_rules_play(g->rules, last->kind) &&
      ddz_hand_size(g->naturals) + g->free >= last->size)
    runs_of(g, (enum ddz_kind)last->kind, last->length, (ddz_ranks)(0x7FFF << (last->rank + 1)));
}

size_t ddz_moves(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                 enum ddz_fill fill, struct ddz_play *out, size_t cap) {
  struct gen g = {.rules = rules, .fill = fill, .out = out, .cap = cap};
  const ddz_hand wilds = ddz_rules_wilds(rules, hand);
  g.last = last != NULL && last->kind != DDZ_PASS ? last : NULL;
  g.naturals = hand - wilds;
  g.free = ddz_hand_size(wilds);
  for (int n = 1; n <= 4; n++) g.own[n] = ddz_hand_at_least(g.naturals, n);
  if (g.free > 0) {
    g.stand = rules->stand;
    g.wild[0] = __builtin_ctz(rules->wild);
    g.wild[1] = 31 - __builtin_clz(rules->wild);
    g.held[0] = ddz_hand_count(hand, g.wild[0]);
    g.held[1] = g.wild[1] != g.wild[0] ? ddz_hand_count(hand, g.wild[1]) : 0;
  }
  if (g.last == NULL)
    rows(&g);
  else
    answers(&g);
  bombs(&g);
  if (g.free > 0) wildcards_only(&g);
  return g.count;
}

/* ---- a few good plays ---- */

struct thin {
  const struct ddz_rules *rules;
  ddz_hand hand;
  ddz_ranks own[5]; /* ranks with at least n cards */
  struct ddz_play *out;
  size_t count;
};

static void list(struct thin *t, enum ddz_kind kind, int rank, int length, ddz_hand cards) {
  if (t->count == DDZ_THIN_MAX) return;
  t->out[t->count++] = ddz_play_of(kind, rank, length, cards);
}

/* The first `n` ranks of a set, which has as many. */
static ddz_ranks lowest(ddz_ranks ranks, int n) {
  ddz_ranks rest = ranks;
  while (n-- > 0) rest &= (ddz_ranks)(rest - 1);
  return ranks & (ddz_ranks)~rest;
}

/* `n` ranks, the cheapest first: those with exactly `kicker` cards, then those with more, fours last. */
static bool choose_kickers(const struct thin *t, ddz_ranks outside, int kicker, int n, ddz_ranks *chosen) {
  *chosen = 0;
  for (int held = kicker; held <= 4 && n > 0; held++) {
    ddz_ranks exact = t->own[held] & outside;
    if (held < 4) exact &= (ddz_ranks)~t->own[held + 1];
    if (kicker == 2) exact &= (ddz_ranks)((1u << DDZ_RANK_B) - 1);
    int have = __builtin_popcount(exact), take = have < n ? have : n;
    *chosen |= lowest(exact, take);
    n -= take;
  }
  bool rocket = (*chosen >> DDZ_RANK_B & 3) == 3;
  return n == 0 && !rocket;
}

/* The body with its cheapest kickers, and once more without the lowest of them. */
static void list_with_kickers(struct thin *t, enum ddz_kind kind, int rank, int length, ddz_hand body,
                              ddz_ranks run) {
  const struct ddz_rules_row *row = &t->rules->row[kind];
  int n = row->kickers * length;
  ddz_ranks outside = (ddz_ranks)~run, chosen;
  for (int way = 0; way < 2; way++) {
    if (!choose_kickers(t, outside, row->kicker, n, &chosen)) return;
    list(t, kind, rank, length, body + ddz_hand_spread(chosen, row->kicker));
    outside &= (ddz_ranks) ~(chosen & -chosen);
  }
}

static void list_runs(struct thin *t, enum ddz_kind kind, int length, ddz_ranks above) {
  const struct ddz_rules_row *row = &t->rules->row[kind];
  ddz_ranks at = ddz_run_starts(t->own[row->body], row->body, length);
  for (at &= above; at != 0; at &= (ddz_ranks)(at - 1)) {
    int rank = __builtin_ctz(at);
    ddz_ranks run = (ddz_ranks)(((1u << length) - 1) << rank);
    ddz_hand body = ddz_hand_spread(run, row->body);
    if (row->kicker == 0)
      list(t, kind, rank, length, body);
    else
      list_with_kickers(t, kind, rank, length, body, run);
  }
}

static void list_leads(struct thin *t) {
  int size = ddz_hand_size(t->hand);
  for (uint32_t kinds = t->rules->kinds & DDZ_KINDS_RUNS; kinds != 0; kinds &= kinds - 1) {
    const int kind = __builtin_ctz(kinds);
    const struct ddz_rules_row *row = &t->rules->row[kind];
    if (row->body >= t->rules->row[DDZ_BOMB].body || t->own[row->body] == 0) continue; /* spend no bomb */
    for (int length = row->min; length <= row->max; length++) {
      if (length * ddz_rules_row_cards(row) > size) break;
      size_t before = t->count;
      list_runs(t, (enum ddz_kind)kind, length, 0x7FFF);
      if (t->count == before && row->kicker == 0) break;
    }
  }
}

static void list_bombs(struct thin *t, const struct ddz_play *last) {
  if (last->kind == DDZ_ROCKET) return;
  ddz_ranks fours = t->own[4];
  if (last->kind == DDZ_BOMB) fours &= (ddz_ranks)(0x7FFF << (last->rank + 1));
  if (!ddz_rules_play(t->rules, DDZ_BOMB)) fours = 0;
  for (; fours != 0; fours &= (ddz_ranks)(fours - 1)) {
    int rank = __builtin_ctz(fours);
    list(t, DDZ_BOMB, rank, 1, ddz_hand_of(rank, 4));
  }
  if (ddz_hand_contains(t->hand, DDZ_HAND_ROCKET) && ddz_rules_play(t->rules, DDZ_ROCKET))
    list(t, DDZ_ROCKET, DDZ_RANK_B, 1, DDZ_HAND_ROCKET);
}

/* The whole hand at once? Then that play is the first. */
static void list_finish(struct thin *t, const struct ddz_play *last) {
  int size = ddz_hand_size(t->hand);
  struct ddz_play play;
  bool may = last->kind == DDZ_PASS || size == last->size || size == 4 || size == 2;
  if (may && ddz_answer(t->rules, t->hand, last, &play) == DDZ_OK) t->out[t->count++] = play;
}

static size_t all_moves(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                        struct ddz_play *out) {
  size_t n = ddz_moves(rules, hand, last, DDZ_FILL_LACK, out, DDZ_THIN_MAX);
  if (n > DDZ_THIN_MAX) n = DDZ_THIN_MAX;
  struct ddz_play play;
  if (ddz_answer(rules, hand, last, &play) == DDZ_OK) {
    if (n == DDZ_THIN_MAX) n--;
    out[n++] = out[0];
    out[0] = play;
  }
  return n;
}

size_t ddz_thin_moves(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                      struct ddz_play *out) {
  struct thin t = {.rules = rules, .hand = hand, .out = out};
  if (ddz_rules_wilds(rules, hand) != 0 || (last->kind == DDZ_BOMB && last->size != 4) || rules->kicker_wilds)
    return all_moves(rules, hand, last, out);
  list_finish(&t, last);
  if (t.count > 0) return t.count;
  for (int n = 1; n <= 4; n++) t.own[n] = ddz_hand_at_least(hand, n);
  if (last->kind == DDZ_PASS)
    list_leads(&t);
  else if (!ddz_is_bomb(last) && ddz_rules_play(rules, last->kind) && ddz_hand_size(hand) >= last->size)
    list_runs(&t, (enum ddz_kind)last->kind, last->length, (ddz_ranks)(0x7FFF << (last->rank + 1)));
  list_bombs(&t, last);
  const bool kickers = last->kind != DDZ_PASS && rules->row[last->kind].kickers > 0;
  return t.count == 0 && kickers ? all_moves(rules, hand, last, out)
                                 : t.count; /* kickers of one rank, perhaps */
}
