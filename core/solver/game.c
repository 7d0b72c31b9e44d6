/* game.c - positions of two or three hands: whose turn it is, what may be played, what comes after. */
#include <assert.h>

#include "core/rules/movegen.h"
#include "prover.h"

static bool holds_wild(const struct ddz_prover *s, const struct ddz_game *g) {
  ddz_hand all = g->c.hand[0] | g->c.hand[1] | g->c.hand[2];
  return ddz_rules_wilds(s->mover.rules, all) != 0;
}

/* Give the turn to the player `turns` seats on. */
static void turn_by(struct ddz_game *g, int turns) {
  const ddz_hand hand[DDZ_CANON_HANDS] = {g->c.hand[0], g->c.hand[1], g->c.hand[2]};
  int n = g->players;
  assert(n > 0);
  for (int i = 0; i < n; i++) g->c.hand[i] = hand[(i + turns) % n];
  g->landlord = (uint8_t)((g->landlord + n - turns) % n);
  g->owner = (uint8_t)((g->owner + n - turns) % n);
}

static void clear_last(struct ddz_game *g) {
  g->kind = g->length = g->rank = g->size = g->grade = g->owner = 0;
}

/* Can the hand answer what lies there (reduced, no wildcards)? */
static bool answers(const struct ddz_prover *s, const struct ddz_game *g, ddz_hand hand) {
  struct ddz_sight sight;
  ddz_sight_of(&s->mover, hand, g->c.links, &sight);
  if (sight.rocket && (s->mover.kinds >> DDZ_ROCKET & 1) != 0) return true;
  uint32_t fours = (s->mover.kinds >> DDZ_BOMB & 1) != 0 ? sight.at[4] : 0;
  if (g->kind == DDZ_BOMB) return g->rank != DDZ_REPLY_ROCKET && fours >> g->rank != 0;
  return fours != 0 || ddz_starts(&s->mover, &sight, g->c.links, g->kind, g->length) >> g->rank != 0;
}

/* From hand[first] on, whose turn is it? Players who cannot answer pass; back at the owner, he leads.
 * Returns the seats moved. */
static int settle(const struct ddz_prover *s, struct ddz_game *g, int first) {
  int turns = first;
  if (!g->wild)
    while (turns % g->players != g->owner && !answers(s, g, g->c.hand[turns % g->players])) turns++;
  bool leads = turns % g->players == g->owner;
  turn_by(g, turns % g->players);
  if (leads) clear_last(g);
  return turns;
}

/* The lowest bomb that beats a bomb or rocket, 0xFF when only the rocket may, 0xFE when nothing does. */
static int bomb_over(const struct ddz_rules *rules, const struct ddz_play *last) {
  bool graded = rules->wildcard == DDZ_WILDCARD_RANKS;
  if (last->kind == DDZ_ROCKET) return 0xFE;
  if (last->size > 4) return rules->bomb_order == DDZ_BOMB_LONG_TOP ? 0xFE : 0xFF;
  if (graded && last->grade != 1) return last->grade == 0 ? 0 : 0xFF;
  return last->rank + 1;
}

/* Reduce a last play among hands without wildcards to what answers it; false when nothing can. */
static bool reduce(const struct ddz_prover *s, struct ddz_game *g, const struct ddz_play *last) {
  int from = ddz_is_bomb(last) ? bomb_over(s->mover.rules, last) : last->rank + 1;
  if (from == 0xFE) return false;
  g->kind = last->kind >= DDZ_BOMB ? DDZ_BOMB : last->kind;
  g->length = g->kind == DDZ_BOMB ? 1 : last->length;
  if (from == 0xFF) {
    g->rank = DDZ_REPLY_ROCKET;
    return true;
  }
  ddz_ranks starts = 0, fours = 0;
  for (int i = 0; i < g->players; i++) {
    struct ddz_sight sight;
    if (i == g->owner) continue;
    ddz_sight_of(&s->mover, g->c.hand[i], g->c.links, &sight);
    starts |= ddz_starts(&s->mover, &sight, g->c.links, g->kind, g->length);
    fours |= sight.at[4];
  }
  if (g->kind == DDZ_BOMB) starts = fours;
  starts = (ddz_ranks)(starts >> from << from);
  if (starts == 0 && g->kind != DDZ_BOMB) {
    g->kind = DDZ_BOMB;
    g->length = 1;
    starts = fours;
  }
  if ((s->mover.kinds >> DDZ_BOMB & 1) == 0 && g->kind == DDZ_BOMB) starts = 0;
  g->rank = starts != 0 ? (uint8_t)__builtin_ctz(starts) : DDZ_REPLY_ROCKET;
  return true;
}

void ddz_game_set(const struct ddz_prover *s, struct ddz_game *g, int *turns, const struct ddz_play *last) {
  g->c.links = DDZ_LINKS_ALL;
  g->wild = holds_wild(s, g);
  uint8_t owner = g->owner;
  clear_last(g);
  *turns = 0;
  if (last == NULL || last->kind == DDZ_PASS) return;
  g->owner = owner;
  if (g->wild) {
    g->kind = last->kind;
    g->length = last->length;
    g->rank = last->rank;
    g->size = last->size;
    g->grade = last->grade;
  } else if (!reduce(s, g, last)) {
    *turns = owner;
    turn_by(g, owner);
    clear_last(g);
    return;
  }
  *turns = settle(s, g, 0);
}

/* ---- plays ---- */

static bool expand_wild(struct ddz_prover *s, const struct ddz_game *g) {
  struct ddz_play last = {
      .kind = g->kind, .length = g->length, .rank = g->rank, .size = g->size, .grade = g->grade};
  size_t n = ddz_moves(s->mover.rules, g->c.hand[0], &last, DDZ_FILL_ANY, s->plays, DDZ_PROVER_PLAYS);
  bool out = false;
  if (n > DDZ_PROVER_PLAYS || n > (size_t)(s->list.end - s->list.top)) {
    s->list.full = true;
    return false;
  }
  for (size_t i = 0; i < n; i++) {
    const struct ddz_play *p = &s->plays[i];
    ddz_hand rest = g->c.hand[0] - p->cards;
    int left = ddz_plays_left(&s->mover, rest & ~((ddz_hand)15 << 4 * DDZ_RANK_F), DDZ_LINKS_ALL);
    out |= rest == 0;
    *s->list.top++ = (struct ddz_move){.cards = p->cards,
                                       .kind = p->kind,
                                       .length = p->length,
                                       .rank = p->rank,
                                       .size = p->size,
                                       .reply_kind = p->kind,
                                       .reply_rank = p->grade,
                                       .order = (uint16_t)(left << 10 | (31 - p->size) << 5 | p->rank)};
  }
  return out;
}

static void normalise(const struct ddz_prover *s, struct ddz_game *g, struct ddz_sight *sight) {
  uint8_t mark = g->kind != 0 ? g->rank : 0xFF;
  uint16_t runs[DDZ_CANON_HANDS] = {0};
  if (g->c.links != 0)
    for (int i = 0; i < g->players; i++) {
      ddz_sight_of(&s->mover, g->c.hand[i], g->c.links, &sight[i]);
      runs[i] = sight[i].runs;
    }
  if ((runs[0] | runs[1] | runs[2]) != 0) {
    ddz_canon_of(&g->c, runs, &mark);
  } else {
    g->c.links = 0;
    ddz_canon_plain(&g->c, g->players, &mark);
  }
  if (g->kind != 0) g->rank = mark;
  assert(g->players > 0);
  for (int i = 0; i < g->players; i++) ddz_sight_of(&s->mover, g->c.hand[i], g->c.links, &sight[i]);
}

void ddz_game_normalise(const struct ddz_prover *s, struct ddz_game *g) {
  struct ddz_sight sight[DDZ_CANON_HANDS];
  if (!g->wild) normalise(s, g, sight);
}

bool ddz_game_expand(struct ddz_prover *s, struct ddz_game *g) {
  if (g->wild) return expand_wild(s, g);
  struct ddz_sight sight[DDZ_CANON_HANDS];
  normalise(s, g, sight);
  struct ddz_wanted wanted = {.own = &sight[0],
                              .foes = {&sight[1], g->players > 2 ? &sight[2] : NULL},
                              .links = g->c.links,
                              .same = ddz_canon_same(&g->c, sight[0].runs),
                              .kind = g->kind,
                              .length = g->length,
                              .rank = g->rank,
                              .dominance = g->players == 2 || g->landlord == 0};
  return ddz_solver_moves(&s->mover, &wanted, &s->list);
}

void ddz_game_play(const struct ddz_prover *s, const struct ddz_game *g, const struct ddz_move *m,
                   struct ddz_game *next, int *turns) {
  *next = *g;
  next->c.hand[0] -= m->cards;
  next->owner = 0;
  if (g->wild) {
    struct ddz_play last = {
        .kind = m->kind, .length = m->length, .rank = m->rank, .size = m->size, .grade = m->reply_rank};
    next->wild = holds_wild(s, next);
    if (next->wild) {
      next->kind = m->kind;
      next->length = m->length;
      next->rank = m->rank;
      next->size = m->size;
      next->grade = m->reply_rank;
    } else if (!reduce(s, next, &last)) {
      clear_last(next);
      *turns = 0;
      return;
    }
  } else if (m->reply_kind == 0) {
    clear_last(next);
    *turns = 0;
    return;
  } else {
    next->kind = m->reply_kind;
    next->length = m->reply_kind == DDZ_BOMB ? 1 : m->length;
    next->rank = m->reply_rank;
  }
  *turns = settle(s, next, 1) % g->players;
}

void ddz_game_pass(const struct ddz_prover *s, const struct ddz_game *g, struct ddz_game *next, int *turns) {
  *next = *g;
  *turns = settle(s, next, 1) % g->players;
}

bool ddz_game_pass_lead(struct ddz_prover *s, const struct ddz_game *g, struct ddz_game *next, int *turns) {
  for (*turns = 1; *turns < g->players; ++*turns) {
    struct ddz_move *first = s->list.top;
    *next = *g;
    turn_by(next, *turns);
    clear_last(next);
    struct ddz_game probe = *next;
    ddz_game_expand(s, &probe);
    bool can = s->list.top > first;
    s->list.top = first;
    if (can) return true;
  }
  return false;
}

void ddz_game_key(const struct ddz_game *g, int what, uint64_t *key) {
  for (int i = 0; i < DDZ_CANON_HANDS; i++) key[i] = g->c.hand[i];
  uint64_t last = (uint64_t)g->kind | (uint64_t)g->length << 5 | (uint64_t)g->rank << 9 |
                  (uint64_t)g->size << 13 | (uint64_t)g->grade << 18;
  uint64_t who = (uint64_t)g->owner | (uint64_t)g->landlord << 2 | (uint64_t)(g->players - 2) << 4 |
                 (uint64_t)g->wild << 5 | (uint64_t)what << 6;
  key[3] = (last | who << 20 | (uint64_t)g->c.links << 27) << DDZ_PROVEN_LONG_FREE;
}
