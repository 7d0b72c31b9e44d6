/* duel.c - two open hands: who can force the win?
 *
 * Negamax over won and lost, depth first. A play the other cannot answer keeps the lead, so its node is the
 * same player's; a pass gives the lead away. Positions are brought to normal form (canon.h) before they are
 * looked up, so that plays that differ in nothing that matters meet in the table.
 *
 * Who must answer from rank r on and wins would also win if lower ranks would do, and who loses would also
 * lose if only higher ones did. So the table keeps, for two hands and a kind of play to answer, the highest
 * rank known to be won and the lowest known to be lost. */
#include "prover.h"

/* Fifteen counts of three bits. */
static uint64_t squeeze(ddz_hand h) {
  h = (h & 0x0707070707070707ull) | (h & 0x7070707070707070ull) >> 1;
  h = (h & 0x003F003F003F003Full) | (h & 0x3F003F003F003F00ull) >> 2;
  h = (h & 0x00000FFF00000FFFull) | (h & 0x0FFF00000FFF0000ull) >> 4;
  return (h & 0xFFFFFF) | (h & 0x00FFFFFF00000000ull) >> 8;
}

/* word 0: hand 0 (45 bits), links (11), length (4), low bits of kind (4);
 * word 1: hand 1 (45), high bit of kind (1), free for the table (16), bits 46 and 47 unused */
static void key_of(const struct ddz_duel *p, uint64_t *key) {
  key[0] = squeeze(p->c.hand[0]) | (uint64_t)p->c.links << 45 | (uint64_t)p->length << 56 |
           (uint64_t)(p->kind & 15) << 60;
  key[1] = (squeeze(p->c.hand[1]) | (uint64_t)(p->kind >> 4) << 45) << DDZ_PROVEN_SHORT_FREE;
}

/* A table value: bits 5..9 highest rank won + 1, bits 0..4 16 - lowest rank lost; 0: none. */
static enum ddz_outcome look_up(unsigned value, int rank) {
  if ((int)(value >> 5) > rank) return DDZ_WON;
  if ((value & 31) != 0 && 16 - (int)(value & 31) <= rank) return DDZ_LOST;
  return DDZ_STOPPED;
}

static unsigned with_outcome(unsigned value, int rank, enum ddz_outcome outcome) {
  return outcome == DDZ_WON ? (value & 31) | (unsigned)(rank + 1) << 5
                            : (value & ~31u) | (unsigned)(16 - rank);
}

static int population(uint32_t ranks) { return __builtin_popcount(ranks); }

/* Which of `mine` lie below the top of `his`? */
static uint32_t below_top(uint32_t mine, uint32_t his) {
  return his == 0 ? 0 : mine & ((1u << (31 - __builtin_clz(his))) - 1);
}

/* A sure win without search: against a hand without bombs the leader plays what cannot be answered, and at
 * most one play that can, as his last. Trios and fours take loose singles and pairs along. */
static bool sure_lead(const struct ddz_prover *s, const struct ddz_sight *own, const struct ddz_sight *foe) {
  const uint32_t kickers = 1u << DDZ_TRIO_SOLO | 1u << DDZ_TRIO_PAIR;
  const uint32_t bare = 1u << DDZ_SOLO | 1u << DDZ_PAIR | 1u << DDZ_TRIO | 1u << DDZ_BOMB;
  if (foe->rocket || foe->at[4] != 0 || (bare & ~s->mover.kinds) != 0) return false;
  uint32_t one = own->at[1] & ~own->at[2], two = own->at[2] & ~own->at[3], three = own->at[3] & ~own->at[4];
  int loose = population(below_top(one, foe->at[1])) + population(below_top(two, foe->at[2]));
  int weak = population(below_top(three, foe->at[3]));
  int carried = (kickers & ~s->mover.kinds) == 0 ? population(three) : 0;
  return weak + (loose > carried ? loose - carried : 0) <= 1;
}

/* After a play of hand 0. */
static enum ddz_outcome after(struct ddz_prover *s, const struct ddz_duel *p, const struct ddz_move *m) {
  ddz_hand rest = p->c.hand[0] - m->cards, foe = p->c.hand[1];
  if (m->reply_kind == 0) /* unanswerable: he leads again */
    return ddz_duel_solve(s, &(struct ddz_duel){.c = {.hand = {rest, foe}, .links = p->c.links}});
  return ddz_outcome_turned(
      ddz_duel_solve(s, &(struct ddz_duel){.c = {.hand = {foe, rest}, .links = p->c.links},
                                           .kind = m->reply_kind,
                                           .length = m->reply_kind == DDZ_BOMB ? 1 : m->length,
                                           .rank = m->reply_rank}));
}

static enum ddz_outcome after_pass(struct ddz_prover *s, const struct ddz_duel *p) {
  return ddz_outcome_turned(ddz_duel_solve(
      s, &(struct ddz_duel){.c = {.hand = {p->c.hand[1], p->c.hand[0]}, .links = p->c.links}}));
}

static enum ddz_outcome try_all(struct ddz_prover *s, const struct ddz_duel *p, struct ddz_move *first) {
  struct ddz_move *end = s->list.top;
  for (; first < end; first++) {
    struct ddz_move *best = ddz_move_best(first, end), m = *best;
    *best = *first;
    enum ddz_outcome outcome = after(s, p, &m);
    if (outcome != DDZ_LOST) return outcome;
  }
  return p->kind == 0 ? DDZ_LOST : after_pass(s, p);
}

static enum ddz_outcome search(struct ddz_prover *s, const struct ddz_duel *p, const struct ddz_sight *own,
                               const struct ddz_sight *foe) {
  struct ddz_wanted wanted = {.own = own,
                              .foes = {foe, NULL},
                              .links = p->c.links,
                              .same = ddz_canon_same(&p->c, own->runs),
                              .kind = p->kind,
                              .length = p->length,
                              .rank = p->rank,
                              .dominance = true};
  struct ddz_move *first = s->list.top;
  enum ddz_outcome outcome = ddz_solver_moves(&s->mover, &wanted, &s->list) ? DDZ_WON : try_all(s, p, first);
  s->list.top = first;
  return outcome;
}

static void look(const struct ddz_prover *s, const struct ddz_duel *p, struct ddz_sight *own,
                 struct ddz_sight *foe) {
  ddz_sight_of(&s->mover, p->c.hand[0], p->c.links, own);
  ddz_sight_of(&s->mover, p->c.hand[1], p->c.links, foe);
}

/* Normal form; own and foe see it afterwards. */
static void normalise(const struct ddz_prover *s, struct ddz_duel *p, struct ddz_sight *own,
                      struct ddz_sight *foe) {
  uint8_t mark = p->kind != 0 ? p->rank : 0xFF;
  bool chains = false;
  if (p->c.links != 0) {
    look(s, p, own, foe);
    chains = (own->runs | foe->runs) != 0;
  }
  if (chains) {
    ddz_canon_of(&p->c, (uint16_t[]){own->runs, foe->runs, 0}, &mark);
  } else {
    p->c.links = 0;
    ddz_canon_plain(&p->c, 2, &mark);
  }
  if (p->kind != 0) p->rank = mark;
  look(s, p, own, foe);
}

enum ddz_outcome ddz_duel_solve(struct ddz_prover *s, const struct ddz_duel *position) {
  if (ddz_prover_tick(s)) return DDZ_STOPPED;
  uint64_t before = s->nodes, key[DDZ_PROVEN_SHORT];
  struct ddz_duel p = *position;
  struct ddz_sight own, foe;
  normalise(s, &p, &own, &foe);
  if (p.kind == 0 && sure_lead(s, &own, &foe)) return DDZ_WON;
  key_of(&p, key);
  unsigned known = ddz_proven_get(&s->table, key);
  enum ddz_outcome outcome = look_up(known, p.rank);
  if (outcome != DDZ_STOPPED) return outcome;
  outcome = search(s, &p, &own, &foe);
  if (outcome != DDZ_STOPPED)
    ddz_proven_put(&s->table, key, with_outcome(known, p.rank, outcome), s->nodes - before + 1);
  return outcome;
}
