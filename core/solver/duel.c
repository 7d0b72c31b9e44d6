/* duel.c - two open hands: who can force the win?
 *
 * Negamax over won and lost, depth first. A play the other cannot answer keeps the lead, so its node is the
 * same player's; a pass gives the lead away. Positions are brought to normal form (canon.h) before they are
 * looked up, so that plays that differ in nothing that matters meet in the table.
 *
 * Who must answer from rank r on and wins would also win if lower ranks would do, and who loses would also
 * lose if only higher ones did. So the table keeps, for two hands and a kind of play to answer, the highest
 * rank known to be won and the lowest known to be lost. A second table (better.h) knows more: what is won
 * with lower groups of cards among the other's is won with higher ones. */
#include "prover.h"

/* Cards in both hands. Smaller positions are in the table of results only, for there are few of them; those
 * in between only in that of better positions, to spare the memory; larger ones, which are dear, in both. */
#ifndef STANDS_FROM
#define STANDS_FROM 10
#endif
#define BOTH_FROM (STANDS_FROM + 6)

/* word 0: hand 0 (45 bits), links (11), kind and length (6); word 1: hand 1 (45), free for the table (19) */
static void key_of(const struct ddz_prover *s, const struct ddz_duel *p, uint64_t *key) {
  uint64_t type = (uint64_t)(s->mover.type[p->kind] + p->length);
  key[0] = ddz_squeezed(p->c.hand[0]) | (uint64_t)p->c.links << 45 | type << 56;
  key[1] = ddz_squeezed(p->c.hand[1]) << DDZ_PROVEN_SHORT_FREE;
}

/* A table value: bits 5..9 highest rank won + 1, bits 0..4 16 - lowest rank lost, each 0 for none; bits
 * 10..13 `below` of the win. */
static enum ddz_outcome look_up(unsigned value, int rank) {
  if ((int)(value >> 5 & 31) > rank) return DDZ_WON;
  if ((value & 31) != 0 && 16 - (int)(value & 31) <= rank) return DDZ_LOST;
  return DDZ_STOPPED;
}

static unsigned with_outcome(unsigned value, int rank, enum ddz_outcome outcome, unsigned below) {
  return outcome == DDZ_WON ? (value & 31) | (unsigned)(rank + 1) << 5 | below << 10
                            : (value & ~31u) | (unsigned)(16 - rank);
}

/* Which of `mine` lie below the top of `his`? */
static uint32_t below_top(uint32_t mine, uint32_t his) {
  return his == 0 ? 0 : mine & ((1u << (31 - __builtin_clz(his))) - 1);
}

/* Which of `mine` lie above the top of `his`? */
static uint32_t above_top(uint32_t mine, uint32_t his) {
  return his == 0 ? mine : mine & ~((2u << (31 - __builtin_clz(his))) - 1);
}

/* May the leader lead `losers` of his loose losing singles and pairs and each time take the lead back? He
 * needs a single (pair) above all of the other's; a pair is worth two singles. Each answer costs the other
 * cards, and he must not go out by one. */
static bool taken_back(uint32_t one, uint32_t two, const struct ddz_sight *foe, int losers) {
  int solos = ddz_population(below_top(one, foe->at[1])), pairs = ddz_population(below_top(two, foe->at[2]));
  int twos = ddz_population(above_top(two, foe->at[2]));
  if (twos > pairs) twos = pairs;
  int spare = ddz_population(above_top(two, foe->at[1])) - twos;
  int ones = ddz_population(above_top(one, foe->at[1])) + (spare > 0 ? 2 * spare : 0);
  if (ones > solos) ones = solos;
  if (losers > ones + twos) return false;
  if (ones > losers) ones = losers;
  return ones + 2 * (losers - ones) < ddz_hand_size(foe->hand);
}

/* A sure win without search: against a hand without bombs the leader plays what cannot be answered, losers
 * after which he takes the lead back, and at most one more, as his last. Trios take loose singles and pairs
 * along. */
static bool few_losers(const struct ddz_prover *s, const uint16_t *own, const struct ddz_sight *foe) {
  const uint32_t kickers = 1u << DDZ_TRIO_SOLO | 1u << DDZ_TRIO_PAIR;
  uint32_t one = own[1] & ~own[2], two = own[2] & ~own[3], three = own[3] & ~own[4];
  int loose = ddz_population(below_top(one, foe->at[1])) + ddz_population(below_top(two, foe->at[2]));
  int weak = ddz_population(below_top(three, foe->at[3]));
  int carried = (kickers & ~s->mover.kinds) == 0 ? ddz_population(three) : 0;
  int single = loose > carried ? loose - carried : 0;
  if (weak + single <= 1) return true;
  return weak <= 1 && taken_back(one, two, foe, weak + single - 1);
}

/* The same with one chain of `copies` played first, if nobody can answer it. */
static bool few_after_chain(const struct ddz_prover *s, const struct ddz_duel *p, const struct ddz_sight *own,
                            const struct ddz_sight *foe, int kind) {
  const struct ddz_pattern_row *row = &ddz_pattern_rows[kind];
  int copies = row->body;
  uint32_t ranks = own->at[copies], start = ranks;
  for (int i = 1; i < row->min; i++) start &= ranks >> i & p->c.links >> (i - 1);
  if (start == 0 || (s->mover.kinds >> kind & 1) == 0) return false;
  int first = __builtin_ctz(start), length = row->min;
  while ((p->c.links >> (first + length - 1) & ranks >> (first + length) & 1) != 0) length++;
  if (foe->runs != 0 && ddz_starts(&s->mover, foe, p->c.links, kind, length) >> first != 0) return false;
  uint32_t run = ((1u << length) - 1) << first;
  uint16_t rest[6] = {0};
  for (int n = 1; n + copies <= 5; n++)
    rest[n] = (uint16_t)((own->at[n] & ~run) | (own->at[n + copies] & run));
  for (int n = 6 - copies; n < 5; n++) rest[n] = (uint16_t)(own->at[n] & ~run);
  return few_losers(s, rest, foe);
}

static bool sure_lead(const struct ddz_prover *s, const struct ddz_duel *p, const struct ddz_sight *own,
                      const struct ddz_sight *foe) {
  const uint32_t bare = 1u << DDZ_SOLO | 1u << DDZ_PAIR | 1u << DDZ_TRIO | 1u << DDZ_BOMB;
  if (foe->rocket || foe->at[4] != 0 || (bare & ~s->mover.kinds) != 0) return false;
  if (few_losers(s, own->at, foe)) return true;
  if (own->runs == 0) return false;
  return few_after_chain(s, p, own, foe, DDZ_SOLO_CHAIN) || few_after_chain(s, p, own, foe, DDZ_PAIR_CHAIN);
}

/* A sure win by answering: with the lowest single (pair, trio) that keeps no likes company and cannot be
 * answered itself, the rest being a sure lead. */
static bool sure_answer(struct ddz_prover *s, const struct ddz_duel *p, const struct ddz_sight *own,
                        const struct ddz_sight *foe) {
  if (foe->rocket || foe->at[4] != 0 || p->kind > DDZ_TRIO) return false;
  int copies = ddz_pattern_rows[p->kind].body;
  uint32_t ranks = own->at[copies] & ~(uint32_t)own->at[copies + 1];
  ranks = (ranks & ~below_top(ranks, foe->at[copies])) >> p->rank << p->rank;
  if (ranks == 0) return false;
  struct ddz_sight rest = *own;
  uint32_t gone = ~(ranks & -ranks);
  for (int n = 1; n <= copies; n++) rest.at[n] &= (uint16_t)gone;
  s->below = (uint8_t)ddz_population(foe->at[1] & ((ranks & -ranks) - 1));
  return sure_lead(s, p, &rest, foe);
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

/* What one lost play says about others. If a single is answered and loses, or loses after a pass, so does
 * every higher single that the same answer beats: what stays is only worse. So it is with a single broken out
 * of a higher pair or trio, with pairs, with trios, and with trios that carry the same kicker. The winner of
 * a node leaves in `below` how many ranks of the loser lie below his answer; ALL_BELOW for a pass or a bomb.
 */
enum { ALL_BELOW = 15, TRANSFERS = DDZ_TRIO_PAIR + 1 };

struct refuted {
  uint32_t ranks[TRANSFERS];  /* by kind: plays that are lost */
  ddz_hand kicker[TRANSFERS]; /* with this kicker */
};

static uint8_t below_answer(const struct ddz_duel *p, const struct ddz_sight *foe, const struct ddz_move *m) {
  if (m->kind != p->kind || p->kind >= TRANSFERS) return ALL_BELOW;
  return (uint8_t)ddz_population(foe->at[1] & ((1u << m->rank) - 1));
}

static ddz_hand kicker_of(const struct ddz_move *m) { return m->cards & ~ddz_hand_of(m->rank, 15); }

/* Of the plays of whole ranks `higher` than x, those that leave x in no chain. */
static uint32_t calm_without(const struct ddz_prover *s, const struct ddz_duel *p,
                             const struct ddz_sight *own, uint32_t x, uint32_t higher, int copies) {
  uint32_t kept = 0;
  for (; higher != 0; higher &= higher - 1) {
    int y = __builtin_ctz(higher);
    if ((ddz_runs_of(&s->mover, own->hand - ddz_hand_of(y, copies), p->c.links) & x) == 0) kept |= 1u << y;
  }
  return kept;
}

static void note_lost(const struct ddz_prover *s, const struct ddz_duel *p, struct refuted *refuted,
                      const struct ddz_sight *own, const struct ddz_move *m, int below) {
  if (m->kind >= TRANSFERS || !s->mover.free) return;
  int copies = ddz_pattern_rows[m->kind].body;
  uint32_t x = 1u << m->rank, calm = ~(uint32_t)own->runs;
  uint32_t whole = own->at[copies] & ~(uint32_t)own->at[copies + 1];
  if ((whole & x) == 0) return;
  uint32_t rest = ddz_hand_at_least(own->hand - m->cards, 1), higher = rest;
  for (; below > 0 && higher != 0; below--) higher &= higher - 1;
  uint32_t worse = copies < 3 ? whole : whole & calm; /* a trio beside a chain may be no wing */
  if (s->mover.repeat && copies < 3) worse |= own->at[copies] & calm & ~(uint32_t)own->at[4];
  worse &= rest & ~higher & ~(x - 1);
  if ((calm & x) == 0) worse = copies < 3 ? calm_without(s, p, own, x, worse & whole, copies) : 0;
  if (own->rocket) worse &= ~(3u << DDZ_RANK_B);
  if (refuted->ranks[m->kind] != 0 && refuted->kicker[m->kind] != kicker_of(m)) return;
  refuted->ranks[m->kind] |= worse;
  refuted->kicker[m->kind] = kicker_of(m);
}

static bool is_refuted(const struct refuted *refuted, const struct ddz_move *m) {
  return m->kind < TRANSFERS && (refuted->ranks[m->kind] >> m->rank & 1) != 0 &&
         refuted->kicker[m->kind] == kicker_of(m);
}

static void look(const struct ddz_prover *s, const struct ddz_duel *p, struct ddz_sight *own,
                 struct ddz_sight *foe) {
  ddz_sight_of(&s->mover, p->c.hand[0], p->c.links, own);
  ddz_sight_of(&s->mover, p->c.hand[1], p->c.links, foe);
}

/* Bring to normal form; `own` and `foe` are looks at the hands before. */
static void normalise(struct ddz_duel *p, const struct ddz_sight *own, const struct ddz_sight *foe) {
  uint8_t mark = p->kind != 0 ? p->rank : 0xFF;
  if ((own->runs | foe->runs) != 0) {
    ddz_canon_of(&p->c, (uint16_t[]){own->runs, foe->runs, 0}, &mark);
  } else {
    p->c.links = 0;
    ddz_canon_plain(&p->c, 2, &mark);
  }
  if (p->kind != 0) p->rank = mark;
}

/* A position being looked at. */
struct node {
  struct ddz_duel p;
  struct ddz_sight own, foe;
  bool stands; /* in the table of better positions */
  struct ddz_standing standing;
  bool keyed; /* in the table of results */
  uint64_t key[DDZ_PROVEN_SHORT];
  unsigned known; /* there */
};

static void send_for_result(const struct ddz_prover *s, struct node *n) {
  n->keyed = true;
  key_of(s, &n->p, n->key);
  ddz_proven_fetch(&s->table, n->key);
}

/* Where does it stand? Sends for what is known of better and worse positions. */
static bool stand(const struct ddz_prover *s, struct node *n) {
  const struct ddz_duel *p = &n->p;
  struct ddz_better_task task = {.type = s->mover.type[p->kind] + p->length, .chain = p->length > 1};
  if (p->kind != 0) task.body = ddz_pattern_rows[p->kind].body;
  if (p->kind != 0) task.rank = p->rank;
  return ddz_better_stand(&s->better, &n->own, &n->foe, p->c.links, &task, &n->standing);
}

/* Look at a position: won without search? Else bring it to normal form and send for what the tables know. */
static enum ddz_outcome prepare(struct ddz_prover *s, struct node *n) {
  struct ddz_duel *p = &n->p;
  look(s, p, &n->own, &n->foe);
  if (p->kind == 0 ? sure_lead(s, p, &n->own, &n->foe) : sure_answer(s, p, &n->own, &n->foe)) return DDZ_WON;
  normalise(p, &n->own, &n->foe);
  int cards = ddz_hand_size(p->c.hand[0]) + ddz_hand_size(p->c.hand[1]);
  n->stands = cards >= STANDS_FROM && (s->better.used != 0 || s->nodes >= s->small);
  n->keyed = false;
  if (!n->stands || cards >= BOTH_FROM) send_for_result(s, n);
  /* A hand that reads the same has the same chains too: every link inside one was kept. */
  if (p->c.hand[0] != n->own.hand) ddz_sight_of(&s->mover, p->c.hand[0], p->c.links, &n->own);
  if (p->c.hand[1] != n->foe.hand) ddz_sight_of(&s->mover, p->c.hand[1], p->c.links, &n->foe);
  if (n->stands) n->stands = stand(s, n);
  if (!n->stands && !n->keyed) send_for_result(s, n);
  return DDZ_STOPPED;
}

/* What the tables know; STOPPED when nothing. */
static enum ddz_outcome recall(struct ddz_prover *s, struct node *n) {
  if (n->keyed) {
    n->known = ddz_proven_get(&s->table, n->key);
    enum ddz_outcome outcome = look_up(n->known, n->p.rank);
    s->below = (uint8_t)(n->known >> 10);
    if (outcome != DDZ_STOPPED) return outcome;
  }
  return n->stands ? (enum ddz_outcome)ddz_better_get(&n->standing, &s->below) : DDZ_STOPPED;
}

static void remember(struct ddz_prover *s, const struct node *n, enum ddz_outcome outcome, uint64_t nodes) {
  if (n->stands) ddz_better_put(&s->better, &n->standing, outcome == DDZ_WON, s->below);
  if (n->keyed)
    ddz_proven_put(&s->table, n->key, with_outcome(n->known, n->p.rank, outcome, s->below), nodes);
}

/* Has the hand any play to lead? (Where solos are forbidden it may have none; then the lead passes on.) */
static bool can_lead(struct ddz_prover *s, const struct ddz_sight *hand, uint32_t links) {
  struct ddz_move *first = s->list.top;
  ddz_solver_moves(&s->mover, &(struct ddz_wanted){.own = hand, .foes = {hand, NULL}, .links = links},
                   &s->list);
  bool can = s->list.top > first;
  s->list.top = first;
  return can;
}

static enum ddz_outcome try_all(struct ddz_prover *s, const struct ddz_duel *p, const struct ddz_sight *own,
                                const struct ddz_sight *foe, struct ddz_move *first) {
  struct ddz_move *end = s->list.top;
  const bool stays = end > first || s->mover.free; /* a leader who can play must */
  struct refuted refuted = {.ranks = {0}};
  for (; first < end; first++) {
    struct ddz_move *best = ddz_move_best(first, end), m = *best;
    *best = *first;
    if (is_refuted(&refuted, &m)) continue;
    enum ddz_outcome outcome = after(s, p, &m);
    if (outcome == DDZ_LOST) {
      note_lost(s, p, &refuted, own, &m, m.reply_kind == 0 ? ALL_BELOW : s->below);
      continue;
    }
    s->below = below_answer(p, foe, &m);
    return outcome;
  }
  if (p->kind == 0 && (stays || !can_lead(s, foe, p->c.links))) return DDZ_LOST;
  enum ddz_outcome outcome = after_pass(s, p);
  s->below = ALL_BELOW;
  return outcome;
}

/* A play empties the hand. */
static void go_out(struct ddz_prover *s, const struct ddz_duel *p, const struct ddz_sight *foe,
                   const struct ddz_move *m) {
  while (m->cards != p->c.hand[0]) m++;
  s->below = below_answer(p, foe, m);
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
  enum ddz_outcome outcome = DDZ_WON;
  if (ddz_solver_moves(&s->mover, &wanted, &s->list))
    go_out(s, p, foe, first);
  else
    outcome = try_all(s, p, own, foe, first);
  s->list.top = first;
  return outcome;
}

/* Begin a node; STOPPED: it must be searched. */
static enum ddz_outcome enter(struct ddz_prover *s, const struct ddz_duel *position, struct node *n) {
  n->p = *position;
  enum ddz_outcome outcome = prepare(s, n);
  return outcome == DDZ_STOPPED ? recall(s, n) : outcome;
}

enum ddz_outcome ddz_duel_known(struct ddz_prover *s, const struct ddz_duel *position) {
  struct node n;
  return enter(s, position, &n);
}

enum ddz_outcome ddz_duel_solve(struct ddz_prover *s, const struct ddz_duel *position) {
  if (ddz_prover_tick(s)) return DDZ_STOPPED;
  uint64_t before = s->nodes;
  struct node n;
  enum ddz_outcome outcome = enter(s, position, &n);
  if (outcome != DDZ_STOPPED) return outcome;
  outcome = search(s, &n.p, &n.own, &n.foe);
  if (outcome != DDZ_STOPPED) remember(s, &n, outcome, s->nodes - before + 1);
  return outcome;
}
