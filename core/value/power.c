/* power.c - the power value by one pass over the ranks.
 *
 * Highest rank first. A state is what is left of the hand; at its highest rank r either a run that begins
 * there goes, or all cards of r settle on their own (split.h) and r is done. Only runs touch lower ranks,
 * so a hand of 20 cards has some twenty distinct states.
 *
 * Kickers cost nothing to enumerate: a trio opens a slot, a card or a pair elsewhere fills it, and nobody
 * asks who takes whom. Hence a state's value is a vector over the balance of slots (power_state.h), and the
 * hand's value is lane 0 at the end. One balance serves both kinds of kicker, for a trio takes either; the
 * bonus travels with the kicker.
 *
 * Planes with wings cannot share those slots: their wings are of one kind and of distinct ranks. They are
 * rare, so the set of planes is chosen first (none, one or two: 21 cards hold no more), and the rest is
 * evaluated by states that also want the wings: at most one pair a rank, and at most as many singles a rank
 * as there are planes taking singles. For 2 + 2 and 3 + 2 wings that limit is all that distinctness asks
 * (Gale and Ryser). A set is dropped unless a bound beats the best so far: its wings taken as kickers, of
 * any kind and rank.
 *
 * What is left out because it never pays (a play costs between 189 and 223, a bomb is worth 248 and more, w
 * stands for a wildcard of either sort):
 * - A kicker or wing of its own body's rank. Singles: four of a rank are on the table; as a bomb they leave a
 *   plane in two parts with wings to spare, at most one play more. Pairs: five of a rank, of which the flower
 *   or a wildcard is one; the naturals are a bomb, and w makes another with the trio at the plane's end.
 * - Both jokers apart. The rocket is more than two plays saved.
 * - Four of a rank on their own as anything but a bomb, and other splits of a rank that are beaten: `beaten`.
 * - Bodies of wildcards only, but for three with a joker: with any other card they are a bomb.
 * - A wildcard in a body in place of a natural x that is elsewhere. The two can change places, unless x is
 *   alone with wildcards, or w is the flower and x a kicker or wing. Alone: then it may as well be the
 *   highest natural of its body, and that one is settled before the body in this recursion. Under the
 *   flower: a wing leaves a plane or trio, which with w would hold a bomb; but F is no 2. So three twos may
 *   have a pair xx for a kicker while F stands for x in a run (222 55, 34F67), and with three twos in a hand
 *   each run is also tried with each card spared. A single kicker can again be the highest of the run.
 *
 * All of this is checked against tests/support/naive_power.c, which knows nothing of it. */
#include "power.h"

#include <assert.h>
#include <string.h>

#include "power_state.h"
#include "run.h"
#include "split.h"

enum {
  LINES = 4096, /* states remembered, a power of two */
  LINE_BITS = 12,
  OPTIONS = 2 * DDZ_SPLIT_MAX + 1,
  FLOWER = DDZ_WILDS_MAX + 1, /* the row of the options that use the flower */
  FACES = DDZ_RANK_2 + 1
};

/* What a rank's cards can become on their own: the best way for each balance of slots. */
struct options {
  int8_t count;
  int8_t slots[OPTIONS];
  ddz_worth worth[OPTIONS];
};

/* A remembered state. The key is compared in full; a line is overwritten by the next state that needs it. */
struct line {
  ddz_hand hand;
  struct ddz_wants wants;
  ddz_worth lane[DDZ_LANES_STORED];
};

struct ddz_power {
  struct options options[2][DDZ_WILDS_MAX + 2][5][FACES];         /* [every] by wildcards, naturals, rank */
  ddz_worth wild_end[FACES][DDZ_WILDS_MAX + 1][DDZ_LANES_STORED]; /* wildcards that are left over */
  ddz_worth flower_end[DDZ_LANES_STORED];
  ddz_worth end[DDZ_LANES_STORED]; /* nothing is left */
  ddz_worth dead[DDZ_LANES_STORED];
  struct line line[LINES];
  struct ddz_memo memo;
};

/* ---- vectors ---- */

/* sum = max(sum, from shifted by `slots` + worth), lane by lane. `from` is at its lane 0. */
DDZ_INLINE void relax(ddz_worth *restrict sum, const ddz_worth *restrict from, int slots, ddz_worth worth) {
  from += DDZ_LANE_LEAST - slots;
  for (int i = 0; i < DDZ_LANES; i++) {
    ddz_worth with = from[i] + worth;
    sum[i] = sum[i] > with ? sum[i] : with;
  }
}

DDZ_INLINE void clear(ddz_worth *sum) {
  for (int i = 0; i < DDZ_LANES; i++) sum[i] = DDZ_NEVER;
}

static void clear_stored(ddz_worth *lane) {
  for (int i = 0; i < DDZ_LANES_STORED; i++) lane[i] = DDZ_NEVER;
}

/* ---- states ---- */

DDZ_INLINE uint64_t wants_bits(const struct ddz_wants *wants) {
  uint64_t bits;
  memcpy(&bits, wants, sizeof bits);
  return bits;
}

DDZ_INLINE struct line *line_of(struct ddz_power *power, ddz_hand hand, uint64_t wants) {
  uint64_t hash = (hand ^ wants * 0xD6E8FEB86659FD93ull) * 0x9E3779B97F4A7C15ull;
  return &power->line[hash >> (64 - LINE_BITS)];
}

DDZ_INLINE const ddz_worth *keep(struct ddz_power *power, ddz_hand hand, struct ddz_wants wants,
                                 const ddz_worth *sum) {
  struct line *line = line_of(power, hand, wants_bits(&wants));
  line->hand = hand;
  line->wants = wants;
  memcpy(line->lane + DDZ_LANE_ZERO + DDZ_LANE_LEAST, sum, DDZ_LANES * sizeof *sum);
  return line->lane + DDZ_LANE_ZERO;
}

/* A state whose value is growing. */
struct growing {
  struct ddz_power *power;
  struct ddz_state state;
  int top;
  ddz_worth sum[DDZ_LANES];
};

static const uint8_t bare_kind[] = {DDZ_PASS, DDZ_SOLO_CHAIN, DDZ_PAIR_CHAIN, DDZ_TRIO_CHAIN};

DDZ_INLINE ddz_worth run_worth(const struct ddz_run *run) {
  return ddz_weight_run((enum ddz_kind)bare_kind[run->body], run->rank, run->length);
}

/* The same for any number of slots, within the lanes. */
static void relax_far(ddz_worth *sum, const ddz_worth *from, int slots, ddz_worth worth) {
  for (int lane = DDZ_LANE_LEAST; lane <= DDZ_LANE_MOST; lane++) {
    if (lane - slots < DDZ_LANE_LEAST || lane - slots > DDZ_LANE_MOST) continue;
    ddz_worth with = from[lane - slots] + worth, *at = &sum[lane - DDZ_LANE_LEAST];
    *at = *at > with ? *at : with;
  }
}

/* All cards of the highest rank on their own, `from` being the state without them. */
DDZ_INLINE void settle(ddz_worth *sum, const ddz_worth *from, const struct options *options) {
  for (int i = 0; i < options->count; i++) relax(sum, from, options->slots[i], options->worth[i]);
}

static const ddz_worth *plain_lanes(struct ddz_power *power, ddz_hand hand);

static void plain_run(void *self, const struct ddz_run *run) {
  struct growing *g = self;
  relax(g->sum, plain_lanes(g->power, g->state.hand - run->take), 0, run_worth(run));
}

/* The value of a hand that wants nothing: nine states in ten of all that are met. */
static const ddz_worth *plain_lanes(struct ddz_power *power, ddz_hand hand) {
  if (hand == 0) return power->end + DDZ_LANE_ZERO;
  struct line *line = line_of(power, hand, 0);
  if (line->hand == hand && wants_bits(&line->wants) == 0) return line->lane + DDZ_LANE_ZERO;

  struct growing g = {.power = power, .state = {.hand = hand}};
  int top = ddz_hand_top(hand), count = ddz_hand_count(hand, top);
  clear(g.sum);
  settle(g.sum, plain_lanes(power, hand - ddz_hand_of(top, count)), &power->options[0][0][count][top]);
  if (top <= DDZ_RANK_A) ddz_each_run(hand, top, 0, false, &g, plain_run);
  return keep(power, hand, g.state.wants, g.sum);
}

struct ddz_state ddz_state_settled(struct ddz_state state) {
  struct ddz_wants *wants = &state.wants;
  if (wants->wilds == 0) wants->face = wants->spare = 0;
  if (wants->solos == 0) wants->each = 0;
  if (wants->solos + wants->pairs == 0) wants->settled = 0;
  return state;
}

/* No naturals left: the wildcards take the wings that are wanted and end on their own. */
static const ddz_worth *last_lanes(const struct ddz_power *power, const struct ddz_wants *wants) {
  int wings = wants->solos + 2 * wants->pairs, left = wants->wilds - wings;
  if (left < 0 || (wings > 0 && wants->face == DDZ_RANK_F)) return power->dead + DDZ_LANE_ZERO;
  if (left == 0) return power->end + DDZ_LANE_ZERO;
  if (wants->face == DDZ_RANK_F) return power->flower_end + DDZ_LANE_ZERO;
  return power->wild_end[wants->face][left] + DDZ_LANE_ZERO;
}

/* Wings of the highest rank first: `solos` singles and, maybe, a pair with `wild` wildcards in it. */
static void take_wings(struct growing *g, int solos, int pairs, int wild) {
  struct ddz_state next = g->state;
  int cards = solos + 2 * pairs - wild;
  if (cards > ddz_hand_count(next.hand, g->top) || wild > next.wants.wilds) return;
  next.hand -= ddz_hand_of(g->top, cards);
  next.wants.solos -= (uint8_t)solos;
  next.wants.pairs -= (uint8_t)pairs;
  next.wants.wilds -= (uint8_t)wild;
  next.wants.settled = ddz_hand_count(next.hand, g->top) > 0;
  next = ddz_state_settled(next);
  relax(g->sum, ddz_power_lanes(g->power, &next), 0, 0);
}

static void grow_wings(struct growing *g) {
  const struct ddz_wants *wants = &g->state.wants;
  bool pair = wants->pairs > 0;
  bool mixed = pair && wants->face != DDZ_RANK_F;
  for (int solos = 0; solos <= wants->each && solos <= wants->solos; solos++) {
    take_wings(g, solos, 0, 0);
    if (pair) take_wings(g, solos, 1, 0);
    if (mixed) take_wings(g, solos, 1, 1);
  }
}

static void wanting_run(void *self, const struct ddz_run *run) {
  struct growing *g = self;
  struct ddz_state next = g->state;
  next.hand -= run->take;
  next.wants.wilds -= run->wilds;
  next.wants.settled = next.wants.settled && ddz_hand_count(next.hand, g->top) > 0;
  next = ddz_state_settled(next);
  relax(g->sum, ddz_power_lanes(g->power, &next), 0, run_worth(run));
}

/* Runs from the highest rank, and its cards on their own with any number of wildcards. */
static void grow_bodies(struct growing *g) {
  int top = g->top, count = ddz_hand_count(g->state.hand, top), wilds = g->state.wants.wilds;
  bool flower = g->state.wants.face == DDZ_RANK_F, every = g->state.wants.every != 0;
  bool spare = g->state.wants.spare != 0;
  for (int used = 0; used <= wilds; used++) {
    const struct options *options = &g->power->options[every][used > 0 && flower ? FLOWER : used][count][top];
    if (options->count == 0) continue;
    struct ddz_state next = g->state;
    next.hand -= ddz_hand_of(top, count);
    next.wants.wilds -= (uint8_t)used;
    next.wants.settled = 0;
    next = ddz_state_settled(next);
    const ddz_worth *from = ddz_power_lanes(g->power, &next);
    if (!every) settle(g->sum, from, options);
    for (int i = 0; every && i < options->count; i++)
      relax_far(g->sum, from, options->slots[i], options->worth[i]);
  }
  if (top <= DDZ_RANK_A) ddz_each_run(g->state.hand, top, wilds, spare, g, wanting_run);
}

const ddz_worth *ddz_power_lanes(struct ddz_power *power, const struct ddz_state *state) {
  const struct ddz_wants *wants = &state->wants;
  uint64_t bits = wants_bits(wants);
  if (bits == 0) return plain_lanes(power, state->hand);
  if (state->hand == 0) return last_lanes(power, wants);
  int wings = wants->solos + 2 * wants->pairs;
  if (wings > ddz_hand_size(state->hand) + wants->wilds) return power->dead + DDZ_LANE_ZERO;
  struct line *line = line_of(power, state->hand, bits);
  if (line->hand == state->hand && wants_bits(&line->wants) == bits) return line->lane + DDZ_LANE_ZERO;

  struct growing g = {.power = power, .state = *state, .top = ddz_hand_top(state->hand)};
  clear(g.sum);
  if (wings > 0 && !wants->settled)
    grow_wings(&g);
  else
    grow_bodies(&g);
  return keep(power, state->hand, *wants, g.sum);
}

/* ---- jokers ---- */

struct ddz_problem ddz_power_problem(const struct ddz_rules *rules, ddz_hand hand) {
  struct ddz_problem problem = {.wilds = ddz_hand_only(hand, rules->wild | 1u << DDZ_RANK_F)};
  ddz_hand naturals = hand - problem.wilds;
  problem.jokers = ddz_hand_count(naturals, DDZ_RANK_B) + 2 * ddz_hand_count(naturals, DDZ_RANK_R);
  problem.state.hand = ddz_hand_only(naturals, (1u << (DDZ_RANK_2 + 1)) - 1);
  if (problem.wilds != 0) {
    problem.state.wants.wilds = (uint8_t)ddz_hand_size(problem.wilds);
    problem.state.wants.face = (uint8_t)ddz_hand_top(problem.wilds);
    problem.state.wants.spare =
        problem.state.wants.face == DDZ_RANK_F && ddz_hand_count(naturals, DDZ_RANK_2) == 3;
  }
  return problem;
}

/* The best lane of from..to. */
static ddz_worth peak(const ddz_worth *lanes, int from, int to) {
  ddz_worth best = DDZ_NEVER;
  for (int lane = from; lane <= to; lane++) best = lanes[lane] > best ? lanes[lane] : best;
  return best;
}

static ddz_worth greater(ddz_worth a, ddz_worth b) { return a > b ? a : b; }

/* One joker: a play, a kicker, a wing, or the kicker of three wildcards, which then are twos. */
static ddz_worth with_joker(struct ddz_power *power, int rank, const struct ddz_state *state, int from,
                            int to) {
  const ddz_worth *lanes = ddz_power_lanes(power, state);
  ddz_worth best = ddz_weight_run(DDZ_SOLO, rank, 1) + peak(lanes, from, to);
  best = greater(best, DDZ_WORTH_KICKER_SOLO + peak(lanes, from + 1, to + 1));
  struct ddz_state next = *state;
  if (state->wants.solos > 0) {
    next.wants.solos--;
    next = ddz_state_settled(next);
    best = greater(best, peak(ddz_power_lanes(power, &next), from, to));
  }
  if (state->wants.wilds >= 3) {
    next = *state;
    next.wants.wilds -= 3;
    next = ddz_state_settled(next);
    best = greater(best, ddz_weight_run(DDZ_TRIO_SOLO, DDZ_RANK_2, 1) +
                             peak(ddz_power_lanes(power, &next), from, to));
  }
  return best;
}

static ddz_worth with_jokers(struct ddz_power *power, int jokers, const struct ddz_state *state, int from,
                             int to) {
  if (jokers == 1 || jokers == 2) return with_joker(power, DDZ_RANK_B + jokers - 1, state, from, to);
  ddz_worth best = peak(ddz_power_lanes(power, state), from, to);
  return jokers == 3 ? best + ddz_weight_run(DDZ_ROCKET, DDZ_RANK_B, 1) : best;
}

ddz_worth ddz_power_rest(struct ddz_power *power, const struct ddz_problem *problem,
                         const struct ddz_state *rest) {
  return with_jokers(power, problem->jokers, rest, 0, 0);
}

/* ---- the value of a hand ---- */

struct solving {
  struct ddz_power *power;
  const struct ddz_problem *problem;
  ddz_worth best;
};

/* Wings as kickers of any kind and rank, their bonus taken off again. */
static ddz_worth bound(const struct solving *s, const struct ddz_state *rest) {
  struct ddz_state loose = *rest;
  int wings = rest->wants.solos + rest->wants.pairs;
  ddz_worth bonus = rest->wants.solos * DDZ_WORTH_KICKER_SOLO + rest->wants.pairs * DDZ_WORTH_KICKER_PAIR;
  loose.wants.solos = loose.wants.pairs = 0;
  loose = ddz_state_settled(loose);
  return with_jokers(s->power, s->problem->jokers, &loose, -wings, DDZ_LANE_MOST - 1) - bonus;
}

static void try_planes(void *self, const struct ddz_planes *planes, const struct ddz_state *rest) {
  struct solving *s = self;
  if (planes->worth + bound(s, rest) <= s->best) return;
  s->best = greater(s->best, planes->worth + ddz_power_rest(s->power, s->problem, rest));
}

static ddz_worth solve(struct ddz_power *power, const struct ddz_problem *problem) {
  struct solving s = {power, problem, ddz_power_rest(power, problem, &problem->state)};
  ddz_each_planes(problem, &s, try_planes);
  return s.best;
}

ddz_worth ddz_power_worth(struct ddz_power *power, const struct ddz_rules *rules, ddz_hand hand) {
  if (hand == 0) return 0;
  struct ddz_problem problem = ddz_power_problem(rules, hand);
  ddz_ranks wild = problem.wilds != 0 ? rules->wild : 0;
  ddz_worth worth;
  if (!ddz_memo_get(&power->memo, hand, wild, &worth)) {
    worth = solve(power, &problem);
    ddz_memo_put(&power->memo, hand, wild, worth);
  }
  return worth;
}

struct ddz_value ddz_power_of(struct ddz_power *power, const struct ddz_rules *rules, ddz_hand hand) {
  ddz_worth worth = ddz_power_worth(power, rules, hand);
  return (struct ddz_value){ddz_worth_power(worth), ddz_worth_plays(worth)};
}

double ddz_play_power(const struct ddz_play *play) {
  ddz_worth worth = ddz_weight((enum ddz_kind)play->kind, play->rank, play->length, play->size);
  return ddz_worth_power(worth);
}

/* ---- the evaluator's memory ---- */

struct tabling {
  int rank;
  ddz_worth best[OPTIONS]; /* by slots, DDZ_SPLIT_MAX being none */
};

static void table_split(void *self, const struct ddz_split *split) {
  struct tabling *t = self;
  int slots = 0;
  ddz_worth worth = 0;
  for (int i = 0; i < split->count; i++) {
    slots += ddz_group_slots(&split->group[i]);
    worth += ddz_group_worth(&split->group[i], t->rank);
  }
  ddz_worth *best = &t->best[slots + DDZ_SPLIT_MAX];
  *best = greater(*best, worth);
}

/* Is way `a` never better than way `b`? With slots to fill to spare a trio elsewhere stays bare; a slot less
 * costs at most a play of its kicker. */
static bool beaten(const struct tabling *t, int a, int b) {
  if (a == b || t->best[b] == DDZ_NEVER) return false;
  if (a < b) return b <= DDZ_SPLIT_MAX && t->best[b] >= t->best[a];
  return t->best[b] >= t->best[a] + (a - b) * DDZ_WORTH_SLOT;
}

static void table_options(struct ddz_power *power, int row, int naturals, int rank) {
  struct tabling t = {.rank = rank};
  bool flower = row == FLOWER;
  for (int i = 0; i < OPTIONS; i++) t.best[i] = DDZ_NEVER;
  ddz_each_split(naturals, flower ? 1 : row, flower, &t, table_split);
  for (int every = 0; every <= 1; every++) {
    struct options *options = &power->options[every][row][naturals][rank];
    for (int a = 0; a < OPTIONS; a++) {
      bool kept = t.best[a] != DDZ_NEVER;
      for (int b = 0; kept && !every && b < OPTIONS; b++) kept = !beaten(&t, a, b);
      if (!kept) continue;
      assert(every || (a - DDZ_SPLIT_MAX >= -2 && a - DDZ_SPLIT_MAX <= 1)); /* the guards of a line */
      options->slots[options->count] = (int8_t)(a - DDZ_SPLIT_MAX);
      options->worth[options->count++] = t.best[a];
    }
  }
}

/* Wildcards only, with nothing else left: some are kickers, the others one play of the rank they have. */
static void table_wild_end(ddz_worth *lane, int face, int wilds) {
  static const uint8_t kinds[] = {DDZ_PASS, DDZ_SOLO, DDZ_PAIR, DDZ_TRIO, DDZ_BOMB};
  clear_stored(lane);
  for (int solos = 0; solos <= wilds; solos++)
    for (int pairs = 0; solos + 2 * pairs <= wilds; pairs++) {
      int left = wilds - solos - 2 * pairs, slots = -solos - pairs;
      ddz_worth worth = solos * DDZ_WORTH_KICKER_SOLO + pairs * DDZ_WORTH_KICKER_PAIR +
                        ddz_weight((enum ddz_kind)kinds[left < 4 ? left : 4], face, 1, left);
      for (int open = 0; open <= (left == 3); open++) {
        if (slots + open < DDZ_LANE_LEAST) continue;
        ddz_worth *at = &lane[DDZ_LANE_ZERO + slots + open];
        *at = greater(*at, worth);
      }
    }
}

static void table_ends(struct ddz_power *power) {
  clear_stored(power->dead);
  clear_stored(power->end);
  clear_stored(power->flower_end);
  power->end[DDZ_LANE_ZERO] = 0;
  power->flower_end[DDZ_LANE_ZERO] = ddz_weight_run(DDZ_SOLO, DDZ_RANK_A, 1);
  for (int face = 0; face < FACES; face++)
    for (int wilds = 0; wilds <= DDZ_WILDS_MAX; wilds++)
      table_wild_end(power->wild_end[face][wilds], face, wilds);
}

static size_t memo_offset(void) { return (sizeof(struct ddz_power) + 63) & ~(size_t)63; }

size_t ddz_power_size(size_t memo_bytes) { return memo_offset() + ddz_memo_size(memo_bytes); }

static void clear_lines(struct ddz_power *power) {
  for (int i = 0; i < LINES; i++) {
    power->line[i].hand = 0; /* no state that is remembered has an empty hand */
    clear_stored(power->line[i].lane);
  }
}

struct ddz_power *ddz_power_init(void *memory, size_t memo_bytes) {
  struct ddz_power *power = memory;
  memset(power, 0, sizeof *power);
  for (int rank = 0; rank < FACES; rank++)
    for (int naturals = 1; naturals <= DDZ_SPLIT_MAX; naturals++)
      for (int row = 0; row <= (rank <= DDZ_RANK_A ? FLOWER : DDZ_WILDS_MAX); row++) /* F is no 2 */
        table_options(power, row, naturals, rank);
  table_ends(power);
  ddz_memo_init(&power->memo, (char *)memory + memo_offset(), memo_bytes);
  clear_lines(power);
  return power;
}

void ddz_power_reset(struct ddz_power *power) {
  clear_lines(power);
  ddz_memo_reset(&power->memo);
}

struct ddz_memo_stats ddz_power_stats(const struct ddz_power *power) {
  return power->memo.stats;
}
