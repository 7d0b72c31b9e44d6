#include "movegen.h"

/* What is being generated for one hand. */
struct gen {
  const struct ddz_rules *rules;
  const struct ddz_play *last; /* NULL: a lead */
  const struct ddz_play *bomb; /* `last` where it is one; else all that is made beats it */
  enum ddz_fill fill;
  bool few; /* of the many ways to add kickers one or two */
  ddz_hand naturals;
  int size, free;    /* cards and wildcards in the hand */
  ddz_ranks own[13]; /* ranks with at least n naturals, n = 1..12: in bombs wildcards may be many */
  ddz_ranks stand;   /* what a wildcard may stand for beside a natural card; empty: there is none */
  int wild[2];       /* the wild ranks, the lower first; wild[1] is wild[0] when there is one */
  int held[2];       /* and how many the hand holds */
  struct ddz_play *out;
  size_t cap, count;
};

/* The run being filled. */
struct run {
  struct ddz_placing at; /* which row and ranks; where wildcards go */
  struct ddz_play play;  /* of the naturals in the run; the kickers are missing */
  int copies, used;      /* of each rank; wildcards in the run */
};

static void put(struct gen *g, const struct ddz_play *play) {
  if (g->bomb != NULL && !ddz_beats(g->rules, play, g->bomb)) return;
  if (g->count < g->cap) g->out[g->count] = *play;
  g->count++;
}

/* A play with `wilds` wildcards: one for each way to take them from the wild ranks. */
__attribute__((noinline)) static void emit_wild(struct gen *g, struct ddz_play play,
                                                const struct ddz_placing *placing, int wilds) {
  const ddz_hand naturals = play.cards;
  play.grade = 0;
  for (int second = ddz_most(0, wilds - g->held[0]); second <= ddz_least(wilds, g->held[1]); second++) {
    const ddz_hand taken = ddz_hand_of(g->wild[0], wilds - second) + ddz_hand_of(g->wild[1], second);
    play.cards = naturals + taken;
    play.subs = (uint8_t)ddz_placing_subs(placing, taken);
    put(g, &play);
  }
}

/* The plays of these naturals and `wilds` wildcards over a run. At least one natural. */
static void emit(struct gen *g, struct run *run, ddz_hand kickers, int wilds) {
  struct ddz_play play = run->play;
  play.cards += kickers;
  run->at.kickers = kickers;
  run->at.wilds = wilds - run->used;
  if (wilds == 0)
    put(g, &play);
  else
    emit_wild(g, play, &run->at, wilds);
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
  for (ddz_ranks left = run->at.run & g->own[3]; left != 0; left &= (ddz_ranks)(left - 1)) {
    const int rank = __builtin_ctz(left), body = ddz_hand_count(run->play.cards, rank);
    if (body < run->copies && g->rules->kicker_wilds) continue;
    if (ddz_hand_count(g->naturals, rank) > body) ranks |= (ddz_ranks)(1u << rank);
  }
  return ranks;
}

static struct kickers kickers_outside(const struct gen *g, struct run *run, ddz_hand caps, int copies) {
  struct kickers w = {.ranks = 0};
  ddz_ranks ranks = g->own[copies] & (ddz_ranks)~run->at.run;
  if (run->at.row->fourth) ranks |= fourth_cards(g, run);
  for (; ranks != 0; ranks &= (ddz_ranks)(ranks - 1)) {
    int rank = __builtin_ctz(ranks);
    w.rank[w.ranks] = (uint8_t)rank;
    w.held[w.ranks++] = (uint8_t)ddz_least(ddz_hand_count(g->naturals, rank), ddz_hand_count(caps, rank));
  }
  return w;
}

/* A flower in the run and a card of that rank the kicker: of several ranks of three that read alike the
 * lowest is listed. Rare, too. */
__attribute__((noinline)) static bool is_listed(const struct gen *g, struct run *run, ddz_hand chosen) {
  if (run->used == 0 || g->rules->kicker_wilds) return true;
  const ddz_hand all = run->play.cards + chosen;
  const ddz_ranks three =
      ddz_hand_at_least(all, 3) & (ddz_ranks)~ddz_hand_at_least(all, 4) & run->at.run & g->stand;
  const ddz_ranks gave = three & (ddz_ranks)~ddz_hand_at_least(run->play.cards, 3);
  return gave == 0 || (three & (ddz_ranks)(gave - 1)) == 0;
}

/* Choose `left` single kickers among the ranks from `at` on; `wilds` wildcards are kickers too. */
static void choose_solos(struct gen *g, struct run *run, const struct kickers *w, int at, int left,
                         ddz_hand chosen, int wilds) {
  if (left == 0) {
    if (run->play.cards + chosen != 0 && (!run->at.row->fourth || is_listed(g, run, chosen)))
      emit(g, run, chosen, run->used + wilds);
    return;
  }
  for (; at < w->ranks; at++) {
    int rank = w->rank[at];
    if (rank == DDZ_RANK_R && !run->at.row->rocket && ddz_hand_count(chosen, DDZ_RANK_B) != 0) continue;
    ddz_hand more = chosen;
    for (int n = 1; n <= ddz_least(w->held[at], left); n++) {
      more += ddz_hand_of(rank, 1);
      choose_solos(g, run, w, at + 1, left - n, more, wilds);
    }
  }
}

static void solo_kickers(struct gen *g, struct run *run) {
  int kickers = run->at.row->kickers * run->play.length;
  run->at.caps = ddz_kicker_caps(run->at.row, run->at.run);
  struct kickers w = kickers_outside(g, run, run->at.caps, 1);
  int spare = g->rules->kicker_wilds ? g->free - run->used : 0;
  for (int wilds = 0; wilds <= ddz_least(spare, kickers); wilds++)
    choose_solos(g, run, &w, 0, kickers - wilds, 0, wilds);
}

/* Choose `left` pair kickers, of a rank as often as the row says; of a rank with one natural (with FILL_ANY:
 * any rank), or with three for two pairs, a wildcard may complete the pair, and what is left at the end are
 * pairs of wildcards. */
static void choose_pairs(struct gen *g, struct run *run, const struct kickers *w, int at, int left,
                         ddz_hand chosen, int wilds) {
  int spare = g->rules->kicker_wilds ? g->free - run->used - wilds : 0;
  if (2 * left <= spare && run->play.cards + chosen != 0) emit(g, run, chosen, run->used + wilds + 2 * left);
  if (left == 0) return;
  for (; at < w->ranks; at++) {
    int rank = w->rank[at], held = ddz_hand_count(g->naturals, rank);
    if (rank > DDZ_RANK_2) break;
    if (held >= 2) choose_pairs(g, run, w, at + 1, left - 1, chosen + ddz_hand_of(rank, 2), wilds);
    if (spare > 0 && (held == 1 || g->fill == DDZ_FILL_ANY))
      choose_pairs(g, run, w, at + 1, left - 1, chosen + ddz_hand_of(rank, 1), wilds + 1);
    if (run->at.row->same < 2 || left < 2) continue;
    if (held >= 4) choose_pairs(g, run, w, at + 1, left - 2, chosen + ddz_hand_of(rank, 4), wilds);
    if (spare > 0 && (held == 3 || (held > 3 && g->fill == DDZ_FILL_ANY)))
      choose_pairs(g, run, w, at + 1, left - 2, chosen + ddz_hand_of(rank, 3), wilds + 1);
  }
}

static void pair_kickers(struct gen *g, struct run *run) {
  struct kickers w = kickers_outside(g, run, ~(ddz_hand)0, g->free > 0 ? 1 : 2);
  choose_pairs(g, run, &w, 0, run->at.row->kickers * run->play.length, 0, 0);
}

/* `n` ranks, the cheapest first: those with exactly `kicker` cards, then those with more, fours last. */
static bool choose_cheapest(const struct gen *g, ddz_ranks outside, int kicker, int n, ddz_ranks *chosen) {
  *chosen = 0;
  for (int held = kicker; held <= 4; held++) {
    ddz_ranks exact = g->own[held] & (ddz_ranks)~g->own[held + 1] & outside;
    if (kicker == 2) exact &= (ddz_ranks)((1u << DDZ_RANK_B) - 1);
    for (; exact != 0 && n > 0; exact &= (ddz_ranks)(exact - 1), n--) *chosen |= exact & (ddz_ranks)-exact;
  }
  return n == 0 && (*chosen >> DDZ_RANK_B & 3) != 3; /* never the rocket */
}

/* The cheapest kickers, and once more without the lowest of them. */
static void few_kickers(struct gen *g, struct run *run) {
  ddz_ranks outside = (ddz_ranks)~run->at.run, chosen;
  const int kicker = run->at.row->kicker, n = run->at.row->kickers * run->play.length;
  for (int way = 0; way < 2 && choose_cheapest(g, outside, kicker, n, &chosen); way++) {
    emit(g, run, ddz_hand_spread(chosen, kicker), 0);
    outside &= (ddz_ranks) ~(chosen & -chosen);
  }
}

/* Kept out of the usual loop, too: most plays have none. */
__attribute__((noinline)) static void attach_kickers(struct gen *g, struct run *run) {
  (g->few ? few_kickers : run->at.row->kicker == 1 ? solo_kickers : pair_kickers)(g, run);
}

static void attach(struct gen *g, struct run *run) {
  if (run->at.row->kicker != 0)
    attach_kickers(g, run);
  else if (run->play.cards != 0)
    emit(g, run, 0, run->used);
}

/* FILL_ANY: hold back naturals of the run from rank index `i` on, wildcards taking their place. */
static void hold_back(struct gen *g, struct run *run, int i) {
  if (i == run->play.length) {
    attach(g, run);
    return;
  }
  int rank = run->play.rank + i;
  hold_back(g, run, i + 1);
  if ((g->stand >> rank & 1) == 0) return;
  struct run less = *run;
  while (less.used < g->free && ddz_hand_count(less.play.cards, rank) > 0) {
    less.play.cards -= ddz_hand_of(rank, 1);
    less.used++;
    hold_back(g, &less, i + 1);
  }
}

/* A run at `rank`: all naturals it can take, wildcards for what it lacks. */
static void fill_run(struct gen *g, struct run *run, int rank) {
  run->play.rank = (uint8_t)rank;
  run->at.run = (ddz_ranks)(((1u << run->play.length) - 1) << rank);
  run->at.body = run->play.cards = ddz_hand_spread(run->at.run, run->copies);
  if (g->free > 0) {
    run->play.cards -= ddz_hand_without(run->play.cards, g->naturals);
    run->used = run->copies * run->play.length - ddz_hand_size(run->play.cards);
    if (run->used > g->free) return;
  }
  if (g->fill == DDZ_FILL_ANY && g->free > run->used)
    hold_back(g, run, 0);
  else
    attach(g, run);
}

/* `copies` of each rank: of a bomb as many as it has cards. */
static void runs_of(struct gen *g, int kind, int copies, int length, ddz_ranks above) {
  const struct ddz_rules_row *row = &g->rules->row[kind];
  const ddz_ranks filled = ddz_ranks_filled(g->own, g->stand, g->free, copies);
  ddz_ranks at = ddz_run_starts(filled, copies, length) & above;
  if (at == 0) return;
  struct run run = {.at = {.rules = g->rules, .row = row, .stand = g->stand}, .copies = copies};
  run.play = (struct ddz_play){.kind = (uint8_t)kind, .length = (uint8_t)length, .grade = kind == DDZ_BOMB};
  run.play.size = (uint8_t)(length * (copies + row->kicker * row->kickers));
  for (; at != 0; at &= (ddz_ranks)(at - 1)) fill_run(g, &run, __builtin_ctz(at));
}

static void rows(struct gen *g) {
  for (uint32_t kinds = g->rules->kinds & DDZ_KINDS_RUNS; kinds != 0; kinds &= kinds - 1) {
    const int kind = __builtin_ctz(kinds);
    const struct ddz_rules_row *row = &g->rules->row[kind];
    if (row->body > 1 && g->own[row->body] == 0 && g->free == 0) continue;
    if (g->few && row->body >= ddz_pattern_rows[DDZ_BOMB].body) continue; /* spend no bomb */
    int longest = ddz_least(row->max, g->size / ddz_rules_row_cards(row));
    for (int length = row->min; length <= longest; length++) {
      const size_t before = g->count;
      runs_of(g, kind, row->body, length, 0x7FFF);
      if (g->count == before && row->kicker == 0) break; /* nor is there a longer one */
    }
  }
}

static void bombs(struct gen *g) {
  const int longest = ddz_least(4 + g->free, g->rules->bomb_most);
  for (int size = 4; size <= longest; size++) runs_of(g, DDZ_BOMB, size, 1, g->own[1]);
  const struct ddz_play rocket = ddz_play_of(DDZ_ROCKET, DDZ_RANK_B, 1, DDZ_HAND_ROCKET);
  if (ddz_rules_play(g->rules, DDZ_ROCKET) && ddz_hand_contains(g->naturals, DDZ_HAND_ROCKET))
    put(g, &rocket);
}

/* Sets of wildcards only are few: ask the classifier about each. */
static void wildcards_only(struct gen *g) {
  struct ddz_play readings[DDZ_READINGS_MAX];
  for (int first = 0; first <= g->held[0]; first++)
    for (int second = 0; second <= g->held[1]; second++) {
      ddz_hand cards = ddz_hand_of(g->wild[0], first) + ddz_hand_of(g->wild[1], second);
      int n = ddz_readings(g->rules, cards, readings);
      for (int i = 0; i < n; i++)
        if (g->last == NULL || ddz_beats(g->rules, &readings[i], g->last)) put(g, &readings[i]);
    }
}

/* Only what can beat the last play: its own row and length from the next rank on. */
static void answers(struct gen *g) {
  const struct ddz_play *last = g->last;
  if (g->bomb == NULL && ddz_rules_play(g->rules, last->kind) && g->size >= last->size)
    runs_of(g, last->kind, g->rules->row[last->kind].body, last->length,
            (ddz_ranks)(0x7FFF << (last->rank + 1)));
}

static size_t generate(struct gen *g, ddz_hand hand, const struct ddz_play *last) {
  const ddz_hand wilds = ddz_rules_wilds(g->rules, hand);
  g->last = last != NULL && last->kind != DDZ_PASS ? last : NULL;
  g->bomb = g->last != NULL && ddz_is_bomb(last) ? last : NULL;
  g->naturals = hand - wilds;
  g->size = ddz_hand_size(hand);
  g->free = ddz_hand_size(wilds);
  for (int n = 1; n <= 4; n++) g->own[n] = ddz_hand_at_least(g->naturals, n);
  if (g->free > 0) {
    g->stand = g->rules->stand;
    g->wild[0] = __builtin_ctz(g->rules->wild);
    g->wild[1] = 31 - __builtin_clz(g->rules->wild);
    g->held[0] = ddz_hand_count(hand, g->wild[0]);
    g->held[1] = g->wild[1] != g->wild[0] ? ddz_hand_count(hand, g->wild[1]) : 0;
  }
  if (g->last == NULL)
    rows(g);
  else
    answers(g);
  bombs(g);
  if (g->free > 0) wildcards_only(g);
  return g->count;
}

size_t ddz_moves(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                 enum ddz_fill fill, struct ddz_play *out, size_t cap) {
  struct gen g = {.rules = rules, .fill = fill, .out = out, .cap = cap};
  return generate(&g, hand, last);
}

size_t ddz_thin_moves(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                      struct ddz_play *out) {
  const int size = ddz_hand_size(hand);
  const bool plain = ddz_rules_wilds(rules, hand) == 0 && !rules->kicker_wilds &&
                     (last->kind != DDZ_BOMB || last->size == 4);
  const bool may = !plain || last->kind == DDZ_PASS || size == last->size || size <= 4; /* go out */
  struct gen g = {.rules = rules, .few = true, .out = out, .cap = DDZ_THIN_MAX};
  struct ddz_play whole;
  const bool goes_out = may && ddz_answer(rules, hand, last, &whole) == DDZ_OK;
  size_t n = plain && !goes_out ? generate(&g, hand, last) : 0;
  const bool kickers = rules->row[last->kind].kickers > 0; /* of one rank, perhaps */
  if (!plain || (n == 0 && kickers && !goes_out))
    n = ddz_moves(rules, hand, last, DDZ_FILL_LACK, out, DDZ_THIN_MAX);
  if (n > DDZ_THIN_MAX) n = DDZ_THIN_MAX;
  if (!goes_out) return n;
  if (n == DDZ_THIN_MAX) n--;
  out[n++] = out[0];
  out[0] = whole;
  return n;
}
