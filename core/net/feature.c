#include "feature.h"

#include <assert.h>
#include <string.h>

#include "core/rules/movegen.h"

static const struct ddz_feature_group groups[] = {
#define GROUP(name, a, b, c, text) {#name, text, DDZ_FEATURE_##name, (a) * (b) * (c), false},
#define LISTS(name, a, b, c, text) {#name, text, DDZ_FEATURE_##name, (a) + (b) + (c), false},
#define ROOM(name, a, b, c, text) {#name, text, DDZ_FEATURE_##name, (a) * (b) * (c), true},
#include "feature.def"
};

/* Where the second and third list of a group begin, and how many places each list, or the last two places of
 * a product, have. */
enum {
#define GROUP(name, a, b, c, text) B_##name = (b), C_##name = (c),
#define LISTS(name, a, b, c, text)                                                                           \
  LIST_1_##name = DDZ_FEATURE_##name, SIZE_1_##name = (a), LIST_2_##name = LIST_1_##name + (a),              \
  SIZE_2_##name = (b), LIST_3_##name = LIST_2_##name + (b), SIZE_3_##name = (c),
#define ROOM GROUP
#include "feature.def"
};

/* The input of a product at these places. */
#define AT(group, i, j, k) (DDZ_FEATURE_##group + ((i)*B_##group + (j)) * C_##group + (k))
/* The same where the last place is a number: one that is too large counts as the largest. */
#define BIN(group, i, j, value) AT(group, i, j, ddz_clamp(value, 0, C_##group - 1))
/* The input of a number in a list. */
#define LISTED(group, list, value) (LIST_##list##_##group + ddz_clamp(value, 0, SIZE_##list##_##group - 1))

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

/* floor((value - least) / step), right from -64 on: what is below is cut off anyway */
static int step_of(double value, double least, double step) {
  return (int)((value - least) / step + 64) - 64;
}

/* Cards left in seven classes: 1, 2, 3, 4, 5..7, 8..12, more. */
static int left_class(int left) {
  static const uint8_t classes[] = {0, 0, 1, 2, 3, 4, 4, 4, 5, 5, 5, 5, 5};
  return left < (int)sizeof classes ? classes[left] : 6;
}

static bool is_bomb(enum ddz_kind kind) { return ((uint32_t)DDZ_KINDS_BOMBS >> kind & 1) != 0; }

/* Kinds that are alike: 1 to 3 by their body, 4 to 6 chains of these; 0 for a pass. */
static int class_of(enum ddz_kind kind) {
  enum { CLASS_TRIO = 3, CLASS_FOUR = 7, CLASS_BOMB };
  const struct ddz_pattern_row *row = &ddz_pattern_rows[kind];
  if (is_bomb(kind)) return CLASS_BOMB;
  if (row->body == 4) return CLASS_FOUR;
  return row->max > 1 ? CLASS_TRIO + row->body : row->body;
}

/* slot = (body 1..5, a chain or not, kickers 0..3); 0..7 for what is no run: pass, rocket, six to come.
 *
 * Kickers: 0 none, 1 single cards, 2 pairs, as many for each rank as it has cards above two. Another number
 * of single cards is 3, of pairs 3 of the body that is smaller by two, which has no kickers of its own. */
int ddz_feature_slot(enum ddz_kind kind) {
  enum { SLOT_ROCKET = 1 };
  const struct ddz_pattern_row *row = &ddz_pattern_rows[kind];
  if (is_bomb(kind) && row->body < 4) return SLOT_ROCKET;
  const bool other_number = row->kicker != 0 && row->kickers != row->body - 2;
  const int body = other_number && row->kicker == 2 ? row->body - 2 : row->body;
  return (body * 2 + (row->max > 1)) * 4 + (other_number ? 3 : row->kicker);
}

static void put(struct ddz_inputs *p, int input) {
  assert(p->n < DDZ_FEATURE_STATE_MAX);
  p->input[p->n++] = (uint16_t)input;
}

static void add(struct ddz_change *c, int input) {
  assert(c->adds < DDZ_FEATURE_ADD_MAX);
  c->add[c->adds++] = (uint16_t)input;
}

static int four_at_most(ddz_hand hand, int rank) { return ddz_clamp(ddz_hand_count(hand, rank), 0, 4); }

/* One input for each rank that is there. */
static void put_hand(struct ddz_inputs *p, int first, ddz_hand hand) {
  while (hand != 0) {
    const int rank = ddz_hand_bottom(hand);
    put(p, first + rank * C_HAND + four_at_most(hand, rank) - 1);
    hand &= ~ddz_hand_of(rank, 15);
  }
}

static int joint(const struct ddz_inputs *p, int rank, ddz_hand rest) {
  return AT(JOINT, rank, four_at_most(rest, rank), four_at_most(p->unseen, rank));
}

static const int below_joker = (1 << DDZ_RANK_B) - 1;
static int top_of(ddz_ranks ranks) { return ranks == 0 ? -1 : 31 - __builtin_clz(ranks); }

/* ---- the position ---- */

static void put_seats(struct ddz_inputs *p) {
  const struct ddz_view *v = p->view;
  for (int i = 0; i < 3; i++)
    if (v->now.left[p->seat[i]] > 0) put(p, BIN(LEFT, 0, i, v->now.left[p->seat[i]]));
  if (p->left[0] > 0 && p->left[1] > 0) put(p, AT(LEFTS, 0, left_class(p->left[0]), left_class(p->left[1])));
  for (int i = 0; i < 2; i++) {
    const uint8_t *refused = v->trail.refused[p->seat[i + 1]];
    put_hand(p, AT(PLAYED, i, 0, 0), v->now.played[p->seat[i + 1]]);
    for (int w = 0; w < DDZ_TRAIL_WIDTHS; w++)
      if (refused[w] > 0) put(p, BIN(REFUSED, i, w, refused[w] - 1));
  }
}

static void put_last(struct ddz_inputs *p) {
  const struct ddz_view *v = p->view;
  if (v->now.last.kind == DDZ_PASS) {
    put(p, DDZ_FEATURE_LEADS);
    return;
  }
  const int before = v->now.owner == p->seat[2];
  put(p, AT(LAST, before, ddz_feature_slot(v->now.last.kind), v->now.last.rank));
  put(p, BIN(LAST_SIZE, 0, 0, v->now.last.size));
}

static void put_trail(struct ddz_inputs *p) {
  const struct ddz_trail *trail = &p->view->trail;
  for (int i = 0; i < trail->count; i++)
    put(p, AT(RECENT, i, class_of(trail->recent[i].kind), trail->recent[i].rank));
}

static void put_unseen(struct ddz_inputs *p) {
  put_hand(p, DDZ_FEATURE_UNSEEN, p->unseen);
  const int solo = p->unseen == 0 ? -1 : ddz_hand_top(p->unseen),
            pair = top_of(p->own[2] & (ddz_ranks)below_joker);
  if (solo >= 0) put(p, AT(TOP, 0, 0, solo));
  if (pair >= 0) put(p, AT(TOP, 0, 1, pair));
  put(p, LISTED(FOURS, 1, __builtin_popcount(p->own[4])));
  if (ddz_hand_contains(p->unseen, DDZ_HAND_ROCKET)) put(p, LISTED(FOURS, 2, 0));
}

/* How the rules differ from those the first nets learned, where it changes what a hand is worth. */
static void put_game(struct ddz_inputs *p) {
  const struct ddz_rules *rules = p->view->rules;
  int input = DDZ_FEATURE_GAME;
#define DIFFERENCE(condition, text)                                                                          \
  if (condition) put(p, input);                                                                              \
  input++;
#include "feature.def"
  assert(input <= DDZ_FEATURE_GAME_LAST + 1);
}

/* Can it still become a spring? */
static void put_spring(struct ddz_inputs *p) {
  const struct ddz_position *now = &p->view->now;
  if (!p->view->rules->spring || !now->from_start) return;
  const bool farmers = now->plays[DDZ_LANDLORD_DOWN] + now->plays[DDZ_LANDLORD_UP] > 0;
  put(p, AT(SPRING, 0, ddz_clamp(now->plays[DDZ_LANDLORD], 0, B_SPRING - 1), farmers));
}

/* What a call says of a hand. A landlord who was drawn may double as well: rare, and not learned. */
static void put_calls(struct ddz_inputs *p) {
  const ddz_call_set *calls = p->view->now.calls;
  static_assert((int)DDZ_CALLS == (int)C_CALLS, "the inputs of CALLS");
  if (((calls[0] | calls[1] | calls[2]) & DDZ_CALLS_OPENING) == 0) return;
  for (int i = 0; i < 3; i++)
    for (ddz_call_set left = calls[p->seat[i]]; left != 0; left &= (ddz_call_set)(left - 1))
      put(p, AT(CALLS, 0, i, __builtin_ctz(left)));
}

static int wilds_of(const struct ddz_rules *rules, ddz_hand hand) {
  return rules->wild == 0 ? 0 : ddz_hand_size(ddz_rules_wilds(rules, hand));
}

static void put_wild(struct ddz_inputs *p) {
  const struct ddz_rules *rules = p->view->rules;
  p->wilds = wilds_of(rules, p->unseen);
  if (rules->wild == 0) return;
  for (int wild = rules->wild; wild != 0; wild &= wild - 1) put(p, DDZ_FEATURE_WILD + __builtin_ctz(wild));
  put(p, BIN(WILD_HAND, 0, 0, wilds_of(rules, p->view->hand)));
  put(p, BIN(WILD_UNSEEN, 0, 0, p->wilds));
}

void ddz_feature_begin(struct ddz_inputs *p, const struct ddz_view *view, struct ddz_power *power,
                       bool points) {
  p->view = view;
  p->power = power;
  p->unseen = ddz_view_unseen(view);
  for (int n = 1; n <= 4; n++) p->own[n] = ddz_hand_at_least(p->unseen, n);
  p->now = ddz_power_of(power, view->rules, view->hand);
  p->seat[0] = view->role;
  p->seat[1] = ddz_role_next(view->role);
  p->seat[2] = ddz_role_before(view->role);
  for (int i = 0; i < 2; i++) p->left[i] = view->now.left[p->seat[i + 1]];
  p->n = 0;
  if (points) put(p, DDZ_FEATURE_MODE);
  put_unseen(p);
  put_hand(p, DDZ_FEATURE_HAND, view->hand);
  put_seats(p);
  put_last(p);
  put_trail(p);
  put_hand(p, DDZ_FEATURE_KITTY, ddz_view_kitty_left(view));
  put(p, BIN(BOMBS, 0, 0, ddz_position_bombs(&view->now)));
  put(p, BIN(PLAYS_NOW, 0, 0, ddz_sum_plays(p->now)));
  put(p, BIN(POWER_NOW, 0, 0, step_of(ddz_sum_power(p->now), -2000, 50)));
  put_game(p);
  put_spring(p);
  put_calls(p);
  put_wild(p);
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    const int input = joint(p, rank, view->hand);
    if (input != AT(JOINT, rank, 0, 0)) put(p, input);
  }
}

/* ---- a play ---- */

/* The play's and the rest's facts that several groups need. */
struct facts {
  const struct ddz_play *play;
  ddz_hand rest;
  int size; /* of the rest */
  ddz_weight_sum value;
  ddz_ranks in_kind; /* unseen ranks that beat it in kind, whoever holds them */
  bool bomb;         /* an unseen bomb beats it */
};

/* Lowest ranks of unseen plays of the kind and length of `play` that beat it, kickers taken to be found. */
static ddz_ranks beaten_in_kind(const struct ddz_inputs *p, const struct ddz_play *play) {
  const int body = ddz_pattern_rows[play->kind].body;
  if (play->kind == DDZ_PASS || ddz_is_bomb(play)) return 0;
  ddz_ranks starts = ddz_run_starts(p->own[body], body, play->length);
  if (play->kind == DDZ_SOLO) starts |= p->own[1]; /* the flower, too: so the nets learned it */
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
  const int over = v->now.last.kind == DDZ_PASS ? 0 : v->now.owner == p->seat[2] ? 2 : 1;
  add(c, AT(PLAY, over, ddz_feature_slot(play->kind), play->rank));
  add(c, BIN(SIZE, 0, 0, play->size));
  add(c, BIN(REST_SIZE, 0, 0, f->size));
  if (f->rest == 0) add(c, DDZ_FEATURE_OUT);
  if (ddz_pattern_rows[play->kind].kicker == 0) return;
  ddz_hand kickers = ddz_hand_only(play->cards, (ddz_ranks)~ddz_play_run(play));
  for (; kickers != 0; kickers &= ~ddz_hand_of(ddz_hand_bottom(kickers), 15)) {
    const int rank = ddz_hand_bottom(kickers);
    add(c, AT(KICKERS, 0, rank, ddz_hand_count(kickers, rank) > 1));
  }
}

/* The ranks a play touches, before and after. */
static void change_joint(const struct ddz_inputs *p, struct ddz_change *c, const struct facts *f) {
  for (ddz_hand cards = f->play->cards; cards != 0; cards &= ~ddz_hand_of(ddz_hand_bottom(cards), 15)) {
    const int rank = ddz_hand_bottom(cards);
    const int before = joint(p, rank, p->view->hand), after = joint(p, rank, f->rest);
    c->drop[c->drops++] = (uint16_t)before;
    if (after != AT(JOINT, rank, 0, 0)) add(c, after);
  }
}

static void add_value(const struct ddz_inputs *p, struct ddz_change *c, const struct facts *f) {
  const int plays = ddz_sum_plays(f->value);
  const double power = ddz_sum_power(f->value);
  add(c, BIN(PLAYS_REST, 0, 0, plays));
  add(c, BIN(POWER_REST, 0, 0, step_of(power, -2000, 50)));
  add(c,
      BIN(QUALITY, 0, ddz_clamp(plays, 0, B_QUALITY - 1), step_of((int)(power + 200.0 * plays), -180, 30)));
  add(c, BIN(PLAYS_CHANGE, 0, 0, plays - ddz_sum_plays(p->now) + 8));
  add(c, BIN(POWER_CHANGE, 0, 0, step_of(power - ddz_sum_power(p->now), -480, 20)));
}

static void add_answers(const struct ddz_inputs *p, struct ddz_change *c, const struct facts *f) {
  const struct ddz_view *v = p->view;
  const int plays = ddz_clamp(ddz_sum_plays(f->value), 0, B_RACE - 1), size = f->play->size;
  int worst = 0;
  for (int i = 0; i < 2; i++) {
    const int left = p->left[i], most = left > 0 ? left : DDZ_HAND_MAX;
    const bool in_kind = f->in_kind != 0 && size <= most, bomb = f->bomb && most >= 2;
    if (ddz_role_enemies(v->role, p->seat[i + 1])) worst = in_kind ? 2 : bomb && worst < 1 ? 1 : worst;
    if (left == 0) continue;
    add(c, AT(ANSWER, i, in_kind * 2 + bomb, left_class(left)));
    add(c, BIN(RACE, i, plays, left));
    if (left != size) continue;
    add(c, AT(ONE_PLAY, 0, i, 0));
    if (in_kind) add(c, AT(ONE_PLAY, 0, i, 1));
  }
  if (f->play->kind == DDZ_PASS) return;
  add(c, BIN(BEATEN_BY, 0, class_of(f->play->kind), __builtin_popcount(f->in_kind)));
  add(c, AT(SURE, 0, ddz_clamp(ddz_sum_plays(f->value), 0, B_SURE - 1), worst));
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

  add(c, AT(CONTROL, 0, compare(mine, solo), compare(mine_pair, pair)));
  add(c, LISTED(MASTERS, 1, ddz_hand_size(ddz_hand_only(rest, over_solo & natural))));
  add(c, LISTED(MASTERS, 2, __builtin_popcount(own[2] & over_pair & below_joker)));
  add(c, LISTED(REST_BOMBS, 1, __builtin_popcount(own[4])));
  if (ddz_hand_contains(rest, DDZ_HAND_ROCKET)) add(c, LISTED(REST_BOMBS, 2, 0));
  add(c, LISTED(GROUPS, 1, __builtin_popcount(exact[1])));
  add(c, LISTED(GROUPS, 2, __builtin_popcount(exact[2])));
  add(c, LISTED(GROUPS, 3, __builtin_popcount(exact[3])));
  add(c, LISTED(LOSERS, 1, __builtin_popcount(exact[1] & under_solo)));
  add(c, LISTED(LOSERS, 2, __builtin_popcount(exact[2] & under_pair)));
  add(c, LISTED(LOSERS, 3, __builtin_popcount(exact[3] & under_trio)));
  if (own[1] == 0) return;
  const ddz_ranks others = own[1] & (ddz_ranks)(own[1] - 1);
  add(c, AT(ENDS, 0, 0, __builtin_ctz(own[1])));
  if (others != 0) add(c, AT(ENDS, 0, 1, __builtin_ctz(others)));
  add(c, AT(ENDS, 0, 2, mine));
}

static void add_breaks(const struct ddz_inputs *p, struct ddz_change *c, const struct facts *f) {
  const ddz_hand hand = p->view->hand;
  if (ddz_is_bomb(f->play)) return;
  if (ddz_hand_at_least(hand, 4) != ddz_hand_at_least(f->rest, 4)) add(c, AT(BREAKS, 0, 0, 0));
  if (ddz_hand_contains(hand, DDZ_HAND_ROCKET) && !ddz_hand_contains(f->rest, DDZ_HAND_ROCKET))
    add(c, AT(BREAKS, 0, 0, 1));
}

/* ---- a play where there are wildcards ---- */

enum { WILDS_MOST = 8, WILDS_CLASS = 4, NOBODY_CAN = 5 };

/* The class of a number of wildcards; of more than there are: nobody can, however many are unseen. */
static int wilds_class(int wilds) {
  return wilds > WILDS_MOST ? NOBODY_CAN : ddz_clamp(wilds, 0, WILDS_CLASS);
}

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
  if (ddz_hand_contains(p->unseen, DDZ_HAND_ROCKET) && !ddz_rules_over_rocket(rules, size, play->grade))
    return 0;
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
  add(c, BIN(WILD_USED, 0, 0, wilds_of(rules, play->cards)));
  add(c, BIN(WILD_SUBS, 0, 0, play->subs));
  add(c, BIN(WILD_REST, 0, ddz_clamp(left, 0, B_WILD_REST - 1), ddz_sum_plays(f->value)));
  add(c, BIN(WILD_FOURS, 0, 0, fours));
  if (play->kind == DDZ_PASS || play->kind == DDZ_ROCKET) return;
  if (ddz_is_bomb(play))
    add(c, BIN(WILD_BOMB, 0, ddz_clamp(play->size - 4, 0, B_WILD_BOMB - 1), play->grade));
  else
    add(c, AT(WILD_BEATEN, 0, 0, wilds_in_kind(p, play)));
  add(c, AT(WILD_BEATEN, 0, 1, wilds_in_bomb(p, play)));
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
