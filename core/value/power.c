/* power.c - the power of a hand, by one pass over its ranks.
 *
 * Highest rank first. A state is what is left of the hand; at its highest rank r either a run that begins
 * there goes, or all cards of r become groups of their own and r is done. Only runs touch lower ranks,
 * so a hand of 20 cards has some twenty distinct states.
 *
 * Kickers cost nothing to enumerate: a trio opens a slot, a card or a pair elsewhere fills it, and nobody
 * asks who takes whom. Hence a state's value is a vector over the balance of slots:
 *
 *   lane b = the best sum of weights when the state's cards open b more slots than they fill, b = -5..6
 *
 * and the hand's value is lane 0 at the end. 21 cards fill at most five slots, so no other balance can be on
 * the way to 0. One balance serves both kinds of kicker, for a trio takes either; the bonus travels with the
 * kicker.
 *
 * Planes with kickers cannot share those slots: their kickers are of one kind and of distinct ranks. They are
 * rare, so the set of planes is chosen first (none, one or two: 21 cards hold no more), and the rest is
 * evaluated by states that also want the kickers: at most one pair a rank, and at most as many singles a rank
 * as there are planes taking singles. For 2 + 2 and 3 + 2 kickers that limit is all that distinctness asks
 * (Gale and Ryser). A set is dropped unless a bound beats the best so far: its kickers taken as kickers, of
 * any kind and rank.
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
 *   highest natural of its body, and that one goes before the body in this recursion. Under the
 *   flower: a kicker leaves a plane or trio, which with w would hold a bomb; but F is no 2. So three twos may
 *   have a pair xx for a kicker while F stands for x in a run (222 55, 34F67), and with three twos in a hand
 *   each run is also tried with each card spared. A single kicker can again be the highest of the run.
 *
 * All of this is checked against tests/support/naive_power.c, which knows nothing of it. */
#include "power.h"

#include <assert.h>
#include <string.h>

/* ---- weights ---- */

enum {
#define WEIGHT(kind, base, rank, length)                                                                     \
  BASE_##kind = DDZ_WEIGHT(base), RANK_##kind = DDZ_WEIGHT(rank), LENGTH_##kind = DDZ_WEIGHT(length),
#include "weights.def"
};

/* A row for each of pattern.def: one that weights.def lacks does not compile. */
static const struct weight_row {
  ddz_weight_sum base, rank, length;
} weight_rows[DDZ_KINDS] = {
#define PATTERN(kind, ...) [DDZ_##kind] = {BASE_##kind, RANK_##kind, LENGTH_##kind},
#include "core/rules/pattern.def"
};

/* The weight of a run of no bomb: two multiplications. */
static inline ddz_weight_sum weight_of_run(enum ddz_kind kind, int rank, int length) {
  const struct weight_row *of = &weight_rows[kind];
  return of->base + of->rank * (rank + 3) + of->length * length - 1;
}

ddz_weight_sum ddz_weight(enum ddz_kind kind, int rank, int length, int size) {
  if (kind == DDZ_PASS) return 0;
  if (kind != DDZ_BOMB) return weight_of_run(kind, rank, length);
  ddz_weight_sum four = rank == DDZ_RANK_2 ? DDZ_WEIGHT_BOMB_OF_TWOS - 1 : weight_of_run(kind, rank, length);
  return four + (size - 4) * DDZ_WEIGHT_FURTHER_CARD;
}

#define INLINE static inline __attribute__((always_inline))

/* ---- a state: what is left of a hand while its power is computed, and what it still wants ----
 *
 * A hand without its wildcards, their number, and the kickers that chosen planes still lack. */

enum { WILDS_MAX = 8 };

/* What a state wants beside its hand. All zero for a plain hand. */
struct wants {
  uint8_t wilds;  /* wildcards at hand, 0..8 */
  uint8_t face;   /* what a group of wildcards only is: the highest wild rank; F: the flower; 0: no wilds */
  uint8_t solos;  /* single kickers still to be taken for planes, 0..5 */
  uint8_t pairs;  /* pair kickers still to be taken, 0..4 */
  uint8_t each;   /* most single kickers of one rank: the planes that take singles */
  uint8_t served; /* 1: the kickers of the highest rank have been taken */
  uint8_t spare;  /* 1: the flower may stand in a run for a card that is there; see above */
  uint8_t unused;
};

struct state {
  ddz_hand hand; /* naturals */
  struct wants wants;
};

/* Make states of equal value equal in bytes: wants that no longer matter become zero. */
static inline struct state tidied(struct state state) {
  struct wants *wants = &state.wants;
  if (wants->wilds == 0) wants->face = wants->spare = 0;
  if (wants->solos == 0) wants->each = 0;
  if (wants->solos + wants->pairs == 0) wants->served = 0;
  return state;
}

/* A state without cards of a run, or all of the highest rank `top`, and wildcards beside them. */
static inline struct state state_without(struct state state, int top, ddz_hand take, int wilds) {
  state.hand -= take;
  state.wants.wilds -= (uint8_t)wilds;
  state.wants.served = state.wants.served && ddz_hand_count(state.hand, top) > 0;
  return tidied(state);
}

static struct state state_of(const struct ddz_rules *rules, ddz_hand hand) {
  const ddz_hand wilds = ddz_hand_only(hand, rules->wild | 1u << DDZ_RANK_F);
  struct state state = {.hand = hand - wilds};
  if (wilds == 0) return state;
  state.wants.wilds = (uint8_t)ddz_hand_size(wilds);
  state.wants.face = (uint8_t)ddz_hand_top(wilds);
  state.wants.spare = state.wants.face == DDZ_RANK_F && ddz_hand_count(state.hand, DDZ_RANK_2) == 3;
  return state;
}

/* ---- the runs a hand can fill from a given highest rank ----
 *
 * A run is 5 and more ranks of single cards, 3 and more of pairs or 2 and more of trios within 3..A.
 * Wildcards fill what it lacks: where the hand has k of the n cards wanted, n - k.
 *
 * The visitors are inlined: with a constant visitor and a constant 0 for the wildcards the compiler removes
 * the general code. */

struct run {
  ddz_hand take;  /* natural cards */
  uint8_t body;   /* copies of each rank, 1..3 */
  uint8_t rank;   /* lowest */
  uint8_t length; /* ranks */
  uint8_t wilds;  /* wildcards beside them */
};

/* As a play, bare. */
INLINE ddz_weight_sum run_weight(const struct run *run) {
  static const uint8_t kinds[] = {DDZ_PASS, DDZ_SOLO_CHAIN, DDZ_PAIR_CHAIN, DDZ_TRIO_CHAIN};
  return weight_of_run((enum ddz_kind)kinds[run->body], run->rank, run->length);
}

typedef void run_visitor(void *self, const struct run *run);

/* The run with one more wildcard in place of each of its naturals in turn, but for the last of rank `top`. */
INLINE void run_spared(struct run run, int top, void *self, run_visitor *visit) {
  run.wilds++;
  for (int rank = run.rank; rank <= top; rank++) {
    if (ddz_hand_count(run.take, rank) <= (rank == top)) continue;
    struct run spared = run;
    spared.take -= ddz_hand_of(rank, 1);
    visit(self, &spared);
  }
}

/* Every run whose highest natural card is of rank `top`, the highest rank of `hand`; with `spare` also those
 * that spare a card (run_spared). */
INLINE void each_run(ddz_hand hand, int top, int wilds, bool spare, void *self, run_visitor *visit) {
  static const uint8_t shortest[] = {0, DDZ_LEAST_SOLO_CHAIN, DDZ_LEAST_PAIR_CHAIN, DDZ_LEAST_TRIO_CHAIN};
  for (int body = 1; body <= 3; body++)
    for (int high = top; high <= DDZ_RANK_A && (high - top) * body <= wilds; high++) {
      int lack = (high - top) * body;
      ddz_hand take = 0;
      for (int low = top; low >= 0; low--) {
        int have = ddz_hand_count(hand, low), use = have < body ? have : body;
        lack += body - use;
        if (lack > wilds) break;
        take |= ddz_hand_of(low, use);
        if (high - low + 1 < shortest[body]) continue;
        struct run run = {take, (uint8_t)body, (uint8_t)low, (uint8_t)(high - low + 1), (uint8_t)lack};
        visit(self, &run);
        if (spare && lack < wilds) run_spared(run, top, self, visit);
      }
    }
}

/* ---- the evaluator's memory: tables and states it remembers, some 360 KiB, and behind them the memo ---- */

enum {
  LANE_LEAST = -5,
  LANE_MOST = 6,
  LANES = LANE_MOST - LANE_LEAST + 1,
  LANE_ZERO = 6, /* where lane 0 lies in a stored vector: guards are before and after */
  LANES_STORED = 15,
  KNOWN = 4096, /* states remembered, a power of two */
  KNOWN_BITS = 12,
  GROUPS_MAX = 4, /* of the cards of a rank: one natural each */
  OPTIONS = 2 * GROUPS_MAX + 1,
  FLOWER = WILDS_MAX + 1, /* the row of the options that use the flower */
  RANKS = DDZ_RANK_R + 1,
  FACES = DDZ_RANK_2 + 1
};

/* What a rank's cards can become on their own: the best way for each balance of slots. */
struct options {
  int8_t count;
  int8_t slots[OPTIONS];
  ddz_weight_sum weight[OPTIONS];
};

/* What is remembered has one place, which its hash names; the next that needs the place takes it. Keys are
 * compared in full: a state or hand may be forgotten but never gets another one's value. */
struct known {
  ddz_hand hand; /* 0: unused; the states of an empty hand are tables */
  struct wants wants;
  ddz_weight_sum lane[LANES_STORED];
};

/* The value of a hand with these wild ranks: an entry of the memo. */
struct entry {
  ddz_hand hand; /* 0: unused; the empty hand is never kept */
  ddz_weight_sum value;
  ddz_ranks wild;
};

struct ddz_power {
  struct options options[WILDS_MAX + 2][GROUPS_MAX + 1][RANKS]; /* by wildcards, naturals, rank */
  ddz_weight_sum wild_end[FACES][WILDS_MAX + 1][LANES_STORED];  /* wildcards that are left over */
  ddz_weight_sum flower_end[LANES_STORED];
  ddz_weight_sum end[LANES_STORED]; /* nothing is left */
  ddz_weight_sum dead[LANES_STORED];
  struct ddz_memo_stats stats;
  struct known known[KNOWN];
  struct entry memo[]; /* stats.capacity */
};

/* ---- vectors ---- */

/* sum = from shifted by `slots` + weight, lane by lane. `from` is at its lane 0. */
INLINE void begin(ddz_weight_sum *restrict sum, const ddz_weight_sum *restrict from, int slots,
                  ddz_weight_sum weight) {
  for (int i = 0; i < LANES; i++) sum[i] = from[LANE_LEAST - slots + i] + weight;
}

/* The greater of both. */
INLINE void relax(ddz_weight_sum *restrict sum, const ddz_weight_sum *restrict from, int slots,
                  ddz_weight_sum weight) {
  from += LANE_LEAST - slots;
  for (int i = 0; i < LANES; i++) {
    ddz_weight_sum with = from[i] + weight;
    sum[i] = sum[i] > with ? sum[i] : with;
  }
}

INLINE void clear(ddz_weight_sum *lane, int lanes) {
  for (int i = 0; i < lanes; i++) lane[i] = DDZ_NEVER;
}

/* ---- states ---- */

INLINE uint64_t wants_bits(const struct wants *wants) {
  uint64_t bits;
  memcpy(&bits, wants, sizeof bits);
  return bits;
}

INLINE struct known *known_of(struct ddz_power *power, ddz_hand hand, uint64_t wants) {
  uint64_t hash = (hand ^ wants * 0xD6E8FEB86659FD93ull) * 0x9E3779B97F4A7C15ull;
  return &power->known[hash >> (64 - KNOWN_BITS)];
}

INLINE const ddz_weight_sum *keep(struct ddz_power *power, ddz_hand hand, struct wants wants,
                                  const ddz_weight_sum *sum) {
  struct known *known = known_of(power, hand, wants_bits(&wants));
  known->hand = hand;
  known->wants = wants;
  memcpy(known->lane + LANE_ZERO + LANE_LEAST, sum, LANES * sizeof *sum);
  return known->lane + LANE_ZERO;
}

/* A state whose value is growing. */
struct growing {
  struct ddz_power *power;
  struct state state;
  int top;
  ddz_weight_sum sum[LANES];
};

static const ddz_weight_sum *plain_lanes(struct ddz_power *power, ddz_hand hand);
static const ddz_weight_sum *lanes_of(struct ddz_power *power, const struct state *state);

static void plain_run(void *self, const struct run *run) {
  struct growing *g = self;
  relax(g->sum, plain_lanes(g->power, g->state.hand - run->take), 0, run_weight(run));
}

/* The value of a hand without jokers that wants nothing: nine states in ten of all that are met. */
static const ddz_weight_sum *plain_lanes(struct ddz_power *power, ddz_hand hand) {
  if (hand == 0) return power->end + LANE_ZERO;
  struct known *known = known_of(power, hand, 0);
  if (known->hand == hand && wants_bits(&known->wants) == 0) return known->lane + LANE_ZERO;

  struct growing g = {.power = power, .state = {.hand = hand}};
  int top = ddz_hand_top(hand), count = ddz_hand_count(hand, top);
  const struct options *options = &power->options[0][count][top];
  const ddz_weight_sum *from = plain_lanes(power, hand - ddz_hand_of(top, count));
  begin(g.sum, from, options->slots[0], options->weight[0]);
  for (int i = 1; i < options->count; i++) relax(g.sum, from, options->slots[i], options->weight[i]);
  if (top <= DDZ_RANK_A) each_run(hand, top, 0, false, &g, plain_run);
  return keep(power, hand, g.state.wants, g.sum);
}

/* No naturals left: the wildcards take the kickers that are wanted and end on their own. */
static const ddz_weight_sum *last_lanes(const struct ddz_power *power, const struct wants *wants) {
  int kickers = wants->solos + 2 * wants->pairs, left = wants->wilds - kickers;
  if (left < 0 || (kickers > 0 && wants->face == DDZ_RANK_F)) return power->dead + LANE_ZERO;
  if (left == 0) return power->end + LANE_ZERO;
  if (wants->face == DDZ_RANK_F) return power->flower_end + LANE_ZERO;
  return power->wild_end[wants->face][left] + LANE_ZERO;
}

/* Kickers of planes first: so many singles of the highest rank and, maybe, a pair with `mixed` wildcards in
 * it. */
static void grow_served(struct growing *g, int solos, int pairs, int mixed) {
  struct state rest = g->state;
  const int cards = solos + 2 * pairs - mixed;
  if (cards > ddz_hand_count(rest.hand, g->top) || mixed > rest.wants.wilds) return;
  rest.wants.solos -= (uint8_t)solos;
  rest.wants.pairs -= (uint8_t)pairs;
  rest.wants.served = 1;
  rest = state_without(rest, g->top, ddz_hand_of(g->top, cards), mixed);
  relax(g->sum, lanes_of(g->power, &rest), 0, 0);
}

static void grow_kickers(struct growing *g) {
  const struct wants *wants = &g->state.wants;
  const bool pair = wants->pairs > 0 && g->top <= DDZ_RANK_2, mixed = pair && wants->face != DDZ_RANK_F;
  for (int solos = 0; solos <= wants->each && solos <= wants->solos; solos++) {
    grow_served(g, solos, 0, 0);
    if (pair) grow_served(g, solos, 1, 0);
    if (mixed) grow_served(g, solos, 1, 1);
  }
}

/* One play of these cards and so many wildcards. */
INLINE void grow(struct growing *g, ddz_hand take, int wilds, ddz_weight_sum weight) {
  const struct state next = state_without(g->state, g->top, take, wilds);
  relax(g->sum, lanes_of(g->power, &next), 0, weight);
}

static void wanting_run(void *self, const struct run *run) {
  grow(self, run->take, run->wilds, run_weight(run));
}

/* A joker may also go as the rocket, or with three wildcards, which then are twos. */
static void grow_jokers(struct growing *g) {
  if (ddz_hand_contains(g->state.hand, DDZ_HAND_ROCKET))
    grow(g, DDZ_HAND_ROCKET, 0, weight_of_run(DDZ_ROCKET, DDZ_RANK_B, 1));
  if (g->state.wants.wilds >= 3)
    grow(g, ddz_hand_of(g->top, 1), 3, weight_of_run(DDZ_TRIO_SOLO, DDZ_RANK_2, 1));
}

/* Runs from the highest rank, and its cards on their own with any number of wildcards. */
static void grow_bodies(struct growing *g) {
  int top = g->top, count = ddz_hand_count(g->state.hand, top), wilds = g->state.wants.wilds;
  bool flower = g->state.wants.face == DDZ_RANK_F;
  bool spare = g->state.wants.spare != 0;
  for (int used = 0; used <= wilds; used++) {
    const struct options *options = &g->power->options[used > 0 && flower ? FLOWER : used][count][top];
    if (options->count == 0) continue;
    struct state next = state_without(g->state, top, ddz_hand_of(top, count), used);
    const ddz_weight_sum *from = lanes_of(g->power, &next);
    for (int i = 0; i < options->count; i++) relax(g->sum, from, options->slots[i], options->weight[i]);
  }
  if (top <= DDZ_RANK_A) each_run(g->state.hand, top, wilds, spare, g, wanting_run);
  if (top > DDZ_RANK_2) grow_jokers(g);
}

/* The value of a state: a pointer to its lane 0, good until the next call. Lanes that a best partition never
 * needs may be too low. */
static const ddz_weight_sum *lanes_of(struct ddz_power *power, const struct state *state) {
  const struct wants *wants = &state->wants;
  uint64_t bits = wants_bits(wants);
  if (bits == 0 && state->hand >> 4 * DDZ_RANK_B == 0) return plain_lanes(power, state->hand);
  if (state->hand == 0) return last_lanes(power, wants);
  int kickers = wants->solos + 2 * wants->pairs;
  if (kickers > ddz_hand_size(state->hand) + wants->wilds) return power->dead + LANE_ZERO;
  struct known *known = known_of(power, state->hand, bits);
  if (known->hand == state->hand && wants_bits(&known->wants) == bits) return known->lane + LANE_ZERO;

  struct growing g = {.power = power, .state = *state, .top = ddz_hand_top(state->hand)};
  clear(g.sum, LANES);
  if (kickers > 0 && !wants->served)
    grow_kickers(&g);
  else
    grow_bodies(&g);
  return keep(power, state->hand, *wants, g.sum);
}

/* ---- planes with kickers, chosen before all else ---- */

struct planes {
  struct ddz_power *power;
  ddz_weight_sum best;
  struct chosen {
    int count;
    ddz_weight_sum weight;
    struct state rest;
  } now;
};

/* Kickers as kickers of any kind and rank, their bonus taken off again. */
static ddz_weight_sum bound(struct ddz_power *power, const struct state *rest) {
  struct state loose = *rest;
  int kickers = rest->wants.solos + rest->wants.pairs;
  ddz_weight_sum bonus =
      rest->wants.solos * DDZ_WEIGHT_KICKER_SOLO + rest->wants.pairs * DDZ_WEIGHT_KICKER_PAIR;
  ddz_weight_sum best = DDZ_NEVER;
  loose.wants.solos = loose.wants.pairs = 0;
  loose = tidied(loose);
  const ddz_weight_sum *lanes = lanes_of(power, &loose);
  for (int lane = -kickers; lane <= LANE_MOST; lane++) best = ddz_most(best, lanes[lane]);
  return best - bonus;
}

static void choose_planes(struct planes *p, int from);

/* One more with `kicker` cards a kicker; its body is a run of trios. */
static void add_plane(struct planes *p, const struct run *run, int kicker) {
  const struct chosen before = p->now;
  struct chosen *now = &p->now;
  struct wants *wants = &now->rest.wants;
  now->count++;
  now->weight +=
      weight_of_run(kicker == 1 ? DDZ_TRIO_SOLO_CHAIN : DDZ_TRIO_PAIR_CHAIN, run->rank, run->length);
  now->rest.hand -= run->take;
  wants->wilds -= run->wilds;
  if (kicker == 1) {
    wants->solos += run->length;
    wants->each++;
  } else {
    wants->pairs += run->length;
  }
  if (wants->solos + 2 * wants->pairs <= ddz_hand_size(now->rest.hand) + wants->wilds) {
    const struct state rest = tidied(now->rest);
    if (now->weight + bound(p->power, &rest) > p->best)
      p->best = ddz_most(p->best, now->weight + *lanes_of(p->power, &rest));
    if (now->count < 2) choose_planes(p, run->rank + run->length);
  }
  p->now = before;
}

/* Every run of trios with room for kickers, 2..5 ranks, its lowest rank at least `from`; at least one card is
 * natural. */
static void choose_planes(struct planes *p, int from) {
  for (int low = from; low < DDZ_RANK_A; low++) {
    int lack = 0;
    ddz_hand take = 0;
    for (int high = low; high <= DDZ_RANK_A && high < low + 5; high++) {
      int have = ddz_hand_count(p->now.rest.hand, high), use = have < 3 ? have : 3;
      lack += 3 - use;
      if (lack > p->now.rest.wants.wilds) break;
      take |= ddz_hand_of(high, use);
      if (high == low || take == 0) continue;
      struct run run = {take, 3, (uint8_t)low, (uint8_t)(high - low + 1), (uint8_t)lack};
      for (int kicker = 1; kicker <= 2; kicker++) add_plane(p, &run, kicker);
    }
  }
}

static ddz_weight_sum solve(struct ddz_power *power, const struct state *state) {
  struct planes p = {.power = power, .best = *lanes_of(power, state), .now.rest = *state};
  const ddz_ranks trios = ddz_hand_at_least(state->hand, 3) & DDZ_CHAIN_RANKS;
  if (state->wants.wilds > 0 || (trios & trios >> 1) != 0) choose_planes(&p, DDZ_RANK_3);
  return p.best;
}

/* ---- the value of a hand ---- */

/* Counts sit in the low bits of nibbles and the multiplication carries them upwards, so the well mixed bits
 * are the high ones; folding them down lets every card reach all of these. */
static struct entry *entry_of(struct ddz_power *power, ddz_hand hand, ddz_ranks wild) {
  uint64_t hash = (hand ^ (uint64_t)wild << 45) * 0x9E3779B97F4A7C15ull;
  hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93ull;
  return &power->memo[(hash >> 32) * power->stats.capacity >> 32];
}

ddz_weight_sum ddz_power_of(struct ddz_power *power, const struct ddz_rules *rules, ddz_hand hand) {
  if (hand == 0) return 0;
  const struct state state = state_of(rules, hand);
  const ddz_ranks wild = state.wants.wilds > 0 ? rules->wild : 0;
  struct entry *entry = entry_of(power, hand, wild);
  if (entry->hand == hand && entry->wild == wild) {
    power->stats.hits++;
  } else {
    power->stats.misses++;
    power->stats.fill += entry->hand == 0;
    *entry = (struct entry){hand, solve(power, &state), wild};
  }
  return entry->value;
}

/* ---- tables: what the cards of one rank can become on their own, outside runs ----
 *
 * `naturals` cards of a rank, with some wildcards, fall into groups; every group has at least one natural.
 *
 *   form        cards   slots  weight
 *   solo          1       0    solo
 *   pair          2       0    pair
 *   trio          3       0    trio, bare
 *   trio open     3      +1    trio; somewhere a kicker fills it
 *   bomb          4..12   0    bomb; longer than four only with wild ranks
 *   kicker solo   1      -1    the bonus of the trio it fills
 *   kicker pair   2      -1    likewise
 *
 * A wildcard may be in any group of two and more; the flower only in bodies. */

static const struct form {
  uint8_t least, most; /* cards */
  int8_t slots;        /* it opens, or fills: negative */
  uint8_t kind;        /* of the play; kickers are none */
} forms[] = {{1, 1, 0, DDZ_SOLO},  {2, 2, 0, DDZ_PAIR},  {3, 3, 0, DDZ_TRIO}, {3, 3, 1, DDZ_TRIO},
             {4, 12, 0, DDZ_BOMB}, {1, 1, -1, DDZ_PASS}, {2, 2, -1, DDZ_PASS}};
enum { FORMS = sizeof forms / sizeof *forms };

struct tabling {
  int rank;
  bool flower;
  ddz_weight_sum best[OPTIONS]; /* by slots, GROUPS_MAX being none */
};

static bool may_be(const struct form *form, int naturals, int wilds, bool flower) {
  const int cards = naturals + wilds;
  if (cards < form->least || cards > form->most) return false;
  return !flower || (cards <= 4 && (wilds == 0 || form->kind != DDZ_PASS));
}

static ddz_weight_sum form_weight(const struct form *form, int rank, int cards) {
  if (form->kind == DDZ_PASS) return cards == 1 ? DDZ_WEIGHT_KICKER_SOLO : DDZ_WEIGHT_KICKER_PAIR;
  return ddz_weight((enum ddz_kind)form->kind, rank, 1, cards);
}

/* Every way to make groups of the cards that are left, in descending order of (form, naturals, wilds): none
 * comes twice. */
static void table_groups(struct tabling *t, int naturals, int wilds, int last, int slots,
                         ddz_weight_sum weight) {
  if (naturals == 0) {
    ddz_weight_sum *best = &t->best[slots + GROUPS_MAX];
    if (wilds == 0) *best = ddz_most(*best, weight);
    return;
  }
  for (int f = 0; f < FORMS; f++)
    for (int own = 1; own <= naturals; own++)
      for (int wild = 0; wild <= wilds; wild++) {
        const int order = (f << 3 | own) << 4 | wild;
        if (order > last || !may_be(&forms[f], own, wild, t->flower)) continue;
        table_groups(t, naturals - own, wilds - wild, order, slots + forms[f].slots,
                     weight + form_weight(&forms[f], t->rank, own + wild));
      }
}

/* Is way `a` never better than way `b`? With slots to fill to spare a trio elsewhere stays bare; a slot less
 * costs at most a play of its kicker. */
static bool beaten(const struct tabling *t, int a, int b) {
  if (a == b || t->best[b] == DDZ_NEVER) return false;
  if (a < b) return b <= GROUPS_MAX && t->best[b] >= t->best[a];
  return t->best[b] >= t->best[a] + (a - b) * DDZ_WEIGHT_SLOT;
}

static void table_options(struct ddz_power *power, int row, int naturals, int rank) {
  struct tabling t = {.rank = rank, .flower = row == FLOWER};
  for (int i = 0; i < OPTIONS; i++) t.best[i] = DDZ_NEVER;
  table_groups(&t, naturals, t.flower ? 1 : row, 1 << 30, 0, 0);
  struct options *options = &power->options[row][naturals][rank];
  for (int a = 0; a < OPTIONS; a++) {
    bool kept = t.best[a] != DDZ_NEVER;
    for (int b = 0; kept && b < OPTIONS; b++) kept = !beaten(&t, a, b);
    if (!kept) continue;
    assert(a - GROUPS_MAX >= -2 && a - GROUPS_MAX <= 1); /* the guards of a stored vector */
    options->slots[options->count] = (int8_t)(a - GROUPS_MAX);
    options->weight[options->count++] = t.best[a];
  }
}

/* Wildcards only, with nothing else left: some are kickers, the others one play of the rank they have. */
static void table_wild_end(ddz_weight_sum *lane, int face, int wilds) {
  clear(lane, LANES_STORED);
  for (int solos = 0; solos <= wilds; solos++)
    for (int pairs = 0; solos + 2 * pairs <= wilds; pairs++) {
      int left = wilds - solos - 2 * pairs, slots = -solos - pairs;
      ddz_weight_sum weight = solos * DDZ_WEIGHT_KICKER_SOLO + pairs * DDZ_WEIGHT_KICKER_PAIR +
                              ddz_weight(ddz_kind_of_equal(left), face, 1, left);
      for (int open = 0; open <= (left == 3); open++) {
        if (slots + open < LANE_LEAST) continue;
        ddz_weight_sum *at = &lane[LANE_ZERO + slots + open];
        *at = ddz_most(*at, weight);
      }
    }
}

static void table_ends(struct ddz_power *power) {
  clear(power->dead, LANES_STORED);
  clear(power->end, LANES_STORED);
  clear(power->flower_end, LANES_STORED);
  power->end[LANE_ZERO] = 0;
  power->flower_end[LANE_ZERO] = weight_of_run(DDZ_SOLO, DDZ_RANK_A, 1);
  for (int face = 0; face < FACES; face++)
    for (int wilds = 0; wilds <= WILDS_MAX; wilds++)
      table_wild_end(power->wild_end[face][wilds], face, wilds);
}

/* ---- its memory ---- */

static size_t entries_of(size_t bytes) {
  return bytes < sizeof(struct entry) ? 1 : bytes / sizeof(struct entry);
}

size_t ddz_power_size(size_t memo_bytes) {
  return sizeof(struct ddz_power) + entries_of(memo_bytes) * sizeof(struct entry);
}

void ddz_power_reset(struct ddz_power *power) {
  power->stats = (struct ddz_memo_stats){.capacity = power->stats.capacity};
  memset(power->memo, 0, power->stats.capacity * sizeof *power->memo);
  for (int i = 0; i < KNOWN; i++) {
    power->known[i].hand = 0;
    clear(power->known[i].lane, LANES_STORED);
  }
}

struct ddz_power *ddz_power_init(void *memory, size_t memo_bytes) {
  struct ddz_power *power = memory;
  memset(power, 0, sizeof *power);
  for (int rank = 0; rank < FACES; rank++)
    for (int naturals = 1; naturals <= GROUPS_MAX; naturals++)
      for (int row = 0; row <= (rank <= DDZ_RANK_A ? FLOWER : WILDS_MAX); row++) /* F is no 2 */
        table_options(power, row, naturals, rank);
  for (int joker = DDZ_RANK_B; joker <= DDZ_RANK_R; joker++) table_options(power, 0, 1, joker);
  table_ends(power);
  power->stats.capacity = entries_of(memo_bytes);
  ddz_power_reset(power);
  return power;
}

struct ddz_memo_stats ddz_power_stats(const struct ddz_power *power) {
  return power->stats;
}
