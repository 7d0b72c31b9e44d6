/* partition.c - the best ways to split a hand: the evaluator's recursion walked back.
 *
 * The evaluator knows the best value of every state, so a walk from the whole hand downwards can tell at
 * each step how good a partition can still become, and turns back when that is not good enough. The limit
 * begins just below the best value and is lowered until the wanted number of partitions is found: the last
 * round visits little more than them.
 *
 * While a walk goes on, kickers are loose pieces. Who takes which is decided at the end, and
 * partitions that differ only in that have the same pieces, so one is kept. */
#include "partition.h"

#include <string.h>

#include "lanes.h"

enum { PIECES = DDZ_HAND_MAX, BEST_MAX = 16, KICKER = 16, ANY_RANK = DDZ_RANKS, STEP = 4000 };

/* A body, or a kicker that looks for one. No padding: pieces are compared as bytes. */
struct piece {
  ddz_hand naturals;
  uint8_t form; /* bodies: copies of each rank; kickers: KICKER + cards; 0: the rocket */
  uint8_t rank; /* lowest; ANY_RANK: a kicker of wildcards only */
  uint8_t length;
  uint8_t wilds;
  uint8_t kind; /* of bodies: as bare; planes: with their kickers */
  uint8_t open; /* kickers it takes */
  uint8_t spare[2];
};

struct split {
  ddz_weight_sum weight;
  int count;
  struct piece piece[PIECES];
  uint8_t body[PIECES]; /* once it is complete: the piece that takes each kicker */
};

struct walk {
  struct ddz_lanes *lanes;
  const struct ddz_rules *rules;
  const struct ddz_parts *parts;
  struct split now;
  int run_top;          /* runs of one highest rank are taken in descending order, */
  uint32_t run_last;    /* this was the last */
  ddz_weight_sum limit; /* only what is better counts */
  ddz_weight_sum cut;   /* how good the best that was not could have been; DDZ_NEVER: there was nothing */
  int wanted, found;
  struct split best[BEST_MAX]; /* best first, each sorted by `piece_order` */
};

/* ---- what was found ---- */

static int piece_order(const struct piece *a, const struct piece *b) {
  struct piece x = *a, y = *b;
  x.kind = y.kind = x.open = y.open = 0; /* which of them takes which kicker does not matter here */
  return memcmp(&x, &y, sizeof x);
}

static void sort_pieces(struct split *split) {
  for (int i = 1; i < split->count; i++) {
    struct piece piece = split->piece[i];
    int at = i;
    for (; at > 0 && piece_order(&piece, &split->piece[at - 1]) < 0; at--)
      split->piece[at] = split->piece[at - 1];
    split->piece[at] = piece;
  }
}

static bool same_pieces(const struct split *a, const struct split *b) {
  if (a->count != b->count) return false;
  for (int i = 0; i < a->count; i++)
    if (piece_order(&a->piece[i], &b->piece[i]) != 0) return false;
  return true;
}

/* Does a kicker suit a body? `has` are the ranks the body has as kickers already. Distinct ranks are the
 * power's own rule; that both jokers may be kickers of one plane is, though never best, a matter of the
 * rules. */
static bool suits(const struct ddz_rules *rules, const struct piece *kicker, const struct piece *body,
                  ddz_ranks has) {
  const ddz_ranks jokers = 1u << DDZ_RANK_B | 1u << DDZ_RANK_R;
  int cards = kicker->form - KICKER;
  if (body->open == 0 || (body->naturals | kicker->naturals) == 0) return false;
  if ((body->kind == DDZ_TRIO_SOLO_CHAIN || body->kind == DDZ_TRIO_SOLO) && cards != 1) return false;
  if (body->kind == DDZ_TRIO_PAIR_CHAIN && cards != 2) return false;
  if (kicker->rank == ANY_RANK) return true;
  bool own = kicker->rank >= body->rank && kicker->rank < body->rank + body->length;
  ddz_ranks with = has | (ddz_ranks)(1u << kicker->rank);
  if (with == has || own) return false;
  return (with & jokers) != jokers || rules->row[body->kind].rocket;
}

/* Kickers looking for bodies. */
struct matching {
  const struct ddz_rules *rules;
  struct split *split; /* its bodies count the kickers they still take */
  ddz_ranks has[PIECES];
};

/* Planes with kickers take all of them; a trio that stays without is bare. */
static bool all_served(const struct split *split) {
  for (int i = 0; i < split->count; i++)
    if (split->piece[i].open > 0 && split->piece[i].kind != DDZ_TRIO) return false;
  return true;
}

static bool match_from(struct matching *m, int i) {
  struct split *split = m->split;
  struct piece *const piece = split->piece;
  while (i < split->count && piece[i].form < KICKER) i++;
  if (i == split->count) return all_served(split);
  for (int b = 0; b < split->count; b++) {
    if (!suits(m->rules, &piece[i], &piece[b], m->has[b])) continue;
    ddz_ranks rank = piece[i].rank == ANY_RANK ? 0 : (ddz_ranks)(1u << piece[i].rank);
    piece[b].open--;
    m->has[b] |= rank;
    split->body[i] = (uint8_t)b;
    if (match_from(m, i + 1)) return true;
    piece[b].open++;
    m->has[b] &= (ddz_ranks)~rank;
  }
  return false;
}

/* A complete partition: into the list, unless its pieces are there or it cannot be dealt out. */
static void found(struct walk *w) {
  struct split split = w->now;
  struct matching m = {.rules = w->rules, .split = &split};
  sort_pieces(&split);
  if (!match_from(&m, 0)) return;
  int at = 0;
  while (at < w->found && !same_pieces(&w->best[at], &split)) at++;
  if (at < w->found && w->best[at].weight >= split.weight) return;
  if (at == w->found && w->found < w->wanted) w->found++;
  if (at == w->wanted) at--; /* the last falls out */
  for (; at > 0 && w->best[at - 1].weight < split.weight; at--) w->best[at] = w->best[at - 1];
  w->best[at] = split;
  if (w->found == w->wanted && w->best[w->found - 1].weight > w->limit)
    w->limit = w->best[w->found - 1].weight;
}

/* ---- the walk ---- */

static void push(struct walk *w, struct piece piece, ddz_weight_sum weight) {
  w->now.piece[w->now.count++] = piece;
  w->now.weight += weight;
}

static void walk_on(struct walk *w, const struct ddz_state *state, int slots);

/* One more piece, and on from what it leaves. */
static void walk_with(struct walk *w, struct piece piece, ddz_weight_sum weight, const struct ddz_state *rest,
                      int slots) {
  push(w, piece, weight);
  walk_on(w, rest, slots);
  w->now.count--;
  w->now.weight -= weight;
}

/* Can a state that may fill `slots` still beat the limit? */
static bool promising(struct walk *w, const struct ddz_state *state, int slots) {
  const ddz_weight_sum *lanes = ddz_lanes_of(w->lanes, state);
  ddz_weight_sum best = DDZ_NEVER;
  for (int lane = slots > -DDZ_LANE_LEAST ? DDZ_LANE_LEAST : -slots; lane <= DDZ_LANE_MOST; lane++)
    if (lanes[lane] > best) best = lanes[lane];
  if (best <= DDZ_NEVER / 2) return false;
  best += w->now.weight;
  if (best > w->limit) return true;
  if (best > w->cut) w->cut = best;
  return false;
}

/* Cards of one rank settling on their own. */
struct settling {
  struct walk *walk;
  struct ddz_state rest; /* without them */
  int rank, slots;
};

static struct piece group_piece(const struct ddz_group *group, int rank) {
  int cards = group->naturals + group->wilds;
  uint8_t kind = ddz_forms[group->form].kind;
  return (struct piece){.naturals = ddz_hand_of(rank, group->naturals),
                        .form = (uint8_t)(kind == DDZ_PASS ? KICKER + cards : cards),
                        .rank = (uint8_t)rank,
                        .length = 1,
                        .wilds = group->wilds,
                        .kind = kind,
                        .open = group->form == DDZ_FORM_TRIO_OPEN};
}

static void walk_split(void *self, const struct ddz_split *split) {
  struct settling *s = self;
  struct walk *w = s->walk;
  int count = w->now.count, slots = s->slots;
  ddz_weight_sum weight = w->now.weight;
  for (int i = 0; i < split->count; i++)
    if (split->group[i].form == DDZ_FORM_TRIO) return; /* as good as an open one that nobody fills */
  for (int i = 0; i < split->count; i++) {
    push(w, group_piece(&split->group[i], s->rank), ddz_group_weight(&split->group[i], s->rank));
    slots += ddz_forms[split->group[i].form].slots;
  }
  walk_on(w, &s->rest, slots);
  w->now.count = count;
  w->now.weight = weight;
}

/* A state whose highest rank goes. */
struct running {
  struct walk *walk;
  const struct ddz_state *state;
  int top, slots;
};

static void walk_run(void *self, const struct ddz_run *run) {
  struct running *r = self;
  struct walk *w = r->walk;
  struct ddz_state rest = ddz_state_without(*r->state, r->top, run->take, run->wilds);
  int top = w->run_top;
  uint32_t last = w->run_last, order = (uint32_t)(run->body << 16 | run->length << 8 | run->wilds);
  if (top == r->top && order > last) return;
  const ddz_weight_sum weight = ddz_weight_run(ddz_run_kind(run), run->rank, run->length);
  const struct piece piece = {.naturals = run->take,
                              .form = run->body,
                              .rank = run->rank,
                              .length = run->length,
                              .wilds = run->wilds,
                              .kind = (uint8_t)ddz_run_kind(run)};
  w->run_top = r->top, w->run_last = order;
  walk_with(w, piece, weight, &rest, r->slots);
  w->run_top = top, w->run_last = last;
}

static void push_kicker(struct walk *w, int rank, int naturals, int wilds, ddz_weight_sum bonus) {
  push(w,
       (struct piece){.naturals = naturals > 0 ? ddz_hand_of(rank, naturals) : 0,
                      .form = (uint8_t)(KICKER + naturals + wilds),
                      .rank = (uint8_t)(naturals > 0 ? rank : ANY_RANK),
                      .length = 1,
                      .wilds = (uint8_t)wilds},
       bonus);
}

/* A joker may also go as the rocket, or with three wildcards, which then are twos. */
static void walk_jokers(const struct running *r) {
  struct walk *w = r->walk;
  if (ddz_hand_contains(r->state->hand, DDZ_HAND_ROCKET)) {
    const struct ddz_state rest = ddz_state_without(*r->state, r->top, DDZ_HAND_ROCKET, 0);
    const struct piece rocket = {
        .naturals = DDZ_HAND_ROCKET, .rank = DDZ_RANK_B, .length = 1, .kind = DDZ_ROCKET};
    walk_with(w, rocket, ddz_weight_run(DDZ_ROCKET, DDZ_RANK_B, 1), &rest, r->slots);
  }
  if (r->state->wants.wilds < 3) return;
  const struct ddz_state rest = ddz_state_without(*r->state, r->top, ddz_hand_of(r->top, 1), 3);
  const struct piece twos = {
      .form = 3, .rank = DDZ_RANK_2, .length = 1, .wilds = 3, .kind = DDZ_TRIO_SOLO, .open = 1};
  push_kicker(w, r->top, 1, 0, 0);
  walk_with(w, twos, ddz_weight_run(DDZ_TRIO_SOLO, DDZ_RANK_2, 1), &rest, r->slots);
  w->now.count--;
}

static void walk_bodies(struct running *r) {
  const struct ddz_state *state = r->state;
  int top = r->top, count = ddz_hand_count(state->hand, top), wilds = state->wants.wilds;
  bool flower = state->wants.face == DDZ_RANK_F;
  if (top > DDZ_RANK_2) walk_jokers(r);
  for (int used = 0; used <= wilds; used++) {
    if (used > 0 && top > (flower ? DDZ_RANK_A : DDZ_RANK_2)) break;
    struct settling s = {r->walk, ddz_state_without(*state, top, ddz_hand_of(top, count), used), top,
                         r->slots};
    ddz_each_split(count, used, flower && used > 0, &s, walk_split);
  }
  if (top <= DDZ_RANK_A) ddz_each_run(state->hand, top, wilds, state->wants.spare != 0, r, walk_run);
}

/* Kickers of planes from the highest rank. */
static void walk_serving(void *self, const struct ddz_serving *serving, const struct ddz_state *rest) {
  struct running *r = self;
  struct walk *w = r->walk;
  int count = w->now.count;
  for (int i = 0; i < serving->solos; i++) push_kicker(w, r->top, 1, 0, 0);
  if (serving->pairs > 0) push_kicker(w, r->top, 2 - serving->wilds, serving->wilds, 0);
  walk_on(w, rest, r->slots);
  w->now.count = count;
}

/* Wildcards on their own: one play, none open. */
static void walk_wild_play(struct walk *w, int face, int wilds, int slots) {
  enum ddz_kind kind = ddz_kind_of_equal(wilds);
  int rank = face == DDZ_RANK_F ? DDZ_RANK_A : face;
  if (slots + (wilds == 3) < 0) return;
  if (wilds == 0) {
    found(w);
    return;
  }
  ddz_weight_sum weight = ddz_weight(kind, rank, 1, wilds);
  push(w,
       (struct piece){.form = (uint8_t)wilds,
                      .rank = (uint8_t)rank,
                      .length = 1,
                      .wilds = (uint8_t)wilds,
                      .kind = (uint8_t)kind,
                      .open = wilds == 3 && face != DDZ_RANK_F},
       weight);
  if (w->now.weight > w->limit)
    found(w);
  else if (w->now.weight > w->cut)
    w->cut = w->now.weight;
  w->now.count--;
  w->now.weight -= weight;
}

/* No naturals left: kickers out of wildcards, then kickers, then the rest as one play. */
static void walk_end(struct walk *w, const struct ddz_wants *wants, int slots) {
  int count = w->now.count, wilds = wants->wilds - wants->solos - 2 * wants->pairs;
  ddz_weight_sum weight = w->now.weight;
  bool flower = wants->face == DDZ_RANK_F;
  for (int i = 0; i < wants->solos; i++) push_kicker(w, 0, 0, 1, 0);
  for (int i = 0; i < wants->pairs; i++) push_kicker(w, 0, 0, 2, 0);
  int kickers = w->now.count;
  for (int solos = 0; solos <= (flower ? 0 : wilds); solos++)
    for (int pairs = 0; solos + 2 * pairs <= (flower ? 0 : wilds); pairs++) {
      w->now.count = kickers;
      w->now.weight = weight;
      for (int i = 0; i < solos; i++) push_kicker(w, 0, 0, 1, DDZ_WEIGHT_KICKER_SOLO);
      for (int i = 0; i < pairs; i++) push_kicker(w, 0, 0, 2, DDZ_WEIGHT_KICKER_PAIR);
      walk_wild_play(w, wants->face, wilds - solos - 2 * pairs, slots - solos - pairs);
    }
  w->now.count = count;
  w->now.weight = weight;
}

static void walk_on(struct walk *w, const struct ddz_state *state, int slots) {
  const struct ddz_wants *wants = &state->wants;
  if (!promising(w, state, slots)) return;
  if (state->hand == 0) {
    walk_end(w, wants, slots);
    return;
  }
  struct running r = {w, state, ddz_hand_top(state->hand), slots};
  if (wants->solos + wants->pairs > 0 && !wants->settled)
    ddz_each_serving(state, r.top, &r, walk_serving);
  else
    walk_bodies(&r);
}

static void walk_planes(void *self, const struct ddz_planes *planes, const struct ddz_state *rest) {
  struct walk *w = self;
  for (int i = 0; i < planes->count; i++)
    push(w,
         (struct piece){.naturals = planes->plane[i].take,
                        .form = 3,
                        .rank = planes->plane[i].rank,
                        .length = planes->plane[i].length,
                        .wilds = planes->plane[i].wilds,
                        .kind = planes->plane[i].kind,
                        .open = planes->plane[i].length},
         0);
  w->now.weight = planes->weight;
  walk_on(w, rest, 0);
  w->now.count = 0;
  w->now.weight = 0;
}

/* All partitions better than the limit, as far as they are wanted. */
static void walk_all(struct walk *w, ddz_weight_sum limit) {
  w->limit = limit;
  w->found = 0;
  w->cut = DDZ_NEVER;
  w->run_top = -1;
  walk_on(w, &w->parts->state, 0);
  ddz_each_planes(w->parts, w, walk_planes);
}

/* ---- pieces into plays ---- */

/* `count` wildcards of those left: of the highest rank for a play of their own, else of the lowest. */
static ddz_hand deal_wilds(ddz_hand *left, int count, bool highest) {
  ddz_hand dealt = 0;
  for (; count > 0; count--) {
    ddz_hand card = ddz_hand_of(highest ? ddz_hand_top(*left) : ddz_hand_bottom(*left), 1);
    *left -= card;
    dealt += card;
  }
  return dealt;
}

/* The kind of a body with its kickers: `cards` of each, 0 when there are none. */
static enum ddz_kind full_kind(const struct piece *body, int cards) {
  if (body->kind != DDZ_TRIO || cards == 0) return (enum ddz_kind)body->kind;
  return cards == 1 ? DDZ_TRIO_SOLO : DDZ_TRIO_PAIR;
}

/* With wildcards the classifier knows best what they stand for. */
static void read_wilds(const struct ddz_rules *rules, struct ddz_play *play) {
  struct ddz_play readings[DDZ_READINGS_MAX];
  int n = ddz_readings(rules, play->cards, readings);
  for (int i = 0; i < n; i++)
    if (ddz_play_alike(&readings[i], play)) *play = readings[i];
}

static int play_order(const struct ddz_play *play) {
  return (play->length == 1) << 16 | play->kind << 8 | play->rank;
}

static void add_play(struct ddz_partition *out, struct ddz_play play) {
  int at = out->plays++;
  for (; at > 0 && play_order(&play) < play_order(&out->play[at - 1]); at--)
    out->play[at] = out->play[at - 1];
  out->play[at] = play;
}

static void write_out(const struct walk *w, const struct split *split, struct ddz_partition *out) {
  ddz_hand cards[PIECES], left = w->parts->wilds;
  int kicker[PIECES] = {0};
  for (int own = 1; own >= 0; own--)
    for (int i = 0; i < split->count; i++) {
      const struct piece *piece = &split->piece[i];
      bool is_own = piece->naturals == 0 && piece->form < KICKER && piece->kind != DDZ_TRIO_SOLO;
      if (is_own == own) cards[i] = piece->naturals + deal_wilds(&left, piece->wilds, own);
    }
  for (int i = 0; i < split->count; i++) {
    if (split->piece[i].form < KICKER) continue;
    cards[split->body[i]] += cards[i];
    kicker[split->body[i]] = split->piece[i].form - KICKER;
  }
  out->power = ddz_sum_power(split->weight);
  out->plays = 0;
  for (int i = 0; i < split->count; i++) {
    const struct piece *piece = &split->piece[i];
    if (piece->form >= KICKER) continue;
    struct ddz_play play = ddz_play_of(full_kind(piece, kicker[i]), piece->rank, piece->length, cards[i]);
    const ddz_hand wilds = ddz_hand_only(cards[i], w->rules->wild | 1u << DDZ_RANK_F);
    play.subs = (uint8_t)ddz_hand_size(wilds);
    if (wilds != 0) read_wilds(w->rules, &play);
    add_play(out, play);
  }
}

int ddz_partitions(struct ddz_power *power, const struct ddz_rules *rules, ddz_hand hand, int k,
                   struct ddz_partition *out) {
  struct ddz_parts parts = ddz_parts_of(rules, hand);
  parts.state.wants.every = 1;
  struct walk w = {.lanes = ddz_power_lanes(power),
                   .rules = rules,
                   .parts = &parts,
                   .wanted = k < BEST_MAX ? k : BEST_MAX};
  w.cut = ddz_power_sum(power, rules, hand);
  for (int round = 1; w.found < w.wanted && w.cut != DDZ_NEVER; round++)
    walk_all(&w, w.cut - (round == 1 ? 1 : round * round * DDZ_WEIGHT(STEP)));
  for (int i = 0; i < w.found; i++) write_out(&w, &w.best[i], &out[i]);
  return w.found;
}
