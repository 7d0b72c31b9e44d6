#include "moves.h"

/* ---- plays left ---- */

/* The best of every chain of so many copies; a chain of trios takes a kicker along for each of its ranks. */
static int left_chains(const struct ddz_solver_caps *caps, struct ddz_left_slot *slots, ddz_hand hand,
                       uint32_t links, int copies, int shortest, int best) {
  uint32_t ranks = ddz_hand_at_least(hand, copies), start = ranks;
  for (int length = 2; start != 0; length++) {
    start &= ranks >> (length - 1) & links >> (length - 2);
    if (length < shortest) continue;
    for (uint32_t s = start; s != 0; s &= s - 1) {
      ddz_ranks run = ddz_ranks_run(__builtin_ctz(s), length);
      int left = ddz_plays_left_chained(caps, slots, hand - ddz_hand_spread(run, copies), links);
      if (copies == 3) left = left > length ? left - length : left > 0;
      if (1 + left < best) best = 1 + left;
    }
  }
  return best;
}

int ddz_plays_left_chained(const struct ddz_solver_caps *caps, struct ddz_left_slot *slots, ddz_hand hand,
                           uint32_t links) {
  uint32_t one = ddz_hand_at_least(hand, 1), two = ddz_hand_at_least(hand, 2),
           three = ddz_hand_at_least(hand, 3);
  bool solos = ddz_ranks_in_runs(one, links, DDZ_LEAST_SOLO_CHAIN) != 0,
       pairs = ddz_ranks_in_runs(two, links, DDZ_LEAST_PAIR_CHAIN) != 0,
       trios = ddz_ranks_in_runs(three, links, DDZ_LEAST_TRIO_CHAIN) != 0;
  if (!solos && !pairs && !trios) return ddz_plays_left_simple(hand);
  uint64_t hash = (hand ^ (uint64_t)links << 40) * 0x9E3779B97F4A7C15ull;
  struct ddz_left_slot *slot = &slots[hash >> 52];
  if (slot->hand == hand && slot->links == links && slot->left != 0) return (int)slot->left;
  int best = ddz_plays_left_simple(hand);
  if (solos && ddz_rules_play(caps->rules, DDZ_SOLO_CHAIN))
    best = left_chains(caps, slots, hand, links, 1, DDZ_LEAST_SOLO_CHAIN, best);
  if (pairs && ddz_rules_play(caps->rules, DDZ_PAIR_CHAIN))
    best = left_chains(caps, slots, hand, links, 2, DDZ_LEAST_PAIR_CHAIN, best);
  if (trios) best = left_chains(caps, slots, hand, links, 3, DDZ_LEAST_TRIO_CHAIN, best);
  *slot = (struct ddz_left_slot){hand, links, (uint32_t)best};
  return best;
}

/* ---- the generator ---- */

struct gen {
  const struct ddz_solver_caps *caps;
  struct ddz_left_slot *left;
  const struct ddz_endgame *game;
  const struct ddz_attack *own; /* then those of the opponents, who may answer */
  struct ddz_movelist *list;
  ddz_ranks same;       /* rank r is interchangeable with r - 1: swapping the two changes nothing */
  ddz_ranks fours;      /* ranks of which an opponent has four */
  bool rocket;          /* one of them has it */
  ddz_ranks solo, pair; /* kickers worth trying, interchangeable ones included */
  bool dominance;       /* drop what is never better: only where everybody else is against the player */
  bool out;             /* a play empties the hand */
  /* what is being listed: one kind and length */
  int kind, length;
  const struct ddz_rules_row *row;
  ddz_ranks replies;  /* ranks from which some opponent answers in kind */
  uint8_t bomb_reply; /* lowest bomb of an opponent, DDZ_REPLY_ROCKET, or 0xFF */
  /* and one run of it */
  int rank;
  ddz_ranks run;
  ddz_hand body;
};

static void emit(struct gen *g, ddz_hand kickers) {
  struct ddz_movelist *list = g->list;
  if (list->top == list->end) {
    list->full = true;
    return;
  }
  struct ddz_move *m = list->top++;
  m->cards = g->body + kickers;
  m->kind = (uint8_t)g->kind;
  m->length = (uint8_t)g->length;
  m->rank = (uint8_t)g->rank;
  m->size = (uint8_t)(g->kind == DDZ_ROCKET ? 2 : ddz_rules_row_cards(g->row) * g->length);
  ddz_ranks above = g->replies & ddz_ranks_from(g->rank + 1);
  m->reply_kind = above != 0 ? m->kind : g->bomb_reply != 0xFF ? DDZ_BOMB : 0;
  m->reply_rank = (uint8_t)(above != 0 ? ddz_ranks_lowest(above) : g->bomb_reply);
  ddz_hand rest = g->own->hand - m->cards;
  if (rest == 0) g->out = true;
  m->order =
      ddz_move_order(m->kind, m->size, m->rank, ddz_plays_left(g->caps, g->left, rest, g->game->links));
}

/* Of interchangeable ranks keep the lowest. */
static ddz_ranks one_of_each(const struct gen *g, ddz_ranks ranks) {
  return ranks & (ddz_ranks) ~(g->same & ranks << 1);
}

static int most_kickers(const struct gen *g, int rank, ddz_hand chosen) {
  int count = ddz_hand_count(g->own->hand, rank), cap = 1;
  if (g->row->kicker == 2) return g->row->same > 1 && count == 4 ? 2 : 1;
  if ((g->run >> rank & 1) != 0) return 1; /* its fourth card */
  if (rank == DDZ_RANK_R && g->own->rocket && !g->row->rocket && ddz_hand_count(chosen, DDZ_RANK_B) != 0)
    return 0;
  if (g->row->same > 1) {
    ddz_ranks next = (ddz_ranks)((g->run & g->game->links) << 1 | (g->run >> 1 & g->game->links));
    cap = (next >> rank & 1) != 0 ? g->row->beside : g->row->same;
  }
  return count < cap ? count : cap;
}

/* Takes solos or pairs of the ranks, as the row says, from below; `left` more than those `chosen`. */
static void take(struct gen *g, ddz_hand chosen, int left, ddz_ranks ranks) {
  if (left == 0) {
    emit(g, chosen);
    return;
  }
  if (ddz_population(ranks) * g->row->same < left) return;
  const int rank = ddz_ranks_lowest(ranks);
  ranks &= (ddz_ranks)(ranks - 1);
  for (int n = ddz_least(most_kickers(g, rank, chosen), left); n >= 0; n--)
    take(g, chosen + ddz_hand_of(rank, n * g->row->kicker), left - n, ranks);
}

static void attach(struct gen *g) {
  const int kickers = g->row->kickers * g->length, copies = g->row->kicker;
  const ddz_ranks apart = (ddz_ranks)~g->run;
  if (kickers == 0) {
    emit(g, 0);
  } else if (kickers == 1) {
    ddz_ranks ranks = one_of_each(g, (copies == 1 ? g->solo : g->pair) & apart);
    for (; ranks != 0; ranks &= (ddz_ranks)(ranks - 1)) emit(g, ddz_hand_of(ddz_ranks_lowest(ranks), copies));
  } else {
    take(g, 0, kickers, (g->own->at[copies] & apart) | (g->row->fourth ? g->own->at[4] & g->run : 0));
  }
}

/* The kickers that may be the best choice. Above the lowest unchained single (pair) these never are: other
 * singles (pairs), because the hand that stays is worse; and ranks that would be broken up, because the whole
 * rank can do all that its rest and the lower single (pair) do together. A four is an exception: whole it is
 * a bomb and nothing else, so breaking it up may be right. */
static ddz_ranks better_kickers(const struct gen *g, int copies) {
  const uint16_t *at = g->own->at;
  const ddz_ranks exactly = at[copies] & (ddz_ranks)~at[copies + 1], loose = (ddz_ranks)~g->own->runs;
  const ddz_ranks unchained = exactly & loose;
  if (!g->dominance || unchained == 0) return at[copies];
  ddz_ranks worse = exactly;
  if (g->caps->repeat) worse |= at[copies] & (ddz_ranks)~at[4] & loose;
  worse &= ddz_ranks_from(ddz_ranks_lowest(unchained) + 1);
  if (g->own->rocket) worse &= (ddz_ranks)~ddz_ranks_from(DDZ_RANK_B);
  return at[copies] & (ddz_ranks)~worse;
}

static void begin_kind(struct gen *g, int kind, int length) {
  g->kind = kind;
  g->length = length;
  g->row = &g->caps->rules->row[kind];
  g->replies = 0;
}

static void one_kind(struct gen *g, int kind, int length, ddz_ranks starts) {
  begin_kind(g, kind, length);
  for (int i = 1; i < g->game->players; i++)
    g->replies |= ddz_attack_starts(g->caps, &g->own[i], g->game->links, kind, length);
  if (length == 1) starts = one_of_each(g, starts);
  for (; starts != 0; starts &= (ddz_ranks)(starts - 1)) {
    g->rank = ddz_ranks_lowest(starts);
    g->run = ddz_ranks_run(g->rank, length);
    g->body = ddz_hand_spread(g->run, g->row->body);
    attach(g);
  }
}

static void all_kinds(struct gen *g) {
  const struct ddz_attack *own = g->own;
  for (uint32_t kinds = g->caps->rules->kinds & DDZ_KINDS_RUNS; kinds != 0; kinds &= kinds - 1) {
    const int kind = __builtin_ctz(kinds);
    const struct ddz_rules_row *row = &g->caps->rules->row[kind];
    if (own->at[row->body] == 0) continue;
    if (row->max > 1 && (g->game->links == 0 || own->runs == 0)) continue;
    uint32_t starts = own->at[row->body];
    for (int length = 1; length <= row->max; length++) {
      if (length > 1) starts &= (uint32_t)own->at[row->body] >> (length - 1) & g->game->links >> (length - 2);
      if (starts == 0) break;
      if (length >= row->min) one_kind(g, kind, length, (ddz_ranks)starts);
    }
  }
}

/* Lowest bomb among the opponents above `rank`, or the rocket, or 0xFF. */
static uint8_t bomb_above(const struct gen *g, int rank) {
  const ddz_ranks fours = g->fours & ddz_ranks_from(rank + 1);
  if (fours != 0 && ddz_rules_play(g->caps->rules, DDZ_BOMB)) return (uint8_t)ddz_ranks_lowest(fours);
  return g->rocket && ddz_rules_play(g->caps->rules, DDZ_ROCKET) ? DDZ_REPLY_ROCKET : 0xFF;
}

static void bombs(struct gen *g) {
  const struct ddz_endgame *game = g->game;
  ddz_ranks fours = ddz_rules_play(g->caps->rules, DDZ_BOMB) ? g->own->at[4] : 0;
  if (game->kind == DDZ_BOMB) fours &= game->rank == DDZ_REPLY_ROCKET ? 0 : ddz_ranks_from(game->rank);
  begin_kind(g, DDZ_BOMB, 1);
  for (fours = one_of_each(g, fours); fours != 0; fours &= (ddz_ranks)(fours - 1)) {
    g->rank = ddz_ranks_lowest(fours);
    g->body = ddz_hand_of(g->rank, 4);
    g->bomb_reply = bomb_above(g, g->rank);
    emit(g, 0);
  }
  if (!g->own->rocket || !ddz_rules_play(g->caps->rules, DDZ_ROCKET)) return;
  begin_kind(g, DDZ_ROCKET, 1);
  g->rank = DDZ_RANK_B;
  g->body = DDZ_HAND_ROCKET;
  g->bomb_reply = 0xFF;
  emit(g, 0);
}

/* Of neighbours that nobody else holds and that are in no chain those with as many cards as the one below. */
static ddz_ranks same_ranks(const struct ddz_endgame *g, const struct ddz_attack *own) {
  const ddz_ranks others = ddz_hand_at_least(g->hand[1], 1) | ddz_hand_at_least(g->hand[2], 1);
  const ddz_ranks alone = own->at[1] & (ddz_ranks) ~(others | own->runs | 3u << DDZ_RANK_B);
  const ddz_ranks unequal = ddz_hand_at_least(g->hand[0] ^ g->hand[0] << 4, 1);
  return alone & (ddz_ranks)(alone << 1) & (ddz_ranks)~unequal;
}

bool ddz_solver_moves(const struct ddz_solver_caps *caps, struct ddz_left_slot *left,
                      const struct ddz_endgame *game, const struct ddz_attack *attack,
                      struct ddz_movelist *list) {
  struct gen g = {.caps = caps, .left = left, .game = game, .own = attack, .list = list};
  g.same = same_ranks(game, attack);
  g.dominance = (game->players == 2 || game->landlord == 0) && caps->free;
  for (int i = 1; i < game->players; i++) {
    g.fours |= attack[i].at[4];
    g.rocket |= attack[i].rocket;
  }
  g.solo = better_kickers(&g, 1);
  g.pair = better_kickers(&g, 2);
  g.bomb_reply = bomb_above(&g, -1);
  if (game->kind == 0)
    all_kinds(&g);
  else if (game->kind != DDZ_BOMB)
    one_kind(&g, game->kind, game->length,
             ddz_attack_starts(caps, attack, game->links, game->kind, game->length) &
                 ddz_ranks_from(game->rank));
  bombs(&g);
  return g.out;
}
