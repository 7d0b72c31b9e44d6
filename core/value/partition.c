/* partition.c - the best ways to split a hand: one play that holds its highest card, then one that holds the
 * highest of what is left, and so on, as long as the power of the rest says that enough can still come of it.
 *
 * The power is exact, so the walk turns back as soon as a way cannot be better than the limit. That begins
 * just below the best value and is lowered until the wanted number is found: the last round visits little
 * more than them. */
#include "partition.h"

#include <assert.h>

enum { STEP = 4000 };

struct walk {
  struct ddz_power *power;
  struct ddz_rules rules; /* those of the power: its plays and no others */
  struct ddz_play *room;  /* for lists of plays, one behind the other */
  struct ddz_partition now;
  ddz_weight_sum limit; /* only what is better counts */
  ddz_weight_sum cut;   /* how good the best that was not could have been; DDZ_NEVER: there was nothing */
  int wanted, found;
  struct ddz_partition *best; /* best first */
};

/* ---- what was found ---- */

static ddz_hand kickers_of(const struct ddz_play *play) {
  const bool none = ddz_pattern_rows[play->kind].kicker == 0;
  return none ? 0 : ddz_hand_only(play->cards, (ddz_ranks)~ddz_play_run(play));
}

/* A body, by its copies, length and rank, or a kicker (0), as a number for a sum: wildcards are alike. */
static uint64_t piece_of(const struct walk *w, ddz_hand cards, unsigned body) {
  const ddz_hand naturals = ddz_rules_naturals(&w->rules, cards);
  const uint64_t wilds = (uint64_t)ddz_hand_size(cards - naturals);
  uint64_t hash = naturals ^ (wilds << 24 | body) * 0x9E3779B97F4A7C15ull;
  hash = (hash ^ hash >> 30) * 0xBF58476D1CE4E5B9ull; /* as splitmix64 (rng.c): sums of less do collide */
  hash = (hash ^ hash >> 27) * 0x94D049BB133111EBull;
  return hash ^ hash >> 31;
}

/* What a split is made of, whoever takes which kicker: equal for equal pieces; for others once in 2^64. */
static uint64_t pieces_of(const struct walk *w, const struct ddz_partition *split) {
  uint64_t sum = 0;
  for (const struct ddz_play *play = split->play; play < split->play + split->plays; play++) {
    const unsigned copies = play->kind == DDZ_BOMB ? play->size : ddz_pattern_rows[play->kind].body;
    ddz_hand kickers = kickers_of(play);
    sum += piece_of(w, play->cards - kickers, copies << 16 | (unsigned)play->length << 8 | play->rank);
    for (ddz_hand kicker; kickers != 0; kickers -= kicker) {
      kicker = ddz_hand_of(ddz_hand_bottom(kickers), ddz_hand_count(kickers, ddz_hand_bottom(kickers)));
      sum += piece_of(w, kicker, 0);
    }
  }
  return sum;
}

/* A whole partition: into the list, unless its pieces are there and worth as much. */
static void found(struct walk *w) {
  int at = 0;
  const uint64_t pieces = pieces_of(w, &w->now);
  while (at < w->found && pieces_of(w, &w->best[at]) != pieces) at++;
  if (at < w->found && w->best[at].weight >= w->now.weight) return;
  if (at == w->found && w->found < w->wanted) w->found++;
  if (at == w->wanted) at--; /* the last falls out */
  for (; at > 0 && w->best[at - 1].weight < w->now.weight; at--) w->best[at] = w->best[at - 1];
  w->best[at] = w->now;
  if (w->found == w->wanted && w->best[w->found - 1].weight > w->limit)
    w->limit = w->best[w->found - 1].weight;
}

/* ---- trios can change their kickers: of all ways to deal them out one is enough ---- */

static bool is_trio(const struct walk *w, const struct ddz_play *play) {
  return ddz_pattern_rows[play->kind].body == 3 && play->length == 1 &&
         ddz_rules_wilds(&w->rules, play->cards) == 0;
}

/* Which goes first: higher ranks do, nearly, and nothing at all last. */
static bool goes_first(ddz_hand a, ddz_hand b) { return __builtin_bswap64(a) - 1 < __builtin_bswap64(b) - 1; }

/* Is there a trio before this one with which it can change kickers, so that they go in the order of their
 * bodies? */
static bool could_change(const struct walk *w, const struct ddz_play *play) {
  if (!is_trio(w, play)) return false;
  const ddz_hand ours = kickers_of(play);
  for (int i = 0; i < w->now.plays; i++) {
    const struct ddz_play *other = &w->now.play[i];
    const ddz_hand theirs = kickers_of(other);
    if (!is_trio(w, other) || ddz_hand_count(theirs, play->rank) > 0 || ddz_hand_count(ours, other->rank) > 0)
      continue;
    const bool first = goes_first(play->cards - ours, other->cards - theirs);
    if (first ? goes_first(theirs, ours) : goes_first(ours, theirs)) return true;
  }
  return false;
}

/* ---- the walk ---- */

/* Can what is left after a play still beat the limit? */
static bool promising(struct walk *w, ddz_hand rest, ddz_weight_sum weight) {
  const ddz_weight_sum best = w->now.weight + weight + ddz_power_of(w->power, &w->rules, rest);
  if (best > w->limit) return true;
  if (best > w->cut) w->cut = best;
  return false;
}

/* Wildcards are alike: a play takes the lowest. */
static bool takes_lowest(const struct walk *w, ddz_hand hand, ddz_hand cards) {
  const ddz_hand all = ddz_rules_wilds(&w->rules, hand), taken = ddz_rules_wilds(&w->rules, cards);
  return all - ddz_hand_highest(all, ddz_hand_size(all) - ddz_hand_size(taken)) == taken;
}

/* The classifier knows what wildcards that are alone stand for; a flower is known here only. */
static void read_wilds(const struct walk *w, struct ddz_play *play) {
  struct ddz_play readings[DDZ_READINGS_MAX];
  const int n = ddz_readings(&w->rules, play->cards, readings);
  for (int i = 0; i < n; i++)
    if (ddz_play_alike(&readings[i], play)) *play = readings[i];
}

/* Plays one behind the other in the room of a walk. */
struct list {
  struct ddz_play *play;
  size_t n;
};

/* All plays of a hand: those of `all`, where that is a list of a hand around it without wildcards. */
static struct list plays_of(const struct walk *w, ddz_hand hand, const struct list *all,
                            struct ddz_play *to) {
  const size_t room = (size_t)(w->room + DDZ_MOVES_MAX_WILD - to);
  struct list list = {to, 0};
  if (all == NULL) {
    list.n = ddz_moves(&w->rules, hand, NULL, DDZ_FILL_LACK, to, room);
  } else {
    for (size_t i = 0; i < all->n && list.n < room; i++)
      if (ddz_hand_contains(hand, all->play[i].cards)) to[list.n++] = all->play[i];
  }
  assert(list.n <= room);
  if (list.n > room) list.n = room;
  return list;
}

/* Of these the ones that hold the highest card and leave enough. */
static struct list steps_of(struct walk *w, ddz_hand hand, int top, const struct list *all,
                            struct ddz_play *to) {
  struct list list = {to, 0};
  for (size_t i = 0; i < all->n && to + list.n < w->room + DDZ_MOVES_MAX_WILD; i++) {
    const struct ddz_play *play = &all->play[i];
    if (ddz_hand_count(play->cards, top) == 0 || !takes_lowest(w, hand, play->cards)) continue;
    if (promising(w, hand - play->cards, ddz_play_weight(play))) to[list.n++] = *play;
  }
  return list;
}

static void walk_on(struct walk *w, ddz_hand hand, const struct list *all, struct ddz_play *to);

static void walk_with(struct walk *w, const struct ddz_play *play, ddz_hand rest, const struct list *all,
                      struct ddz_play *to) {
  const ddz_weight_sum weight = ddz_play_weight(play);
  if (!promising(w, rest, weight) || could_change(w, play)) return;
  w->now.play[w->now.plays++] = *play;
  w->now.weight += weight;
  walk_on(w, rest, all, to);
  w->now.plays--;
  w->now.weight -= weight;
}

/* Wildcards only are one play; a flower is an ace. */
static void walk_wilds(struct walk *w, ddz_hand hand, struct ddz_play *to) {
  const int n = ddz_hand_size(hand), top = ddz_hand_top(hand);
  struct ddz_play play = ddz_play_of(ddz_kind_of_equal(n), top == DDZ_RANK_F ? DDZ_RANK_A : top, 1, hand);
  read_wilds(w, &play);
  walk_with(w, &play, 0, NULL, to);
}

static void walk_on(struct walk *w, ddz_hand hand, const struct list *all, struct ddz_play *to) {
  if (hand == 0) {
    found(w);
    return;
  }
  const ddz_hand naturals = ddz_rules_naturals(&w->rules, hand);
  if (naturals == 0) {
    walk_wilds(w, hand, to);
    return;
  }
  const bool plain = naturals == hand;
  const struct list plays = plays_of(w, hand, all, to);
  const struct list steps =
      steps_of(w, hand, ddz_hand_top(naturals), &plays, plain ? to + plays.n : to); /* in its place */
  for (size_t i = 0; i < steps.n; i++)
    walk_with(w, &steps.play[i], hand - steps.play[i].cards, plain ? &plays : NULL, steps.play + steps.n);
}

/* ---- the call ---- */

/* The plays of a power: kickers of distinct ranks, no four with two, no chain of fours, long bombs of wild
 * ranks. That both jokers may be kickers of one plane is, though never best, a matter of the rules. */
static struct ddz_rules rules_of(const struct ddz_rules *rules) {
  struct ddz_rules own = *rules;
  uint32_t switches = 0;
  if (rules->row[DDZ_TRIO_SOLO_CHAIN].rocket) switches |= DDZ_SWITCH_KICKER_ROCKET;
  if (rules->wildcard == DDZ_WILDCARD_RANKS) switches |= DDZ_SWITCH_LONG_BOMBS;
  own.forbidden = 1u << DDZ_FOUR_TWO_SOLO | 1u << DDZ_FOUR_TWO_PAIR;
  ddz_rules_set_switches(&own, switches);
  return own;
}

static int play_order(const struct ddz_play *play) {
  return (play->length == 1) << 16 | play->kind << 8 | play->rank;
}

static void put_in_order(struct ddz_partition *split) {
  for (int i = 1; i < split->plays; i++) {
    const struct ddz_play play = split->play[i];
    int at = i;
    for (; at > 0 && play_order(&play) < play_order(&split->play[at - 1]); at--)
      split->play[at] = split->play[at - 1];
    split->play[at] = play;
  }
}

int ddz_partitions(struct ddz_prompter *prompter, const struct ddz_rules *rules, ddz_hand hand, int k,
                   struct ddz_partition *out) {
  struct walk w = {.power = ddz_prompter_power(prompter),
                   .rules = rules_of(rules),
                   .room = ddz_prompter_room(prompter),
                   .wanted = k,
                   .best = out};
  w.cut = ddz_power_of(w.power, rules, hand);
  for (int round = 1; w.found < w.wanted && w.cut != DDZ_NEVER; round++) {
    w.limit = w.cut - (round == 1 ? 1 : round * round * DDZ_WEIGHT(STEP));
    w.found = 0;
    w.cut = DDZ_NEVER;
    walk_on(&w, hand, NULL, w.room);
  }
  for (int i = 0; i < w.found; i++) put_in_order(&out[i]);
  return w.found;
}
