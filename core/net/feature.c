#include "feature.h"

#include <assert.h>
#include <string.h>

#include "core/rules/movegen.h"
#include "core/rules/thin.h"

static const struct ddz_feature_group groups[] = {
#define GROUP(name, inputs, text) {#name, text, DDZ_FEATURE_##name, (inputs), false},
#define ROOM(name, inputs, text) {#name, text, DDZ_FEATURE_##name, (inputs), true},
#include "feature.def"
#undef ROOM
#undef GROUP
};

size_t ddz_feature_groups(const struct ddz_feature_group **out) {
  *out = groups;
  return sizeof groups / sizeof *groups;
}

/* FNV-1a. */
uint32_t ddz_feature_sign(const struct ddz_feature_group *group, size_t n, uint32_t revision) {
  uint32_t hash = 2166136261u + revision;
  for (size_t i = 0; i < n; i++) {
    if (group[i].room) continue;
    for (const char *c = group[i].name; *c != '\0'; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
    hash = (hash ^ group[i].first) * 16777619u;
    hash = (hash ^ group[i].inputs) * 16777619u;
  }
  return hash;
}

uint32_t ddz_feature_signature(void) {
  enum { REVISION = 1 };
  return ddz_feature_sign(groups, sizeof groups / sizeof *groups, REVISION);
}

/* ---- small parts ---- */

static int clamp(int value, int least, int most) {
  return value < least ? least : value > most ? most : value;
}

/* floor((value - least) / step), clamped to 0..bins-1 */
static int bin(double value, double least, double step, int bins) {
  return clamp((int)((value - least) / step + 64) - 64, 0, bins - 1);
}

/* Cards left in seven classes: 1, 2, 3, 4, 5..7, 8..12, more. */
static int left_class(int left) {
  static const uint8_t classes[] = {0, 0, 1, 2, 3, 4, 4, 4, 5, 5, 5, 5, 5};
  return left < (int)sizeof classes ? classes[left] : 6;
}

/* Kinds that are alike: of one body, a chain or not. */
enum {
  CLASS_PASS,
  CLASS_SOLO,
  CLASS_PAIR,
  CLASS_TRIO,
  CLASS_CHAIN,
  CLASS_PAIR_CHAIN,
  CLASS_PLANE,
  CLASS_FOUR,
  CLASS_BOMB
};

/* Both tables look at a row's properties only. */
#define IS_CHAIN(max) ((max) > 1)
#define CLASS(class, body, max)                                                                              \
  (DDZ_IS_##class == DDZ_IS_BOMB ? CLASS_BOMB                                                                \
   : (body) == 4                 ? CLASS_FOUR                                                                \
   : IS_CHAIN(max)               ? CLASS_TRIO + (body)                                                       \
                                 : (body))
static const uint8_t class_of[DDZ_KINDS] = {
    [DDZ_PASS] = CLASS_PASS,
#define PATTERN(kind, name, chinese, class, body, min, max, ...) [DDZ_##kind] = CLASS(class, body, max),
#include "core/rules/pattern.def"
#undef PATTERN
};

/* slot = (body 1..5, a chain or not, kickers 0..3); 0..7 for what is no run: pass, rocket, six to come.
 *
 * Kickers: 0 none, 1 single cards, 2 pairs, as many for each rank as it has cards above two. Another number
 * of single cards is 3, of pairs 3 of the body that is smaller by two, which has no kickers of its own. */
enum { SLOT_PASS, SLOT_ROCKET };
#define IS_OTHER_NUMBER(body, kicker, kickers) ((kicker) != 0 && (kickers) != (body)-2)
#define SLOT_BODY(body, kicker, kickers)                                                                     \
  ((kicker) == 2 && IS_OTHER_NUMBER(body, kicker, kickers) ? (body)-2 : (body))
#define SLOT_KICKER(body, kicker, kickers) (IS_OTHER_NUMBER(body, kicker, kickers) ? 3 : (kicker))
#define SLOT(class, body, max, kicker, kickers)                                                              \
  (DDZ_IS_##class == DDZ_IS_BOMB && (body) < 4                                                               \
       ? SLOT_ROCKET                                                                                         \
       : (SLOT_BODY(body, kicker, kickers) * 2 + IS_CHAIN(max)) * 4 + SLOT_KICKER(body, kicker, kickers))
static const uint8_t slot_of[DDZ_KINDS] = {
    [DDZ_PASS] = SLOT_PASS,
#define PATTERN(kind, name, chinese, class, body, min, max, kicker, kickers, ...)                            \
  [DDZ_##kind] = SLOT(class, body, max, kicker, kickers),
#include "core/rules/pattern.def"
#undef PATTERN
};

int ddz_feature_slot(enum ddz_kind kind) { return slot_of[kind]; }

static void put(struct ddz_inputs *p, int input) {
  assert(p->n < DDZ_FEATURE_STATE_MAX);
  p->input[p->n++] = (uint16_t)input;
}

static void add(struct ddz_change *c, int input) {
  assert(c->adds < DDZ_FEATURE_ADD_MAX);
  c->add[c->adds++] = (uint16_t)input;
}

static int four_at_most(ddz_hand hand, int rank) { return clamp(ddz_hand_count(hand, rank), 0, 4); }

/* One input for each rank that is there. */
static void put_hand(struct ddz_inputs *p, int first, ddz_hand hand) {
  while (hand != 0) {
    const int rank = ddz_hand_bottom(hand);
    put(p, first + rank * 4 + four_at_most(hand, rank) - 1);
    hand &= ~ddz_hand_of(rank, 15);
  }
}

static int joint(const struct ddz_inputs *p, int rank, ddz_hand rest) {
  return DDZ_FEATURE_JOINT + rank * 25 + four_at_most(rest, rank) * 5 + four_at_most(p->unseen, rank);
}

static const int below_joker = (1 << DDZ_RANK_B) - 1;
static int top_of(ddz_ranks ranks) { return ranks == 0 ? -1 : 31 - __builtin_clz(ranks); }

/* The highest rank of which there is a solo; a pair. */
static int top_solo(ddz_hand hand) { return hand == 0 ? -1 : ddz_hand_top(hand); }

static int mean_value(double power, int plays) { return (int)(power + 200.0 * plays); }

/* ---- the position ---- */

static void put_seats(struct ddz_inputs *p) {
  const struct ddz_view *v = p->view;
  const enum ddz_role seat[3] = {v->role, ddz_role_next(v->role), ddz_role_before(v->role)};
  for (int i = 0; i < 3; i++)
    if (v->now.left[seat[i]] > 0) put(p, DDZ_FEATURE_LEFT + 22 * i + clamp(v->now.left[seat[i]], 0, 21));
  if (p->left[0] > 0 && p->left[1] > 0)
    put(p, DDZ_FEATURE_LEFTS + 7 * left_class(p->left[0]) + left_class(p->left[1]));
  for (int i = 0; i < 2; i++) {
    const uint8_t *refused = v->trail.refused[seat[i + 1]];
    put_hand(p, DDZ_FEATURE_PLAYED + 64 * i, v->now.played[seat[i + 1]]);
    for (int w = 0; w < DDZ_TRAIL_WIDTHS; w++)
      if (refused[w] > 0) put(p, DDZ_FEATURE_REFUSED + 32 * i + 16 * w + clamp(refused[w] - 1, 0, 15));
  }
}

static void put_last(struct ddz_inputs *p) {
  const struct ddz_view *v = p->view;
  if (v->now.last.kind == DDZ_PASS) {
    put(p, DDZ_FEATURE_LEADS);
    return;
  }
  const int before = v->now.owner == ddz_role_before(v->role);
  put(p, DDZ_FEATURE_LAST + (before * DDZ_FEATURE_SLOTS + slot_of[v->now.last.kind]) * 16 + v->now.last.rank);
  put(p, DDZ_FEATURE_LAST_SIZE + clamp(v->now.last.size, 0, 21));
}

static void put_trail(struct ddz_inputs *p) {
  const struct ddz_trail *trail = &p->view->trail;
  for (int i = 0; i < trail->count; i++)
    put(p, DDZ_FEATURE_RECENT + (i * 9 + class_of[trail->recent[i].kind]) * 16 + trail->recent[i].rank);
}

static void put_unseen(struct ddz_inputs *p) {
  put_hand(p, DDZ_FEATURE_UNSEEN, p->unseen);
  const int solo = top_solo(p->unseen), pair = top_of(p->own[2] & (ddz_ranks)below_joker);
  if (solo >= 0) put(p, DDZ_FEATURE_TOP + solo);
  if (pair >= 0) put(p, DDZ_FEATURE_TOP + 16 + pair);
  put(p, DDZ_FEATURE_FOURS + clamp(__builtin_popcount(p->own[4]), 0, 5));
  if (ddz_hand_contains(p->unseen, DDZ_HAND_ROCKET)) put(p, DDZ_FEATURE_FOURS + 6);
}

/* How the rules differ from those the first nets learned, where it changes what a hand is worth. */
static void put_game(struct ddz_inputs *p) {
  const struct ddz_rules *rules = p->view->rules;
  const struct ddz_rules_row *wing = &rules->row[DDZ_TRIO_SOLO_CHAIN];
  const bool differs[] = {rules->dealing == DDZ_DEALING_UNSHUFFLED,
                          rules->wildcard == DDZ_WILDCARD_FLOWER,
                          rules->wildcard == DDZ_WILDCARD_RANKS,
                          ddz_rules_play(rules, DDZ_FOUR_CHAIN),
                          wing->same == 1,
                          wing->same == 3,
                          !wing->rocket};
  for (int i = 0; i < (int)(sizeof differs / sizeof *differs); i++)
    if (differs[i]) put(p, DDZ_FEATURE_GAME + i);
}

/* Can it still become a spring? */
static void put_spring(struct ddz_inputs *p) {
  const struct ddz_position *now = &p->view->now;
  if (!p->view->rules->spring || !now->from_start) return;
  const bool farmers = now->plays[DDZ_LANDLORD_DOWN] + now->plays[DDZ_LANDLORD_UP] > 0;
  put(p, DDZ_FEATURE_SPRING + clamp(now->plays[DDZ_LANDLORD], 0, 2) * 2 + farmers);
}

/* What a call says of a hand. A landlord who was drawn may double as well, but that is rare and not learned.
 */
static void put_calls(struct ddz_inputs *p) {
  const ddz_call_set *calls = p->view->now.calls;
  const enum ddz_role role = p->view->role, seat[3] = {role, ddz_role_next(role), ddz_role_before(role)};
  static_assert(DDZ_CALLS == 12, "the inputs of CALLS");
  if (((calls[0] | calls[1] | calls[2]) & DDZ_CALLS_OPENING) == 0) return;
  for (int i = 0; i < 3; i++)
    for (ddz_call_set left = calls[seat[i]]; left != 0; left &= (ddz_call_set)(left - 1))
      put(p, DDZ_FEATURE_CALLS + DDZ_CALLS * i + __builtin_ctz(left));
}

static int wilds_of(const struct ddz_rules *rules, ddz_hand hand) {
  return rules->wild == 0 ? 0 : ddz_hand_size(ddz_rules_wilds(rules, hand));
}

static void put_wild(struct ddz_inputs *p) {
  const struct ddz_rules *rules = p->view->rules;
  p->wilds = wilds_of(rules, p->unseen);
  if (rules->wild == 0) return;
  for (int wild = rules->wild; wild != 0; wild &= wild - 1) put(p, DDZ_FEATURE_WILD + __builtin_ctz(wild));
  put(p, DDZ_FEATURE_WILD_HAND + clamp(wilds_of(rules, p->view->hand), 0, 8));
  put(p, DDZ_FEATURE_WILD_UNSEEN + clamp(p->wilds, 0, 8));
}

void ddz_feature_begin(struct ddz_inputs *p, const struct ddz_view *view, struct ddz_power *power,
                       bool points) {
  p->view = view;
  p->power = power;
  p->unseen = ddz_view_unseen(view);
  for (int n = 1; n <= 4; n++) p->own[n] = ddz_hand_at_least(p->unseen, n);
  p->now = ddz_power_of(power, view->rules, view->hand);
  p->left[0] = view->now.left[ddz_role_next(view->role)];
  p->left[1] = view->now.left[ddz_role_before(view->role)];
  p->n = 0;
  if (points) put(p, DDZ_FEATURE_MODE);
  put_unseen(p);
  put_hand(p, DDZ_FEATURE_HAND, view->hand);
  put_seats(p);
  put_last(p);
  put_trail(p);
  put_hand(p, DDZ_FEATURE_KITTY, ddz_view_kitty_left(view));
  put(p, DDZ_FEATURE_BOMBS + clamp(view->now.bombs, 0, 5));
  put(p, DDZ_FEATURE_PLAYS_NOW + clamp(p->now.plays, 0, 15));
  put(p, DDZ_FEATURE_POWER_NOW + bin(p->now.power, -2000, 50, 64));
  put_game(p);
  put_spring(p);
  put_calls(p);
  put_wild(p);
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    const int input = joint(p, rank, view->hand);
    if (input != DDZ_FEATURE_JOINT + rank * 25) put(p, input);
  }
}

/* ---- a play ---- */

/* The play's and the rest's facts that several groups need. */
struct facts {
  const struct ddz_play *play;
  ddz_hand rest;
  int size; /* of the rest */
  struct ddz_value value;
  ddz_ranks in_kind; /* unseen ranks that beat it in kind, whoever holds them */
  bool bomb;         /* an unseen bomb beats it */
};

/* Lowest ranks of unseen plays of the kind and length of `play` that beat it. Kickers are taken to be found.
 */
static ddz_ranks beaten_in_kind(const struct ddz_inputs *p, const struct ddz_play *play) {
  const int body = ddz_pattern_rows[play->kind].body;
  if (play->kind == DDZ_PASS || ddz_is_bomb(play)) return 0;
  ddz_ranks starts = p->own[body];
  if (body > 1) starts &= (ddz_ranks)below_joker;
  if (play->length > 1) starts &= DDZ_CHAIN_RANKS;
  for (int i = 1, all = starts; i < play->length; i++) starts &= (ddz_ranks)(all >> i);
  return starts & (ddz_ranks)(0xFFFEu << play->rank);
}

static bool beaten_by_bomb(const struct ddz_inputs *p, const struct ddz_play *play) {
  if (play->kind == DDZ_PASS || play->kind == DDZ_ROCKET) return false;
  ddz_ranks fours = p->own[4] & (ddz_ranks)below_joker;
  if (play->kind == DDZ_BOMB) fours &= (ddz_ranks)(0xFFFEu << play->rank);
  return fours != 0 || ddz_hand_contains(p->unseen, DDZ_HAND_ROCKET);
}

static void add_play(const struct ddz_inputs *p, struct ddz_change *c, const struct facts *f) {
  const struct ddz_view *v = p->view;
  const struct ddz_play *play = f->play;
  const int over = v->now.last.kind == DDZ_PASS ? 0 : v->now.owner == ddz_role_before(v->role) ? 2 : 1;
  add(c, DDZ_FEATURE_PLAY + (over * DDZ_FEATURE_SLOTS + slot_of[play->kind]) * 16 + play->rank);
  add(c, DDZ_FEATURE_SIZE + clamp(play->size, 0, 21));
  add(c, DDZ_FEATURE_REST_SIZE + clamp(f->size, 0, 21));
  if (f->rest == 0) add(c, DDZ_FEATURE_OUT);
  if (ddz_pattern_rows[play->kind].kicker == 0) return;
  ddz_hand kickers = ddz_hand_only(play->cards, (ddz_ranks)~ddz_play_run(play));
  for (; kickers != 0; kickers &= ~ddz_hand_of(ddz_hand_bottom(kickers), 15)) {
    const int rank = ddz_hand_bottom(kickers);
    add(c, DDZ_FEATURE_KICKERS + 2 * rank + (ddz_hand_count(kickers, rank) > 1));
  }
}

/* The ranks a play touches, before and after. */
static void change_joint(const struct ddz_inputs *p, struct ddz_change *c, const struct facts *f) {
  for (ddz_hand cards = f->play->cards; cards != 0; cards &= ~ddz_hand_of(ddz_hand_bottom(cards), 15)) {
    const int rank = ddz_hand_bottom(cards);
    const int before = joint(p, rank, p->view->hand), after = joint(p, rank, f->rest);
    c->drop[c->drops++] = (uint16_t)before;
    if (after != DDZ_FEATURE_JOINT + rank * 25) add(c, after);
  }
}

static void add_value(const struct ddz_inputs *p, struct ddz_change *c, const struct facts *f) {
  const int plays = f->value.plays;
  const double power = f->value.power;
  add(c, DDZ_FEATURE_PLAYS_REST + clamp(plays, 0, 15));
  add(c, DDZ_FEATURE_POWER_REST + bin(power, -2000, 50, 64));
  add(c, DDZ_FEATURE_QUALITY + clamp(plays, 0, 11) * 24 + bin(mean_value(power, plays), -180, 30, 24));
  add(c, DDZ_FEATURE_PLAYS_CHANGE + clamp(plays - p->now.plays, -8, 3) + 8);
  add(c, DDZ_FEATURE_POWER_CHANGE + bin(power - p->now.power, -480, 20, 48));
}

static void add_answers(const struct ddz_inputs *p, struct ddz_change *c, const struct facts *f) {
  const struct ddz_view *v = p->view;
  const enum ddz_role seat[2] = {ddz_role_next(v->role), ddz_role_before(v->role)};
  const int plays = clamp(f->value.plays, 0, 9), size = f->play->size;
  int worst = 0;
  for (int i = 0; i < 2; i++) {
    const int left = p->left[i], most = left > 0 ? left : DDZ_HAND_MAX;
    const bool in_kind = f->in_kind != 0 && size <= most, bomb = f->bomb && most >= 2;
    if (ddz_role_enemies(v->role, seat[i])) worst = in_kind ? 2 : bomb && worst < 1 ? 1 : worst;
    if (left == 0) continue;
    add(c, DDZ_FEATURE_ANSWER + (i * 4 + in_kind * 2 + bomb) * 7 + left_class(left));
    add(c, DDZ_FEATURE_RACE + (i * 10 + plays) * 22 + clamp(left, 0, 21));
    if (left != size) continue;
    add(c, DDZ_FEATURE_ONE_PLAY + 2 * i);
    if (in_kind) add(c, DDZ_FEATURE_ONE_PLAY + 2 * i + 1);
  }
  if (f->play->kind == DDZ_PASS) return;
  add(c, DDZ_FEATURE_BEATEN_BY + class_of[f->play->kind] * 14 + clamp(__builtin_popcount(f->in_kind), 0, 13));
  add(c, DDZ_FEATURE_SURE + clamp(f->value.plays, 0, 7) * 3 + worst);
}

static int compare(int mine, int theirs) { return mine < theirs ? 0 : mine == theirs ? 1 : 2; }

/* What the rest holds against what is unseen. */
static void add_rest(const struct ddz_inputs *p, struct ddz_change *c, const struct facts *f) {
  const ddz_hand rest = f->rest;
  const ddz_ranks natural = (ddz_ranks)((1 << DDZ_RANK_F) - 1);
  ddz_ranks own[6], exact[5];
  for (int n = 1; n <= 4; n++) own[n] = ddz_hand_at_least(rest, n) & natural;
  own[5] = 0;
  for (int n = 1; n <= 4; n++) exact[n] = own[n] & (ddz_ranks)~own[n + 1];
  const int solo = top_of(p->own[1]), pair = top_of(p->own[2] & (ddz_ranks)below_joker);
  const int trio = top_of(p->own[3] & (ddz_ranks)below_joker);
  const ddz_ranks over_solo = (ddz_ranks)(0xFFFFu << (solo + 1)),
                  over_pair = (ddz_ranks)(0xFFFFu << (pair + 1));
  const ddz_ranks under_solo = solo < 0 ? 0 : (ddz_ranks)((1 << solo) - 1);
  const ddz_ranks under_pair = pair < 0 ? 0 : (ddz_ranks)((1 << pair) - 1);
  const ddz_ranks under_trio = trio < 0 ? 0 : (ddz_ranks)((1 << trio) - 1);
  const int mine = top_of(own[1]), mine_pair = top_of(own[2] & (ddz_ranks)below_joker);

  add(c, DDZ_FEATURE_CONTROL + 3 * compare(mine, solo) + compare(mine_pair, pair));
  add(c, DDZ_FEATURE_MASTERS + clamp(ddz_hand_size(ddz_hand_only(rest, over_solo & natural)), 0, 6));
  add(c, DDZ_FEATURE_MASTERS + 7 + clamp(__builtin_popcount(own[2] & over_pair & below_joker), 0, 4));
  add(c, DDZ_FEATURE_REST_BOMBS + clamp(__builtin_popcount(own[4]), 0, 4));
  if (ddz_hand_contains(rest, DDZ_HAND_ROCKET)) add(c, DDZ_FEATURE_REST_BOMBS + 5);
  add(c, DDZ_FEATURE_GROUPS + clamp(__builtin_popcount(exact[1]), 0, 12));
  add(c, DDZ_FEATURE_GROUPS + 13 + clamp(__builtin_popcount(exact[2]), 0, 8));
  add(c, DDZ_FEATURE_GROUPS + 22 + clamp(__builtin_popcount(exact[3]), 0, 6));
  add(c, DDZ_FEATURE_LOSERS + clamp(__builtin_popcount(exact[1] & under_solo), 0, 11));
  add(c, DDZ_FEATURE_LOSERS + 12 + clamp(__builtin_popcount(exact[2] & under_pair), 0, 7));
  add(c, DDZ_FEATURE_LOSERS + 20 + clamp(__builtin_popcount(exact[3] & under_trio), 0, 5));
  if (own[1] == 0) return;
  const ddz_ranks others = own[1] & (ddz_ranks)(own[1] - 1);
  add(c, DDZ_FEATURE_ENDS + __builtin_ctz(own[1]));
  if (others != 0) add(c, DDZ_FEATURE_ENDS + 16 + __builtin_ctz(others));
  add(c, DDZ_FEATURE_ENDS + 32 + mine);
}

static void add_breaks(const struct ddz_inputs *p, struct ddz_change *c, const struct facts *f) {
  const ddz_hand hand = p->view->hand;
  if (ddz_is_bomb(f->play)) return;
  if (ddz_hand_at_least(hand, 4) != ddz_hand_at_least(f->rest, 4)) add(c, DDZ_FEATURE_BREAKS);
  if (ddz_hand_contains(hand, DDZ_HAND_ROCKET) && !ddz_hand_contains(f->rest, DDZ_HAND_ROCKET))
    add(c, DDZ_FEATURE_BREAKS + 1);
}

/* ---- a play where there are wildcards ---- */

enum { WILDS_MOST = 8, WILDS_CLASS = 4, NOBODY_CAN = 5 };

/* The class of a number of wildcards; of more than there are: nobody can, however many are unseen. */
static int wilds_class(int wilds) { return wilds > WILDS_MOST ? NOBODY_CAN : clamp(wilds, 0, WILDS_CLASS); }

/* How many wildcards `copies` of a rank need, besides its own unseen cards; too many where none stands for
 * it. */
static int lack(const struct ddz_inputs *p, int rank, int copies) {
  const struct ddz_rules *rules = p->view->rules;
  const int has = rules->wild >> rank & 1 ? 0 : ddz_hand_count(p->unseen, rank);
  if (has >= copies) return 0;
  return rules->stand >> rank & 1 ? copies - has : WILDS_MOST + 1;
}

/* The fewest wildcards for `copies` of a rank and of the `length` - 1 above it; too many where there are not
 * so many unseen. Wildcards alone stand for nothing but one of their own ranks. */
static int wilds_wanted(const struct ddz_inputs *p, int rank, int copies, int length) {
  int wanted = 0;
  for (int i = 0; i < length; i++) wanted += lack(p, rank + i, copies);
  const bool alone = wanted == copies * length;
  const bool itself =
      length == 1 && (p->view->rules->wild >> rank & 1) && ddz_hand_count(p->unseen, rank) > 0;
  return wanted > p->wilds || (alone && !itself) ? WILDS_MOST + 1 : wanted;
}

/* The fewest of the unseen wildcards that make a play in kind above this one. */
static int wilds_in_kind(const struct ddz_inputs *p, const struct ddz_play *play) {
  const int body = ddz_pattern_rows[play->kind].body, length = play->length;
  const int last = length > 1 ? DDZ_RANK_A : body > 1 ? DDZ_RANK_2 : DDZ_RANK_R;
  int least = WILDS_MOST + 1;
  for (int start = play->rank + 1; start + length - 1 <= last; start++) {
    const int wanted = wilds_wanted(p, start, body, length);
    if (wanted < least) least = wanted;
  }
  return wilds_class(least);
}

/* Is a bomb of as many cards as `play`, with wildcards in it or without, above it? */
static bool is_above(const struct ddz_rules *rules, const struct ddz_play *play, int rank, bool hard) {
  if (rules->bombs_are_graded && hard != play->grade) return hard > play->grade;
  return rank > play->rank;
}

/* The fewest that make a bomb above it. */
static int wilds_in_bomb(const struct ddz_inputs *p, const struct ddz_play *play) {
  const struct ddz_rules *rules = p->view->rules;
  const bool bomb = play->kind == DDZ_BOMB;
  const int size = bomb ? play->size : 4;
  int least = WILDS_MOST + 1;
  if (ddz_hand_contains(p->unseen, DDZ_HAND_ROCKET) && !(rules->long_top && size > 4)) return 0;
  for (int rank = 0; rank <= DDZ_RANK_2; rank++) {
    int wanted = wilds_wanted(p, rank, size, 1);
    if (bomb && !is_above(rules, play, rank, wanted == 0))
      wanted = size < rules->bomb_most ? wilds_wanted(p, rank, size + 1, 1) : WILDS_MOST + 1;
    if (wanted < least) least = wanted;
  }
  return wilds_class(least);
}

static void add_wild(const struct ddz_inputs *p, struct ddz_change *c, const struct facts *f) {
  const struct ddz_rules *rules = p->view->rules;
  const struct ddz_play *play = f->play;
  if (rules->wild == 0) return;
  const int left = wilds_of(rules, f->rest);
  int fours = 0;
  for (int rank = 0; rank <= DDZ_RANK_2; rank++)
    fours += (rules->wild >> rank & 1) == 0 && ddz_hand_count(f->rest, rank) + left >= 4;
  add(c, DDZ_FEATURE_WILD_USED + clamp(wilds_of(rules, play->cards), 0, 8));
  add(c, DDZ_FEATURE_WILD_SUBS + clamp(play->subs, 0, 8));
  add(c, DDZ_FEATURE_WILD_REST + clamp(left, 0, 8) * 12 + clamp(f->value.plays, 0, 11));
  add(c, DDZ_FEATURE_WILD_FOURS + clamp(fours, 0, 6));
  if (play->kind == DDZ_PASS || play->kind == DDZ_ROCKET) return;
  if (ddz_is_bomb(play))
    add(c, DDZ_FEATURE_WILD_BOMB + clamp(play->size - 4, 0, 4) * 3 + clamp(play->grade, 0, 2));
  else
    add(c, DDZ_FEATURE_WILD_BEATEN + wilds_in_kind(p, play));
  add(c, DDZ_FEATURE_WILD_BEATEN + 6 + wilds_in_bomb(p, play));
}

void ddz_feature_play(const struct ddz_inputs *p, const struct ddz_play *play, struct ddz_change *c) {
  struct facts f = {.play = play, .rest = p->view->hand - play->cards};
  f.size = ddz_hand_size(f.rest);
  f.value = play->kind == DDZ_PASS ? p->now : ddz_power_of(p->power, p->view->rules, f.rest);
  f.in_kind = beaten_in_kind(p, play);
  f.bomb = beaten_by_bomb(p, play);
  c->adds = c->drops = 0;
  add_play(p, c, &f);
  change_joint(p, c, &f);
  add_value(p, c, &f);
  add_answers(p, c, &f);
  add_rest(p, c, &f);
  add_breaks(p, c, &f);
  add_wild(p, c, &f);
}

int ddz_feature_list(const struct ddz_inputs *p, const struct ddz_change *c, uint16_t *out) {
  int n = 0;
  for (int i = 0; i < p->n; i++) {
    int d = 0;
    while (d < c->drops && c->drop[d] != p->input[i]) d++;
    if (d == c->drops) out[n++] = p->input[i];
  }
  memcpy(out + n, c->add, (size_t)c->adds * sizeof *out);
  return n + c->adds;
}

/* ---- candidates ---- */

size_t ddz_feature_candidates(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                              struct ddz_play *out) {
  size_t n = 0;
  if (last->kind != DDZ_PASS) out[n++] = (struct ddz_play){0};
  const size_t all = ddz_moves(rules, hand, last, DDZ_FILL_LACK, out + n, DDZ_FEATURE_ALL);
  return n + (all <= DDZ_FEATURE_ALL ? all : ddz_thin_moves(rules, hand, last, out + n));
}
