#include "endgame.h"

#include <assert.h>

#include "core/rules/movegen.h"

/* ---- the normal form ---- */

#define ONES DDZ_NIBBLE_ONES

/* A flag in bit 0 of every nibble that is not 0. */
static uint64_t held(ddz_hand h) { return (h | h >> 1 | h >> 2) & ONES; }

/* The ranks of possible chains: in every nibble 1 for such a rank, 2 when a chain may go on to the next. */
static ddz_hand chains_of(const struct ddz_endgame *g, const struct ddz_attack *attack) {
  uint32_t chained = 0, linked = 0;
  for (int i = 0; i < g->players; i++) {
    chained |= attack[i].runs;
    linked |= (uint32_t)attack[i].runs & (uint32_t)attack[i].runs >> 1;
  }
  if (chained == 0) return 0;
  return ddz_hand_spread((ddz_ranks)chained, 1) | ddz_hand_spread((ddz_ranks)(linked & g->links), 2);
}

/* Drop the ranks nobody holds. */
static void close_gaps(struct ddz_endgame *g, uint64_t present, ddz_hand *chains, uint8_t *rank) {
  if (present == 0) return;
  uint64_t gaps = ~present & ONES & (((uint64_t)1 << (63 - __builtin_clzll(present))) - 1);
  while (gaps != 0) {
    int at = __builtin_ctzll(gaps);
    uint64_t below = ((uint64_t)1 << at) - 1;
    for (int i = 0; i < g->players; i++) g->hand[i] = (g->hand[i] & below) | (g->hand[i] >> 4 & ~below);
    *chains = (*chains & below) | (*chains >> 4 & ~below);
    if (*rank<DDZ_RANK_F && * rank> at / 4) --*rank;
    gaps = (gaps & (gaps - 1)) >> 4;
  }
}

/* Where hand `h` alone holds a rank and the next, and more of the first. */
static uint64_t unsorted(ddz_hand h, uint64_t pairs) { return ~(((h >> 4 | 8 * ONES) - h) >> 3) & pairs; }

static ddz_hand sort_blocks(ddz_hand h, uint64_t pairs) {
  for (uint64_t wrong = unsorted(h, pairs); wrong != 0; wrong = unsorted(h, pairs)) {
    int at = __builtin_ctzll(wrong);
    uint64_t differ = (h >> at ^ h >> (at + 4)) & 15;
    h ^= differ << at | differ << (at + 4);
  }
  return h;
}

void ddz_endgame_normalise(struct ddz_endgame *g, const struct ddz_attack *attack) {
  enum { NONE = 0xFF };
  const int hands = g->players;
  ddz_hand rocket[DDZ_ENDGAME_HANDS], chains = chains_of(g, attack);
  uint64_t present = 0, apart = 0;
  bool fixed = false; /* a rocket */
  for (int i = 0; i < hands; i++) fixed |= attack[i].rocket;
  for (int i = 0; i < hands; i++) {
    rocket[i] = fixed ? g->hand[i] & DDZ_HAND_ROCKET : 0;
    g->hand[i] ^= rocket[i];
    present |= held(g->hand[i]);
  }
  uint8_t mark = g->kind == 0 || (fixed && g->rank >= DDZ_RANK_B) ? NONE : g->rank;
  close_gaps(g, present, &chains, &mark);
  if (mark != NONE) g->rank = mark;
  if (mark < DDZ_RANK_F && mark > 0) apart = (uint64_t)1 << 4 * (mark - 1);
  const uint64_t own[DDZ_ENDGAME_HANDS] = {held(g->hand[0]), held(g->hand[1]),
                                           hands > 2 ? held(g->hand[2]) : 0};
  for (int i = 0; i < hands; i++) {
    uint64_t alone = own[i] & ~own[(i + 1) % 3] & ~own[(i + 2) % 3] & ~chains;
    g->hand[i] = sort_blocks(g->hand[i], alone & alone >> 4 & ~apart) | rocket[i];
  }
  g->links = chains != 0 ? ddz_hand_at_least(chains & 2 * ONES, 1) : 0;
}

/* ---- whose turn it is ---- */

/* The turn goes to the next player. */
static void turn(struct ddz_endgame *g) {
  const ddz_hand first = g->hand[0];
  const uint8_t last = (uint8_t)(g->players - 1);
  for (int i = 0; i < last; i++) g->hand[i] = g->hand[i + 1];
  g->hand[last] = first;
  g->landlord = g->landlord == 0 ? last : (uint8_t)(g->landlord - 1);
  g->owner = g->owner == 0 ? last : (uint8_t)(g->owner - 1);
}

static void clear_last(struct ddz_endgame *g) {
  g->kind = g->length = g->rank = g->size = g->grade = g->owner = 0;
}

/* Can hand[0] answer what lies there (reduced, no wildcards)? */
static bool answers(const struct ddz_prover *s, const struct ddz_endgame *g) {
  struct ddz_attack attack;
  ddz_attack_of(&s->caps, g->hand[0], g->links, &attack);
  if (attack.rocket && ddz_rules_play(s->caps.rules, DDZ_ROCKET)) return true;
  const uint32_t fours = ddz_rules_play(s->caps.rules, DDZ_BOMB) ? attack.at[4] : 0;
  if (g->kind == DDZ_BOMB) return g->rank != DDZ_REPLY_ROCKET && fours >> g->rank != 0;
  return fours != 0 || ddz_attack_starts(&s->caps, &attack, g->links, g->kind, g->length) >> g->rank != 0;
}

/* Players who cannot answer pass: all, where the play can not be answered; back at the owner, he leads. With
 * wildcards about nobody is passed over. Returns the seats moved. */
static int pass_over(const struct ddz_prover *s, struct ddz_endgame *g, bool answerable) {
  int turns = 0;
  for (; g->owner != 0 && !g->wild && !(answerable && answers(s, g)); turns++) turn(g);
  if (g->owner == 0) clear_last(g);
  return turns;
}

/* ---- the last play ---- */

/* Reduce a last play among hands without wildcards to what answers it; false when nothing can. */
static bool reduce(const struct ddz_prover *s, struct ddz_endgame *g, const struct ddz_play *last) {
  const struct ddz_play rocket = ddz_play_of(DDZ_ROCKET, DDZ_RANK_B, 1, DDZ_HAND_ROCKET);
  ddz_ranks starts = 0, fours = 0;
  for (int i = 0; i < g->players; i++) {
    struct ddz_attack attack;
    if (i == g->owner) continue;
    ddz_attack_of(&s->caps, g->hand[i], g->links, &attack);
    if (!ddz_is_bomb(last))
      starts |= ddz_attack_starts(&s->caps, &attack, g->links, last->kind, last->length);
    fours |= attack.at[4];
  }
  starts &= ddz_ranks_from(last->rank + 1);
  g->size = g->grade = 0;
  if (starts == 0) { /* the lowest bomb of four that beats it */
    g->kind = DDZ_BOMB;
    g->length = 1;
    for (starts = ddz_rules_play(s->caps.rules, DDZ_BOMB) ? fours : 0; starts != 0;
         starts &= (ddz_ranks)(starts - 1)) {
      const int rank = ddz_ranks_lowest(starts);
      const struct ddz_play bomb = ddz_play_of(DDZ_BOMB, rank, 1, ddz_hand_of(rank, 4));
      if (ddz_beats(s->caps.rules, &bomb, last)) break;
    }
  }
  g->rank = starts != 0 ? (uint8_t)ddz_ranks_lowest(starts) : DDZ_REPLY_ROCKET;
  return starts != 0 || ddz_beats(s->caps.rules, &rocket, last);
}

int ddz_endgame_set(const struct ddz_prover *s, struct ddz_endgame *g, const struct ddz_play *last) {
  const uint8_t owner = g->owner;
  g->links = DDZ_LINKS_ALL;
  g->wild = ddz_rules_wilds(s->caps.rules, g->hand[0] | g->hand[1] | g->hand[2]) != 0;
  clear_last(g);
  if (last->kind == DDZ_PASS) return 0;
  g->owner = owner;
  g->kind = last->kind;
  g->length = last->length;
  g->rank = last->rank;
  g->size = last->size;
  g->grade = last->grade;
  return g->wild ? 0 : pass_over(s, g, reduce(s, g, last));
}

/* ---- plays ---- */

bool ddz_endgame_push(struct ddz_prover *s, ddz_hand hand, const struct ddz_play *last) {
  size_t n = ddz_moves(s->caps.rules, hand, last, DDZ_FILL_ANY, s->plays, DDZ_PROVER_PLAYS);
  if (n > DDZ_PROVER_PLAYS || n >= (size_t)(s->list.end - s->list.top)) return false;
  for (size_t i = 0; i < n; i++) {
    const struct ddz_play *p = &s->plays[i];
    const ddz_hand known = (hand - p->cards) & ~ddz_hand_of(DDZ_RANK_F, 15);
    const int left = ddz_plays_left(&s->caps, s->left, known, DDZ_LINKS_ALL);
    struct ddz_move *m = s->list.top++;
    m->play = *p;
    m->order = p->cards == hand ? 0 : ddz_move_order(p->kind, p->size, p->rank, left);
  }
  return true;
}

bool ddz_endgame_moves(struct ddz_prover *s, const struct ddz_endgame *g, const struct ddz_attack *attack) {
  if (!g->wild) return ddz_solver_moves(&s->caps, s->left, g, attack, &s->list);
  const struct ddz_play last = {
      .kind = g->kind, .length = g->length, .rank = g->rank, .size = g->size, .grade = g->grade};
  const struct ddz_move *m = s->list.top;
  s->list.full |= !ddz_endgame_push(s, g->hand[0], &last);
  while (m < s->list.top && m->cards != g->hand[0]) m++;
  return m < s->list.top;
}

bool ddz_endgame_expand(struct ddz_prover *s, struct ddz_endgame *g) {
  struct ddz_attack attack[DDZ_ENDGAME_HANDS];
  if (!g->wild) {
    ddz_endgame_look(s, g, attack);
    ddz_endgame_normalise(g, attack);
    ddz_endgame_look_again(s, g, attack);
  }
  return ddz_endgame_moves(s, g, attack);
}

/* ---- what follows ---- */

int ddz_endgame_play(const struct ddz_prover *s, const struct ddz_endgame *g, const struct ddz_move *m,
                     struct ddz_endgame *next) {
  *next = *g;
  next->hand[0] -= m->cards;
  next->owner = 0;
  if (g->wild) {
    turn(next);
    return (1 + ddz_endgame_set(s, next, &m->play)) % g->players;
  }
  clear_last(next);
  if (m->reply_kind == 0) return 0; /* nobody can answer: he leads again */
  next->kind = m->reply_kind;
  next->length = m->reply_kind == DDZ_BOMB ? 1 : m->length;
  next->rank = m->reply_rank;
  turn(next);
  if (g->players == 2) return 1; /* the other one has that answer */
  return (1 + pass_over(s, next, true)) % g->players;
}

int ddz_endgame_pass(struct ddz_prover *s, const struct ddz_endgame *g, bool can, struct ddz_endgame *next) {
  *next = *g;
  if (g->kind != 0) {
    turn(next);
    return (1 + pass_over(s, next, true)) % g->players;
  }
  for (int turns = 1; turns < g->players && !can; turns++) {
    struct ddz_move *first = s->list.top;
    turn(next);
    clear_last(next);
    struct ddz_endgame probe = *next;
    ddz_endgame_expand(s, &probe);
    const bool leads = s->list.top > first;
    s->list.top = first;
    if (leads) return turns;
  }
  return 0;
}

void ddz_endgame_key(const struct ddz_endgame *g, int what, uint64_t *key) {
  for (int i = 0; i < DDZ_ENDGAME_HANDS; i++) key[i] = g->hand[i];
  const int rank = what == 0 && ddz_endgame_is_duel(g) ? 0 : g->rank;
  uint64_t last = (uint64_t)g->kind | (uint64_t)g->length << 5 | (uint64_t)rank << 9 |
                  (uint64_t)g->size << 13 | (uint64_t)g->grade << 18;
  uint64_t who = (uint64_t)g->owner | (uint64_t)g->landlord << 2 | (uint64_t)(g->players - 2) << 4 |
                 (uint64_t)g->wild << 5 | (uint64_t)what << 6;
  key[3] = (last | who << 20 | (uint64_t)g->links << 27) << DDZ_TT_FREE;
}
