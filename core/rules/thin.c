#include "thin.h"

#include "movegen.h"

struct thin {
  const struct ddz_rules *rules;
  ddz_hand hand;
  ddz_ranks own[5]; /* ranks with at least n cards */
  struct ddz_play *out;
  size_t count;
};

static void put(struct thin *t, enum ddz_kind kind, int rank, int length, ddz_hand cards) {
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
static void put_with_kickers(struct thin *t, enum ddz_kind kind, int rank, int length, ddz_hand body,
                             ddz_ranks run) {
  const struct ddz_rules_row *row = &t->rules->row[kind];
  int n = row->kickers * length;
  ddz_ranks outside = (ddz_ranks)~run, chosen;
  for (int way = 0; way < 2; way++) {
    if (!choose_kickers(t, outside, row->kicker, n, &chosen)) return;
    put(t, kind, rank, length, body + ddz_hand_spread(chosen, row->kicker));
    outside &= (ddz_ranks) ~(chosen & -chosen);
  }
}

static void put_runs(struct thin *t, enum ddz_kind kind, int length, ddz_ranks above) {
  const struct ddz_rules_row *row = &t->rules->row[kind];
  ddz_ranks starts = ddz_run_starts(t->own[row->body], row->body, length);
  for (starts &= above; starts != 0; starts &= (ddz_ranks)(starts - 1)) {
    int rank = __builtin_ctz(starts);
    ddz_ranks run = (ddz_ranks)(((1u << length) - 1) << rank);
    ddz_hand body = ddz_hand_spread(run, row->body);
    if (row->kicker == 0)
      put(t, kind, rank, length, body);
    else
      put_with_kickers(t, kind, rank, length, body, run);
  }
}

static void put_leads(struct thin *t) {
  int size = ddz_hand_size(t->hand);
  for (uint32_t kinds = t->rules->kinds & DDZ_KINDS_RUNS; kinds != 0; kinds &= kinds - 1) {
    const int kind = __builtin_ctz(kinds);
    const struct ddz_rules_row *row = &t->rules->row[kind];
    if (row->body >= t->rules->row[DDZ_BOMB].body || t->own[row->body] == 0) continue; /* spend no bomb */
    for (int length = row->min; length <= row->max; length++) {
      if (length * ddz_rules_row_cards(row) > size) break;
      size_t before = t->count;
      put_runs(t, (enum ddz_kind)kind, length, 0x7FFF);
      if (t->count == before && row->kicker == 0) break;
    }
  }
}

static void put_bombs(struct thin *t, const struct ddz_play *last) {
  if (last->kind == DDZ_ROCKET) return;
  ddz_ranks fours = t->own[4];
  if (last->kind == DDZ_BOMB) fours &= (ddz_ranks)(0x7FFF << (last->rank + 1));
  if (!ddz_rules_play(t->rules, DDZ_BOMB)) fours = 0;
  for (; fours != 0; fours &= (ddz_ranks)(fours - 1)) {
    int rank = __builtin_ctz(fours);
    put(t, DDZ_BOMB, rank, 1, ddz_hand_of(rank, 4));
  }
  if (ddz_hand_contains(t->hand, DDZ_HAND_ROCKET) && ddz_rules_play(t->rules, DDZ_ROCKET))
    put(t, DDZ_ROCKET, DDZ_RANK_B, 1, DDZ_HAND_ROCKET);
}

/* The whole hand at once? Then that play is the first. */
static void put_finish(struct thin *t, const struct ddz_play *last) {
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
  put_finish(&t, last);
  if (t.count > 0) return t.count;
  for (int n = 1; n <= 4; n++) t.own[n] = ddz_hand_at_least(hand, n);
  if (last->kind == DDZ_PASS)
    put_leads(&t);
  else if (!ddz_is_bomb(last) && ddz_rules_play(rules, last->kind) && ddz_hand_size(hand) >= last->size)
    put_runs(&t, (enum ddz_kind)last->kind, last->length, (ddz_ranks)(0x7FFF << (last->rank + 1)));
  put_bombs(&t, last);
  const bool kickers = last->kind != DDZ_PASS && rules->row[last->kind].kickers > 0;
  return t.count == 0 && kickers ? all_moves(rules, hand, last, out)
                                 : t.count; /* kickers of one rank, perhaps */
}
