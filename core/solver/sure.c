#include "sure.h"

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
 * takes the lead back, and at most one more losing play, his last. Trios take single cards and pairs along.
 */
static bool few_losers(const struct ddz_solver_caps *caps, const uint16_t *own,
                       const struct ddz_attack *foe) {
  const uint32_t kickers = 1u << DDZ_TRIO_SOLO | 1u << DDZ_TRIO_PAIR;
  uint32_t one = own[1] & ~own[2], two = own[2] & ~own[3], three = own[3] & ~own[4];
  int loose = ddz_population(below_top(one, foe->at[1])) + ddz_population(below_top(two, foe->at[2]));
  int weak = ddz_population(below_top(three, foe->at[3]));
  int carried = (kickers & ~caps->kinds) == 0 ? ddz_population(three) : 0;
  int single = loose > carried ? loose - carried : 0;
  if (weak + single <= 1) return true;
  return weak <= 1 && taken_back(one, two, foe, weak + single - 1);
}

/* The same with one chain of `copies` played first, if nobody can answer it. */
static bool few_after_chain(const struct ddz_solver_caps *caps, const struct ddz_endgame *p,
                            const struct ddz_attack *own, const struct ddz_attack *foe, int kind) {
  const struct ddz_rules_row *row = &caps->rules->row[kind];
  int copies = row->body;
  uint32_t ranks = own->at[copies], start = ranks;
  for (int i = 1; i < row->min; i++) start &= ranks >> i & p->c.links >> (i - 1);
  if (start == 0 || !ddz_solver_may(caps, kind)) return false;
  int first = __builtin_ctz(start), length = row->min;
  while ((p->c.links >> (first + length - 1) & ranks >> (first + length) & 1) != 0) length++;
  if (foe->runs != 0 && ddz_attack_starts(caps, foe, p->c.links, kind, length) >> first != 0) return false;
  uint32_t run = ((1u << length) - 1) << first;
  uint16_t rest[6] = {0};
  for (int n = 1; n + copies <= 5; n++)
    rest[n] = (uint16_t)((own->at[n] & ~run) | (own->at[n + copies] & run));
  for (int n = 6 - copies; n < 5; n++) rest[n] = (uint16_t)(own->at[n] & ~run);
  return few_losers(caps, rest, foe);
}

static bool sure_lead(const struct ddz_solver_caps *caps, const struct ddz_endgame *p,
                      const struct ddz_attack *own, const struct ddz_attack *foe) {
  const uint32_t bare = 1u << DDZ_SOLO | 1u << DDZ_PAIR | 1u << DDZ_TRIO | 1u << DDZ_BOMB;
  if (foe->rocket || foe->at[4] != 0 || (bare & ~caps->kinds) != 0) return false;
  if (few_losers(caps, own->at, foe)) return true;
  if (own->runs == 0) return false;
  return few_after_chain(caps, p, own, foe, DDZ_SOLO_CHAIN) ||
         few_after_chain(caps, p, own, foe, DDZ_PAIR_CHAIN);
}

/* Answer with the lowest single (pair, trio) that is a whole rank and cannot be answered itself, when the
 * rest is a sure lead. */
static bool sure_answer(const struct ddz_solver_caps *caps, const struct ddz_endgame *p,
                        const struct ddz_attack *own, const struct ddz_attack *foe, uint8_t *below) {
  const uint32_t bare = 1u << DDZ_SOLO | 1u << DDZ_PAIR | 1u << DDZ_TRIO;
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

bool ddz_sure_win(const struct ddz_solver_caps *caps, const struct ddz_endgame *p,
                  const struct ddz_attack *attack, uint8_t *below) {
  return p->kind == 0 ? sure_lead(caps, p, &attack[0], &attack[1])
                      : sure_answer(caps, p, &attack[0], &attack[1], below);
}
