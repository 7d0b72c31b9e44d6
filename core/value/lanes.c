/* lanes.c - the power of every way to go on, by one pass over the ranks.
 *
 * Highest rank first. A state is what is left of the hand; at its highest rank r either a run that begins
 * there goes, or all cards of r settle on their own and r is done. Only runs touch lower ranks,
 * so a hand of 20 cards has some twenty distinct states.
 *
 * Kickers cost nothing to enumerate: a trio opens a slot, a card or a pair elsewhere fills it, and nobody
 * asks who takes whom. Hence a state's value is a vector over the balance of slots (lanes.h), and the
 * hand's value is lane 0 at the end. One balance serves both kinds of kicker, for a trio takes either; the
 * bonus travels with the kicker.
 *
 * What is left out because it never pays (a play costs between 189 and 223, a bomb counts 248 and more, w
 * stands for a wildcard of either sort):
 * - A kicker of its own body's rank. Singles: four of a rank are on the table; as a bomb they leave a
 *   plane in two parts with kickers to spare, at most one play more. Pairs: five of a rank, of which the
 * flower or a wildcard is one; the naturals are a bomb, and w makes another with the trio at the plane's end.
 * - Both jokers apart. The rocket is more than two plays saved.
 * - Four of a rank on their own as anything but a bomb, and other splits of a rank that are beaten: `beaten`.
 * - Bodies of wildcards only, but for three with a joker: with any other card they are a bomb.
 * - A wildcard in a body in place of a natural x that is elsewhere. The two can change places, unless x is
 *   alone with wildcards, or w is the flower and x a kicker. Alone: then it may as well be the
 *   highest natural of its body, and that one is settled before the body in this recursion. Under the
 *   flower: a kicker leaves a plane or trio, which with w would hold a bomb; but F is no 2. So three twos may
 *   have a pair xx for a kicker while F stands for x in a run (222 55, 34F67), and with three twos in a hand
 *   each run is also tried with each card spared. A single kicker can again be the highest of the run.
 *
 * All of this is checked against tests/support/naive_power.c, which knows nothing of it. */
#include "lanes.h"

#include <assert.h>
#include <string.h>

/* ---- a state ---- */

struct ddz_parts ddz_parts_of(const struct ddz_rules *rules, ddz_hand hand) {
  struct ddz_parts parts = {.wilds = ddz_hand_only(hand, rules->wild | 1u << DDZ_RANK_F)};
  parts.state.hand = hand - parts.wilds;
  if (parts.wilds != 0) {
    parts.state.wants.wilds = (uint8_t)ddz_hand_size(parts.wilds);
    parts.state.wants.face = (uint8_t)ddz_hand_top(parts.wilds);
    parts.state.wants.spare =
        parts.state.wants.face == DDZ_RANK_F && ddz_hand_count(parts.state.hand, DDZ_RANK_2) == 3;
  }
  return parts;
}

static void serve(const struct ddz_state *state, int top, struct ddz_serving serving, void *self,
                  ddz_serving_visitor *visit) {
  struct ddz_state rest = *state;
  int cards = serving.solos + 2 * serving.pairs - serving.wilds;
  if (cards > ddz_hand_count(rest.hand, top) || serving.wilds > rest.wants.wilds) return;
  rest.hand -= ddz_hand_of(top, cards);
  rest.wants.solos -= (uint8_t)serving.solos;
  rest.wants.pairs -= (uint8_t)serving.pairs;
  rest.wants.wilds -= (uint8_t)serving.wilds;
  rest.wants.settled = ddz_hand_count(rest.hand, top) > 0;
  rest = ddz_state_settled(rest);
  visit(self, &serving, &rest);
}

void ddz_each_serving(const struct ddz_state *state, int top, void *self, ddz_serving_visitor *visit) {
  const struct ddz_wants *wants = &state->wants;
  bool pair = wants->pairs > 0 && top <= DDZ_RANK_2, mixed = pair && wants->face != DDZ_RANK_F;
  for (int solos = 0; solos <= wants->each && solos <= wants->solos; solos++) {
    serve(state, top, (struct ddz_serving){solos, 0, 0}, self, visit);
    if (pair) serve(state, top, (struct ddz_serving){solos, 1, 0}, self, visit);
    if (mixed) serve(state, top, (struct ddz_serving){solos, 1, 1}, self, visit);
  }
}

/* ---- splits of a rank ---- */

const struct ddz_form_row ddz_forms[DDZ_FORMS] = {
    [DDZ_FORM_SOLO] = {1, 1, 0, DDZ_SOLO},         [DDZ_FORM_PAIR] = {2, 2, 0, DDZ_PAIR},
    [DDZ_FORM_TRIO] = {3, 3, 0, DDZ_TRIO},         [DDZ_FORM_TRIO_OPEN] = {3, 3, 1, DDZ_TRIO},
    [DDZ_FORM_BOMB] = {4, 12, 0, DDZ_BOMB},        [DDZ_FORM_KICKER_SOLO] = {1, 1, -1, DDZ_PASS},
    [DDZ_FORM_KICKER_PAIR] = {2, 2, -1, DDZ_PASS},
};

struct splitting {
  struct ddz_split split;
  bool flower;
  void *self;
  ddz_split_visitor *visit;
};

static bool allowed(const struct ddz_group *group, bool flower) {
  int cards = group->naturals + group->wilds;
  if (cards < ddz_forms[group->form].least || cards > ddz_forms[group->form].most) return false;
  if (!flower) return true;
  return cards <= 4 && (group->wilds == 0 || ddz_forms[group->form].kind != DDZ_PASS);
}

/* Groups are chosen in descending order of (form, naturals, wilds), so that no split comes twice. */
static int order(const struct ddz_group *group) {
  return (group->form << 3 | group->naturals) << 4 | group->wilds;
}

static void split_rest(struct splitting *s, int naturals, int wilds) {
  struct ddz_split *split = &s->split;
  if (naturals == 0) {
    if (wilds == 0) s->visit(s->self, split);
    return;
  }
  int last = split->count > 0 ? order(&split->group[split->count - 1]) : 1 << 30;
  for (int form = 0; form < DDZ_FORMS; form++)
    for (int own = 1; own <= naturals; own++)
      for (int wild = 0; wild <= wilds; wild++) {
        struct ddz_group group = {(uint8_t)form, (uint8_t)own, (uint8_t)wild};
        if (!allowed(&group, s->flower) || order(&group) > last) continue;
        split->group[split->count++] = group;
        split_rest(s, naturals - own, wilds - wild);
        split->count--;
      }
}

void ddz_each_split(int naturals, int wilds, bool flower, void *self, ddz_split_visitor *visit) {
  struct splitting s = {.flower = flower, .self = self, .visit = visit};
  split_rest(&s, naturals, wilds);
}

ddz_weight_sum ddz_group_weight(const struct ddz_group *group, int rank) {
  if (group->form == DDZ_FORM_KICKER_SOLO) return DDZ_WEIGHT_KICKER_SOLO;
  if (group->form == DDZ_FORM_KICKER_PAIR) return DDZ_WEIGHT_KICKER_PAIR;
  return ddz_weight((enum ddz_kind)ddz_forms[group->form].kind, rank, 1, group->naturals + group->wilds);
}

/* ---- planes with kickers ---- */

/* Planes being chosen. */
struct choosing {
  struct ddz_planes planes;
  struct ddz_state rest;
  void *self;
  ddz_planes_visitor *visit;
};

static void choose_planes(const struct choosing *before, int from);

static void add_plane(const struct choosing *before, const struct ddz_run *run, int kicker) {
  struct choosing c = *before;
  struct ddz_wants *wants = &c.rest.wants;
  enum ddz_kind kind = kicker == 1 ? DDZ_TRIO_SOLO_CHAIN : DDZ_TRIO_PAIR_CHAIN;
  c.planes.plane[c.planes.count++] =
      (struct ddz_plane){run->take, (uint8_t)kind, run->rank, run->length, run->wilds};
  c.planes.weight += ddz_weight_run(kind, run->rank, run->length);
  c.rest.hand -= run->take;
  wants->wilds -= run->wilds;
  if (kicker == 1) {
    wants->solos += run->length;
    wants->each++;
  } else {
    wants->pairs += run->length;
  }
  int cards = ddz_hand_size(c.rest.hand) + wants->wilds;
  if (wants->solos + 2 * wants->pairs > cards) return;
  struct ddz_state rest = ddz_state_settled(c.rest);
  c.visit(c.self, &c.planes, &rest);
  if (c.planes.count < 2) choose_planes(&c, run->rank + run->length);
}

/* Every run of trios with room for kickers, 2..5 ranks, its lowest rank at least `from`; at least one card is
 * natural. */
static void choose_planes(const struct choosing *c, int from) {
  for (int low = from; low < DDZ_RANK_A; low++) {
    int lack = 0;
    ddz_hand take = 0;
    for (int high = low; high <= DDZ_RANK_A && high < low + 5; high++) {
      int have = ddz_hand_count(c->rest.hand, high), use = have < 3 ? have : 3;
      lack += 3 - use;
      if (lack > c->rest.wants.wilds) break;
      take |= ddz_hand_of(high, use);
      if (high == low || take == 0) continue;
      struct ddz_run run = {take, 3, (uint8_t)low, (uint8_t)(high - low + 1), (uint8_t)lack};
      for (int kicker = 1; kicker <= 2; kicker++) add_plane(c, &run, kicker);
    }
  }
}

void ddz_each_planes(const struct ddz_parts *parts, void *self, ddz_planes_visitor *visit) {
  ddz_ranks trios = ddz_hand_at_least(parts->state.hand, 3) & DDZ_CHAIN_RANKS;
  if (parts->state.wants.wilds == 0 && (trios & trios >> 1) == 0) return;
  struct choosing c = {.rest = parts->state, .self = self, .visit = visit};
  choose_planes(&c, DDZ_RANK_3);
}

/* ---- lanes ---- */

enum {
  LINES = 4096, /* states remembered, a power of two */
  LINE_BITS = 12,
  DDZ_LANE_ZERO = 6, /* where lane 0 lies in a stored vector: guards are before and after */
  DDZ_LANES_STORED = 16,
  OPTIONS = 2 * DDZ_SPLIT_MAX + 1,
  FLOWER = DDZ_WILDS_MAX + 1, /* the row of the options that use the flower */
  RANKS = DDZ_RANK_R + 1,
  FACES = DDZ_RANK_2 + 1
};

/* What a rank's cards can become on their own: the best way for each balance of slots. */
struct options {
  int8_t count;
  int8_t slots[OPTIONS];
  ddz_weight_sum weight[OPTIONS];
};

/* A remembered state. The key is compared in full; a line is overwritten by the next state that needs it. */
struct line {
  ddz_hand hand;
  struct ddz_wants wants;
  ddz_weight_sum lane[DDZ_LANES_STORED];
};

struct ddz_lanes {
  struct options options[2][DDZ_WILDS_MAX + 2][5][RANKS]; /* [every] by wildcards, naturals, rank */
  ddz_weight_sum wild_end[FACES][DDZ_WILDS_MAX + 1][DDZ_LANES_STORED]; /* wildcards that are left over */
  ddz_weight_sum flower_end[DDZ_LANES_STORED];
  ddz_weight_sum end[DDZ_LANES_STORED]; /* nothing is left */
  ddz_weight_sum dead[DDZ_LANES_STORED];
  ddz_weight_sum joker[DDZ_LANES_STORED]; /* of the last hand with a joker that wants nothing */
  struct line line[LINES];
};

/* ---- vectors ---- */

/* sum = from shifted by `slots` + weight, lane by lane. `from` is at its lane 0. */
DDZ_INLINE void begin(ddz_weight_sum *restrict sum, const ddz_weight_sum *restrict from, int slots,
                      ddz_weight_sum weight) {
  for (int i = 0; i < DDZ_LANES; i++) sum[i] = from[DDZ_LANE_LEAST - slots + i] + weight;
}

/* The greater of both. */
DDZ_INLINE void relax(ddz_weight_sum *restrict sum, const ddz_weight_sum *restrict from, int slots,
                      ddz_weight_sum weight) {
  from += DDZ_LANE_LEAST - slots;
  for (int i = 0; i < DDZ_LANES; i++) {
    ddz_weight_sum with = from[i] + weight;
    sum[i] = sum[i] > with ? sum[i] : with;
  }
}

DDZ_INLINE void clear(ddz_weight_sum *sum) {
  for (int i = 0; i < DDZ_LANES; i++) sum[i] = DDZ_NEVER;
}

static void clear_stored(ddz_weight_sum *lane) {
  for (int i = 0; i < DDZ_LANES_STORED; i++) lane[i] = DDZ_NEVER;
}

/* ---- states ---- */

DDZ_INLINE uint64_t wants_bits(const struct ddz_wants *wants) {
  uint64_t bits;
  memcpy(&bits, wants, sizeof bits);
  return bits;
}

DDZ_INLINE struct line *line_of(struct ddz_lanes *lanes, ddz_hand hand, uint64_t wants) {
  uint64_t hash = (hand ^ wants * 0xD6E8FEB86659FD93ull) * 0x9E3779B97F4A7C15ull;
  return &lanes->line[hash >> (64 - LINE_BITS)];
}

DDZ_INLINE const ddz_weight_sum *keep(struct ddz_lanes *lanes, ddz_hand hand, struct ddz_wants wants,
                                      const ddz_weight_sum *sum) {
  struct line *line = line_of(lanes, hand, wants_bits(&wants));
  line->hand = hand;
  line->wants = wants;
  memcpy(line->lane + DDZ_LANE_ZERO + DDZ_LANE_LEAST, sum, DDZ_LANES * sizeof *sum);
  return line->lane + DDZ_LANE_ZERO;
}

/* A state whose value is growing. */
struct growing {
  struct ddz_lanes *lanes;
  struct ddz_state state;
  int top;
  ddz_weight_sum sum[DDZ_LANES];
};

DDZ_INLINE ddz_weight_sum run_weight(const struct ddz_run *run) {
  return ddz_weight_run(ddz_run_kind(run), run->rank, run->length);
}

/* The same for any number of slots, within the lanes. */
static void relax_far(ddz_weight_sum *sum, const ddz_weight_sum *from, int slots, ddz_weight_sum weight) {
  for (int lane = DDZ_LANE_LEAST; lane <= DDZ_LANE_MOST; lane++) {
    if (lane - slots < DDZ_LANE_LEAST || lane - slots > DDZ_LANE_MOST) continue;
    ddz_weight_sum with = from[lane - slots] + weight, *at = &sum[lane - DDZ_LANE_LEAST];
    *at = *at > with ? *at : with;
  }
}

static const ddz_weight_sum *plain_lanes(struct ddz_lanes *lanes, ddz_hand hand);

static void plain_run(void *self, const struct ddz_run *run) {
  struct growing *g = self;
  relax(g->sum, plain_lanes(g->lanes, g->state.hand - run->take), 0, run_weight(run));
}

/* The value of a hand without jokers that wants nothing: nine states in ten of all that are met. */
static const ddz_weight_sum *plain_lanes(struct ddz_lanes *lanes, ddz_hand hand) {
  if (hand == 0) return lanes->end + DDZ_LANE_ZERO;
  struct line *line = line_of(lanes, hand, 0);
  if (line->hand == hand && wants_bits(&line->wants) == 0) return line->lane + DDZ_LANE_ZERO;

  struct growing g = {.lanes = lanes, .state = {.hand = hand}};
  int top = ddz_hand_top(hand), count = ddz_hand_count(hand, top);
  const struct options *options = &lanes->options[0][0][count][top];
  const ddz_weight_sum *from = plain_lanes(lanes, hand - ddz_hand_of(top, count));
  begin(g.sum, from, options->slots[0], options->weight[0]);
  for (int i = 1; i < options->count; i++) relax(g.sum, from, options->slots[i], options->weight[i]);
  if (top <= DDZ_RANK_A) ddz_each_run(hand, top, 0, false, &g, plain_run);
  return keep(lanes, hand, g.state.wants, g.sum);
}

/* The same with jokers in it. Not remembered: it is quicker worked out. */
static const ddz_weight_sum *joker_lanes(struct ddz_lanes *lanes, ddz_hand hand) {
  ddz_weight_sum *sum = lanes->joker + DDZ_LANE_ZERO + DDZ_LANE_LEAST;
  if (ddz_hand_contains(hand, DDZ_HAND_ROCKET)) {
    begin(sum, plain_lanes(lanes, hand - DDZ_HAND_ROCKET), 0, ddz_weight_run(DDZ_ROCKET, DDZ_RANK_B, 1));
  } else {
    int top = ddz_hand_top(hand);
    const ddz_weight_sum *from = plain_lanes(lanes, hand - ddz_hand_of(top, 1));
    begin(sum, from, 0, ddz_weight_run(DDZ_SOLO, top, 1));
    relax(sum, from, -1, DDZ_WEIGHT_KICKER_SOLO);
  }
  return lanes->joker + DDZ_LANE_ZERO;
}

/* No naturals left: the wildcards take the kickers that are wanted and end on their own. */
static const ddz_weight_sum *last_lanes(const struct ddz_lanes *lanes, const struct ddz_wants *wants) {
  int kickers = wants->solos + 2 * wants->pairs, left = wants->wilds - kickers;
  if (left < 0 || (kickers > 0 && wants->face == DDZ_RANK_F)) return lanes->dead + DDZ_LANE_ZERO;
  if (left == 0) return lanes->end + DDZ_LANE_ZERO;
  if (wants->face == DDZ_RANK_F) return lanes->flower_end + DDZ_LANE_ZERO;
  return lanes->wild_end[wants->face][left] + DDZ_LANE_ZERO;
}

/* Kickers of planes first. */
static void wanting_serving(void *self, const struct ddz_serving *serving, const struct ddz_state *rest) {
  struct growing *g = self;
  (void)serving;
  relax(g->sum, ddz_lanes_of(g->lanes, rest), 0, 0);
}

static void wanting_run(void *self, const struct ddz_run *run) {
  struct growing *g = self;
  struct ddz_state next = ddz_state_without(g->state, g->top, run->take, run->wilds);
  relax(g->sum, ddz_lanes_of(g->lanes, &next), 0, run_weight(run));
}

/* A joker may also go as the rocket, or with three wildcards, which then are twos. */
static void grow_jokers(struct growing *g) {
  if (ddz_hand_contains(g->state.hand, DDZ_HAND_ROCKET)) {
    struct ddz_state next = ddz_state_without(g->state, g->top, DDZ_HAND_ROCKET, 0);
    relax(g->sum, ddz_lanes_of(g->lanes, &next), 0, ddz_weight_run(DDZ_ROCKET, DDZ_RANK_B, 1));
  }
  if (g->state.wants.wilds >= 3) {
    struct ddz_state next = ddz_state_without(g->state, g->top, ddz_hand_of(g->top, 1), 3);
    relax(g->sum, ddz_lanes_of(g->lanes, &next), 0, ddz_weight_run(DDZ_TRIO_SOLO, DDZ_RANK_2, 1));
  }
}

/* Runs from the highest rank, and its cards on their own with any number of wildcards. */
static void grow_bodies(struct growing *g) {
  int top = g->top, count = ddz_hand_count(g->state.hand, top), wilds = g->state.wants.wilds;
  bool flower = g->state.wants.face == DDZ_RANK_F, every = g->state.wants.every != 0;
  bool spare = g->state.wants.spare != 0;
  for (int used = 0; used <= wilds; used++) {
    const struct options *options = &g->lanes->options[every][used > 0 && flower ? FLOWER : used][count][top];
    if (options->count == 0) continue;
    struct ddz_state next = ddz_state_without(g->state, top, ddz_hand_of(top, count), used);
    const ddz_weight_sum *from = ddz_lanes_of(g->lanes, &next);
    for (int i = 0; i < options->count; i++)
      if (every)
        relax_far(g->sum, from, options->slots[i], options->weight[i]);
      else
        relax(g->sum, from, options->slots[i], options->weight[i]);
  }
  if (top <= DDZ_RANK_A) ddz_each_run(g->state.hand, top, wilds, spare, g, wanting_run);
  if (top > DDZ_RANK_2) grow_jokers(g);
}

const ddz_weight_sum *ddz_lanes_of(struct ddz_lanes *lanes, const struct ddz_state *state) {
  const struct ddz_wants *wants = &state->wants;
  uint64_t bits = wants_bits(wants);
  if (bits == 0 && state->hand >> 4 * DDZ_RANK_B == 0) return plain_lanes(lanes, state->hand);
  if (bits == 0) return joker_lanes(lanes, state->hand);
  if (state->hand == 0) return last_lanes(lanes, wants);
  int kickers = wants->solos + 2 * wants->pairs;
  if (kickers > ddz_hand_size(state->hand) + wants->wilds) return lanes->dead + DDZ_LANE_ZERO;
  struct line *line = line_of(lanes, state->hand, bits);
  if (line->hand == state->hand && wants_bits(&line->wants) == bits) return line->lane + DDZ_LANE_ZERO;

  struct growing g = {.lanes = lanes, .state = *state, .top = ddz_hand_top(state->hand)};
  clear(g.sum);
  if (kickers > 0 && !wants->settled)
    ddz_each_serving(state, g.top, &g, wanting_serving);
  else
    grow_bodies(&g);
  return keep(lanes, state->hand, *wants, g.sum);
}

/* ---- tables ---- */

static ddz_weight_sum greater(ddz_weight_sum a, ddz_weight_sum b) { return a > b ? a : b; }

struct tabling {
  int rank;
  ddz_weight_sum best[OPTIONS]; /* by slots, DDZ_SPLIT_MAX being none */
};

static void table_split(void *self, const struct ddz_split *split) {
  struct tabling *t = self;
  int slots = 0;
  ddz_weight_sum weight = 0;
  for (int i = 0; i < split->count; i++) {
    slots += ddz_forms[split->group[i].form].slots;
    weight += ddz_group_weight(&split->group[i], t->rank);
  }
  ddz_weight_sum *best = &t->best[slots + DDZ_SPLIT_MAX];
  *best = greater(*best, weight);
}

/* Is way `a` never better than way `b`? With slots to fill to spare a trio elsewhere stays bare; a slot less
 * costs at most a play of its kicker. */
static bool beaten(const struct tabling *t, int a, int b) {
  if (a == b || t->best[b] == DDZ_NEVER) return false;
  if (a < b) return b <= DDZ_SPLIT_MAX && t->best[b] >= t->best[a];
  return t->best[b] >= t->best[a] + (a - b) * DDZ_WEIGHT_SLOT;
}

static void table_options(struct ddz_lanes *lanes, int row, int naturals, int rank) {
  struct tabling t = {.rank = rank};
  bool flower = row == FLOWER;
  for (int i = 0; i < OPTIONS; i++) t.best[i] = DDZ_NEVER;
  ddz_each_split(naturals, flower ? 1 : row, flower, &t, table_split);
  for (int every = 0; every <= 1; every++) {
    struct options *options = &lanes->options[every][row][naturals][rank];
    for (int a = 0; a < OPTIONS; a++) {
      bool kept = t.best[a] != DDZ_NEVER;
      for (int b = 0; kept && !every && b < OPTIONS; b++) kept = !beaten(&t, a, b);
      if (!kept) continue;
      assert(every || (a - DDZ_SPLIT_MAX >= -2 && a - DDZ_SPLIT_MAX <= 1)); /* the guards of a line */
      options->slots[options->count] = (int8_t)(a - DDZ_SPLIT_MAX);
      options->weight[options->count++] = t.best[a];
    }
  }
}

/* Wildcards only, with nothing else left: some are kickers, the others one play of the rank they have. */
static void table_wild_end(ddz_weight_sum *lane, int face, int wilds) {
  clear_stored(lane);
  for (int solos = 0; solos <= wilds; solos++)
    for (int pairs = 0; solos + 2 * pairs <= wilds; pairs++) {
      int left = wilds - solos - 2 * pairs, slots = -solos - pairs;
      ddz_weight_sum weight = solos * DDZ_WEIGHT_KICKER_SOLO + pairs * DDZ_WEIGHT_KICKER_PAIR +
                              ddz_weight(ddz_kind_of_equal(left), face, 1, left);
      for (int open = 0; open <= (left == 3); open++) {
        if (slots + open < DDZ_LANE_LEAST) continue;
        ddz_weight_sum *at = &lane[DDZ_LANE_ZERO + slots + open];
        *at = greater(*at, weight);
      }
    }
}

static void table_ends(struct ddz_lanes *lanes) {
  clear_stored(lanes->dead);
  clear_stored(lanes->joker);
  clear_stored(lanes->end);
  clear_stored(lanes->flower_end);
  lanes->end[DDZ_LANE_ZERO] = 0;
  lanes->flower_end[DDZ_LANE_ZERO] = ddz_weight_run(DDZ_SOLO, DDZ_RANK_A, 1);
  for (int face = 0; face < FACES; face++)
    for (int wilds = 0; wilds <= DDZ_WILDS_MAX; wilds++)
      table_wild_end(lanes->wild_end[face][wilds], face, wilds);
}

size_t ddz_lanes_size(void) { return sizeof(struct ddz_lanes); }

void ddz_lanes_reset(struct ddz_lanes *lanes) {
  for (int i = 0; i < LINES; i++) {
    lanes->line[i].hand = 0; /* no state that is remembered has an empty hand */
    clear_stored(lanes->line[i].lane);
  }
}

struct ddz_lanes *ddz_lanes_init(void *memory) {
  struct ddz_lanes *lanes = memory;
  memset(lanes, 0, sizeof *lanes);
  for (int rank = 0; rank < FACES; rank++)
    for (int naturals = 1; naturals <= DDZ_SPLIT_MAX; naturals++)
      for (int row = 0; row <= (rank <= DDZ_RANK_A ? FLOWER : DDZ_WILDS_MAX); row++) /* F is no 2 */
        table_options(lanes, row, naturals, rank);
  for (int joker = DDZ_RANK_B; joker <= DDZ_RANK_R; joker++) table_options(lanes, 0, 1, joker);
  table_ends(lanes);
  ddz_lanes_reset(lanes);
  return lanes;
}
