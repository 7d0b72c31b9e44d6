#include "core/solver/dominance.h"
#include "core/solver/endgame.h"

/* ---- two hands: wins that need no search ---- */

/* Many endgames are a count: the player leads what nobody can answer, and has at most one losing play left
 * for the end. Only hands without bombs on the other side, and rules that allow solos, pairs, trios and
 * bombs. It says yes only to true wins; of many it says nothing. */

/* Which of `mine` lie below the top of `his`? */
static uint32_t below_top(uint32_t mine, uint32_t his) {
  return his == 0 ? 0 : mine & ((1u << (31 - __builtin_clz(his))) - 1);
}

/* Which of `mine` lie above the top of `his`? */
static uint32_t above_top(uint32_t mine, uint32_t his) {
  return his == 0 ? mine : mine & ~((2u << (31 - __builtin_clz(his))) - 1);
}

/* Can the leader lead `losers` of his losing singles and pairs, and take the lead back each time? He needs a
 * single (pair) above all of the other's; a pair may serve as two singles. Each answer costs the other cards,
 * and no answer may be his last. */
static bool taken_back(uint32_t one, uint32_t two, const struct ddz_attack *foe, int losers) {
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

/* Against a hand without bombs the leader plays what cannot be answered, then losing plays after which he
 * takes the lead back, and at most one more losing play, his last. Trios take singles and pairs along. */
static bool few_losers(const struct ddz_solver_caps *caps, const uint16_t *own,
                       const struct ddz_attack *foe) {
  const uint32_t kickers = 1u << DDZ_TRIO_SOLO | 1u << DDZ_TRIO_PAIR;
  uint32_t one = own[1] & ~own[2], two = own[2] & ~own[3], three = own[3] & ~own[4];
  int loose = ddz_population(below_top(one, foe->at[1])) + ddz_population(below_top(two, foe->at[2]));
  int weak = ddz_population(below_top(three, foe->at[3]));
  int carried = (kickers & ~caps->rules->kinds) == 0 ? ddz_population(three) : 0;
  int single = loose > carried ? loose - carried : 0;
  if (weak + single <= 1) return true;
  return weak <= 1 && taken_back(one, two, foe, weak + single - 1);
}

/* The same with one chain of singles played first, if nobody can answer it. */
static bool few_after_chain(const struct ddz_solver_caps *caps, const struct ddz_endgame *p,
                            const struct ddz_attack *own, const struct ddz_attack *foe) {
  uint32_t ranks = own->at[1],
           start = ddz_attack_starts(caps, own, p->links, DDZ_SOLO_CHAIN, DDZ_LEAST_SOLO_CHAIN);
  if (start == 0) return false;
  int first = __builtin_ctz(start), length = DDZ_LEAST_SOLO_CHAIN;
  while ((p->links >> (first + length - 1) & ranks >> (first + length) & 1) != 0) length++;
  if (ddz_attack_starts(caps, foe, p->links, DDZ_SOLO_CHAIN, length) >> first != 0) return false;
  uint32_t run = ((1u << length) - 1) << first;
  uint16_t rest[6] = {0};
  for (int n = 1; n < 5; n++) rest[n] = (uint16_t)((own->at[n] & ~run) | (own->at[n + 1] & run));
  return few_losers(caps, rest, foe);
}

static bool sure_lead(const struct ddz_solver_caps *caps, const struct ddz_endgame *p,
                      const struct ddz_attack *own, const struct ddz_attack *foe) {
  const uint32_t bare = 1u << DDZ_SOLO | 1u << DDZ_PAIR | 1u << DDZ_TRIO | 1u << DDZ_BOMB;
  if (foe->rocket || foe->at[4] != 0 || (bare & ~caps->rules->kinds) != 0) return false;
  return few_losers(caps, own->at, foe) || (own->runs != 0 && few_after_chain(caps, p, own, foe));
}

/* Does hand[0] surely win this duel (ddz_endgame_is_duel)? `attack`: of both hands. Who does not lead
 * needs a single (pair, trio) that is a whole rank, is not answered itself, and leaves a sure lead; the
 * lowest such play is taken, and `below` gets how many ranks of the other hand lie below it. */
static bool sure_win(const struct ddz_solver_caps *caps, const struct ddz_endgame *p,
                     const struct ddz_attack *attack, uint8_t *below) {
  const struct ddz_attack *own = &attack[0], *foe = &attack[1];
  const uint32_t bare = 1u << DDZ_SOLO | 1u << DDZ_PAIR | 1u << DDZ_TRIO;
  if (p->kind == 0) return sure_lead(caps, p, own, foe);
  if (foe->rocket || foe->at[4] != 0 || (bare >> p->kind & 1) == 0) return false;
  int copies = ddz_pattern_rows[p->kind].body;
  uint32_t ranks = own->at[copies] & ~(uint32_t)own->at[copies + 1];
  ranks = (ranks & ~below_top(ranks, foe->at[copies])) >> p->rank << p->rank;
  if (ranks == 0) return false;
  struct ddz_attack rest = *own;
  const uint32_t answer = ranks & -ranks;
  for (int n = 1; n <= copies; n++) rest.at[n] &= (uint16_t)~answer;
  *below = (uint8_t)ddz_population(foe->at[1] & (answer - 1));
  return sure_lead(caps, p, &rest, foe);
}

/* ---- what the tables know of a position ----
 *
 * The transposition table keeps all, the dominance table two hands without wildcards. For two hands and a
 * kind of play to answer one entry of the first keeps the highest rank known to be won and the lowest known
 * to be lost: who must answer from rank r on and wins would also win if lower ranks would do, and who loses
 * would also lose if only higher ones did. All inline: every node calls it. */

enum {
  DOMINANCE_NODES = 20000 /* a search uses the dominance table after this many: it pays in long ones */
};

/* A position under search. */
struct node {
  struct ddz_endgame p;
  struct ddz_attack attack[DDZ_ENDGAME_HANDS]; /* not of wildcards */
  uint64_t key[DDZ_TT_WORDS];
  unsigned known;                   /* the value in the table, 0: none */
  struct ddz_dominance_query query; /* groups 0: nothing is asked */
};

/* A table value: bits 5..9 highest rank won + 1, bits 0..4 16 - lowest rank lost, each 0 for none; bits
 * 10..13 `below` of the win. */
static inline enum ddz_result known_result(unsigned value, int rank) {
  if ((int)(value >> 5 & 31) > rank) return DDZ_RESULT_WIN;
  if ((value & 31) != 0 && 16 - (int)(value & 31) <= rank) return DDZ_RESULT_LOSS;
  return DDZ_RESULT_UNKNOWN;
}

/* UNKNOWN when nothing is known. A win of a duel also sets `below` of the prover. */
static inline enum ddz_result recall(struct ddz_prover *s, struct node *n) {
  n->known = ddz_tt_get(&s->table, n->key);
  const enum ddz_result result = known_result(n->known, n->p.rank);
  s->below = (uint8_t)(n->known >> 10);
  if (result != DDZ_RESULT_UNKNOWN || n->query.groups == 0) return result;
  return ddz_dominance_get(&s->dominance, &n->query, &s->below);
}

/* Store a result; with `below` of the prover for a won duel. */
static inline void remember(struct ddz_prover *s, const struct node *n, enum ddz_result result) {
  const unsigned rank = n->p.rank, known = n->known;
  if (n->query.groups != 0) ddz_dominance_put(&s->dominance, &n->query, result == DDZ_RESULT_WIN, s->below);
  ddz_tt_put(&s->table, n->key,
             result == DDZ_RESULT_WIN ? (known & 31) | (rank + 1) << 5 | (unsigned)s->below << 10
                                      : (known & ~31u) | (16 - rank));
}

/* ---- refuted: of two hands, what one lost play says about other plays of the same position ----
 *
 * If a single loses, to an answer or after a pass, then every higher single that the same answer beats loses
 * too, because the hand that stays is worse. The same holds for a single broken out of a higher pair or trio,
 * and for pairs.
 *
 * One number says which answer it was, `below`: how many ranks of the loser lie below the winner's
 * answer. Every search between two hands that ends in a win leaves it in the prover. Pure, and inline: every
 * node calls it. */

enum { REFUTE_ALL = 15 /* `below` of a pass or a bomb */ };

/* `below` of an answer of hand[0] to the last play of this duel. `foe`: the other hand. */
static inline uint8_t refute_below(const struct ddz_endgame *p, const struct ddz_attack *foe,
                                   const struct ddz_move *m) {
  if (m->kind != p->kind || p->kind > DDZ_PAIR) return REFUTE_ALL;
  return (uint8_t)ddz_population(foe->at[1] & ((1u << m->rank) - 1));
}

/* Of the whole ranks `higher` than x, those whose play leaves x in no chain. */
static inline uint32_t refute_unchained(const struct ddz_solver_caps *caps, const struct ddz_endgame *p,
                                        const struct ddz_attack *own, uint32_t x, uint32_t higher,
                                        int copies) {
  uint32_t kept = 0;
  for (; higher != 0; higher &= higher - 1) {
    int y = __builtin_ctz(higher);
    struct ddz_attack rest;
    ddz_attack_of(caps, own->hand - ddz_hand_of(y, copies), p->links, &rest);
    if ((rest.runs & x) == 0) kept |= 1u << y;
  }
  return kept;
}

/* A play of hand[0] (`own`) was lost; `below`: of what the other won with. The ranks at which a play of the
 * same kind loses too. */
static inline uint32_t refute(const struct ddz_solver_caps *caps, const struct ddz_endgame *p,
                              const struct ddz_attack *own, const struct ddz_move *m, int below) {
  const int copies = m->size;
  uint32_t x = 1u << m->rank, unchained = ~(uint32_t)own->runs;
  if (m->kind > DDZ_PAIR || !caps->free) return 0;
  uint32_t whole = own->at[copies] & ~(uint32_t)own->at[copies + 1], worse = whole;
  if ((whole & x) == 0) return 0;
  uint32_t rest = ddz_hand_at_least(own->hand - m->cards, 1), higher = rest;
  for (; below > 0 && higher != 0; below--) higher &= higher - 1;
  if (caps->repeat) worse |= own->at[copies] & unchained & ~(uint32_t)own->at[4];
  worse &= rest & ~higher & ~(x - 1);
  if ((unchained & x) == 0) worse = refute_unchained(caps, p, own, x, worse & whole, copies);
  return own->rocket ? worse & ~(3u << DDZ_RANK_B) : worse;
}

/* ---- the search ---- */

/* Try each play, the best looking first, then the pass. */
static enum ddz_result try_all(struct ddz_prover *s, const struct node *n, struct ddz_move *first) {
  const struct ddz_endgame *p = &n->p;
  struct ddz_move *const end = s->list.top;
  const bool played = end > first;
  uint32_t refuted[DDZ_KINDS] = {0}; /* by kind, ranks of plays known to lose */
  struct ddz_endgame next;
  int turns;
  for (; first < end; first++) {
    const struct ddz_move m = ddz_move_take(first, end);
    if ((refuted[m.kind] >> m.rank & 1) != 0) continue;
    turns = ddz_endgame_play(s, p, &m, &next);
    enum ddz_result result = ddz_result_seen(ddz_endgame_allies(p, 0, turns), ddz_negamax(s, &next));
    if (result != DDZ_RESULT_LOSS) {
      if (ddz_endgame_is_duel(&n->p)) s->below = refute_below(p, &n->attack[1], &m);
      return result;
    }
    if (ddz_endgame_is_duel(&n->p))
      refuted[m.kind] |= refute(&s->caps, p, &n->attack[0], &m, m.reply_kind == 0 ? REFUTE_ALL : s->below);
  }
  if ((turns = ddz_endgame_pass(s, p, played, &next)) == 0) return DDZ_RESULT_LOSS;
  enum ddz_result result = ddz_result_seen(ddz_endgame_allies(p, 0, turns), ddz_negamax(s, &next));
  s->below = REFUTE_ALL;
  return result;
}

/* Normal form, and what is known without search; UNKNOWN: it must be searched. */
static inline enum ddz_result enter(struct ddz_prover *s, const struct ddz_endgame *position,
                                    struct node *n) {
  n->p = *position;
  n->query.groups = 0;
  if (!n->p.wild) {
    ddz_endgame_look(s, &n->p, n->attack);
    if (n->p.players == 2 && sure_win(&s->caps, &n->p, n->attack, &s->below)) return DDZ_RESULT_WIN;
    ddz_endgame_normalise(&n->p, n->attack);
  }
  ddz_endgame_key(&n->p, 0, n->key);
  ddz_tt_fetch(&s->table, n->key);
  if (!n->p.wild) ddz_endgame_look_again(s, &n->p, n->attack);
  if (ddz_endgame_is_duel(&n->p) && s->nodes >= DOMINANCE_NODES) {
    ddz_dominance_ask(&n->p, n->attack, &n->query);
    ddz_tt_fetch(&s->dominance, n->query.key);
  }
  return recall(s, n);
}

enum ddz_result ddz_negamax_known(struct ddz_prover *s, const struct ddz_endgame *position) {
  struct node n;
  return enter(s, position, &n);
}

enum ddz_result ddz_negamax(struct ddz_prover *s, const struct ddz_endgame *position) {
  if (ddz_prover_tick(s)) return DDZ_RESULT_UNKNOWN;
  struct node n;
  enum ddz_result result = enter(s, position, &n);
  if (result != DDZ_RESULT_UNKNOWN) return result;
  struct ddz_move *first = s->list.top;
  if (!ddz_endgame_moves(s, &n.p, n.attack)) {
    result = try_all(s, &n, first);
  } else { /* a play empties the hand */
    result = DDZ_RESULT_WIN;
    const struct ddz_move *m = first;
    while (m->cards != n.p.hand[0]) m++;
    if (ddz_endgame_is_duel(&n.p)) s->below = refute_below(&n.p, &n.attack[1], m);
  }
  s->list.top = first;
  if (result != DDZ_RESULT_UNKNOWN) remember(s, &n, result);
  return result;
}
